#include "collector/sources/mpi/clock_sync.h"

#include "collector/measurement/spool_format.h"
#include "collector/sources/bridge/bridge.h"
#include "collector/sources/mpi/mpi_library.h"
#include "collector/sources/mpi/process.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace vellum::collector::mpi {

namespace {

constexpr int kTries = 100;
constexpr int kTag = 1;

using ClockName = std::uint64_t;

/// Made once, by the thread that calls MPI_Init.
struct Sync {
    MPI_Comm communicator{};
    std::vector<int> leaders;  ///< the lowest rank of each clock but rank 0's
};
constinit Sync* sync = nullptr;

ClockName hashOf(ClockName hash, const char* text)
{
    for (; text != nullptr && *text != '\0'; ++text) {
        hash = (hash ^ static_cast<unsigned char>(*text)) * 1099511628211U;  // FNV-1a
    }
    return hash;
}

/// Of the machine since it was started, and of the kind of clock.
ClockName ownClockName()
{
    char boot[64] = {};
    if (std::FILE* const file = std::fopen("/proc/sys/kernel/random/boot_id", "re")) {
        (void)!std::fread(boot, 1, sizeof boot - 1, file);
        std::fclose(file);
    }
    ClockName name = hashOf(14695981039346656037U, boot);
    for (const char* variable : {measurement::kEnvClock, measurement::kEnvClockSkew}) {
        name = hashOf(name, std::getenv(variable));  // NOLINT(concurrency-mt-unsafe): at the begin
    }
    return name;
}

void answer(int leader)
{
    for (int i = 0; i < kTries; ++i) {
        std::uint64_t tick = 0;
        VELLUM_PMPI(Recv)
        (&tick, sizeof tick, handles().byte, leader, kTag, sync->communicator, MPI_STATUS_IGNORE);
        tick = ::vellum_collector_now();
        VELLUM_PMPI(Send)(&tick, sizeof tick, handles().byte, leader, kTag, sync->communicator);
    }
}

void ask()
{
    std::uint64_t shortest = UINT64_MAX;
    std::uint64_t own = 0;
    std::uint64_t master = 0;
    for (int i = 0; i < kTries; ++i) {
        std::uint64_t tick = 0;
        const std::uint64_t begin = ::vellum_collector_now();
        VELLUM_PMPI(Send)(&tick, sizeof tick, handles().byte, 0, kTag, sync->communicator);
        VELLUM_PMPI(Recv)
        (&tick, sizeof tick, handles().byte, 0, kTag, sync->communicator, MPI_STATUS_IGNORE);
        const std::uint64_t took = ::vellum_collector_now() - begin;
        if (took < shortest) {
            shortest = took;
            own = begin + took / 2;
            master = tick;
        }
    }
    note(
        "sync %llu %llu",
        static_cast<unsigned long long>(own),
        static_cast<unsigned long long>(master));
}

void compareClocks()
{
    const auto rank = static_cast<int>(worldPlace().rank);
    for (const int leader : sync->leaders) {
        if (rank == 0) {
            answer(leader);
        } else if (rank == leader) {
            ask();
        }
    }
}

/// One rank of each clock but that of rank 0.
std::vector<int> leadersOf(const std::vector<ClockName>& names)
{
    std::vector<int> leaders;
    std::vector<ClockName> seen{names.front()};
    for (std::size_t rank = 1; rank < names.size(); ++rank) {
        if (std::find(seen.begin(), seen.end(), names[rank]) == seen.end()) {
            seen.push_back(names[rank]);
            leaders.push_back(static_cast<int>(rank));
        }
    }
    return leaders;
}

}  // namespace

void beginClockSync()
{
    if (!worldPlace().isWhole || worldPlace().size == 1) {
        return;
    }
    const ClockName own = ownClockName();
    std::vector<ClockName> names(worldPlace().size);
    VELLUM_PMPI(Allgather)
    (&own,
     sizeof own,
     handles().byte,
     names.data(),
     sizeof own,
     handles().byte,
     handles().world);
    note(
        "clock %016llx %016llx",
        static_cast<unsigned long long>(own),
        static_cast<unsigned long long>(names.front()));
    std::vector<int> leaders = leadersOf(names);
    if (leaders.empty()) {
        return;
    }
    sync = new Sync{.communicator = {}, .leaders = std::move(leaders)};
    VELLUM_PMPI(Comm_dup)(handles().world, &sync->communicator);
    compareClocks();
}

void endClockSync()
{
    if (sync == nullptr) {
        return;
    }
    compareClocks();
    VELLUM_PMPI(Comm_free)(&sync->communicator);
    delete sync;
    sync = nullptr;
}

}  // namespace vellum::collector::mpi
