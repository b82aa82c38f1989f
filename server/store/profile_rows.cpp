#include "server/store/profile_rows.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace vellum::server::store {

namespace {

/// A value of a packed row. Rows begin at whole words, wide values stand first: all are aligned.
template <typename T>
T valueAt(const std::byte* values, std::size_t place)
{
    T value{};
    std::memcpy(&value, values + place * sizeof(T), sizeof(T));
    return value;
}

const std::byte* bytesAt(const Column<std::uint64_t>& column, std::size_t word)
{
    return std::as_bytes(column.view()).data() + word * sizeof(std::uint64_t);
}

/// Calls \p use with a zero of each width's type, how many values have it, where in a row's bytes they begin
/// and which of all the first of them is.
template <typename Use>
void forEachWidth(const std::array<std::uint32_t, ProfileRows::kWidths>& counts, const Use& use)
{
    use(std::uint64_t{}, counts[0], 0);
    use(std::uint32_t{}, counts[1], counts[0]);
    use(std::uint16_t{}, counts[2], std::size_t{counts[0]} + counts[1]);
}

/// Packed sums of a row, added to or taken from \p to.
template <bool kIsAdded>
void addRow(
    const std::byte* row,
    const std::array<std::uint32_t, ProfileRows::kWidths>& counts,
    std::uint64_t* to)
{
    forEachWidth(counts, [&](auto zero, std::size_t count, std::size_t first) {
        using Value = decltype(zero);
        std::uint64_t* const sums = to + first;
        for (std::size_t i = 0; i < count; ++i) {
            const auto value = std::uint64_t{valueAt<Value>(row, i)};
            sums[i] += kIsAdded ? value : ~value + 1;
        }
        row += count * sizeof(Value);
    });
}

/// The shortest and longest of two stretches, into the first.
void joinLengths(
    std::byte* to,
    const std::byte* from,
    const std::array<std::uint32_t, ProfileRows::kWidths>& counts)
{
    forEachWidth(counts, [&](auto zero, std::size_t count, std::size_t /*first*/) {
        using Value = decltype(zero);
        // Both lie in columns of whole words, and not in each other.
        auto* __restrict const into = reinterpret_cast<Value*>(to);              // NOLINT
        const auto* __restrict const of = reinterpret_cast<const Value*>(from);  // NOLINT
        for (std::size_t i = 0; i < count; ++i) {
            into[i] = std::min(into[i], of[i]);
        }
        for (std::size_t i = count; i < 2 * count; ++i) {
            into[i] = std::max(into[i], of[i]);
        }
        to += 2 * count * sizeof(Value);
        from += 2 * count * sizeof(Value);
    });
}

}  // namespace

ProfileRows::Shape ProfileRows::shape() const
{
    return {
        .step = layout[0],
        .regions = layout[1],
        .groups = layout[2],
        .paradigms = layout[3],
        .sums = {layout[4], layout[5], layout[6]},
        .lengths = {layout[7], layout[8], layout[9]}};
}

void ProfileRows::between(
    std::size_t first, std::size_t last, std::size_t changes, ProfileRowSums& to) const
{
    const Shape in = shape();
    sumsBetween(first, last, to);
    lengthsBetween(in, first, last, lastRow(changes), to);
    const std::span<const std::uint64_t> room(to.room);
    to.shortest = room.subspan(in.sumCount(), in.regions);
    to.longest = room.subspan(in.sumCount() + in.regions, in.regions);
}

void ProfileRows::sumsBetween(std::size_t first, std::size_t last, ProfileRowSums& to) const
{
    const Shape in = shape();
    const std::size_t regions = in.regions;
    to.room.resize(in.sumCount() + 2 * regions);
    sumBetween(in, first, last, to);

    const std::span<const std::uint64_t> room(to.room);
    to.exclusive = room.subspan(0, regions);
    to.inclusive = room.subspan(regions, regions);
    to.total = room.subspan(2 * regions, regions);
    to.visits = room.subspan(3 * regions, regions);
    to.ofGroups = room.subspan(4 * regions, in.groups);
    to.ofParadigms = room.subspan(4 * regions + in.groups, in.paradigms);
    to.shortest = {};
    to.longest = {};
    const auto keys = layout.view().subspan(Shape::kNumbers);
    to.regions = keys.first(regions);
    to.groups = keys.subspan(regions, in.groups);
    to.paradigms = keys.subspan(regions + in.groups, in.paradigms);
}

void ProfileRows::prefetchBetween(std::size_t first, std::size_t last) const
{
    const Shape in = shape();
    const auto fetch = [](const auto& column, std::size_t begin, std::size_t count) {
        constexpr std::size_t kLine = 64;
        const auto bytes = std::as_bytes(
            column.view()
                .subspan(std::min(begin, column.size()))
                .first(std::min(count, column.size() - std::min(begin, column.size()))));
        for (std::size_t at = 0; at < bytes.size(); at += kLine) {
            NarrowColumn::fetch(bytes.data() + at);
        }
    };
    fetch(layout, 0, layout.size());
    for (const std::size_t row : {first, last}) {
        if (row > 0) {
            fetch(sums, (row - 1) * in.sumWords(), in.sumWords());
        }
        if (row > kGroup) {
            fetch(base, ((row - 1) / kGroup - 1) * in.sumCount(), in.sumCount());
        }
    }
    // The rest of these lies behind, where the processor looks by itself.
    fetch(lengths, first * in.lengthWords(), 2 * in.lengthWords());
    fetch(lengths, last / kFan * kFan * in.lengthWords(), 2 * in.lengthWords());
}

void ProfileRows::sumBetween(
    const Shape& in, std::size_t first, std::size_t last, ProfileRowSums& to) const
{
    const std::size_t count = in.sumCount();
    // A row's base is that of its group; the first group's is all zeros and not kept.
    const auto baseOf = [&](std::size_t row) -> const std::uint64_t* {
        const std::size_t group = row == 0 ? 0 : (row - 1) / kGroup;
        return group == 0 ? nullptr : base.data() + (group - 1) * count;
    };
    to.packed.assign(count, 0);
    std::uint64_t* const sumsOf = to.packed.data();
    addRow<true>(bytesAt(sums, (last - 1) * in.sumWords()), in.sums, sumsOf);
    if (first > 0) {
        addRow<false>(bytesAt(sums, (first - 1) * in.sumWords()), in.sums, sumsOf);
    }
    const std::uint64_t* const less = baseOf(first);
    const std::uint64_t* const more = baseOf(last);
    for (std::size_t i = 0; more != less && i < count; ++i) {
        sumsOf[i] += more[i] - (less == nullptr ? 0 : less[i]);
    }
    const std::uint32_t* const sumAt =
        layout.data() + Shape::kNumbers + in.regions + in.groups + in.paradigms;
    for (std::size_t i = 0; i < count; ++i) {
        to.room[sumAt[i]] = sumsOf[i];
    }
}

void ProfileRows::lengthsBetween(
    const Shape& in,
    std::size_t first,
    std::size_t last,
    std::size_t blocks,
    ProfileRowSums& to) const
{
    const std::size_t words = in.lengthWords();
    const std::byte* const begin = bytesAt(lengths, 0);
    const auto blockAt = [&](std::size_t block) {
        return begin + block * words * sizeof(std::uint64_t);
    };
    to.extreme.resize(words);
    auto* const joined = std::as_writable_bytes(std::span(to.extreme)).data();
    bool isFirst = true;
    const auto take = [&](std::size_t block) {
        if (std::exchange(isFirst, false)) {
            std::memcpy(joined, blockAt(block), words * sizeof(std::uint64_t));
        } else {
            joinLengths(joined, blockAt(block), in.lengths);
        }
    };
    // Up the levels: at each the entries beside whole ones of the next. The last one there is, is whole.
    std::size_t level = 0;  // where its entries begin
    while (true) {
        for (; first < last && (first % kFan != 0 || blocks == 1); ++first) {
            take(level + first);
        }
        for (; first < last && last % kFan != 0 && last != blocks; --last) {
            take(level + last - 1);
        }
        if (first == last) {
            break;
        }
        level += blocks;
        blocks = (blocks + kFan - 1) / kFan;
        first /= kFan;
        last = (last + kFan - 1) / kFan;
    }
    const std::uint32_t* const regionAt =
        layout.data() + Shape::kNumbers + in.regions + in.groups + in.paradigms + in.sumCount();
    std::uint64_t* const shortest = to.room.data() + in.sumCount();
    std::uint64_t* const longest = shortest + in.regions;
    const std::byte* from = joined;
    forEachWidth(in.lengths, [&](auto zero, std::size_t count, std::size_t firstRegion) {
        using Value = decltype(zero);
        for (std::size_t i = 0; i < count; ++i) {
            const std::uint32_t region = regionAt[firstRegion + i];
            shortest[region] = valueAt<Value>(from, i);
            longest[region] = valueAt<Value>(from, count + i);
        }
        from += 2 * count * sizeof(Value);
    });
}

}  // namespace vellum::server::store
