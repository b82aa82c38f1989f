// What other injected libraries saw comes in here, and becomes events like those of the hooks in this one.
#include "collector/sources/bridge/bridge.h"

#include "collector/measurement/lifecycle.h"
#include "collector/sources/hook.h"
#include "collector/sources/io/visit.h"
#include "collector/sources/openmp/runtime_code.h"

using namespace vellum::collector::measurement;  // NOLINT(google-build-using-namespace): hooks only

// The names are C's. NOLINTBEGIN(readability-identifier-naming)
VELLUM_HOOK const char* vellum_collector_folder()
{
    return ensureStarted() ? process.directory : nullptr;
}

VELLUM_HOOK std::uint64_t vellum_collector_enter(std::uint64_t function, std::uint64_t frame)
{
    recordEnter(function, frame);
    return threadBuffer.base.tick;
}

VELLUM_HOOK std::uint64_t vellum_collector_leave(std::uint64_t function)
{
    recordLeave(function);
    return threadBuffer.base.tick;
}

VELLUM_HOOK void vellum_collector_record(
    std::uint16_t kind, std::uint64_t subject, std::uint64_t frame)
{
    record(static_cast<EventKind>(kind), subject, frame);
}

VELLUM_HOOK void vellum_collector_mpi(
    std::uint64_t operand,
    std::uint64_t operandFrame,
    std::uint16_t kind,
    std::uint64_t subject,
    std::uint64_t frame)
{
    EventBuffer& buffer = threadBuffer;
    const RecursionGuard guard(buffer.busy);
    if (!guard.entered() || !hasRoom(buffer)) {
        return;
    }
    const std::uint64_t tick = readClock(buffer.clock);
    storeFull(buffer, EventKind::MpiOperand, operand, operandFrame, tick);
    if (hasRoom(buffer)) {
        storeFull(buffer, static_cast<EventKind>(kind), subject, frame, tick);
    }
}

VELLUM_HOOK void vellum_collector_heap(void (*read)(std::uint64_t* values))
{
    process.readHeap = read;
}

VELLUM_HOOK bool vellum_collector_hides(const void* code)
{
    return vellum::collector::io::isOwnCode(code) || vellum::collector::openmp::isRuntimeCode(code);
}

VELLUM_HOOK std::uint64_t vellum_collector_now()
{
    return readClock(process.config.clock);
}

VELLUM_HOOK std::uint32_t vellum_collector_location(std::uint64_t* low, std::uint64_t* high)
{
    EventBuffer& buffer = threadBuffer;
    const RecursionGuard guard(buffer.busy);
    if (guard.entered() && buffer.header == nullptr) {
        buffer.refill();
    }
    const LocationHeader* const header = buffer.header;
    *low = header == nullptr ? 0 : header->stackLow;
    *high = header == nullptr ? 0 : header->stackHigh;
    return buffer.index;
}
// NOLINTEND(readability-identifier-naming)
