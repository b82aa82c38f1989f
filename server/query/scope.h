#pragma once

#include "common/base/result.h"
#include "common/query/requests.h"
#include "server/store/trace_store.h"

#include <cstdint>
#include <span>
#include <unordered_set>
#include <vector>

namespace vellum::server::query {

/// A request's scope as this trace has it.
struct ResolvedScope {
    TickRange window;                      ///< clipped, not empty
    std::vector<LocationIndex> locations;  ///< in definition order
};

/// Errors   invalidArgument: nothing of \p window lies in the trace.
[[nodiscard]] Result<TickRange> resolveWindow(const store::TraceStore& trace, TickRange window);

/// The places of \p locations in the order asked, each once; of all where none is named.
///
/// Errors   notFound naming the first unknown one and how many there are; invalidArgument past kMaxSelectedLocations.
[[nodiscard]] Result<std::vector<LocationIndex>> resolveLocations(
    const store::TraceStore& trace, std::span<const LocationRef> locations);

/// Errors   Those of the two above.
[[nodiscard]] Result<ResolvedScope> resolve(
    const store::TraceStore& trace, const vellum::query::Scope& scope);

/// The references of its locations, in their order.
[[nodiscard]] std::vector<LocationRef> refsOf(
    const store::TraceStore& trace, const ResolvedScope& scope);

/// The locations of a scope by their references; all of them without a look.
class LocationSelection {
public:
    LocationSelection(const store::TraceStore& trace, const ResolvedScope& scope);

    [[nodiscard]] bool contains(LocationRef ref) const { return m_all || m_refs.contains(ref); }

private:
    bool m_all = false;
    std::unordered_set<LocationRef> m_refs;
};

/// Errors   invalidArgument naming both numbers, for 0 columns and for more than kMaxColumns.
[[nodiscard]] Result<void> checkColumns(std::uint32_t columns);

/// Errors   invalidArgument naming both numbers, for more than kMaxItems of \p what.
[[nodiscard]] Result<void> checkLimit(std::uint64_t limit, const char* what);

/// Errors   resourceExhausted naming the numbers, for more than kMaxCells in all.
[[nodiscard]] Result<void> checkCells(std::uint64_t rows, std::uint64_t columns);

}  // namespace vellum::server::query
