#pragma once

#include "collector/sources/cuda/cupti_interface.h"

namespace vellum::collector::cuda {

/// Records calls of the runtime and of the driver as regions of the thread that makes them, each with its
/// correlation, by which the work on the device is joined to it.
///
/// Odd case A driver call inside of a runtime call is part of it and no region; where the library numbers
///          the two differently, the inner number is recorded as another one of the outer call.
///          Calls that only ask for what is known (kQuestions) are left out.
/// Threads  Called by CUPTI on the thread that makes the call.
void onApiCall(void* user, CallbackDomain domain, std::uint32_t id, const void* data);

/// From now on CUPTI's records are fetched before each call that destroys a context: those not fetched are lost with it.
/// \param cupti  must live as long as the process
void flushBeforeResets(const CuptiInterface& cupti);

/// In a forked child: its file has none of the names yet.
void forgetFunctions();

}  // namespace vellum::collector::cuda
