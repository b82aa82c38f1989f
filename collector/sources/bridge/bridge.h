#pragma once

#include <cstdint>

/// What libvellum-values.so, libvellum-mpi.so, libvellum-memory.so and libvellum-waits.so ask libvellum-collector.so for, so that all they record speaks of the
/// same threads and times. The libraries come from one build: no promise to others.
///
/// Threads  Any; each call concerns the calling thread.
// The names are C's. NOLINTBEGIN(readability-identifier-naming)
extern "C" {

/// The process's folder in the spool; null where nothing is recorded. Begins the recording, if need be.
const char* vellum_collector_folder(void);

/// Events of a function as the compiler's own hooks record them.
/// \param frame  stack pointer of the function at its call of the hook
/// \return the tick that was stored
std::uint64_t vellum_collector_enter(std::uint64_t function, std::uint64_t frame);
std::uint64_t vellum_collector_leave(std::uint64_t function);

/// Any other event. \param kind  a measurement::EventKind
void vellum_collector_record(std::uint16_t kind, std::uint64_t subject, std::uint64_t frame);

/// An event of MPI behind its operand, both at the same time.
void vellum_collector_mpi(
    std::uint64_t operand,
    std::uint64_t operandFrame,
    std::uint16_t kind,
    std::uint64_t subject,
    std::uint64_t frame);

/// From now on samples ask \p read for the heap's counters, by one thread at a time: bytes in use, the most since it was asked
/// before, allocations, bytes allocated.
void vellum_collector_heap(void (*read)(std::uint64_t* values));

/// Whether calls from \p code are no concern of the user's: those of our own libraries, and of a runtime that another source
/// tells of.
bool vellum_collector_hides(const void* code);

/// The recording clock.
std::uint64_t vellum_collector_now(void);

/// Number of the thread's location, which is made if need be, and where its stack lies: [low, high), equal where
/// unknown.
std::uint32_t vellum_collector_location(std::uint64_t* low, std::uint64_t* high);

}  // extern "C"
// NOLINTEND(readability-identifier-naming)
