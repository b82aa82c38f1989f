#pragma once

#include "common/base/result.h"
#include "common/protocol/query.capnp.h"
#include "common/query/requests.h"

namespace vellum::codec {

void write(protocol::Request::Builder out, const query::Request& request);

/// Errors   unimplemented: a request this version does not know.
Result<query::Request> read(protocol::Request::Reader in);

}  // namespace vellum::codec
