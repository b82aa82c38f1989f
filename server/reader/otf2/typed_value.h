#pragma once

#include "common/trace/values.h"

#include <otf2/otf2.h>

namespace vellum::server::reader::otf2 {

/// The library's union as a value of ours: what the type does not use is 0.
[[nodiscard]] TypedValue typedValue(OTF2_Type type, OTF2_AttributeValue value);

}  // namespace vellum::server::reader::otf2
