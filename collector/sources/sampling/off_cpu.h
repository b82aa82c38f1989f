#pragma once

#include "collector/sources/sampling/sample_buffer.h"

#include <sys/types.h>

#include <cstdint>

namespace vellum::collector::sampling {

/// A thread that is looked at by a thread of our own, every so often, whether it waits: for a lock, a file, a child or
/// the time. Its stack is stored while it does, in the file `w<index>` beside its samples.
///
/// Nothing is sent to a thread that waits: a signal would end many a wait early. The kernel says in /proc where a thread
/// that is blocked was when it called, and its stack lies still meanwhile. What the kernel does not say are other registers;
/// the writer does without (collector/writer/stack_walk.h).
///
/// Not seen  Threads that can run and wait for a processor. Waits that are shorter than the time between two looks are
///           seen as often as they are long.
/// Cost      Some 5 µs a look and thread, at most a tenth of one processor: looks are left out where it would be more.
/// Threads   Its fields are of whoever holds the list; see off_cpu.cpp.
struct WatchedThread {
    pid_t id = 0;
    std::uint32_t index = 0;  ///< of its location
    std::uint64_t stackLow = 0;
    std::uint64_t stackHigh = 0;
    bool isWatched = false;
    bool isBroken = false;      ///< its file cannot be made
    bool isWaiting = false;     ///< at the last look
    std::uint64_t runTime = 0;  ///< of the processor, at the last look
    SampleBuffer buffer;
    WatchedThread* next = nullptr;
    WatchedThread* previous = nullptr;
};

/// Begins to watch, if the configuration asks for it. After the measurement has begun.
void startOffCpu();

/// The calling thread is looked at from now on until unwatch(), which it must call before it ends.
/// \param thread  its own. Does nothing where nobody watches
void watch(
    WatchedThread& thread, std::uint32_t index, std::uint64_t stackLow, std::uint64_t stackHigh);
void unwatch(WatchedThread& thread);

/// In a forked child, which has neither the other threads nor our own.
void restartOffCpu(WatchedThread& own);

}  // namespace vellum::collector::sampling
