#include "collector/sources/mpi/requests.h"

#include "collector/measurement/spool_format.h"
#include "collector/sources/mpi/visit.h"

#include <atomic>
#include <mutex>
#include <unordered_map>

namespace vellum::collector::mpi {

using measurement::EventKind;

namespace {

/// Never destroyed: programs may call MPI in destructors of their own.
struct Table {
    std::mutex mutex;
    std::unordered_multimap<MPI_Request, Request> requests;
};

Table& table()
{
    static auto& all = *new Table;
    return all;
}

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

void begin(Request& request)
{
    request.number = ++lastNumber;
    request.isStarted = true;
    if (request.kind == Request::Kind::Send) {
        recordIsend(request.communicator, request.message, request.number);
    } else {
        recordEvent(EventKind::MpiIreceiveRequest, request.communicator.number, request.number);
    }
}

std::optional<Request> begun(std::optional<Request> request)
{
    if (request) {
        begin(*request);
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

/// Takes it out, or back to where it waits to be started.
std::optional<Request> take(MPI_Request handle)
{
    Table& all = table();
    const std::lock_guard lock(all.mutex);
    const auto known = all.requests.find(handle);
    if (known == all.requests.end() || !known->second.isStarted) {
        return std::nullopt;
    }
    Request request = known->second;
    if (request.isPersistent) {
        known->second.isStarted = false;
        known->second.mayBeCancelled = false;
    } else {
        all.requests.erase(known);
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

}  // namespace

std::optional<Request> beginSend(MPI_Comm communicator, const Message& message)
{
    return begun(plan(Request::Kind::Send, communicator, message));
}

std::optional<Request> beginReceive(MPI_Comm communicator, int source)
{
    return begun(plan(Request::Kind::Receive, communicator, {.partner = source}));
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
        Table& all = table();
        const std::lock_guard lock(all.mutex);
        all.requests.emplace(handle, *request);
    }
}

void start(MPI_Request handle)
{
    Table& all = table();
    const std::lock_guard lock(all.mutex);
    const auto known = all.requests.find(handle);
    if (known != all.requests.end() && known->second.isPersistent) {
        begin(known->second);
    }
}

void complete(MPI_Request handle, const MPI_Status& status)
{
    const std::optional<Request> request = take(handle);
    if (!request) {
        return;
    }
    if (wasCancelled(*request, status)) {
        recordEvent(EventKind::MpiRequestCancelled, request->communicator.number, request->number);
    } else if (request->kind == Request::Kind::Send) {
        recordEvent(EventKind::MpiIsendComplete, request->communicator.number, request->number);
    } else {
        recordIreceive(request->communicator, arrived(status), request->number);
    }
}

void drop(MPI_Request handle)
{
    Table& all = table();
    const std::lock_guard lock(all.mutex);
    const auto known = all.requests.find(handle);
    if (known != all.requests.end()) {
        all.requests.erase(known);
    }
}

void expectCancellation(MPI_Request handle)
{
    Table& all = table();
    const std::lock_guard lock(all.mutex);
    const auto known = all.requests.find(handle);
    if (known != all.requests.end()) {
        known->second.mayBeCancelled = true;
    }
}

}  // namespace vellum::collector::mpi
