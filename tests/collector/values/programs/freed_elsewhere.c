/* One thread allocates and another frees, which has entered no function since long before.
 *
 * found: SingleValue of block at fill
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { kNumbers = 1000 };

static pthread_barrier_t barrier;
int* block;

static void* release(void* argument)
{
    pthread_barrier_wait(&barrier); /* it is in its first and only function */
    pthread_barrier_wait(&barrier);
    free(block);
    return argument;
}

__attribute__((noinline)) static void fill(int* numbers)
{
    for (int i = 0; i < kNumbers; ++i) {
        numbers[i] = 7; /* here: fill */
    }
}

int main(void)
{
    pthread_t thread;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&thread, NULL, release, NULL);
    pthread_barrier_wait(&barrier);
    for (int i = 0; i < 100; ++i) {
        int some[kNumbers];
        fill(some);
    }
    block = malloc(kNumbers * sizeof *block);
    fill(block);
    pthread_barrier_wait(&barrier);
    pthread_join(thread, NULL);
    puts("freed");
    return 0;
}
