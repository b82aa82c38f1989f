#pragma once

#include "common/values/sidecar/reader.h"

namespace vellum::values::sidecar {

/// Holds the accesses of operations and the numbers of edges against the ACCESS records they are sums of: a
/// part of `verify`.
///
/// \param isComplete  false where records are missing: sums may then be too small
void checkSums(const SideCar& sideCar, bool isComplete, FindingList& findings);

}  // namespace vellum::values::sidecar
