#pragma once

#include "tests/generate/random_source.h"

#include <otf2/otf2.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace vellum::generate {

/// What `vellum-generate random` was asked for. Equal values write equal archives.
struct RandomOptions {
    std::uint64_t seed = 1;
    std::filesystem::path out;
    unsigned nodes = 0;  ///< 0, here and below: drawn from the seed
    unsigned processes = 0;
    unsigned locations = 0;  ///< in all; at least one per process
    unsigned events = 400;   ///< about, per location
    unsigned depth = 200;    ///< the deepest stack
    unsigned regions = 0;
    bool damage = false;  ///< unmatched enters and leaves, wrong counts, clocks running backwards
};

/// What a location of a random archive records.
enum class Part : std::uint8_t { Thread, Stream, MetricOnly, Empty };

struct PlannedRegion {
    std::string name;
    OTF2_RegionRole role = OTF2_REGION_ROLE_FUNCTION;
    OTF2_Paradigm paradigm = OTF2_PARADIGM_COMPILER;
    std::string sourceFile;
};

/// A message operation that a location has to record, in the order of its list.
struct MessageOperation {
    bool isSend = true;
    bool blocking = true;
    bool cancelled = false;  ///< non-blocking only: posted and then cancelled
    std::uint32_t rank = 0;  ///< of the partner, in the communicator
    OTF2_CommRef comm = 0;
    std::uint32_t tag = 0;
    std::uint64_t bytes = 0;
};

/// A clock correction: at this time stamp, this many ticks are added.
struct ClockPoint {
    std::uint64_t time = 0;
    std::int64_t offset = 0;
};

struct PlannedLocation {
    OTF2_LocationRef ref = 0;
    std::uint32_t process = 0;
    Part part = Part::Thread;
    bool hasEventFile = true;
    std::string name;
    std::vector<std::uint32_t> regionMap;  ///< local → global; empty: references are global
    std::vector<ClockPoint> clock;
    std::vector<MessageOperation> messages;
    std::uint64_t written = 0;  ///< records, filled while writing
    std::uint64_t lastTime = 0;
};

enum class CommKind : std::uint8_t { World, Sub, Self, Inter };

/// A communicator; members are MPI ranks of the world, in the communicator's order.
struct PlannedComm {
    CommKind kind = CommKind::World;
    bool globalMembers = false;  ///< OTF2's flag: ranks in records are those of the world
    std::vector<std::uint64_t> members;
    std::vector<std::uint64_t> remote;  ///< inter-communicators: the other group
};

struct RandomPlan {
    std::uint64_t ticksPerSecond = 0;
    std::uint64_t globalOffset = 0;
    unsigned nodes = 1;
    unsigned processes = 1;
    std::vector<PlannedRegion> regions;
    std::vector<PlannedLocation> locations;
    std::vector<std::size_t> masters;  ///< by MPI rank: index into locations
    std::vector<std::uint32_t> ranks;  ///< by process: its MPI rank
    std::vector<PlannedComm> comms;    ///< reference = index
};

inline constexpr std::uint32_t kMetricMembers = 5;
inline constexpr std::uint32_t kAttributes = 5;
inline constexpr OTF2_MetricRef kSyncMetric = 0;   ///< members 0, 1, 2
inline constexpr OTF2_MetricRef kAsyncMetric = 1;  ///< members 3, 4

/// Draws everything but the events.
[[nodiscard]] RandomPlan drawPlan(const RandomOptions& options, RandomSource& random);

}  // namespace vellum::generate
