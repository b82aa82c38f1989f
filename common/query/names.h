#pragma once

#include "common/query/answers.h"
#include "common/trace/definitions.h"

#include <string>

namespace vellum::query {

// Names of what answers refer to; of what is not defined, a word with the number.

[[nodiscard]] std::string locationName(const Definitions& definitions, LocationRef ref);
[[nodiscard]] std::string groupName(const Definitions& definitions, LocationGroupRef ref);
[[nodiscard]] std::string regionName(const Definitions& definitions, RegionRef ref);
[[nodiscard]] std::string communicatorName(const Definitions& definitions, CommRef ref);
[[nodiscard]] std::string nodeName(const Definitions& definitions, SystemTreeNodeRef ref);
/// Of no file "no file".
[[nodiscard]] std::string ioFileName(const Definitions& definitions, IoFileRef ref);
/// Of a row by region, function group or paradigm.
[[nodiscard]] std::string keyName(const Definitions& definitions, Key key, GroupBy by);

}  // namespace vellum::query
