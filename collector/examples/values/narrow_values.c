/* Ages of people, in eight bytes each.
 *
 * found: HeavyType of ages at store
 * found: HeavyType of ages at load
 */
#include <stdint.h>
#include <stdio.h>

enum { kPeople = 2000 };

#ifdef FIXED
typedef int8_t Age;
#else
typedef int64_t Age;
#endif

Age ages[kPeople];

__attribute__((noinline)) static void ask(void)
{
    unsigned seed = 7;
    for (int i = 0; i < kPeople; ++i) {
        seed = seed * 1664525U + 1013904223U;
        ages[i] = (Age)((seed >> 16U) % 100U); /* here: store */
    }
}

__attribute__((noinline)) static long sum(void)
{
    long total = 0;
    for (int i = 0; i < kPeople; ++i) {
        total += ages[i]; /* here: load */
    }
    return total;
}

int main(void)
{
    ask();
    printf("together they are %ld\n", sum());
    return 0;
}
