#pragma once

#include <cstdint>

namespace vellum::collector::measurement {

/// How large the archive may become that is made of a spool: the file `space` in SPOOL itself, which all its processes
/// share. A thread takes what its next window could come to, and gives back what it did not.
///
/// Exact    What is kept is never more than `limit`; for a moment `used` may be, while somebody tries. An event of a function is counted with 14 bytes of archive, which
///          are 9 of time, a kind, a length and 3 of its region; of other records each with 64.
/// Stop     When somebody cannot take what he needs, everybody stops; what was stored after that moment is not read.
/// Threads  Any, of several processes: atomic.
inline constexpr const char* kSpaceFile = "space";
inline constexpr std::uint64_t kArchiveBytesOfEvent = 14;
inline constexpr std::uint64_t kArchiveBytesOfOther = 64;
/// Of a window, per word of 8 bytes, which may be a whole visit.
inline constexpr std::uint64_t kMostArchiveBytesOfWord = 2 * kArchiveBytesOfEvent;

/// As a limit: only the stop is wanted, which somebody outside may write (collector/live). Then nothing is counted.
inline constexpr std::uint64_t kNoArchiveLimit = UINT64_MAX;

struct SpaceBudget {
    std::uint64_t limit = 0;     ///< bytes
    std::uint64_t used = 0;      ///< of them
    std::uint64_t stopTick = 0;  ///< when the recording stopped; 0: it did not
};

/// Null where there is no limit.
extern SpaceBudget* spaceBudget __attribute__((visibility("hidden")));

/// Of the process that begins, where process.config asks for it. \return false, with errno, if there is no space
bool openSpaceBudget();

[[nodiscard]] bool hasStopped();

/// \param wanted  bytes of a window. \return how many it may have, multiples of \p unit, at least two; 0: the recording stops
[[nodiscard]] std::uint64_t takeWindow(std::uint64_t wanted, std::uint64_t unit);

/// What a window came to is known: [words, end) of the \p bytes that it had.
void settleWindow(const std::uint64_t* words, const std::uint64_t* end, std::uint64_t bytes);

/// Of other files. \return false: the recording stops, and nothing is to be stored
[[nodiscard]] bool takeSpace(std::uint64_t bytes);

}  // namespace vellum::collector::measurement
