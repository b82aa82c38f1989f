// With --follow-fork a child is a process of its own in the archive; what was open at the fork is open.
// record: --follow-fork
// visits: child() = 1000
// calls: main > child() = 1000
// visits: parent() = 50
// visits: main = 2
// processes: 2
// locations: 2
#include <sys/wait.h>
#include <unistd.h>

volatile int counter;

void child()
{
    counter = counter + 1;
}

void parent()
{
    counter = counter + 1;
}

int main()
{
    const pid_t pid = fork();
    if (pid == 0) {
        for (int i = 0; i < 1000; ++i) {
            child();
        }
        return 0;
    }
    for (int i = 0; i < 50; ++i) {
        parent();
    }
    waitpid(pid, nullptr, 0);
}
