// Ends in unusual ways: `kill` is killed within its tasks; `fork` makes a child that has parallel regions of its own.
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>

namespace {

void twoThreads()
{
#pragma omp parallel num_threads(2)
    {
#pragma omp barrier
    }
}

void deeper(int depth)
{
    if (depth == 0) {
        kill(getpid(), SIGKILL);
    }
#pragma omp task
    deeper(depth - 1);
#pragma omp taskwait
}

}  // namespace

int main(int argc, char** argv)
{
    twoThreads();
    if (argc > 1 && std::strcmp(argv[1], "kill") == 0) {
#pragma omp parallel num_threads(2)
#pragma omp single
        deeper(3);
    }
    const pid_t child = fork();
    if (child == 0) {
        twoThreads();
        return 0;
    }
    int status = 0;
    waitpid(child, &status, 0);
    twoThreads();
    return status;
}
