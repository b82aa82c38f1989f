#include "gui/models/row_order.h"

#include "gui/data/wording.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace vellum::gui::models {

namespace {

// Keys: the kind in the upper bits, the definition's reference below. Locations are never folded.
constexpr std::uint64_t kNodeKey = std::uint64_t{1} << 40U;
constexpr std::uint64_t kGroupKey = std::uint64_t{2} << 40U;
constexpr std::uint64_t kMetricsKey = std::uint64_t{3} << 40U;
constexpr std::uint64_t kBandKey = std::uint64_t{4} << 40U;  // first and end of its rows below

QString nameOf(const std::string& name, const char* what, std::uint64_t ref)
{
    return name.empty() ? QStringLiteral("%1 %2").arg(QLatin1String(what)).arg(ref)
                        : QString::fromStdString(name);
}

class RowBuilder {
public:
    RowBuilder(
        const Definitions& definitions,
        const std::set<std::uint64_t>& folded,
        const FilterSet* filters = nullptr)
        : m_definitions(definitions)
        , m_folded(folded)
        , m_filters(filters)
    {
        for (const SystemTreeNode& node : definitions.systemTreeNodes) {
            m_childNodes[node.parent].push_back(&node);
        }
        for (const LocationGroup& group : definitions.locationGroups) {
            m_groups[group.parent].push_back(&group);
        }
        for (const Location& location : definitions.locations) {
            if (isShown(location)) {
                m_locations[location.group].push_back(&location);
            }
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
            if (m_definitions.find(location.group) == nullptr && isShown(location)) {
                addLocation(location, 0);
            }
        }
        return std::move(m_rows);
    }

private:
    [[nodiscard]] bool isShown(const Location& location) const
    {
        return m_filters == nullptr || m_filters->shows(location.ref);
    }

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
        if (m_rows[place].locations.empty() && m_filters != nullptr && m_filters->shown()) {
            m_rows.resize(place);
        }
    }

    // A ring of parents has no root and is never entered; this bounds deep chains.
    static constexpr int kDeepest = 100;

    const Definitions& m_definitions;
    const std::set<std::uint64_t>& m_folded;
    const FilterSet* m_filters;
    std::unordered_map<SystemTreeNodeRef, std::vector<const SystemTreeNode*>> m_childNodes;
    std::unordered_map<SystemTreeNodeRef, std::vector<const LocationGroup*>> m_groups;
    std::unordered_map<LocationGroupRef, std::vector<const Location*>> m_locations;
    std::unordered_set<LocationGroupRef> m_placed;
    std::vector<Row> m_rows;
    int m_depth = 0;
};

/// Who is below whom, from the levels.
void setParents(std::vector<Row>& rows)
{
    std::vector<std::uint64_t> path;
    for (Row& row : rows) {
        path.resize(std::min(path.size(), static_cast<std::size_t>(row.level)));
        row.parent = path.empty() ? kNoRow : path.back();
        path.push_back(row.key);
    }
}

/// One past the last row that is below \p first.
std::size_t endOf(const std::vector<Row>& rows, std::size_t first)
{
    std::size_t end = first + 1;
    while (end < rows.size() && rows[end].level > rows[first].level) {
        ++end;
    }
    return end;
}

/// A row and all below it, as places in the list.
struct Block {
    std::size_t begin = 0;
    std::size_t end = 0;
};

std::vector<Block> blocksOf(const std::vector<Row>& rows, std::size_t begin, std::size_t end)
{
    std::vector<Block> blocks;
    for (std::size_t i = begin; i < end; i = blocks.back().end) {
        blocks.push_back({.begin = i, .end = endOf(rows, i)});
    }
    return blocks;
}

/// Puts the children of each parent into the user's order; those he never moved come after.
void sortChildren(std::vector<Row>& rows, std::size_t begin, std::size_t end, const RowOrder& order)
{
    if (begin >= end) {
        return;
    }
    std::vector<Block> blocks = blocksOf(rows, begin, end);
    const auto wanted = order.find(rows[begin].parent);
    if (wanted != order.end()) {
        std::unordered_map<std::uint64_t, std::size_t> place;
        for (std::size_t i = 0; i < wanted->second.size(); ++i) {
            place.emplace(wanted->second[i], i);
        }
        const auto placeOf = [&](const Block& block) {
            const auto found = place.find(rows[block.begin].key);
            return found == place.end() ? wanted->second.size() : found->second;
        };
        std::ranges::stable_sort(blocks, {}, placeOf);
        std::vector<Row> sorted;
        sorted.reserve(end - begin);
        for (const Block& block : blocks) {
            for (std::size_t i = block.begin; i < block.end; ++i) {
                sorted.push_back(std::move(rows[i]));
            }
        }
        std::ranges::move(sorted, rows.begin() + static_cast<std::ptrdiff_t>(begin));
        blocks = blocksOf(rows, begin, end);
    }
    for (const Block& block : blocks) {
        sortChildren(rows, block.begin + 1, block.end, order);
    }
}

/// Pinned rows, in the order they were pinned, with all below them; then the rest.
std::vector<Row> withPinnedFirst(std::vector<Row> rows, const std::vector<std::uint64_t>& pinned)
{
    std::vector<Row> first;
    std::vector<bool> isTaken(rows.size(), false);
    for (const std::uint64_t key : pinned) {
        const auto found = std::ranges::find(rows, key, &Row::key);
        if (found == rows.end()) {
            continue;
        }
        const auto begin = static_cast<std::size_t>(found - rows.begin());
        for (std::size_t i = begin; i < endOf(rows, begin); ++i) {
            if (!isTaken[i]) {
                isTaken[i] = true;
                first.push_back(rows[i]);
                first.back().pinned = true;
            }
        }
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!isTaken[i]) {
            first.push_back(std::move(rows[i]));
        }
    }
    return first;
}

/// The siblings of \p row as they stand now; pinned ones stand elsewhere and keep their place.
std::vector<std::uint64_t> siblingsOf(const std::vector<Row>& rows, const Row& row)
{
    std::vector<std::uint64_t> keys;
    for (const Row& other : rows) {
        if (other.parent == row.parent && other.pinned == row.pinned) {
            keys.push_back(other.key);
        }
    }
    return keys;
}

std::shared_ptr<const RowOrder> orderWith(
    const ViewState& view, std::uint64_t parent, std::vector<std::uint64_t> keys)
{
    auto order = std::make_shared<RowOrder>(view.rowOrder ? *view.rowOrder : RowOrder());
    (*order)[parent] = std::move(keys);
    return order;
}

}  // namespace

std::vector<Row> visibleRows(const Definitions& definitions, const std::set<std::uint64_t>& folded)
{
    auto rows = RowBuilder(definitions, folded).build();
    setParents(rows);
    return rows;
}

std::vector<Row> arrangedRows(const Definitions& definitions, const ViewState& view)
{
    auto rows = RowBuilder(definitions, view.folded, view.filters.get()).build();
    setParents(rows);
    if (view.rowOrder) {
        sortChildren(rows, 0, rows.size(), *view.rowOrder);
    }
    return view.pinned.empty() ? rows : withPinnedFirst(std::move(rows), view.pinned);
}

std::vector<Row> banded(const std::vector<Row>& rows, std::size_t most)
{
    std::vector<const Row*> leaves;
    for (const Row& row : rows) {
        if (!row.foldable || row.folded) {
            leaves.push_back(&row);
        }
    }
    std::vector<Row> bands;
    const std::size_t count = std::min(most, leaves.size());
    for (std::size_t band = 0; band < count; ++band) {
        const std::size_t first = band * leaves.size() / count;
        const std::size_t end = (band + 1) * leaves.size() / count;
        Row row = *leaves[first];
        if (end - first > 1) {
            row = {.kind = RowKind::Band, .key = kBandKey | (first << 20U) | end};
            row.name = leaves[first]->name + QStringLiteral(" … ") + leaves[end - 1]->name;
            for (std::size_t i = first; i < end; ++i) {
                const auto& [locations, summed] = std::tie(leaves[i]->locations, leaves[i]->summed);
                row.locations.insert(row.locations.end(), locations.begin(), locations.end());
                row.summed.insert(row.summed.end(), summed.begin(), summed.end());
            }
        }
        row.level = 0;
        bands.push_back(std::move(row));
    }
    return bands;
}

std::shared_ptr<const RowOrder> movedBy(
    const std::vector<Row>& rows, const ViewState& view, std::uint64_t row, int steps)
{
    const auto found = std::ranges::find(rows, row, &Row::key);
    if (found == rows.end()) {
        return nullptr;
    }
    std::vector<std::uint64_t> keys = siblingsOf(rows, *found);
    const auto at = std::ranges::find(keys, row) - keys.begin();
    const auto last = static_cast<std::ptrdiff_t>(keys.size()) - 1;
    const auto to = std::clamp<std::ptrdiff_t>(at + steps, 0, last);
    if (to == at) {
        return nullptr;
    }
    keys.erase(keys.begin() + at);
    keys.insert(keys.begin() + to, row);
    return orderWith(view, found->parent, std::move(keys));
}

std::shared_ptr<const RowOrder> movedBefore(
    const std::vector<Row>& rows, const ViewState& view, std::uint64_t row, std::uint64_t before)
{
    const auto found = std::ranges::find(rows, row, &Row::key);
    if (found == rows.end() || before == row) {
        return nullptr;
    }
    const std::vector<std::uint64_t> now = siblingsOf(rows, *found);
    std::vector<std::uint64_t> keys = now;
    std::erase(keys, row);
    const auto place = before == kNoRow ? keys.end() : std::ranges::find(keys, before);
    if (before != kNoRow && place == keys.end()) {
        return nullptr;  // it is below another parent
    }
    keys.insert(place, row);
    return keys == now ? nullptr : orderWith(view, found->parent, std::move(keys));
}

}  // namespace vellum::gui::models
