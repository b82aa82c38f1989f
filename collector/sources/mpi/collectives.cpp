// Collective operations. Bytes are counted as Score-P does: by what the call means, what goes to oneself with it, unless
// MPI_IN_PLACE says that this part does not move.
#include "collector/measurement/spool_format.h"
#include "collector/sources/hook.h"
#include "collector/sources/mpi/communicators.h"
#include "collector/sources/mpi/messages.h"
#include "collector/sources/mpi/mpi_library.h"
#include "collector/sources/mpi/visit.h"

#include <cstdint>
#include <optional>

using namespace vellum::collector::mpi;  // NOLINT(google-build-using-namespace): hooks only
using vellum::collector::measurement::EventKind;
using vellum::collector::measurement::mpiOperation;

namespace {

constexpr int kRootless = -1;

/// A call of a collective operation: its visit, and within that begin and end of the operation.
class CollectiveVisit {
public:
    CollectiveVisit(Function function, Collective operation, MPI_Comm handle, int root = kRootless)
        : m_visit(function)
        , m_operation(operation)
        , m_root(root == kRootless ? kNoRoot : static_cast<std::uint32_t>(root))
        , m_communicator(findCommunicator(handle))
    {
        if (m_communicator) {
            recordEvent(EventKind::MpiCollectiveBegin, m_communicator->number);
        }
    }
    ~CollectiveVisit()
    {
        if (m_communicator) {
            ::vellum_collector_mpi(
                m_sent,
                m_received,
                static_cast<std::uint16_t>(EventKind::MpiCollectiveEnd),
                m_communicator->number,
                mpiOperation(static_cast<std::uint32_t>(m_operation), m_root));
        }
    }
    CollectiveVisit(const CollectiveVisit&) = delete;
    CollectiveVisit& operator=(const CollectiveVisit&) = delete;

    /// Whether there is anything to count: elsewhere parameters must not be looked at.
    explicit operator bool() const { return m_communicator.has_value(); }

    [[nodiscard]] std::uint32_t rank() const { return m_communicator->rank; }
    [[nodiscard]] std::uint32_t size() const { return m_communicator->size; }
    [[nodiscard]] bool isRoot() const { return m_root == m_communicator->rank; }

    void moves(std::uint64_t sent, std::uint64_t received)
    {
        m_sent = sent;
        m_received = received;
    }

private:
    Visit m_visit;
    Collective m_operation;
    std::uint32_t m_root;
    std::optional<Communicator> m_communicator;
    std::uint64_t m_sent = 0;
    std::uint64_t m_received = 0;
};

/// Of a count for each rank; without that of \p except.
std::uint64_t bytesOfAll(
    const int* counts, std::uint32_t size, MPI_Datatype type, std::uint32_t except = kNoRoot)
{
    std::uint64_t elements = 0;
    for (std::uint32_t rank = 0; rank < size; ++rank) {
        elements += rank == except ? 0 : static_cast<std::uint64_t>(counts[rank]);
    }
    return elements * bytesOf(1, type);
}

/// With how many ranks something is exchanged, oneself among them unless it is in place.
std::uint64_t partners(const CollectiveVisit& visit, bool isInPlace)
{
    return visit.size() - (isInPlace ? 1 : 0);
}

}  // namespace

// Names and parameters are MPI's. NOLINTBEGIN(readability-identifier-naming,readability-function-size)
VELLUM_HOOK int MPI_Barrier(MPI_Comm communicator)
{
    CollectiveVisit visit(Function::Barrier, Collective::Barrier, communicator);
    return VELLUM_PMPI(Barrier)(communicator);
}

VELLUM_HOOK int MPI_Bcast(void* data, int count, MPI_Datatype type, int root, MPI_Comm communicator)
{
    CollectiveVisit visit(Function::Bcast, Collective::Bcast, communicator, root);
    if (visit) {
        const std::uint64_t bytes = bytesOf(count, type);
        visit.moves(visit.isRoot() ? visit.size() * bytes : 0, bytes);
    }
    return VELLUM_PMPI(Bcast)(data, count, type, root, communicator);
}

VELLUM_HOOK int MPI_Reduce(
    const void* sent,
    void* received,
    int count,
    MPI_Datatype type,
    MPI_Op operation,
    int root,
    MPI_Comm communicator)
{
    CollectiveVisit visit(Function::Reduce, Collective::Reduce, communicator, root);
    if (visit) {
        const std::uint64_t bytes = bytesOf(count, type);
        const bool isInPlace = sent == MPI_IN_PLACE;
        visit.moves(isInPlace ? 0 : bytes, visit.isRoot() ? partners(visit, isInPlace) * bytes : 0);
    }
    return VELLUM_PMPI(Reduce)(sent, received, count, type, operation, root, communicator);
}

VELLUM_HOOK int MPI_Allreduce(
    const void* sent,
    void* received,
    int count,
    MPI_Datatype type,
    MPI_Op operation,
    MPI_Comm communicator)
{
    CollectiveVisit visit(Function::Allreduce, Collective::Allreduce, communicator);
    if (visit) {
        const std::uint64_t bytes = partners(visit, sent == MPI_IN_PLACE) * bytesOf(count, type);
        visit.moves(bytes, bytes);
    }
    return VELLUM_PMPI(Allreduce)(sent, received, count, type, operation, communicator);
}

VELLUM_HOOK int MPI_Gather(
    const void* sent,
    int sentCount,
    MPI_Datatype sentType,
    void* received,
    int receivedCount,
    MPI_Datatype receivedType,
    int root,
    MPI_Comm communicator)
{
    CollectiveVisit visit(Function::Gather, Collective::Gather, communicator, root);
    if (visit) {
        const bool isInPlace = sent == MPI_IN_PLACE;
        visit.moves(
            isInPlace ? 0 : bytesOf(sentCount, sentType),
            visit.isRoot() ? partners(visit, isInPlace) * bytesOf(receivedCount, receivedType) : 0);
    }
    return VELLUM_PMPI(Gather)(
        sent, sentCount, sentType, received, receivedCount, receivedType, root, communicator);
}

VELLUM_HOOK int MPI_Gatherv(
    const void* sent,
    int sentCount,
    MPI_Datatype sentType,
    void* received,
    const int receivedCounts[],
    const int receivedPlaces[],
    MPI_Datatype receivedType,
    int root,
    MPI_Comm communicator)
{
    CollectiveVisit visit(Function::Gatherv, Collective::Gatherv, communicator, root);
    if (visit) {
        const bool isInPlace = sent == MPI_IN_PLACE;
        const std::uint32_t except = isInPlace ? visit.rank() : kNoRoot;
        visit.moves(
            isInPlace ? 0 : bytesOf(sentCount, sentType),
            visit.isRoot() ? bytesOfAll(receivedCounts, visit.size(), receivedType, except) : 0);
    }
    return VELLUM_PMPI(Gatherv)(
        sent,
        sentCount,
        sentType,
        received,
        receivedCounts,
        receivedPlaces,
        receivedType,
        root,
        communicator);
}

VELLUM_HOOK int MPI_Scatter(
    const void* sent,
    int sentCount,
    MPI_Datatype sentType,
    void* received,
    int receivedCount,
    MPI_Datatype receivedType,
    int root,
    MPI_Comm communicator)
{
    CollectiveVisit visit(Function::Scatter, Collective::Scatter, communicator, root);
    if (visit) {
        const bool isInPlace = received == MPI_IN_PLACE;
        visit.moves(
            visit.isRoot() ? partners(visit, isInPlace) * bytesOf(sentCount, sentType) : 0,
            isInPlace ? 0 : bytesOf(receivedCount, receivedType));
    }
    return VELLUM_PMPI(Scatter)(
        sent, sentCount, sentType, received, receivedCount, receivedType, root, communicator);
}

VELLUM_HOOK int MPI_Scatterv(
    const void* sent,
    const int sentCounts[],
    const int sentPlaces[],
    MPI_Datatype sentType,
    void* received,
    int receivedCount,
    MPI_Datatype receivedType,
    int root,
    MPI_Comm communicator)
{
    CollectiveVisit visit(Function::Scatterv, Collective::Scatterv, communicator, root);
    if (visit) {
        const bool isInPlace = received == MPI_IN_PLACE;
        const std::uint32_t except = isInPlace ? visit.rank() : kNoRoot;
        visit.moves(
            visit.isRoot() ? bytesOfAll(sentCounts, visit.size(), sentType, except) : 0,
            isInPlace ? 0 : bytesOf(receivedCount, receivedType));
    }
    return VELLUM_PMPI(Scatterv)(
        sent,
        sentCounts,
        sentPlaces,
        sentType,
        received,
        receivedCount,
        receivedType,
        root,
        communicator);
}

VELLUM_HOOK int MPI_Allgather(
    const void* sent,
    int sentCount,
    MPI_Datatype sentType,
    void* received,
    int receivedCount,
    MPI_Datatype receivedType,
    MPI_Comm communicator)
{
    CollectiveVisit visit(Function::Allgather, Collective::Allgather, communicator);
    if (visit) {
        const bool isInPlace = sent == MPI_IN_PLACE;
        const std::uint64_t arriving =
            partners(visit, isInPlace) * bytesOf(receivedCount, receivedType);
        visit.moves(isInPlace ? arriving : visit.size() * bytesOf(sentCount, sentType), arriving);
    }
    return VELLUM_PMPI(Allgather)(
        sent, sentCount, sentType, received, receivedCount, receivedType, communicator);
}

VELLUM_HOOK int MPI_Allgatherv(
    const void* sent,
    int sentCount,
    MPI_Datatype sentType,
    void* received,
    const int receivedCounts[],
    const int receivedPlaces[],
    MPI_Datatype receivedType,
    MPI_Comm communicator)
{
    CollectiveVisit visit(Function::Allgatherv, Collective::Allgatherv, communicator);
    if (visit) {
        const bool isInPlace = sent == MPI_IN_PLACE;
        const std::uint32_t except = isInPlace ? visit.rank() : kNoRoot;
        visit.moves(
            isInPlace ? partners(visit, true) * bytesOf(receivedCounts[visit.rank()], receivedType)
                      : visit.size() * bytesOf(sentCount, sentType),
            bytesOfAll(receivedCounts, visit.size(), receivedType, except));
    }
    return VELLUM_PMPI(Allgatherv)(
        sent,
        sentCount,
        sentType,
        received,
        receivedCounts,
        receivedPlaces,
        receivedType,
        communicator);
}

VELLUM_HOOK int MPI_Alltoall(
    const void* sent,
    int sentCount,
    MPI_Datatype sentType,
    void* received,
    int receivedCount,
    MPI_Datatype receivedType,
    MPI_Comm communicator)
{
    CollectiveVisit visit(Function::Alltoall, Collective::Alltoall, communicator);
    if (visit) {
        const bool isInPlace = sent == MPI_IN_PLACE;
        const std::uint64_t arriving =
            partners(visit, isInPlace) * bytesOf(receivedCount, receivedType);
        visit.moves(isInPlace ? arriving : visit.size() * bytesOf(sentCount, sentType), arriving);
    }
    return VELLUM_PMPI(Alltoall)(
        sent, sentCount, sentType, received, receivedCount, receivedType, communicator);
}

VELLUM_HOOK int MPI_Alltoallv(
    const void* sent,
    const int sentCounts[],
    const int sentPlaces[],
    MPI_Datatype sentType,
    void* received,
    const int receivedCounts[],
    const int receivedPlaces[],
    MPI_Datatype receivedType,
    MPI_Comm communicator)
{
    CollectiveVisit visit(Function::Alltoallv, Collective::Alltoallv, communicator);
    if (visit) {
        const bool isInPlace = sent == MPI_IN_PLACE;
        const std::uint32_t except = isInPlace ? visit.rank() : kNoRoot;
        const std::uint64_t arriving =
            bytesOfAll(receivedCounts, visit.size(), receivedType, except);
        visit.moves(
            isInPlace ? arriving : bytesOfAll(sentCounts, visit.size(), sentType), arriving);
    }
    return VELLUM_PMPI(Alltoallv)(
        sent,
        sentCounts,
        sentPlaces,
        sentType,
        received,
        receivedCounts,
        receivedPlaces,
        receivedType,
        communicator);
}

VELLUM_HOOK int MPI_Scan(
    const void* sent,
    void* received,
    int count,
    MPI_Datatype type,
    MPI_Op operation,
    MPI_Comm communicator)
{
    CollectiveVisit visit(Function::Scan, Collective::Scan, communicator);
    if (visit) {
        const std::uint64_t bytes = bytesOf(count, type);
        const std::uint64_t own = sent == MPI_IN_PLACE ? 0 : 1;
        visit.moves((visit.size() - visit.rank() - 1 + own) * bytes, (visit.rank() + own) * bytes);
    }
    return VELLUM_PMPI(Scan)(sent, received, count, type, operation, communicator);
}

VELLUM_HOOK int MPI_Exscan(
    const void* sent,
    void* received,
    int count,
    MPI_Datatype type,
    MPI_Op operation,
    MPI_Comm communicator)
{
    CollectiveVisit visit(Function::Exscan, Collective::Exscan, communicator);
    if (visit) {
        const std::uint64_t bytes = bytesOf(count, type);
        visit.moves((visit.size() - visit.rank() - 1) * bytes, visit.rank() * bytes);
    }
    return VELLUM_PMPI(Exscan)(sent, received, count, type, operation, communicator);
}

VELLUM_HOOK int MPI_Reduce_scatter(
    const void* sent,
    void* received,
    const int counts[],
    MPI_Datatype type,
    MPI_Op operation,
    MPI_Comm communicator)
{
    CollectiveVisit visit(Function::Reduce_scatter, Collective::ReduceScatter, communicator);
    if (visit) {
        const bool isInPlace = sent == MPI_IN_PLACE;
        const std::uint32_t except = isInPlace ? visit.rank() : kNoRoot;
        visit.moves(
            bytesOfAll(counts, visit.size(), type, except),
            partners(visit, isInPlace) * bytesOf(counts[visit.rank()], type));
    }
    return VELLUM_PMPI(Reduce_scatter)(sent, received, counts, type, operation, communicator);
}

VELLUM_HOOK int MPI_Reduce_scatter_block(
    const void* sent,
    void* received,
    int count,
    MPI_Datatype type,
    MPI_Op operation,
    MPI_Comm communicator)
{
    CollectiveVisit visit(
        Function::Reduce_scatter_block, Collective::ReduceScatterBlock, communicator);
    if (visit) {
        const std::uint64_t bytes = partners(visit, sent == MPI_IN_PLACE) * bytesOf(count, type);
        visit.moves(bytes, bytes);
    }
    return VELLUM_PMPI(Reduce_scatter_block)(sent, received, count, type, operation, communicator);
}
// NOLINTEND(readability-identifier-naming,readability-function-size)
