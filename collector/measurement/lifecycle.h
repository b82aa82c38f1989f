#pragma once

#include "collector/measurement/config.h"
#include "collector/measurement/spool_format.h"

#include <linux/limits.h>

#include <atomic>
#include <cstdint>

namespace vellum::collector::measurement {

enum class Phase : std::uint8_t {
    Unstarted,  ///< the first hook, or the library's constructor, starts it
    Starting,   ///< by another thread: events of this moment are dropped
    Active,
    Inert,  ///< not a process to record: hooks return at once
};

/// The state of the recorded process. An injected library has no `main` that could own it, hence the
/// one global of the collector.
///
/// Threads  `phase` and the counters are atomic; the rest is written before `phase` becomes Active.
struct Process {
    std::atomic<Phase> phase = Phase::Unstarted;
    std::atomic<std::uint32_t> nextLocation = 0;
    std::atomic<void (*)()> atEnd = nullptr;  ///< a source that holds records back brings them here
    std::atomic<void (*)()> lastLook =
        nullptr;  ///< a source that looks every so often does so here
    std::atomic<void (*)(std::uint64_t*)> readHeap = nullptr;  ///< what the heap's counters are
    std::atomic<bool> hasDevices = false;    ///< a driver of devices has started us
    std::atomic<bool> modulesStale = false;  ///< a library was loaded since the last look
    Config config;
    ProcessHeader* header = nullptr;
    char directory[PATH_MAX] = {};
    char programName[17] = {};  ///< as the kernel shortens it; threads without a name have it too
    char directoryName[sizeof(ForkOrigin::directory)] = {};
};

extern Process process __attribute__((visibility("hidden")));

/// Starts the recording if this is a process to record. \return whether events are to be stored
bool ensureStarted();

/// Notes the time at which the process leaves through exit or a relative of it, the names of threads
/// that are still running, and the libraries loaded. May be called more than once.
void noteProcessEnd();

/// The first failure to store is kept for the launcher to tell.
void noteSpoolError(int error);

/// A sentence of what can not be recorded, for the launcher to tell and for the archive to keep.
void noteUnavailable(const char* sentence);

/// The path of \p file in the process's folder. \return false if it is too long
bool spoolPath(char (&path)[PATH_MAX], const char* file);

}  // namespace vellum::collector::measurement
