// Operations on windows. Each begins with its call; what completes it is a synchronisation (window_calls.cpp), or a request
// that is waited for. Their parameters are taken from mpi.h.
#include "collector/measurement/spool_format.h"
#include "collector/sources/mpi/messages.h"
#include "collector/sources/mpi/plain_function.h"
#include "collector/sources/mpi/requests.h"
#include "collector/sources/mpi/windows.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>

namespace vellum::collector::mpi {

namespace {

using measurement::EventKind;

/// What an operation moves between this process and \p target.
struct Transfer {
    EventKind kind = EventKind::RmaPut;
    int target = 0;
    MPI_Win window{};
    std::uint64_t sent = 0;  ///< bytes
    std::uint64_t received = 0;
    Atomic atomic = Atomic::Accumulate;  ///< of an RmaAtomic
};

// Each takes the parameters of MPI's function. NOLINTBEGIN(readability-function-size)

Transfer put(
    const void* /*origin*/,
    int count,
    MPI_Datatype type,
    int target,
    MPI_Aint /*place*/,
    int /*targetCount*/,
    MPI_Datatype /*targetType*/,
    MPI_Win window)
{
    return {.target = target, .window = window, .sent = bytesOf(count, type)};
}

Transfer get(
    void* /*origin*/,
    int count,
    MPI_Datatype type,
    int target,
    MPI_Aint /*place*/,
    int /*targetCount*/,
    MPI_Datatype /*targetType*/,
    MPI_Win window)
{
    return {
        .kind = EventKind::RmaGet,
        .target = target,
        .window = window,
        .received = bytesOf(count, type)};
}

Transfer accumulate(
    const void* /*origin*/,
    int count,
    MPI_Datatype type,
    int target,
    MPI_Aint /*place*/,
    int /*targetCount*/,
    MPI_Datatype /*targetType*/,
    MPI_Op /*operation*/,
    MPI_Win window)
{
    return {
        .kind = EventKind::RmaAtomic,
        .target = target,
        .window = window,
        .sent = bytesOf(count, type)};
}

Transfer getAccumulate(
    const void* /*origin*/,
    int count,
    MPI_Datatype type,
    void* /*result*/,
    int resultCount,
    MPI_Datatype resultType,
    int target,
    MPI_Aint /*place*/,
    int /*targetCount*/,
    MPI_Datatype /*targetType*/,
    MPI_Op /*operation*/,
    MPI_Win window)
{
    return {
        .kind = EventKind::RmaAtomic,
        .target = target,
        .window = window,
        .sent = bytesOf(count, type),
        .received = bytesOf(resultCount, resultType),
        .atomic = Atomic::FetchAndAccumulate};
}

Transfer fetchAndOp(
    const void* /*origin*/,
    void* /*result*/,
    MPI_Datatype type,
    int target,
    MPI_Aint /*place*/,
    MPI_Op /*operation*/,
    MPI_Win window)
{
    return {
        .kind = EventKind::RmaAtomic,
        .target = target,
        .window = window,
        .sent = bytesOf(1, type),
        .received = bytesOf(1, type),
        .atomic = Atomic::FetchAndAccumulate};
}

Transfer compareAndSwap(
    const void* /*origin*/,
    const void* /*compared*/,
    void* /*result*/,
    MPI_Datatype type,
    int target,
    MPI_Aint /*place*/,
    MPI_Win window)
{
    return {
        .kind = EventKind::RmaAtomic,
        .target = target,
        .window = window,
        .sent = bytesOf(1, type),
        .received = bytesOf(1, type),
        .atomic = Atomic::CompareAndSwap};
}

// NOLINTEND(readability-function-size)

void recordTransfer(const Transfer& transfer, std::uint32_t window, std::uint64_t number)
{
    const auto target = static_cast<std::uint32_t>(transfer.target);
    const bool isAtomic = transfer.kind == EventKind::RmaAtomic;
    if (isAtomic) {
        recordEvent(EventKind::RmaTarget, target, static_cast<std::uint64_t>(transfer.atomic));
    }
    ::vellum_collector_mpi(
        isAtomic ? transfer.sent : transfer.sent + transfer.received,
        isAtomic ? transfer.received : measurement::mpiPartner(target, 0),
        static_cast<std::uint16_t>(transfer.kind),
        window,
        number);
}

/// Nothing where the window is not followed, or nobody is there.
std::optional<WindowOperation> begin(const Transfer& transfer)
{
    const std::optional<Window> window = findWindow(transfer.window);
    if (!window || transfer.target == MPI_PROC_NULL) {
        return std::nullopt;
    }
    const std::uint64_t number = beginOperation(
        transfer.window,
        static_cast<std::uint32_t>(transfer.target),
        transfer.kind == EventKind::RmaGet);
    recordTransfer(transfer, window->number, number);
    return WindowOperation{
        .handle = transfer.window, .window = window->number, .operation = number};
}

template <Function number, auto describe, typename Signature>
struct OneSided;

template <Function number, auto describe, typename... Parameters>
struct OneSided<number, describe, int(Parameters...)> {
    static int call(Parameters... parameters)
    {
        const Visit visit(number);
        (void)begin(describe(parameters...));
        return Real<number, int(Parameters...)>::call(parameters...);
    }
};

/// The same with a request behind the other parameters.
template <Function number, auto describe, typename Signature>
struct OneSidedRequest;

template <Function number, auto describe, typename... Parameters>
struct OneSidedRequest<number, describe, int(Parameters...)> {
    static int call(Parameters... parameters)
    {
        constexpr std::size_t kLast = sizeof...(Parameters) - 1;
        const Visit visit(number);
        const auto all = std::forward_as_tuple(parameters...);
        const auto begun = begin(described(all, std::make_index_sequence<kLast>()));
        const int result = Real<number, int(Parameters...)>::call(parameters...);
        if (begun && result == MPI_SUCCESS) {
            keep(*std::get<kLast>(all), requestOf(*begun));
        }
        return result;
    }

private:
    template <typename All, std::size_t... places>
    static Transfer described(const All& all, std::index_sequence<places...> /*unused*/)
    {
        return describe(std::get<places>(all)...);
    }
};

}  // namespace

}  // namespace vellum::collector::mpi

using namespace vellum::collector::mpi;  // NOLINT(google-build-using-namespace): hooks only

VELLUM_MPI_DEFINE(Put, OneSided, &put)
VELLUM_MPI_DEFINE(Get, OneSided, &get)
VELLUM_MPI_DEFINE(Accumulate, OneSided, &accumulate)
VELLUM_MPI_DEFINE(Get_accumulate, OneSided, &getAccumulate)
VELLUM_MPI_DEFINE(Fetch_and_op, OneSided, &fetchAndOp)
VELLUM_MPI_DEFINE(Compare_and_swap, OneSided, &compareAndSwap)
VELLUM_MPI_DEFINE(Rput, OneSidedRequest, &put)
VELLUM_MPI_DEFINE(Rget, OneSidedRequest, &get)
VELLUM_MPI_DEFINE(Raccumulate, OneSidedRequest, &accumulate)
VELLUM_MPI_DEFINE(Rget_accumulate, OneSidedRequest, &getAccumulate)
