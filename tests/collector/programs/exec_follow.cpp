// With --follow-fork what the child executes is recorded; before its exec it has no events to show.
// record: --follow-fork
// visits: main = 2
// visits: parent() = 1
// visits: child() = 1
// processes: 2
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>

volatile int counter;

void parent()
{
    counter = counter + 1;
}

void child()
{
    counter = counter + 1;
}

int main(int argc, char** argv)
{
    if (argc > 1 && std::strcmp(argv[1], "child") == 0) {
        child();
        return 0;
    }
    const pid_t pid = fork();
    if (pid == 0) {
        execl("/proc/self/exe", argv[0], "child", nullptr);
        _exit(1);
    }
    waitpid(pid, nullptr, 0);
    parent();
}
