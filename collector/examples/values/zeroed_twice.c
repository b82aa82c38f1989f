/* Bins are counted again and again; before each round they are set to zero by two who do not know of each other.
 *
 * found: SilentStore of bins at clear
 * found: DeadStore of bins at memset
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kBins = 1024, kRounds = 8, kItems = 4096 };

static long* bins;

__attribute__((noinline)) static void clear(void)
{
    for (int i = 0; i < kBins; ++i) {
        bins[i] = 0; /* here: clear */
    }
}

__attribute__((noinline)) static void count(unsigned seed)
{
    for (int i = 0; i < kItems; ++i) {
        seed = seed * 1664525U + 1013904223U;
        ++bins[seed >> 22U];
    }
}

__attribute__((noinline)) static long fullest(void)
{
    long most = 0;
    for (int i = 0; i < kBins; ++i) {
        most = bins[i] > most ? bins[i] : most;
    }
    return most;
}

int main(void)
{
    bins = malloc(kBins * sizeof *bins);
    for (int i = 0; i < kBins; ++i) {
        bins[i] = -1 - i;
    }
    long most = fullest();
    for (int round = 0; round < kRounds; ++round) {
#ifndef FIXED
        memset(bins, 0, kBins * sizeof *bins); /* here: memset */
#endif
        clear();
        count((unsigned)round);
        const long now = fullest();
        most = now > most ? now : most;
    }
    printf("the fullest bin holds %ld\n", most);
    free(bins);
    return 0;
}
