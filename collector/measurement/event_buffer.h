#pragma once

#include "collector/measurement/clock.h"
#include "collector/measurement/recursion_guard.h"
#include "collector/measurement/spool_format.h"

#include <cstdint>

namespace vellum::collector::measurement {

/// One thread's place to store events: a window of its spool file, mapped shared, so that what is stored
/// survives the process whatever ends it.
///
/// Layout   Records fill [cursor, limit); a full window is given back to the kernel and the next one is
///          mapped; that time is recorded as ApiRegion::BufferGrowth. After `bufferBytes` of windows the
///          buffer is full: its writing to the disk is started, recorded as ApiRegion::BufferFlush.
/// Cost     A clock read and three stores; system calls only where a window ends.
/// Threads  Thread-local; only its own thread touches it. Safe against signal handlers of that thread.
struct EventBuffer {
    EventRecord* cursor = nullptr;
    EventRecord* limit = nullptr;  ///< equal to cursor: go and ask refill()
    bool busy = false;             ///< see RecursionGuard
    bool closed = false;           ///< no space, or the thread has ended: nothing more is stored
    ClockKind clock = ClockKind::Monotonic;
    std::uint32_t index = 0;
    std::uint64_t windowOffset = 0;  ///< of the window in the file
    std::uint64_t bufferOffset = 0;  ///< where the present buffer begins in the file
    std::uint64_t windowBytes = 0;   ///< 0: no window is mapped
    std::uint64_t largestWindowBytes = 0;
    EventRecord* window = nullptr;
    LocationHeader* header = nullptr;  ///< null: the thread has no file yet

    /// Where the next record goes, after whatever system calls that takes; null when it is lost.
    EventRecord* refill();

    /// Unmaps the window and notes the thread's end; later events are dropped.
    void close();

    /// Sends the next event through refill(), which looks at `Process::modulesStale`.
    void lookAtModulesSoon();

    /// Records stored so far.
    [[nodiscard]] std::uint64_t recordCount() const;
};

/// Initial-exec: the library is loaded with the program, and one instruction finds the buffer.
extern thread_local constinit EventBuffer threadBuffer
    __attribute__((tls_model("initial-exec"), visibility("hidden")));

inline void store(
    EventRecord& place,
    EventKind kind,
    std::uint64_t subject,
    std::uint64_t frame,
    std::uint64_t tick)
{
    place.subject = packSubject(kind, subject);
    place.frame = frame;
    __atomic_store_n(&place.tick, tick, __ATOMIC_RELEASE);
}

/// The hot path of every hook.
inline void record(EventKind kind, std::uint64_t subject, std::uint64_t frame)
{
    EventBuffer& buffer = threadBuffer;
    const RecursionGuard guard(buffer.busy);
    if (!guard.entered()) {
        return;
    }
    EventRecord* place = buffer.cursor;
    if (place == buffer.limit) [[unlikely]] {
        place = buffer.refill();
        if (place == nullptr) {
            return;
        }
    }
    store(*place, kind, subject, frame, readClock(buffer.clock));
    buffer.cursor = place + 1;
}

}  // namespace vellum::collector::measurement
