/* Blocks that grow, move and are freed while threads write; the program's own protected page and handler; a child that
 * goes on with what its parent had.
 *
 * record: --follow-fork
 */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { kThreads = 4, kRounds = 300 };

static sigjmp_buf back;
static volatile long caught;

static void on_fault(int signal)
{
    (void)signal;
    ++caught;
    siglongjmp(back, 1);
}

static void* work(void* argument)
{
    unsigned seed = (unsigned)(unsigned long)argument;
    unsigned long sum = 0;
    unsigned char* block = NULL;
    for (int i = 0; i < kRounds; ++i) {
        seed = seed * 1664525U + 1013904223U;
        const size_t bytes = 4096 + (seed >> 8U) % 400000;
        unsigned char* const grown = realloc(block, bytes);
        block = grown;
        memset(block, i, bytes);
        sum += block[bytes / 2] + block[bytes - 1];
        if (i % 7 == 0) {
            free(block);
            block = calloc(1, bytes);
            sum += block[bytes / 3];
        }
    }
    free(block);
    return (void*)sum;
}

static unsigned long run_threads(void)
{
    pthread_t threads[kThreads];
    unsigned long sum = 0;
    for (unsigned long i = 0; i < kThreads; ++i) {
        pthread_create(&threads[i], NULL, work, (void*)(i + 1));
    }
    for (int i = 0; i < kThreads; ++i) {
        void* result = NULL;
        pthread_join(threads[i], &result);
        sum += (unsigned long)result;
    }
    return sum;
}

int main(void)
{
    signal(SIGSEGV, on_fault);
    volatile char* const forbidden =
        mmap(NULL, 65536, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (volatile int i = 0; i < 3; ++i) {
        if (sigsetjmp(back, 1) == 0) {
            forbidden[4096] = 1;
        }
    }
    char* const inherited = malloc(1 << 20);
    memset(inherited, 3, 1 << 20);
    printf("%ld %lu\n", caught, run_threads());
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        memset(inherited, 4, 1 << 20);
        printf("%d %lu\n", inherited[1 << 19], run_threads());
        free(inherited);
        fflush(stdout);
        _exit(3);
    }
    int status = 0;
    waitpid(child, &status, 0);
    printf("%d %d\n", WEXITSTATUS(status), inherited[1 << 19]);
    return 0;
}
