#include "collector/live/live_stream.h"

#include "collector/live/live_words.h"
#include "collector/live/streamer.h"

#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <system_error>
#include <utility>

namespace vellum::collector::live {

namespace {

constexpr std::chrono::milliseconds kQuietPatience{5'000};
constexpr std::chrono::milliseconds kAlivePatience{10'000};

bool sendWord(int channel, const ToStreamer& message)
{
    return ::send(channel, &message, sizeof message, MSG_NOSIGNAL) == sizeof message;
}

}  // namespace

LiveStream::LiveStream(pid_t process, int channel, std::function<void(const std::string&)> say)
    : m_process(process)
    , m_channel(channel)
    , m_say(std::move(say))
{
}

std::unique_ptr<LiveStream> LiveStream::begin(LiveOptions options)
{
    std::array<int, 2> ends{-1, -1};
    const bool isPaired = ::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) == 0;
    const pid_t launcher = ::getpid();
    const pid_t process = isPaired ? ::fork() : -1;
    if (process < 0) {
        options.say(
            "live: there can be no process for it: " + std::generic_category().message(errno));
        ::close(ends[0]);
        ::close(ends[1]);
        return nullptr;
    }
    if (process == 0) {
        ::close(ends[0]);
        endWithParent(launcher);
        ::_exit(runStreamer(ends[1], options));
    }
    ::close(ends[1]);
    return std::unique_ptr<LiveStream>(
        new LiveStream(process, ends[0], std::move(options.say)));  // the constructor is private
}

LiveStream::~LiveStream()
{
    end();
}

char LiveStream::hear(std::chrono::milliseconds patience) const
{
    pollfd item{.fd = m_channel, .events = POLLIN, .revents = 0};
    int ready = 0;
    do {
        ready = ::poll(&item, 1, static_cast<int>(patience.count()));
    } while (ready < 0 && errno == EINTR);
    char word = 0;
    return ready == 1 && ::recv(m_channel, &word, 1, 0) == 1 ? word : '\0';
}

void LiveStream::endOfProgram()
{
    if (m_channel < 0) {
        return;
    }
    const bool isTold = sendWord(m_channel, {.word = kProgramEnded});
    char word = isTold ? hear(kQuietPatience) : '\0';
    while (word != kQuiet && word != '\0') {
        word = hear(kQuietPatience);
    }
    if (word == '\0') {
        m_say("live: the server does not answer, and has not the whole archive");
        end();  // whatever it hangs in: the spool is to be ours alone
    }
}

void LiveStream::finish(
    const std::filesystem::path& archive, std::uint64_t events, std::uint64_t nanoseconds)
{
    ToStreamer message{.word = kArchiveWritten, .events = events, .nanoseconds = nanoseconds};
    const std::string path = archive.string();
    if (m_channel < 0 || path.size() >= sizeof message.archive) {
        return;
    }
    std::memcpy(message.archive, path.data(), path.size());
    char word = sendWord(m_channel, message) ? kAlive : '\0';
    while (word == kAlive) {
        word = hear(kAlivePatience);
    }
    if (word != kDone && ::waitpid(m_process, nullptr, WNOHANG) == 0) {
        m_say("live: the server has taken nothing for 10 s, and has not all of " + path);
    }
    end();
}

void LiveStream::end()
{
    if (m_channel < 0) {
        return;
    }
    ::close(std::exchange(m_channel, -1));
    ::kill(m_process, SIGKILL);
    while (::waitpid(m_process, nullptr, 0) < 0 && errno == EINTR) {}
}

}  // namespace vellum::collector::live
