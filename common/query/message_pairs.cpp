#include "common/query/message_pairs.h"

namespace vellum::query {

namespace {

using table::column;
using table::Column;
using table::Merge;
using table::Unit;

constexpr std::string_view kBy[] = {"location", "location-group", "node"};
constexpr Unit kByUnits[] = {Unit::Location, Unit::LocationGroup, Unit::SystemTreeNode};

constexpr Column kQuestion[] = {
    column<&MessagePairsQuestion::by>(
        {.name = "by", .says = "what sends and receives", .words = kBy}),
    column<&MessagePairsQuestion::most>(
        {.name = "most",
         .says = "at most so many pairs, those that moved the most bytes",
         .most = kMaxItems})};

constexpr Column kRow[] = {
    column<&MessagePairsRow::from>(
        {.name = "from", .says = "what sends", .unit = Unit::By, .merge = Merge::Key}),
    column<&MessagePairsRow::to>(
        {.name = "to", .says = "what receives", .unit = Unit::By, .merge = Merge::Key}),
    column<&MessagePairsRow::sums>({.name = ""})};

constexpr Column kAnswer[] = {
    column<&MessagePairs::by>({.name = "by", .says = "as asked", .words = kBy, .units = kByUnits}),
    column<&MessagePairs::pairs>(
        {.name = "pairs", .says = "that have messages", .unit = Unit::Count}),
    column<&MessagePairs::leftOutCount>(
        {.name = "left_out_count",
         .says = "messages of the pairs that are no rows",
         .unit = Unit::Count}),
    column<&MessagePairs::leftOutBytes>(
        {.name = "left_out_bytes", .says = "of these together", .unit = Unit::Bytes}),
    column<&MessagePairs::rows>(
        {.name = "rows",
         .says = "by sender, then receiver, both in definition order",
         .most = kMaxItems})};

}  // namespace

constinit const table::Schema MessagePairsRow::kSchema =
    table::schemaOf<MessagePairsRow>("message-pairs-row", kRow);
constinit const table::Schema MessagePairs::kSchema =
    table::schemaOf<MessagePairs>("message-pairs", kAnswer);
constinit const table::Schema MessagePairsQuestion::kSchema =
    table::schemaOf<MessagePairsQuestion>("message-pairs", kQuestion, &MessagePairs::kSchema);

}  // namespace vellum::query
