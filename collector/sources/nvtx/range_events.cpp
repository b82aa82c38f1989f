#include "collector/sources/nvtx/range_events.h"

#include "collector/measurement/event_buffer.h"

#include <atomic>

namespace vellum::collector::nvtx {

using measurement::EventKind;
using measurement::record;

namespace {

std::atomic<std::uint64_t> lastRange = 0;
thread_local constinit int depth __attribute__((tls_model("initial-exec"))) = 0;

}  // namespace

int pushRange(std::uint32_t number)
{
    record(EventKind::RangePush, number, 0);
    return depth++;
}

int popRange(const Domain* domain)
{
    record(EventKind::RangePop, domainOf(domain), 0);
    depth -= depth > 0 ? 1 : 0;
    return depth;
}

std::uint64_t startRange(std::uint32_t number)
{
    const std::uint64_t range = ++lastRange;
    record(EventKind::RangeStart, number, range);
    return range;
}

void endRange(std::uint64_t range)
{
    record(EventKind::RangeEnd, 0, range);
}

void markRange(std::uint32_t number)
{
    record(EventKind::RangeMark, number, 0);
}

}  // namespace vellum::collector::nvtx
