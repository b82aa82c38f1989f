/* Uses known amounts of what is counted, and says at its end what the system counts of it by then.
 *
 * Arguments: MODE FILE, of which MODE is plain, fork (a child does the same) or kill. FILE has 4 MiB. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { kMemory = 64 << 20, kFileBytes = 4 << 20 };

static long handledBy = 0;

static void handle(int signal)
{
    (void)signal;
    handledBy = syscall(SYS_gettid);
}

static void burn(void)
{
    struct timespec now = {0, 0};
    do {
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    } while (now.tv_nsec < 150000000 && now.tv_sec == 0);
}

static void* rest(void* unused)
{
    usleep(60000);
    return unused;
}

static void use(const char* path)
{
    char* const memory =
        mmap(NULL, kMemory, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memset(memory, 1, kMemory);
    const int file = open(path, O_RDONLY);
    static char block[65536];
    while (read(file, block, sizeof block) > 0) {}
    close(file);
    burn();
    pthread_t thread;
    pthread_create(&thread, NULL, rest, NULL);
    pthread_join(thread, NULL);
    munmap(memory, kMemory);
    /* Signals of the process are the program's to take. */
    signal(SIGUSR1, handle);
    kill(getpid(), SIGUSR1);
    if (handledBy != getpid()) {
        printf("the signal came to %ld\n", handledBy);
    }
}

int main(int argc, char** argv)
{
    if (argc != 3) {
        return 1;
    }
    use(argv[2]);
    if (strcmp(argv[1], "fork") == 0) {
        const pid_t child = fork();
        if (child == 0) {
            handledBy = 0;
            use(argv[2]);
            _exit(0);
        }
        waitpid(child, NULL, 0);
    }
    if (strcmp(argv[1], "kill") == 0) {
        usleep(50000);
        raise(SIGKILL);
    }
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf(
        "%lld %lld %ld %ld %ld\n",
        usage.ru_utime.tv_sec * 1000000000LL + usage.ru_utime.tv_usec * 1000LL,
        usage.ru_stime.tv_sec * 1000000000LL + usage.ru_stime.tv_usec * 1000LL,
        usage.ru_nvcsw,
        usage.ru_nivcsw,
        usage.ru_minflt);
    return 0;
}
