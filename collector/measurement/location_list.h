#pragma once

#include "collector/measurement/spool_format.h"

#include <pthread.h>

namespace vellum::collector::measurement {

/// The threads that have a spool file and have not ended, for the rare calls that concern another
/// thread's: its name.
///
/// Layout   A fixed number of places; a thread that finds none is recorded all the same, only names that
///          others give it are not seen.
/// Threads  Any; a spin lock is held for some loads and stores.

void addLocation(LocationHeader* header);
void removeLocation(const LocationHeader* header);

/// The name \p thread was given, up to 15 bytes.
void noteThreadName(pthread_t thread, const char* name);

/// Names given by other ways are only known to the kernel: asks it for one thread's, or for those of all
/// in the list that have none. A name equal to the program's is no name.
void noteKernelName(LocationHeader& header);

/// The name the calling thread has already, in one system call.
void noteOwnName(LocationHeader& header);
void noteThreadNames();

/// In a forked child: none of the parent's threads is ours.
void forgetLocations();

}  // namespace vellum::collector::measurement
