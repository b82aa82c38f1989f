#include "gui/shell/filter_dialog.h"

#include "common/query/selection_words.h"
#include "gui/data/group_names.h"
#include "gui/data/wording.h"
#include "gui/theme/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <set>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace vellum::gui::shell {

namespace {

/// Beyond so many locations the tree has only their processes and devices.
constexpr std::size_t kMostLeaves = 20'000;

std::vector<LocationRef> ofType(const Definitions& definitions, LocationType type)
{
    std::vector<LocationRef> locations;
    for (const Location& location : definitions.locations) {
        if (location.type == type) {
            locations.push_back(location.ref);
        }
    }
    return locations;
}

/// The style draws the outline of a tick box in a darker shade of the window: on dark nobody saw it.
void makeBoxesVisible(QWidget& widget)
{
    QPalette palette = widget.palette();
    palette.setColor(QPalette::Window, theme::currentTheme().mutedInk);
    widget.setPalette(palette);
}

QDialogButtonBox* closeButton(QDialog* dialog)
{
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    buttons->button(QDialogButtonBox::Close)->setAutoDefault(false);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    return buttons;
}

}  // namespace

// ---- Locations ------------------------------------------------------------------------------

LocationFilterDialog::LocationFilterDialog(
    std::shared_ptr<const data::Trace> trace, models::ViewHistory& view, QWidget* parent)
    : QDialog(parent)
    , m_trace(std::move(trace))
    , m_view(view)
    , m_words(new QLineEdit)
    , m_sets(new QComboBox)
    , m_step(new QSpinBox)
    , m_tree(new QTreeWidget)
    , m_note(new QLabel)
    , m_only(new QPushButton(tr("Show only these")))
    , m_hide(new QPushButton(tr("Hide these")))
{
    setWindowTitle(tr("Filter locations"));
    m_words->setPlaceholderText(tr("Names, numbers or path/with/*, with commas between"));
    m_words->setAccessibleName(tr("Locations by name"));
    m_sets->setAccessibleName(tr("Locations by communicator or type"));
    m_sets->setPlaceholderText(QStringLiteral("…"));  // what is ticked is none of the sets
    m_step->setRange(2, 1'000'000);
    m_step->setAccessibleName(tr("One process of so many"));
    auto* pick = new QPushButton(tr("Tick"));
    pick->setAutoDefault(false);
    m_only->setDefault(true);
    makeBoxesVisible(*m_tree);
    auto* few = new QHBoxLayout;
    few->addWidget(new QLabel(tr("one process of every")));
    few->addWidget(m_step);
    few->addWidget(pick);
    few->addStretch(1);
    auto* form = new QFormLayout;
    form->addRow(tr("Named"), m_words);
    form->addRow(tr("Set"), m_sets);
    form->addRow(tr("Representatives"), few);
    m_tree->setHeaderHidden(true);
    m_tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_tree->setAccessibleName(tr("Locations"));
    m_note->setWordWrap(true);
    auto* buttons = closeButton(this);
    buttons->addButton(m_only, QDialogButtonBox::ActionRole);
    buttons->addButton(m_hide, QDialogButtonBox::ActionRole);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(form);
    layout->addWidget(m_tree, 1);
    layout->addWidget(m_note);
    layout->addWidget(buttons);
    resize(560, 620);
    fillSets();
    fillTree();
    connect(m_words, &QLineEdit::textEdited, this, &LocationFilterDialog::setWords);
    connect(m_sets, &QComboBox::activated, this, [this](int index) {
        tick(m_setLocations[static_cast<std::size_t>(index)], m_sets->itemText(index));
    });
    connect(pick, &QPushButton::clicked, this, [this] {
        const int step = m_step->value();
        tick(
            models::representatives(*m_trace->definitions, static_cast<std::size_t>(step)),
            tr("one process of %1").arg(step));
    });
    connect(m_tree, &QTreeWidget::itemChanged, this, &LocationFilterDialog::onItemChanged);
    connect(m_only, &QPushButton::clicked, this, [this] {
        apply(models::Filter::Kind::OnlyLocations);
    });
    connect(m_hide, &QPushButton::clicked, this, [this] {
        apply(models::Filter::Kind::HideLocations);
    });
    if (const models::LocationList& shown = m_view.filters().shown()) {
        tick(*shown, {});  // what is there now, to be made more or less
    }
    onTicksChanged();
}

void LocationFilterDialog::fillSets()
{
    const Definitions& definitions = *m_trace->definitions;
    const auto add = [this](const QString& name, std::vector<LocationRef> locations) {
        if (!locations.empty()) {
            m_sets->addItem(name);
            std::ranges::sort(locations);
            m_setLocations.push_back(std::move(locations));
        }
    };
    add(tr("CPU threads"), ofType(definitions, LocationType::CpuThread));
    add(tr("accelerator streams"), ofType(definitions, LocationType::AcceleratorStream));
    add(tr("metric locations"), ofType(definitions, LocationType::Metric));
    constexpr std::size_t kMostCommunicators = 500;
    for (const Communicator& one : definitions.communicators) {
        if (m_setLocations.size() < kMostCommunicators) {
            const QString name = data::communicatorText(definitions, one.ref);
            add(one.name.empty() ? name : tr("communicator %1").arg(name),
                models::membersOf(definitions, one));
        }
    }
    m_sets->setEnabled(!m_setLocations.empty());
}

void LocationFilterDialog::fillTree()
{
    // The rows as the chart has them at first, open.
    std::set<std::uint64_t> open;
    for (const models::Row& row : models::visibleRows(*m_trace->definitions, {})) {
        if (row.startsFolded) {
            open.insert(row.key);
        }
    }
    const bool hasLeaves = m_trace->definitions->locations.size() <= kMostLeaves;
    std::vector<QTreeWidgetItem*> path;
    for (const models::Row& row : models::visibleRows(*m_trace->definitions, open)) {
        if (row.kind == models::RowKind::Location && row.level > 0 && !hasLeaves) {
            continue;
        }
        path.resize(static_cast<std::size_t>(row.level));
        auto* item = path.empty() ? new QTreeWidgetItem(m_tree) : new QTreeWidgetItem(path.back());
        item->setText(0, row.name);
        item->setFlags(item->flags() | Qt::ItemIsUserCheckable | Qt::ItemIsAutoTristate);
        item->setCheckState(0, Qt::Unchecked);
        QVariantList locations;
        const bool isLeaf = row.kind == models::RowKind::Location || !hasLeaves;
        for (const LocationRef location : isLeaf ? row.locations : std::vector<LocationRef>()) {
            locations << QVariant::fromValue(static_cast<qulonglong>(location.value()));
        }
        item->setData(0, Qt::UserRole, locations);
        path.push_back(item);
    }
    constexpr std::size_t kFew = 200;
    if (m_trace->definitions->locations.size() <= kFew) {
        m_tree->expandAll();
    }
}

void LocationFilterDialog::setWords(const QString& words)
{
    if (m_words->text() != words) {
        m_words->setText(words);
    }
    if (words.trimmed().isEmpty()) {
        tick({}, {});
        return;
    }
    auto found = query::selectLocations(words.toStdString(), *m_trace->definitions);
    if (!found.isOk() && !words.contains(QLatin1Char('*'))) {
        // Parts of names, as in all other fields.
        QStringList parts;
        for (const QString& part : words.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
            parts << QStringLiteral("*%1*").arg(part.trimmed());
        }
        auto byParts = query::selectLocations(
            parts.join(QLatin1Char(',')).toStdString(), *m_trace->definitions);
        if (byParts.isOk()) {
            found = std::move(byParts);
        }
    }
    if (!found.isOk()) {
        tick({}, {});
        m_note->setText(QString::fromStdString(found.error().message));
        return;
    }
    tick(found.value(), words);
}

void LocationFilterDialog::tick(const std::vector<LocationRef>& locations, const QString& what)
{
    const std::unordered_set<LocationRef> wanted(locations.begin(), locations.end());
    m_isTicking = true;
    for (QTreeWidgetItemIterator item(m_tree); *item != nullptr; ++item) {
        const QVariantList own = (*item)->data(0, Qt::UserRole).toList();
        if (own.isEmpty()) {
            continue;  // a parent: its box follows those below
        }
        const bool isOn = std::ranges::all_of(own, [&wanted](const QVariant& location) {
            return wanted.contains(LocationRef(location.toULongLong()));
        });
        (*item)->setCheckState(0, isOn ? Qt::Checked : Qt::Unchecked);
    }
    m_isTicking = false;
    m_what = what;
    onTicksChanged();
}

/// One tick is of all marked rows.
void LocationFilterDialog::onItemChanged(QTreeWidgetItem* item)
{
    if (m_isTicking) {
        return;
    }
    m_isTicking = true;
    if (item->isSelected()) {
        for (QTreeWidgetItem* other : m_tree->selectedItems()) {
            other->setCheckState(0, item->checkState(0));
        }
    }
    m_isTicking = false;
    m_what.clear();
    onTicksChanged();
}

std::vector<LocationRef> LocationFilterDialog::ticked() const
{
    std::unordered_set<LocationRef> on;
    for (QTreeWidgetItemIterator item(m_tree, QTreeWidgetItemIterator::Checked); *item != nullptr;
         ++item) {
        for (const QVariant& location : (*item)->data(0, Qt::UserRole).toList()) {
            on.insert(LocationRef(location.toULongLong()));
        }
    }
    std::vector<LocationRef> locations;
    for (const Location& location : m_trace->definitions->locations) {
        if (on.contains(location.ref)) {
            locations.push_back(location.ref);
        }
    }
    return locations;
}

/// The set that was chosen, or the first that has the same locations.
void LocationFilterDialog::showSetOf(std::vector<LocationRef> locations)
{
    std::ranges::sort(locations);
    const int chosen = m_sets->currentIndex();
    if (chosen < 0 || m_setLocations[static_cast<std::size_t>(chosen)] != locations) {
        const auto found = std::ranges::find(m_setLocations, locations);
        const auto place = static_cast<int>(found - m_setLocations.begin());
        m_sets->setCurrentIndex(found != m_setLocations.end() ? place : -1);
    }
}

void LocationFilterDialog::onTicksChanged()
{
    auto locations = ticked();
    const std::size_t count = locations.size();
    showSetOf(std::move(locations));
    m_note->setText(
        tr("%1 of %2 ticked")
            .arg(
                data::grouped(count),
                data::counted(
                    m_trace->definitions->locations.size(), tr("location"), tr("locations"))));
    m_only->setEnabled(count > 0);
    m_hide->setEnabled(count > 0);
}

void LocationFilterDialog::apply(models::Filter::Kind kind)
{
    auto locations = ticked();
    const QString what = m_what.isEmpty()
                             ? data::counted(locations.size(), tr("location"), tr("locations"))
                             : m_what;
    const bool hides = kind == models::Filter::Kind::HideLocations;
    // "These" are all that is to be seen, whatever was chosen before.
    auto filters = hides ? m_view.filters().filters() : m_view.filters().filtersOfRecords();
    filters.push_back(
        {.kind = kind,
         .text = hides ? tr("without %1").arg(what) : tr("only %1").arg(what),
         .locations = std::make_shared<const std::vector<LocationRef>>(std::move(locations))});
    m_view.setFilters(*m_trace->definitions, std::move(filters), tr("filter locations"));
}

// ---- Functions ------------------------------------------------------------------------------

FunctionFilterDialog::FunctionFilterDialog(
    data::DataSource& source,
    std::shared_ptr<const data::Trace> trace,
    models::ViewHistory& view,
    QWidget* parent)
    : QDialog(parent)
    , m_trace(std::move(trace))
    , m_view(view)
    , m_name(new QLineEdit)
    , m_regex(new QCheckBox(tr("regular expression")))
    , m_group(new QComboBox)
    , m_others(new QCheckBox(tr("all others instead of these")))
    , m_atLeast(new QSpinBox)
    , m_atMost(new QSpinBox)
    , m_longestAtLeast(new QLineEdit)
    , m_longestAtMost(new QLineEdit)
    , m_slot(source, m_trace->id)
    , m_joined(new QComboBox)
    , m_note(new QLabel)
    , m_apply(new QPushButton(tr("Add rule")))
{
    setWindowTitle(tr("Filter functions"));
    m_name->setPlaceholderText(tr("A part of the name"));
    m_name->setAccessibleName(tr("Functions by name"));
    makeBoxesVisible(*m_regex);
    makeBoxesVisible(*m_others);
    m_apply->setDefault(true);
    m_group->addItem(tr("any group"));
    std::set<FunctionGroup> groups;
    for (const Region& region : m_trace->definitions->regions) {
        groups.insert(region.group);
    }
    const data::GroupNames names = data::groupNames(*m_trace->definitions);
    for (const FunctionGroup group : groups) {
        m_group->addItem(data::nameOf(names, group), static_cast<int>(group));
    }
    m_joined->addItems({tr("any of the rules"), tr("all of the rules")});
    m_joined->setCurrentIndex(m_view.filters().anyFunction() ? 0 : 1);
    auto* form = new QFormLayout;
    form->addRow(tr("Name"), m_name);
    form->addRow(QString(), m_regex);
    form->addRow(tr("Group"), m_group);
    form->addRow(tr("Called"), makeCalls());
    form->addRow(tr("Longest visit"), makeDurations());
    form->addRow(QString(), m_others);
    form->addRow(tr("Stands out what fits"), m_joined);
    m_note->setWordWrap(true);
    auto* buttons = closeButton(this);
    buttons->addButton(m_apply, QDialogButtonBox::ActionRole);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(form);
    layout->addWidget(m_note);
    layout->addStretch(1);
    layout->addWidget(buttons);
    resize(480, 360);
    connect(m_name, &QLineEdit::textChanged, this, &FunctionFilterDialog::onRuleChanged);
    connect(m_regex, &QCheckBox::toggled, this, &FunctionFilterDialog::onRuleChanged);
    connect(m_others, &QCheckBox::toggled, this, &FunctionFilterDialog::onRuleChanged);
    connect(m_group, &QComboBox::currentIndexChanged, this, &FunctionFilterDialog::onRuleChanged);
    connect(m_joined, &QComboBox::activated, this, [this](int index) {
        m_view.setFilters(
            std::make_shared<const models::FilterSet>(
                *m_trace->definitions, m_view.filters().filters(), index == 0),
            tr("filter functions"));
    });
    connect(m_apply, &QPushButton::clicked, this, &FunctionFilterDialog::apply);
    m_slot.setHandler([this](const auto& answer, const Error&) {
        const auto* profile = answer ? std::get_if<query::Profile>(answer.get()) : nullptr;
        if (profile != nullptr) {
            m_profile = std::shared_ptr<const query::Profile>(answer, profile);
            onRuleChanged();
            for (QWidget* widget : std::initializer_list<QWidget*>{
                     m_atLeast, m_atMost, m_longestAtLeast, m_longestAtMost}) {
                widget->setEnabled(true);
            }
        }
    });
    m_slot.ask(query::ProfileRequest{.scope = {.window = m_trace->info.range}});
    onRuleChanged();
}

/// What is called how often is known once the whole trace's profile has been answered.
QLayout* FunctionFilterDialog::makeCalls()
{
    constexpr int kMostCalls = 2'000'000'000;
    auto* line = new QHBoxLayout;
    m_atLeast->setRange(0, kMostCalls);
    m_atLeast->setAccessibleName(tr("Called at least so many times"));
    m_atMost->setRange(0, kMostCalls);
    m_atMost->setSpecialValueText(tr("any number"));
    m_atMost->setAccessibleName(tr("Called at most so many times"));
    for (QSpinBox* box : {m_atLeast, m_atMost}) {
        box->setGroupSeparatorShown(true);
        box->setEnabled(false);
        connect(box, &QSpinBox::valueChanged, this, &FunctionFilterDialog::onRuleChanged);
    }
    line->addWidget(new QLabel(tr("at least")));
    line->addWidget(m_atLeast);
    line->addWidget(new QLabel(tr("at most")));
    line->addWidget(m_atMost);
    line->addWidget(new QLabel(tr("times")));
    line->addStretch(1);
    return line;
}

/// Known with the profile, too.
QLayout* FunctionFilterDialog::makeDurations()
{
    auto* line = new QHBoxLayout;
    const auto add = [&](QLineEdit* field, const QString& label, const QString& name) {
        field->setPlaceholderText(tr("1 ms"));
        field->setAccessibleName(name);
        field->setEnabled(false);
        connect(field, &QLineEdit::textChanged, this, &FunctionFilterDialog::onRuleChanged);
        line->addWidget(new QLabel(label));
        line->addWidget(field);
    };
    add(m_longestAtLeast, tr("at least"), tr("Longest visit at least"));
    add(m_longestAtMost, tr("at most"), tr("Longest visit at most"));
    return line;
}

bool FunctionFilterDialog::limitsCalls() const
{
    return m_atLeast->value() > 0 || m_atMost->value() > 0 || !m_longestAtLeast->text().isEmpty()
           || !m_longestAtMost->text().isEmpty();
}

std::optional<Tick> FunctionFilterDialog::durationIn(const QLineEdit& field) const
{
    const QString text = field.text().remove(QLatin1Char(' '));
    if (text.isEmpty()) {
        return 0;
    }
    const auto ticks =
        query::parseTime(text.toStdString(), m_trace->definitions->clock, "the duration");
    return ticks.isOk() ? std::optional(ticks.value()) : std::nullopt;
}

bool FunctionFilterDialog::fitsCalls(const query::ProfileRow& row) const
{
    const auto atLeast = static_cast<std::uint64_t>(m_atLeast->value());
    const auto atMost = static_cast<std::uint64_t>(m_atMost->value());
    const bool isBounded = !m_longestAtMost->text().isEmpty();
    return row.visits >= atLeast && (atMost == 0 || row.visits <= atMost)
           && row.maxInclusive >= durationIn(*m_longestAtLeast).value_or(0)
           && (!isBounded || row.maxInclusive <= durationIn(*m_longestAtMost).value_or(0));
}

void FunctionFilterDialog::setCalls(
    std::uint64_t atLeast,
    std::uint64_t atMost,
    const QString& longestAtLeast,
    const QString& longestAtMost)
{
    m_atLeast->setValue(static_cast<int>(std::min<std::uint64_t>(atLeast, 2'000'000'000)));
    m_atMost->setValue(static_cast<int>(std::min<std::uint64_t>(atMost, 2'000'000'000)));
    m_longestAtLeast->setText(longestAtLeast);
    m_longestAtMost->setText(longestAtMost);
}

void FunctionFilterDialog::setRule(const QString& name, bool isRegex)
{
    m_regex->setChecked(isRegex);
    m_name->setText(name);
}

void FunctionFilterDialog::setGroup(std::optional<FunctionGroup> group)
{
    m_group->setCurrentIndex(group ? std::max(0, m_group->findData(static_cast<int>(*group))) : 0);
}

models::Filter FunctionFilterDialog::filter() const
{
    const Definitions& definitions = *m_trace->definitions;
    auto functions = std::make_shared<std::unordered_set<RegionRef>>(
        models::functionsNamed(definitions, m_name->text(), m_regex->isChecked()));
    const bool isOfGroup = m_group->currentIndex() > 0;
    const auto group = static_cast<FunctionGroup>(m_group->currentData().toInt());
    std::erase_if(*functions, [&](RegionRef ref) {
        const Region* region = definitions.find(ref);
        return isOfGroup && region != nullptr && region->group != group;
    });
    QStringList what;
    if (m_profile && limitsCalls()) {
        std::unordered_set<RegionRef> fits;
        for (const query::ProfileRow& row : m_profile->rows) {
            if (fitsCalls(row)) {
                fits.insert(RegionRef(row.key.value));
            }
        }
        std::erase_if(*functions, [&fits](RegionRef ref) { return !fits.contains(ref); });
    }
    if (isOfGroup) {
        what << m_group->currentText();
    }
    if (!m_name->text().isEmpty()) {
        what << QStringLiteral("“%1”").arg(m_name->text());
    }
    if (m_atLeast->value() > 0) {
        what << tr("called ≥ %1×")
                    .arg(data::grouped(static_cast<std::uint64_t>(m_atLeast->value())));
    }
    if (m_atMost->value() > 0) {
        what
            << tr("called ≤ %1×").arg(data::grouped(static_cast<std::uint64_t>(m_atMost->value())));
    }
    if (!m_longestAtLeast->text().isEmpty()) {
        what << tr("longest ≥ %1").arg(m_longestAtLeast->text());
    }
    if (!m_longestAtMost->text().isEmpty()) {
        what << tr("longest ≤ %1").arg(m_longestAtMost->text());
    }
    if (m_others->isChecked()) {
        auto others = std::make_shared<std::unordered_set<RegionRef>>();
        for (const Region& region : definitions.regions) {
            if (!functions->contains(region.ref)) {
                others->insert(region.ref);
            }
        }
        functions = std::move(others);
    }
    return {
        .kind = models::Filter::Kind::Functions,
        .text = (m_others->isChecked() ? tr("all functions but %1") : tr("functions %1"))
                    .arg(what.join(QLatin1Char(' '))),
        .functions = std::move(functions)};
}

void FunctionFilterDialog::onRuleChanged()
{
    const bool isEmpty = m_name->text().isEmpty() && m_group->currentIndex() == 0 && !limitsCalls();
    const QRegularExpression expression(m_regex->isChecked() ? m_name->text() : QString());
    m_apply->setEnabled(!isEmpty && expression.isValid());
    for (const QLineEdit* field : {m_longestAtLeast, m_longestAtMost}) {
        if (!durationIn(*field)) {
            m_apply->setEnabled(false);
            m_note->setText(tr("not a duration: %1").arg(field->text()));
            return;
        }
    }
    if (!expression.isValid()) {
        m_note->setText(tr("not understood: %1").arg(expression.errorString()));
        return;
    }
    m_note->setText(
        isEmpty ? tr("Say which functions: all that is asked for has to fit.")
                : fitSentence(*filter().functions));
}

/// Traces define functions that they never enter: of 281, 7 may be called.
QString FunctionFilterDialog::fitSentence(const std::unordered_set<RegionRef>& functions) const
{
    QString fit =
        tr("%1 of %2 fit")
            .arg(
                data::grouped(functions.size()),
                data::counted(
                    m_trace->definitions->regions.size(), tr("function"), tr("functions")));
    if (!m_profile) {
        return fit;
    }
    const auto called =
        std::ranges::count_if(m_profile->rows, [&functions](const query::ProfileRow& row) {
            return row.visits > 0 && functions.contains(RegionRef(row.key.value));
        });
    return tr("%1, %2 of them called").arg(fit, data::grouped(static_cast<std::uint64_t>(called)));
}

void FunctionFilterDialog::apply()
{
    if (m_apply->isEnabled()) {
        m_view.addFilter(*m_trace->definitions, filter(), tr("filter functions"));
    }
}

}  // namespace vellum::gui::shell
