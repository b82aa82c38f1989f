#include "common/query/values_sharing.h"

#include "common/query/limits.h"

namespace vellum::query {

namespace {

using table::column;
using table::Column;
using table::Unit;

constexpr std::string_view kClasses[] = {
    "unknown", "private", "read-shared", "false-shared", "true-shared"};

constexpr Column kRow[] = {
    column<&ValuesSharingRow::sharing>(
        {.name = "sharing", .says = "who touched what of it", .words = kClasses}),
    column<&ValuesSharingRow::object>({.name = "object", .says = "what lies there"}),
    column<&ValuesSharingRow::offset>(
        {.name = "offset", .says = "in the object", .unit = Unit::Count}),
    column<&ValuesSharingRow::size>(
        {.name = "size", .says = "64 bytes of a cache line, more of a page", .unit = Unit::Bytes}),
    column<&ValuesSharingRow::processors>(
        {.name = "processors", .says = "threads or devices that touched it", .unit = Unit::Count}),
    column<&ValuesSharingRow::moves>(
        {.name = "moves", .says = "from one of them to another", .unit = Unit::Count}),
    column<&ValuesSharingRow::readBytes>(
        {.name = "read_bytes", .says = "different ones", .unit = Unit::Bytes}),
    column<&ValuesSharingRow::writtenBytes>(
        {.name = "written_bytes", .says = "different ones", .unit = Unit::Bytes}),
    column<&ValuesSharingRow::overlapBytes>(
        {.name = "overlap_bytes",
         .says = "written by one, touched by another",
         .unit = Unit::Bytes})};

constexpr Column kAnswer[] = {
    column<&ValuesSharing::valuesOf>(kValuesOf),
    column<&ValuesSharing::rows>(
        {.name = "rows",
         .says = "false sharing first, then descending by moves, then by object and offset",
         .most = kMaxItems})};

}  // namespace

constinit const table::Schema ValuesSharingRow::kSchema =
    table::schemaOf<ValuesSharingRow>("values-sharing-row", kRow);
constinit const table::Schema ValuesSharing::kSchema =
    table::schemaOf<ValuesSharing>("values-sharing", kAnswer);
constinit const table::Schema ValuesSharingQuestion::kSchema =
    table::schemaOf<ValuesSharingQuestion>("values-sharing", {}, &ValuesSharing::kSchema);

}  // namespace vellum::query
