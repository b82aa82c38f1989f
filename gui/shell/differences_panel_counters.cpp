// What DifferencesPanel does with counters of two traces, and with what it shares with steps: which processes belong together.

#include "gui/models/step_timeline.h"
#include "gui/shell/counter_difference_view.h"
#include "gui/shell/differences_panel.h"

#include <QComboBox>
#include <QLabel>
#include <QMenu>

namespace vellum::gui::shell {

namespace {

constexpr int kCounters = 5;  ///< its place in the list

}  // namespace

bool DifferencesPanel::showsCounters() const
{
    return m_by->currentIndex() == kCounters;
}

/// A list of its own beside the first one, and words of what is under the pointer.
void DifferencesPanel::connectCounters()
{
    connect(m_counters, &CounterDifferenceView::changed, this, [this] {
        placeSteps();
        showHeader();
    });
    connect(m_counters, &CounterDifferenceView::menuWanted, this, &DifferencesPanel::openMenu);
    connect(m_counters, &CounterDifferenceView::hovered, this, [this](const QString& text) {
        m_notes->setText(text.isEmpty() ? notes() : text);
        m_notes->setVisible(!m_notes->text().isEmpty());
    });
    connect(m_counters, &CounterDifferenceView::tickChosen, this, &DifferencesPanel::tickChosen);
}

void DifferencesPanel::setProcessMap(const compare::ProcessMap& map)
{
    m_stepModel->setMap(map);
    m_counters->model().setMap(map);
}

void DifferencesPanel::addProcessMapTo(QMenu& menu)
{
    menu.addSeparator();
    menu.addAction(
        tr("&Processes that belong together…"), this, &DifferencesPanel::processMapWanted);
}

}  // namespace vellum::gui::shell
