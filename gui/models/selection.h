#pragma once

#include "common/query/answers.h"
#include "common/time/tick_range.h"
#include "common/trace/refs.h"

#include <QObject>

#include <optional>

namespace vellum::gui::models {

/// A visit that was clicked on, found or looked up.
struct SelectedVisit {
    LocationRef location;
    RegionRef region;
    TickRange visit;
    std::uint32_t depth = 1;

    friend bool operator==(const SelectedVisit&, const SelectedVisit&) = default;
};

/// All bars of one region or one function group.
struct Highlight {
    query::GroupBy by = query::GroupBy::Region;
    query::Key key;

    friend bool operator==(const Highlight&, const Highlight&) = default;
};

/// What is selected: one thing for the whole window, marked in all charts.
///
/// Threads  GUI thread.
class Selection : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    [[nodiscard]] const std::optional<SelectedVisit>& visit() const { return m_visit; }
    [[nodiscard]] const std::optional<query::Message>& message() const { return m_message; }
    /// What stands out in all charts, by a click in summary or legend.
    [[nodiscard]] const std::optional<Highlight>& highlight() const { return m_highlight; }

    /// A visit and a message exclude each other.
    void selectVisit(const SelectedVisit& visit);
    void selectMessage(const query::Message& message);
    void setHighlight(std::optional<Highlight> highlight);
    void clear();

signals:
    void changed();

private:
    std::optional<SelectedVisit> m_visit;
    std::optional<query::Message> m_message;
    std::optional<Highlight> m_highlight;
};

}  // namespace vellum::gui::models
