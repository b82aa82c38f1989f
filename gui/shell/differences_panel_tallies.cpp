// What DifferencesPanel does with messages, collective operations and other things that are no functions.

#include "common/compare/tally_differences.h"
#include "gui/data/wording.h"
#include "gui/shell/differences_panel.h"
#include "gui/shell/tally_choices.h"
#include "gui/shell/tally_look.h"

#include <QComboBox>
#include <QLabel>

#include <algorithm>
#include <iterator>
#include <memory>

namespace vellum::gui::shell {

using compare::TallyBy;

bool DifferencesPanel::showsTallies() const
{
    return TallyChoices::kindOf(m_by->currentData().toString()).has_value();
}

void DifferencesPanel::connectTallies()
{
    connect(&m_tallies->model(), &models::TallyDifferences::changed, this, [this] {
        if (showsTallies()) {
            showTallies();
        }
    });
    connect(m_tallies, &TallyChoices::chosen, m_table, [this] { m_table->forgetWidths(); });
}

/// What either of the two may have, and what is shown in any case.
void DifferencesPanel::offerTallies()
{
    m_by->blockSignals(true);
    for (std::size_t i = 0; i < std::size(compare::kTallyByWords); ++i) {
        const auto by = static_cast<TallyBy>(i);
        const QString word = TallyChoices::wordOf(by);
        const int place = m_by->findData(word);
        const bool isWanted = std::ranges::any_of(
                                  m_sides,
                                  [by](const models::Differences::Side& side) {
                                      return models::TallyDifferences::mayHave(by, *side.trace);
                                  })
                              || place == m_by->currentIndex();
        if (isWanted && place < 0) {
            m_by->addItem(TallyChoices::titleOf(by), word);
        } else if (!isWanted && place >= 0) {
            m_by->removeItem(place);
        }
    }
    m_by->blockSignals(false);
}

void DifferencesPanel::showTallies()
{
    const models::TallyDifferences& model = m_tallies->model();
    if (m_shownTallies != model.result() || m_shownTallies == nullptr) {
        m_shownTallies = model.result();
        m_table->show(nullptr);  // before it would be read by another look
        if (m_differences->hasSides()) {
            m_table->setLook(std::make_shared<const TallyLook>(
                m_differences->a().letter.toStdString(),
                m_differences->b().letter.toStdString(),
                model.question()));
        }
        m_table->setFirstColumns(TallyLook::firstColumns(model.question()));
        m_table->show(m_shownTallies != nullptr ? m_shownTallies->answer : nullptr);
        m_notes->setText(notes());
        m_notes->setVisible(!m_notes->text().isEmpty());
    }
    showHeader();
}

/// Of what is visits of a function, that function; nothing of what is not.
std::pair<QString, QString> DifferencesPanel::nameOfTally(int row) const
{
    const TallyBy by = m_tallies->model().question().by;
    if (by != TallyBy::Kernel && by != TallyBy::Copy) {
        return {};
    }
    const auto* of = static_cast<const compare::TallyDifference*>(m_table->model().rowAt(row));
    return {data::text(of->name), data::text(of->name)};
}

}  // namespace vellum::gui::shell
