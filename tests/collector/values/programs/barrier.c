/* Four threads store to a large block, meet, and one of them frees it: its memory is gone at once, while the last
 * stores of the others may not have been read back yet.
 *
 * found: SingleValue of block at fill
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { kThreads = 4, kNumbers = 1 << 20, kRounds = 20 };

static pthread_barrier_t barrier;
int* block;

__attribute__((noinline)) static void fill(int* numbers, int thread)
{
    for (int i = 0; i < 1000; ++i) {
        numbers[thread * (kNumbers / kThreads) + i] = 7; /* here: fill */
    }
}

static void* work(void* argument)
{
    const int thread = (int)(size_t)argument;
    for (int round = 0; round < kRounds; ++round) {
        if (thread == 0) {
            block = malloc(kNumbers * sizeof *block);
        }
        pthread_barrier_wait(&barrier);
        int* const numbers = block;
        fill(numbers, thread);
        numbers[thread] = round; /* pending when the block goes */
        pthread_barrier_wait(&barrier);
        if (thread == 0) {
            free(block);
        }
        pthread_barrier_wait(&barrier);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[kThreads];
    pthread_barrier_init(&barrier, NULL, kThreads);
    for (size_t i = 0; i < kThreads; ++i) {
        pthread_create(&threads[i], NULL, work, (void*)i);
    }
    for (int i = 0; i < kThreads; ++i) {
        pthread_join(threads[i], NULL);
    }
    puts("met");
    return 0;
}
