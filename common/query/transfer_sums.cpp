#include "common/query/transfer_sums.h"

namespace vellum::query {

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

double ratio(double sum, double of)
{
    return of == 0 ? kNone : sum / of;
}

}  // namespace

double meanBytes(const TransferSums& sums)
{
    return ratio(static_cast<double>(sums.bytes), static_cast<double>(sums.count));
}

double meanDuration(const TransferSums& sums)
{
    return ratio(static_cast<double>(sums.sumDuration), static_cast<double>(sums.count));
}

double meanRate(const TransferSums& sums)
{
    return ratio(static_cast<double>(sums.ratedBytes), static_cast<double>(sums.ratedDuration));
}

namespace {

using table::column;
using table::Column;
using table::derived;
using table::Merge;
using table::Unit;

constexpr Column kSums[] = {
    column<&TransferSums::count>(
        {.name = "count", .says = "how many", .unit = Unit::Count, .merge = Merge::Sum}),
    column<&TransferSums::bytes>(
        {.name = "bytes", .says = "of all together", .unit = Unit::Bytes, .merge = Merge::Sum}),
    column<&TransferSums::minBytes>(
        {.name = "min_bytes",
         .says = "of the smallest",
         .unit = Unit::Bytes,
         .merge = Merge::Least}),
    derived<&meanBytes>({.name = "mean_bytes", .says = "bytes / count", .unit = Unit::Bytes}),
    column<&TransferSums::maxBytes>(
        {.name = "max_bytes", .says = "of the largest", .unit = Unit::Bytes, .merge = Merge::Most}),
    column<&TransferSums::minDuration>(
        {.name = "min_duration",
         .says = "of the shortest; below 0 where clocks disagree",
         .unit = Unit::Duration,
         .merge = Merge::Least}),
    derived<&meanDuration>(
        {.name = "mean_duration", .says = "sum_duration / count", .unit = Unit::Duration}),
    column<&TransferSums::maxDuration>(
        {.name = "max_duration",
         .says = "of the longest",
         .unit = Unit::Duration,
         .merge = Merge::Most}),
    column<&TransferSums::sumDuration>(
        {.name = "sum_duration",
         .says = "of all, added up; they may overlap",
         .unit = Unit::Duration,
         .merge = Merge::Sum,
         .isDetail = true}),
    column<&TransferSums::rated>(
        {.name = "rated",
         .says = "those that take time and so have a rate",
         .unit = Unit::Count,
         .merge = Merge::Sum,
         .isDetail = true}),
    column<&TransferSums::ratedBytes>(
        {.name = "rated_bytes",
         .says = "of these together",
         .unit = Unit::Bytes,
         .merge = Merge::Sum,
         .isDetail = true}),
    column<&TransferSums::ratedDuration>(
        {.name = "rated_duration",
         .says = "of these, added up",
         .unit = Unit::Duration,
         .merge = Merge::Sum,
         .isDetail = true}),
    column<&TransferSums::minRate>(
        {.name = "min_rate",
         .says = "of the slowest of these",
         .unit = Unit::Rate,
         .merge = Merge::Least}),
    derived<&meanRate>(
        {.name = "mean_rate", .says = "rated_bytes / rated_duration", .unit = Unit::Rate}),
    column<&TransferSums::maxRate>(
        {.name = "max_rate",
         .says = "of the fastest of these",
         .unit = Unit::Rate,
         .merge = Merge::Most})};

}  // namespace

constinit const table::Schema TransferSums::kSchema =
    table::schemaOf<TransferSums>("transfer-sums", kSums);

}  // namespace vellum::query
