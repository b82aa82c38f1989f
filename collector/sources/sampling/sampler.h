#pragma once

#include <csignal>

namespace vellum::collector::sampling {

/// Samples of this process: each thread that was begun here is interrupted by its own clock (interrupts.h), and its
/// registers and stack are kept (sample_buffer.h). Who called whom is found out after the program's end.
///
/// Odd case Threads that are made without pthread_create (thrd_create, raw clone) are not sampled.
/// Threads  Any; each call concerns the calling thread.

/// Whether this process is sampled.
[[nodiscard]] bool isSampling();

/// Interrupts the calling thread from now on, until it ends.
void beginThread();

/// No interrupts until resumeThread(). \return false where the thread has none, or is a child of vfork, which has our memory
[[nodiscard]] bool pauseThread();
void resumeThread();

/// Runs a thread's function with sampling around it. \param start  of wrapStart()
void* runSampled(void* start);

using ThreadFunction = void* (*)(void*);

/// What runSampled() needs to know; it takes it back. Null if there is no memory.
[[nodiscard]] void* wrapStart(ThreadFunction function, void* argument);
void dropStart(void* start);

/// What the program asks for of one of our signals: its handler is called for those that are not ours.
/// \param action  null: only asks. \param old  null: does not ask
void exchangeAction(int signal, const struct sigaction* action, struct sigaction* old);

}  // namespace vellum::collector::sampling
