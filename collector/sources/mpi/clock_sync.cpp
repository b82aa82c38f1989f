#include "collector/sources/mpi/clock_sync.h"

#include "collector/measurement/spool_format.h"
#include "collector/sources/bridge/bridge.h"
#include "collector/sources/mpi/mpi_library.h"
#include "collector/sources/mpi/process.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

namespace vellum::collector::mpi {

namespace {

constexpr std::size_t kTries = 1000;
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

/// Sleeps until \p isDone, so that the two ranks that compare their clocks have the processors for themselves.
template <typename Condition>
void sleepUntil(const Condition& isDone)
{
    constexpr timespec kPause{.tv_sec = 0, .tv_nsec = 200'000};
    while (!isDone()) {
        ::nanosleep(&kPause, nullptr);
    }
}

void sendTick(std::uint64_t tick, int rank)
{
    VELLUM_PMPI(Send)(&tick, sizeof tick, handles().byte, rank, kTag, sync->communicator);
}

std::uint64_t receiveTick(int rank)
{
    std::uint64_t tick = 0;
    VELLUM_PMPI(Recv)
    (&tick, sizeof tick, handles().byte, rank, kTag, sync->communicator, MPI_STATUS_IGNORE);
    return tick;
}

void answer(int leader)
{
    sendTick(0, leader);  // it is its turn
    for (std::size_t i = 0; i < kTries; ++i) {
        receiveTick(leader);
        sendTick(::vellum_collector_now(), leader);
    }
}

void awaitTurn()
{
    sleepUntil([] {
        int isThere = 0;
        VELLUM_PMPI(Iprobe)(0, kTag, sync->communicator, &isThere, MPI_STATUS_IGNORE);
        return isThere != 0;
    });
    receiveTick(0);
}

/// Nothing is written between the tries, which would make them slow.
void ask(int comparison)
{
    struct Try {
        std::uint64_t begin = 0;
        std::uint64_t master = 0;
        std::uint64_t end = 0;
    };
    std::vector<Try> tries(kTries);
    awaitTurn();
    for (Try& one : tries) {
        one.begin = ::vellum_collector_now();
        sendTick(one.begin, 0);
        one.master = receiveTick(0);
        one.end = ::vellum_collector_now();
    }
    std::string text;
    for (const Try& one : tries) {
        text += lineOf("sync", comparison, one.begin, one.master, one.end);
    }
    note(text);
}

void compareClocks(int comparison)
{
    const auto rank = static_cast<int>(worldPlace().rank);
    for (const int leader : sync->leaders) {
        if (rank == 0) {
            answer(leader);
        } else if (rank == leader) {
            ask(comparison);
        }
    }
    MPI_Request request{};
    VELLUM_PMPI(Ibarrier)(sync->communicator, &request);
    sleepUntil([&] {
        int isDone = 0;
        VELLUM_PMPI(Test)(&request, &isDone, MPI_STATUS_IGNORE);
        return isDone != 0;
    });
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
    (&own, sizeof own, handles().byte, names.data(), sizeof own, handles().byte, handles().world);
    note(lineOf("clock", own, names.front()));
    std::vector<int> leaders = leadersOf(names);
    if (leaders.empty()) {
        return;
    }
    sync = new Sync{.communicator = {}, .leaders = std::move(leaders)};
    VELLUM_PMPI(Comm_dup)(handles().world, &sync->communicator);
    compareClocks(0);
}

void endClockSync()
{
    if (sync == nullptr) {
        return;
    }
    compareClocks(1);
    VELLUM_PMPI(Comm_free)(&sync->communicator);
    delete sync;
    sync = nullptr;
}

}  // namespace vellum::collector::mpi
