/* Uses the heap in known ways, and says at its end how much it holds and how often it asked.
 *
 * Argument: plain, fork (a child frees and asks for some more) or kill. */
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { kBlocks = 1000, kBlockBytes = 10000, kThreads = 4, kSmall = 50000, kSpike = 64 << 20 };

static void* blocks[kBlocks];
static size_t held = 0;
static long asked = 0;

static void insist(int holds, const char* what)
{
    if (!holds) {
        fprintf(stderr, "not as before: %s\n", what);
        exit(1);
    }
}

static void* hold(void* block)
{
    insist(block != NULL, "a block");
    held += malloc_usable_size(block);
    ++asked;
    return block;
}

static void drop(void* block)
{
    held -= malloc_usable_size(block);
    free(block);
}

static void* useSmall(void* unused)
{
    for (int i = 0; i < kSmall; ++i) {
        char* volatile block = malloc(16 + i % 100);
        *block = 1;
        free(block);
    }
    return unused;
}

static void threads(void)
{
    pthread_t all[kThreads];
    for (int i = 0; i < kThreads; ++i) {
        pthread_create(&all[i], NULL, useSmall, NULL);
    }
    for (int i = 0; i < kThreads; ++i) {
        pthread_join(all[i], NULL);
    }
    asked += (long)kThreads * kSmall;
}

/* Every way to get a block; those of 1 MiB and more are told one by one. */
static void ways(void)
{
    void* aligned = NULL;
    insist(
        posix_memalign(&aligned, 64, 1000) == 0 && (uintptr_t)aligned % 64 == 0, "posix_memalign");
    drop(hold(aligned));
    drop(hold(aligned_alloc(4096, 8192)));
    drop(hold(memalign(128, 1000)));
    drop(hold(valloc(100)));
    char* zeros = hold(calloc(3, 500));
    insist(zeros[0] == 0 && zeros[1499] == 0, "calloc");
    held -= malloc_usable_size(zeros);
    zeros = hold(realloc(zeros, 3 << 20)); /* large */
    insist(zeros[1499] == 0, "realloc");
    held -= malloc_usable_size(zeros);
    zeros = hold(reallocarray(zeros, 100, 100)); /* of a large one */
    drop(zeros);
    errno = 0;
    volatile size_t much = SIZE_MAX;
    insist(malloc(much) == NULL && errno == ENOMEM, "malloc of everything");
    errno = 0;
    insist(calloc(much, 2) == NULL && errno == ENOMEM, "calloc of everything");
    errno = 0;
    insist(reallocarray(NULL, much, 2) == NULL && errno == ENOMEM, "reallocarray of everything");
    free(NULL);
}

int main(int argc, char** argv)
{
    if (argc != 2) {
        return 1;
    }
    for (int i = 0; i < kBlocks; ++i) {
        blocks[i] = hold(malloc(kBlockBytes));
    }
    threads();
    ways();
    usleep(50000);
    char* volatile spike = hold(malloc(kSpike)); /* shorter than a sample */
    *spike = 1;
    drop(spike);
    usleep(50000);
    for (int i = 0; i < kBlocks / 2; ++i) {
        drop(blocks[i]);
    }
    if (strcmp(argv[1], "fork") == 0) {
        const pid_t child = fork();
        if (child == 0) {
            for (int i = kBlocks / 2; i < kBlocks; ++i) {
                drop(blocks[i]);
            }
            usleep(50000);
            _exit(hold(malloc(100)) == NULL);
        }
        int status = 0;
        insist(waitpid(child, &status, 0) == child && status == 0, "fork");
    }
    printf("%zu %ld\n", held, asked);
    fflush(stdout);
    if (strcmp(argv[1], "kill") == 0) {
        usleep(50000);
        raise(SIGKILL);
    }
    return 0;
}
