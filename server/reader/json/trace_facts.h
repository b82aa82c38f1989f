#pragma once

#include "common/trace/properties.h"
#include "common/trace/refs.h"

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace vellum::server::reader::json {

/// What a file says beside its events.
struct MachineFacts {
    std::vector<Property> properties;
    std::uint64_t leftOut =
        0;                     ///< values that are longer than a kilobyte, or too many, or too deep
    std::string firstLeftOut;  ///< the name that it would have had
};

/// What the members of the outermost object say of the machine and its devices, as properties: single
/// values of \p node, those inside of others by "object.member" and "list[3]", and of `deviceProperties`
/// each device's of the group that \p groupOf gives for its id, or of the node where it gives none.
[[nodiscard]] MachineFacts factsOf(
    const std::map<std::string, std::string>& headers,
    SystemTreeNodeRef node,
    const std::function<LocationGroupRef(std::string_view id)>& groupOf);

/// The ids of the devices that `deviceProperties` describes.
[[nodiscard]] std::set<std::string> deviceIdsOf(std::string_view deviceProperties);

}  // namespace vellum::server::reader::json
