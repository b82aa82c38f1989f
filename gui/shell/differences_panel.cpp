#include "gui/shell/differences_panel.h"

#include "gui/charts/flame/flame_canvas.h"
#include "gui/charts/steps/step_canvas.h"
#include "gui/data/time_text.h"
#include "gui/data/wording.h"
#include "gui/models/flame_difference.h"
#include "gui/models/step_timeline.h"
#include "gui/shell/counter_difference_view.h"
#include "gui/shell/differences_look.h"
#include "gui/shell/distribution_view.h"
#include "gui/shell/tally_choices.h"

#include <QAction>
#include <QActionGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace vellum::gui::shell {

namespace {

using charts::HeaderButton;
using compare::ComparisonBy;
using models::Differences;

constexpr QLatin1String kBy("by");
constexpr std::array kByWords = {
    QLatin1String("function"),
    QLatin1String("group"),
    QLatin1String("path"),
    QLatin1String("flame"),
    QLatin1String("timeline"),
    QLatin1String("counters"),
    QLatin1String("duration")};
constexpr int kFlame = 3;
constexpr int kOfNotes = 1000;  ///< of the room that is left
constexpr QLatin1String kStep("step");
constexpr QLatin1String kCounter("counter");
constexpr QLatin1String kTallies("tallies");
constexpr QLatin1String kDurationsOf("durationsOf");
constexpr QLatin1String kDurationsAs("durationsAs");
constexpr QLatin1String kRoots("flameRoots");
constexpr QLatin1String kWidths("flameWidths");

}  // namespace

DifferencesPanel::DifferencesPanel(
    data::DataSource& source, const models::TimeLink* link, QWidget* parent)
    : QWidget(parent)
    , m_differences(new Differences(source, this))
    , m_header(new charts::ChartHeader(tr("Differences")))
    , m_others(new QComboBox)
    , m_othersLabel(new QLabel(tr("A beside")))
    , m_by(new QComboBox)
    , m_match(new QCheckBox(tr("Match names that differ")))
    , m_apart(new QAction(tr("These are &not the same"), this))
    , m_sameAs(new QAction(tr("&Same as…"), this))
    , m_notes(new QLabel)
    , m_table(new charts::AnswerTable(noTrace(), tr("Differences")))
    , m_flameModel(new models::FlameDifference(source, this))
    , m_flame(new charts::FlameCanvas)
    , m_stepModel(new models::StepTimeline(source, this))
    , m_steps(new charts::StepCanvas)
    , m_stepChoice(new QComboBox)
    , m_counters(new CounterDifferenceView(source, link))
    , m_durations(new DistributionView(*m_differences))
    , m_tallies(new TallyChoices(source, this))
{
    setAccessibleName(tr("Differences"));
    makeWidgets();
    connectWidgets();
    connectSteps();
    connectMatching();
    connectCounters();
    connectDurations();
    connectTallies();
    showResult();
}

void DifferencesPanel::makeWidgets()
{
    m_options = m_header->addButton(HeaderButton::Kind::Options, tr("Options of this table"));
    auto* close = m_header->addButton(HeaderButton::Kind::Close, tr("Close"));
    connect(close, &HeaderButton::clicked, this, &DifferencesPanel::closeWanted);
    m_others->setAccessibleName(tr("The trace that A is compared with"));
    m_others->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_by->setAccessibleName(tr("What is compared"));
    m_by->addItems(
        {tr("Functions"),
         tr("Function groups"),
         tr("Call paths"),
         tr("Flame graph"),
         tr("Timeline"),
         tr("Counters"),
         tr("Durations")});
    for (std::size_t i = 0; i < kByWords.size(); ++i) {
        m_by->setItemData(static_cast<int>(i), kByWords.at(i));
    }
    m_by->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_notes->setTextFormat(Qt::PlainText);
    m_notes->setForegroundRole(QPalette::PlaceholderText);
    m_notes->setWordWrap(true);
    m_notes->setAccessibleName(tr("What else differs"));
    m_notes->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_table->setFirstColumns(DifferencesLook::firstColumns());
    auto* choices = new QHBoxLayout;
    choices->setContentsMargins(8, 2, 8, 4);
    choices->setSpacing(12);
    choices->addWidget(m_by, 0, Qt::AlignTop);
    choices->addWidget(m_stepChoice, 0, Qt::AlignTop);
    choices->addWidget(m_match, 0, Qt::AlignTop);
    choices->addWidget(&m_counters->choice(), 0, Qt::AlignTop);
    choices->addWidget(&m_durations->functionChoice(), 0, Qt::AlignTop);
    choices->addWidget(&m_durations->showsChoice(), 0, Qt::AlignTop);
    choices->addWidget(&m_tallies->keyChoice(), 0, Qt::AlignTop);
    choices->addWidget(&m_tallies->measureChoice(), 0, Qt::AlignTop);
    choices->addWidget(m_othersLabel);
    choices->addWidget(m_others, 0, Qt::AlignTop);
    choices->addWidget(m_notes, kOfNotes);
    choices->addStretch(1);  // where there are no notes lists stay as wide as they are
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_header);
    layout->addLayout(choices);
    layout->addWidget(m_table, 1);
    layout->addWidget(m_flame, 1);
    layout->addWidget(m_steps, 1);
    layout->addWidget(m_counters, 1);
    layout->addWidget(m_durations, 1);
    m_flame->setAccessibleName(tr("Flame graph of the differences"));
    showBy();
}

void DifferencesPanel::connectWidgets()
{
    connect(m_options, &HeaderButton::clicked, this, [this] {
        openMenu(m_options->mapToGlobal(QPoint(0, m_options->height())));
    });
    connect(m_header, &charts::ChartHeader::menuWanted, this, &DifferencesPanel::openMenu);
    connect(m_table, &charts::AnswerTable::menuWanted, this, &DifferencesPanel::openMenu);
    connect(m_by, &QComboBox::currentIndexChanged, this, &DifferencesPanel::setBy);
    connect(m_flameModel, &models::FlameDifference::changed, this, &DifferencesPanel::showFlame);
    connect(m_flame, &charts::FlameCanvas::menuWanted, this, &DifferencesPanel::openMenu);
    connect(m_flame, &charts::FlameCanvas::hovered, this, [this](const QString& text) {
        m_notes->setText(text.isEmpty() ? notes() : text);
    });
    connect(
        m_flame, &charts::FlameCanvas::focusWanted, m_flame, &charts::FlameCanvas::setFocusNode);
    connect(m_flame, &charts::FlameCanvas::selectedByUser, this, [this] {
        const auto node = m_flame->selected();
        const Region* region = node ? m_flame->tree()->nodes[*node].region : nullptr;
        m_flame->setMarked(region != nullptr ? region->name : std::string());
        if (region != nullptr) {
            const Region* before = m_flame->tree()->nodes[*node].regionBefore;
            emit nameMarked(
                data::text((before != nullptr ? before : region)->name), data::text(region->name));
        }
    });
    connect(m_differences, &Differences::changed, this, &DifferencesPanel::showResult);
    connect(m_table, &charts::AnswerTable::rowMarked, this, [this](int row) {
        const auto [inA, inB] = namesAt(row);
        if (!inA.isEmpty()) {
            emit nameMarked(inA, inB);
        }
    });
    connect(m_table, &charts::AnswerTable::rowChosen, this, [this](int row) {
        const auto [inA, inB] = namesAt(row);
        if (!inA.isEmpty()) {
            emit nameChosen(inA, inB);
        }
    });
    connect(&m_table->model(), &charts::AnswerModel::rowsChanged, this, [this] { showHeader(); });
    connect(m_table, &charts::AnswerTable::saved, this, [this](const QString& error) {
        m_header->setExactness(exactness(), error);
    });
}

void DifferencesPanel::setBy(int index)
{
    m_table->forgetWidths();
    // Rows of one kind must not be read as those of another.
    m_table->show(nullptr);
    m_shown = nullptr;
    m_shownTallies = nullptr;
    m_table->setFirstColumns(DifferencesLook::firstColumns());
    // In a flame graph functions are marked and gone to.
    m_differences->setBy(
        index >= kFlame ? ComparisonBy::Function : static_cast<ComparisonBy>(index));
    if (const auto kind = TallyChoices::kindOf(m_by->currentData().toString())) {
        m_tallies->setKind(*kind);
    }
    showBy();
    showOther();
    showResult();
}

// ---- Which two -------------------------------------------------------------------------------

void DifferencesPanel::setSides(const std::vector<Differences::Side>& sides, const QString& letter)
{
    m_sides = sides;
    m_others->blockSignals(true);
    m_others->clear();
    for (std::size_t i = 1; i < sides.size(); ++i) {
        m_others->addItem(sides[i].letter, sides[i].letter);
    }
    m_others->setCurrentIndex(std::max(0, m_others->findData(letter)));
    m_others->blockSignals(false);
    m_others->setVisible(sides.size() > 2);
    m_othersLabel->setVisible(sides.size() > 2);
    showOther();
}

void DifferencesPanel::showOther()
{
    const auto other = static_cast<std::size_t>(std::max(0, m_others->currentIndex())) + 1;
    if (other >= m_sides.size()) {
        m_differences->clear();
        m_flameModel->clear();
        m_stepModel->clear();
        m_counters->clear();
        m_tallies->model().clear();
        return;
    }
    const Differences::Side& a = m_sides.front();
    const Differences::Side& b = m_sides[other];
    if (!m_differences->hasSides() || m_differences->a() != a || m_differences->b() != b) {
        m_hasOffered = false;
    }
    for (std::size_t i = 0; i < m_wanted.size(); ++i) {
        disconnect(m_wanted.at(i));
        m_wanted.at(i) = connect(
            i == 0 ? a.view : b.view,
            &models::ViewHistory::chartsWanted,
            this,
            &DifferencesPanel::restoreMatching);
    }
    m_differences->setSides(a, b);
    if (showsFlame()) {
        m_flameModel->setSides(a, b);
    } else {
        m_flameModel->clear();
    }
    if (showsSteps()) {
        m_stepModel->setSides(a, b);
    } else {
        m_stepModel->clear();
    }
    if (showsCounters()) {
        m_counters->setSides(a, b);
    } else {
        m_counters->clear();
    }
    if (showsTallies()) {
        m_tallies->model().setSides(a, b);
    } else {
        m_tallies->model().clear();
    }
    offerTallies();
    showMatching();  // of these sides
}

// ---- What is shown ---------------------------------------------------------------------------

void DifferencesPanel::showResult()
{
    if (showsTallies()) {
        showTallies();
        return;
    }
    if (m_shown != m_differences->result() || m_shown == nullptr) {
        m_shown = m_differences->result();
        showLook();
        m_table->show(m_shown != nullptr ? m_shown->answer : nullptr);
        m_notes->setText(notes());
        m_notes->setVisible(!m_notes->text().isEmpty());
        emit otherNamesChanged();
    }
    if (showsSteps()) {
        offerSteps();
    }
    if (showsDurations()) {
        m_durations->refresh();
    }
    showHeader();
}

void DifferencesPanel::showLook()
{
    if (m_differences->hasSides()) {
        const bool isMatched = matching().by == compare::MatchBy::Structure
                               && m_differences->by() != ComparisonBy::Group;
        m_table->setLook(std::make_shared<const DifferencesLook>(
            m_differences->a().letter.toStdString(),
            m_differences->b().letter.toStdString(),
            isMatched));
    }
}

bool DifferencesPanel::showsFlame() const
{
    return m_by->currentIndex() == kFlame;
}

void DifferencesPanel::showBy()
{
    m_table->setVisible(m_by->currentIndex() < kFlame || showsTallies());
    m_tallies->keyChoice().setVisible(showsTallies());
    m_tallies->measureChoice().setVisible(showsTallies());
    m_flame->setVisible(showsFlame());
    m_steps->setVisible(showsSteps());
    m_stepChoice->setVisible(showsSteps());
    m_match->setVisible(!showsSteps() && !showsCounters() && !showsTallies());
    m_match->setEnabled(m_by->currentIndex() != static_cast<int>(ComparisonBy::Group));
    m_durations->setVisible(showsDurations());
    m_durations->functionChoice().setVisible(showsDurations());
    m_durations->showsChoice().setVisible(showsDurations());
    m_counters->setVisible(showsCounters());
    m_counters->choice().setVisible(showsCounters());
    setFocusProxy(
        showsFlame()       ? static_cast<QWidget*>(m_flame)
        : showsSteps()     ? static_cast<QWidget*>(m_steps)
        : showsCounters()  ? static_cast<QWidget*>(m_counters)
        : showsDurations() ? static_cast<QWidget*>(m_durations)
                           : m_table);
}

void DifferencesPanel::showFlame()
{
    if (m_flame->tree() != m_flameModel->tree().get()) {
        const auto focus = m_flame->focusNode();
        const auto path =
            focus ? models::flamePath(*m_flame->tree(), *focus) : std::vector<std::string>();
        const auto& tree = m_flameModel->tree();
        m_flame->setTree(
            tree,
            m_flameModel->clock(),
            tree && !path.empty() ? models::findFlamePath(*tree, path) : std::nullopt);
    }
    m_flame->setEmptyText(
        !m_flameModel->hasSides() ? tr("Two traces must be open.")
        : m_flameModel->exactness() == models::Exactness::Exact
            ? tr("No function was called in these windows.")
            : QString());
    showHeader();
}

QString DifferencesPanel::errorText() const
{
    const QString own = showsFlame()      ? m_flameModel->errorText()
                        : showsSteps()    ? m_stepModel->errorText()
                        : showsCounters() ? m_counters->model().errorText()
                        : showsTallies()  ? m_tallies->model().errorText()
                                          : QString();
    return own.isEmpty() ? m_differences->errorText() : own;
}

/// Of durations none: they are of one function, and need the height.
QString DifferencesPanel::notes() const
{
    if (showsDurations()) {
        return {};
    }
    const Differences::Result* result = m_differences->result();
    QStringList notes = result != nullptr ? result->notes : QStringList();
    if (showsTallies() && m_tallies->model().result() != nullptr) {
        notes = m_tallies->model().result()->notes + notes;
    }
    return notes.join(QStringLiteral(" · "));
}

void DifferencesPanel::showHeader()
{
    const auto exactness = this->exactness();
    m_table->showNothing(exactness != models::Exactness::Exact || !m_differences->hasSides());
    m_header->setSentence(sentence());
    m_header->setExactness(exactness, errorText());
}

models::Exactness DifferencesPanel::exactness() const
{
    const auto exactness = m_differences->exactness();
    if (showsFlame() && exactness == models::Exactness::Exact) {
        return m_flameModel->exactness();
    }
    if (showsSteps()) {
        return exactnessOfSteps();
    }
    if (showsCounters() && exactness == models::Exactness::Exact) {
        return m_counters->model().exactness();
    }
    if (showsTallies() && exactness == models::Exactness::Exact
        && m_tallies->model().exactness() != models::Exactness::Exact) {
        return m_tallies->model().exactness();
    }
    return exactness == models::Exactness::Exact && m_table->model().isBusy()
               ? models::Exactness::Refining
               : exactness;
}

QString DifferencesPanel::sentence() const
{
    const Differences::Result* result = m_differences->result();
    const compare::Comparison* comparison = result != nullptr ? result->comparison() : nullptr;
    if (!m_differences->hasSides()) {
        return tr("two traces must be open");
    }
    if (showsDurations()) {
        return m_durations->sentence();
    }
    if (showsTallies()) {
        return m_tallies->sentence(m_differences->a().letter, m_differences->b().letter);
    }
    if (comparison == nullptr) {
        return {};
    }
    const QString a = m_differences->a().letter;
    const QString b = m_differences->b().letter;
    const auto shown = static_cast<std::uint64_t>(m_table->model().rowCount());
    const auto timeOf = [](std::int64_t ns) { return data::text(formatDuration(ns, {})); };
    if (showsSteps()) {
        return stepSentence();
    }
    if (showsCounters()) {
        return m_counters->sentence();
    }
    if (showsFlame()) {
        const bool isBefore = m_flame->sizesOf() == models::FlameWidth::Before;
        return tr("time in the window, %1 in %2, %3 in %4 · boxes as wide as in %5, orange takes longer in %4")
            .arg(timeOf(comparison->totalA), a, timeOf(comparison->totalB), b, isBefore ? a : b);
    }
    const QString guessed = comparison->guessed > 0
                                ? tr(" · %1 guessed").arg(data::grouped(comparison->guessed))
                                : QString();
    return tr("exclusive time in the window, %1 in %2, %3 in %4 · %5")
               .arg(
                   timeOf(comparison->totalA),
                   a,
                   timeOf(comparison->totalB),
                   b,
                   shown == comparison->count
                       ? data::counted(shown, tr("row"), tr("rows"))
                       : tr("%1 of %2 rows")
                             .arg(data::grouped(shown), data::grouped(comparison->count)))
           + guessed;
}

std::pair<QString, QString> DifferencesPanel::namesAt(int row) const
{
    if (showsTallies()) {
        return nameOfTally(row);
    }
    const auto* of = static_cast<const compare::DifferenceRow*>(m_table->model().rowAt(row));
    return {data::text(of->name), data::text(of->nameInB.empty() ? of->name : of->nameInB)};
}

void DifferencesPanel::openMenu(QPoint globalPosition)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (showsFlame()) {
        fillFlameMenu(*menu);
        menu->popup(globalPosition);
        return;
    }
    if (showsSteps()) {
        fillStepMenu(*menu);
        addProcessMapTo(*menu);
        menu->popup(globalPosition);
        return;
    }
    if (showsDurations()) {
        addMatchActions(*menu);
        menu->popup(globalPosition);
        return;
    }
    if (showsCounters()) {
        m_counters->fillMenu(*menu);
        addProcessMapTo(*menu);
        menu->popup(globalPosition);
        return;
    }
    if (!showsTallies()) {
        addMatchActions(*menu);
    }
    m_table->fillMenu(
        *menu, QStringLiteral("differences"), [](const QString&, const auto& change) { change(); });
    menu->popup(globalPosition);
}

void DifferencesPanel::fillFlameMenu(QMenu& menu)
{
    const auto node = m_flame->selected();
    const Region* region = node ? m_flame->tree()->nodes[*node].region : nullptr;
    QAction* longest = menu.addAction(tr("Go to the &longest visit in both"));
    longest->setEnabled(region != nullptr);
    // By names: the trees may be others by the time that the menu is used.
    const QString name = region != nullptr ? data::text(region->name) : QString();
    const Region* before = region != nullptr ? m_flame->tree()->nodes[*node].regionBefore : nullptr;
    const QString inA = before != nullptr ? data::text(before->name) : name;
    connect(longest, &QAction::triggered, this, [this, inA, name] { emit nameChosen(inA, name); });
    addMatchActions(menu);
    QAction* focus = menu.addAction(tr("F&ocus on the selected box") + QStringLiteral("\tEnter"));
    focus->setEnabled(node.has_value());
    const auto path =
        node ? models::flamePath(*m_flame->tree(), *node) : std::vector<std::string>();
    connect(focus, &QAction::triggered, m_flame, [this, path] {
        if (m_flame->tree() != nullptr) {
            m_flame->setFocusNode(models::findFlamePath(*m_flame->tree(), path));
        }
    });
    QAction* whole = menu.addAction(tr("The &whole flame graph") + QStringLiteral("\tEsc"));
    whole->setEnabled(m_flame->focusNode().has_value());
    connect(whole, &QAction::triggered, m_flame, [this] { m_flame->setFocusNode(std::nullopt); });
    const auto add = [&](QActionGroup* group, const QString& text, bool isOn, const auto& run) {
        QAction* action = menu.addAction(text);
        action->setCheckable(true);
        action->setChecked(isOn);
        action->setActionGroup(group);
        connect(action, &QAction::triggered, this, run);
    };
    const auto addWidth = [&](QActionGroup* group, const QString& letter, models::FlameWidth run) {
        add(group,
            tr("Boxes as wide as in %1").arg(letter),
            m_flame->sizesOf() == run,
            [this, run] {
                m_flame->setSizesOf(run);
                showHeader();
            });
    };
    if (m_differences->hasSides()) {
        menu.addSeparator();
        auto* widths = new QActionGroup(&menu);
        addWidth(widths, m_differences->a().letter, models::FlameWidth::Before);
        addWidth(widths, m_differences->b().letter, models::FlameWidth::After);
    }
    menu.addSeparator();
    m_flame->fillRootsMenu(menu, [](const QString&, const auto& run) { run(); });
}

QVariantMap DifferencesPanel::settings() const
{
    QVariantMap settings = m_table->settings();
    settings.insert(kBy, m_by->currentData());
    settings.insert(kTallies, m_tallies->settings());
    settings.insert(kDurationsOf, m_durations->chosenFunction());
    settings.insert(kDurationsAs, m_durations->showsWord());
    settings.insert(kRoots, m_flame->rootsWord());
    settings.insert(kStep, m_stepModel->step());
    settings.insert(matchingSettings());
    settings.insert(kCounter, m_counters->chosenMetric());
    settings.insert(kWidths, m_flame->sizesOf() == models::FlameWidth::After ? "b" : "a");
    return settings;
}

void DifferencesPanel::chooseBy(const QString& by)
{
    const auto kind = TallyChoices::kindOf(by);
    if (kind && m_by->findData(by) < 0) {
        m_by->addItem(TallyChoices::titleOf(*kind), by);  // who asks for it sees that there is none
    }
    if (const int found = m_by->findData(by); found >= 0) {
        m_by->setCurrentIndex(found);
    }
}

void DifferencesPanel::applySettings(const QVariantMap& settings)
{
    if (const QString name = settings.value(kDurationsOf).toString(); !name.isEmpty()) {
        m_durations->chooseFunction(name);
    }
    m_durations->setShowsWord(settings.value(kDurationsAs).toString());
    m_tallies->applySettings(settings.value(kTallies).toStringList());
    chooseBy(settings.value(kBy).toString());
    restoreMatching(settings);
    m_flame->setRootsWord(settings.value(kRoots).toString());
    const QString widths = settings.value(kWidths).toString();
    if (widths == QLatin1String("a") || widths == QLatin1String("b")) {
        using models::FlameWidth;
        m_flame->setSizesOf(widths == QLatin1String("a") ? FlameWidth::Before : FlameWidth::After);
        showHeader();
    }
    if (const QString step = settings.value(kStep).toString(); !step.isEmpty()) {
        chooseStep(step);
    }
    m_counters->chooseMetric(settings.value(kCounter).toString());
    m_table->applySettings(settings);
}

}  // namespace vellum::gui::shell
