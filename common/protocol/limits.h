#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace vellum::protocol {

// What either side refuses to take, checked before anything is allocated or read. docs/protocol.md
// repeats them for people.

inline constexpr std::size_t kMaxClientFrameBytes = std::size_t{16} << 20U;
inline constexpr std::size_t kMaxServerFrameBytes = std::size_t{512} << 20U;

inline constexpr std::size_t kMaxClients = 256;
inline constexpr std::size_t kMaxRequestsPerClient = 256;    ///< sent and not yet answered
inline constexpr std::size_t kMaxMalformedPerClient = 16;    ///< then the client is dropped
inline constexpr std::size_t kMaxOpenTracesPerClient = 256;  ///< handles
inline constexpr std::size_t kMaxPathBytes = 4096;
inline constexpr std::size_t kMaxFilesPerTrace = 65'536;  ///< paths, and likewise offsets
inline constexpr std::size_t kMaxLocationWordsBytes = std::size_t{1} << 20U;
inline constexpr std::size_t kMaxWindowBytes = 256;
inline constexpr std::size_t kMaxProgramBytes = 256;
inline constexpr std::size_t kMaxDirectoryEntries = 100'000;

/// Bytes that wait for one client; one frame more is always taken. Then the client is dropped.
inline constexpr std::size_t kMaxQueuedBytesPerClient = std::size_t{512} << 20U;

// Of runs that are looked at while they are recorded, docs/decisions/0029.
inline constexpr std::size_t kMaxLivePartBytes = std::size_t{4} << 20U;
inline constexpr std::size_t kMaxLiveFiles = 65'536;  ///< in one generation
inline constexpr std::size_t kMaxLiveRuns = 64;       ///< in one server
/// On the server's disk, of all generations that are there or on their way.
inline constexpr std::uint64_t kMaxLiveBytes = std::uint64_t{4} << 30U;

/// A client must have its hello answered within this, or gives up.
inline constexpr std::chrono::milliseconds kHelloTimeout{5000};

}  // namespace vellum::protocol
