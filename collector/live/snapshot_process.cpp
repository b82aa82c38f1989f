#include "collector/live/snapshot_process.h"

#include "collector/live/streamer.h"
#include "collector/measurement/clock.h"

#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <exception>
#include <string>
#include <system_error>
#include <utility>

namespace vellum::collector::live {

namespace fs = std::filesystem;

namespace {

/// In the spool, with which it goes.
fs::path folderOf(const LiveOptions& options)
{
    return options.request.spool / "live";
}

fs::path folderOf(const fs::path& all, std::uint64_t number)
{
    return all / std::to_string(number);
}

SnapshotMade make(const LiveOptions& options, std::uint64_t number)
{
    writer::ArchiveRequest request = options.request;
    request.directory = folderOf(folderOf(options), number);
    request.cutTick = measurement::readClock(options.clock);
    request.mainEndTick = request.cutTick;
    request.clock = options.calibrate();
    request.properties.emplace_back("VELLUM::LIVE_GENERATION", std::to_string(number));
    std::error_code failure;
    fs::create_directories(request.directory, failure);
    const auto summary = writer::buildArchive(request);
    if (!summary.isOk()) {
        return {.number = number};
    }
    const std::uint64_t end =
        summary.value().stopTick != 0 ? summary.value().stopTick : request.cutTick;
    const std::uint64_t ticks = end - std::min(end, summary.value().firstTick);
    constexpr double kNanosecondsPerSecond = 1e9;
    return {
        .number = number,
        .isThere = 1,
        .events = summary.value().events,
        .nanoseconds = static_cast<std::uint64_t>(
            static_cast<double>(ticks) * kNanosecondsPerSecond
            / static_cast<double>(request.clock.ticksPerSecond))};
}

/// Until the other end of the channel is closed.
int serve(int channel, const LiveOptions& options)
{
    SnapshotWanted wanted;
    while (::recv(channel, &wanted, sizeof wanted, 0) == sizeof wanted) {
        const std::uint64_t before = processorNs();
        SnapshotMade made = make(options, wanted.number);
        made.processorNs = processorNs() - before;
        if (::send(channel, &made, sizeof made, MSG_NOSIGNAL) != sizeof made) {
            break;
        }
    }
    return 0;
}

}  // namespace

SnapshotProcess::SnapshotProcess(const LiveOptions& options) : m_folder(folderOf(options))
{
    std::array<int, 2> ends{-1, -1};
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) {
        return;
    }
    const pid_t parent = ::getpid();
    m_process = ::fork();
    if (m_process == 0) {
        ::close(ends[0]);
        endWithParent(parent);
        try {
            ::_exit(serve(ends[1], options));
        } catch (const std::exception&) {
            ::_exit(1);  // out of memory: the run is recorded all the same
        }
    }
    ::close(ends[1]);
    if (m_process < 0) {
        ::close(ends[0]);
        return;
    }
    m_channel = ends[0];
}

SnapshotProcess::~SnapshotProcess()
{
    end();
}

bool SnapshotProcess::ask()
{
    const SnapshotWanted wanted{.number = ++m_number};
    return ::send(m_channel, &wanted, sizeof wanted, MSG_NOSIGNAL) == sizeof wanted;
}

std::optional<SnapshotMade> SnapshotProcess::hear() const
{
    SnapshotMade made;
    if (::recv(m_channel, &made, sizeof made, 0) != sizeof made) {
        return std::nullopt;
    }
    return made;
}

fs::path SnapshotProcess::folder() const
{
    return folderOf(m_folder, m_number);
}

void SnapshotProcess::remove() const
{
    std::error_code ignored;
    fs::remove_all(folder(), ignored);
}

void SnapshotProcess::end()
{
    if (m_channel < 0) {
        return;
    }
    ::close(std::exchange(m_channel, -1));
    ::kill(m_process, SIGKILL);
    while (::waitpid(m_process, nullptr, 0) < 0 && errno == EINTR) {}
    std::error_code ignored;
    fs::remove_all(m_folder, ignored);
}

}  // namespace vellum::collector::live
