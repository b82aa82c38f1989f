/* Every third sample is picked through an array of indices, which could as well be computed.
 *
 * found: Structured of indices at pick
 * found: Structured of indices at build
 */
#include <stdio.h>
#include <stdlib.h>

enum { kPicks = 1000 };

#ifndef FIXED
static int* indices;

__attribute__((noinline)) static void build(void)
{
    for (int i = 0; i < kPicks; ++i) {
        indices[i] = 3 * i + 1; /* here: build */
    }
}
#endif

__attribute__((noinline)) static double pick(const double* samples)
{
    double sum = 0;
    for (int i = 0; i < kPicks; ++i) {
#ifdef FIXED
        sum += samples[3 * i + 1];
#else
        const int index = indices[i]; /* here: pick */
        sum += samples[index];
#endif
    }
    return sum;
}

int main(void)
{
    double* samples = malloc(sizeof *samples * (3 * kPicks + 1));
    unsigned seed = 1;
    for (int i = 0; i <= 3 * kPicks; ++i) {
        seed = seed * 1664525U + 1013904223U;
        samples[i] = seed / 7.0;
    }
#ifndef FIXED
    indices = malloc(sizeof *indices * kPicks);
    build();
#endif
    printf("%.3f\n", pick(samples));
    free(samples);
    return 0;
}
