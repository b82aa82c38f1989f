/* Each step copies a table that never changes into the buffer that the step works on. Built as any program is:
 *
 *   gcc -O2 -g unchanged_copies.c && vellum-record --values=coarse -- ./a.out
 *
 * watched: RedundantValues of working
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { kCells = 1 << 18, kSteps = 12 };

static double* table;
static double* working;
static double sums[kCells];

static void pause_a_little(void)
{
    const struct timespec time = {.tv_sec = 0, .tv_nsec = 60000000};
    nanosleep(&time, NULL);
}

__attribute__((noinline)) static void step(const double* from)
{
    for (int i = 0; i < kCells; ++i) {
        sums[i] += from[i] * from[kCells - 1 - i];
    }
}

int main(void)
{
    table = malloc(kCells * sizeof *table);
    working = malloc(kCells * sizeof *working);
    for (int i = 0; i < kCells; ++i) {
        table[i] = (double)(i % 1000) + 0.5;
    }
    for (int i = 0; i < kSteps; ++i) {
#ifdef FIXED
        step(table);
#else
        memcpy(working, table, kCells * sizeof *working);
        step(working);
#endif
        pause_a_little();
    }
    printf("%.1f\n", sums[kCells / 2]);
    free(working);
    free(table);
    return 0;
}
