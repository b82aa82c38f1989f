#include "gui/shell/palette_model.h"

#include "common/query/selection_words.h"
#include "gui/data/group_names.h"
#include "gui/data/time_text.h"
#include "gui/data/wording.h"

#include <QAction>
#include <QMenu>
#include <QMenuBar>

#include <algorithm>

namespace vellum::gui::shell {

namespace {

/// Lines, so many are asked for what tells them apart from others of their name.
constexpr std::size_t kMostSeen = 12;

QString withoutMarks(QString text)
{
    return text.remove(QLatin1Char('&')).remove(QStringLiteral("…"));
}

/// What an action of a menu within a menu says alone is too little: "Theme: Dark".
QString nameOf(const QAction& action)
{
    QString given = action.property(kNameInPalette).toString();
    if (!given.isEmpty()) {
        return given;
    }
    QString name = withoutMarks(action.text());
    for (const QObject* place : action.associatedObjects()) {
        const auto* menu = qobject_cast<const QMenu*>(place);
        if (menu == nullptr) {
            continue;
        }
        // The menus of the bar are also in the menu of what has no room there.
        const auto around = menu->menuAction()->associatedObjects();
        const auto isOfBar = [](const QObject* outer) {
            return qobject_cast<const QMenuBar*>(outer) != nullptr;
        };
        if (std::ranges::none_of(around, isOfBar)) {
            return QStringLiteral("%1: %2").arg(withoutMarks(menu->title()), name);
        }
    }
    return name;
}

const QString kArrow = QStringLiteral(" › ");

/// A path may be written as elsewhere: of "rank 1/cu" the first part is of the process, the rest of the location.
std::optional<models::FuzzyMatch> matchOf(const QString& pattern, const PaletteEntry& entry)
{
    auto match = models::fuzzyMatch(pattern, entry.text);
    const qsizetype slash = pattern.indexOf(QLatin1Char('/'));
    const qsizetype arrow = entry.text.indexOf(kArrow);
    if (match || slash < 0 || arrow < 0 || entry.kind != PaletteEntry::Kind::Row) {
        return match;
    }
    const qsizetype behind = arrow + kArrow.size();
    match = models::fuzzyMatch(pattern.left(slash), entry.text.left(arrow));
    const auto rest = models::fuzzyMatch(pattern.mid(slash + 1), entry.text.mid(behind));
    if (!match || !rest) {
        return std::nullopt;
    }
    match->score += rest->score;
    for (const int place : rest->positions) {
        match->positions.push_back(static_cast<int>(behind) + place);
    }
    return match;
}

}  // namespace

void PaletteModel::setSources(const PaletteSources& sources)
{
    beginResetModel();
    m_all.clear();
    m_shown.clear();
    m_trace = sources.trace;
    if (m_alike != sources.alike) {
        if (m_alike != nullptr) {
            m_alike->disconnect(this);
        }
        m_alike = sources.alike;
    }
    if (m_alike != nullptr) {
        connect(
            m_alike,
            &models::AlikeNames::changed,
            this,
            &PaletteModel::onNotesChanged,
            Qt::UniqueConnection);
    }
    m_all.reserve(sources.actions.size());
    for (QAction* action : sources.actions) {
        m_all.push_back(
            {.text = nameOf(*action),
             .note = action->isCheckable() && action->isChecked() && action->shortcut().isEmpty()
                         ? tr("on")
                         : action->shortcut().toString(QKeySequence::NativeText),
             .action = action});
    }
    m_only.reset();
    if (m_trace) {
        if (sources.rows != nullptr) {
            addGroupsOfRows(*sources.rows);
        }
        addProcesses();
        addRows();
        addFunctions();
    }
    endResetModel();
}

/// Nodes and what rows are grouped by, as the chart has them now.
void PaletteModel::addGroupsOfRows(const std::vector<models::Row>& rows)
{
    for (const models::Row& row : rows) {
        const bool isGroup = row.kind == models::RowKind::Node || row.kind == models::RowKind::Set;
        if (isGroup && !row.name.isEmpty()) {
            m_all.push_back(
                {.kind = PaletteEntry::Kind::Row,
                 .text = row.name,
                 .note = tr("row"),
                 .key = row.key});
        }
    }
}

void PaletteModel::addProcesses()
{
    for (const LocationGroup& group : m_trace->definitions->locationGroups) {
        if (!group.name.empty()) {
            m_all.push_back(
                {.kind = PaletteEntry::Kind::Row,
                 .text = data::text(group.name),
                 .note = tr("row"),
                 .group = group.ref});
        }
    }
}

void PaletteModel::addRows()
{
    const Definitions& definitions = *m_trace->definitions;
    m_all.reserve(m_all.size() + definitions.locations.size());
    for (const Location& location : definitions.locations) {
        const LocationGroup* group = definitions.find(location.group);
        m_all.push_back(
            {.kind = PaletteEntry::Kind::Row,
             .text = location.name.empty() ? tr("location %1").arg(location.ref.value())
                                           : data::text(location.name),
             .note = group != nullptr ? data::text(group->name) : QString(),
             .location = location.ref});
        if (group != nullptr) {
            m_all.back().text = m_all.back().note + kArrow + m_all.back().text;
        }
        m_all.back().note = tr("row");
    }
}

void PaletteModel::addFunctions()
{
    m_all.reserve(m_all.size() + m_trace->definitions->regions.size());
    const data::GroupNames names = data::groupNames(*m_trace->definitions);
    for (const Region& region : m_trace->definitions->regions) {
        m_all.push_back(
            {.kind = PaletteEntry::Kind::Function,
             .text = data::shortName(region.name),
             .note = data::nameOf(names, region.group),
             .region = region.ref});
    }
}

std::optional<PaletteEntry> PaletteModel::timeOf(const QString& text) const
{
    if (!m_trace) {
        return std::nullopt;
    }
    const ClockProperties& clock = m_trace->definitions->clock;
    QString time = text;
    time.remove(QLatin1Char(' '));
    const auto tick = query::parseTime(time.toStdString(), clock, "the time");
    if (!tick.isOk()) {
        return std::nullopt;
    }
    const TickRange& whole = m_trace->info.range;
    const auto textOf = [&clock](Tick at) { return data::instantText(at, clock); };
    const Tick there = std::clamp(tick.value(), whole.begin, whole.end);
    // As it was typed: the tick next to 1.24 s may be at 1.2399999999 s.
    return PaletteEntry{
        .kind = PaletteEntry::Kind::Time,
        .text = there == tick.value() ? tr("Go to %1").arg(text.trimmed())
                : there == whole.end  ? tr("Go to the end, %1").arg(textOf(there))
                                      : tr("Go to the begin, %1").arg(textOf(there)),
        .tick = there};
}

PaletteEntry PaletteModel::nothingOf(QChar sign, const QString& pattern) const
{
    const bool isOfTrace = QStringLiteral("@#:").contains(sign) && !sign.isNull();
    const QString typed = pattern.trimmed();
    QString text;
    if (isOfTrace && !m_trace) {
        text = tr("No trace is open.");
    } else if (sign == QLatin1Char(':')) {
        text = typed.isEmpty() ? tr("Type a time, as 1.24 s or 300 ms.")
                               : tr("“%1” is no time, as 1.24 s or 300 ms are.").arg(typed);
    } else {
        const QString what = sign == QLatin1Char('>')   ? tr("action")
                             : sign == QLatin1Char('@') ? tr("row")
                             : sign == QLatin1Char('#') ? tr("function")
                             : m_trace                  ? tr("action, row or function")
                                                        : tr("action");
        text = tr("No %1 has “%2” in its name.").arg(what, typed);
    }
    return {.kind = PaletteEntry::Kind::Nothing, .text = text};
}

void PaletteModel::setText(const QString& text)
{
    beginResetModel();
    m_shown.clear();
    m_only.reset();
    QChar sign = text.isEmpty() ? QChar() : text.front();
    if (sign.isNull() || !QStringLiteral(">@#:").contains(sign)) {
        sign = QChar();
    }
    const QString pattern = sign.isNull() ? text : text.mid(1);
    if (sign == QLatin1Char(':')) {
        m_only = timeOf(pattern);
    } else {
        showMatches(sign, pattern);
    }
    if (!m_only && m_shown.empty()) {
        m_only = nothingOf(sign, pattern);
    }
    endResetModel();
}

void PaletteModel::showMatches(QChar sign, const QString& pattern)
{
    using Kind = PaletteEntry::Kind;
    for (std::size_t i = 0; i < m_all.size(); ++i) {
        const PaletteEntry& entry = m_all[i];
        const bool isMeant = sign == QLatin1Char('>')   ? entry.kind == Kind::Action
                             : sign == QLatin1Char('@') ? entry.kind == Kind::Row
                             : sign == QLatin1Char('#') ? entry.kind == Kind::Function
                             : pattern.isEmpty()        ? entry.kind == Kind::Action
                                                        : true;
        const bool isThere = entry.action == nullptr || entry.action->isEnabled();
        if (isMeant && isThere) {
            if (auto match = matchOf(pattern, entry)) {
                m_shown.push_back({.entry = i, .match = std::move(*match)});
            }
        }
    }
    const auto isBetter = [](const Shown& a, const Shown& b) {
        return a.match.score != b.match.score ? a.match.score > b.match.score : a.entry < b.entry;
    };
    const std::size_t most = std::min(kMost, m_shown.size());
    std::ranges::partial_sort(
        m_shown, m_shown.begin() + static_cast<std::ptrdiff_t>(most), isBetter);
    m_shown.resize(most);
    for (std::size_t i = 0; m_alike != nullptr && i < std::min(kMostSeen, most); ++i) {
        const PaletteEntry& seen = m_all[m_shown[i].entry];
        if (seen.kind == Kind::Function && !pattern.isEmpty()) {
            m_alike->want(seen.region);
        }
    }
}

void PaletteModel::onNotesChanged()
{
    if (rowCount() > 0) {
        emit dataChanged(index(0), index(rowCount() - 1), {kNote});
    }
}

QString PaletteModel::noteOf(const PaletteEntry& what) const
{
    const QString apart = m_alike != nullptr && what.kind == PaletteEntry::Kind::Function
                              ? m_alike->note(what.region)
                              : QString();
    return apart.isEmpty() ? what.note : apart + QStringLiteral(" · ") + what.note;
}

const PaletteEntry& PaletteModel::entry(int row) const
{
    return m_only ? *m_only : m_all[m_shown[static_cast<std::size_t>(row)].entry];
}

int PaletteModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : m_only ? 1 : static_cast<int>(m_shown.size());
}

QList<int> PaletteModel::positionsOf(int row) const
{
    if (m_only) {
        return {};
    }
    const auto& positions = m_shown[static_cast<std::size_t>(row)].match.positions;
    return {positions.begin(), positions.end()};
}

QVariant PaletteModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount()) {
        return {};
    }
    const PaletteEntry& what = entry(index.row());
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return what.text;
    case kNote:
        return noteOf(what);
    case kPositions:
        return QVariant::fromValue(positionsOf(index.row()));
    default:
        return {};
    }
}

Qt::ItemFlags PaletteModel::flags(const QModelIndex& index) const
{
    const bool isNothing = m_only && m_only->kind == PaletteEntry::Kind::Nothing;
    return isNothing ? Qt::ItemFlags(Qt::NoItemFlags) : QAbstractListModel::flags(index);
}

}  // namespace vellum::gui::shell
