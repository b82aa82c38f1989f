#pragma once

#include "common/query/answers.h"
#include "server/query/tick_sum.h"

#include <algorithm>

namespace vellum::server::query {

/// Adds what is known of other operations, of any handle.
inline void addNumbers(vellum::query::IoNumbers& to, const vellum::query::IoNumbers& from)
{
    if (from.overlapping > 0) {
        to.first = to.overlapping > 0 ? std::min(to.first, from.first) : from.first;
        to.last = to.overlapping > 0 ? std::max(to.last, from.last) : from.last;
    }
    to.overlapping += from.overlapping;
    to.reads += from.reads;
    to.writes += from.writes;
    to.flushes += from.flushes;
    to.others += from.others;
    to.cancelled += from.cancelled;
    to.unmatchedBegins += from.unmatchedBegins;
    to.unmatchedEnds += from.unmatchedEnds;
    to.bytesRequested += from.bytesRequested;
    to.bytesTransferred += from.bytesTransferred;
    to.bytesRead += from.bytesRead;
    to.bytesWritten += from.bytesWritten;
    to.time = addTicks(to.time, from.time);
    to.opened += from.opened;
    to.closed += from.closed;
    to.seeks += from.seeks;
}

}  // namespace vellum::server::query
