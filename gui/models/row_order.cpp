#include "gui/models/row_order.h"

#include "gui/models/row_builder.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace vellum::gui::models {

namespace {

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
    auto rows =
        RowBuilder(definitions, view.folded, view.filters.get(), view.grouping.get()).build();
    setParents(rows);
    if (view.rowOrder) {
        sortChildren(rows, 0, rows.size(), *view.rowOrder);
    }
    return view.pinned.empty() ? rows : withPinnedFirst(std::move(rows), view.pinned);
}

std::vector<Row> banded(const std::vector<Row>& rows, std::size_t most, RowSpan part)
{
    std::vector<const Row*> leaves;
    std::unordered_map<std::uint64_t, const Row*> parents;
    std::size_t before = 0;  // a key says which of all leaves the band is of
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Row& row = rows[i];
        if (row.foldable && !row.folded) {
            parents.emplace(row.key, &row);
        } else if (i < part.begin) {
            ++before;
        } else if (i < part.end) {
            leaves.push_back(&row);
        }
    }
    // "thread 0 … thread 2" would say nothing where they are threads of different processes.
    const auto nameFrom = [&parents](const Row& first, const Row& last) {
        const auto above = parents.find(first.parent);
        const auto aboveLast = parents.find(last.parent);
        const bool isOfSeveral =
            above != parents.end() && aboveLast != parents.end() && above != aboveLast;
        const QString dots = QStringLiteral(" … ");
        return isOfSeveral ? above->second->name + dots + aboveLast->second->name
                           : first.name + dots + last.name;
    };
    std::vector<Row> bands;
    const std::size_t count = std::min(most, leaves.size());
    for (std::size_t band = 0; band < count; ++band) {
        const std::size_t first = band * leaves.size() / count;
        const std::size_t end = (band + 1) * leaves.size() / count;
        Row row = *leaves[first];
        if (end - first > 1) {
            row = {
                .kind = RowKind::Band,
                .key = kBandKey | ((before + first) << 20U) | (before + end)};
            row.name = nameFrom(*leaves[first], *leaves[end - 1]);
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
