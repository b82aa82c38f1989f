#include "collector/sources/mpi/communicators.h"

#include "collector/sources/mpi/process.h"
#include "collector/sources/mpi/visit.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <numeric>
#include <string>
#include <unordered_map>
#include <vector>

namespace vellum::collector::mpi {

namespace {

/// The same on all members, and no other communicator's: functions.h, kMpiFile.
struct Identity {
    std::uint32_t root = 0;
    std::uint32_t count = 0;
    std::uint32_t copy = 0;
};

/// Never destroyed: programs may call MPI in destructors of their own.
struct Table {
    std::mutex mutex;
    std::unordered_map<MPI_Comm, Communicator> followed;
    std::unordered_map<std::uint32_t, Identity> identities;   ///< by number
    std::unordered_map<std::uint32_t, std::uint32_t> copies;  ///< of MPI_Comm_idup, by number
    std::uint32_t nextNumber = 0;
};

Table& table()
{
    static auto& all = *new Table;
    return all;
}

/// Counts changes, after which a handle may mean another communicator than before.
constinit std::atomic<std::uint64_t> generation = 1;
constinit std::atomic<std::uint64_t> leftOut = 0;
constinit std::atomic<std::uint32_t> madeHere = 0;

/// Others count from 1 on, and MPI_COMM_WORLD is 0.
constexpr std::uint32_t kCountOfSelf = UINT32_MAX;

struct LastAsked {
    std::uint64_t generation = 0;
    MPI_Comm handle{};
    std::optional<Communicator> answer;
};
thread_local constinit LastAsked lastAsked;

Communicator add(MPI_Comm handle)
{
    int rank = 0;
    int size = 0;
    VELLUM_PMPI(Comm_rank)(handle, &rank);
    VELLUM_PMPI(Comm_size)(handle, &size);
    Communicator made{
        .rank = static_cast<std::uint32_t>(rank), .size = static_cast<std::uint32_t>(size)};
    Table& all = table();
    const std::lock_guard lock(all.mutex);
    made.number = all.nextNumber++;
    all.followed[handle] = made;
    ++generation;
    return made;
}

void noteMembers(const Communicator& communicator, MPI_Comm handle)
{
    MPI_Group group{};
    VELLUM_PMPI(Comm_group)(handle, &group);
    note(listOf("members", communicator.number, worldRanksOf(group)));
    VELLUM_PMPI(Group_free)(&group);
}

void noteIdentity(const Communicator& communicator, const Identity& identity, std::uint32_t parent)
{
    {
        Table& all = table();
        const std::lock_guard lock(all.mutex);
        all.identities[communicator.number] = identity;
    }
    note(lineOf("comm", communicator.number, identity.root, identity.count, parent, identity.copy));
}

bool isIntra(MPI_Comm handle)
{
    int isInter = 0;
    VELLUM_PMPI(Comm_test_inter)(handle, &isInter);
    return isInter == 0;
}

/// Processes that others have spawned may be unrecorded, and would never answer.
bool isWithinWorld(MPI_Comm handle)
{
    MPI_Group group{};
    VELLUM_PMPI(Comm_group)(handle, &group);
    const std::vector<int> ranks = worldRanksOf(group);
    VELLUM_PMPI(Group_free)(&group);
    return std::ranges::find(ranks, MPI_UNDEFINED) == ranks.end();
}

}  // namespace

std::optional<Communicator> findCommunicator(MPI_Comm handle)
{
    if (!isFollowing()) {
        return std::nullopt;
    }
    const std::uint64_t now = generation.load(std::memory_order_acquire);
    if (lastAsked.generation == now && lastAsked.handle == handle) {
        return lastAsked.answer;
    }
    Table& all = table();
    const std::lock_guard lock(all.mutex);
    const auto known = all.followed.find(handle);
    lastAsked = {.generation = now, .handle = handle, .answer = {}};
    if (known != all.followed.end()) {
        lastAsked.answer = known->second;
    }
    return lastAsked.answer;
}

std::optional<Communicator> communicatorOfMessage(MPI_Comm handle)
{
    std::optional<Communicator> communicator = findCommunicator(handle);
    if (!communicator && isFollowing()) {
        ++leftOut;
    }
    return communicator;
}

std::uint64_t messagesLeftOut()
{
    return leftOut;
}

std::vector<int> worldRanksOf(MPI_Group group)
{
    int size = 0;
    VELLUM_PMPI(Group_size)(group, &size);
    std::vector<int> ranks(static_cast<std::size_t>(size));
    std::vector<int> worldRanks(ranks.size());
    std::iota(ranks.begin(), ranks.end(), 0);
    MPI_Group world{};
    VELLUM_PMPI(Comm_group)(handles().world, &world);
    VELLUM_PMPI(Group_translate_ranks)(group, size, ranks.data(), world, worldRanks.data());
    VELLUM_PMPI(Group_free)(&world);
    return worldRanks;
}

void followPredefined()
{
    static_assert(kWorld == 0 && kSelf == 1);
    add(handles().world);
    add(handles().self);
    Table& all = table();
    const std::lock_guard lock(all.mutex);
    all.identities[kWorld] = {};
    all.identities[kSelf] = {.root = worldPlace().rank, .count = kCountOfSelf};
}

void follow(MPI_Comm parent, MPI_Comm made)
{
    if (!isFollowing() || made == handles().noCommunicator || !worldPlace().isWhole
        || !isIntra(made) || !isWithinWorld(made)) {
        return;
    }
    const std::optional<Communicator> from = findCommunicator(parent);
    const Communicator communicator = add(made);
    std::uint32_t identity[2] = {};
    if (communicator.rank == 0) {
        identity[0] = worldPlace().rank;
        identity[1] = ++madeHere;
    }
    if (communicator.size > 1) {
        VELLUM_PMPI(Bcast)(identity, sizeof identity, handles().byte, 0, made);
    }
    noteIdentity(
        communicator, {.root = identity[0], .count = identity[1]}, from ? from->number : kWorld);
    if (communicator.rank == 0) {
        noteMembers(communicator, made);
    }
}

void noteGrid(MPI_Comm made)
{
    const std::optional<Communicator> grid =
        made == handles().noCommunicator ? std::nullopt : findCommunicator(made);
    int dimensions = 0;
    if (!grid || grid->rank != 0 || VELLUM_PMPI(Cartdim_get)(made, &dimensions) != MPI_SUCCESS
        || dimensions <= 0) {
        return;
    }
    const auto count = static_cast<std::size_t>(dimensions);
    std::vector<int> sizes(count);
    std::vector<int> isPeriodic(count);
    std::vector<int> place(count);
    VELLUM_PMPI(Cart_get)(made, dimensions, sizes.data(), isPeriodic.data(), place.data());
    std::vector<int> pairs;
    for (std::size_t i = 0; i < count; ++i) {
        pairs.push_back(sizes[i]);
        pairs.push_back(isPeriodic[i] != 0 ? 1 : 0);
    }
    note(listOf("grid", grid->number, pairs));
}

std::optional<CommunicatorCopy> beginCopy(MPI_Comm parent)
{
    const std::optional<Communicator> from = findCommunicator(parent);
    if (!from || !worldPlace().isWhole) {
        return std::nullopt;
    }
    Table& all = table();
    const std::lock_guard lock(all.mutex);
    return CommunicatorCopy{.parent = from->number, .count = ++all.copies[from->number]};
}

void endCopy(const CommunicatorCopy& copy)
{
    Identity identity;
    {
        Table& all = table();
        const std::lock_guard lock(all.mutex);
        identity = all.identities[copy.parent];
    }
    // A copy of a copy would need a longer name.
    if (!isFollowing() || identity.copy != 0 || copy.made == handles().noCommunicator) {
        return;
    }
    identity.copy = copy.count;
    const Communicator communicator = add(copy.made);
    noteIdentity(communicator, identity, copy.parent);
    if (communicator.rank == 0) {
        noteMembers(communicator, copy.made);
    }
}

void forget(MPI_Comm handle)
{
    Table& all = table();
    const std::lock_guard lock(all.mutex);
    all.followed.erase(handle);
    ++generation;
}

}  // namespace vellum::collector::mpi
