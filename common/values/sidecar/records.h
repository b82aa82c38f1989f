#pragma once

#include "common/values/sidecar/kinds.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

/// The records of a side-car, as they lie in the file and in memory.
///
/// Layout   Little-endian, no gaps, sizes fixed; docs/values-format.md has the tables. Each record
///          is a multiple of 8 bytes and lies at a multiple of 8.
/// Ids      0 is "none" everywhere: of a string the empty one, of an operation the whole run, of a
///          site all of them, of an object one that nobody knew. Others are given by whoever writes, from
///          1 on and in any order. A record with an id that was there before replaces the earlier one: so an
///          object can be written when it is made, and again when it is freed.
/// Units    Times are of the clock that the file head names, in nanoseconds unless it says Counter. Sizes
///          and offsets in bytes.
/// Threads  Plain values.
namespace vellum::values::sidecar {

static_assert(
    std::endian::native == std::endian::little, "records are used as they lie in the file");

using StringId = std::uint32_t;
using Digest = std::array<std::uint8_t, 16>;

// ---- the frame ---------------------------------------------------------------------------------

inline constexpr std::array<char, 8> kMagic{'V', 'L', 'M', 'V', 'A', 'L', 'U', 'E'};
inline constexpr std::uint32_t kVersion = 1;
/// Heads and chunks begin at multiples of it.
inline constexpr std::size_t kAlignment = 8;

/// The first bytes of the file.
struct FileHead {
    std::array<char, 8> magic = kMagic;
    std::uint32_t version = kVersion;
    Endian endian = Endian::Little;
    Digest runId{};  ///< the same in the trace's VELLUM::RUN_ID
    std::uint64_t tBegin = 0;
    std::uint64_t tEnd = 0;  ///< 0 while the file is open
    ClockId clock = ClockId::Unknown;
    std::uint16_t flags = 0;
    std::uint16_t check = 0;         ///< of the other 62 bytes: `headCheck` in frame.h
    std::uint64_t footerOffset = 0;  ///< of the footer's chunk; 0 while the file is open

    friend bool operator==(const FileHead&, const FileHead&) = default;
};

/// Before the records of each chunk. They follow at once, then zeros up to a multiple of kAlignment.
struct ChunkHead {
    ChunkType type{};
    std::uint32_t version = 1;     ///< of this type of record
    std::uint64_t bytes = 0;       ///< that follow, without the zeros
    std::uint32_t count = 0;       ///< of records
    std::uint32_t recordSize = 0;  ///< 0: they differ
    std::uint32_t crc =
        0;  ///< CRC-32C of this head with crc and check 0, what follows, and the zeros
    std::uint16_t codec = 0;  ///< 0: as it is; nothing else yet
    std::uint16_t check =
        0;  ///< of the other 30 bytes: tells a head from other bytes without reading on

    friend bool operator==(const ChunkHead&, const ChunkHead&) = default;
};

/// Of the footer's records: where each chunk lies. In file order, without a gap.
struct FooterRecord {
    std::uint64_t offset = 0;   ///< of the chunk's head
    std::uint64_t bytes = 0;    ///< as the chunk's head has them
    std::uint64_t firstOp = 0;  ///< smallest and largest operation named in it; 0, 0: none
    std::uint64_t lastOp = 0;
    ChunkType type{};
    std::uint32_t count = 0;

    friend bool operator==(const FooterRecord&, const FooterRecord&) = default;
};

// ---- what the run is made of -------------------------------------------------------------------

struct SettingRecord {
    static constexpr ChunkType kType = ChunkType::Setting;
    StringId key = 0;
    StringId value = 0;

    friend bool operator==(const SettingRecord&, const SettingRecord&) = default;
};

struct ModuleRecord {
    static constexpr ChunkType kType = ChunkType::Module;
    std::uint32_t id = 0;
    std::uint32_t crc = 0;  ///< of a cubin, as CUPTI computes it; 0 of a host module
    std::uint32_t context = 0;
    StringId file = 0;
    std::uint64_t base = 0;  ///< where it was loaded
    std::uint64_t size = 0;
    Digest digest{};  ///< the first half of its SHA-256, or its build id
    std::uint64_t tLoad = 0;
    std::uint32_t flags = 0;
    std::uint32_t pad = 0;

    friend bool operator==(const ModuleRecord&, const ModuleRecord&) = default;
};

struct FunctionRecord {
    static constexpr ChunkType kType = ChunkType::Function;
    std::uint32_t id = 0;
    std::uint32_t module = 0;
    StringId name = 0;       ///< as the linker has it
    StringId demangled = 0;  ///< as people have it; 0: as `name`
    std::uint64_t symbolValue = 0;
    std::uint64_t size = 0;
    std::uint64_t load = 0;  ///< address in the process
    std::uint32_t registers = 0;
    std::uint32_t flags = 0;

    friend bool operator==(const FunctionRecord&, const FunctionRecord&) = default;
};

/// One memory instruction.
struct SiteRecord {
    static constexpr ChunkType kType = ChunkType::Site;
    std::uint32_t id = 0;
    std::uint32_t function = 0;
    std::uint64_t pcOffset =
        0;  ///< from the function's begin; of an unknown function from the module's
    StringId file = 0;
    std::uint32_t line = 0;         ///< from 1 on; 0: not known
    std::uint32_t inlineChain = 0;  ///< the calling context of its innermost inlined call
    std::uint32_t callingContext = 0;
    Processor processor{};
    AccessKind kind{};
    std::uint8_t unit = 0;     ///< bytes of one scalar: 1, 2, 4 or 8
    std::uint8_t scalars = 0;  ///< that one instruction moves
    ValueType type{};
    TypeSource typeSource{};
    ObjectSpace space{};
    std::uint8_t flags = 0;
    std::uint32_t instruction = 0;
    std::uint32_t pad = 0;
    std::uint64_t executions = 0;

    friend bool operator==(const SiteRecord&, const SiteRecord&) = default;
};

struct CallingContextRecord {
    static constexpr ChunkType kType = ChunkType::CallingContext;
    std::uint32_t id = 0;
    std::uint32_t parent = 0;  ///< 0: this is a root
    std::uint32_t site = 0;    ///< of the call in the parent
    std::uint32_t function = 0;
    CallingContextKind kind{};
    std::uint32_t depth = 0;  ///< of a root 0

    friend bool operator==(const CallingContextRecord&, const CallingContextRecord&) = default;
};

/// One allocation, variable, stack or window.
struct ObjectRecord {
    static constexpr ChunkType kType = ChunkType::Object;
    std::uint64_t id = 0;
    std::uint64_t base = 0;
    std::uint64_t size = 0;
    std::uint64_t tAllocate = 0;  ///< of what was there from the begin: the file's
    std::uint64_t tFree = 0;      ///< 0: not before the end
    std::uint32_t callingContext = 0;
    StringId name = 0;
    std::uint32_t context = 0;
    std::uint32_t device = 0;
    ObjectSpace space{};
    std::uint8_t unit = 0;
    ValueType type{};
    std::uint8_t flags = 0;
    std::uint32_t parent = 0;  ///< the object it is a part of, whose id must fit

    friend bool operator==(const ObjectRecord&, const ObjectRecord&) = default;
};

/// One GPU call, kernel or copy; on the CPU visits of one function that a thread made one after the other.
struct OperationRecord {
    static constexpr ChunkType kType = ChunkType::Operation;
    static constexpr std::uint32_t kMerged = 1;   ///< flag: several visits; grid[0] says how many
    static constexpr std::uint32_t kSampled = 2;  ///< flag: not all of its accesses were looked at
    std::uint64_t id = 0;
    std::uint64_t t0 = 0;  ///< [t0, t1]; an operation may take no time
    std::uint64_t t1 = 0;
    std::uint64_t correlation = 0;
    OperationKind kind{};
    std::uint32_t callingContext = 0;
    std::uint32_t context = 0;
    std::uint32_t stream = 0;  ///< or the thread, numbered by creation
    std::uint32_t function = 0;
    std::uint32_t ordinal = 0;  ///< on its stream, from 0 on
    std::uint32_t graphNode = 0;
    std::uint32_t flags = 0;
    std::array<std::uint32_t, 3> grid{};   ///< of a Visit: visits, 0, 0
    std::array<std::uint32_t, 3> block{};  ///< of a Visit: 0
    std::uint64_t accesses = 0;            ///< made, also those that are lost or sampled away
    std::uint64_t bytes = 0;

    friend bool operator==(const OperationRecord&, const OperationRecord&) = default;
};

// ---- what was found ----------------------------------------------------------------------------

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

/// Of which accesses a pattern is, and how it was found; packed into PatternRecord::flags.
struct PatternFlags {
    AccessKind kind{};
    ValueType type{};
    std::uint8_t unit = 0;           ///< 0, 1, 2, 4 or 8 bytes
    std::uint8_t approximation = 0;  ///< level at which it was found: 0 none, 1 … 5
    bool byShare = false;            ///< of a sketch: counts are lower bounds
    bool isExact = false;            ///< Structured: on integers, without a rest
    bool isSampled = false;          ///< not all accesses were looked at

    friend bool operator==(const PatternFlags&, const PatternFlags&) = default;
};

/// Bits from the lowest: kind 2, approximation 3, byShare, isExact, isSampled, type 3, unit 3 (0: none,
/// else 1 + log2). The two highest are 0.
[[nodiscard]] constexpr std::uint16_t packed(const PatternFlags& flags)
{
    const auto unit = static_cast<unsigned>(std::bit_width(unsigned{flags.unit})) & 7U;
    const unsigned bits = (static_cast<unsigned>(flags.kind) & 3U)
                          | (unsigned{flags.approximation} & 7U) << 2U
                          | (flags.byShare ? 1U << 5U : 0U) | (flags.isExact ? 1U << 6U : 0U)
                          | (flags.isSampled ? 1U << 7U : 0U)
                          | (static_cast<unsigned>(flags.type) & 7U) << 8U | unit << 11U;
    return static_cast<std::uint16_t>(bits);
}

[[nodiscard]] constexpr PatternFlags unpacked(std::uint16_t flags)
{
    const unsigned bits = flags;
    const unsigned unit = bits >> 11U & 7U;
    return {
        .kind = static_cast<AccessKind>(bits & 3U),
        .type = static_cast<ValueType>(bits >> 8U & 7U),
        .unit = static_cast<std::uint8_t>(unit == 0 ? 0U : 1U << (unit - 1U)),
        .approximation = static_cast<std::uint8_t>(bits >> 2U & 7U),
        .byShare = (bits & 1U << 5U) != 0,
        .isExact = (bits & 1U << 6U) != 0,
        .isSampled = (bits & 1U << 7U) != 0};
}

/// The last 16 bytes of a pattern; which of the three they are depends on its kind.
using PatternPayload = std::array<std::uint64_t, 2>;

/// Structured, StructuredWithOutliers: v = slope · i + intercept over the item's index.
struct LinePayload {
    double slope = 0;
    double intercept = 0;
};
/// SingleZero, SingleValue, ApproximatelySingle: the least and the largest value's bits; DuplicateValues,
/// DuplicateConstant: the other object and 0. Others: 0, 0.
struct ValuesPayload {
    std::uint64_t first = 0;
    std::uint64_t second = 0;
};
/// HeavyType, InappropriateFloat.
struct NarrowingPayload {
    ValueType fromType{};
    std::uint8_t fromUnit = 0;
    ValueType toType{};
    std::uint8_t toUnit = 0;
    std::uint32_t bits = 0;  ///< that the values need
    std::uint32_t level = 0;
    std::uint32_t pad = 0;
};

template <typename Payload>
[[nodiscard]] constexpr PatternPayload toPayload(const Payload& payload)
{
    return std::bit_cast<PatternPayload>(payload);
}

template <typename Payload>
[[nodiscard]] constexpr Payload payloadAs(const PatternPayload& payload)
{
    return std::bit_cast<Payload>(payload);
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

/// Accesses of site `to` that saw what site `from` had seen before.
struct SitePairRecord {
    static constexpr ChunkType kType = ChunkType::SitePair;
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    std::uint64_t op = 0;
    std::uint64_t object = 0;
    std::uint64_t value = 0;
    std::uint64_t count = 0;
    std::uint64_t bytes = 0;
    PatternKind
        pattern{};  ///< TemporalRedundancy, SilentStore, DeadStore, ReloadAfterStore, LoadRedundancy
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
    std::int64_t signedMax = 0;    ///< likewise of the largest
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
    std::uint32_t callingContext = 0;  ///< kind, calling context and function name its operations
    std::uint32_t function = 0;
    std::uint64_t invocations = 0;
    std::uint64_t time = 0;  ///< of its operations, together; 0: not known
    std::uint64_t bytes = 0;
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
    std::uint32_t ops = 0;
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
    std::uint32_t processorMask =
        0;  ///< a bit for each that touched it: GPU or thread number modulo 32
    std::uint32_t cpuFaults = 0;
    std::uint32_t gpuFaults = 0;
    std::uint32_t firstTouchFaults = 0;  ///< among these
    std::uint32_t pingPong = 0;          ///< among these: migrations

    friend bool operator==(const PageRecord&, const PageRecord&) = default;
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

template <typename Record>
inline constexpr bool kIsPlain =
    std::is_trivially_copyable_v<Record>&& std::is_standard_layout_v<Record>;

template <typename Record, std::size_t bytes>
inline constexpr bool kHasShape =
    kIsPlain<Record> && sizeof(Record) == bytes&& bytes % kAlignment == 0
    && alignof(Record) <= kAlignment;

static_assert(kHasShape<FileHead, 64> && kHasShape<ChunkHead, 32> && kHasShape<FooterRecord, 40>);
static_assert(kHasShape<SettingRecord, 8> && kHasShape<ModuleRecord, 64>);
static_assert(kHasShape<FunctionRecord, 48> && kHasShape<SiteRecord, 56>);
static_assert(kHasShape<CallingContextRecord, 24> && kHasShape<ObjectRecord, 64>);
static_assert(kHasShape<OperationRecord, 104> && kHasShape<AccessRecord, 80>);
static_assert(kHasShape<PatternRecord, 80> && kHasShape<TopValueRecord, 24>);
static_assert(kHasShape<SitePairRecord, 56> && kHasShape<SketchRecord, 256>);
static_assert(kHasShape<VertexRecord, 48> && kHasShape<EdgeRecord, 72>);
static_assert(kHasShape<DuplicateRecord, 56> && kHasShape<PageRecord, 80>);
static_assert(kHasShape<LinkRecord, 32> && kHasShape<ClockRecord, 32> && kHasShape<LossRecord, 32>);
static_assert(kHasShape<CpuAccess, 24>);
static_assert(sizeof(LinePayload) == 16 && sizeof(ValuesPayload) == 16);
static_assert(sizeof(NarrowingPayload) == 16);

}  // namespace vellum::values::sidecar
