#include "collector/values/analysis/pattern_records.h"

#include "common/values/fine_patterns.h"
#include "common/values/value_bits.h"

#include <bit>
#include <optional>

namespace vellum::collector::values {

namespace {

namespace sidecar = ::vellum::values::sidecar;
using sidecar::PatternKind;
using ::vellum::values::Pattern;

std::optional<PatternKind> recordPattern(Pattern pattern)
{
    switch (pattern) {
    case Pattern::SingleZero:
        return PatternKind::SingleZero;
    case Pattern::SingleValue:
        return PatternKind::SingleValue;
    case Pattern::Structured:
        return PatternKind::Structured;
    case Pattern::StructuredWithOutliers:
        return PatternKind::StructuredWithOutliers;
    case Pattern::HeavyType:
        return PatternKind::HeavyType;
    case Pattern::InappropriateFloat:
        return PatternKind::InappropriateFloat;
    case Pattern::Frequent:
        return PatternKind::Frequent;
    case Pattern::ApproximatelySingle:
        return PatternKind::ApproximatelySingle;
    case Pattern::Approximate:
        break;  // the patterns that appear at the level are records of their own
    }
    return std::nullopt;
}

/// What patterns of items and of sketches have in common.
struct Verdict {
    std::optional<::vellum::values::Line> line;
    std::optional<::vellum::values::NarrowerType> narrower;
    std::optional<unsigned> integerBits;
    std::uint64_t first = 0;  ///< bits of a value that stands for all
    std::uint64_t accesses = 0;
    std::uint64_t topAccesses = 0;
};

std::uint8_t bytesFor(unsigned bits)
{
    constexpr unsigned kByte = 8;
    return static_cast<std::uint8_t>(bits <= kByte ? 1 : std::bit_ceil((bits + kByte - 1) / kByte));
}

sidecar::PatternPayload payloadOf(
    PatternKind pattern, const sidecar::PatternFlags& flags, const Verdict& verdict)
{
    sidecar::NarrowingPayload narrowing{
        .fromType = flags.type, .fromUnit = flags.unit, .level = flags.approximation};
    switch (pattern) {
    case PatternKind::SingleZero:
    case PatternKind::SingleValue:
    case PatternKind::ApproximatelySingle:
        return toPayload(sidecar::ValuesPayload{.first = verdict.first, .second = verdict.first});
    case PatternKind::Structured:
    case PatternKind::StructuredWithOutliers:
        return verdict.line ? toPayload(sidecar::LinePayload{
                   .slope = verdict.line->slope, .intercept = verdict.line->intercept})
                            : sidecar::PatternPayload{};
    case PatternKind::HeavyType:
        narrowing.toType = flags.type;
        narrowing.toUnit = bytesFor(verdict.narrower ? verdict.narrower->toBits : 0);
        narrowing.bits = verdict.narrower ? verdict.narrower->needed : 0;
        return toPayload(narrowing);
    case PatternKind::InappropriateFloat:
        narrowing.toType = sidecar::ValueType::Signed;
        narrowing.toUnit = bytesFor(verdict.integerBits.value_or(0));
        narrowing.bits = verdict.integerBits.value_or(0);
        return toPayload(narrowing);
    default:
        return {};
    }
}

float scoreOf(PatternKind pattern, const sidecar::PatternFlags& flags, const Verdict& verdict)
{
    if (pattern == PatternKind::HeavyType && verdict.narrower) {
        constexpr float kByte = 8;
        return 1
               - static_cast<float>(verdict.narrower->toBits)
                     / (kByte * static_cast<float>(flags.unit));
    }
    if (pattern == PatternKind::Frequent) {
        return static_cast<float>(::vellum::values::share(verdict.topAccesses, verdict.accesses));
    }
    return 1;
}

std::vector<FoundPattern> recordsOf(
    const ::vellum::values::PatternSet& patterns,
    const sidecar::PatternRecord& common,
    sidecar::PatternFlags flags,
    const Verdict& verdict,
    const std::vector<::vellum::values::ValueCount>& top)
{
    std::vector<FoundPattern> found;
    for (std::size_t i = 0; i < ::vellum::values::kPatterns; ++i) {
        const auto pattern = static_cast<Pattern>(i);
        const std::optional<PatternKind> kind =
            patterns.has(pattern) ? recordPattern(pattern) : std::nullopt;
        if (!kind) {
            continue;
        }
        flags.isExact = *kind == PatternKind::Structured && verdict.line && verdict.line->isExact;
        FoundPattern record{.record = common};
        record.record.pattern = *kind;
        record.record.flags = packed(flags);
        record.record.payload = payloadOf(*kind, flags, verdict);
        record.record.score = scoreOf(*kind, flags, verdict);
        record.record.coverage = *kind == PatternKind::Frequent ? record.record.score : 1;
        if (*kind == PatternKind::Frequent) {
            record.top = top;
        }
        found.push_back(std::move(record));
    }
    return found;
}

std::uint64_t sumOf(const std::vector<::vellum::values::ValueCount>& top)
{
    std::uint64_t sum = 0;
    for (const ::vellum::values::ValueCount& value : top) {
        sum += value.accesses;
    }
    return sum;
}

/// Patterns that are there at the level and not as the values are.
::vellum::values::PatternSet addedBy(
    const ::vellum::values::PatternSet& level, const ::vellum::values::PatternSet& exact)
{
    ::vellum::values::PatternSet added;
    for (std::size_t i = 0; i < ::vellum::values::kPatterns; ++i) {
        const auto pattern = static_cast<Pattern>(i);
        if (level.has(pattern) && !exact.has(pattern)) {
            added.add(pattern);
        }
    }
    return added;
}

}  // namespace

sidecar::AccessKind recordKind(::vellum::values::AccessKind kind)
{
    switch (kind) {
    case ::vellum::values::AccessKind::Read:
        return sidecar::AccessKind::Read;
    case ::vellum::values::AccessKind::Write:
        return sidecar::AccessKind::Write;
    case ::vellum::values::AccessKind::Atomic:
        return sidecar::AccessKind::Atomic;
    }
    return sidecar::AccessKind::Any;
}

sidecar::ValueType recordType(::vellum::values::ValueType type)
{
    switch (type) {
    case ::vellum::values::ValueType::Signed:
        return sidecar::ValueType::Signed;
    case ::vellum::values::ValueType::Unsigned:
        return sidecar::ValueType::Unsigned;
    case ::vellum::values::ValueType::Float:
        return sidecar::ValueType::Float;
    case ::vellum::values::ValueType::Pointer:
        return sidecar::ValueType::Pointer;
    case ::vellum::values::ValueType::Unknown:
        break;
    }
    return sidecar::ValueType::Unknown;
}

std::vector<FoundPattern> patternsOf(const ::vellum::values::GroupPatterns& group)
{
    const ::vellum::values::FinePatterns& found = group.found;
    sidecar::PatternRecord common;
    common.op = group.key.site.op;
    common.object = group.key.site.object;
    common.site = group.key.site.site;
    common.items = found.counts.items;
    common.uniqueItems = found.counts.uniqueItems;
    common.distinct = found.counts.distinctValues;
    common.accesses = found.counts.uniqueAccesses;
    sidecar::PatternFlags flags{
        .kind = recordKind(group.key.site.kind),
        .type = recordType(group.key.type),
        .unit = group.key.unit};
    const Verdict verdict{
        .line = found.line,
        .narrower = found.narrower,
        .integerBits = found.integerBits,
        .first = group.facts.first(),
        .accesses = group.facts.accesses(),
        .topAccesses = sumOf(found.top)};
    std::vector<FoundPattern> records =
        recordsOf(found.patterns, common, flags, verdict, found.top);
    if (found.patterns.has(Pattern::Approximate)) {
        flags.approximation = static_cast<std::uint8_t>(found.level);
        const ::vellum::values::PatternSet added =
            addedBy(found.atLevel.at(static_cast<std::size_t>(found.level)), found.patterns);
        for (FoundPattern& pattern : recordsOf(added, common, flags, verdict, {})) {
            records.push_back(std::move(pattern));
        }
    }
    return records;
}

std::vector<FoundPattern> patternsOf(const ::vellum::values::Sketch& sketch)
{
    const ::vellum::values::SketchPatterns found = findPatterns(sketch);
    sidecar::PatternRecord common;
    common.op = sketch.op;
    common.object = sketch.object;
    common.site = sketch.site;
    const sidecar::PatternFlags flags{
        .kind = recordKind(sketch.kind),
        .type = recordType(sketch.type),
        .unit = sketch.unit,
        .byShare = true};
    const Verdict verdict{
        .line = found.line,
        .narrower = found.narrower,
        .integerBits = found.integerBits,
        .first = sketch.first,
        .accesses = sketch.accesses,
        .topAccesses = sumOf(found.top)};
    return recordsOf(found.patterns, common, flags, verdict, found.top);
}

sidecar::SketchRecord recordOf(const ::vellum::values::Sketch& sketch)
{
    sidecar::SketchRecord record;
    record.op = sketch.op;
    record.object = sketch.object;
    record.site = sketch.site;
    record.kind = recordKind(sketch.kind);
    record.unit = sketch.unit;
    record.type = recordType(sketch.type);
    record.flags = sketch.notIntegers;
    record.count = sketch.accesses;
    record.zeros = sketch.zeros;
    record.first = sketch.first;
    record.differs = sketch.differing;
    record.unsignedMin = sketch.unsignedLeast;
    record.unsignedMax = sketch.unsignedGreatest;
    record.signedMin = sketch.signedLeast;
    record.signedMax = sketch.signedGreatest;
    record.firstIndex = sketch.firstIndex;
    record.indexMin = sketch.leastIndex;
    record.indexMax = sketch.greatestIndex;
    record.sumX = sketch.sumX;
    record.sumY = sketch.sumY;
    record.sumXX = sketch.sumXX;
    record.sumXY = sketch.sumXY;
    record.sumYY = sketch.sumYY;
    record.topValues = sketch.topValues;
    record.topCounts = sketch.topCounts;
    record.nans = sketch.nans;
    record.infinities = sketch.infinities;
    return record;
}

}  // namespace vellum::collector::values
