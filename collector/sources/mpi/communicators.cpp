#include "collector/sources/mpi/communicators.h"

#include "collector/sources/hook.h"
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

/// Never destroyed: programs may call MPI in destructors of their own.
struct Table {
    std::mutex mutex;
    std::unordered_map<MPI_Comm, Communicator> followed;
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

void forget(MPI_Comm handle)
{
    Table& all = table();
    const std::lock_guard lock(all.mutex);
    all.followed.erase(handle);
    ++generation;
}

void noteMembers(const Communicator& communicator, MPI_Comm handle)
{
    MPI_Group group{};
    VELLUM_PMPI(Comm_group)(handle, &group);
    note(listOf("members", communicator.number, worldRanksOf(group)));
    VELLUM_PMPI(Group_free)(&group);
}

/// All members call this together, right after the communicator was made.
void follow(MPI_Comm parent, MPI_Comm made)
{
    if (!isFollowing() || made == handles().noCommunicator || !worldPlace().isWhole) {
        return;
    }
    int isInter = 0;
    VELLUM_PMPI(Comm_test_inter)(made, &isInter);
    if (isInter != 0) {
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
    note(lineOf(
        "comm", communicator.number, identity[0], identity[1], from ? from->number : kWorld));
    if (communicator.rank == 0) {
        noteMembers(communicator, made);
    }
}

/// What a function that makes a communicator does beside its work.
int followed(int result, MPI_Comm parent, const MPI_Comm* made)
{
    if (result == MPI_SUCCESS) {
        follow(parent, *made);
    }
    return result;
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
}

}  // namespace vellum::collector::mpi

using namespace vellum::collector::mpi;  // NOLINT(google-build-using-namespace): hooks only

// Names and parameters are MPI's. NOLINTBEGIN(readability-identifier-naming,readability-function-size)
VELLUM_HOOK int MPI_Comm_dup(MPI_Comm parent, MPI_Comm* made)
{
    const Visit visit(Function::Comm_dup);
    return followed(VELLUM_PMPI(Comm_dup)(parent, made), parent, made);
}

VELLUM_HOOK int MPI_Comm_dup_with_info(MPI_Comm parent, MPI_Info info, MPI_Comm* made)
{
    const Visit visit(Function::Comm_dup_with_info);
    return followed(VELLUM_PMPI(Comm_dup_with_info)(parent, info, made), parent, made);
}

VELLUM_HOOK int MPI_Comm_split(MPI_Comm parent, int color, int key, MPI_Comm* made)
{
    const Visit visit(Function::Comm_split);
    return followed(VELLUM_PMPI(Comm_split)(parent, color, key, made), parent, made);
}

VELLUM_HOOK int MPI_Comm_split_type(
    MPI_Comm parent, int type, int key, MPI_Info info, MPI_Comm* made)
{
    const Visit visit(Function::Comm_split_type);
    return followed(VELLUM_PMPI(Comm_split_type)(parent, type, key, info, made), parent, made);
}

VELLUM_HOOK int MPI_Comm_create(MPI_Comm parent, MPI_Group group, MPI_Comm* made)
{
    const Visit visit(Function::Comm_create);
    return followed(VELLUM_PMPI(Comm_create)(parent, group, made), parent, made);
}

VELLUM_HOOK int MPI_Comm_create_group(MPI_Comm parent, MPI_Group group, int tag, MPI_Comm* made)
{
    const Visit visit(Function::Comm_create_group);
    return followed(VELLUM_PMPI(Comm_create_group)(parent, group, tag, made), parent, made);
}

VELLUM_HOOK int MPI_Cart_create(
    MPI_Comm parent,
    int dimensions,
    const int sizes[],
    const int isPeriodic[],
    int reorder,
    MPI_Comm* made)
{
    const Visit visit(Function::Cart_create);
    return followed(
        VELLUM_PMPI(Cart_create)(parent, dimensions, sizes, isPeriodic, reorder, made),
        parent,
        made);
}

VELLUM_HOOK int MPI_Cart_sub(MPI_Comm parent, const int remains[], MPI_Comm* made)
{
    const Visit visit(Function::Cart_sub);
    return followed(VELLUM_PMPI(Cart_sub)(parent, remains, made), parent, made);
}

VELLUM_HOOK int MPI_Graph_create(
    MPI_Comm parent, int nodes, const int index[], const int edges[], int reorder, MPI_Comm* made)
{
    const Visit visit(Function::Graph_create);
    return followed(
        VELLUM_PMPI(Graph_create)(parent, nodes, index, edges, reorder, made), parent, made);
}

VELLUM_HOOK int MPI_Dist_graph_create(
    MPI_Comm parent,
    int count,
    const int nodes[],
    const int degrees[],
    const int targets[],
    const int weights[],
    MPI_Info info,
    int reorder,
    MPI_Comm* made)
{
    const Visit visit(Function::Dist_graph_create);
    return followed(
        VELLUM_PMPI(Dist_graph_create)(
            parent, count, nodes, degrees, targets, weights, info, reorder, made),
        parent,
        made);
}

VELLUM_HOOK int MPI_Dist_graph_create_adjacent(
    MPI_Comm parent,
    int inDegree,
    const int sources[],
    const int sourceWeights[],
    int outDegree,
    const int targets[],
    const int targetWeights[],
    MPI_Info info,
    int reorder,
    MPI_Comm* made)
{
    const Visit visit(Function::Dist_graph_create_adjacent);
    return followed(
        VELLUM_PMPI(Dist_graph_create_adjacent)(
            parent,
            inDegree,
            sources,
            sourceWeights,
            outDegree,
            targets,
            targetWeights,
            info,
            reorder,
            made),
        parent,
        made);
}

VELLUM_HOOK int MPI_Comm_free(MPI_Comm* communicator)
{
    const Visit visit(Function::Comm_free);
    if (isFollowing()) {
        forget(*communicator);
    }
    return VELLUM_PMPI(Comm_free)(communicator);
}

VELLUM_HOOK int MPI_Comm_disconnect(MPI_Comm* communicator)
{
    const Visit visit(Function::Comm_disconnect);
    if (isFollowing()) {
        forget(*communicator);
    }
    return VELLUM_PMPI(Comm_disconnect)(communicator);
}

VELLUM_HOOK int MPI_Comm_set_name(MPI_Comm handle, const char* name)
{
    const Visit visit(Function::Comm_set_name);
    const int result = VELLUM_PMPI(Comm_set_name)(handle, name);
    const std::optional<Communicator> communicator = findCommunicator(handle);
    if (result == MPI_SUCCESS && communicator) {
        std::string text(name);
        std::replace(text.begin(), text.end(), '\n', ' ');
        note("name " + std::to_string(communicator->number) + " " + text + "\n");
    }
    return result;
}
// NOLINTEND(readability-identifier-naming,readability-function-size)
