// Collective operations, blocking and not. Their parameters are taken from mpi.h: one template for all that block and one for
// all that do not stand in front of MPI's functions, and an indirect function gives each instance the name of C.
#include "collector/measurement/spool_format.h"
#include "collector/sources/hook.h"
#include "collector/sources/mpi/collective_bytes.h"
#include "collector/sources/mpi/communicators.h"
#include "collector/sources/mpi/plain_function.h"
#include "collector/sources/mpi/requests.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>

namespace vellum::collector::mpi {

namespace {

using measurement::EventKind;
using measurement::mpiOperation;

/// An operation, how its bytes are counted, and whether it has a root: the parameter before the communicator.
template <Collective operation, auto moved, bool isRooted>
struct Operation {
    /// \param all    the parameters of its function
    /// \tparam last  the place of the communicator among them
    template <std::size_t last, typename Parameters>
    static CollectiveCall of(const Communicator& communicator, const Parameters& all)
    {
        Member me{.rank = communicator.rank, .size = communicator.size};
        if constexpr (isRooted) {
            me.root = static_cast<std::uint32_t>(std::get<last - 1>(all));
        }
        const Moved bytes = movedOf(me, all, std::make_index_sequence<last>());
        return {
            .operation = operation,
            .root = me.root,
            .sent = bytes.sent,
            .received = bytes.received};
    }

private:
    template <typename Parameters, std::size_t... places>
    static Moved movedOf(
        const Member& me, const Parameters& all, std::index_sequence<places...> /*unused*/)
    {
        return moved(me, std::get<places>(all)...);
    }
};

/// A call within which the whole operation is.
template <Function number, typename Operation, typename Signature>
struct Blocking;

template <Function number, typename Operation, typename... Parameters>
struct Blocking<number, Operation, int(Parameters...)> {
    static int call(Parameters... parameters)
    {
        constexpr std::size_t kLast = sizeof...(Parameters) - 1;
        using Function = Real<number, int(Parameters...)>;
        const Visit visit(number);
        const auto all = std::forward_as_tuple(parameters...);
        const std::optional<Communicator> communicator = findCommunicator(std::get<kLast>(all));
        if (!communicator) {
            return Function::call(parameters...);
        }
        recordEvent(EventKind::MpiCollectiveBegin, communicator->number);
        const CollectiveCall call = Operation::template of<kLast>(*communicator, all);
        const int result = Function::call(parameters...);
        ::vellum_collector_mpi(
            call.sent,
            call.received,
            static_cast<std::uint16_t>(EventKind::MpiCollectiveEnd),
            communicator->number,
            mpiOperation(static_cast<std::uint32_t>(call.operation), call.root));
        return result;
    }
};

/// A call that begins an operation, which a later one completes.
template <Function number, typename Operation, typename Signature>
struct NonBlocking;

template <Function number, typename Operation, typename... Parameters>
struct NonBlocking<number, Operation, int(Parameters...)> {
    static int call(Parameters... parameters)
    {
        constexpr std::size_t kLast = sizeof...(Parameters) - 2;
        using Function = Real<number, int(Parameters...)>;
        const Visit visit(number);
        const auto all = std::forward_as_tuple(parameters...);
        const std::optional<Communicator> communicator = findCommunicator(std::get<kLast>(all));
        if (!communicator) {
            return Function::call(parameters...);
        }
        const Request begun =
            beginCollective(*communicator, Operation::template of<kLast>(*communicator, all));
        const int result = Function::call(parameters...);
        if (result == MPI_SUCCESS) {
            keep(*std::get<kLast + 1>(all), begun);
        }
        return result;
    }
};

}  // namespace

}  // namespace vellum::collector::mpi

using namespace vellum::collector::mpi;  // NOLINT(google-build-using-namespace): hooks only

#define VELLUM_MPI_COLLECTIVE(name, later, operation, isRooted)                                    \
    using operation##Of = Operation<Collective::operation, &movedBy##operation, isRooted>;         \
    VELLUM_MPI_DEFINE(name, Blocking, operation##Of)                                               \
    VELLUM_MPI_DEFINE(later, NonBlocking, operation##Of)

VELLUM_MPI_COLLECTIVE(Barrier, Ibarrier, Barrier, false)
VELLUM_MPI_COLLECTIVE(Bcast, Ibcast, Bcast, true)
VELLUM_MPI_COLLECTIVE(Reduce, Ireduce, Reduce, true)
VELLUM_MPI_COLLECTIVE(Gather, Igather, Gather, true)
VELLUM_MPI_COLLECTIVE(Gatherv, Igatherv, Gatherv, true)
VELLUM_MPI_COLLECTIVE(Scatter, Iscatter, Scatter, true)
VELLUM_MPI_COLLECTIVE(Scatterv, Iscatterv, Scatterv, true)
VELLUM_MPI_COLLECTIVE(Allreduce, Iallreduce, Allreduce, false)
VELLUM_MPI_COLLECTIVE(Allgather, Iallgather, Allgather, false)
VELLUM_MPI_COLLECTIVE(Allgatherv, Iallgatherv, Allgatherv, false)
VELLUM_MPI_COLLECTIVE(Alltoall, Ialltoall, Alltoall, false)
VELLUM_MPI_COLLECTIVE(Alltoallv, Ialltoallv, Alltoallv, false)
VELLUM_MPI_COLLECTIVE(Alltoallw, Ialltoallw, Alltoallw, false)
VELLUM_MPI_COLLECTIVE(Scan, Iscan, Scan, false)
VELLUM_MPI_COLLECTIVE(Exscan, Iexscan, Exscan, false)
VELLUM_MPI_COLLECTIVE(Reduce_scatter, Ireduce_scatter, ReduceScatter, false)
VELLUM_MPI_COLLECTIVE(Reduce_scatter_block, Ireduce_scatter_block, ReduceScatterBlock, false)
