#include "common/values/sidecar/chunk_frame.h"

#include "common/values/sidecar/crc32c.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace vellum::values::sidecar {

namespace {

template <typename Head>
std::uint16_t checkOf(Head head)
{
    head.check = 0;
    return static_cast<std::uint16_t>(crc32c(std::as_bytes(std::span(&head, 1))) & 0xFFFFU);
}

/// Where records of a type name operations: one place, or the two ends of a range.
struct OpFields {
    bool isAny = false;
    std::size_t first = 0;
    std::size_t last = 0;
};

OpFields opFields(ChunkType type)
{
    switch (type) {
    case ChunkType::Operation:
        return {true, offsetof(OperationRecord, id), offsetof(OperationRecord, id)};
    case ChunkType::Access:
        return {true, offsetof(AccessRecord, op), offsetof(AccessRecord, op)};
    case ChunkType::Pattern:
        return {true, offsetof(PatternRecord, op), offsetof(PatternRecord, op)};
    case ChunkType::SitePair:
        return {true, offsetof(SitePairRecord, op), offsetof(SitePairRecord, op)};
    case ChunkType::Sketch:
        return {true, offsetof(SketchRecord, op), offsetof(SketchRecord, op)};
    case ChunkType::Edge:
        return {true, offsetof(EdgeRecord, firstOp), offsetof(EdgeRecord, lastOp)};
    case ChunkType::Duplicate:
        return {true, offsetof(DuplicateRecord, op), offsetof(DuplicateRecord, op)};
    case ChunkType::Link:
        return {true, offsetof(LinkRecord, op), offsetof(LinkRecord, op)};
    case ChunkType::Span:
        return {true, offsetof(SpanRecord, op), offsetof(SpanRecord, op)};
    case ChunkType::PageRun:
        return {true, offsetof(PageRunRecord, op), offsetof(PageRunRecord, op)};
    case ChunkType::Loss:
        return {true, offsetof(LossRecord, op), offsetof(LossRecord, op)};
    default:
        return {};
    }
}

std::uint64_t numberAt(std::span<const std::byte> bytes, std::size_t offset)
{
    std::uint64_t number = 0;
    std::memcpy(&number, bytes.data() + offset, sizeof number);
    return number;
}

}  // namespace

std::uint16_t headCheck(const FileHead& head)
{
    return checkOf(head);
}

std::uint16_t headCheck(const ChunkHead& head)
{
    return checkOf(head);
}

std::uint32_t crcOfHead(ChunkHead head)
{
    head.crc = 0;
    head.check = 0;
    return crc32c(std::as_bytes(std::span(&head, 1)));
}

std::size_t recordSize(ChunkType type)
{
    static constexpr std::array<std::size_t, kChunkTypes> kSizes{
        0,
        0,
        sizeof(SettingRecord),
        sizeof(ModuleRecord),
        sizeof(FunctionRecord),
        sizeof(SiteRecord),
        sizeof(CallingContextRecord),
        sizeof(ObjectRecord),
        sizeof(OperationRecord),
        sizeof(AccessRecord),
        sizeof(PatternRecord),
        sizeof(TopValueRecord),
        sizeof(SitePairRecord),
        sizeof(SketchRecord),
        sizeof(VertexRecord),
        sizeof(EdgeRecord),
        sizeof(DuplicateRecord),
        sizeof(PageRecord),
        sizeof(LinkRecord),
        sizeof(ClockRecord),
        sizeof(LossRecord),
        0,
        sizeof(FooterRecord),
        sizeof(SpanRecord),
        sizeof(PageRunRecord)};
    const auto number = static_cast<std::uint32_t>(type);
    return number < kChunkTypes ? kSizes[number] : 0;
}

void OpRange::include(std::uint64_t op)
{
    if (op == 0) {
        return;
    }
    first = first == 0 ? op : std::min(first, op);
    last = std::max(last, op);
}

OpRange opsOf(ChunkType type, std::span<const std::byte> bytes)
{
    OpRange range;
    const OpFields fields = opFields(type);
    const std::size_t size = recordSize(type);
    if (!fields.isAny || size == 0) {
        return range;
    }
    for (; bytes.size() >= size; bytes = bytes.subspan(size)) {
        range.include(numberAt(bytes, fields.first));
        range.include(numberAt(bytes, fields.last));
    }
    return range;
}

}  // namespace vellum::values::sidecar
