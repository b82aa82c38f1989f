/* What must not change for a program because its input and output is recorded. Each part ends the program with a sentence
 * if something is not as it was; the whole says "unchanged". */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

static void insist(int holds, const char* what)
{
    if (!holds) {
        fprintf(stderr, "not as before: %s (errno %d)\n", what, errno);
        exit(1);
    }
}

/* Results and errno of calls that fail. */
static void failures(void)
{
    errno = 0;
    insist(open("/no/such/file", O_RDONLY) == -1 && errno == ENOENT, "open of nothing");
    errno = 0;
    char letter = 0;
    insist(read(-1, &letter, 1) == -1 && errno == EBADF, "read of -1");
    errno = 0;
    insist(write(70000, "x", 1) == -1 && errno == EBADF, "write of 70000");
    errno = 0;
    insist(close(-1) == -1 && errno == EBADF, "close of -1");
    errno = 0;
    insist(lseek(-1, 0, SEEK_SET) == -1 && errno == EBADF, "lseek of -1");
    errno = 0;
    insist(dup2(-1, 5) == -1 && errno == EBADF, "dup2 of -1");
    errno = 0;
    insist(fopen("/no/such/file", "r") == NULL && errno == ENOENT, "fopen of nothing");
    errno = 0;
    insist(unlink("/no/such/file") == -1 && errno == ENOENT, "unlink of nothing");
    errno = 0;
    volatile int none = -1; /* hidden from the compiler, which would warn */
    insist(writev(1, NULL, none) == -1 && errno == EINVAL, "writev of -1 parts");
    errno = 0;
    const struct iovec* volatile nowhere = (const struct iovec*)8;
    insist(writev(1, nowhere, 1) == -1 && errno == EFAULT, "writev of parts that are not there");
    errno = 0;
    const char* volatile unnamed = NULL;
    const int folder = open("/", O_RDONLY | O_DIRECTORY);
    insist(openat(folder, unnamed, O_RDONLY) == -1 && errno == EFAULT, "openat of no name");
    close(folder);
}

/* A call that works leaves errno as it was. */
static void errnoIsKept(const char* path)
{
    errno = 4711;
    const int file = open(path, O_CREAT | O_RDWR, 0640);
    insist(file >= 0 && errno == 4711, "errno after open");
    insist(write(file, "abc", 3) == 3 && errno == 4711, "errno after write");
    const int copy = dup(file);
    insist(copy >= 0 && errno == 4711, "errno after dup");
    insist(close(copy) == 0 && errno == 4711, "errno after close");
    struct stat status;
    insist(fstat(file, &status) == 0 && (status.st_mode & 0777) == 0640, "mode of open");
    insist((fcntl(file, F_GETFL) & O_ACCMODE) == O_RDWR, "F_GETFL");
    insist(fcntl(file, F_SETFD, FD_CLOEXEC) == 0 && fcntl(file, F_GETFD) == FD_CLOEXEC, "F_SETFD");
    close(file);
    insist(errno == 4711 && unlink(path) == 0 && errno == 4711, "errno after unlink");
}

/* Streams without a descriptor. */
static void memoryStreams(void)
{
    char* text = NULL;
    size_t length = 0;
    FILE* stream = open_memstream(&text, &length);
    insist(fprintf(stream, "%d", 4711) == 4 && fflush(stream) == 0, "fprintf to memory");
    insist(fclose(stream) == 0 && length == 4 && strcmp(text, "4711") == 0, "open_memstream");
    free(text);
    insist(fflush(NULL) == 0, "fflush of all");
}

static int pipeEnds[2];
static volatile sig_atomic_t handled = 0;

static void writeInHandler(int signal)
{
    (void)signal;
    handled += write(pipeEnds[1], "s", 1) == 1;
}

/* A handler that writes, while the program does. */
static void signals(void)
{
    insist(pipe(pipeEnds) == 0, "pipe");
    struct sigaction action = {.sa_handler = writeInHandler, .sa_flags = SA_RESTART};
    sigaction(SIGUSR1, &action, NULL);
    for (int i = 0; i < 100; ++i) {
        raise(SIGUSR1);
        char letter = 0;
        insist(read(pipeEnds[0], &letter, 1) == 1 && letter == 's', "write of a handler");
    }
    insist(handled == 100, "all handlers");
}

static volatile sig_atomic_t written = 0;

static void writeFile(int signal)
{
    (void)signal;
    const int file = open("small", O_CREAT | O_RDWR, 0600);
    for (int i = 0; i < 3000; ++i) {
        written += write(file, "x", 1) == 1;
    }
    close(file);
    unlink("small");
}

/* What the kernel itself lays there, and as much again as a stack of 8192 bytes has on most machines. Below is no memory. */
static void* writeOnSmallStack(void* unused)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t bytes = getauxval(AT_MINSIGSTKSZ) + 4816;
    char* const memory =
        mmap(NULL, bytes + 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    insist(memory != MAP_FAILED && mprotect(memory, page, PROT_NONE) == 0, "mmap");
    const stack_t own = {.ss_sp = memory + page, .ss_size = bytes};
    insist(sigaltstack(&own, NULL) == 0, "sigaltstack");
    pthread_kill(pthread_self(), SIGUSR2);
    return unused;
}

/* Handlers on a small stack of their own: the first of the process, and of a thread, that is recorded. */
static void smallStacks(void)
{
    struct sigaction action = {.sa_handler = writeFile, .sa_flags = SA_ONSTACK};
    sigaction(SIGUSR2, &action, NULL);
    writeOnSmallStack(NULL);
    pthread_t thread;
    insist(pthread_create(&thread, NULL, writeOnSmallStack, NULL) == 0, "pthread_create");
    pthread_join(thread, NULL);
    insist(written == 6000, "writes on a small stack");
}

/* A descriptor that a folder had, and one that was closed below its stream. */
static void reused(void)
{
    insist(mkdir("folder", 0700) == 0, "mkdir");
    const int folder = open("folder", O_RDONLY | O_DIRECTORY);
    DIR* const entries = fdopendir(folder);
    insist(entries != NULL && closedir(entries) == 0, "closedir");
    int ends[2];
    insist(pipe(ends) == 0 && (ends[0] == folder || ends[1] == folder), "the folder's descriptor");
    insist(write(ends[1], "x", 1) == 1, "write to a pipe");
    close(ends[0]);
    close(ends[1]);
    const int file = open("closed", O_CREAT | O_RDWR, 0600);
    FILE* const stream = fdopen(file, "w");
    insist(stream != NULL && close(file) == 0, "close below a stream");
}

/* Standard output is another file for a while. */
static void redirected(void)
{
    insist(fputs("", stdout) >= 0, "fputs of nothing");
    const int before = dup(1);
    const int file = open("redirected", O_CREAT | O_WRONLY, 0600);
    insist(dup2(file, 1) == 1 && close(file) == 0, "dup2");
    insist(printf("redirected\n") == 11 && fflush(stdout) == 0, "printf");
    insist(dup2(before, 1) == 1 && close(before) == 0, "dup2 back");
}

/* The folder above a link is not the one that the link lies in. */
static void behindLink(void)
{
    insist(mkdir("above", 0700) == 0 && mkdir("above/below", 0700) == 0, "mkdir");
    insist(symlink("above/below", "link") == 0, "symlink");
    const int file = open("link/../data", O_CREAT | O_WRONLY, 0600);
    insist(write(file, "x", 1) == 1 && access("above/data", F_OK) == 0, "write behind a link");
    close(file);
}

static atomic_int isReading = 0;

static void* readForEver(void* unused)
{
    char letter = 0;
    isReading = 1;
    (void)!read(pipeEnds[0], &letter, 1);
    return unused;
}

/* read is a point at which threads are cancelled. */
static void cancellation(void)
{
    pthread_t thread;
    insist(pthread_create(&thread, NULL, readForEver, NULL) == 0, "pthread_create");
    while (!isReading) {
        sched_yield();
    }
    usleep(10000);
    void* result = NULL;
    insist(pthread_cancel(thread) == 0 && pthread_join(thread, &result) == 0, "cancel");
    insist(result == PTHREAD_CANCELED, "a cancelled read");
}

/* A child of vfork has our memory and descriptors of its own. */
static void children(const char* path)
{
    const int file = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    const pid_t shared = vfork();
    if (shared == 0) {
        close(file);
        dup2(pipeEnds[1], 1);
        execl("/bin/echo", "echo", "child", (char*)NULL);
        _exit(1);
    }
    int status = 0;
    insist(waitpid(shared, &status, 0) == shared && status == 0, "vfork");
    char text[16] = "";
    insist(read(pipeEnds[0], text, sizeof text) == 6 && strcmp(text, "child\n") == 0, "echo");
    insist(write(file, "parent", 6) == 6, "write after vfork");
    const pid_t own = fork();
    if (own == 0) {
        const int wrote = write(file, "fork", 4) == 4 && close(file) == 0;
        _exit(wrote ? 0 : 1);
    }
    insist(waitpid(own, &status, 0) == own && status == 0, "fork");
    insist(
        pwrite(file, "behind", 6, 10) == 6 && lseek(file, 0, SEEK_END) == 16, "write after fork");
    close(file);
    unlink(path);
}

/* All descriptors closed at once, as daemons do. */
static void closeAll(void)
{
    const pid_t own = fork();
    if (own == 0) {
        closefrom(3);
        const int file = open("/dev/null", O_WRONLY);
        _exit(file == 3 && write(file, "x", 1) == 1 ? 0 : 1);
    }
    int status = 0;
    insist(waitpid(own, &status, 0) == own && status == 0, "closefrom");
}

int main(int argc, char** argv)
{
    insist(argc == 2 && chdir(argv[1]) == 0, "usage: io_edges DIR");
    smallStacks();
    failures();
    errnoIsKept("kept");
    memoryStreams();
    signals();
    reused();
    redirected();
    behindLink();
    cancellation();
    children("shared");
    closeAll();
    puts("unchanged");
    return 0;
}
