#pragma once

/* Does one thing over and over, and prints the nanoseconds that it takes, as the median of chunks of 100 calls and as the
 * mean of all: "NAME MEDIAN MEAN" on standard error. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { kChunk = 100, kChunks = 1000 };

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static int compare(const void* a, const void* b)
{
    return (*(const double*)a > *(const double*)b) - (*(const double*)a < *(const double*)b);
}

static void measure(const char* name, void (*call)(int))
{
    static double chunks[kChunks];
    double sum = 0;
    for (int chunk = 0; chunk < kChunks; ++chunk) {
        const double begin = now();
        for (int i = 0; i < kChunk; ++i) {
            call(i);
        }
        chunks[chunk] = (now() - begin) / kChunk;
        sum += chunks[chunk];
    }
    qsort(chunks, kChunks, sizeof *chunks, compare);
    fprintf(stderr, "%s %.1f %.1f\n", name, chunks[kChunks / 2], sum / kChunks);
}
