/* Constructs of OpenMP and locks, over and over (measure_loop.h). With one thread: with more the machine's other programs are
 * measured, which keep one of them waiting. */
#include "measure_loop.h"

#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static volatile int counter;

static void lockAndUnlock(int i)
{
    (void)i;
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
}
static void parallelRegion(int i)
{
    (void)i;
#pragma omp parallel num_threads(1)
    ++counter;
}
static void parallelLoop(int i)
{
    (void)i;
#pragma omp parallel for num_threads(1) schedule(dynamic, 8)
    for (int k = 0; k < 16; ++k) {
        ++counter;
    }
}
static void tenTasks(int i)
{
    (void)i;
#pragma omp parallel num_threads(1)
    for (int k = 0; k < 10; ++k) {
#pragma omp task
        ++counter;
    }
}
static void critical(int i)
{
    (void)i;
#pragma omp critical
    ++counter;
}

int main(void)
{
    measure("mutex", lockAndUnlock);
    measure("critical", critical);
    measure("parallel", parallelRegion);
    measure("parallel-for", parallelLoop);
    measure("ten-tasks", tenTasks);
    return 0;
}
