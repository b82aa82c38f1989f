// Waiting for requests and looking whether they are done. Handles are kept from before the real call, which takes those
// of completed requests away.
#include "collector/sources/hook.h"
#include "collector/sources/mpi/mpi_library.h"
#include "collector/sources/mpi/process.h"
#include "collector/sources/mpi/requests.h"
#include "collector/sources/mpi/visit.h"

#include <algorithm>
#include <cstddef>
#include <vector>

using namespace vellum::collector::mpi;  // NOLINT(google-build-using-namespace): hooks only

namespace {

/// As std::vector; the first ones need no allocation.
template <typename Value>
class Copies {  // NOLINT(cppcoreguidelines-pro-type-member-init): see below
public:
    void resize(std::size_t size)
    {
        m_size = size;
        if (size > kInside) {
            m_more.resize(size);
        }
    }
    Value* data() { return m_size > kInside ? m_more.data() : m_inside; }
    [[nodiscard]] const Value* data() const { return m_size > kInside ? m_more.data() : m_inside; }
    [[nodiscard]] std::size_t size() const { return m_size; }

private:
    static constexpr std::size_t kInside = 32;

    std::size_t m_size = 0;
    // Most are never used, so they are not initialised.
    Value m_inside[kInside];  // NOLINT(cppcoreguidelines-pro-type-member-init)
    std::vector<Value> m_more;
};

/// Requests before a call that completes some of them, and a place for their statuses where the caller has none.
class Pending {
public:
    Pending(int count, const MPI_Request* requests, MPI_Status* statuses) : m_statuses(statuses)
    {
        if (!isFollowing()) {
            return;
        }
        m_handles.resize(static_cast<std::size_t>(std::max(count, 0)));
        std::copy_n(requests, m_handles.size(), m_handles.data());
        if (statuses == MPI_STATUSES_IGNORE) {
            m_own.resize(m_handles.size() + 1);  // one at least: a null pointer would mean none
            m_statuses = m_own.data();
        }
    }

    [[nodiscard]] MPI_Status* statuses() { return m_statuses; }

    /// All of them, unless a call with errors says otherwise of some.
    void completeAll(int result) const
    {
        for (std::size_t i = 0; i < m_handles.size(); ++i) {
            completeAt(result, i, m_statuses[i]);
        }
    }

    /// Those at \p places, whose statuses lie at the begin.
    void completeSome(int result, int count, const int* places) const
    {
        if (result != MPI_SUCCESS && result != MPI_ERR_IN_STATUS) {
            return;  // number and places need not be set
        }
        for (int i = 0; i < (m_handles.size() == 0 ? 0 : count); ++i) {
            completeAt(result, static_cast<std::size_t>(places[i]), m_statuses[i]);
        }
    }

private:
    void completeAt(int result, std::size_t place, const MPI_Status& status) const
    {
        const bool isDone = result == MPI_SUCCESS
                            || (result == MPI_ERR_IN_STATUS && status.MPI_ERROR == MPI_SUCCESS);
        if (isDone && place < m_handles.size()) {
            complete(m_handles.data()[place], status);
        }
    }

    Copies<MPI_Request> m_handles;
    Copies<MPI_Status> m_own;
    MPI_Status* m_statuses;
};

}  // namespace

// The names are MPI's. NOLINTBEGIN(readability-identifier-naming)
VELLUM_HOOK int MPI_Start(MPI_Request* request)
{
    const Visit visit(Function::Start);
    start(*request);
    return VELLUM_PMPI(Start)(request);
}

VELLUM_HOOK int MPI_Startall(int count, MPI_Request requests[])
{
    const Visit visit(Function::Startall);
    for (int i = 0; isFollowing() && i < count; ++i) {
        start(requests[i]);
    }
    return VELLUM_PMPI(Startall)(count, requests);
}

VELLUM_HOOK int MPI_Request_free(MPI_Request* request)
{
    const Visit visit(Function::Request_free);
    drop(*request);
    return VELLUM_PMPI(Request_free)(request);
}

VELLUM_HOOK int MPI_Cancel(MPI_Request* request)
{
    const Visit visit(Function::Cancel);
    expectCancellation(*request);
    return VELLUM_PMPI(Cancel)(request);
}

VELLUM_HOOK int MPI_Wait(MPI_Request* request, MPI_Status* status)
{
    const Visit visit(Function::Wait);
    MPI_Request handle = *request;
    MPI_Status own;
    MPI_Status* const known = status == MPI_STATUS_IGNORE ? &own : status;
    const int result = VELLUM_PMPI(Wait)(request, known);
    if (result == MPI_SUCCESS) {
        complete(handle, *known);
    }
    return result;
}

VELLUM_HOOK int MPI_Test(MPI_Request* request, int* isDone, MPI_Status* status)
{
    const Visit visit(Function::Test);
    MPI_Request handle = *request;
    MPI_Status own;
    MPI_Status* const known = status == MPI_STATUS_IGNORE ? &own : status;
    const int result = VELLUM_PMPI(Test)(request, isDone, known);
    if (result == MPI_SUCCESS && *isDone != 0) {
        complete(handle, *known);
    }
    return result;
}

VELLUM_HOOK int MPI_Waitall(int count, MPI_Request requests[], MPI_Status statuses[])
{
    const Visit visit(Function::Waitall);
    Pending pending(count, requests, statuses);
    const int result = VELLUM_PMPI(Waitall)(count, requests, pending.statuses());
    pending.completeAll(result);
    return result;
}

VELLUM_HOOK int MPI_Testall(int count, MPI_Request requests[], int* isDone, MPI_Status statuses[])
{
    const Visit visit(Function::Testall);
    Pending pending(count, requests, statuses);
    const int result = VELLUM_PMPI(Testall)(count, requests, isDone, pending.statuses());
    if (*isDone != 0) {
        pending.completeAll(result);
    }
    return result;
}

VELLUM_HOOK int MPI_Waitany(int count, MPI_Request requests[], int* place, MPI_Status* status)
{
    const Visit visit(Function::Waitany);
    Pending pending(count, requests, status);
    const int result = VELLUM_PMPI(Waitany)(count, requests, place, pending.statuses());
    if (*place != MPI_UNDEFINED) {
        pending.completeSome(result, 1, place);
    }
    return result;
}

VELLUM_HOOK int MPI_Testany(
    int count, MPI_Request requests[], int* place, int* isDone, MPI_Status* status)
{
    const Visit visit(Function::Testany);
    Pending pending(count, requests, status);
    const int result = VELLUM_PMPI(Testany)(count, requests, place, isDone, pending.statuses());
    if (*isDone != 0 && *place != MPI_UNDEFINED) {
        pending.completeSome(result, 1, place);
    }
    return result;
}

VELLUM_HOOK int MPI_Waitsome(
    int count, MPI_Request requests[], int* done, int places[], MPI_Status statuses[])
{
    const Visit visit(Function::Waitsome);
    Pending pending(count, requests, statuses);
    const int result = VELLUM_PMPI(Waitsome)(count, requests, done, places, pending.statuses());
    if (*done != MPI_UNDEFINED) {
        pending.completeSome(result, *done, places);
    }
    return result;
}

VELLUM_HOOK int MPI_Testsome(
    int count, MPI_Request requests[], int* done, int places[], MPI_Status statuses[])
{
    const Visit visit(Function::Testsome);
    Pending pending(count, requests, statuses);
    const int result = VELLUM_PMPI(Testsome)(count, requests, done, places, pending.statuses());
    if (*done != MPI_UNDEFINED) {
        pending.completeSome(result, *done, places);
    }
    return result;
}
// NOLINTEND(readability-identifier-naming)
