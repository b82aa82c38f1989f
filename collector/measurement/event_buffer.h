#pragma once

#include "collector/measurement/clock.h"
#include "collector/measurement/function_numbers.h"
#include "collector/measurement/record_words.h"
#include "collector/measurement/recursion_guard.h"
#include "collector/measurement/spool_format.h"

#include <linux/limits.h>

#include <cstdint>

namespace vellum::collector::measurement {

class WindowReview;
class WindowRing;
struct LeftOutCount;

/// Room for paths, which small stacks of signal handlers have not; for whoever has the guard of `busy`.
struct PathRoom {
    char spool[PATH_MAX];  ///< of the spool's files
    char named[PATH_MAX];  ///< of files that events name
};

/// One thread's place to store events: a window of its spool file, mapped shared, so that what is stored
/// survives the process whatever ends it.
///
/// Layout   Words (record_words.h) fill [cursor, limit) and the three words behind, which are room for the longest
///          record; a full window is given back to the kernel and the next one is
///          mapped; that time is recorded as ApiRegion::BufferGrowth. After `bufferBytes` of windows the
///          buffer is full: its writing to the disk is started, recorded as ApiRegion::BufferFlush.
/// Cost     A clock read and one store of 8 bytes for an enter or leave; system calls only where a window ends.
/// Threads  Thread-local; only its own thread touches it. Safe against signal handlers of that thread.
struct EventBuffer {
    std::uint64_t* cursor = nullptr;
    std::uint64_t* limit = nullptr;       ///< not after cursor: go and ask refill()
    std::uint64_t* afterEnter = nullptr;  ///< the cursor, while the last word is an enter's
    WordBase base;
    bool busy = false;    ///< see RecursionGuard
    bool closed = false;  ///< no space, or the thread has ended: nothing more is stored
    ClockKind clock = ClockKind::Monotonic;
    std::uint32_t index = 0;
    std::uint64_t windowOffset = 0;  ///< of the window in the file
    std::uint64_t bufferOffset = 0;  ///< where the present buffer begins in the file
    std::uint64_t windowBytes = 0;   ///< 0: no window is mapped
    std::uint64_t largestWindowBytes = 0;
    std::uint64_t* window = nullptr;
    LocationHeader* header = nullptr;  ///< null: the thread has no file yet
    PathRoom* paths = nullptr;         ///< null: nobody has needed it yet
    LeftOutCount* leftOut = nullptr;   ///< null: no function may be left out
    WindowReview* review = nullptr;    ///< null: nothing is asked of full windows
    WindowRing* ring = nullptr;        ///< null: all windows are kept

    /// Where the next record goes, after whatever system calls that takes; null when it is lost.
    std::uint64_t* refill();

    /// Makes `paths`, if need be. \return false where there is no memory; errno is not kept
    bool findPaths();

    /// Unmaps the window and notes the thread's end; later events are dropped.
    void close();

    /// Sends the next event through refill(), which looks at `Process::modulesStale`.
    void lookAtModulesSoon();

    /// Words stored so far.
    [[nodiscard]] std::uint64_t wordCount() const;
};

/// Initial-exec: the library is loaded with the program, and one instruction finds the buffer.
extern thread_local constinit EventBuffer threadBuffer
    __attribute__((tls_model("initial-exec"), visibility("hidden")));

/// Room for words::kFullWords must be at the cursor.
inline void storeFull(
    EventBuffer& buffer,
    EventKind kind,
    std::uint64_t subject,
    std::uint64_t frame,
    std::uint64_t tick)
{
    std::uint64_t* const place = buffer.cursor;
    place[1] = tick;
    place[2] = packSubject(kind, subject);
    place[3] = frame;
    __atomic_store_n(place, words::kFull, __ATOMIC_RELEASE);
    buffer.cursor = place + words::kFullWords;
    buffer.base.follow(kind, tick, frame);
}

/// Room at the cursor; false where the event is lost.
inline bool hasRoom(EventBuffer& buffer)
{
    return buffer.cursor < buffer.limit || buffer.refill() != nullptr;
}

/// Of every hook but those of functions.
inline void record(EventKind kind, std::uint64_t subject, std::uint64_t frame)
{
    EventBuffer& buffer = threadBuffer;
    const RecursionGuard guard(buffer.busy);
    if (guard.entered() && hasRoom(buffer)) [[likely]] {
        storeFull(buffer, kind, subject, frame, readClock(buffer.clock));
    }
}

/// The function is to be left out.
inline constexpr std::uint64_t kNotRecorded = UINT64_MAX;

/// The number of a function that is not in its place, kNoNumber if it has none, or kNotRecorded.
[[nodiscard]] std::uint64_t findEntered(EventBuffer& buffer, std::uint64_t function);
/// The same of a leave: those of enters that were recorded are, too.
[[nodiscard]] std::uint64_t findLeft(EventBuffer& buffer, std::uint64_t function);

/// The hot path: the hooks of functions.
inline void recordEnter(std::uint64_t function, std::uint64_t frame)
{
    EventBuffer& buffer = threadBuffer;
    const RecursionGuard guard(buffer.busy);
    if (!guard.entered() || !hasRoom(buffer)) [[unlikely]] {
        return;
    }
    const std::uint64_t number =
        isInPlace(function) ? placeOfFunction(function) : findEntered(buffer, function);
    if (number == kNotRecorded) [[unlikely]] {
        return;
    }
    const std::uint64_t tick = readClock(buffer.clock);
    const std::uint64_t word = enterWord(buffer.base, number, tick, frame);
    if (word == 0) [[unlikely]] {
        return storeFull(buffer, EventKind::FunctionEnter, function, frame, tick);
    }
    __atomic_store_n(buffer.cursor++, word, __ATOMIC_RELEASE);
    buffer.afterEnter = buffer.cursor;
    buffer.base = {.tick = tick, .frame = frame};
}

inline void recordLeave(std::uint64_t function)
{
    EventBuffer& buffer = threadBuffer;
    const RecursionGuard guard(buffer.busy);
    if (!guard.entered() || !hasRoom(buffer)) [[unlikely]] {
        return;
    }
    const std::uint64_t number =
        isInPlace(function) ? placeOfFunction(function) : findLeft(buffer, function);
    if (number == kNotRecorded) [[unlikely]] {
        return;
    }
    const std::uint64_t tick = readClock(buffer.clock);
    if (buffer.cursor == buffer.afterEnter) {
        std::uint64_t* const enter = buffer.cursor - 1;
        if (const std::uint64_t visit = visitWord(*enter, number, tick - buffer.base.tick)) {
            __atomic_store_n(enter, visit, __ATOMIC_RELEASE);
            buffer.afterEnter = nullptr;
            buffer.base.tick = tick;
            return;
        }
    }
    const std::uint64_t word = leaveWord(buffer.base, number, tick);
    if (word == 0) [[unlikely]] {
        return storeFull(buffer, EventKind::FunctionLeave, function, 0, tick);
    }
    __atomic_store_n(buffer.cursor++, word, __ATOMIC_RELEASE);
    buffer.base.tick = tick;
}

}  // namespace vellum::collector::measurement
