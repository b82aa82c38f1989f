#include "gui/shell/filter_dialog.h"

#include "common/query/selection_words.h"
#include "gui/data/wording.h"
#include "gui/shell/filter_parts.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <set>
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

}  // namespace vellum::gui::shell
