#include "common/trace/collectives.h"

#include <array>
#include <string_view>

namespace vellum {

std::string collectiveName(std::uint32_t operation)
{
    static constexpr std::array<std::string_view, kCollectiveOperations> kNames{
        "BARRIER",
        "BCAST",
        "GATHER",
        "GATHERV",
        "SCATTER",
        "SCATTERV",
        "ALLGATHER",
        "ALLGATHERV",
        "ALLTOALL",
        "ALLTOALLV",
        "ALLTOALLW",
        "ALLREDUCE",
        "REDUCE",
        "REDUCE_SCATTER",
        "SCAN",
        "EXSCAN",
        "REDUCE_SCATTER_BLOCK",
        "CREATE_HANDLE",
        "DESTROY_HANDLE",
        "ALLOCATE",
        "DEALLOCATE",
        "CREATE_HANDLE_AND_ALLOCATE",
        "DESTROY_HANDLE_AND_DEALLOCATE"};
    return operation < kNames.size() ? std::string(kNames.at(operation))
                                     : "operation " + std::to_string(operation);
}

std::string rootName(std::uint32_t root)
{
    switch (root) {
    case kNoRoot:
        return {};
    case kRootIsSelf:
        return "self";
    case kRootIsInThisGroup:
        return "this group";
    default:
        return std::to_string(root);
    }
}

}  // namespace vellum
