#pragma once

#include "collector/sources/mpi/functions.h"
#include "collector/sources/mpi/mpi_library.h"

#include <cstdint>

namespace vellum::collector::mpi {

/// What collective operations move. Bytes are counted as Score-P does: by what the call means, what goes to oneself with
/// it, unless MPI_IN_PLACE says that this part does not move.

/// A rank among those that take part.
struct Member {
    std::uint32_t rank = 0;
    std::uint32_t size = 0;
    std::uint32_t root = kNoRoot;

    [[nodiscard]] bool isRoot() const { return root == rank; }
};

/// Bytes of one member.
struct Moved {
    std::uint64_t sent = 0;
    std::uint64_t received = 0;
};

/// Each takes the parameters of MPI's function but for the communicator.
[[nodiscard]] Moved movedByBarrier(const Member& me);
[[nodiscard]] Moved movedByBcast(
    const Member& me, void* data, int count, MPI_Datatype type, int root);
[[nodiscard]] Moved movedByReduce(
    const Member& me,
    const void* sent,
    void* received,
    int count,
    MPI_Datatype type,
    MPI_Op operation,
    int root);
[[nodiscard]] Moved movedByAllreduce(
    const Member& me,
    const void* sent,
    void* received,
    int count,
    MPI_Datatype type,
    MPI_Op operation);
[[nodiscard]] Moved movedByGather(
    const Member& me,
    const void* sent,
    int sentCount,
    MPI_Datatype sentType,
    void* received,
    int receivedCount,
    MPI_Datatype receivedType,
    int root);
[[nodiscard]] Moved movedByGatherv(
    const Member& me,
    const void* sent,
    int sentCount,
    MPI_Datatype sentType,
    void* received,
    const int* receivedCounts,
    const int* receivedPlaces,
    MPI_Datatype receivedType,
    int root);
[[nodiscard]] Moved movedByScatter(
    const Member& me,
    const void* sent,
    int sentCount,
    MPI_Datatype sentType,
    void* received,
    int receivedCount,
    MPI_Datatype receivedType,
    int root);
[[nodiscard]] Moved movedByScatterv(
    const Member& me,
    const void* sent,
    const int* sentCounts,
    const int* sentPlaces,
    MPI_Datatype sentType,
    void* received,
    int receivedCount,
    MPI_Datatype receivedType,
    int root);
[[nodiscard]] Moved movedByAllgather(
    const Member& me,
    const void* sent,
    int sentCount,
    MPI_Datatype sentType,
    void* received,
    int receivedCount,
    MPI_Datatype receivedType);
[[nodiscard]] Moved movedByAllgatherv(
    const Member& me,
    const void* sent,
    int sentCount,
    MPI_Datatype sentType,
    void* received,
    const int* receivedCounts,
    const int* receivedPlaces,
    MPI_Datatype receivedType);
[[nodiscard]] Moved movedByAlltoall(
    const Member& me,
    const void* sent,
    int sentCount,
    MPI_Datatype sentType,
    void* received,
    int receivedCount,
    MPI_Datatype receivedType);
[[nodiscard]] Moved movedByAlltoallv(
    const Member& me,
    const void* sent,
    const int* sentCounts,
    const int* sentPlaces,
    MPI_Datatype sentType,
    void* received,
    const int* receivedCounts,
    const int* receivedPlaces,
    MPI_Datatype receivedType);
[[nodiscard]] Moved movedByAlltoallw(
    const Member& me,
    const void* sent,
    const int* sentCounts,
    const int* sentPlaces,
    const MPI_Datatype* sentTypes,
    void* received,
    const int* receivedCounts,
    const int* receivedPlaces,
    const MPI_Datatype* receivedTypes);
[[nodiscard]] Moved movedByScan(
    const Member& me,
    const void* sent,
    void* received,
    int count,
    MPI_Datatype type,
    MPI_Op operation);
[[nodiscard]] Moved movedByExscan(
    const Member& me,
    const void* sent,
    void* received,
    int count,
    MPI_Datatype type,
    MPI_Op operation);
[[nodiscard]] Moved movedByReduceScatter(
    const Member& me,
    const void* sent,
    void* received,
    const int* counts,
    MPI_Datatype type,
    MPI_Op operation);
[[nodiscard]] Moved movedByReduceScatterBlock(
    const Member& me,
    const void* sent,
    void* received,
    int count,
    MPI_Datatype type,
    MPI_Op operation);

}  // namespace vellum::collector::mpi
