// What CompareTab does with the numbers of its traces.

#include "gui/models/step_timeline.h"
#include "gui/shell/compare_tab.h"

#include <QAction>
#include <QComboBox>
#include <QToolButton>

#include <algorithm>
#include <tuple>
#include <utility>

namespace vellum::gui::shell {

void CompareTab::makeDifferences(data::DataSource& source)
{
    m_differences = new DifferencesPanel(source, &m_link);
    m_differences->hide();
    m_longest = new LongestInBoth(source, m_differences->differences(), m_link, this);
    connect(m_differences, &DifferencesPanel::closeWanted, this, [this] {
        setDifferencesShown(false);
    });
    connect(m_differences, &DifferencesPanel::nameMarked, m_longest, &LongestInBoth::mark);
    connect(m_differences, &DifferencesPanel::nameChosen, m_longest, &LongestInBoth::goTo);
    connect(m_differences, &DifferencesPanel::stepChosen, this, &CompareTab::goToStep);
    connect(m_differences, &DifferencesPanel::matchingChanged, this, &CompareTab::recordMatching);
    connect(
        m_differences, &DifferencesPanel::otherNamesChanged, this, &CompareTab::shareOtherNames);
    connect(m_differences, &DifferencesPanel::processMapWanted, this, &CompareTab::openProcessMap);
    connect(m_differences, &DifferencesPanel::tickChosen, this, [this](Tick tick) {
        if (const auto opened = views(); !opened.empty()) {
            opened.front()->showInMiddle(tick);
        }
    });
    connect(&m_differences->others(), &QComboBox::currentIndexChanged, this, [this] {
        m_beside = m_differences->others().currentData().toString();
        updateDifferences();
    });
}

void CompareTab::setDifferencesAction(QAction* action)
{
    m_differencesButton->setDefaultAction(action);
}

void CompareTab::setDifferencesShown(bool isShown)
{
    if (isShown != m_areDifferencesShown) {
        m_areDifferencesShown = isShown;
        m_differences->setVisible(isShown);
        updateDifferences();
        emit differencesToggled();
    }
}

void CompareTab::showDifferencesBy(const QString& by)
{
    m_differences->chooseBy(by);
    setDifferencesShown(true);
}

/// Of those that are open the first, beside the one that was chosen.
void CompareTab::updateDifferences()
{
    std::vector<models::Differences::Side> sides;
    std::vector<TraceView*> shown;
    for (const ComparePlace* place : m_places) {
        TraceView* view = place->tab().view();
        if (view != nullptr && m_areDifferencesShown) {
            sides.push_back(
                {.letter = place->letter(),
                 .view = &view->history(),
                 .trace = view->sharedTrace()});
            shown.push_back(view);
        }
    }
    m_differences->setSides(sides, m_beside);
    m_differences->setTimeOf(shown.empty() ? nullptr : shown.front());
    const models::Differences& differences = m_differences->differences();
    if (!differences.hasSides()) {
        m_longest->setViews(nullptr, nullptr);
        return;
    }
    const auto other = std::ranges::find(sides, differences.b());
    m_longest->setViews(shown.front(), shown[static_cast<std::size_t>(other - sides.begin())]);
}

TraceView* CompareTab::viewOf(const QString& letter) const
{
    for (const ComparePlace* place : m_places) {
        if (place->letter() == letter) {
            return place->tab().view();
        }
    }
    return nullptr;
}

/// One step of undo, whichever of the two traces it is asked of.
void CompareTab::recordMatching(const models::ChartsChange& change, const QString& action)
{
    const models::Differences& differences = m_differences->differences();
    m_link.asOneStep([&] {
        for (const auto* side : {&differences.a(), &differences.b()}) {
            if (TraceView* view = viewOf(side->letter)) {
                view->history().addChartsChange(change, action, tr("Differences"));
            }
        }
    });
}

/// What is matched under another name stands out in both.
void CompareTab::shareOtherNames()
{
    models::MarkLink::OtherNames others;
    const models::Differences& differences = m_differences->differences();
    const auto* result = differences.result();
    const auto* comparison = result != nullptr ? result->comparison() : nullptr;
    TraceView* a = differences.hasSides() ? viewOf(differences.a().letter) : nullptr;
    TraceView* b = differences.hasSides() ? viewOf(differences.b().letter) : nullptr;
    if (comparison != nullptr && a != nullptr && b != nullptr) {
        others = {.a = &a->selection(), .b = &b->selection(), .names = {}};
        for (const compare::DifferenceRow& row : comparison->rows) {
            if (!row.nameInB.empty() && row.functions.a != row.functions.b) {
                others.names.push_back(row.functions);
            }
        }
    }
    // By call path, each row below such a function has the pair.
    std::ranges::sort(
        others.names, {}, [](const compare::NamePair& one) { return std::tie(one.a, one.b); });
    others.names.erase(std::unique(others.names.begin(), others.names.end()), others.names.end());
    m_marks.setOtherNames(std::move(others));
}

ReportOf CompareTab::reportOf() const
{
    ReportOf report{.traces = reportTraces(), .beside = m_beside, .alignment = linkSentences()};
    if (report.traces.size() == 1) {
        report.traces.front().letter.clear();
    } else if (!report.traces.empty()) {
        const auto beside = std::ranges::find(report.traces, m_beside, &ReportTrace::letter);
        const bool isChosen = beside != report.traces.end() && beside != report.traces.begin();
        report.matching =
            m_differences->matchingWith(isChosen ? m_beside : report.traces[1].letter);
        report.step = m_differences->stepModel().step();
    }
    return report;
}

/// Puts the step's begin of both at one place, and shows it in a third of the window, as `LongestInBoth` does.
void CompareTab::goToStep(TickRange a, TickRange b)
{
    const auto& differences = m_differences->differences();
    TraceView* first = differences.hasSides() ? viewOf(differences.a().letter) : nullptr;
    TraceView* second = differences.hasSides() ? viewOf(differences.b().letter) : nullptr;
    if (first == nullptr || second == nullptr) {
        return;
    }
    const auto nanoseconds = [](const TraceView& view, TickRange step) {
        return view.trace().definitions->clock.toNanoseconds(step.length());
    };
    // The longer of the two leads: both are seen then.
    const bool isLedByA = nanoseconds(*first, a) >= nanoseconds(*second, b);
    models::ViewHistory& leader = isLedByA ? first->history() : second->history();
    models::ViewHistory& other = isLedByA ? second->history() : first->history();
    const auto shown = [](TickRange step, const models::ViewHistory& view) {
        return models::rangeAround(step, view.whole());
    };
    const QString action = tr("go to a step");
    if (m_link.isCoupled() && !m_link.isByLength()) {
        m_link.alignAt(
            {{.trace = &first->history(), .tick = a.begin},
             {.trace = &second->history(), .tick = b.begin}},
            leader,
            shown(isLedByA ? a : b, leader),
            action);
        return;
    }
    leader.showRange(shown(isLedByA ? a : b, leader), action);
    if (!m_link.isCoupled()) {
        other.showRange(shown(isLedByA ? b : a, other), action);
    }
}

}  // namespace vellum::gui::shell
