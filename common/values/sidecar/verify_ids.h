#pragma once

#include "common/values/sidecar/reader.h"

namespace vellum::values::sidecar {

/// Finds ids in records that are those of no record: a part of `verify`.
void checkIds(const SideCar& sideCar, FindingList& findings);

}  // namespace vellum::values::sidecar
