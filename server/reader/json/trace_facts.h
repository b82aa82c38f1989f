#pragma once

#include "common/trace/properties.h"
#include "common/trace/refs.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace vellum::server::reader::json {

/// What the members of the outermost object say of the machine and its devices, as properties: single
/// values of \p node, those of an object by "object.member", and of `deviceProperties` each device's
/// of the group that \p groupOf gives for its id, or of the node where it gives none.
///
/// Lists, and whatever is longer than a kilobyte, are left out: logs, other tools' own data.
[[nodiscard]] std::vector<Property> factsOf(
    const std::map<std::string, std::string>& headers,
    SystemTreeNodeRef node,
    const std::function<LocationGroupRef(std::string_view id)>& groupOf);

/// The ids of the devices that `deviceProperties` describes.
[[nodiscard]] std::set<std::string> deviceIdsOf(std::string_view deviceProperties);

}  // namespace vellum::server::reader::json
