#pragma once

#include "collector/device/device_trace.h"
#include "collector/sources/cuda/activity_layout.h"

#include <cstdint>

namespace vellum::collector::device {

/// What a record of unified memory means: CUPTI has eight kinds of them, each with members of its own meaning.
///
/// Source   CUPTI's documentation of CUpti_ActivityUnifiedMemoryCounter3.
struct ManagedMeaning {
    const char* region = nullptr;
    const char* counter = nullptr;
    const char* unit = nullptr;
    WorkKind kind = WorkKind::Migration;
    bool hasEnd = false;
};

/// \return null for a kind that this version does not know
[[nodiscard]] const ManagedMeaning* meaningOf(const cuda::layout::UnifiedMemoryCounter& counted);

/// The device whose row a record is shown on; the CPU's faults and thrashing name none: 0.
[[nodiscard]] std::uint32_t deviceOf(const cuda::layout::UnifiedMemoryCounter& counted);

/// What a record adds to its counter.
[[nodiscard]] std::uint64_t amountOf(const cuda::layout::UnifiedMemoryCounter& counted);

/// `Work::values` of a record of a known kind.
[[nodiscard]] std::array<std::uint64_t, 11> managedValues(
    const cuda::layout::UnifiedMemoryCounter& counted);

}  // namespace vellum::collector::device
