#pragma once

#include "common/values/sidecar/file_frame.h"
#include "common/values/sidecar/pattern_fields.h"

#include <array>
#include <cstddef>
#include <cstdint>

/// What was found about the values of a run. See records.h for what holds of all records.
namespace vellum::values::sidecar {

/// The accesses of one kind by one site to one object in one operation. Rows do not overlap: site 0 is
/// here "not known", not "all of them".
struct AccessRecord {
    static constexpr ChunkType kType = ChunkType::Access;
    std::uint64_t op = 0;
    std::uint64_t object = 0;
    std::uint32_t site = 0;
    AccessKind kind{};
    std::uint8_t unit = 0;
    ValueType type{};
    std::uint8_t flags = 0;
    std::uint64_t items = 0;      ///< different offsets, at most `accesses`
    std::uint64_t accesses = 0;   ///< of scalars
    std::uint64_t bytes = 0;      ///< read or written by them, each time counted
    std::uint64_t unchanged = 0;  ///< bytes written that were there before
    std::uint64_t undefined = 0;  ///< bytes of which nobody had seen a write before
    std::uint64_t temporal = 0;   ///< redundant accesses
    std::uint64_t spatial = 0;    ///< accesses that saw the most frequent value

    friend bool operator==(const AccessRecord&, const AccessRecord&) = default;
};

/// Of the bytes that it moved those that need not have moved: loads of what the thread had seen there last, and
/// stores of what was there.
[[nodiscard]] constexpr std::uint64_t redundantBytes(const AccessRecord& access)
{
    const std::uint64_t redundant =
        access.kind == AccessKind::Read ? access.temporal * access.unit : access.unchanged;
    return redundant < access.bytes ? redundant : access.bytes;
}

struct PatternRecord {
    static constexpr ChunkType kType = ChunkType::Pattern;
    std::uint64_t op = 0;
    std::uint64_t object = 0;
    std::uint32_t site = 0;  ///< 0: all sites together
    PatternKind pattern{};
    std::uint16_t flags = 0;        ///< `PatternFlags`
    std::uint64_t items = 0;        ///< I: different offsets
    std::uint64_t uniqueItems = 0;  ///< I₁: those that saw one value only
    std::uint64_t distinct = 0;     ///< D: different values among these
    std::uint64_t accesses = 0;     ///< N₁: accesses to these
    float score = 0;                ///< 0 … 1
    float coverage = 0;             ///< share of the accesses that it explains, 0 … 1
    PatternPayload payload{};

    friend bool operator==(const PatternRecord&, const PatternRecord&) = default;
};

/// The order in which several patterns of the same accesses are shown, the first being the badge. Those
/// found only after values were rounded follow behind all that are exact.
[[nodiscard]] constexpr unsigned badgeRank(const PatternRecord& record)
{
    constexpr unsigned kBehindExact = 1U << 16U;
    const bool isApproximate = unpacked(record.flags).approximation != 0;
    return static_cast<unsigned>(record.pattern) + (isApproximate ? kBehindExact : 0U);
}

/// One of the most frequent values of a pattern.
struct TopValueRecord {
    static constexpr ChunkType kType = ChunkType::TopValue;
    std::uint64_t bits = 0;
    std::uint64_t count = 0;
    std::uint32_t pattern = 0;  ///< 1 + its place among all PATTERN records of the file
    std::uint32_t rank = 0;     ///< 0: the most frequent

    friend bool operator==(const TopValueRecord&, const TopValueRecord&) = default;
};

/// Accesses of site `to` that saw what site `from` had seen before. Of DeadStore: bytes that site `from` stored, and that
/// were stored over before anybody read them; `to`, `value` and `count` are 0. Of SingleZero: loads of site `from` that
/// found zero; `to` and `value` are 0.
struct SitePairRecord {
    static constexpr ChunkType kType = ChunkType::SitePair;
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    std::uint64_t op = 0;
    std::uint64_t object = 0;
    std::uint64_t value = 0;
    std::uint64_t count = 0;
    std::uint64_t bytes = 0;
    PatternKind pattern{};  ///< one of those of values that were there before
    AccessKind kind{};
    std::uint8_t unit = 0;
    std::uint32_t pad = 0;

    friend bool operator==(const SitePairRecord&, const SitePairRecord&) = default;
};

/// What the accesses of a site to an object look like, in so many bytes however many they are.
struct SketchRecord {
    static constexpr ChunkType kType = ChunkType::Sketch;
    static constexpr std::size_t kTop = 8;
    std::uint64_t op = 0;
    std::uint64_t object = 0;
    std::uint32_t site = 0;
    AccessKind kind{};
    std::uint8_t unit = 0;
    ValueType type{};
    std::uint8_t flags = 0;
    std::uint64_t count = 0;  ///< accesses
    std::uint64_t zeros = 0;
    std::uint64_t first = 0;    ///< the first value's bits
    std::uint64_t differs = 0;  ///< OR over all of (value xor first)
    std::uint64_t unsignedMin = 0;
    std::uint64_t unsignedMax = 0;
    std::int64_t signedMin = 0;    ///< of Float: the bits of the least value, as a double
    std::int64_t signedMax = 0;    ///< of Float: the bits of the largest value, as a double
    std::uint64_t firstIndex = 0;  ///< offset / unit of the first access
    std::uint64_t indexMin = 0;
    std::uint64_t indexMax = 0;
    // x: index less the first index; y: value less the first value
    double sumX = 0;
    double sumY = 0;
    double sumXX = 0;
    double sumXY = 0;
    double sumYY = 0;
    std::array<std::uint64_t, kTop> topValues{};
    std::array<std::uint32_t, kTop> topCounts{};  ///< each too low by at most count / 9
    std::uint32_t nans = 0;                       ///< up to 2^32 - 1, as the next one
    std::uint32_t infinities = 0;

    friend bool operator==(const SketchRecord&, const SketchRecord&) = default;
};

struct VertexRecord {
    static constexpr ChunkType kType = ChunkType::Vertex;
    std::uint32_t id = 0;
    VertexKind kind{};
    /// Kind, calling context and function name its operations; a memory has none.
    std::uint32_t callingContext = 0;
    std::uint32_t function = 0;
    std::uint64_t invocations = 0;  ///< visits, launches; of a memory its objects
    std::uint64_t time = 0;         ///< of its operations, together; 0: not known
    std::uint64_t bytes = 0;        ///< read and written; of a memory its objects' sizes
    std::uint32_t slice = 0;
    std::uint32_t flags = 0;

    friend bool operator==(const VertexRecord&, const VertexRecord&) = default;
};

/// What flows between two vertices through one object. The operations counted are those of `to`; of a
/// Sink those of `from`.
struct EdgeRecord {
    static constexpr ChunkType kType = ChunkType::Edge;
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    std::uint64_t object = 0;
    EdgeType type{};
    std::uint32_t ops = 0;      ///< times that one of them turned to the object
    std::uint64_t bytes = 0;    ///< read (Read, Sink) or written (Write)
    std::uint64_t written = 0;  ///< of a Write as `bytes`, else 0
    std::uint64_t unchanged = 0;
    std::uint64_t undefined = 0;
    std::uint64_t firstOp = 0;
    std::uint64_t lastOp = 0;

    friend bool operator==(const EdgeRecord&, const EdgeRecord&) = default;
};

/// Two objects that held the same after an operation.
struct DuplicateRecord {
    static constexpr ChunkType kType = ChunkType::Duplicate;
    std::uint64_t op = 0;
    std::uint64_t object = 0;
    Digest hash{};
    std::uint32_t group = 0;
    DuplicateKind kind{};
    std::uint64_t bytes = 0;
    std::uint64_t otherObject = 0;

    friend bool operator==(const DuplicateRecord&, const DuplicateRecord&) = default;
};

/// One page or cache line in one window of time.
struct PageRecord {
    static constexpr ChunkType kType = ChunkType::Page;
    std::uint64_t object = 0;
    std::uint64_t page = 0;  ///< address of its first byte
    std::uint64_t t0 = 0;    ///< [t0, t1)
    std::uint64_t t1 = 0;
    PageClass pageClass{};
    std::uint8_t pageShift = 0;  ///< its size is 2^pageShift
    std::uint16_t flags = 0;
    std::uint32_t window = 0;
    // bytes touched at least once
    std::uint32_t cpuReads = 0;
    std::uint32_t cpuWrites = 0;
    std::uint32_t gpuReads = 0;
    std::uint32_t gpuWrites = 0;
    std::uint32_t overlapBytes = 0;  ///< written by one processor, touched by another
    /// A bit for each that touched it: the number of GPU or thread modulo 32.
    std::uint32_t processorMask = 0;
    std::uint32_t cpuFaults = 0;
    std::uint32_t gpuFaults = 0;
    std::uint32_t firstTouchFaults = 0;  ///< among these
    std::uint32_t pingPong = 0;          ///< among these: migrations

    friend bool operator==(const PageRecord&, const PageRecord&) = default;
};

/// Neighbouring pages of an object that fared alike in a window of time.
struct PageRunRecord {
    static constexpr ChunkType kType = ChunkType::PageRun;
    static constexpr std::uint8_t kZero = 1;  ///< flag: at the end all of their bytes are 0
    std::uint64_t op = 0;                     ///< 0: of a window that is no operation
    std::uint64_t object = 0;
    std::uint64_t offset =
        0;  ///< in the object, of the first page's first byte that is the object's
    std::uint64_t bytes = 0;  ///< of the object in these pages
    std::uint64_t t0 = 0;     ///< [t0, t1)
    std::uint64_t t1 = 0;
    std::uint64_t changed =
        0;  ///< bytes that are other ones than before: so many were written at least
    PageState state{};
    PageClass pageClass{};       ///< Unknown where it is not known who touched them
    std::uint8_t pageShift = 0;  ///< a page's size is 2^pageShift
    std::uint8_t flags = 0;
    std::uint32_t processorMask = 0;  ///< as of PageRecord

    friend bool operator==(const PageRunRecord&, const PageRunRecord&) = default;
};

/// Where an operation lies in the trace.
struct LinkRecord {
    static constexpr ChunkType kType = ChunkType::Link;
    std::uint64_t op = 0;
    std::uint64_t location = 0;  ///< the archive's reference
    std::uint64_t time = 0;      ///< the archive's timer, as its events have it
    std::uint32_t ordinal = 0;
    LinkQuality quality{};

    friend bool operator==(const LinkRecord&, const LinkRecord&) = default;
};

/// Until when an operation lasts in the trace, where that is not the run its values are from.
struct SpanRecord {
    static constexpr ChunkType kType = ChunkType::Span;
    std::uint64_t op = 0;
    std::uint64_t end = 0;  ///< the archive's timer, as the time of its link

    friend bool operator==(const SpanRecord&, const SpanRecord&) = default;
};

/// Two clocks at the same moment.
struct ClockRecord {
    static constexpr ChunkType kType = ChunkType::Clock;
    std::uint64_t host = 0;
    std::uint64_t device = 0;
    std::uint32_t context = 0;
    ClockPairKind kind{};
    std::int32_t errorNs = 0;
    std::uint32_t pad = 0;

    friend bool operator==(const ClockRecord&, const ClockRecord&) = default;
};

/// What is missing, and why.
struct LossRecord {
    static constexpr ChunkType kType = ChunkType::Loss;
    std::uint64_t op = 0;
    LossKind kind{};
    std::uint32_t where = 0;  ///< thread, context or chunk type: whatever the kind is about
    std::uint64_t count = 0;
    std::uint64_t time = 0;  ///< when it was noticed

    friend bool operator==(const LossRecord&, const LossRecord&) = default;
};

/// One access of a CPU thread as it was recorded: the payload of Raw chunks with this record size.
struct CpuAccess {
    std::uint64_t address = 0;
    std::uint64_t value = 0;
    std::uint32_t site = 0;
    std::uint32_t meta = 0;  ///< the writer's own: size, kind, thread, flags

    friend bool operator==(const CpuAccess&, const CpuAccess&) = default;
};

}  // namespace vellum::values::sidecar
