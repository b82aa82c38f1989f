#pragma once

#include "common/values/sidecar/reader.h"

#include <vector>

namespace vellum::values::sidecar {

/// All that is wrong with a side-car: checksums of all chunks, and what must be true of the records.
///
/// - every id is that of a record, or 0
/// - an operation does not end before it begins, nor an object's life
/// - unchanged + undefined ≤ bytes; temporal, spatial, items ≤ accesses of an ACCESS record
/// - distinct ≤ unique items ≤ items of a PATTERN record, and unique items ≤ the accesses to them
/// - a pattern's object lives during its operation
/// - the accesses of an operation's ACCESS records and what LOSS records say of it are together what the OPERATION record says
/// - of the edges of one type to one vertex through one object: bytes, written, unchanged and undefined
///   are together those of the ACCESS records of that vertex' operations
/// - a page's class is what its numbers say
///
/// Where records are missing, since the file was not finished, chunks are damaged, or the writer says that
/// it lost some, sums may be too small and only what is too large is found.
///
/// Cost     Reads all; memory for each operation, object and other thing with an id.
/// Threads  Any.
[[nodiscard]] std::vector<Finding> verify(const SideCar& sideCar);

}  // namespace vellum::values::sidecar
