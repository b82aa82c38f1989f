#pragma once

#include "common/values/sidecar/file_frame.h"
#include "common/values/sidecar/pattern_fields.h"
#include "common/values/sidecar/run_records.h"
#include "common/values/sidecar/value_records.h"

#include <cstddef>
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
static_assert(kHasShape<PageRunRecord, 64>);
static_assert(kHasShape<SpanRecord, 16> && kHasShape<CpuAccess, 24>);
static_assert(sizeof(LinePayload) == 16 && sizeof(ValuesPayload) == 16);
static_assert(sizeof(NarrowingPayload) == 16);

}  // namespace vellum::values::sidecar
