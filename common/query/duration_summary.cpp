#include "common/query/duration_summary.h"

#include "common/query/limits.h"

#include <bit>

namespace vellum::query {

namespace {

using table::column;
using table::Column;
using table::Merge;
using table::Unit;

constexpr std::string_view kBy[] = {"region", "path"};
constexpr Unit kByUnits[] = {Unit::Region, Unit::None};

constexpr Column kQuestion[] = {
    column<&DurationSummaryQuestion::by>(
        {.name = "by",
         .says = "what visits are counted by, besides how long they are",
         .words = kBy}),
    column<&DurationSummaryQuestion::precision>(
        {.name = "precision",
         .says = "how many significant bits of a duration count: 10 are a thousandth",
         .least = 1,
         .most = DurationSummaryQuestion::kMostPrecision})};

constexpr Column kRow[] = {
    column<&DurationSummaryRow::key>(
        {.name = "key",
         .says = "region, or a number of the call path",
         .unit = Unit::By,
         .merge = Merge::Key}),
    column<&DurationSummaryRow::duration>(
        {.name = "duration",
         .says = "of a visit without what it calls: the shortest of those counted here",
         .unit = Unit::Duration,
         .merge = Merge::Key}),
    column<&DurationSummaryRow::visits>(
        {.name = "visits", .says = "how many", .unit = Unit::Count, .merge = Merge::Sum})};

constexpr Column kAnswer[] = {
    column<&DurationSummary::by>(
        {.name = "by", .says = "as asked", .words = kBy, .units = kByUnits}),
    column<&DurationSummary::rows>(
        {.name = "rows", .says = "ascending by key, then duration", .most = kMaxItems})};

/// How many of its low bits a duration's class leaves out.
int droppedBits(Tick duration, std::uint32_t precision)
{
    const auto bits = static_cast<int>(std::bit_width(static_cast<std::uint64_t>(duration)));
    const int kept = static_cast<int>(precision);
    return bits > kept ? bits - kept : 0;
}

}  // namespace

constinit const table::Schema DurationSummaryRow::kSchema =
    table::schemaOf<DurationSummaryRow>("duration-summary-row", kRow);
constinit const table::Schema DurationSummary::kSchema =
    table::schemaOf<DurationSummary>("duration-summary", kAnswer);
constinit const table::Schema DurationSummaryQuestion::kSchema =
    table::schemaOf<DurationSummaryQuestion>(
        "duration-summary", kQuestion, &DurationSummary::kSchema);

std::uint64_t callPathKey(std::uint64_t around, RegionRef region)
{
    // The mixing step of splitmix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014).
    constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15U;
    std::uint64_t key = around * kStep + region.value() + kStep;
    key = (key ^ (key >> 30U)) * 0xbf58476d1ce4e5b9U;
    key = (key ^ (key >> 27U)) * 0x94d049bb133111ebU;
    return key ^ (key >> 31U);
}

Tick shortestOfClass(Tick duration, std::uint32_t precision)
{
    const int dropped = droppedBits(duration, precision);
    return static_cast<Tick>(static_cast<std::uint64_t>(duration) >> dropped << dropped);
}

Tick widthOfClass(Tick shortest, std::uint32_t precision)
{
    return Tick{1} << droppedBits(shortest, precision);
}

}  // namespace vellum::query
