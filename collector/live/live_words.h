#pragma once

#include <cstddef>
#include <cstdint>
#include <ctime>

namespace vellum::collector::live {

// What the processes of a live run say to each other, over pairs of sockets that keep messages apart. All of them are of
// one program, forked from each other.

/// The launcher to the streamer: the word of a ToStreamer.
inline constexpr char kProgramEnded = 'e';
inline constexpr char kArchiveWritten = 'a';
/// The streamer to the launcher.
inline constexpr char kQuiet = 'q';  ///< nothing of the spool is read any more
inline constexpr char kAlive = '.';  ///< the server has taken something more
inline constexpr char kDone = 'd';

inline constexpr std::size_t kMostPathBytes = 4096;

struct ToStreamer {
    char word = 0;
    std::uint64_t events = 0;
    std::uint64_t nanoseconds = 0;
    char archive[kMostPathBytes] = {};  ///< the folder
};

/// Processor time of this process so far.
[[nodiscard]] inline std::uint64_t processorNs()
{
    constexpr std::uint64_t kNanosecondsPerSecond = 1'000'000'000;
    timespec time{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<std::uint64_t>(time.tv_sec) * kNanosecondsPerSecond
           + static_cast<std::uint64_t>(time.tv_nsec);
}

/// The streamer to who makes snapshots.
struct SnapshotWanted {
    std::uint64_t number = 0;
};

struct SnapshotMade {
    std::uint64_t number = 0;
    std::uint32_t isThere = 0;  ///< 0: there is nothing to see yet, or it cannot be written
    std::uint32_t padding = 0;
    std::uint64_t events = 0;
    std::uint64_t nanoseconds = 0;
    std::uint64_t processorNs = 0;  ///< that it took
};

}  // namespace vellum::collector::live
