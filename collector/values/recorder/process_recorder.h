#pragma once

#include "collector/values/ring_format.h"

#include <linux/limits.h>

#include <cstdint>

namespace vellum::collector::values {

/// The process's part of recording values: whether it is recorded at all, and what its threads share.
///
/// Threads  Any. Written before the program's own initialisers run, and in a forked child.
struct ProcessRecorder {
    ControlBlock* control = nullptr;  ///< null: nothing is recorded
    const char* folder = nullptr;     ///< of the process in the spool
};

extern ProcessRecorder processRecorder __attribute__((visibility("hidden")));

/// Begins, if this is a process to record. A library's initialiser may come before ours.
void ensureStarted();

/// \return false if the path is too long
bool filePath(char (&path)[PATH_MAX], const char* file);

/// Asks for ThreadRecorder::close() at the end of the calling thread.
void askForEndOfThread();

}  // namespace vellum::collector::values
