// Communicators made, freed and named.
#include "collector/sources/hook.h"
#include "collector/sources/mpi/communicators.h"
#include "collector/sources/mpi/process.h"
#include "collector/sources/mpi/requests.h"
#include "collector/sources/mpi/visit.h"

#include <algorithm>
#include <optional>
#include <string>

using namespace vellum::collector::mpi;  // NOLINT(google-build-using-namespace): hooks only

namespace {

/// What a function that makes a communicator does beside its work.
int followed(int result, MPI_Comm parent, const MPI_Comm* made)
{
    if (result == MPI_SUCCESS) {
        follow(parent, *made);
    }
    return result;
}

int followedGrid(int result, MPI_Comm parent, const MPI_Comm* made)
{
    if (followed(result, parent, made) == MPI_SUCCESS) {
        noteGrid(*made);
    }
    return result;
}

}  // namespace

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

VELLUM_HOOK int MPI_Comm_idup(MPI_Comm parent, MPI_Comm* made, MPI_Request* request)
{
    const Visit visit(Function::Comm_idup);
    std::optional<CommunicatorCopy> copy = beginCopy(parent);
    const int result = VELLUM_PMPI(Comm_idup)(parent, made, request);
    if (copy && result == MPI_SUCCESS) {
        copy->made = *made;
        keep(*request, requestOf(*copy));
    }
    return result;
}

VELLUM_HOOK int MPI_Intercomm_merge(MPI_Comm parent, int isHigh, MPI_Comm* made)
{
    const Visit visit(Function::Intercomm_merge);
    return followed(VELLUM_PMPI(Intercomm_merge)(parent, isHigh, made), parent, made);
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
    return followedGrid(
        VELLUM_PMPI(Cart_create)(parent, dimensions, sizes, isPeriodic, reorder, made),
        parent,
        made);
}

VELLUM_HOOK int MPI_Cart_sub(MPI_Comm parent, const int remains[], MPI_Comm* made)
{
    const Visit visit(Function::Cart_sub);
    return followedGrid(VELLUM_PMPI(Cart_sub)(parent, remains, made), parent, made);
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
