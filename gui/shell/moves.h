#pragma once

#include "gui/charts/timeline_chart.h"
#include "gui/models/flow_model.h"
#include "gui/models/notes.h"
#include "gui/models/visit_stepper.h"

#include <QWidget>

#include <memory>

namespace vellum::gui::shell {

/// From one place of a trace to another: to the next visit, along messages and launches, to bookmarks and
/// notes.
///
/// Threads  GUI thread.
class Moves : public QObject {
    Q_OBJECT

public:
    /// \param widget  holds the charts, and their rulers
    Moves(
        data::DataSource& source,
        std::shared_ptr<const data::Trace> trace,
        models::ViewHistory& view,
        models::Selection& selection,
        charts::TimelineChart& chart,
        QWidget* widget);

    /// Does one of the chart's commands that lead elsewhere; false if it is none.
    bool run(const QString& command);

    void recall(int number);
    void store(int number);
    [[nodiscard]] QString titleOf(int number) const;
    [[nodiscard]] models::Notes& notes() { return *m_notes; }
    void showNote(std::size_t place);
    [[nodiscard]] QString titleOfNote(std::size_t place) const;
    /// A dialog that lists, changes and removes them.
    void editNotes();

    [[nodiscard]] const models::FlowModel& flows() const { return *m_flows; }

signals:
    /// For the status bar: a sentence about what is selected now or, with \p isOfNext, about what is selected next.
    void said(const QString& text, bool isOfNext = false);
    /// The visit there is to be selected and shown.
    void wanted(vellum::LocationRef location, vellum::Tick tick);

private:
    void step(bool forward, bool sameFunction);
    void findFirst();
    void showFound(const models::SelectedVisit& visit);
    [[nodiscard]] QString visitFirst() const;
    [[nodiscard]] QString keysToFirst() const;
    void follow(bool forward);
    void followNow();
    void followRound();
    [[nodiscard]] bool isInRound(bool forward) const;
    void goToMember(bool forward);
    void goTo(const models::SelectedVisit& visit);
    void selectRangeOfVisit();
    void addNote();
    void askForText(TickRange range);
    void showMarks();

    /// What leads away from one thing, or to it: while what was reached last is selected, the same key leads to the
    /// next.
    struct Round {
        bool forward = false;
        std::vector<models::Flow> flows;  ///< whose other ends are shown
        std::size_t at = 0;
        std::uint64_t selection = 0;  ///< its number where the round stands, at most
    };

    std::shared_ptr<const data::Trace> m_trace;
    models::ViewHistory& m_view;
    models::Selection& m_selection;
    charts::TimelineChart& m_chart;
    QWidget* m_widget;
    models::VisitStepper* m_stepper;
    models::FlowModel* m_flows;
    models::Notes* m_notes;
    std::optional<bool> m_followsForward;  ///< as soon as the flows are known
    std::optional<Round> m_round;
};

}  // namespace vellum::gui::shell
