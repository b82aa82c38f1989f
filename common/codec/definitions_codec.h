#pragma once

#include "common/base/result.h"
#include "common/protocol/definitions.capnp.h"
#include "common/trace/definitions.h"

namespace vellum::codec {

void write(protocol::Definitions::Builder out, const Definitions& definitions);

/// Lookups are built.
Result<Definitions> read(protocol::Definitions::Reader in);

}  // namespace vellum::codec
