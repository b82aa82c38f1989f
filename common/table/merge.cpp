#include "common/table/merge.h"

#include "common/table/access.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <limits>
#include <unordered_set>
#include <vector>

namespace vellum::table {

namespace {

/// At the end of its range instead of past it.
std::uint64_t sumOf(const Column& column, std::uint64_t a, std::uint64_t b)
{
    if (column.type == Type::Real) {
        return std::bit_cast<std::uint64_t>(std::bit_cast<double>(a) + std::bit_cast<double>(b));
    }
    const unsigned bits = 8U * column.bytes;
    if (column.type == Type::Signed) {
        const std::int64_t most = std::numeric_limits<std::int64_t>::max() >> (64U - bits);
        std::int64_t sum = 0;
        const auto left = static_cast<std::int64_t>(a);
        const bool isPast = __builtin_add_overflow(left, static_cast<std::int64_t>(b), &sum);
        sum = isPast ? (left > 0 ? most : -most - 1) : std::clamp(sum, -most - 1, most);
        return static_cast<std::uint64_t>(sum);
    }
    const std::uint64_t most = std::numeric_limits<std::uint64_t>::max() >> (64U - bits);
    std::uint64_t sum = 0;
    return __builtin_add_overflow(a, b, &sum) ? most : std::min(sum, most);
}

bool isLess(const Column& column, std::uint64_t a, std::uint64_t b)
{
    switch (column.type) {
    case Type::Real:
        return std::bit_cast<double>(a) < std::bit_cast<double>(b);
    case Type::Signed:
        return static_cast<std::int64_t>(a) < static_cast<std::int64_t>(b);
    default:
        return a < b;
    }
}

std::uint64_t combined(const Column& column, std::uint64_t a, std::uint64_t b)
{
    switch (column.merge) {
    case Merge::Sum:
        return sumOf(column, a, b);
    case Merge::Least:
        return isLess(column, b, a) ? b : a;
    case Merge::Most:
        return isLess(column, a, b) ? b : a;
    case Merge::Same:
    case Merge::Key:
        break;
    }
    return a;
}

bool hasKeys(const Schema& schema)
{
    return std::ranges::any_of(
        schema.columns, [](const Column& column) { return column.merge == Merge::Key; });
}

struct HashOfKeys {
    const Schema* schema;

    std::size_t operator()(const void* row) const
    {
        std::uint64_t hash = 0x9e37'79b9'7f4a'7c15U;
        for (const Column& column : schema->columns) {
            if (column.merge == Merge::Key) {
                const std::uint64_t key = column.type == Type::Text
                                              ? std::hash<std::string>{}(textAt(column, row))
                                              : wholeAt(column, row);
                hash = (hash ^ key) * 0xff51'afd7'ed55'8ccdU;
                hash ^= hash >> 32U;
            }
        }
        return hash;
    }
};

struct HaveSameKeys {
    const Schema* schema;

    bool operator()(const void* a, const void* b) const
    {
        return std::ranges::all_of(schema->columns, [&](const Column& column) {
            if (column.merge != Merge::Key) {
                return true;
            }
            return column.type == Type::Text ? textAt(column, a) == textAt(column, b)
                                             : wholeAt(column, a) == wholeAt(column, b);
        });
    }
};

void mergeLists(const Column& column, void* whole, const void* part)
{
    const Schema& schema = *column.rows;
    void* const list = mutableIn(column, whole);
    const ListView own = listAt(column, whole);
    const ListView more = listAt(column, part);
    // Where each row of the part goes; rows past `own.size` are new.
    std::vector<std::size_t> places(more.size);
    std::size_t size = own.size;
    if (hasKeys(schema)) {
        std::unordered_set<const void*, HashOfKeys, HaveSameKeys> rows(
            own.size * 2, HashOfKeys{&schema}, HaveSameKeys{&schema});
        for (std::size_t i = 0; i < own.size; ++i) {
            rows.insert(own[i]);
        }
        for (std::size_t i = 0; i < more.size; ++i) {
            const auto found = rows.find(more[i]);
            places[i] =
                found == rows.end()
                    ? size++
                    : static_cast<std::size_t>(static_cast<const std::byte*>(*found) - own.rows)
                          / own.stride;
        }
    } else {
        std::ranges::generate(places, [&size] { return size++; });
    }
    auto* const rows = static_cast<std::byte*>(column.list->resize(list, size));
    for (std::size_t i = 0; i < more.size; ++i) {
        std::byte* row = rows + places[i] * schema.bytes;
        if (places[i] < own.size) {
            merge(schema, row, more[i]);
        } else {
            schema.copy(row, more[i]);
        }
    }
}

}  // namespace

void merge(const Schema& schema, void* whole, const void* part)
{
    for (const Column& column : schema.columns) {
        if (column.type == Type::List) {
            mergeLists(column, whole, part);
        } else if (column.type == Type::Row) {
            merge(*column.rows, mutableIn(column, whole), column.in(part));
        } else if (isNumber(column)) {
            setWhole(
                column, whole, combined(column, wholeAt(column, whole), wholeAt(column, part)));
        }
    }
}

}  // namespace vellum::table
