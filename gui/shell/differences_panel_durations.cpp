// What DifferencesPanel does with how long visits of a function take.

#include "gui/data/wording.h"
#include "gui/shell/differences_panel.h"
#include "gui/shell/distribution_view.h"
#include "gui/shell/trace_view.h"

#include <QComboBox>

namespace vellum::gui::shell {

namespace {

constexpr int kDurations = 6;  ///< its place in the list

}  // namespace

bool DifferencesPanel::showsDurations() const
{
    return m_by->currentIndex() == kDurations;
}

void DifferencesPanel::connectDurations()
{
    connect(m_durations, &DistributionView::changed, this, &DifferencesPanel::showHeader);
    connect(m_durations, &DistributionView::nameMarked, this, &DifferencesPanel::nameMarked);
    connect(m_durations, &DistributionView::menuWanted, this, &DifferencesPanel::openMenu);
    // In the header: below it the text would take room from the picture, and give it back.
    connect(m_durations, &DistributionView::hovered, this, [this](const QString& text) {
        m_header->setSentence(text.isEmpty() ? sentence() : text);
    });
}

/// The function that stands out in the first trace is the one whose durations are shown.
void DifferencesPanel::followMark()
{
    const auto mark = m_first != nullptr ? m_first->selection().highlight() : std::nullopt;
    if (!mark || mark->by != query::GroupBy::Region) {
        return;
    }
    const Region* region = m_first->trace().definitions->find(RegionRef(mark->key.value));
    if (region != nullptr) {
        m_durations->chooseFunction(data::text(region->name));
    }
}

}  // namespace vellum::gui::shell
