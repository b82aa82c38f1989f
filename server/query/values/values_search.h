#pragma once

#include "common/base/result.h"
#include "common/query/values_operations.h"
#include "server/query/values/value_profile.h"
#include "server/query/workers.h"
#include "server/store/trace_store.h"

#include <cstddef>
#include <map>
#include <string_view>
#include <vector>

namespace vellum::server::query {

/// The visits that operations on values are: docs/semantics.md, "search and events".
///
/// Threads  Const access from any thread.
class ValuesSearch {
public:
    /// Errors   invalidArgument: \p pattern is one of values and cannot be read; else, if it is one, those of ValuesInScope.
    ///          One of other things finds nothing.
    [[nodiscard]] static Result<ValuesSearch> of(
        const store::TraceStore& trace,
        const std::vector<LocationIndex>& locations,
        std::string_view pattern);

    [[nodiscard]] bool isAsked() const { return m_isAsked; }

    /// The changes that enter these visits on a location, ascending, each once. Fewer where \p poll says stop.
    [[nodiscard]] std::vector<std::size_t> entersOf(
        LocationIndex location, const store::CallStream& calls, StopPoll& poll) const;

private:
    bool m_isAsked = false;
    std::map<LocationIndex, std::vector<ValueProfile::Operation>> m_operations;
};

}  // namespace vellum::server::query
