#pragma once

#include "common/compare/comparison.h"
#include "gui/models/differences.h"
#include "gui/models/longest_visit.h"
#include "gui/models/time_link.h"
#include "gui/shell/trace_view.h"

#include <QObject>

#include <array>
#include <memory>
#include <optional>

namespace vellum::gui::shell {

/// What a row of the differences leads to: its function, or group, stands out in all traces, and the longest visit of the
/// function is selected and shown in both.
///
/// Exact    Of the visits that begin in the window; of a call path, those of its last function. A group has no single visit
///          to go to.
/// Threads  GUI thread.
class LongestInBoth : public QObject {
    Q_OBJECT

public:
    /// The three must outlive this. Views may go earlier: `setViews` is called before.
    LongestInBoth(
        data::DataSource& source,
        models::Differences& differences,
        models::TimeLink& link,
        QObject* parent);

    /// Whose sides `Differences` has; null: none.
    void setViews(TraceView* a, TraceView* b);
    /// Makes the function or group of that name stand out, \p inA or, where A has none, \p inB; MarkLink carries it to the other
    /// traces.
    void mark(const QString& inA, const QString& inB);
    /// Marks it and shows its longest visit in each of the two. Where they are coupled by time and both have one, they are
    /// aligned at the two visits; one undo takes that back.
    void goTo(const QString& inA, const QString& inB);
    [[nodiscard]] bool isBusy() const;

private:
    struct Place {
        TraceView* view = nullptr;
        std::unique_ptr<models::LongestVisit> finder;
        std::optional<models::SelectedVisit> visit;
    };

    [[nodiscard]] RegionRef regionIn(const Place& place, const QString& name) const;
    [[nodiscard]] const query::Profile* profileOf(const Place& place) const;
    void setView(Place& place, TraceView* view);
    void take(Place& place, const std::optional<models::LongestVisit::Found>& found);
    void showFound();
    [[nodiscard]] static TickRange around(const Place& place);

    data::DataSource& m_source;
    models::Differences& m_differences;
    models::TimeLink& m_link;
    std::array<Place, 2> m_places;
};

}  // namespace vellum::gui::shell
