#pragma once

#include "gui/models/row_groups.h"
#include "gui/models/row_order.h"

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace vellum::gui::models {

/// Of rows grouped by communicator: where a location stands among the members of one of them. A location of several
/// communicators has a row in each group, and what was sent on one of them belongs there.
///
/// Size     Of rows that are grouped otherwise nothing is kept.
class CommunicatorRows {
public:
    /// \param grouping  how \p rows were put together; null: by the system tree
    void index(const std::vector<Row>& rows, const RowGrouping* grouping);

    /// Its row in the group of \p communicator, or the open or folded row it is below there; nothing where it has
    /// none.
    [[nodiscard]] std::optional<int> rowOf(LocationRef location, CommRef communicator) const;

    /// Of each communicator its rows that are not parents of others shown, and who stands there, in no order.
    struct Ends {
        CommRef communicator;
        std::vector<LocationRef> locations;
    };
    [[nodiscard]] std::vector<Ends> ends() const;

private:
    std::unordered_map<CommRef, std::uint32_t> m_groups;  ///< their numbers
    std::unordered_map<std::uint32_t, std::unordered_map<LocationRef, int>> m_rows;  ///< by these
};

}  // namespace vellum::gui::models
