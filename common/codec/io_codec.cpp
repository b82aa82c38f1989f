#include "common/base/narrow.h"
#include "common/codec/answer_codec.h"
#include "common/codec/columns.h"
#include "common/codec/types_codec.h"
#include "common/query/limits.h"

#include <cstdint>
#include <string>
#include <vector>

namespace vellum::codec {

namespace {

void write(protocol::IoNumbers::Builder out, const query::IoNumbers& numbers)
{
    out.setReads(numbers.reads);
    out.setWrites(numbers.writes);
    out.setFlushes(numbers.flushes);
    out.setOthers(numbers.others);
    out.setCancelled(numbers.cancelled);
    out.setUnmatchedBegins(numbers.unmatchedBegins);
    out.setUnmatchedEnds(numbers.unmatchedEnds);
    out.setBytesRequested(numbers.bytesRequested);
    out.setBytesTransferred(numbers.bytesTransferred);
    out.setBytesRead(numbers.bytesRead);
    out.setBytesWritten(numbers.bytesWritten);
    out.setTime(numbers.time);
    out.setOverlapping(numbers.overlapping);
    out.setFirst(numbers.first);
    out.setLast(numbers.last);
    out.setOpened(numbers.opened);
    out.setClosed(numbers.closed);
    out.setSeeks(numbers.seeks);
}

query::IoNumbers read(protocol::IoNumbers::Reader in)
{
    return {
        .reads = in.getReads(),
        .writes = in.getWrites(),
        .flushes = in.getFlushes(),
        .others = in.getOthers(),
        .cancelled = in.getCancelled(),
        .unmatchedBegins = in.getUnmatchedBegins(),
        .unmatchedEnds = in.getUnmatchedEnds(),
        .bytesRequested = in.getBytesRequested(),
        .bytesTransferred = in.getBytesTransferred(),
        .bytesRead = in.getBytesRead(),
        .bytesWritten = in.getBytesWritten(),
        .time = in.getTime(),
        .overlapping = in.getOverlapping(),
        .first = in.getFirst(),
        .last = in.getLast(),
        .opened = in.getOpened(),
        .closed = in.getClosed(),
        .seeks = in.getSeeks()};
}

void write(protocol::IoPoint::Builder out, const query::IoPoint& point)
{
    out.setColumn(point.column);
    out.setReads(point.reads);
    out.setWrites(point.writes);
    out.setFlushes(point.flushes);
    out.setOthers(point.others);
    out.setBytesRead(point.bytesRead);
    out.setBytesWritten(point.bytesWritten);
    out.setOpened(point.opened);
    out.setClosed(point.closed);
    out.setReadTime(point.readTime);
    out.setWriteTime(point.writeTime);
    out.setFlushTime(point.flushTime);
    out.setOtherTime(point.otherTime);
}

query::IoPoint read(protocol::IoPoint::Reader in)
{
    return {
        .column = in.getColumn(),
        .reads = in.getReads(),
        .writes = in.getWrites(),
        .flushes = in.getFlushes(),
        .others = in.getOthers(),
        .bytesRead = in.getBytesRead(),
        .bytesWritten = in.getBytesWritten(),
        .opened = in.getOpened(),
        .closed = in.getClosed(),
        .readTime = in.getReadTime(),
        .writeTime = in.getWriteTime(),
        .flushTime = in.getFlushTime(),
        .otherTime = in.getOtherTime()};
}

void write(protocol::IoSpan::Builder out, const query::IoSpan& span)
{
    out.setKind(
        span.kind == query::IoSpanKind::Open ? protocol::IoSpan::Kind::OPEN
                                             : protocol::IoSpan::Kind::ASYNCHRONOUS);
    out.setBegin(span.range.begin);
    out.setEnd(span.range.end);
    out.setCount(span.count);
    out.setIsBegun(span.isBegun);
    out.setIsEnded(span.isEnded);
}

Result<std::vector<query::IoSpan>> readSpans(protocol::IoRow::Reader in)
{
    std::vector<query::IoSpan> spans;
    spans.reserve(in.getSpans().size());
    for (const auto span : in.getSpans()) {
        const auto kind = static_cast<std::uint16_t>(span.getKind());
        if (kind > static_cast<std::uint16_t>(query::IoSpanKind::Asynchronous)) {
            return invalid(
                "io: location " + std::to_string(in.getLocation()) + " has a span of kind "
                + std::to_string(kind) + ", which this version does not know");
        }
        spans.push_back(
            {.kind = static_cast<query::IoSpanKind>(kind),
             .range = {.begin = span.getBegin(), .end = span.getEnd()},
             .count = span.getCount(),
             .isBegun = span.getIsBegun(),
             .isEnded = span.getIsEnded()});
    }
    return spans;
}

Result<std::vector<query::IoPoint>> readPoints(protocol::IoRow::Reader in, std::uint32_t columns)
{
    const auto wire = in.getPoints();
    std::vector<query::IoPoint> points;
    points.reserve(wire.size());
    std::uint64_t next = 0;  // the least column that the next point may have
    for (const auto point : wire) {
        points.push_back(read(point));
        const std::uint32_t column = points.back().column;
        if (column < next || column >= columns) {
            return invalid(
                "io: location " + std::to_string(in.getLocation()) + " has column "
                + std::to_string(column) + " out of order or past " + std::to_string(columns));
        }
        next = std::uint64_t{column} + 1;
    }
    return points;
}

}  // namespace

void write(protocol::Io::Builder out, const query::Io& io)
{
    write(out.initWindow(), io.window);
    auto rows = out.initRows(narrow<std::uint32_t>(io.rows.size()));
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
        rows[i].setLocation(io.rows[i].location.value());
        rows[i].setHandle(io.rows[i].handle.value());
        write(rows[i].initNumbers(), io.rows[i].numbers);
        const auto& points = io.rows[i].points;
        auto wire = rows[i].initPoints(narrow<std::uint32_t>(points.size()));
        for (std::uint32_t point = 0; point < wire.size(); ++point) {
            write(wire[point], points[point]);
        }
        const auto& spans = io.rows[i].spans;
        auto wireSpans = rows[i].initSpans(narrow<std::uint32_t>(spans.size()));
        for (std::uint32_t span = 0; span < wireSpans.size(); ++span) {
            write(wireSpans[span], spans[span]);
        }
    }
    out.setColumns(io.columns);
    out.setCount(io.count);
    write(out.initTotals(), io.totals);
}

Result<query::Io> read(protocol::Io::Reader in)
{
    query::Io io;
    io.window = read(in.getWindow());
    io.columns = in.getColumns();
    if (io.columns > query::kMaxColumns) {
        return invalid(
            "io: " + std::to_string(io.columns) + " columns, the limit is "
            + std::to_string(query::kMaxColumns));
    }
    const auto rows = in.getRows();
    io.rows.reserve(rows.size());
    for (const auto row : rows) {
        auto points = readPoints(row, io.columns);
        VELLUM_RETURN_IF_ERROR(points);
        auto spans = readSpans(row);
        VELLUM_RETURN_IF_ERROR(spans);
        io.rows.push_back(
            {.location = LocationRef(row.getLocation()),
             .handle = IoHandleRef(row.getHandle()),
             .numbers = read(row.getNumbers()),
             .points = std::move(points).value(),
             .spans = std::move(spans).value()});
    }
    io.count = in.getCount();
    io.totals = read(in.getTotals());
    return io;
}

}  // namespace vellum::codec
