#pragma once

#include "collector/writer/archive_builder.h"
#include "collector/writer/mpi_world.h"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace vellum::collector::writer {

/// From this record of a location on nothing may be before `time`, a tick of the archive's clock.
struct TimeFloor {
    std::size_t record = 0;
    std::uint64_t time = 0;
};
using TimeFloors = std::vector<TimeFloor>;  ///< by record

/// A location in the spools of a job.
struct SpoolPlace {
    std::uint32_t rank = 0;  ///< whose spool it is
    std::string process;     ///< its folder there
    std::uint32_t location = 0;

    // The check takes the comparison with 0 inside of <=> for a pointer. NOLINTNEXTLINE(modernize-use-nullptr)
    friend auto operator<=>(const SpoolPlace&, const SpoolPlace&) = default;
};

/// Finds the receives that are before their sends once all clocks are mapped to one, and moves them behind. Comparing clocks by messages is never
/// better than the quickest of these was, and a busy machine has no quick ones.
///
/// Exact    Everything else keeps its place, unless it would be before what was moved on the same location. Locations are followed
///          in the order of cause and effect, so that what is moved moves on what depends on it.
/// Odd case Receives whose sends are not there are let be. Receives of one channel are paired in the order in which they end;
///          where they were posted in another order, two of them exchange their sends.
/// Size     In memory are messages under way, sends that are never received, and a floor for each receive that is moved. Spools
///          are mapped, all at once; their pages are given back as they are read.
/// Source   Lamport, "Time, Clocks, and the Ordering of Events in a Distributed System", CACM 21(7), 1978.
[[nodiscard]] std::map<SpoolPlace, TimeFloors> findTimeFloors(
    const std::vector<RankSpool>& ranks, const MpiWorld& world);

}  // namespace vellum::collector::writer
