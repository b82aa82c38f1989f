#include "server/query/values/visits_of_operation.h"

#include <cstdint>
#include <optional>

namespace vellum::server::query {

namespace {

/// The innermost visit of \p region that is under way before \p change; nothing: there is none.
std::optional<std::size_t> enterAround(
    const store::CallStream& calls, std::size_t change, RegionRef region)
{
    for (std::uint32_t depth = calls.depthBefore(change); depth > 0; --depth) {
        const std::size_t enter = calls.enterOf(change - 1, depth);
        if (calls.regionOf(enter) == region) {
            return enter;
        }
    }
    return std::nullopt;
}

}  // namespace

void forEachVisit(
    const ValueProfile::Operation& operation,
    const store::CallStream& calls,
    StopPoll& poll,
    const std::function<void(std::size_t)>& use)
{
    const std::size_t first = calls.time.firstFrom(operation.range.begin);
    bool isMore = true;
    bool isAny = false;
    for (std::size_t change = first; isMore && change < calls.size()
                                     && calls.time[change] < operation.range.end && !poll.stopNow();
         ++change) {
        if (calls.isEnter(change) && calls.regionOf(change) == operation.region) {
            use(change);
            isAny = true;
            isMore = operation.isMerged;
        }
    }
    if (const auto around = isAny ? std::nullopt : enterAround(calls, first, operation.region)) {
        use(*around);
    }
}

}  // namespace vellum::server::query
