#include "gui/models/row_order.h"

#include "gui/data/wording.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace vellum::gui::models {

namespace {

// Keys: the kind in the upper bits, the definition's reference below. Locations are never folded.
constexpr std::uint64_t kNodeKey = std::uint64_t{1} << 40U;
constexpr std::uint64_t kGroupKey = std::uint64_t{2} << 40U;
constexpr std::uint64_t kMetricsKey = std::uint64_t{3} << 40U;

QString nameOf(const std::string& name, const char* what, std::uint64_t ref)
{
    return name.empty() ? QStringLiteral("%1 %2").arg(QLatin1String(what)).arg(ref)
                        : QString::fromStdString(name);
}

class RowBuilder {
public:
    RowBuilder(const Definitions& definitions, const std::set<std::uint64_t>& folded)
        : m_definitions(definitions)
        , m_folded(folded)
    {
        for (const SystemTreeNode& node : definitions.systemTreeNodes) {
            m_childNodes[node.parent].push_back(&node);
        }
        for (const LocationGroup& group : definitions.locationGroups) {
            m_groups[group.parent].push_back(&group);
        }
        for (const Location& location : definitions.locations) {
            m_locations[location.group].push_back(&location);
        }
    }

    std::vector<Row> build()
    {
        addBelow(SystemTreeNodeRef::undefined(), 0);
        // Damage: groups and locations that no root leads to still get their rows.
        for (const LocationGroup& group : m_definitions.locationGroups) {
            addGroup(group, 0);
        }
        for (const Location& location : m_definitions.locations) {
            if (m_definitions.find(location.group) == nullptr) {
                addLocation(location, 0);
            }
        }
        return std::move(m_rows);
    }

private:
    void addBelow(SystemTreeNodeRef parent, int level)
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
    bool holdsOneGroup(SystemTreeNodeRef node, int depth = 0)
    {
        const auto& nodes = m_childNodes[node];
        const auto& groups = m_groups[node];
        if (nodes.empty()) {
            return groups.size() == 1;
        }
        return groups.empty() && nodes.size() == 1 && depth < kDeepest
               && holdsOneGroup(nodes.front()->ref, depth + 1);
    }

    void addNode(const SystemTreeNode& node, int level)
    {
        const std::uint64_t key = kNodeKey | node.ref.value();
        const std::size_t place = m_rows.size();
        m_rows.push_back(
            {.kind = RowKind::Node,
             .key = key,
             .name = nameOf(node.name, "node", node.ref.value()),
             .level = level,
             .folded = m_folded.contains(key)});
        addBelow(node.ref, level + 1);
        closeParent(place);
    }

    /// Does nothing if the group has its row already.
    void addGroup(const LocationGroup& group, int level)
    {
        if (!m_placed.insert(group.ref).second) {
            return;
        }
        const auto& locations = m_locations[group.ref];
        const std::uint64_t key = kGroupKey | group.ref.value();
        const std::size_t place = m_rows.size();
        m_rows.push_back(
            {.kind = RowKind::Group,
             .key = key,
             .name = nameOf(group.name, "group", group.ref.value()),
             .level = level,
             .folded = m_folded.contains(key)});
        for (const Location* location : locations) {
            if (location->type != LocationType::Metric) {
                addLocation(*location, level + 1);
            }
        }
        addMetrics(group, locations, level + 1);
        closeParent(place);
    }

    void addMetrics(
        const LocationGroup& group, const std::vector<const Location*>& locations, int level)
    {
        const auto count = std::ranges::count(locations, LocationType::Metric, &Location::type);
        if (count == 0) {
            return;
        }
        constexpr std::ptrdiff_t kMostOpen = 4;
        const bool startsFolded = count > kMostOpen;
        const std::uint64_t key = kMetricsKey | group.ref.value();
        const std::size_t place = m_rows.size();
        m_rows.push_back(
            {.kind = RowKind::Metrics,
             .key = key,
             .name = data::counted(
                 static_cast<std::uint64_t>(count),
                 QStringLiteral("metric location"),
                 QStringLiteral("metric locations")),
             .level = level,
             .folded = startsFolded != m_folded.contains(key),
             .startsFolded = startsFolded});
        for (const Location* location : locations) {
            if (location->type == LocationType::Metric) {
                addLocation(*location, level + 1);
            }
        }
        closeParent(place);
    }

    void addLocation(const Location& location, int level)
    {
        m_rows.push_back(
            {.kind = RowKind::Location,
             .key = location.ref.value(),
             .name = nameOf(location.name, "location", location.ref.value()),
             .level = level,
             .locations = {location.ref},
             .summed = location.type == LocationType::Metric ? std::vector<LocationRef>{}
                                                             : std::vector{location.ref}});
    }

    /// Gathers the locations below a parent row and takes its children away if it is folded.
    void closeParent(std::size_t place)
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
    }

    // A ring of parents has no root and is never entered; this bounds deep chains.
    static constexpr int kDeepest = 100;

    const Definitions& m_definitions;
    const std::set<std::uint64_t>& m_folded;
    std::unordered_map<SystemTreeNodeRef, std::vector<const SystemTreeNode*>> m_childNodes;
    std::unordered_map<SystemTreeNodeRef, std::vector<const LocationGroup*>> m_groups;
    std::unordered_map<LocationGroupRef, std::vector<const Location*>> m_locations;
    std::unordered_set<LocationGroupRef> m_placed;
    std::vector<Row> m_rows;
    int m_depth = 0;
};

}  // namespace

std::vector<Row> visibleRows(const Definitions& definitions, const std::set<std::uint64_t>& folded)
{
    return RowBuilder(definitions, folded).build();
}

}  // namespace vellum::gui::models
