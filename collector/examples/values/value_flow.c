/* A picture goes through three functions: what is loaded is smoothed, and the result is sent. One of them sets the whole
 * result to zero before each round, though it holds zeros already where nothing was drawn.
 *
 * found: SilentStore of output at clear
 * flow: load writes input from memory
 * flow: smooth reads input from load
 * flow: main writes output from memory
 * flow: clear writes output from main unchanged 0 of 8192
 * flow: smooth writes output from clear
 * flow: send reads output from smooth
 * flow: clear writes output from smooth unchanged 28960 of 40960
 * flow: count writes rounds from count
 */
#include <stdio.h>
#include <stdlib.h>

enum { kWords = 1024, kDrawn = 300, kRounds = 6 };

static long* input;
static long* output;
static long rounds;

__attribute__((noinline)) static void load(void)
{
    for (int i = 0; i < kWords; ++i) {
        input[i] = 7 + i % 3;
    }
}

__attribute__((noinline)) static void clear(void)
{
    for (int i = 0; i < kWords; ++i) {
        output[i] = 0; /* here: clear */
    }
}

__attribute__((noinline)) static void smooth(long brighter)
{
    for (int i = 0; i < kDrawn; ++i) {
        output[i] = input[i] + input[i + 1] + brighter;
    }
}

__attribute__((noinline)) static long send(void)
{
    long sum = 0;
    for (int i = 0; i < kWords; ++i) {
        sum += output[i];
    }
    return sum;
}

__attribute__((noinline)) static void count(void)
{
    ++rounds;
}

int main(void)
{
    input = malloc(kWords * sizeof *input);
    output = malloc(kWords * sizeof *output);
    for (int i = 0; i < kWords; ++i) {
        output[i] = -1;
    }
    load();
#ifdef FIXED
    clear();
#endif
    long sum = 0;
    for (int round = 0; round < kRounds; ++round) {
#ifndef FIXED
        clear();
#endif
        smooth(round);
        sum += send();
        count();
    }
    printf("%ld\n", sum);
    free(input);
    free(output);
    return 0;
}
