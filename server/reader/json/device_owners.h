#pragma once

#include "server/reader/tracks/track.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace vellum::server::reader::json {

using TrackList = std::vector<const tracks::Track*>;

/// The correlations of a process's calls that give work to devices: ascending, each once.
[[nodiscard]] std::vector<std::uint64_t> launchNumbers(const TrackList& host);

/// Which of several processes gave a device its work.
struct DeviceOwner {
    /// Its place among the processes; nothing where no one of them has nearly all numbers of the work and
    /// more of them than any other.
    std::optional<std::size_t> process;
    std::uint64_t ambiguous = 0;  ///< works whose number calls of several processes have
};

/// \param numbers  launchNumbers of each process
/// Cost   Of each work a look into each process's numbers.
[[nodiscard]] DeviceOwner ownerOf(
    const TrackList& device, std::span<const std::vector<std::uint64_t>> numbers);

}  // namespace vellum::server::reader::json
