#include "common/values/redundancy.h"

#include <algorithm>
#include <optional>
#include <tuple>

namespace vellum::values {

namespace {

constexpr std::uint32_t kNoRow = ~std::uint32_t{0};

}  // namespace

Redundancy::Redundancy() : Redundancy(Limits{}) {}

Redundancy::Redundancy(Limits limits) : m_limits(limits), m_memory(limits.lines)
{
    m_limits.cells = std::max<std::size_t>(m_limits.cells, 1);
}

AccessNote Redundancy::add(const Access& access)
{
    if (!isUnit(access.unit)) {
        ++m_loss.accesses;
        return {};
    }
    const std::uint32_t row = rowOf(access);
    if (row == kNoRow) {
        ++m_loss.accesses;
    } else {
        ++m_rows[row].accesses;
        m_rows[row].bytes += access.unit;
    }
    // An access without a row still tells what memory holds and what the thread saw.
    compareWithThread(access, row);
    const bool isSilent = compareWithMemory(access, row);
    return {.isCounted = row != kNoRow, .isUnchanged = isSilent};
}

std::uint32_t Redundancy::rowOf(const Access& access)
{
    const SiteKey key = SiteKey::of(access);
    std::uint32_t* number = m_rowNumbers.findOrAdd(key, m_limits.rows);
    if (number == nullptr) {
        return kNoRow;
    }
    if (*number == 0) {
        m_rows.push_back({.key = key});
        *number = narrow<std::uint32_t>(m_rows.size());
    }
    return *number - 1;
}

Redundancy::Cell& Redundancy::cellOf(const Access& access)
{
    const BlockKey block = {.op = access.op, .block = access.block};
    const CellKey key = {.object = access.object, .offset = access.offset, .thread = access.thread};
    Cells* cells = m_blocks.findOrAdd(block, m_limits.cells);
    if (cells == nullptr || (m_cellCount >= m_limits.cells && cells->find(key) == nullptr)) {
        m_loss.cells += m_cellCount;
        m_cellCount = 0;
        m_blocks.clear();
        cells = m_blocks.findOrAdd(block, m_limits.cells);
    }
    const std::size_t before = cells->size();
    Cell* cell = cells->findOrAdd(key, m_limits.cells);
    m_cellCount += cells->size() - before;
    return *cell;
}

void Redundancy::compareWithThread(const Access& access, std::uint32_t row)
{
    Cell& cell = cellOf(access);
    const auto isSame = [&](const Seen& seen) {
        return seen.unit == access.unit && seen.value == access.value;
    };
    Seen& seen = cell.last[static_cast<std::size_t>(access.kind)];
    if (row != kNoRow && isSame(seen)) {
        ++m_rows[row].redundant;
        addPair(access, row, seen.site);
    }
    if (isStore(access.kind)) {
        cell.lastStore = access.kind;
    } else if (row != kNoRow && isSame(cell.last[static_cast<std::size_t>(cell.lastStore)])) {
        ++m_rows[row].reloads;
    }
    seen = {.value = access.value, .site = access.site, .unit = access.unit};
}

bool Redundancy::compareWithMemory(const Access& access, std::uint32_t row)
{
    const std::uint64_t object = access.object;
    const std::uint64_t offset = access.offset;
    const unsigned unit = access.unit;
    if (!isStore(access.kind)) {
        m_memory.read(object, offset, unit, access.value);
        return false;
    }
    const std::optional<std::uint64_t> before =
        access.hasOld ? access.old : m_memory.content(object, offset, unit);
    const bool isSilent = before.has_value() && *before == access.value;
    if (row != kNoRow && before.has_value()) {
        ++m_rows[row].storesOverKnown;
        m_rows[row].silentStores += isSilent ? 1U : 0U;
        m_rows[row].silentBytes += isSilent ? unit : 0U;
    }
    if (access.kind == AccessKind::Atomic) {
        m_memory.read(object, offset, unit, access.old);
    }
    m_memory.store(
        object, offset, unit, access.value, row, [&](std::uint32_t writer, unsigned bytes) {
            if (writer != kNoRow) {
                m_rows[writer].deadBytes += bytes;
            }
        });
    return isSilent;
}

void Redundancy::addPair(const Access& access, std::uint32_t row, std::uint32_t from)
{
    PairSums* sums =
        m_pairs.findOrAdd({.row = row, .from = from, .value = access.value}, m_limits.pairs);
    if (sums == nullptr) {
        ++m_loss.pairs;
        return;
    }
    ++sums->accesses;
    sums->bytes += access.unit;
}

void Redundancy::endBlock(std::uint64_t op, std::uint32_t block)
{
    const BlockKey key = {.op = op, .block = block};
    if (const Cells* cells = m_blocks.find(key)) {
        m_cellCount -= cells->size();
        m_blocks.removeIf([&](const BlockKey& other) { return other == key; });
    }
}

void Redundancy::endOp(std::uint64_t op)
{
    for (const auto& entry : m_blocks.entries()) {
        m_cellCount -= entry.key.op == op ? entry.value.size() : 0;
    }
    m_blocks.removeIf([&](const BlockKey& key) { return key.op == op; });
}

void Redundancy::forgetObject(std::uint64_t object)
{
    for (auto& entry : m_blocks.entries()) {
        m_cellCount -=
            entry.value.removeIf([&](const CellKey& key) { return key.object == object; });
    }
    m_memory.forgetObject(object);
}

std::vector<RedundantPair> Redundancy::pairs(std::size_t most) const
{
    std::vector<RedundantPair> pairs;
    pairs.reserve(m_pairs.size());
    for (const auto& entry : m_pairs.entries()) {
        const RedundancyRow& row = m_rows[entry.key.row];
        pairs.push_back(
            {.op = row.key.op,
             .object = row.key.object,
             .value = entry.key.value,
             .to = row.key.site,
             .from = entry.key.from,
             .kind = row.key.kind,
             .accesses = entry.value.accesses,
             .bytes = entry.value.bytes});
    }
    const auto key = [](const RedundantPair& pair) {
        return std::tuple(pair.op, pair.object, pair.kind, pair.to, pair.from, pair.value);
    };
    std::ranges::sort(pairs, [&](const RedundantPair& a, const RedundantPair& b) {
        return a.accesses != b.accesses ? a.accesses > b.accesses : key(a) < key(b);
    });
    pairs.resize(std::min(most, pairs.size()));
    return pairs;
}

RedundancyLoss Redundancy::loss() const
{
    RedundancyLoss loss = m_loss;
    loss.lines = m_memory.forgotten();
    return loss;
}

}  // namespace vellum::values
