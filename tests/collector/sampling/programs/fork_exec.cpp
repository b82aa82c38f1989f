// A child of fork goes on where its parent was, and is sampled; so is what it becomes by exec, and who fails to become another.
// What is on its way of the signal then kills nobody.
// record: --sample --follow-fork
// clocks: best, fasync, timer
// stdout: child 0, new program 0, nowhere fails as ever
// path: main > parent() >= 100
// path: main > inChild() > child() >= 100
// path: main > becomes() >= 100
// path: main > failed() >= 100
#include "burn.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

static void burn(double seconds)
{
    const double end = processorSeconds() + seconds;
    while (processorSeconds() < end) {
        sink = steps(50'000);
    }
}

SEPARATE void parent()
{
    burn(0.3);
    sink = 1;
}
SEPARATE void child()
{
    burn(0.3);
    sink = 2;
}
SEPARATE void becomes()
{
    burn(0.3);
    sink = 3;
}
SEPARATE void failed()
{
    burn(0.3);
    sink = 4;
}
SEPARATE int inChild()
{
    const pid_t pid = fork();
    if (pid == 0) {
        child();
        _exit(0);
    }
    int status = 0;
    waitpid(pid, &status, 0);
    return status;
}

int main(int count, char** words)
{
    if (count > 1) {
        becomes();
        return 0;
    }
    parent();
    errno = 0;
    const bool isRight = execl("/nowhere", "nowhere", nullptr) == -1 && errno == ENOENT;
    failed();
    const int first = inChild();
    int second = 0;
    for (int i = 0; i < 20; ++i) {  // right out of computing
        const pid_t pid = fork();
        if (pid == 0) {
            burn(0.02);
            execl(i == 0 ? words[0] : "/bin/true", words[0], "new", nullptr);
            _exit(1);
        }
        int status = 0;
        waitpid(pid, &status, 0);
        second |= status;
    }
    std::printf(
        "child %d, new program %d, nowhere %s\n",
        first,
        second,
        isRight ? "fails as ever" : "fails otherwise");
}
