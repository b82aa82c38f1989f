#include "common/values/sidecar/record_table.h"

#include "common/values/sidecar/records.h"

#include <array>
#include <type_traits>

namespace vellum::values::sidecar {

namespace {

/// How a field's type is called in the document; enums by the numbers that they are stored as.
template <typename Type>
constexpr std::string_view typeName()
{
    if constexpr (std::is_enum_v<Type>) {
        return typeName<std::underlying_type_t<Type>>();
    } else if constexpr (std::is_same_v<Type, std::uint8_t>) {
        return "u8";
    } else if constexpr (std::is_same_v<Type, std::uint16_t>) {
        return "u16";
    } else if constexpr (std::is_same_v<Type, std::uint32_t>) {
        return "u32";
    } else if constexpr (std::is_same_v<Type, std::uint64_t>) {
        return "u64";
    } else if constexpr (std::is_same_v<Type, std::int32_t>) {
        return "i32";
    } else if constexpr (std::is_same_v<Type, std::int64_t>) {
        return "i64";
    } else if constexpr (std::is_same_v<Type, float>) {
        return "f32";
    } else if constexpr (std::is_same_v<Type, double>) {
        return "f64";
    } else if constexpr (std::is_same_v<Type, Digest>) {
        return "u8[16]";
    } else if constexpr (std::is_same_v<Type, PatternPayload>) {
        return "u64[2]";
    } else if constexpr (std::is_same_v<Type, std::array<std::uint32_t, 3>>) {
        return "u32[3]";
    } else if constexpr (std::is_same_v<Type, std::array<std::uint32_t, SketchRecord::kTop>>) {
        return "u32[8]";
    } else {
        static_assert(std::is_same_v<Type, std::array<std::uint64_t, SketchRecord::kTop>>);
        return "u64[8]";
    }
}

#define VELLUM_FIELD(Record, field, kind)                                                          \
    Field                                                                                          \
    {                                                                                              \
#        field, typeName < decltype(Record::field)>(), offsetof(Record, field),                    \
            sizeof(Record::field), Refers::kind                                                    \
    }

constexpr std::array kSetting{
    VELLUM_FIELD(SettingRecord, key, String),
    VELLUM_FIELD(SettingRecord, value, String),
};

constexpr std::array kModule{
    VELLUM_FIELD(ModuleRecord, id, Nothing),
    VELLUM_FIELD(ModuleRecord, crc, Nothing),
    VELLUM_FIELD(ModuleRecord, context, Nothing),
    VELLUM_FIELD(ModuleRecord, file, String),
    VELLUM_FIELD(ModuleRecord, base, Nothing),
    VELLUM_FIELD(ModuleRecord, size, Nothing),
    VELLUM_FIELD(ModuleRecord, digest, Nothing),
    VELLUM_FIELD(ModuleRecord, tLoad, Nothing),
    VELLUM_FIELD(ModuleRecord, flags, Nothing),
    VELLUM_FIELD(ModuleRecord, pad, Nothing),
};

constexpr std::array kFunction{
    VELLUM_FIELD(FunctionRecord, id, Nothing),
    VELLUM_FIELD(FunctionRecord, module, Module),
    VELLUM_FIELD(FunctionRecord, name, String),
    VELLUM_FIELD(FunctionRecord, demangled, String),
    VELLUM_FIELD(FunctionRecord, symbolValue, Nothing),
    VELLUM_FIELD(FunctionRecord, size, Nothing),
    VELLUM_FIELD(FunctionRecord, load, Nothing),
    VELLUM_FIELD(FunctionRecord, registers, Nothing),
    VELLUM_FIELD(FunctionRecord, flags, Nothing),
};

constexpr std::array kSite{
    VELLUM_FIELD(SiteRecord, id, Nothing),
    VELLUM_FIELD(SiteRecord, function, Function),
    VELLUM_FIELD(SiteRecord, pcOffset, Nothing),
    VELLUM_FIELD(SiteRecord, file, String),
    VELLUM_FIELD(SiteRecord, line, Nothing),
    VELLUM_FIELD(SiteRecord, inlineChain, CallingContext),
    VELLUM_FIELD(SiteRecord, callingContext, CallingContext),
    VELLUM_FIELD(SiteRecord, processor, Nothing),
    VELLUM_FIELD(SiteRecord, kind, Nothing),
    VELLUM_FIELD(SiteRecord, unit, Nothing),
    VELLUM_FIELD(SiteRecord, scalars, Nothing),
    VELLUM_FIELD(SiteRecord, type, Nothing),
    VELLUM_FIELD(SiteRecord, typeSource, Nothing),
    VELLUM_FIELD(SiteRecord, space, Nothing),
    VELLUM_FIELD(SiteRecord, flags, Nothing),
    VELLUM_FIELD(SiteRecord, instruction, Nothing),
    VELLUM_FIELD(SiteRecord, pad, Nothing),
    VELLUM_FIELD(SiteRecord, executions, Nothing),
};

constexpr std::array kCallingContext{
    VELLUM_FIELD(CallingContextRecord, id, Nothing),
    VELLUM_FIELD(CallingContextRecord, parent, CallingContext),
    VELLUM_FIELD(CallingContextRecord, site, Site),
    VELLUM_FIELD(CallingContextRecord, function, Function),
    VELLUM_FIELD(CallingContextRecord, kind, Nothing),
    VELLUM_FIELD(CallingContextRecord, depth, Nothing),
};

constexpr std::array kObject{
    VELLUM_FIELD(ObjectRecord, id, Nothing),
    VELLUM_FIELD(ObjectRecord, base, Nothing),
    VELLUM_FIELD(ObjectRecord, size, Nothing),
    VELLUM_FIELD(ObjectRecord, tAllocate, Nothing),
    VELLUM_FIELD(ObjectRecord, tFree, Nothing),
    VELLUM_FIELD(ObjectRecord, callingContext, CallingContext),
    VELLUM_FIELD(ObjectRecord, name, String),
    VELLUM_FIELD(ObjectRecord, context, Nothing),
    VELLUM_FIELD(ObjectRecord, device, Nothing),
    VELLUM_FIELD(ObjectRecord, space, Nothing),
    VELLUM_FIELD(ObjectRecord, unit, Nothing),
    VELLUM_FIELD(ObjectRecord, type, Nothing),
    VELLUM_FIELD(ObjectRecord, flags, Nothing),
    VELLUM_FIELD(ObjectRecord, parent, Object),
};

constexpr std::array kOperation{
    VELLUM_FIELD(OperationRecord, id, Nothing),
    VELLUM_FIELD(OperationRecord, t0, Nothing),
    VELLUM_FIELD(OperationRecord, t1, Nothing),
    VELLUM_FIELD(OperationRecord, correlation, Nothing),
    VELLUM_FIELD(OperationRecord, kind, Nothing),
    VELLUM_FIELD(OperationRecord, callingContext, CallingContext),
    VELLUM_FIELD(OperationRecord, context, Nothing),
    VELLUM_FIELD(OperationRecord, stream, Nothing),
    VELLUM_FIELD(OperationRecord, function, Function),
    VELLUM_FIELD(OperationRecord, ordinal, Nothing),
    VELLUM_FIELD(OperationRecord, graphNode, Nothing),
    VELLUM_FIELD(OperationRecord, flags, Nothing),
    VELLUM_FIELD(OperationRecord, grid, Nothing),
    VELLUM_FIELD(OperationRecord, block, Nothing),
    VELLUM_FIELD(OperationRecord, accesses, Nothing),
    VELLUM_FIELD(OperationRecord, bytes, Nothing),
};

constexpr std::array kAccess{
    VELLUM_FIELD(AccessRecord, op, Operation),
    VELLUM_FIELD(AccessRecord, object, Object),
    VELLUM_FIELD(AccessRecord, site, Site),
    VELLUM_FIELD(AccessRecord, kind, Nothing),
    VELLUM_FIELD(AccessRecord, unit, Nothing),
    VELLUM_FIELD(AccessRecord, type, Nothing),
    VELLUM_FIELD(AccessRecord, flags, Nothing),
    VELLUM_FIELD(AccessRecord, items, Nothing),
    VELLUM_FIELD(AccessRecord, accesses, Nothing),
    VELLUM_FIELD(AccessRecord, bytes, Nothing),
    VELLUM_FIELD(AccessRecord, unchanged, Nothing),
    VELLUM_FIELD(AccessRecord, undefined, Nothing),
    VELLUM_FIELD(AccessRecord, temporal, Nothing),
    VELLUM_FIELD(AccessRecord, spatial, Nothing),
};

constexpr std::array kPattern{
    VELLUM_FIELD(PatternRecord, op, Operation),
    VELLUM_FIELD(PatternRecord, object, Object),
    VELLUM_FIELD(PatternRecord, site, Site),
    VELLUM_FIELD(PatternRecord, pattern, Nothing),
    VELLUM_FIELD(PatternRecord, flags, Nothing),
    VELLUM_FIELD(PatternRecord, items, Nothing),
    VELLUM_FIELD(PatternRecord, uniqueItems, Nothing),
    VELLUM_FIELD(PatternRecord, distinct, Nothing),
    VELLUM_FIELD(PatternRecord, accesses, Nothing),
    VELLUM_FIELD(PatternRecord, score, Nothing),
    VELLUM_FIELD(PatternRecord, coverage, Nothing),
    VELLUM_FIELD(PatternRecord, payload, Nothing),
};

constexpr std::array kTopValue{
    VELLUM_FIELD(TopValueRecord, bits, Nothing),
    VELLUM_FIELD(TopValueRecord, count, Nothing),
    VELLUM_FIELD(TopValueRecord, pattern, Pattern),
    VELLUM_FIELD(TopValueRecord, rank, Nothing),
};

constexpr std::array kSitePair{
    VELLUM_FIELD(SitePairRecord, from, Site),
    VELLUM_FIELD(SitePairRecord, to, Site),
    VELLUM_FIELD(SitePairRecord, op, Operation),
    VELLUM_FIELD(SitePairRecord, object, Object),
    VELLUM_FIELD(SitePairRecord, value, Nothing),
    VELLUM_FIELD(SitePairRecord, count, Nothing),
    VELLUM_FIELD(SitePairRecord, bytes, Nothing),
    VELLUM_FIELD(SitePairRecord, pattern, Nothing),
    VELLUM_FIELD(SitePairRecord, kind, Nothing),
    VELLUM_FIELD(SitePairRecord, unit, Nothing),
    VELLUM_FIELD(SitePairRecord, pad, Nothing),
};

constexpr std::array kSketch{
    VELLUM_FIELD(SketchRecord, op, Operation),
    VELLUM_FIELD(SketchRecord, object, Object),
    VELLUM_FIELD(SketchRecord, site, Site),
    VELLUM_FIELD(SketchRecord, kind, Nothing),
    VELLUM_FIELD(SketchRecord, unit, Nothing),
    VELLUM_FIELD(SketchRecord, type, Nothing),
    VELLUM_FIELD(SketchRecord, flags, Nothing),
    VELLUM_FIELD(SketchRecord, count, Nothing),
    VELLUM_FIELD(SketchRecord, zeros, Nothing),
    VELLUM_FIELD(SketchRecord, first, Nothing),
    VELLUM_FIELD(SketchRecord, differs, Nothing),
    VELLUM_FIELD(SketchRecord, unsignedMin, Nothing),
    VELLUM_FIELD(SketchRecord, unsignedMax, Nothing),
    VELLUM_FIELD(SketchRecord, signedMin, Nothing),
    VELLUM_FIELD(SketchRecord, signedMax, Nothing),
    VELLUM_FIELD(SketchRecord, firstIndex, Nothing),
    VELLUM_FIELD(SketchRecord, indexMin, Nothing),
    VELLUM_FIELD(SketchRecord, indexMax, Nothing),
    VELLUM_FIELD(SketchRecord, sumX, Nothing),
    VELLUM_FIELD(SketchRecord, sumY, Nothing),
    VELLUM_FIELD(SketchRecord, sumXX, Nothing),
    VELLUM_FIELD(SketchRecord, sumXY, Nothing),
    VELLUM_FIELD(SketchRecord, sumYY, Nothing),
    VELLUM_FIELD(SketchRecord, topValues, Nothing),
    VELLUM_FIELD(SketchRecord, topCounts, Nothing),
    VELLUM_FIELD(SketchRecord, nans, Nothing),
    VELLUM_FIELD(SketchRecord, infinities, Nothing),
};

constexpr std::array kVertex{
    VELLUM_FIELD(VertexRecord, id, Nothing),
    VELLUM_FIELD(VertexRecord, kind, Nothing),
    VELLUM_FIELD(VertexRecord, callingContext, CallingContext),
    VELLUM_FIELD(VertexRecord, function, Function),
    VELLUM_FIELD(VertexRecord, invocations, Nothing),
    VELLUM_FIELD(VertexRecord, time, Nothing),
    VELLUM_FIELD(VertexRecord, bytes, Nothing),
    VELLUM_FIELD(VertexRecord, slice, Nothing),
    VELLUM_FIELD(VertexRecord, flags, Nothing),
};

constexpr std::array kEdge{
    VELLUM_FIELD(EdgeRecord, from, Vertex),
    VELLUM_FIELD(EdgeRecord, to, Vertex),
    VELLUM_FIELD(EdgeRecord, object, Object),
    VELLUM_FIELD(EdgeRecord, type, Nothing),
    VELLUM_FIELD(EdgeRecord, ops, Nothing),
    VELLUM_FIELD(EdgeRecord, bytes, Nothing),
    VELLUM_FIELD(EdgeRecord, written, Nothing),
    VELLUM_FIELD(EdgeRecord, unchanged, Nothing),
    VELLUM_FIELD(EdgeRecord, undefined, Nothing),
    VELLUM_FIELD(EdgeRecord, firstOp, Operation),
    VELLUM_FIELD(EdgeRecord, lastOp, Operation),
};

constexpr std::array kDuplicate{
    VELLUM_FIELD(DuplicateRecord, op, Operation),
    VELLUM_FIELD(DuplicateRecord, object, Object),
    VELLUM_FIELD(DuplicateRecord, hash, Nothing),
    VELLUM_FIELD(DuplicateRecord, group, Nothing),
    VELLUM_FIELD(DuplicateRecord, kind, Nothing),
    VELLUM_FIELD(DuplicateRecord, bytes, Nothing),
    VELLUM_FIELD(DuplicateRecord, otherObject, Object),
};

constexpr std::array kPage{
    VELLUM_FIELD(PageRecord, object, Object),
    VELLUM_FIELD(PageRecord, page, Nothing),
    VELLUM_FIELD(PageRecord, t0, Nothing),
    VELLUM_FIELD(PageRecord, t1, Nothing),
    VELLUM_FIELD(PageRecord, pageClass, Nothing),
    VELLUM_FIELD(PageRecord, pageShift, Nothing),
    VELLUM_FIELD(PageRecord, flags, Nothing),
    VELLUM_FIELD(PageRecord, window, Nothing),
    VELLUM_FIELD(PageRecord, cpuReads, Nothing),
    VELLUM_FIELD(PageRecord, cpuWrites, Nothing),
    VELLUM_FIELD(PageRecord, gpuReads, Nothing),
    VELLUM_FIELD(PageRecord, gpuWrites, Nothing),
    VELLUM_FIELD(PageRecord, overlapBytes, Nothing),
    VELLUM_FIELD(PageRecord, processorMask, Nothing),
    VELLUM_FIELD(PageRecord, cpuFaults, Nothing),
    VELLUM_FIELD(PageRecord, gpuFaults, Nothing),
    VELLUM_FIELD(PageRecord, firstTouchFaults, Nothing),
    VELLUM_FIELD(PageRecord, pingPong, Nothing),
};

constexpr std::array kLink{
    VELLUM_FIELD(LinkRecord, op, Operation),
    VELLUM_FIELD(LinkRecord, location, Nothing),
    VELLUM_FIELD(LinkRecord, time, Nothing),
    VELLUM_FIELD(LinkRecord, ordinal, Nothing),
    VELLUM_FIELD(LinkRecord, quality, Nothing),
};

constexpr std::array kClock{
    VELLUM_FIELD(ClockRecord, host, Nothing),
    VELLUM_FIELD(ClockRecord, device, Nothing),
    VELLUM_FIELD(ClockRecord, context, Nothing),
    VELLUM_FIELD(ClockRecord, kind, Nothing),
    VELLUM_FIELD(ClockRecord, errorNs, Nothing),
    VELLUM_FIELD(ClockRecord, pad, Nothing),
};

constexpr std::array kLoss{
    VELLUM_FIELD(LossRecord, op, Operation),
    VELLUM_FIELD(LossRecord, kind, Nothing),
    VELLUM_FIELD(LossRecord, where, Nothing),
    VELLUM_FIELD(LossRecord, count, Nothing),
    VELLUM_FIELD(LossRecord, time, Nothing),
};

constexpr std::array kFooter{
    VELLUM_FIELD(FooterRecord, offset, Nothing),
    VELLUM_FIELD(FooterRecord, bytes, Nothing),
    VELLUM_FIELD(FooterRecord, firstOp, Nothing),
    VELLUM_FIELD(FooterRecord, lastOp, Nothing),
    VELLUM_FIELD(FooterRecord, type, Nothing),
    VELLUM_FIELD(FooterRecord, count, Nothing),
};

constexpr std::array kSpan{
    VELLUM_FIELD(SpanRecord, op, Operation),
    VELLUM_FIELD(SpanRecord, end, Nothing),
};

constexpr std::array kPageRun{
    VELLUM_FIELD(PageRunRecord, op, Operation),
    VELLUM_FIELD(PageRunRecord, object, Object),
    VELLUM_FIELD(PageRunRecord, offset, Nothing),
    VELLUM_FIELD(PageRunRecord, bytes, Nothing),
    VELLUM_FIELD(PageRunRecord, t0, Nothing),
    VELLUM_FIELD(PageRunRecord, t1, Nothing),
    VELLUM_FIELD(PageRunRecord, changed, Nothing),
    VELLUM_FIELD(PageRunRecord, state, Nothing),
    VELLUM_FIELD(PageRunRecord, pageClass, Nothing),
    VELLUM_FIELD(PageRunRecord, pageShift, Nothing),
    VELLUM_FIELD(PageRunRecord, flags, Nothing),
    VELLUM_FIELD(PageRunRecord, processorMask, Nothing),
};

#undef VELLUM_FIELD

/// Whether the fields lie one behind the other and fill the record: none was forgotten.
template <std::size_t count>
constexpr bool fill(std::size_t bytes, const std::array<Field, count>& fields)
{
    std::size_t end = 0;
    for (const Field& field : fields) {
        if (field.offset != end) {
            return false;
        }
        end += field.bytes;
    }
    return end == bytes;
}

template <typename Record, std::size_t count>
constexpr RecordShape shape(std::string_view name, const std::array<Field, count>& fields)
{
    return {Record::kType, name, sizeof(Record), fields};
}

constexpr std::array kShapes{
    RecordShape{ChunkType::String, "STRING", 0, {}},
    shape<SettingRecord>("SETTING", kSetting),
    shape<ModuleRecord>("MODULE", kModule),
    shape<FunctionRecord>("FUNCTION", kFunction),
    shape<SiteRecord>("SITE", kSite),
    shape<CallingContextRecord>("CALLING_CONTEXT", kCallingContext),
    shape<ObjectRecord>("OBJECT", kObject),
    shape<OperationRecord>("OPERATION", kOperation),
    shape<AccessRecord>("ACCESS", kAccess),
    shape<PatternRecord>("PATTERN", kPattern),
    shape<TopValueRecord>("TOP_VALUE", kTopValue),
    shape<SitePairRecord>("SITE_PAIR", kSitePair),
    shape<SketchRecord>("SKETCH", kSketch),
    shape<VertexRecord>("VERTEX", kVertex),
    shape<EdgeRecord>("EDGE", kEdge),
    shape<DuplicateRecord>("DUPLICATE", kDuplicate),
    shape<PageRecord>("PAGE", kPage),
    shape<LinkRecord>("LINK", kLink),
    shape<ClockRecord>("CLOCK", kClock),
    shape<LossRecord>("LOSS", kLoss),
    RecordShape{ChunkType::Raw, "RAW", 0, {}},
    RecordShape{ChunkType::Footer, "FOOTER", sizeof(FooterRecord), kFooter},
    shape<SpanRecord>("SPAN", kSpan),
    shape<PageRunRecord>("PAGE_RUN", kPageRun),
};
static_assert(kShapes.size() + 1 == kChunkTypes);
static_assert(fill(sizeof(SettingRecord), kSetting));
static_assert(fill(sizeof(ModuleRecord), kModule));
static_assert(fill(sizeof(FunctionRecord), kFunction));
static_assert(fill(sizeof(SiteRecord), kSite));
static_assert(fill(sizeof(CallingContextRecord), kCallingContext));
static_assert(fill(sizeof(ObjectRecord), kObject));
static_assert(fill(sizeof(OperationRecord), kOperation));
static_assert(fill(sizeof(AccessRecord), kAccess));
static_assert(fill(sizeof(PatternRecord), kPattern));
static_assert(fill(sizeof(TopValueRecord), kTopValue));
static_assert(fill(sizeof(SitePairRecord), kSitePair));
static_assert(fill(sizeof(SketchRecord), kSketch));
static_assert(fill(sizeof(VertexRecord), kVertex));
static_assert(fill(sizeof(EdgeRecord), kEdge));
static_assert(fill(sizeof(DuplicateRecord), kDuplicate));
static_assert(fill(sizeof(PageRecord), kPage));
static_assert(fill(sizeof(LinkRecord), kLink));
static_assert(fill(sizeof(ClockRecord), kClock));
static_assert(fill(sizeof(LossRecord), kLoss));
static_assert(fill(sizeof(FooterRecord), kFooter));
static_assert(fill(sizeof(SpanRecord), kSpan));
static_assert(fill(sizeof(PageRunRecord), kPageRun));

}  // namespace

std::string_view name(Refers refers)
{
    static constexpr std::array<std::string_view, 10> kNames{
        "",
        "string",
        "module",
        "function",
        "site",
        "calling context",
        "object",
        "operation",
        "vertex",
        "pattern"};
    return kNames[static_cast<std::size_t>(refers)];
}

std::span<const RecordShape> recordShapes()
{
    return kShapes;
}

std::string describeRecords()
{
    std::string text = "| number | chunk | bytes of a record | fields |\n|---|---|---|---|\n";
    for (const RecordShape& shape : kShapes) {
        text += "| " + std::to_string(static_cast<std::uint32_t>(shape.type)) + " | ";
        text.append(shape.name).append(" | ");
        text += shape.bytes == 0 ? "they differ |" : std::to_string(shape.bytes) + " |";
        for (const Field& field : shape.fields) {
            text.append(&field == shape.fields.data() ? " " : ", ");
            text += std::to_string(field.offset) + ": ";
            text.append(field.type).append(" ").append(field.name);
            if (field.refers != Refers::Nothing) {
                text.append(" → ").append(name(field.refers));
            }
        }
        text += " |\n";
    }
    return text;
}

}  // namespace vellum::values::sidecar
