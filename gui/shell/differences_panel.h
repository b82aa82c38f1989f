#pragma once

#include "common/compare/process_map.h"
#include "gui/charts/chart_header.h"
#include "gui/charts/table/answer_table.h"
#include "gui/models/differences.h"
#include "gui/models/tally_differences.h"
#include "gui/models/view_history.h"

#include <QPointer>
#include <QVariantMap>
#include <QWidget>

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

class QAction;
class QCheckBox;
class QComboBox;
class QLabel;
class QMenu;

namespace vellum::gui::charts {
class FlameCanvas;
class StepCanvas;
}  // namespace vellum::gui::charts

namespace vellum::gui::models {
class FlameDifference;
class StepTimeline;
}  // namespace vellum::gui::models

namespace vellum::gui::models {
class TimeLink;
}  // namespace vellum::gui::models

namespace vellum::gui::shell {

class CounterDifferenceView;
class DistributionView;
class TallyChoices;
class TraceView;

/// The numbers of two traces that are compared, below them: what their windows cost, and whether that differs by more
/// than noise; as a table, or call paths as a flame graph of both, or step by step as a timeline, or by how much a counter
/// differs; or as a table of messages, collective operations and other things that are no functions.
///
/// Mouse    As AnswerTable; a click marks the row, a double click chooses it. As FlameCanvas, StepCanvas and
///          CounterDifferenceCanvas.
/// Keys     As AnswerTable; Enter chooses the row. As those. Of a row, or a box, Delete says that two names are not the same
///          function, Insert asks which is.
class DifferencesPanel : public QWidget {
    Q_OBJECT

public:
    /// \param link  says which time of the one is which of the other; null: nothing does
    explicit DifferencesPanel(
        data::DataSource& source,
        const models::TimeLink* link = nullptr,
        QWidget* parent = nullptr);

    [[nodiscard]] models::Differences& differences() { return *m_differences; }
    [[nodiscard]] const charts::AnswerTable& table() const { return *m_table; }
    /// The two traces' call paths.
    [[nodiscard]] charts::FlameCanvas& flame() const { return *m_flame; }
    [[nodiscard]] bool showsFlame() const;
    /// How much longer each step of the second is.
    [[nodiscard]] charts::StepCanvas& steps() const { return *m_steps; }
    [[nodiscard]] QComboBox& stepChoice() { return *m_stepChoice; }
    [[nodiscard]] bool showsSteps() const;
    [[nodiscard]] models::StepTimeline& stepModel() const { return *m_stepModel; }
    /// What the steps are; empty: the likeliest.
    void chooseStep(const QString& name);
    /// By how much a counter differs.
    [[nodiscard]] CounterDifferenceView& counters() const { return *m_counters; }
    [[nodiscard]] bool showsCounters() const;
    /// How long visits of a function take.
    [[nodiscard]] DistributionView& durations() const { return *m_durations; }
    [[nodiscard]] bool showsDurations() const;
    /// Messages, collective operations and so on, of which the table is then.
    [[nodiscard]] TallyChoices& tallies() const { return *m_tallies; }
    [[nodiscard]] bool showsTallies() const;
    [[nodiscard]] charts::ChartHeader& header() { return *m_header; }
    /// Whether names that differ are matched.
    [[nodiscard]] QCheckBox& matchChoice() { return *m_match; }
    /// How the names of the two are matched.
    [[nodiscard]] const compare::Matching& matching() const { return m_differences->matching(); }
    /// How they are, or would be, with the trace of that letter.
    [[nodiscard]] const compare::Matching& matchingWith(const QString& letter) const;
    /// Whether names that differ are matched, whatever is compared; undo does not take it back.
    void setMatchesStructure(bool isOn);
    /// Says what \p matching is from now on: as the user does.
    void chooseMatching(const compare::Matching& matching, const QString& action);
    /// Two functions, or a function of one alone, that the marked row or box is of.
    [[nodiscard]] std::optional<compare::NamePair> markedNames() const;
    /// What only A, or only B, has, by name.
    [[nodiscard]] std::vector<std::string> onlyIn(compare::Presence which) const;
    [[nodiscard]] QComboBox& others() { return *m_others; }
    [[nodiscard]] QComboBox& byChoice() { return *m_by; }
    /// Of what is on the screen: also whether rows are still put in order.
    [[nodiscard]] models::Exactness exactness() const;
    [[nodiscard]] QString errorText() const;
    /// What else differs between the two, as it is shown.
    [[nodiscard]] QString notes() const;

    /// Compares the first of \p sides with one of the others; fewer than two: nothing.
    ///
    /// \param letter  of the other one; empty, or none of them: the first
    void setSides(const std::vector<models::Differences::Side>& sides, const QString& letter);

    /// Steps and counters stand below the charts of that view, which shows the first trace; null: of none.
    void setTimeOf(TraceView* first);

    /// Which processes belong together, of steps and counters.
    void setProcessMap(const compare::ProcessMap& map);

    /// "function", "group", "path", "flame", "timeline", "counters", "duration", "message" or another word of compare::TallyBy; what is none of these
    /// changes nothing.
    void chooseBy(const QString& by);

    /// What was chosen, to be kept; bad values change nothing.
    [[nodiscard]] QVariantMap settings() const;
    void applySettings(const QVariantMap& settings);

signals:
    void closeWanted();
    /// The name of a function, a group or a call path stands out, or is to be gone to; as A and as B has it.
    void nameMarked(const QString& inA, const QString& inB);
    void nameChosen(const QString& inA, const QString& inB);
    /// The user matches names of the two in another way; where the views say that it is undone, this panel hears it.
    void matchingChanged(const vellum::gui::models::ChartsChange& change, const QString& action);
    /// Which functions are matched under other names.
    void otherNamesChanged();
    /// A step of both is to be gone to; each in its trace's clock.
    void stepChosen(vellum::TickRange a, vellum::TickRange b);
    /// An instant in the first trace's time is to be gone to.
    void tickChosen(vellum::Tick tick);
    /// Which processes belong together is to be seen.
    void processMapWanted();

protected:
    /// Of the charts above: they move when labels or panels become wider.
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void makeWidgets();
    void connectWidgets();
    void showOther();
    void showResult();
    void showLook();
    void showFlame();
    void showBy();
    void fillFlameMenu(QMenu& menu);
    void connectSteps();
    void connectCounters();
    void connectDurations();
    void followMark();
    void connectTallies();
    void offerTallies();
    void showTallies();
    void setBy(int index);
    void addProcessMapTo(QMenu& menu);
    void placeSteps();
    void showSteps();
    void offerSteps();
    void goToStep(std::size_t step);
    void fillStepMenu(QMenu& menu);
    [[nodiscard]] QString stepSentence() const;
    [[nodiscard]] models::Exactness exactnessOfSteps() const;
    void showHeader();
    void openMenu(QPoint globalPosition);
    [[nodiscard]] QString sentence() const;
    [[nodiscard]] std::pair<QString, QString> namesAt(int row) const;
    [[nodiscard]] std::pair<QString, QString> nameOfTally(int row) const;
    void connectMatching();
    void showMatching();
    void restoreMatching(const QVariantMap& charts);
    [[nodiscard]] const compare::Matching& keptMatching() const;
    void addMatchActions(QMenu& menu);
    void setApart();
    void chooseSame();
    void setSame(const compare::NamePair& names);
    [[nodiscard]] QVariantMap matchingSettings() const;

    models::Differences* m_differences;
    std::vector<models::Differences::Side> m_sides;
    const models::Differences::Result* m_shown = nullptr;
    charts::ChartHeader* m_header;
    charts::HeaderButton* m_options = nullptr;
    QComboBox* m_others;
    QLabel* m_othersLabel;
    QComboBox* m_by;
    QCheckBox* m_match;
    QAction* m_apart;
    QAction* m_sameAs;
    std::map<QString, compare::Matching> m_matchings;  ///< with the trace of that letter
    compare::Matching m_firstMatching;                 ///< with the others
    std::array<QMetaObject::Connection, 2> m_wanted;
    QLabel* m_notes;
    charts::AnswerTable* m_table;
    models::FlameDifference* m_flameModel;
    charts::FlameCanvas* m_flame;
    models::StepTimeline* m_stepModel;
    charts::StepCanvas* m_steps;
    QComboBox* m_stepChoice;
    CounterDifferenceView* m_counters;
    DistributionView* m_durations;
    TallyChoices* m_tallies;
    const models::TallyDifferences::Result* m_shownTallies = nullptr;
    QPointer<TraceView> m_first;  ///< below whose charts the steps stand
    QMetaObject::Connection m_firstMoved;
    QMetaObject::Connection m_firstLabels;
    QMetaObject::Connection m_firstMarked;
    bool m_hasOffered = false;  ///< what may be a step of these two
};

}  // namespace vellum::gui::shell
