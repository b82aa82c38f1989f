#include "common/values/sidecar/joined_copy.h"

#include "common/base/private_file.h"
#include "common/values/sidecar/chunk_frame.h"
#include "common/values/sidecar/crc32c.h"
#include "common/values/sidecar/records.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <span>

namespace vellum::values::sidecar {

namespace {

using Bytes = std::span<const std::byte>;

/// A chunk that is to be written; its bytes lie elsewhere.
struct Chunk {
    ChunkHead head;
    Bytes payload;
};

Chunk chunkOf(ChunkType type, std::size_t count, std::size_t recordSize, Bytes payload)
{
    return {
        .head =
            {.type = type,
             .bytes = payload.size(),
             .count = static_cast<std::uint32_t>(count),
             .recordSize = static_cast<std::uint32_t>(recordSize)},
        .payload = payload};
}

/// Records of one type, in as many chunks as their 32-bit count asks for.
template <typename Record>
void addRecords(std::vector<Chunk>& chunks, std::span<const Record> records)
{
    constexpr std::size_t kMost = std::numeric_limits<std::uint32_t>::max();
    while (!records.empty()) {
        const auto part = records.first(std::min(records.size(), kMost));
        chunks.push_back(chunkOf(Record::kType, part.size(), sizeof(Record), std::as_bytes(part)));
        records = records.subspan(part.size());
    }
}

/// The payload of a STRING chunk: where each text begins and ends, and the texts.
std::vector<std::byte> stringBytes(const std::vector<std::string>& texts)
{
    std::vector<std::uint32_t> offsets{0};
    std::string all;
    for (const std::string& text : texts) {
        all += text;
        offsets.push_back(static_cast<std::uint32_t>(all.size()));
    }
    const Bytes first = std::as_bytes(std::span(offsets));
    const Bytes second = std::as_bytes(std::span(all));
    std::vector<std::byte> bytes(first.begin(), first.end());
    bytes.insert(bytes.end(), second.begin(), second.end());
    return bytes;
}

/// The settings of a copy, whose texts get ids behind all others.
struct Settings {
    Settings(
        const std::vector<std::pair<std::string, std::string>>& settings, std::uint64_t strings)
    {
        std::vector<std::string> texts;
        for (const auto& [key, value] : settings) {
            const auto id = static_cast<StringId>(strings + texts.size() + 1);
            records.push_back({.key = id, .value = id + 1});
            texts.insert(texts.end(), {key, value});
        }
        bytes = stringBytes(texts);
    }

    void addTo(std::vector<Chunk>& chunks) const
    {
        if (!records.empty()) {
            chunks.push_back(chunkOf(ChunkType::String, 2 * records.size(), 0, bytes));
            addRecords(chunks, std::span<const SettingRecord>(records));
        }
    }

    std::vector<SettingRecord> records;
    std::vector<std::byte> bytes;
};

/// All that stays as it is, in file order.
Result<std::vector<Chunk>> keptChunks(const SideCar& values)
{
    std::array<std::vector<SideCar::RawPart>, kChunkTypes> parts;
    for (std::uint32_t type = 1; type < kChunkTypes; ++type) {
        parts[type] = values.partsOf(static_cast<ChunkType>(type));
    }
    std::array<std::size_t, kChunkTypes> next{};
    std::vector<Chunk> chunks;
    for (const ChunkPlace& place : values.chunks()) {
        const auto type = static_cast<std::size_t>(place.head.type);
        if (next[type] == parts[type].size()
            || parts[type][next[type]].firstIndex != place.firstIndex) {
            return Error{
                .kind = ErrorKind::DataLoss,
                .message = "'" + values.path().string()
                           + "' has damaged chunks (vellum-query values verify tells which): it "
                             "joins no other run"};
        }
        const Bytes payload = parts[type][next[type]++].bytes;
        if (place.head.type != ChunkType::Link && place.head.type != ChunkType::Span) {
            chunks.push_back({.head = place.head, .payload = payload});
        }
    }
    return chunks;
}

std::uint64_t stringsOf(const SideCar& values)
{
    std::uint64_t strings = 0;
    for (const ChunkPlace& place : values.chunks()) {
        strings += place.head.type == ChunkType::String ? place.head.count : 0U;
    }
    return strings;
}

std::string_view textOf(Bytes bytes)
{
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): for the system, bytes are bytes
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Result<void> writeChunk(PrivateFile& file, Chunk chunk)
{
    static constexpr std::array<std::byte, kAlignment> kZeros{};
    const Bytes zeros =
        Bytes(kZeros).first(static_cast<std::size_t>(padded(chunk.head.bytes) - chunk.head.bytes));
    chunk.head.crc = crc32c(zeros, crc32c(chunk.payload, crcOfHead(chunk.head)));
    chunk.head.check = headCheck(chunk.head);
    VELLUM_RETURN_IF_ERROR(file.write(textOf(std::as_bytes(std::span(&chunk.head, 1)))));
    VELLUM_RETURN_IF_ERROR(file.write(textOf(chunk.payload)));
    return file.write(textOf(zeros));
}

/// What the footer says of chunks that lie one behind the other.
std::vector<FooterRecord> footerOf(const std::vector<Chunk>& chunks)
{
    std::vector<FooterRecord> footer;
    std::uint64_t offset = sizeof(FileHead);
    for (const Chunk& chunk : chunks) {
        const OpRange ops = opsOf(chunk.head.type, chunk.payload);
        footer.push_back(
            {.offset = offset,
             .bytes = chunk.head.bytes,
             .firstOp = ops.first,
             .lastOp = ops.last,
             .type = chunk.head.type,
             .count = chunk.head.count});
        offset += sizeof(ChunkHead) + padded(chunk.head.bytes);
    }
    return footer;
}

/// The head of a finished file, also where the program was killed and \p values has none.
FileHead headOf(const SideCar& values, const Digest& runId, const std::vector<FooterRecord>& footer)
{
    FileHead head = values.head();
    head.runId = runId;
    head.tEnd = std::max(head.tEnd, head.tBegin);
    values.records<OperationRecord>().forEach(
        [&head](const OperationRecord& operation, std::uint64_t /*index*/) {
            head.tEnd = std::max(head.tEnd, operation.t1);
        });
    head.footerOffset =
        footer.empty() ? sizeof(FileHead)
                       : footer.back().offset + sizeof(ChunkHead) + padded(footer.back().bytes);
    head.check = headCheck(head);
    return head;
}

}  // namespace

Result<void> writeJoinedCopy(
    const SideCar& values, const std::filesystem::path& to, const JoinedRun& joined)
{
    auto kept = keptChunks(values);
    VELLUM_RETURN_IF_ERROR(kept);
    std::vector<Chunk> chunks = std::move(kept).value();
    const Settings settings(joined.settings, stringsOf(values));
    settings.addTo(chunks);
    addRecords(chunks, std::span<const LinkRecord>(joined.links));
    addRecords(chunks, std::span<const SpanRecord>(joined.spans));
    const std::vector<FooterRecord> footer = footerOf(chunks);
    const FileHead head = headOf(values, joined.runId, footer);

    auto file = PrivateFile::create(to);
    VELLUM_RETURN_IF_ERROR(file);
    VELLUM_RETURN_IF_ERROR(file.value().write(textOf(std::as_bytes(std::span(&head, 1)))));
    chunks.push_back(chunkOf(
        ChunkType::Footer, footer.size(), sizeof(FooterRecord), std::as_bytes(std::span(footer))));
    for (const Chunk& chunk : chunks) {
        VELLUM_RETURN_IF_ERROR(writeChunk(file.value(), chunk));
    }
    if (values.isLost()) {
        return Error{
            .kind = ErrorKind::DataLoss,
            .message = "'" + values.path().string() + "' was cut while it was read"};
    }
    return file.value().keep();
}

}  // namespace vellum::values::sidecar
