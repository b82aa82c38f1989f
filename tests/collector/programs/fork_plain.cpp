// Without --follow-fork a child records nothing and leaves the parent's recording alone.
// visits: child() = 0
// visits: parent() = 50
// visits: main = 1
// processes: 1
// locations: 1
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
