#include "collector/sources/mpi/collective_bytes.h"

#include "collector/sources/mpi/messages.h"

namespace vellum::collector::mpi {

namespace {

/// Of a count for each rank; where it is \p isInPlace without one's own.
std::uint64_t bytesOfAll(const int* counts, MPI_Datatype type, const Member& me, bool isInPlace)
{
    std::uint64_t elements = 0;
    for (std::uint32_t rank = 0; rank < me.size; ++rank) {
        elements += isInPlace && rank == me.rank ? 0 : static_cast<std::uint64_t>(counts[rank]);
    }
    return elements * bytesOf(1, type);
}

/// The same with a type for each rank.
std::uint64_t bytesOfEach(
    const int* counts, const MPI_Datatype* types, const Member& me, bool isInPlace)
{
    std::uint64_t bytes = 0;
    for (std::uint32_t rank = 0; rank < me.size; ++rank) {
        bytes += isInPlace && rank == me.rank ? 0 : bytesOf(counts[rank], types[rank]);
    }
    return bytes;
}

/// With how many ranks something is exchanged, oneself among them unless it is in place.
std::uint64_t partners(const Member& me, bool isInPlace)
{
    return me.size - (isInPlace ? 1 : 0);
}

}  // namespace

// The parameters are MPI's. NOLINTBEGIN(readability-function-size)
Moved movedByBarrier(const Member& /*me*/)
{
    return {};
}

Moved movedByBcast(const Member& me, void* /*data*/, int count, MPI_Datatype type, int /*root*/)
{
    const std::uint64_t bytes = bytesOf(count, type);
    return {.sent = me.isRoot() ? me.size * bytes : 0, .received = bytes};
}

Moved movedByReduce(
    const Member& me,
    const void* sent,
    void* /*received*/,
    int count,
    MPI_Datatype type,
    MPI_Op /*operation*/,
    int /*root*/)
{
    const std::uint64_t bytes = bytesOf(count, type);
    const bool isInPlace = sent == MPI_IN_PLACE;
    return {
        .sent = isInPlace ? 0 : bytes,
        .received = me.isRoot() ? partners(me, isInPlace) * bytes : 0};
}

Moved movedByAllreduce(
    const Member& me,
    const void* sent,
    void* /*received*/,
    int count,
    MPI_Datatype type,
    MPI_Op /*operation*/)
{
    const std::uint64_t bytes = partners(me, sent == MPI_IN_PLACE) * bytesOf(count, type);
    return {.sent = bytes, .received = bytes};
}

Moved movedByGather(
    const Member& me,
    const void* sent,
    int sentCount,
    MPI_Datatype sentType,
    void* /*received*/,
    int receivedCount,
    MPI_Datatype receivedType,
    int /*root*/)
{
    const bool isInPlace = sent == MPI_IN_PLACE;
    return {
        .sent = isInPlace ? 0 : bytesOf(sentCount, sentType),
        .received =
            me.isRoot() ? partners(me, isInPlace) * bytesOf(receivedCount, receivedType) : 0};
}

Moved movedByGatherv(
    const Member& me,
    const void* sent,
    int sentCount,
    MPI_Datatype sentType,
    void* /*received*/,
    const int* receivedCounts,
    const int* /*receivedPlaces*/,
    MPI_Datatype receivedType,
    int /*root*/)
{
    const bool isInPlace = sent == MPI_IN_PLACE;
    return {
        .sent = isInPlace ? 0 : bytesOf(sentCount, sentType),
        .received = me.isRoot() ? bytesOfAll(receivedCounts, receivedType, me, isInPlace) : 0};
}

Moved movedByScatter(
    const Member& me,
    const void* /*sent*/,
    int sentCount,
    MPI_Datatype sentType,
    void* received,
    int receivedCount,
    MPI_Datatype receivedType,
    int /*root*/)
{
    const bool isInPlace = received == MPI_IN_PLACE;
    return {
        .sent = me.isRoot() ? partners(me, isInPlace) * bytesOf(sentCount, sentType) : 0,
        .received = isInPlace ? 0 : bytesOf(receivedCount, receivedType)};
}

Moved movedByScatterv(
    const Member& me,
    const void* /*sent*/,
    const int* sentCounts,
    const int* /*sentPlaces*/,
    MPI_Datatype sentType,
    void* received,
    int receivedCount,
    MPI_Datatype receivedType,
    int /*root*/)
{
    const bool isInPlace = received == MPI_IN_PLACE;
    return {
        .sent = me.isRoot() ? bytesOfAll(sentCounts, sentType, me, isInPlace) : 0,
        .received = isInPlace ? 0 : bytesOf(receivedCount, receivedType)};
}

Moved movedByAllgather(
    const Member& me,
    const void* sent,
    int sentCount,
    MPI_Datatype sentType,
    void* /*received*/,
    int receivedCount,
    MPI_Datatype receivedType)
{
    const bool isInPlace = sent == MPI_IN_PLACE;
    const std::uint64_t arriving = partners(me, isInPlace) * bytesOf(receivedCount, receivedType);
    return {
        .sent = isInPlace ? arriving : me.size * bytesOf(sentCount, sentType),
        .received = arriving};
}

Moved movedByAllgatherv(
    const Member& me,
    const void* sent,
    int sentCount,
    MPI_Datatype sentType,
    void* /*received*/,
    const int* receivedCounts,
    const int* /*receivedPlaces*/,
    MPI_Datatype receivedType)
{
    const bool isInPlace = sent == MPI_IN_PLACE;
    return {
        .sent = isInPlace ? partners(me, true) * bytesOf(receivedCounts[me.rank], receivedType)
                          : me.size * bytesOf(sentCount, sentType),
        .received = bytesOfAll(receivedCounts, receivedType, me, isInPlace)};
}

Moved movedByAlltoall(
    const Member& me,
    const void* sent,
    int sentCount,
    MPI_Datatype sentType,
    void* received,
    int receivedCount,
    MPI_Datatype receivedType)
{
    return movedByAllgather(me, sent, sentCount, sentType, received, receivedCount, receivedType);
}

Moved movedByAlltoallv(
    const Member& me,
    const void* sent,
    const int* sentCounts,
    const int* /*sentPlaces*/,
    MPI_Datatype sentType,
    void* /*received*/,
    const int* receivedCounts,
    const int* /*receivedPlaces*/,
    MPI_Datatype receivedType)
{
    const bool isInPlace = sent == MPI_IN_PLACE;
    const std::uint64_t arriving = bytesOfAll(receivedCounts, receivedType, me, isInPlace);
    return {
        .sent = isInPlace ? arriving : bytesOfAll(sentCounts, sentType, me, false),
        .received = arriving};
}

Moved movedByAlltoallw(
    const Member& me,
    const void* sent,
    const int* sentCounts,
    const int* /*sentPlaces*/,
    const MPI_Datatype* sentTypes,
    void* /*received*/,
    const int* receivedCounts,
    const int* /*receivedPlaces*/,
    const MPI_Datatype* receivedTypes)
{
    const bool isInPlace = sent == MPI_IN_PLACE;
    const std::uint64_t arriving = bytesOfEach(receivedCounts, receivedTypes, me, isInPlace);
    return {
        .sent = isInPlace ? arriving : bytesOfEach(sentCounts, sentTypes, me, false),
        .received = arriving};
}

Moved movedByScan(
    const Member& me,
    const void* sent,
    void* /*received*/,
    int count,
    MPI_Datatype type,
    MPI_Op /*operation*/)
{
    const std::uint64_t bytes = bytesOf(count, type);
    const std::uint64_t own = sent == MPI_IN_PLACE ? 0 : 1;
    return {.sent = (me.size - me.rank - 1 + own) * bytes, .received = (me.rank + own) * bytes};
}

Moved movedByExscan(
    const Member& me,
    const void* /*sent*/,
    void* /*received*/,
    int count,
    MPI_Datatype type,
    MPI_Op /*operation*/)
{
    const std::uint64_t bytes = bytesOf(count, type);
    return {.sent = (me.size - me.rank - 1) * bytes, .received = me.rank * bytes};
}

Moved movedByReduceScatter(
    const Member& me,
    const void* sent,
    void* /*received*/,
    const int* counts,
    MPI_Datatype type,
    MPI_Op /*operation*/)
{
    const bool isInPlace = sent == MPI_IN_PLACE;
    return {
        .sent = bytesOfAll(counts, type, me, isInPlace),
        .received = partners(me, isInPlace) * bytesOf(counts[me.rank], type)};
}

Moved movedByReduceScatterBlock(
    const Member& me,
    const void* sent,
    void* /*received*/,
    int count,
    MPI_Datatype type,
    MPI_Op /*operation*/)
{
    const std::uint64_t bytes = partners(me, sent == MPI_IN_PLACE) * bytesOf(count, type);
    return {.sent = bytes, .received = bytes};
}

// NOLINTEND(readability-function-size)

}  // namespace vellum::collector::mpi
