#pragma once

#include "gui/models/request_slot.h"
#include "gui/models/view_history.h"

#include <QObject>

#include <memory>
#include <optional>

namespace vellum::gui::models {

/// Whether the functions that a filter leaves are anywhere in the visible window, and where not, when they come
/// next. Asks only while functions are filtered.
///
/// Threads  GUI thread.
class FilteredFunctions : public QObject {
    Q_OBJECT

public:
    FilteredFunctions(
        data::DataSource& source,
        const data::Trace& trace,
        const ViewHistory& view,
        QObject* parent = nullptr);

    /// Known of just this window: none of its time is in one of them. False until it is known, and where more stand
    /// out than can be asked about.
    [[nodiscard]] bool areAbsent() const { return m_areAbsent; }
    /// Where they are absent: the first visit that begins behind the window or, if there is none, the last before
    /// it. Nothing while that is looked up, and where there is neither.
    [[nodiscard]] std::optional<Tick> nearest() const { return m_nearest; }

signals:
    void changed();

private:
    void update();
    void onShares(const query::Answer& answer);
    void seek(bool backward);
    void onHits(const query::Answer& answer);

    const data::Trace& m_trace;
    const ViewHistory& m_view;
    RequestSlot m_shareSlot;
    RequestSlot m_hitSlot;
    TickRange m_window;                          ///< what is known is of this …
    std::shared_ptr<const FilterSet> m_filters;  ///< … and of these
    bool m_areAbsent = false;
    std::optional<Tick> m_nearest;
};

}  // namespace vellum::gui::models
