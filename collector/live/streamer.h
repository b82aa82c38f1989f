#pragma once

#include "collector/live/live_options.h"

#include <sys/types.h>

namespace vellum::collector::live {

/// The process of a live run: has archives made of what is whole so far, sends them, and hears whether the recording is to
/// stop. After each of them it waits ten times the processor time that it took, a second at the least: so all of this takes a tenth of
/// one core at the most, of low priority.
///
/// Errors   What goes wrong is said once; from then on nothing is sent, and the launcher is only listened to.
/// \param channel  to the launcher, live_words.h. \return the exit status
int runStreamer(int channel, const LiveOptions& options);

/// This process is killed when \p parent is gone, and gives way to others.
void endWithParent(pid_t parent);

}  // namespace vellum::collector::live
