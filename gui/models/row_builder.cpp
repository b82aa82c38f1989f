#include "gui/models/row_builder.h"

#include "gui/data/wording.h"

#include <QObject>

#include <algorithm>
#include <utility>

namespace vellum::gui::models {

namespace {

constexpr std::uint64_t kInSet = std::uint64_t{1} << 63U;
constexpr unsigned kSetKindBit = 59;    ///< four bits: whose groups they are
constexpr unsigned kSetNumberBit = 35;  ///< 24 bits
constexpr unsigned kKindBit = 32;       ///< three bits; below it a reference
constexpr std::uint64_t kOwnSets = 15;  ///< the user's own; others have their RowsBy

QString nameOf(const std::string& name, const char* what, std::uint64_t ref)
{
    return name.empty() ? QStringLiteral("%1 %2").arg(QLatin1String(what)).arg(ref)
                        : QString::fromStdString(name);
}

QString nameOf(const Location& location)
{
    return nameOf(location.name, "location", location.ref.value());
}

}  // namespace

std::optional<std::uint32_t> numberOfGroup(std::uint64_t rowKey, RowsBy by)
{
    constexpr std::uint64_t kNumbers = (std::uint64_t{1} << 24U) - 1;
    const std::uint64_t kind = kInSet >> kSetKindBit | static_cast<std::uint64_t>(by);
    return rowKey >> kSetKindBit == kind
               ? std::optional(static_cast<std::uint32_t>(rowKey >> kSetNumberBit & kNumbers))
               : std::nullopt;
}

RowBuilder::RowBuilder(
    const Definitions& definitions,
    const std::set<std::uint64_t>& folded,
    const FilterSet* filters,
    const RowGrouping* grouping)
    : m_definitions(definitions)
    , m_folded(folded)
    , m_filters(filters)
    , m_grouping(grouping)
{
    for (const Location& location : definitions.locations) {
        ++m_sizes[location.group];
    }
    for (const RowGroup& group : grouping != nullptr ? grouping->own : std::vector<RowGroup>()) {
        m_own.insert(group.locations->begin(), group.locations->end());
    }
}

bool RowBuilder::isShown(const Location& location) const
{
    return m_filters == nullptr || m_filters->shows(location.ref);
}

bool RowBuilder::isRestricted() const
{
    return !m_own.empty() || m_set != 0 || (m_filters != nullptr && m_filters->shown());
}

/// \p kind one of k…Key; 0: a location, whose place \p ref is.
std::uint64_t RowBuilder::keyOf(std::uint64_t kind, std::uint64_t ref) const
{
    return m_set == 0 ? kind | ref : m_set | (kind >> 40U) << kKindBit | ref;
}

std::uint64_t RowBuilder::keyOf(const Location& location) const
{
    return m_set == 0 ? location.ref.value()
                      : keyOf(0, m_definitions.indexOf(location.ref).value());
}

std::vector<Row> RowBuilder::build()
{
    if (m_grouping != nullptr) {
        for (const RowGroup& group : m_grouping->own) {
            addSet(group, kOwnSets);
        }
        for (const RowGroup& group : m_grouping->groups) {
            addSet(group, static_cast<std::uint64_t>(m_grouping->by));
        }
    }
    if (m_grouping == nullptr || m_grouping->by == RowsBy::SystemTree) {
        addTree();
    }
    return std::move(m_rows);
}

// ---- The system tree ------------------------------------------------------------------------

void RowBuilder::addTree()
{
    for (const SystemTreeNode& node : m_definitions.systemTreeNodes) {
        m_childNodes[node.parent].push_back(&node);
    }
    for (const LocationGroup& group : m_definitions.locationGroups) {
        m_groups[group.parent].push_back(&group);
    }
    for (const Location& location : m_definitions.locations) {
        if (isShown(location) && !m_own.contains(location.ref)) {
            m_locations[location.group].push_back(&location);
        }
    }
    addBelow(SystemTreeNodeRef::undefined(), 0);
    // Damage: groups and locations that no root leads to still get their rows.
    for (const LocationGroup& group : m_definitions.locationGroups) {
        addGroup(group, 0);
    }
    for (const Location& location : m_definitions.locations) {
        if (m_definitions.find(location.group) == nullptr && isShown(location)
            && !m_own.contains(location.ref)) {
            addLocation(location, nameOf(location), 0);
        }
    }
}

void RowBuilder::addBelow(SystemTreeNodeRef parent, int level)
{
    if (++m_depth <= kDeepest) {
        const auto& groups = m_groups[parent];
        const auto& nodes = m_childNodes[parent];
        const bool single = nodes.size() + groups.size() == 1;
        // Processes first: accelerators, whose nodes lie beside them, belong below.
        for (const LocationGroup* group : groups) {
            addGroup(*group, level);
        }
        for (const SystemTreeNode* node : nodes) {
            // But a file's row tells its processes from those of another file.
            const bool isFile = node->className == "file";
            if (!isFile && (single || holdsOneGroup(node->ref))) {
                addBelow(node->ref, level);
            } else {
                addNode(*node, level);
            }
        }
    }
    --m_depth;
}

/// A row for a node and one for its only process would say the same thing twice.
bool RowBuilder::holdsOneGroup(SystemTreeNodeRef node, int depth)
{
    const auto& nodes = m_childNodes[node];
    const auto& groups = m_groups[node];
    if (nodes.empty()) {
        return groups.size() == 1;
    }
    return groups.empty() && nodes.size() == 1 && depth < kDeepest
           && holdsOneGroup(nodes.front()->ref, depth + 1);
}

void RowBuilder::addNode(const SystemTreeNode& node, int level)
{
    const std::uint64_t key = keyOf(kNodeKey, node.ref.value());
    const std::size_t place = m_rows.size();
    m_rows.push_back(
        {.kind = RowKind::Node,
         .key = key,
         .name = nameOf(node.name, "node", node.ref.value()),
         .level = level,
         .folded = isFolded(key, false)});
    addBelow(node.ref, level + 1);
    closeParent(place);
}

/// Does nothing if the group has its row already. Of a process with a single location, whatever filters leave of the
/// others, one row says it all.
void RowBuilder::addGroup(const LocationGroup& group, int level)
{
    if (!m_placed.insert(group.ref).second) {
        return;
    }
    const Locations& locations = m_locations[group.ref];
    const bool isAlone = m_sizes[group.ref] == 1
                         && (locations.empty() || locations.front()->type != LocationType::Metric);
    if (!isAlone) {
        addProcess(group, locations, level);
    } else if (!locations.empty()) {
        addLocation(
            *locations.front(), shortestName(m_definitions, *locations.front(), m_sizes), level);
    }
}

void RowBuilder::addProcess(const LocationGroup& group, const Locations& locations, int level)
{
    const std::uint64_t key = keyOf(kGroupKey, group.ref.value());
    const std::size_t place = m_rows.size();
    m_rows.push_back(
        {.kind = RowKind::Group,
         .key = key,
         .name = nameOf(group.name, "group", group.ref.value()),
         .level = level,
         .folded = isFolded(key, false)});
    for (const Location* location : locations) {
        if (location->type != LocationType::Metric) {
            addLocation(*location, nameOf(*location), level + 1);
        }
    }
    addMetrics(group, locations, level + 1);
    closeParent(place);
}

void RowBuilder::addMetrics(const LocationGroup& group, const Locations& locations, int level)
{
    const auto count = std::ranges::count(locations, LocationType::Metric, &Location::type);
    if (count == 0) {
        return;
    }
    constexpr std::ptrdiff_t kMostOpen = 4;
    const bool startsFolded = count > kMostOpen;
    const std::uint64_t key = keyOf(kMetricsKey, group.ref.value());
    const std::size_t place = m_rows.size();
    m_rows.push_back(
        {.kind = RowKind::Metrics,
         .key = key,
         .name = data::counted(
             static_cast<std::uint64_t>(count),
             QStringLiteral("metric location"),
             QStringLiteral("metric locations")),
         .level = level,
         .folded = isFolded(key, startsFolded),
         .startsFolded = startsFolded});
    for (const Location* location : locations) {
        if (location->type == LocationType::Metric) {
            addLocation(*location, nameOf(*location), level + 1);
        }
    }
    closeParent(place);
}

void RowBuilder::addLocation(const Location& location, const QString& name, int level)
{
    m_rows.push_back(
        {.kind = RowKind::Location,
         .key = keyOf(location),
         .name = name,
         .level = level,
         .locations = {location.ref},
         .summed = location.type == LocationType::Metric ? std::vector<LocationRef>{}
                                                         : std::vector{location.ref}});
}

// ---- Groups ---------------------------------------------------------------------------------

void RowBuilder::addSet(const RowGroup& group, std::uint64_t kind)
{
    m_set = kInSet | kind << kSetKindBit | std::uint64_t{group.number} << kSetNumberBit;
    const bool isOwn = kind == kOwnSets;
    if (!isOwn && m_grouping->onlyRepresentatives && group.representative.isDefined()) {
        addRepresentative(group);
        m_set = 0;
        return;
    }
    Locations shown;
    for (const LocationRef ref : *group.locations) {
        const Location* location = m_definitions.find(ref);
        if (location != nullptr && isShown(*location) && (isOwn || !m_own.contains(ref))) {
            shown.push_back(location);
        }
    }
    const std::uint64_t key = keyOf(kNodeKey, 0);
    const std::size_t place = m_rows.size();
    m_rows.push_back(
        {.kind = RowKind::Set,
         .key = key,
         .name = group.name,
         .level = 0,
         .folded = isFolded(key, group.startsFolded),
         .startsFolded = group.startsFolded});
    addByProcess(shown, 1);
    closeParent(place);
    m_set = 0;
}

void RowBuilder::addRepresentative(const RowGroup& group)
{
    const Location* location = m_definitions.find(group.representative);
    if (location != nullptr && isShown(*location) && !m_own.contains(location->ref)) {
        addLocation(*location, group.name, 0);
    }
}

/// A process of a single location needs no row beside that one's.
void RowBuilder::addByProcess(const Locations& locations, int level)
{
    std::vector<Locations> processes;
    std::unordered_map<LocationGroupRef, std::size_t> places;
    for (const Location* location : locations) {
        const auto [place, isNew] = places.try_emplace(location->group, processes.size());
        if (isNew) {
            processes.emplace_back();
        }
        processes[place->second].push_back(location);
    }
    for (const Locations& below : processes) {
        const LocationGroup* process = m_definitions.find(below.front()->group);
        if (process != nullptr && below.size() > 1) {
            addProcess(*process, below, level);
        } else {
            for (const Location* location : below) {
                addLocation(*location, shortestName(m_definitions, *location, m_sizes), level);
            }
        }
    }
}

/// Gathers the locations below a parent row and takes its children away if it is folded.
void RowBuilder::closeParent(std::size_t place)
{
    std::vector<LocationRef> below;
    std::vector<LocationRef> summed;
    for (std::size_t i = place + 1; i < m_rows.size(); ++i) {
        const Row& row = m_rows[i];
        // A folded row's own locations are all that is left of what is below it.
        if (row.kind == RowKind::Location || row.folded) {
            below.insert(below.end(), row.locations.begin(), row.locations.end());
            summed.insert(summed.end(), row.summed.begin(), row.summed.end());
        }
    }
    m_rows[place].locations = std::move(below);
    m_rows[place].summed = std::move(summed);
    m_rows[place].foldable = place + 1 < m_rows.size();
    if (m_rows[place].folded) {
        m_rows.resize(place + 1);
    }
    if (m_rows[place].locations.empty() && isRestricted()) {
        m_rows.resize(place);
    }
}

}  // namespace vellum::gui::models
