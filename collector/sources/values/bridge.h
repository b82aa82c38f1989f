#pragma once

#include <cstdint>

/// What libvellum-values.so asks libvellum-collector.so for, so that one run gives an archive and values that speak of
/// the same visits. Both libraries come from one build: no promise to others.
///
/// Threads  Any; each call concerns the calling thread.
extern "C" {

/// The process's folder in the spool; null where nothing is recorded. Begins the recording, if need be.
const char* vellum_collector_folder(void);

/// Events of a function as the compiler's own hooks record them.
/// \param frame  stack pointer of the function at its call of the hook
/// \return the tick that was stored
std::uint64_t vellum_collector_enter(std::uint64_t function, std::uint64_t frame);
std::uint64_t vellum_collector_leave(std::uint64_t function);

/// The recording clock.
std::uint64_t vellum_collector_now(void);

/// Number of the thread's location, which is made if need be, and where its stack lies: [low, high), equal where
/// unknown.
std::uint32_t vellum_collector_location(std::uint64_t* low, std::uint64_t* high);

}  // extern "C"
