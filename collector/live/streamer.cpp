#include "collector/live/streamer.h"

#include "collector/live/archive_sender.h"
#include "collector/live/live_words.h"
#include "collector/live/recording_stop.h"
#include "collector/live/snapshot_process.h"
#include "collector/measurement/clock.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <exception>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>

namespace vellum::collector::live {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

namespace {

constexpr std::chrono::milliseconds kLookPause{300};
constexpr std::chrono::milliseconds kLeastPause{1'000};
constexpr int kPauseFactor = 10;  ///< archives take this part of one core's time, at the most
/// Of the disk that is left to the recording itself.
constexpr std::uint64_t kLeastFreeBytes = std::uint64_t{1} << 30U;

class Streamer {
public:
    Streamer(int channel, const LiveOptions& options)
        : m_channel(channel)
        , m_options(options)
        , m_snapshots(options)  // before the sender, which has threads
    {
    }

    int run();

private:
    void begin();
    void wait() const;
    void listen();
    void look();
    void step();
    [[nodiscard]] bool hasRoom();
    void takeSnapshot();
    void send(const fs::path& folder, const codec::LiveCommit& facts);
    void sendLast();
    void giveUp(const std::string& why);
    void tell(char word) const { (void)::send(m_channel, &word, 1, MSG_NOSIGNAL); }

    int m_channel;
    const LiveOptions& m_options;
    SnapshotProcess m_snapshots;
    std::optional<ArchiveSender> m_sender;  ///< none: it could not begin, or has been lost
    bool m_isAsked = false;                 ///< a snapshot is on its way
    bool m_isStopped = false;               ///< the recording
    bool m_isWhole =
        false;  ///< no further snapshot is wanted: one was begun after that, or the disk is full
    Clock::time_point m_next = Clock::now() + kLeastPause;
    ToStreamer m_heard;     ///< the last word of the launcher
    bool m_isOver = false;  ///< the launcher is gone
};

int Streamer::run()
{
    begin();
    while (!m_isOver && m_heard.word != kArchiveWritten) {
        wait();
        listen();
        if (m_heard.word == 0) {
            step();
        }
    }
    if (!m_isOver) {
        sendLast();
        tell(kDone);
    }
    return 0;
}

void Streamer::begin()
{
    auto sender = ArchiveSender::begin(m_options.endpoint, m_options.name);
    if (sender.isOk()) {
        m_sender.emplace(std::move(sender).value());
    } else {
        giveUp(sender.error().message);
    }
}

/// For a word of the launcher, a snapshot, or the time to look again.
void Streamer::wait() const
{
    std::array<pollfd, 2> items{};
    items[0] = {.fd = m_channel, .events = POLLIN, .revents = 0};
    items[1] = {.fd = m_isAsked ? m_snapshots.channel() : -1, .events = POLLIN, .revents = 0};
    ::poll(items.data(), items.size(), m_sender ? static_cast<int>(kLookPause.count()) : -1);
}

/// Never waits.
void Streamer::listen()
{
    ToStreamer heard;
    const ssize_t size = ::recv(m_channel, &heard, sizeof heard, MSG_DONTWAIT);
    if (size < 0) {
        return;
    }
    if (size != sizeof heard) {
        m_isOver = true;
        return;
    }
    m_heard = heard;
    if (heard.word == kProgramEnded) {
        m_snapshots.end();
        m_isAsked = false;
        tell(kQuiet);
    }
}

void Streamer::step()
{
    if (!m_sender) {
        return;
    }
    look();
    pollfd item{.fd = m_snapshots.channel(), .events = POLLIN, .revents = 0};
    if (m_isAsked && ::poll(&item, 1, 0) > 0) {
        takeSnapshot();
    }
    const bool isDue = Clock::now() >= m_next || (m_isStopped && !m_isWhole);
    if (m_sender && !m_isAsked && isDue && !m_isWhole && hasRoom()) {
        m_isWhole = m_isStopped;
        m_isAsked = m_snapshots.isThere() && m_snapshots.ask();
        if (!m_isAsked) {
            giveUp("no archive can be made while the program runs");
        }
    }
}

/// Whether the recording is to stop.
void Streamer::look()
{
    const auto state = m_sender->say(codec::LiveLook{});
    if (!state.isOk()) {
        giveUp(state.error().message);
    } else if (state.value().phase == query::LivePhase::Stopping && !m_isStopped) {
        m_isStopped =
            stopRecording(m_options.request.spool, measurement::readClock(m_options.clock));
        if (m_isStopped) {
            m_options.say("live: the recording stops, as was asked for; the program runs on");
        }
    }
}

bool Streamer::hasRoom()
{
    std::error_code failure;
    const auto space = fs::space(m_options.request.spool, failure);
    const std::uint64_t needed = kLeastFreeBytes + 2 * m_sender->bytes();
    if (!failure && space.available < needed) {
        m_snapshots.end();
        m_isWhole = true;
        m_options.say(
            "live: the disk has " + std::to_string(space.available)
            + " bytes left, which are the recording's; nothing more is sent before the end");
        return false;
    }
    return true;
}

void Streamer::takeSnapshot()
{
    m_isAsked = false;
    const auto made = m_snapshots.hear();
    if (!made) {
        giveUp("who makes the archives has died");
        return;
    }
    const std::uint64_t before = processorNs();
    if (made->isThere != 0) {
        send(m_snapshots.folder(), {.events = made->events, .nanoseconds = made->nanoseconds});
    }
    m_snapshots.remove();
    const std::chrono::nanoseconds taken(made->processorNs + processorNs() - before);
    m_next = Clock::now() + std::max<Clock::duration>(kLeastPause, kPauseFactor * taken);
}

/// Ends early where the launcher has something to say: what was sent so far is then not shown.
void Streamer::send(const fs::path& folder, const codec::LiveCommit& facts)
{
    const auto sent = m_sender->send(folder, facts, [this] {
        listen();
        return m_heard.word == 0 && !m_isOver;
    });
    if (!sent.isOk()) {
        giveUp(sent.error().message);
    }
}

/// The archive as it was written.
void Streamer::sendLast()
{
    if (!m_sender) {
        return;
    }
    const fs::path folder(m_heard.archive);
    const codec::LiveCommit facts{.events = m_heard.events, .nanoseconds = m_heard.nanoseconds};
    const auto goesOn = [this] {
        tell(kAlive);
        return true;
    };
    const auto sent = m_sender->send(folder, facts, goesOn);
    if (!sent.isOk()) {
        giveUp(sent.error().message);
        return;
    }
    const auto ended = m_sender->say(codec::LiveEnd{.archive = (folder / "traces.otf2").string()});
    if (!ended.isOk()) {
        giveUp(ended.error().message);
    }
}

void Streamer::giveUp(const std::string& why)
{
    m_sender.reset();
    m_snapshots.end();
    m_isAsked = false;
    m_options.say(
        "live: " + why
        + (m_heard.word == 0 ? "; the recording goes on" : "; the whole archive was not sent"));
}

}  // namespace

int runStreamer(int channel, const LiveOptions& options)
{
    // Its output is closed here: we print nothing there, and a pipe that reads it ends with the program, not with us.
    const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    ::dup2(nothing, STDIN_FILENO);
    ::dup2(nothing, STDOUT_FILENO);
    try {
        return Streamer(channel, options).run();
    } catch (const std::exception& failure) {
        options.say(std::string("live: ") + failure.what());
        return 1;
    }
}

void endWithParent(pid_t parent)
{
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) {
        ::_exit(0);  // it is gone already
    }
    std::signal(SIGTERM, SIG_DFL);
    std::signal(SIGHUP, SIG_IGN);
    constexpr int kLater = 10;  // not 19: where all cores are busy, that would never come to an end
    [[maybe_unused]] const int niceness = ::nice(kLater);
}

}  // namespace vellum::collector::live
