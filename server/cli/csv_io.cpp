#include "server/cli/csv_io.h"

#include "common/time/columns.h"
#include "server/cli/naming.h"

namespace vellum::server::cli {

using vellum::query::Io;
using vellum::query::IoNumbers;
using vellum::query::IoPoint;
using vellum::query::IoRow;

namespace {

/// A line for each column in which something is.
void writePoints(const Io& io, const Definitions& definitions, const LineWriter& line)
{
    line(
        {"location",
         "location_name",
         "handle",
         "file",
         "paradigm",
         "column",
         "begin_ticks",
         "reads",
         "writes",
         "flushes",
         "other_operations",
         "bytes_read",
         "bytes_written",
         "opened",
         "closed",
         "read_ticks",
         "write_ticks",
         "flush_ticks",
         "other_ticks"});
    const Columns columns{.range = io.window, .count = io.columns};
    for (const IoRow& row : io.rows) {
        const IoNames names = ioNames(definitions, row.handle);
        for (const IoPoint& point : row.points) {
            line(
                {text(row.location.value()),
                 locationName(definitions, row.location),
                 text(row.handle.value()),
                 names.file.empty() ? names.handle : names.file,
                 names.paradigm,
                 text(point.column),
                 text(columns.boundary(point.column)),
                 text(point.reads),
                 text(point.writes),
                 text(point.flushes),
                 text(point.others),
                 text(point.bytesRead),
                 text(point.bytesWritten),
                 text(point.opened),
                 text(point.closed),
                 text(point.readTime),
                 text(point.writeTime),
                 text(point.flushTime),
                 text(point.otherTime)});
        }
    }
}

}  // namespace

void writeIo(const Io& io, const Definitions& definitions, const LineWriter& line)
{
    if (io.columns > 0) {
        writePoints(io, definitions, line);
        return;
    }
    line(
        {"location",
         "location_name",
         "handle",
         "file",
         "paradigm",
         "reads",
         "writes",
         "flushes",
         "other_operations",
         "bytes_requested",
         "bytes_transferred",
         "bytes_read",
         "bytes_written",
         "time_ticks",
         "time_seconds",
         "first_ticks",
         "last_ticks",
         "opened",
         "closed",
         "seeks",
         "cancelled",
         "unmatched_begins",
         "unmatched_ends"});
    for (const IoRow& row : io.rows) {
        const IoNames names = ioNames(definitions, row.handle);
        const IoNumbers& numbers = row.numbers;
        const bool hasAny = numbers.overlapping > 0;
        line(
            {text(row.location.value()),
             locationName(definitions, row.location),
             text(row.handle.value()),
             names.file.empty() ? names.handle : names.file,
             names.paradigm,
             text(numbers.reads),
             text(numbers.writes),
             text(numbers.flushes),
             text(numbers.others),
             text(numbers.bytesRequested),
             text(numbers.bytesTransferred),
             text(numbers.bytesRead),
             text(numbers.bytesWritten),
             text(numbers.time),
             text(definitions.clock.toSeconds(numbers.time)),
             hasAny ? text(numbers.first) : "",
             hasAny ? text(numbers.last) : "",
             text(numbers.opened),
             text(numbers.closed),
             text(numbers.seeks),
             text(numbers.cancelled),
             text(numbers.unmatchedBegins),
             text(numbers.unmatchedEnds)});
    }
}

}  // namespace vellum::server::cli
