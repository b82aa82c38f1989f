#pragma once

#include "common/trace/definitions.h"

#include <cstdint>
#include <string>
#include <vector>

namespace vellum::server::cli {

/// What a row of a timeline is.
enum class RowsBy : std::uint8_t { Location, LocationGroup, SystemTreeNode, Type, All };

/// A row of several locations.
struct RowSet {
    std::string ref;   ///< of the group or node; of a type its word, of all nothing
    std::string name;  ///< likewise, for people
    std::vector<LocationRef> locations;

    friend bool operator==(const RowSet&, const RowSet&) = default;
};

/// The rows that \p selected locations (none: all) make: groups and nodes directly above such in definition order, what
/// is undefined of these last, types by number. Precondition: not by location.
[[nodiscard]] std::vector<RowSet> rowSets(
    const Definitions& definitions, const std::vector<LocationRef>& selected, RowsBy by);

/// "location-group" …, as on the command line.
[[nodiscard]] const char* word(RowsBy by);

}  // namespace vellum::server::cli
