#pragma once

#include "common/table/table.h"
#include "common/trace/refs.h"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace vellum::tests {

// Rows of all types of columns, for tests of what is done by descriptors.

enum class Colour : std::uint8_t { Red, Green, Blue };

struct OddSpan {
    std::int64_t begin = 0;
    std::int64_t end = 0;

    static const table::Schema kSchema;
};

struct OddPart {
    std::int8_t small = 0;
    std::uint16_t port = 80;

    static const table::Schema kSchema;
};

struct OddRow {
    std::string name;
    LocationRef location{0};
    Colour colour = Colour::Red;
    std::uint64_t sum = 0;
    std::int32_t least = 0;
    double most = 0;
    OddSpan span;
    std::vector<OddPart> parts;

    static const table::Schema kSchema;
};

struct OddAnswer {
    Colour by = Colour::Red;
    std::string note;
    std::vector<OddRow> rows;

    static const table::Schema kSchema;
};

/// Rows that are joined by their keys.
struct KeyedRow {
    std::uint32_t key = 0;
    std::string word;
    std::int64_t sum = 0;
    std::uint8_t narrow = 0;
    double least = 0;
    std::int16_t most = 0;

    static const table::Schema kSchema;
};

struct KeyedAnswer {
    std::uint64_t count = 0;
    std::vector<KeyedRow> rows;
    std::vector<OddSpan> spans;

    static const table::Schema kSchema;
};

namespace odd {

using table::column;
using table::Column;
using table::Merge;
using table::Unit;

inline double doubled(const OddRow& row)
{
    return row.sum == 0 ? std::numeric_limits<double>::quiet_NaN()
                        : 2 * static_cast<double>(row.sum);
}

inline constexpr std::string_view kColours[] = {"red", "green", "blue"};
inline constexpr Unit kUnits[] = {Unit::Bytes, Unit::Location, Unit::None};

inline constexpr Column kSpan[] = {
    column<&OddSpan::begin>({.name = "begin", .unit = Unit::Duration}),
    column<&OddSpan::end>({.name = "end", .unit = Unit::Duration})};
inline constexpr Column kPart[] = {
    column<&OddPart::small>({.name = "small"}),
    column<&OddPart::port>({.name = "port", .least = 10, .most = 60'000})};
inline constexpr Column kRow[] = {
    column<&OddRow::name>({.name = "name"}),
    column<&OddRow::location>({.name = "location", .unit = Unit::Location}),
    column<&OddRow::colour>({.name = "colour", .words = kColours}),
    column<&OddRow::sum>({.name = "sum", .unit = Unit::By, .merge = Merge::Sum}),
    column<&OddRow::least>({.name = "least", .merge = Merge::Least}),
    column<&OddRow::most>({.name = "most", .unit = Unit::Rate, .merge = Merge::Most}),
    column<&OddRow::span>({.name = "span"}),
    column<&OddRow::parts>({.name = "parts", .most = 5}),
    table::derived<&doubled>({.name = "doubled"})};
inline constexpr Column kAnswer[] = {
    column<&OddAnswer::by>({.name = "by", .words = kColours, .units = kUnits}),
    column<&OddAnswer::note>({.name = "note"}),
    column<&OddAnswer::rows>({.name = "rows", .most = 100'000})};
inline constexpr Column kKeyedRow[] = {
    column<&KeyedRow::key>({.name = "key", .merge = Merge::Key}),
    column<&KeyedRow::word>({.name = "word", .merge = Merge::Key}),
    column<&KeyedRow::sum>({.name = "sum", .merge = Merge::Sum}),
    column<&KeyedRow::narrow>({.name = "narrow", .merge = Merge::Sum}),
    column<&KeyedRow::least>({.name = "least", .merge = Merge::Least}),
    column<&KeyedRow::most>({.name = "most", .merge = Merge::Most})};
inline constexpr Column kKeyedAnswer[] = {
    column<&KeyedAnswer::count>({.name = "count", .merge = Merge::Sum}),
    column<&KeyedAnswer::rows>({.name = "rows"}),
    column<&KeyedAnswer::spans>({.name = "spans"})};

}  // namespace odd

constinit inline const table::Schema OddSpan::kSchema =
    table::schemaOf<OddSpan>("span", odd::kSpan);
constinit inline const table::Schema OddPart::kSchema =
    table::schemaOf<OddPart>("part", odd::kPart);
constinit inline const table::Schema OddRow::kSchema = table::schemaOf<OddRow>("row", odd::kRow);
constinit inline const table::Schema OddAnswer::kSchema =
    table::schemaOf<OddAnswer>("odd", odd::kAnswer);
constinit inline const table::Schema KeyedRow::kSchema =
    table::schemaOf<KeyedRow>("keyed-row", odd::kKeyedRow);
constinit inline const table::Schema KeyedAnswer::kSchema =
    table::schemaOf<KeyedAnswer>("keyed", odd::kKeyedAnswer);

}  // namespace vellum::tests
