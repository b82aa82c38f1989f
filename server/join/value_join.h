#pragma once

#include "common/base/result.h"
#include "server/store/trace_store.h"

#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <vector>

namespace vellum::server::join {

/// How sure it is where operations of a run that looked at values are in another run.
struct JoinCounts {
    std::uint64_t exact = 0;       ///< the same visit: up to there both runs did the same
    std::uint64_t shifted = 0;     ///< the same function, at another place in the order
    std::uint64_t byFunction = 0;  ///< some visit of the same function
    std::uint64_t unmatched = 0;   ///< nowhere

    [[nodiscard]] std::uint64_t joined() const { return exact + shifted + byFunction; }
};

struct ValueJoin {
    JoinCounts counts;
    std::vector<std::filesystem::path> files;  ///< that were written
};

/// Writes the value side-cars of \p values beside \p times, with links to visits of that trace: from then on its questions
/// about values are answered. Locations are paired by their place: the k-th of a type in the j-th location group.
///
/// Errors   those of `ValueProfile::allOf` for \p values. invalidArgument: no function of the values is visited
///          in \p times, it is the same run, or values lie beside it that no join put there. dataLoss, unavailable: as of
///          `writeJoinedCopy`. cancelled.
/// Threads  Any; blocks until done.
[[nodiscard]] Result<ValueJoin> joinValues(
    const store::TraceStore& values, const store::TraceStore& times, std::stop_token cancel = {});

}  // namespace vellum::server::join
