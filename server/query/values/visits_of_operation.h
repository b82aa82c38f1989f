#pragma once

#include "server/query/values/value_profile.h"
#include "server/query/workers.h"
#include "server/store/call_stream.h"

#include <cstddef>
#include <functional>

namespace vellum::server::query {

/// The visits in the trace that an operation stands for: the one of its function that begins with it; of merged ones all
/// that begin in it; where none does, the innermost that is under way when it begins. None where the trace has none.
///
/// \param calls  of the operation's location
/// \param use    called with the change that enters each, ascending
/// Cost     The changes of the operation's time at most.
void forEachVisit(
    const ValueProfile::Operation& operation,
    const store::CallStream& calls,
    StopPoll& poll,
    const std::function<void(std::size_t)>& use);

}  // namespace vellum::server::query
