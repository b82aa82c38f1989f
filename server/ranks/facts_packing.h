#pragma once

#include "server/import/shared_import.h"
#include "server/ranks/packing.h"

#include <vector>

namespace vellum::server::ranks {

void putFacts(Packer& packer, const std::vector<import::LocationFacts>& facts);

/// What cannot be read leaves \p unpacker not ok.
[[nodiscard]] std::vector<import::LocationFacts> getFacts(Unpacker& unpacker);

}  // namespace vellum::server::ranks
