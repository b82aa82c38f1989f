#include "common/base/narrow.h"
#include "common/codec/answer_codec.h"
#include "common/codec/columns.h"
#include "common/codec/types_codec.h"
#include "common/query/limits.h"

#include <cstdint>
#include <string>
#include <vector>

namespace vellum::codec {

void write(protocol::Messages::Builder out, const query::Messages& messages)
{
    const auto& rows = messages.messages;
    const auto size = narrow<std::uint32_t>(rows.size());
    write(out.initWindow(), messages.window);
    out.setCount(messages.count);
    out.setUnmatchedSends(messages.unmatchedSends);
    out.setUnmatchedReceives(messages.unmatchedReceives);
    fill(out.initSenders(size), rows, [](const auto& row) { return row.sender.value(); });
    fill(out.initReceivers(size), rows, [](const auto& row) { return row.receiver.value(); });
    fill(out.initCommunicators(size), rows, [](const auto& row) {
        return row.communicator.value();
    });
    fill(out.initTags(size), rows, [](const auto& row) { return row.tag; });
    fill(out.initBytes(size), rows, [](const auto& row) { return row.bytes; });
    fill(out.initSends(size), rows, [](const auto& row) { return row.send; });
    fill(out.initReceives(size), rows, [](const auto& row) { return row.receive; });
    const auto& bursts = messages.bursts;
    const auto most = narrow<std::uint32_t>(bursts.size());
    fill(out.initBurstCounts(most), bursts, [](const auto& burst) { return burst.count; });
    fill(out.initBurstBytes(most), bursts, [](const auto& burst) { return burst.bytes; });
    fill(out.initLastSends(most), bursts, [](const auto& burst) { return burst.lastSend; });
    fill(out.initFirstReceives(most), bursts, [](const auto& burst) { return burst.firstReceive; });
    fill(out.initLastReceives(most), bursts, [](const auto& burst) { return burst.lastReceive; });
    out.setColumnsTogether(messages.columnsTogether);
    out.setRowsTogether(messages.rowsTogether);
}

namespace {

/// There are none, or one for each of the messages.
Result<void> readBursts(protocol::Messages::Reader in, query::Messages& messages)
{
    const auto counts = in.getBurstCounts();
    const auto bytes = in.getBurstBytes();
    const auto lastSends = in.getLastSends();
    const auto firstReceives = in.getFirstReceives();
    const auto lastReceives = in.getLastReceives();
    const std::size_t size = counts.size() == 0 ? 0 : messages.messages.size();
    VELLUM_RETURN_IF_ERROR(SameLength("messages", size)
                               .with("bursts", counts)
                               .with("bursts' sizes", bytes)
                               .with("last sends", lastSends)
                               .with("first receives", firstReceives)
                               .with("last receives", lastReceives)
                               .result());
    messages.columnsTogether = in.getColumnsTogether();
    messages.rowsTogether = in.getRowsTogether();
    messages.bursts.reserve(size);
    for (std::uint32_t i = 0; i < counts.size(); ++i) {
        if (counts[i] == 0) {
            return invalid("messages: burst " + std::to_string(i) + " has no message");
        }
        messages.bursts.push_back(
            {.count = counts[i],
             .bytes = bytes[i],
             .lastSend = lastSends[i],
             .firstReceive = firstReceives[i],
             .lastReceive = lastReceives[i]});
    }
    return {};
}

}  // namespace

Result<query::Messages> read(protocol::Messages::Reader in)
{
    const auto senders = in.getSenders();
    const auto receivers = in.getReceivers();
    const auto communicators = in.getCommunicators();
    const auto tags = in.getTags();
    const auto bytes = in.getBytes();
    const auto sends = in.getSends();
    const auto receives = in.getReceives();
    VELLUM_RETURN_IF_ERROR(SameLength("messages", senders.size())
                               .with("receivers", receivers)
                               .with("communicators", communicators)
                               .with("tags", tags)
                               .with("sizes", bytes)
                               .with("sends", sends)
                               .with("receives", receives)
                               .result());
    query::Messages messages;
    messages.window = read(in.getWindow());
    messages.count = in.getCount();
    messages.unmatchedSends = in.getUnmatchedSends();
    messages.unmatchedReceives = in.getUnmatchedReceives();
    messages.messages.reserve(senders.size());
    for (std::uint32_t i = 0; i < senders.size(); ++i) {
        messages.messages.push_back(
            {.sender = LocationRef(senders[i]),
             .receiver = LocationRef(receivers[i]),
             .communicator = CommRef(communicators[i]),
             .tag = tags[i],
             .bytes = bytes[i],
             .send = sends[i],
             .receive = receives[i]});
    }
    VELLUM_RETURN_IF_ERROR(readBursts(in, messages));
    return messages;
}

namespace {

/// Only cells that hold something travel: most locations never talk to most others.
std::vector<std::uint32_t> filledCells(const query::Matrix& matrix)
{
    std::vector<std::uint32_t> filled;
    for (std::size_t i = 0; i < matrix.cells.size(); ++i) {
        if (matrix.cells[i] != query::MatrixCell{}) {
            filled.push_back(narrow<std::uint32_t>(i));
        }
    }
    return filled;
}

Result<void> checkSide(std::uint64_t side)
{
    if (side > query::kMaxMatrixSide) {
        return invalid(
            "matrix: " + std::to_string(side) + " labels, the limit is "
            + std::to_string(query::kMaxMatrixSide));
    }
    return {};
}

Result<void> checkPlaces(const capnp::List<std::uint32_t>::Reader& places, std::uint64_t cells)
{
    std::uint64_t next = 0;
    for (const std::uint32_t place : places) {
        if (place < next || place >= cells) {
            return invalid(
                "matrix: cell " + std::to_string(place) + " of " + std::to_string(cells)
                + " is out of order or outside");
        }
        next = std::uint64_t{place} + 1;
    }
    return {};
}

Result<void> readCells(protocol::Matrix::Reader in, std::vector<query::MatrixCell>& cells)
{
    const auto places = in.getCells();
    const auto counts = in.getCounts();
    const auto bytes = in.getBytes();
    const auto minima = in.getMinDurations();
    const auto maxima = in.getMaxDurations();
    const auto sums = in.getSumDurations();
    VELLUM_RETURN_IF_ERROR(SameLength("matrix", places.size())
                               .with("counts", counts)
                               .with("sizes", bytes)
                               .with("minima", minima)
                               .with("maxima", maxima)
                               .with("sums", sums)
                               .result());
    VELLUM_RETURN_IF_ERROR(checkPlaces(places, cells.size()));
    for (std::uint32_t i = 0; i < places.size(); ++i) {
        cells[places[i]] = {
            .count = counts[i],
            .bytes = bytes[i],
            .minDuration = minima[i],
            .maxDuration = maxima[i],
            .sumDuration = sums[i]};
    }
    return {};
}

}  // namespace

void write(protocol::Matrix::Builder out, const query::Matrix& matrix)
{
    const std::vector<std::uint32_t> filled = filledCells(matrix);
    const auto size = narrow<std::uint32_t>(filled.size());
    write(out.initWindow(), matrix.window);
    out.setBy(toWire(matrix.by));
    fill(
        out.initLabels(narrow<std::uint32_t>(matrix.labels.size())),
        matrix.labels,
        [](std::uint64_t label) { return label; });
    fill(out.initCells(size), filled, [](std::uint32_t place) { return place; });
    const auto column = [&](auto list, auto member) {
        fill(list, filled, [&](std::uint32_t place) { return matrix.cells[place].*member; });
    };
    column(out.initCounts(size), &query::MatrixCell::count);
    column(out.initBytes(size), &query::MatrixCell::bytes);
    column(out.initMinDurations(size), &query::MatrixCell::minDuration);
    column(out.initMaxDurations(size), &query::MatrixCell::maxDuration);
    column(out.initSumDurations(size), &query::MatrixCell::sumDuration);
}

Result<query::Matrix> read(protocol::Matrix::Reader in)
{
    const auto by = fromWire(in.getBy());
    VELLUM_RETURN_IF_ERROR(by);
    const auto labels = in.getLabels();
    VELLUM_RETURN_IF_ERROR(checkSide(labels.size()));
    query::Matrix matrix;
    matrix.window = read(in.getWindow());
    matrix.by = by.value();
    matrix.labels = toVector<std::uint64_t>(labels);
    matrix.cells.resize(std::size_t{labels.size()} * labels.size());
    VELLUM_RETURN_IF_ERROR(readCells(in, matrix.cells));
    return matrix;
}

}  // namespace vellum::codec
