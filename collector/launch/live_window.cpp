#include "collector/launch/live_window.h"

#include "common/client/launch_server.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <system_error>
#include <vector>

namespace vellum::collector::launch {

namespace fs = std::filesystem;

namespace {

constexpr int kReadyMs = 5'000;

Error unavailable(std::string message)
{
    return {.kind = ErrorKind::Unavailable, .message = std::move(message)};
}

/// Starts \p words in a session of its own: an interrupt of the terminal is not for it, nor does it keep our ways with signals.
///
/// \param output  where its standard output goes; -1: nowhere
Result<void> spawn(std::vector<std::string> words, int output)
{
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& word : words) {
        arguments.push_back(word.data());
    }
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    // It outlives us, and whoever reads what we write waits for its end.
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    if (output >= 0) {
        posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
    } else {
        posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    }
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t all;
    ::sigfillset(&all);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF);
    pid_t process = 0;
    const int error =
        ::posix_spawnp(&process, arguments.front(), &files, &attributes, arguments.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return error == 0 ? Result<void>()
                      : Result<void>(unavailable(
                          words.front()
                          + " cannot be started: " + std::generic_category().message(error)));
}

/// What comes until the end of a line, the end of the time, or the end.
std::string readLine(int file)
{
    std::string line;
    pollfd item{.fd = file, .events = POLLIN, .revents = 0};
    char next = '\0';
    while (::poll(&item, 1, kReadyMs) == 1 && ::read(file, &next, 1) == 1 && next != '\n') {
        line += next;
    }
    return line;
}

}  // namespace

std::string programBeside(const char* name)
{
    std::error_code failure;
    const fs::path beside = fs::read_symlink("/proc/self/exe", failure).parent_path() / name;
    return ::access(beside.c_str(), X_OK) == 0 ? beside.string() : name;
}

Result<std::string> startServer()
{
    std::array<int, 2> ends{-1, -1};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        return unavailable("a pipe cannot be made: " + std::generic_category().message(errno));
    }
    const auto started = spawn({programBeside("vellum-server"), "--idle-timeout", "60s"}, ends[1]);
    ::close(ends[1]);
    const std::string line = started.isOk() ? readLine(ends[0]) : std::string();
    ::close(ends[0]);
    VELLUM_RETURN_IF_ERROR(started);
    if (!line.starts_with(client::kServerReady)) {
        return unavailable("vellum-server did not become ready");
    }
    return line.substr(client::kServerReady.size());
}

Result<void> openWindow(const std::string& url, const std::string& path)
{
    return spawn({programBeside("vellum"), "--connect", url, path}, -1);
}

}  // namespace vellum::collector::launch
