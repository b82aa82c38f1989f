// What the columns of a comparison mean.

#include "common/compare/comparison.h"
#include "common/query/limits.h"

#include <limits>

namespace vellum::compare {

namespace {

using table::column;
using table::Column;
using table::derived;
using table::Unit;

/// No number where \p a is 0.
double ratioOf(std::int64_t b, std::int64_t a)
{
    return a == 0 ? std::numeric_limits<double>::quiet_NaN()
                  : static_cast<double>(b) / static_cast<double>(a);
}

double exclusiveRatio(const DifferenceRow& row)
{
    return ratioOf(row.exclusiveB, row.exclusiveA);
}
double inclusiveRatio(const DifferenceRow& row)
{
    return ratioOf(row.inclusiveB, row.inclusiveA);
}
double totalRatio(const Comparison& comparison)
{
    return ratioOf(comparison.totalB, comparison.totalA);
}
double matchedShareA(const Comparison& comparison)
{
    return ratioOf(comparison.matchedA, comparison.totalA);
}
double matchedShareB(const Comparison& comparison)
{
    return ratioOf(comparison.matchedB, comparison.totalB);
}
/// How likely a visit of B takes longer than one of A, where as likely as not is a half.
double superiority(const NoiseTest& test)
{
    return (test.effect + 1) / 2;
}

constexpr std::string_view kVerdicts[] = {"same", "faster", "slower", "too-few"};
constexpr std::string_view kPresences[] = {"both", "only-a", "only-b"};
constexpr std::string_view kMatches[] = {"name", "structure"};

constexpr Column kNoise[] = {
    column<&NoiseTest::verdict>(
        {.name = "verdict", .says = "of single visits in B beside those in A", .words = kVerdicts}),
    column<&NoiseTest::samplesA>(
        {.name = "samples_a",
         .says = "visits of A whose durations are compared",
         .unit = Unit::Count,
         .isDetail = true}),
    column<&NoiseTest::samplesB>(
        {.name = "samples_b",
         .says = "visits of B whose durations are compared",
         .unit = Unit::Count,
         .isDetail = true}),
    column<&NoiseTest::medianA>(
        {.name = "median_a",
         .says = "exclusive duration of a visit in A: the median",
         .unit = Unit::Nanoseconds,
         .isDetail = true}),
    column<&NoiseTest::medianB>(
        {.name = "median_b",
         .says = "exclusive duration of a visit in B: the median",
         .unit = Unit::Nanoseconds,
         .isDetail = true}),
    column<&NoiseTest::spreadA>(
        {.name = "spread_a",
         .says = "the median distance from that median in A",
         .unit = Unit::Nanoseconds,
         .isDetail = true}),
    column<&NoiseTest::spreadB>(
        {.name = "spread_b",
         .says = "the median distance from that median in B",
         .unit = Unit::Nanoseconds,
         .isDetail = true}),
    column<&NoiseTest::ratio>(
        {.name = "visit_ratio",
         .says = "by what factor visits take longer in B: the median of all B/A",
         .unit = Unit::Ratio}),
    column<&NoiseTest::ratioLow>(
        {.name = "visit_ratio_low", .says = "its 95 % interval begins", .unit = Unit::Ratio}),
    column<&NoiseTest::ratioHigh>(
        {.name = "visit_ratio_high", .says = "its 95 % interval ends", .unit = Unit::Ratio}),
    column<&NoiseTest::meanRatio>(
        {.name = "visit_mean_ratio",
         .says = "the mean duration of visits in B by that in A",
         .unit = Unit::Ratio,
         .isDetail = true}),
    column<&NoiseTest::effect>(
        {.name = "effect",
         .says = "Cliff's delta, from -1, all visits of B are shorter, to 1, all are longer",
         .unit = Unit::Ratio}),
    derived<&superiority>(
        {.name = "superiority",
         .says = "how likely a visit of B takes longer than one of A",
         .unit = Unit::Ratio,
         .isDetail = true}),
    column<&NoiseTest::p>(
        {.name = "p",
         .says = "how likely chance alone has such an effect, by the test of Mann and Whitney",
         .unit = Unit::Ratio,
         .isDetail = true}),
    column<&NoiseTest::pAdjusted>(
        {.name = "p_adjusted",
         .says = "that likelihood, made larger for so many rows",
         .unit = Unit::Ratio})};

constexpr Column kRow[] = {
    column<&DifferenceRow::difference>(
        {.name = "difference", .says = "exclusive time, B - A", .unit = Unit::Nanoseconds}),
    column<&DifferenceRow::share>(
        {.name = "share",
         .says = "its part of all absolute differences, with its sign",
         .unit = Unit::Share}),
    column<&DifferenceRow::exclusiveA>(
        {.name = "exclusive_a", .says = "exclusive time in A", .unit = Unit::Nanoseconds}),
    column<&DifferenceRow::exclusiveB>(
        {.name = "exclusive_b", .says = "exclusive time in B", .unit = Unit::Nanoseconds}),
    derived<&exclusiveRatio>(
        {.name = "ratio", .says = "exclusive time, B / A", .unit = Unit::Ratio}),
    column<&DifferenceRow::inclusiveA>(
        {.name = "inclusive_a",
         .says = "inclusive time in A",
         .unit = Unit::Nanoseconds,
         .isDetail = true}),
    column<&DifferenceRow::inclusiveB>(
        {.name = "inclusive_b",
         .says = "inclusive time in B",
         .unit = Unit::Nanoseconds,
         .isDetail = true}),
    column<&DifferenceRow::inclusiveDifference>(
        {.name = "inclusive_difference",
         .says = "inclusive time, B - A",
         .unit = Unit::Nanoseconds,
         .isDetail = true}),
    derived<&inclusiveRatio>(
        {.name = "inclusive_ratio",
         .says = "inclusive time, B / A",
         .unit = Unit::Ratio,
         .isDetail = true}),
    column<&DifferenceRow::visitsA>(
        {.name = "visits_a", .says = "visits in A", .unit = Unit::Count}),
    column<&DifferenceRow::visitsB>(
        {.name = "visits_b", .says = "visits in B", .unit = Unit::Count}),
    column<&DifferenceRow::noise>({.name = ""}),
    column<&DifferenceRow::in>({.name = "in", .says = "who has it", .words = kPresences}),
    column<&DifferenceRow::name>({.name = "name", .says = "function, group or call path"}),
    column<&DifferenceRow::isGuessed>(
        {.name = "guessed",
         .says =
             "1: it is called something else in B, and was taken for the same by --match structure",
         .isDetail = true,
         .most = 1}),
    column<&DifferenceRow::likeness>(
        {.name = "likeness",
         .says = "how sure that is: 1 where the names are the same",
         .unit = Unit::Ratio,
         .isDetail = true}),
    column<&DifferenceRow::nameInB>(
        {.name = "name_b",
         .says = "what it is called in B, where that is another name",
         .isDetail = true})};

constexpr Column kComparison[] = {
    column<&Comparison::by>({.name = "by", .says = "as asked", .words = kComparisonByWords}),
    column<&Comparison::totalA>(
        {.name = "total_a", .says = "exclusive time of all in A", .unit = Unit::Nanoseconds}),
    column<&Comparison::totalB>(
        {.name = "total_b", .says = "exclusive time of all in B", .unit = Unit::Nanoseconds}),
    column<&Comparison::totalDifference>(
        {.name = "total_difference", .says = "B - A", .unit = Unit::Nanoseconds}),
    derived<&totalRatio>({.name = "total_ratio", .says = "B / A", .unit = Unit::Ratio}),
    column<&Comparison::lengthA>(
        {.name = "length_a", .says = "from begin to end of A", .unit = Unit::Nanoseconds}),
    column<&Comparison::lengthB>(
        {.name = "length_b", .says = "from begin to end of B", .unit = Unit::Nanoseconds}),
    derived<&matchedShareA>(
        {.name = "matched_share_a",
         .says = "part of the total of A in what both have",
         .unit = Unit::Share}),
    derived<&matchedShareB>(
        {.name = "matched_share_b",
         .says = "part of the total of B in what both have",
         .unit = Unit::Share}),
    column<&Comparison::count>(
        {.name = "count", .says = "rows there are, whatever the limit", .unit = Unit::Count}),
    column<&Comparison::onlyA>(
        {.name = "only_a", .says = "of these only in A", .unit = Unit::Count}),
    column<&Comparison::onlyB>(
        {.name = "only_b", .says = "of these only in B", .unit = Unit::Count}),
    column<&Comparison::guessed>(
        {.name = "guessed", .says = "of these with another name in B", .unit = Unit::Count}),
    column<&Comparison::rows>(
        {.name = "rows",
         .says = "by absolute difference, largest first, then by name",
         .most = query::kMaxItems})};

constexpr Column kQuestion[] = {
    column<&ComparisonQuestion::by>(
        {.name = "by", .says = "what is matched", .words = kComparisonByWords}),
    column<&ComparisonQuestion::match>(
        {.name = "match",
         .says = "what has the same name, or also what is alike in name and place in the call tree",
         .words = kMatches})};

}  // namespace

constinit const table::Schema NoiseTest::kSchema = table::schemaOf<NoiseTest>("noise-test", kNoise);
constinit const table::Schema DifferenceRow::kSchema =
    table::schemaOf<DifferenceRow>("difference-row", kRow);
constinit const table::Schema Comparison::kSchema =
    table::schemaOf<Comparison>("compare", kComparison);
constinit const table::Schema ComparisonQuestion::kSchema =
    table::schemaOf<ComparisonQuestion>("compare", kQuestion, &Comparison::kSchema);

}  // namespace vellum::compare
