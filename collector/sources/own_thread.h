#pragma once

#include <cstdint>
#include <ctime>

namespace vellum::collector::sources {

// Threads of the collector's own: in no row of the archive, named "vellum", with all signals blocked. They never end by
// themselves: the end of the process is their end. A forked child has none, and may start its own.

/// Looks up what startOwnThread() needs. Before any fork: a child may not look it up.
void prepareOwnThreads();

/// Runs \p run in a thread of our own. Precondition: prepareOwnThreads() was called.
/// \return whether there is one
bool startOwnThread(void* (*run)(void*));

/// When a thread wakes next that last should have woken at \p last, of CLOCK_MONOTONIC: \p nanoseconds later, so that its
/// work's own time shifts nothing, but never in the past, so that a process that was stopped does not make up for it.
[[nodiscard]] timespec nextWake(timespec last, std::uint64_t nanoseconds);

}  // namespace vellum::collector::sources
