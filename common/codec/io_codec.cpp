#include "common/base/narrow.h"
#include "common/codec/answer_codec.h"
#include "common/codec/types_codec.h"

#include <cstdint>

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

}  // namespace

void write(protocol::Io::Builder out, const query::Io& io)
{
    write(out.initWindow(), io.window);
    auto rows = out.initRows(narrow<std::uint32_t>(io.rows.size()));
    for (std::uint32_t i = 0; i < rows.size(); ++i) {
        rows[i].setLocation(io.rows[i].location.value());
        rows[i].setHandle(io.rows[i].handle.value());
        write(rows[i].initNumbers(), io.rows[i].numbers);
    }
    out.setCount(io.count);
    write(out.initTotals(), io.totals);
}

Result<query::Io> read(protocol::Io::Reader in)
{
    query::Io io;
    io.window = read(in.getWindow());
    const auto rows = in.getRows();
    io.rows.reserve(rows.size());
    for (const auto row : rows) {
        io.rows.push_back(
            {.location = LocationRef(row.getLocation()),
             .handle = IoHandleRef(row.getHandle()),
             .numbers = read(row.getNumbers())});
    }
    io.count = in.getCount();
    io.totals = read(in.getTotals());
    return io;
}

}  // namespace vellum::codec
