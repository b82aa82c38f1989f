#include "server/cli/json_operations.h"

#include "common/time/columns.h"
#include "server/cli/naming.h"
#include "server/query/tick_sum.h"

#include <utility>

namespace vellum::server::cli {

using vellum::query::Collective;
using vellum::query::CollectiveMember;
using vellum::query::CollectiveMembers;
using vellum::query::Collectives;
using vellum::query::Io;
using vellum::query::IoNumbers;
using vellum::query::IoPoint;
using vellum::query::IoRow;

namespace {

void writeRoot(JsonWriter& json, std::uint32_t root)
{
    json.key("root");
    if (root < kRootIsInThisGroup) {
        json.number(std::uint64_t{root});
    } else if (root == kNoRoot) {
        json.null();
    } else {
        json.string(rootName(root));
    }
}

void writeTimes(JsonWriter& json, const ClockProperties& clock, TickRange range)
{
    json.member("begin_ticks", range.begin);
    json.member("end_ticks", range.end);
    json.member("begin_seconds", clock.toSeconds(range.begin));
    json.member(
        "duration_seconds", clock.toSeconds(server::query::subtractTicks(range.end, range.begin)));
}

}  // namespace

void writeOperations(
    JsonWriter& json, const Definitions& definitions, const Collectives& collectives)
{
    const ClockProperties& clock = definitions.clock;
    json.beginObject();
    json.key("collectives");
    json.beginList(true);
    for (const Collective& row : collectives.collectives) {
        json.beginObject();
        json.member("operation", collectiveName(row.operation));
        json.member("communicator", row.communicator.value());
        json.member("communicator_name", communicatorName(definitions, row.communicator));
        json.member("instance", row.instance);
        writeRoot(json, row.root);
        writeTimes(json, clock, row.range);
        json.member("members", row.members);
        json.member("seen", row.seen);
        json.member("mismatched", row.mismatched);
        json.member("without_begin", row.withoutBegin);
        json.member("bytes_sent", row.bytesSent);
        json.member("bytes_received", row.bytesReceived);
        json.member("wait_ticks", row.wait);
        json.member("wait_seconds", clock.toSeconds(row.wait));
        json.member("last", row.last.value());
        json.member("last_name", locationName(definitions, row.last));
        json.endObject();
    }
    json.endList();
    json.member("count", collectives.count);
    json.member("incomplete", collectives.incomplete);
    json.member("mismatched", collectives.mismatched);
    json.member("begins_without_end", collectives.withoutEnd);
    json.member("ends_without_begin", collectives.withoutBegin);
    json.member("strays", collectives.strays);
    json.endObject();
}

void writeOperations(
    JsonWriter& json, const Definitions& definitions, const CollectiveMembers& members)
{
    const ClockProperties& clock = definitions.clock;
    json.beginObject();
    json.member("communicator", members.communicator.value());
    json.member("communicator_name", communicatorName(definitions, members.communicator));
    json.member("instance", members.instance);
    json.key("members");
    json.beginList(true);
    for (const CollectiveMember& row : members.members) {
        json.beginObject();
        json.member("location", row.location.value());
        json.member("location_name", locationName(definitions, row.location));
        json.member("operation", collectiveName(row.operation));
        writeRoot(json, row.root);
        json.member("has_begin", row.hasBegin);
        writeTimes(json, clock, row.range);
        json.member("bytes_sent", row.bytesSent);
        json.member("bytes_received", row.bytesReceived);
        json.endObject();
    }
    json.endList();
    json.member("count", members.count);
    json.endObject();
}

namespace {

void writeNumbers(JsonWriter& json, const ClockProperties& clock, const IoNumbers& numbers)
{
    json.member("operations", numbers.operations());
    json.member("reads", numbers.reads);
    json.member("writes", numbers.writes);
    json.member("flushes", numbers.flushes);
    json.member("other_operations", numbers.others);
    json.member("bytes_requested", numbers.bytesRequested);
    json.member("bytes_transferred", numbers.bytesTransferred);
    json.member("bytes_read", numbers.bytesRead);
    json.member("bytes_written", numbers.bytesWritten);
    json.member("time_ticks", numbers.time);
    json.member("time_seconds", clock.toSeconds(numbers.time));
    for (const auto& [key, tick] :
         {std::pair("first_ticks", numbers.first), std::pair("last_ticks", numbers.last)}) {
        json.key(key);
        if (numbers.overlapping > 0) {
            json.number(std::int64_t{tick});
        } else {
            json.null();
        }
    }
    json.member("opened", numbers.opened);
    json.member("closed", numbers.closed);
    json.member("seeks", numbers.seeks);
    json.member("cancelled", numbers.cancelled);
    json.member("unmatched_begins", numbers.unmatchedBegins);
    json.member("unmatched_ends", numbers.unmatchedEnds);
}

void writePoints(JsonWriter& json, const Io& io, const IoRow& row)
{
    const Columns columns{.range = io.window, .count = io.columns};
    json.key("columns");
    json.beginList(false);
    for (const IoPoint& point : row.points) {
        json.beginObject();
        json.member("column", std::uint64_t{point.column});
        json.member("begin_ticks", columns.boundary(point.column));
        json.member("reads", point.reads);
        json.member("writes", point.writes);
        json.member("flushes", point.flushes);
        json.member("other_operations", point.others);
        json.member("bytes_read", point.bytesRead);
        json.member("bytes_written", point.bytesWritten);
        json.member("opened", point.opened);
        json.member("closed", point.closed);
        json.member("read_ticks", point.readTime);
        json.member("write_ticks", point.writeTime);
        json.member("flush_ticks", point.flushTime);
        json.member("other_ticks", point.otherTime);
        json.endObject();
    }
    json.endList();
}

}  // namespace

void writeOperations(JsonWriter& json, const Definitions& definitions, const Io& io)
{
    json.beginObject();
    json.key("rows");
    json.beginList(true);
    for (const IoRow& row : io.rows) {
        const IoNames names = ioNames(definitions, row.handle);
        json.beginObject();
        json.member("location", row.location.value());
        json.member("location_name", locationName(definitions, row.location));
        json.member("handle", row.handle.value());
        json.member("handle_name", names.handle);
        json.member("file", names.file);
        json.member("paradigm", names.paradigm);
        writeNumbers(json, definitions.clock, row.numbers);
        if (io.columns > 0) {
            writePoints(json, io, row);
        }
        json.endObject();
    }
    json.endList();
    json.member("count", io.count);
    json.key("totals");
    json.beginObject();
    writeNumbers(json, definitions.clock, io.totals);
    json.endObject();
    json.endObject();
}

}  // namespace vellum::server::cli
