#pragma once

#include "common/base/result.h"
#include "common/protocol/session.capnp.h"
#include "common/query/trace_selection.h"

#include <string>
#include <string_view>

namespace vellum::codec {

void write(protocol::Open::Builder out, const query::TraceSelection& trace);

/// Errors   invalidArgument: what session.capnp forbids.
Result<query::TraceSelection> read(protocol::Open::Reader in);

/// Errors   invalidArgument naming \p what: too long, or with a NUL.
Result<std::string> readPath(capnp::Data::Reader path, std::string_view what);

}  // namespace vellum::codec
