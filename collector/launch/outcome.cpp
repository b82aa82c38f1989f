#include "collector/launch/outcome.h"

#include <sys/wait.h>

#include <cerrno>
#include <iostream>
#include <system_error>

namespace vellum::collector::launch {

namespace {

constexpr int kUsage = 2;
constexpr int kSignalled = 128;

}  // namespace

void say(const std::string& sentence)
{
    // In one piece: the ranks of a job say things at the same time.
    std::cerr << "vellum-record: " + sentence + '\n';
}

int exitStatusOf(int waitStatus)
{
    return WIFSIGNALED(waitStatus) ? kSignalled + WTERMSIG(waitStatus) : WEXITSTATUS(waitStatus);
}

int refuse(const std::string& sentence)
{
    say(sentence);
    return kUsage;
}

std::string startFailure(const std::string& command, int error)
{
    const std::string fact = error == ENOENT ? "not found" : std::generic_category().message(error);
    return command + " cannot be started: " + fact;
}

}  // namespace vellum::collector::launch
