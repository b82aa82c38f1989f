#pragma once

#include "gui/models/view_history.h"

#include <cstdint>
#include <map>
#include <optional>
#include <utility>

namespace vellum::gui::models {

/// Where a chart stood in each state of the view that was left: what it was scrolled to is no part of a state,
/// and who goes back there by undo or redo looks for what he saw.
///
/// Size     As many as the view's history remembers.
/// Threads  That of the view.
template <typename Place>
class KeptPlaces {
public:
    /// Of the view's current state, which is about to be left.
    void keep(const ViewHistory& view, Place place)
    {
        m_places.insert_or_assign(view.stateNumber(), std::move(place));
        if (m_places.size() > ViewHistory::kMostStates) {
            m_places.erase(m_places.begin());  // numbers grow
        }
    }

    /// Of the view's current state; nothing if it is a new one.
    [[nodiscard]] std::optional<Place> in(const ViewHistory& view) const
    {
        const auto found = m_places.find(view.stateNumber());
        if (found == m_places.end()) {
            return std::nullopt;
        }
        return std::make_optional<Place>(found->second);  // a place may itself be an optional
    }

private:
    std::map<std::uint64_t, Place> m_places;
};

}  // namespace vellum::gui::models
