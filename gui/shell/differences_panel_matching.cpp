// What DifferencesPanel does with names that differ between two traces.

#include "gui/charts/flame/flame_canvas.h"
#include "gui/data/wording.h"
#include "gui/models/flame_difference.h"
#include "gui/models/matching_state.h"
#include "gui/shell/differences_panel.h"
#include "gui/shell/filter_parts.h"
#include "gui/shell/same_as_dialog.h"

#include <QAction>
#include <QCheckBox>
#include <QMenu>
#include <QTableView>

#include <algorithm>
#include <utility>

namespace vellum::gui::shell {

namespace {

using compare::ComparisonBy;
using compare::DifferenceRow;
using compare::MatchBy;
using compare::Matching;
using compare::NamePair;
using compare::Presence;

constexpr QLatin1String kMatchings("matchings");

/// The functions that a row is of: both where the two have not the same name, one of what only one trace has; none otherwise.
NamePair functionsOf(const DifferenceRow& row, ComparisonBy by)
{
    const bool isAlone = row.in != Presence::Both;
    if (by == ComparisonBy::Function && isAlone) {
        return row.in == Presence::OnlyA ? NamePair{.a = row.name, .b = {}}
                                         : NamePair{.a = {}, .b = row.name};
    }
    return row.functions;
}

}  // namespace

void DifferencesPanel::connectMatching()
{
    makeBoxesVisible(*m_match);
    m_match->setToolTip(tr(
        "Where a function has another name in the other trace: matches by likeness of names and by place in the call "
        "tree. Each such pair is marked as guessed, with how alike they are. Function groups have the same names "
        "everywhere."));
    connect(m_match, &QCheckBox::toggled, this, [this](bool isOn) {
        Matching wanted = matching();
        wanted.by = isOn ? MatchBy::Structure : MatchBy::Name;
        chooseMatching(wanted, isOn ? tr("match names") : tr("match no names"));
    });
    m_apart->setShortcut(QKeySequence(Qt::Key_Delete));
    m_sameAs->setShortcut(QKeySequence(Qt::Key_Insert));
    connect(m_apart, &QAction::triggered, this, &DifferencesPanel::setApart);
    connect(m_sameAs, &QAction::triggered, this, &DifferencesPanel::chooseSame);
    for (QAction* action : {m_apart, m_sameAs}) {
        action->setShortcutContext(Qt::WidgetShortcut);
        m_table->view().addAction(action);
        m_flame->addAction(action);
    }
}

// ---- How they are matched --------------------------------------------------------------------

const Matching& DifferencesPanel::matchingWith(const QString& letter) const
{
    const auto kept = m_matchings.find(letter);
    return kept != m_matchings.end() ? kept->second : m_firstMatching;
}

const Matching& DifferencesPanel::keptMatching() const
{
    return m_differences->hasSides() ? matchingWith(m_differences->b().letter) : m_firstMatching;
}

void DifferencesPanel::showMatching()
{
    const Matching matching = keptMatching();
    m_match->blockSignals(true);
    m_match->setChecked(matching.by == MatchBy::Structure);
    m_match->blockSignals(false);
    m_flameModel->setMatching(matching);
    m_differences->setMatching(matching);
}

void DifferencesPanel::setMatchesStructure(bool isOn)
{
    m_firstMatching.by = isOn ? MatchBy::Structure : MatchBy::Name;
    for (auto& [letter, matching] : m_matchings) {
        matching.by = m_firstMatching.by;
    }
    showMatching();
}

void DifferencesPanel::chooseMatching(const Matching& matching, const QString& action)
{
    if (!m_differences->hasSides() || matching == keptMatching()) {
        showMatching();
        return;
    }
    const QString letter = m_differences->b().letter;
    const auto settingsOf = [&letter](const Matching& one) {
        return QVariantMap{{kMatchings, QVariantMap{{letter, models::matchingState(one)}}}};
    };
    const models::ChartsChange change{
        .before = settingsOf(keptMatching()), .after = settingsOf(matching)};
    m_matchings[letter] = matching;
    showMatching();
    emit matchingChanged(change, action);
}

/// Of settings, and of what undo and redo bring back.
void DifferencesPanel::restoreMatching(const QVariantMap& charts)
{
    const QVariantMap matchings = charts.value(kMatchings).toMap();
    for (auto one = matchings.begin(); one != matchings.end(); ++one) {
        m_matchings[one.key()] = models::matchingOf(one.value().toMap());
    }
    if (!matchings.isEmpty()) {
        showMatching();
    }
}

QVariantMap DifferencesPanel::matchingSettings() const
{
    QVariantMap matchings;
    for (const auto& [letter, matching] : m_matchings) {
        matchings.insert(letter, models::matchingState(matching));
    }
    return matchings.isEmpty() ? QVariantMap() : QVariantMap{{kMatchings, matchings}};
}

// ---- What the user knows better --------------------------------------------------------------

std::optional<NamePair> DifferencesPanel::markedNames() const
{
    const auto* result = m_differences->result();
    const auto* comparison = result != nullptr ? result->comparison() : nullptr;
    if (comparison == nullptr || showsSteps() || showsTallies() || showsDurations()
        || comparison->by == ComparisonBy::Group) {
        return std::nullopt;
    }
    if (!showsFlame()) {
        const QModelIndex index = m_table->view().currentIndex();
        if (!index.isValid()) {
            return std::nullopt;
        }
        const auto* row = static_cast<const DifferenceRow*>(m_table->model().rowAt(index.row()));
        const NamePair names = functionsOf(*row, comparison->by);
        return names == NamePair() ? std::nullopt : std::optional(names);
    }
    const auto node = m_flame->selected();
    const Region* region = node ? m_flame->tree()->nodes[*node].region : nullptr;
    if (region == nullptr) {
        return std::nullopt;
    }
    if (auto names = models::matchedNames(*m_flame->tree(), *node)) {
        return names;
    }
    const auto row = std::ranges::find_if(comparison->rows, [region](const DifferenceRow& one) {
        return one.in != Presence::Both && one.name == region->name;
    });
    return row == comparison->rows.end() ? std::nullopt
                                         : std::optional(functionsOf(*row, comparison->by));
}

std::vector<std::string> DifferencesPanel::onlyIn(Presence which) const
{
    std::vector<std::string> names;
    const auto* result = m_differences->result();
    const auto* comparison = result != nullptr ? result->comparison() : nullptr;
    if (comparison == nullptr) {
        return names;
    }
    for (const DifferenceRow& row : comparison->rows) {
        if (row.in == which) {
            NamePair functions = functionsOf(row, comparison->by);
            names.push_back(std::move(which == Presence::OnlyA ? functions.a : functions.b));
        }
    }
    std::ranges::sort(names);
    names.erase(std::unique(names.begin(), names.end()), names.end());
    std::erase(names, std::string());
    return names;
}

void DifferencesPanel::addMatchActions(QMenu& menu)
{
    const auto names = markedNames();
    const bool areBoth = names && !names->a.empty() && !names->b.empty();
    m_apart->setEnabled(areBoth);
    m_sameAs->setEnabled(names && (!areBoth || names->a != names->b));
    m_apart->setText(
        areBoth ? tr("%1 and %2 are &not the same")
                      .arg(
                          data::cut(names->a, data::kMostOfNameInLine).replace('&', "&&"),
                          data::cut(names->b, data::kMostOfNameInLine).replace('&', "&&"))
                : tr("These are &not the same"));
    menu.addAction(m_apart);
    menu.addAction(m_sameAs);
    menu.addSeparator();
    // A key must work whatever a menu found.
    connect(
        &menu,
        &QMenu::aboutToHide,
        this,
        [this] {
            m_apart->setEnabled(true);
            m_sameAs->setEnabled(true);
        },
        Qt::QueuedConnection);
}

void DifferencesPanel::setApart()
{
    const auto names = markedNames();
    if (!names || names->a.empty() || names->b.empty()) {
        return;
    }
    Matching wanted = matching();
    std::erase(wanted.choices.same, *names);
    if (std::ranges::find(wanted.choices.apart, *names) == wanted.choices.apart.end()) {
        wanted.choices.apart.push_back(*names);
    }
    chooseMatching(wanted, tr("not the same"));
}

/// Asks for the other name of a function: that of B for one of A, or of both.
void DifferencesPanel::chooseSame()
{
    const auto names = markedNames();
    if (!names || names->a == names->b) {
        return;
    }
    const bool isOfA = !names->a.empty();
    const QString letter = isOfA ? m_differences->b().letter : m_differences->a().letter;
    auto* dialog = new SameAsDialog(
        isOfA ? names->a : names->b,
        letter,
        onlyIn(isOfA ? Presence::OnlyB : Presence::OnlyA),
        this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &SameAsDialog::chosen, this, [this, isOfA, names](const std::string& other) {
        setSame(isOfA ? NamePair{.a = names->a, .b = other} : NamePair{.a = other, .b = names->b});
    });
    dialog->open();
}

void DifferencesPanel::setSame(const NamePair& names)
{
    Matching wanted = matching();
    wanted.by = MatchBy::Structure;
    std::erase(wanted.choices.apart, names);
    std::erase_if(wanted.choices.same, [&names](const NamePair& one) {
        return one.a == names.a || one.b == names.b;
    });
    wanted.choices.same.push_back(names);
    chooseMatching(wanted, tr("same as"));
}

}  // namespace vellum::gui::shell
