#include "collector/sources/mpi/requests.h"

#include "collector/measurement/spool_format.h"
#include "collector/sources/mpi/visit.h"
#include "collector/sources/mpi/windows.h"

#include <atomic>
#include <cstddef>
#include <functional>

namespace vellum::collector::mpi {

using measurement::EventKind;

namespace {

/// Chains of requests by handle. Places are used again: no allocation once there are as many as are ever under way.
class Table {
public:
    void add(MPI_Request handle, const Request& request)
    {
        Place* place = m_free;
        if (place == nullptr) {
            place = new Place;
        } else {
            m_free = place->next;
        }
        Place*& first = chainOf(handle);
        *place = {.handle = handle, .request = request, .next = first};
        first = place;
    }

    /// Null where there is none; valid until it is removed.
    [[nodiscard]] Request* find(MPI_Request handle)
    {
        Place* place = chainOf(handle);
        while (place != nullptr && place->handle != handle) {
            place = place->next;
        }
        return place == nullptr ? nullptr : &place->request;
    }

    void remove(MPI_Request handle)
    {
        Place** link = &chainOf(handle);
        while (*link != nullptr && (*link)->handle != handle) {
            link = &(*link)->next;
        }
        if (Place* const place = *link) {
            *link = place->next;
            place->next = m_free;
            m_free = place;
        }
    }

private:
    struct Place {
        MPI_Request handle{};
        Request request;
        Place* next = nullptr;
    };
    static constexpr std::size_t kChains = 4096;

    Place*& chainOf(MPI_Request handle)
    {
        // Handles are addresses or small numbers; multiplied, the upper bits depend on all of them.
        const auto bits = static_cast<std::uint64_t>(std::hash<MPI_Request>()(handle));
        return m_chains[bits * 0x9E37'79B9'7F4A'7C15U >> 52U];
    }

    Place* m_chains[kChains] = {};
    Place* m_free = nullptr;
};

constinit Table table;
constinit std::atomic_flag tableLock;

/// Held for some loads and stores, and seldom an allocation; no event is recorded meanwhile.
class SpinLock {
public:
    SpinLock()
    {
        while (tableLock.test_and_set(std::memory_order_acquire)) {}
    }
    ~SpinLock() { tableLock.clear(std::memory_order_release); }
    SpinLock(const SpinLock&) = delete;
    SpinLock& operator=(const SpinLock&) = delete;
};

constinit std::atomic<std::uint64_t> lastNumber = 0;

std::optional<Request> plan(Request::Kind kind, MPI_Comm handle, const Message& message)
{
    if (message.partner == MPI_PROC_NULL) {
        return std::nullopt;
    }
    const std::optional<Communicator> communicator = communicatorOfMessage(handle);
    if (!communicator) {
        return std::nullopt;
    }
    return Request{.kind = kind, .communicator = *communicator, .message = message};
}

void number(Request& request)
{
    request.number = ++lastNumber;
    request.isStarted = true;
}

void recordCollectiveEnd(const Request& request)
{
    const CollectiveCall& call = request.call;
    recordEvent(EventKind::MpiRequest, request.number);
    ::vellum_collector_mpi(
        call.sent,
        call.received,
        static_cast<std::uint16_t>(EventKind::MpiCollectiveComplete),
        request.communicator.number,
        measurement::mpiOperation(static_cast<std::uint32_t>(call.operation), call.root));
}

void recordBegin(const Request& request)
{
    if (request.kind == Request::Kind::Send) {
        recordIsend(request.communicator, request.message, request.number);
    } else {
        recordEvent(EventKind::MpiIreceiveRequest, request.communicator.number, request.number);
    }
}

std::optional<Request> begun(std::optional<Request> request)
{
    if (request) {
        number(*request);
        recordBegin(*request);
    }
    return request;
}

std::optional<Request> persistent(std::optional<Request> request)
{
    if (request) {
        request->isPersistent = true;
    }
    return request;
}

/// Of a persistent one the message that begins now.
std::optional<Request> takeStart(MPI_Request handle)
{
    const SpinLock lock;
    Request* const known = table.find(handle);
    if (known == nullptr || !known->isPersistent) {
        return std::nullopt;
    }
    number(*known);
    return *known;
}

/// Takes it out, or back to where it waits to be started.
std::optional<Request> take(MPI_Request handle)
{
    const SpinLock lock;
    Request* const known = table.find(handle);
    if (known == nullptr || !known->isStarted) {
        return std::nullopt;
    }
    Request request = *known;
    if (request.isPersistent) {
        known->isStarted = false;
        known->mayBeCancelled = false;
    } else {
        table.remove(handle);
    }
    return request;
}

bool wasCancelled(const Request& request, const MPI_Status& status)
{
    int isCancelled = 0;
    if (request.mayBeCancelled) {
        VELLUM_PMPI(Test_cancelled)(&status, &isCancelled);
    }
    return isCancelled != 0;
}

void recordMessageEnd(const Request& request, const MPI_Status& status)
{
    if (wasCancelled(request, status)) {
        recordEvent(EventKind::MpiRequestCancelled, request.communicator.number, request.number);
    } else if (request.kind == Request::Kind::Send) {
        recordEvent(EventKind::MpiIsendComplete, request.communicator.number, request.number);
    } else {
        recordIreceive(request.communicator, arrived(status), request.number);
    }
}

void recordEnd(const Request& request, const MPI_Status& status)
{
    const WindowOperation& oneSided = request.oneSided;
    switch (request.kind) {
    case Request::Kind::Send:
    case Request::Kind::Receive:
        return recordMessageEnd(request, status);
    case Request::Kind::Collective:
        return recordCollectiveEnd(request);
    case Request::Kind::OneSided:
        return completeOperation(oneSided.handle, oneSided.window, oneSided.operation);
    case Request::Kind::File:
        return endFileOperation(request.file, arrived(status).bytes);
    case Request::Kind::Copy:
        return endCopy(request.copy);
    }
}

}  // namespace

std::optional<Request> beginSend(MPI_Comm communicator, const Message& message)
{
    return begun(plan(Request::Kind::Send, communicator, message));
}

std::optional<Request> beginReceive(MPI_Comm communicator, int source)
{
    return begun(plan(Request::Kind::Receive, communicator, {.partner = source}));
}

Request beginCollective(const Communicator& communicator, const CollectiveCall& call)
{
    Request request{.kind = Request::Kind::Collective, .communicator = communicator, .call = call};
    number(request);
    recordEvent(EventKind::MpiCollectiveRequest, communicator.number, request.number);
    return request;
}

Request requestOf(const WindowOperation& operation)
{
    return {.kind = Request::Kind::OneSided, .oneSided = operation, .isStarted = true};
}

Request requestOf(const FileOperation& operation)
{
    return {.kind = Request::Kind::File, .file = operation, .isStarted = true};
}

Request requestOf(const CommunicatorCopy& copy)
{
    return {.kind = Request::Kind::Copy, .copy = copy, .isStarted = true};
}

std::optional<Request> planSend(MPI_Comm communicator, const Message& message)
{
    return persistent(plan(Request::Kind::Send, communicator, message));
}

std::optional<Request> planReceive(MPI_Comm communicator, int source)
{
    return persistent(plan(Request::Kind::Receive, communicator, {.partner = source}));
}

void keep(MPI_Request handle, const std::optional<Request>& request)
{
    if (request) {
        const SpinLock lock;
        table.add(handle, *request);
    }
}

void start(MPI_Request handle)
{
    if (const std::optional<Request> started = takeStart(handle)) {
        recordBegin(*started);
    }
}

void complete(MPI_Request handle, const MPI_Status& status)
{
    if (const std::optional<Request> request = take(handle)) {
        recordEnd(*request, status);
    }
}

void drop(MPI_Request handle)
{
    const SpinLock lock;
    table.remove(handle);
}

void expectCancellation(MPI_Request handle)
{
    const SpinLock lock;
    if (Request* const known = table.find(handle)) {
        known->mayBeCancelled = true;
    }
}

}  // namespace vellum::collector::mpi
