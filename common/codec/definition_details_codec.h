#pragma once

#include "common/base/result.h"
#include "common/protocol/definitions.capnp.h"
#include "common/trace/definitions.h"

namespace vellum::codec {

// The lists of `Definitions` from `callingContexts` on: all but what every trace has.

void writeDetails(protocol::Definitions::Builder out, const Definitions& definitions);

/// Adds to \p definitions. \return invalidArgument for a property of an unknown target
[[nodiscard]] Result<void> readDetails(protocol::Definitions::Reader in, Definitions& definitions);

}  // namespace vellum::codec
