#include "server/query/values/values_in_scope.h"

#include <utility>

namespace vellum::server::query {

Result<ValuesInScope> ValuesInScope::of(const TableCall& call)
{
    auto profile = ValueProfile::of(call.trace);
    VELLUM_RETURN_IF_ERROR(profile);
    ValuesInScope scope;
    scope.m_profile = std::move(profile).value();
    scope.m_window = call.scope.window;
    scope.m_isAsked.resize(call.trace.definitions.locations.size());
    for (const LocationIndex location : call.scope.locations) {
        scope.m_isAsked[location.value()] = true;
    }
    scope.m_isAll = call.scope.window == call.trace.range
                    && call.scope.locations.size() == scope.m_isAsked.size();
    return scope;
}

bool ValuesInScope::contains(const ValueProfile::Operation& operation) const
{
    if (!operation.isJoined) {
        return m_isAll;
    }
    return m_isAsked[operation.location.value()] && operation.range.begin < m_window.end
           && operation.range.end > m_window.begin;
}

std::uint64_t ValuesInScope::lostAccesses() const
{
    std::uint64_t lost = 0;
    m_profile->file().records<sidecar::LossRecord>().forEach(
        [&](const sidecar::LossRecord& loss, std::uint64_t /*index*/) {
            if (sidecar::countsAccesses(loss.kind) && contains(loss.op)) {
                lost += loss.count;
            }
        });
    return lost;
}

std::uint64_t ValuesInScope::operations() const
{
    std::uint64_t count = 0;
    m_profile->file().records<sidecar::OperationRecord>().forEach(
        [&](const sidecar::OperationRecord& operation, std::uint64_t /*index*/) {
            count += contains(operation.id) ? 1U : 0U;
        });
    return count;
}

}  // namespace vellum::server::query
