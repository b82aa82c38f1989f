#pragma once

#include <cstdint>

namespace vellum::query {

// Checked before anything is allocated. A request past a limit is answered with invalidArgument
// and both numbers; an answer that would pass one, with resourceExhausted.

inline constexpr std::uint32_t kMaxColumns = 65'536;
inline constexpr std::uint64_t kMaxItems = 1'000'000;   ///< messages, hits, events in one answer
inline constexpr std::uint64_t kFewestBursts = 4;       ///< that a limit of bursts may say
inline constexpr std::uint64_t kMaxCells = 64'000'000;  ///< rows × columns of one answer
inline constexpr std::uint64_t kMaxMatrixSide = 8'192;
inline constexpr std::uint64_t kMaxPatternBytes = 4'096;
/// A timeline's column in which more enters and leaves lie names no visit.
inline constexpr std::uint64_t kMostChangesOfVisit = 32;
inline constexpr std::uint32_t kMaxLevels = 1'024;  ///< of one location in a timeline of levels
inline constexpr std::uint64_t kMaxKeys = 1'024;    ///< named in one request
inline constexpr std::uint64_t kMaxStretches = 16'000'000;  ///< of time in one summary timeline
inline constexpr std::uint64_t kMaxPresenceClasses = 64;    ///< in one timeline: bits of a mask
inline constexpr std::uint64_t kMaxEnds =
    16'000'000;  ///< of messages or collectives, from one part
inline constexpr std::uint64_t kMaxSelectedLocations = 1'000'000;
inline constexpr std::uint64_t kMaxFilters = 64;             ///< of a kind, in one request
inline constexpr std::uint64_t kMaxFilterEntries = 100'000;  ///< in each list of a filter

}  // namespace vellum::query
