/* A million blocks, freed in another order; some are moved. */
#include <stdio.h>
#include <stdlib.h>

enum { kBlocks = 1000000, kKept = 1024 };

static int* kept[kKept];

int main(void)
{
    long sum = 0;
    for (int i = 0; i < kBlocks; ++i) {
        const int place = i * 7 % kKept;
        if (i % 5 == 0) {
            kept[place] = realloc(kept[place], (size_t)(i % 100 + 2) * sizeof(int));
        } else {
            free(kept[place]);
            kept[place] = malloc((size_t)(i % 60 + 2) * sizeof(int));
        }
        kept[place][1] = i;
        sum += kept[i % kKept] != NULL ? kept[i % kKept][1] : 0;
    }
    printf("%ld\n", sum);
    return 0;
}
