// How TimelineChart puts its rows together: by the system tree, communicators, types, likeness, and in groups of
// the user's own.

#include "gui/charts/timeline_chart.h"
#include "gui/data/wording.h"

#include <QActionGroup>
#include <QInputDialog>
#include <QMenu>

#include <algorithm>
#include <array>
#include <utility>

namespace vellum::gui::charts {

namespace {

using models::RowsBy;

constexpr std::array kFewClusters = {2U, 4U, 8U, 16U, 32U};

/// In layouts.
struct ByName {
    RowsBy by = RowsBy::SystemTree;
    const char* name = "";
};
constexpr std::array kByNames = {
    ByName{RowsBy::SystemTree, "tree"},
    ByName{RowsBy::Communicator, "communicator"},
    ByName{RowsBy::LocationType, "type"},
    ByName{RowsBy::Likeness, "likeness"}};

constexpr QLatin1String kRowsBy("rowsBy");
constexpr QLatin1String kOwnGroups("rowGroups");
constexpr QLatin1String kName("name");
constexpr QLatin1String kLocations("locations");
constexpr QLatin1String kClusters("clusters");
constexpr QLatin1String kRepresentatives("onlyRepresentatives");

QString actionOf(RowsBy by)
{
    switch (by) {
    case RowsBy::SystemTree:
        return TimelineChart::tr("group rows by system tree");
    case RowsBy::Communicator:
        return TimelineChart::tr("group rows by communicator");
    case RowsBy::LocationType:
        return TimelineChart::tr("group rows by location type");
    case RowsBy::Likeness:
        break;
    }
    return TimelineChart::tr("group rows by likeness");
}

/// A reference and the name that belongs to it: in another trace the number may be somebody else's.
QStringList written(const Definitions& definitions, const std::vector<LocationRef>& locations)
{
    QStringList words;
    for (const LocationRef ref : locations) {
        const Location* location = definitions.find(ref);
        words.append(
            QString::number(ref.value()) + QLatin1Char(' ')
            + (location != nullptr ? models::qualifiedName(definitions, *location) : QString()));
    }
    return words;
}

std::vector<LocationRef> read(const Definitions& definitions, const QStringList& words)
{
    std::vector<LocationRef> locations;
    std::unordered_set<LocationRef> taken;
    for (const QString& word : words) {
        const auto space = word.indexOf(QLatin1Char(' '));
        bool isNumber = false;
        const LocationRef ref(word.left(space).toULongLong(&isNumber));
        const Location* location = isNumber ? definitions.find(ref) : nullptr;
        if (location != nullptr
            && word.mid(space + 1) == models::qualifiedName(definitions, *location)
            && taken.insert(ref).second) {
            locations.push_back(ref);
        }
    }
    return locations;
}

}  // namespace

RowsBy TimelineChart::rowsBy() const
{
    const auto& grouping = m_view.state().grouping;
    return grouping ? grouping->by : RowsBy::SystemTree;
}

bool TimelineChart::showsOnlyRepresentatives() const
{
    const auto& grouping = m_view.state().grouping;
    return grouping && grouping->by == RowsBy::Likeness && grouping->onlyRepresentatives;
}

/// As the rows are; of other rows, what is asked for at first.
models::Likeness::Choice TimelineChart::likenessChoice() const
{
    const auto& grouping = m_view.state().grouping;
    if (!grouping || grouping->by != RowsBy::Likeness) {
        return {};
    }
    return {
        .ofWindow = grouping->isOfWindow,
        .onlyRepresentatives = grouping->onlyRepresentatives,
        .most = grouping->mostClusters};
}

void TimelineChart::groupRowsBy(RowsBy by)
{
    const Definitions& definitions = *m_model.trace().definitions;
    if (!models::canGroupBy(definitions, by)) {
        return;
    }
    if (by == RowsBy::Likeness) {
        models::Likeness::Choice choice = likenessChoice();
        choice.ofWindow = false;
        clusterRows(choice);
        return;
    }
    m_likeness.cancel();
    models::RowGrouping groups = by == RowsBy::Communicator
                                     ? models::groupedByCommunicator(definitions)
                                 : by == RowsBy::LocationType ? models::groupedByType(definitions)
                                                              : models::RowGrouping();
    const models::ViewHistory::Within within(m_view, title());
    m_view.setGrouping(
        models::groupedAnew(m_view.state().grouping.get(), std::move(groups)), actionOf(by));
    makeRoomForNames();
}

void TimelineChart::fitLabels()
{
    constexpr int kMostMeasured = 4'000;  // a name takes microseconds
    QFont bold = font();
    bold.setBold(true);
    const QFontMetrics plainMetrics(font());
    const QFontMetrics boldMetrics(bold);
    const int first = std::max(0, rowAt(viewport()->height() / 2) - kMostMeasured / 2);
    const int end = std::min(static_cast<int>(m_rows.size()), first + kMostMeasured);
    int wanted = 0;
    for (int place = first; place < end; ++place) {
        const models::Row& row = m_rows[static_cast<std::size_t>(place)];
        const QFontMetrics& metrics =
            row.kind == models::RowKind::Location ? plainMetrics : boldMetrics;
        constexpr int kAroundPx =
            18;  // the margin at the right, and what keeps name and figure apart
        wanted = std::max(
            wanted,
            labelIndent(row) + kArrowPx + metrics.horizontalAdvance(nameOf(place).left(512))
                + plainMetrics.horizontalAdvance(figureOf(row)) + kAroundPx);
    }
    beginLabelDrag();
    dragLabelEdge(wanted);
    endLabelDrag();
}

/// So that one can tell groups apart: within a third of the chart.
void TimelineChart::makeRoomForNames()
{
    QFont bold = font();
    bold.setBold(true);
    const QFontMetrics metrics(bold);
    int wanted = labelWidth();
    for (const models::Row& row : m_rows) {
        if (row.kind == models::RowKind::Set || showsOnlyRepresentatives()) {
            constexpr int kAroundPx = 40;  // arrow and margins
            wanted = std::max(
                wanted,
                metrics.horizontalAdvance(row.name.left(512)) + kAroundPx
                    + metrics.horizontalAdvance(figureOf(row)));
        }
    }
    const int most = std::max(labelWidth(), width() / 3);
    if (std::min(wanted, most) > labelWidth()) {
        const int before = labelWidth();
        dragLabelEdge(std::min(wanted, most));
        m_roomMade = {.before = m_roomMade ? m_roomMade->before : before, .now = labelWidth()};
    }
}

/// Unless somebody has chosen another width since.
void TimelineChart::giveRoomBack()
{
    const auto made = std::exchange(m_roomMade, std::nullopt);
    if (made && made->now == labelWidth()) {
        dragLabelEdge(made->before);
    }
}

void TimelineChart::clusterRows(const models::Likeness::Choice& choice)
{
    m_beginsWithClusters = false;
    m_likenessError.clear();
    m_likeness.ask(choice);
    emit changed();
}

void TimelineChart::takeClusters(const std::shared_ptr<const models::RowGrouping>& found)
{
    const models::ViewHistory::Within within(m_view, title());
    auto grouping = models::groupedAnew(m_view.state().grouping.get(), *found);
    if (std::exchange(m_beginsWithClusters, false)) {
        m_view.beginWith(std::move(grouping));
    } else {
        m_view.setGrouping(std::move(grouping), actionOf(RowsBy::Likeness));
    }
    makeRoomForNames();
    emit changed();
}

void TimelineChart::toggleRepresentatives()
{
    if (rowsBy() != RowsBy::Likeness) {
        clusterRows({.onlyRepresentatives = true});
        return;
    }
    auto next = std::make_shared<models::RowGrouping>(*m_view.state().grouping);
    next->onlyRepresentatives = !next->onlyRepresentatives;
    const models::ViewHistory::Within within(m_view, title());
    const QString action =
        next->onlyRepresentatives ? tr("show only representatives") : tr("show whole clusters");
    m_view.setGrouping(std::move(next), action);
}

// ---- Groups of one's own --------------------------------------------------------------------

void TimelineChart::groupRows(const QString& name)
{
    std::vector<LocationRef> locations = locationsOf(rowsMeant());
    if (locations.empty() || m_isBanded) {
        return;
    }
    const models::ViewHistory::Within within(m_view, title());
    m_view.setGrouping(
        models::withOwnGroup(m_view.state().grouping.get(), name, std::move(locations)),
        tr("group rows"));
    m_marked.clear();
    invalidate();
}

void TimelineChart::askForGroup()
{
    const std::vector<int> rows = rowsMeant();
    if (rows.empty() || m_isBanded) {
        return;
    }
    // The pointer moves on while the name is written: what is meant now is marked.
    for (const int row : rows) {
        m_marked.insert(m_rows[static_cast<std::size_t>(row)].key);
    }
    invalidate();
    const auto& grouping = m_view.state().grouping;
    auto* dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Group rows"));
    dialog->setLabelText(
        tr("Name of the group of %1:").arg(data::counted(rows.size(), tr("row"), tr("rows"))));
    dialog->setTextValue(
        tr("Group %1").arg(data::grouped((grouping ? grouping->own.size() : 0) + 1)));
    connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString& name) {
        groupRows(name.trimmed().isEmpty() ? tr("Group") : name.trimmed().left(512));
    });
    dialog->open();
}

void TimelineChart::ungroupRows()
{
    const auto grouping = m_view.state().grouping;
    if (!grouping || grouping->own.empty() || m_isBanded) {
        return;
    }
    auto next = models::withoutOwnGroups(*grouping, locationsOf(rowsMeant()));
    if (next == nullptr || next->own.size() != grouping->own.size()) {
        const models::ViewHistory::Within within(m_view, title());
        m_view.setGrouping(std::move(next), tr("ungroup rows"));
    }
}

// ---- Menu, sentence, settings ---------------------------------------------------------------

QString TimelineChart::rowsCommand() const
{
    switch (rowsBy()) {
    case RowsBy::SystemTree:
        return QStringLiteral("rowsBySystemTree");
    case RowsBy::Communicator:
        return QStringLiteral("rowsByCommunicator");
    case RowsBy::LocationType:
        return QStringLiteral("rowsByLocationType");
    case RowsBy::Likeness:
        return likenessChoice().ofWindow ? QStringLiteral("rowsByLikenessHere")
                                         : QStringLiteral("rowsByLikeness");
    }
    return {};
}

void TimelineChart::fillGroupingMenu(QMenu& menu)
{
    const Definitions& definitions = *m_model.trace().definitions;
    auto* group = new QActionGroup(&menu);
    const QString now = rowsCommand();
    const auto add = [&](const QString& text, RowsBy by, const char* name) {
        const QString command = QLatin1String(name);
        QAction* action = menu.addAction(text, this, [this, command] { run(command); });
        action->setCheckable(true);
        action->setChecked(command == now);
        action->setEnabled(models::canGroupBy(definitions, by));
        group->addAction(action);
    };
    add(tr("&System tree"), RowsBy::SystemTree, "rowsBySystemTree");
    add(tr("&Communicator"), RowsBy::Communicator, "rowsByCommunicator");
    add(tr("Location &type"), RowsBy::LocationType, "rowsByLocationType");
    add(tr("&Likeness in the whole trace"), RowsBy::Likeness, "rowsByLikeness");
    add(tr("Likeness in the shown &window"), RowsBy::Likeness, "rowsByLikenessHere");
    menu.addSeparator();
    QAction* one = menu.addAction(
        tr("One &representative per cluster"), this, [this] { toggleRepresentatives(); });
    one->setCheckable(true);
    one->setChecked(showsOnlyRepresentatives());
    one->setEnabled(models::canGroupBy(definitions, RowsBy::Likeness));
    fillClustersMenu(*menu.addMenu(tr("&At most so many clusters")));
    menu.addSeparator();
    for (const char* name : {"groupRows", "ungroupRows"}) {
        const QString command = QLatin1String(name);
        QAction* action =
            menu.addAction(m_keys.textOf(command), this, [this, command] { run(command); });
        action->setShortcuts(m_keys.keysOf(command));
        action->setShortcutContext(Qt::WidgetShortcut);  // the chart takes it itself
    }
}

void TimelineChart::fillClustersMenu(QMenu& menu)
{
    const bool isLikeness = rowsBy() == RowsBy::Likeness;
    const models::Likeness::Choice choice = likenessChoice();
    auto* counts = new QActionGroup(&menu);
    const auto addCount = [&](const QString& text, std::uint32_t count) {
        QAction* action = menu.addAction(text, this, [this, count] {
            models::Likeness::Choice next = likenessChoice();
            next.most = count;
            clusterRows(next);
        });
        action->setCheckable(true);
        action->setChecked(choice.most == count && isLikeness);
        counts->addAction(action);
    };
    addCount(tr("As many as differ"), models::kMostLeaders);
    for (const std::uint32_t count : kFewClusters) {
        addCount(QString::number(count), count);
    }
}

QString TimelineChart::groupingSentence() const
{
    const auto& grouping = m_view.state().grouping;
    switch (rowsBy()) {
    case RowsBy::SystemTree:
        break;
    case RowsBy::Communicator:
        return grouping->leftOut > 0
                   ? tr(" · rows by communicator, without %1 of %2")
                         .arg(
                             data::grouped(grouping->leftOut),
                             data::counted(
                                 m_model.trace().definitions->communicators.size(),
                                 tr("communicator"),
                                 tr("communicators")))
                   : tr(" · rows by communicator");
    case RowsBy::LocationType:
        return tr(" · rows by location type");
    case RowsBy::Likeness: {
        const QString what = grouping->onlyRepresentatives ? tr("one row per cluster of likeness")
                                                           : tr("rows by likeness");
        return grouping->isOfWindow ? tr(" · %1 in a window").arg(what)
                                    : tr(" · %1 in the whole trace").arg(what);
    }
    }
    return {};
}

QVariantMap TimelineChart::groupingSettings() const
{
    const auto& grouping = m_view.state().grouping;
    const bool isLikeness =
        rowsBy() == RowsBy::Likeness || (m_beginsWithClusters && m_likeness.isBusy());
    const RowsBy by = isLikeness ? RowsBy::Likeness : rowsBy();
    const auto name = std::ranges::find(kByNames, by, &ByName::by);
    QVariantMap settings{{kRowsBy, QLatin1String(name->name)}};
    if (isLikeness) {
        const models::Likeness::Choice choice =
            m_beginsWithClusters ? m_likeness.choice() : likenessChoice();
        settings.insert(kClusters, choice.most);
        settings.insert(kRepresentatives, choice.onlyRepresentatives);
    }
    QVariantList own;
    for (const models::RowGroup& group :
         grouping ? grouping->own : std::vector<models::RowGroup>()) {
        own.append(QVariantMap{
            {kName, group.name},
            {kLocations, written(*m_model.trace().definitions, *group.locations)}});
    }
    if (!own.isEmpty()) {
        settings.insert(kOwnGroups, own);
    }
    return settings;
}

/// As the trace is opened, or another layout chosen: nothing that undo would take back.
void TimelineChart::applyGroupingSettings(const QVariantMap& settings)
{
    const QString wanted = settings.value(kRowsBy).toString();
    const auto known = std::ranges::find_if(
        kByNames, [&wanted](const ByName& one) { return wanted == QLatin1String(one.name); });
    const Definitions& definitions = *m_model.trace().definitions;
    if (known == kByNames.end() || !models::canGroupBy(definitions, known->by)) {
        return;
    }
    std::shared_ptr<const models::RowGrouping> grouping;
    for (const QVariant& one : settings.value(kOwnGroups).toList()) {
        const QVariantMap group = one.toMap();
        auto locations = read(definitions, group.value(kLocations).toStringList());
        grouping = models::withOwnGroup(
            grouping.get(), group.value(kName).toString().left(512), std::move(locations));
    }
    m_likeness.cancel();
    if (known->by == RowsBy::Communicator) {
        grouping = models::groupedAnew(grouping.get(), models::groupedByCommunicator(definitions));
    } else if (known->by == RowsBy::LocationType) {
        grouping = models::groupedAnew(grouping.get(), models::groupedByType(definitions));
    }
    m_view.beginWith(std::move(grouping));
    if (known->by == RowsBy::Likeness) {
        const auto most = settings.value(kClusters, models::kMostLeaders).toUInt();
        clusterRows(
            {.onlyRepresentatives = settings.value(kRepresentatives).toBool(),
             .most = std::clamp<std::uint32_t>(most, 1, models::kMostLeaders)});
        m_beginsWithClusters = true;
    }
}

}  // namespace vellum::gui::charts
