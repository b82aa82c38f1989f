#pragma once

#include "common/base/result.h"
#include "common/protocol/filter.capnp.h"
#include "common/query/record_filter.h"

namespace vellum::codec {

void write(protocol::RecordFilter::Builder out, const query::RecordFilter& filter);

/// Errors   invalidArgument: past kMaxFilters or kMaxFilterEntries, and kinds this version does not know.
Result<query::RecordFilter> read(protocol::RecordFilter::Reader in);

}  // namespace vellum::codec
