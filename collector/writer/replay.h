#pragma once

#include "collector/measurement/spool_format.h"
#include "collector/writer/region_stack.h"
#include "collector/writer/spool.h"

#include <optional>
#include <vector>

namespace vellum::collector::writer {

/// What one record does to a thread's open regions.
struct StackChange {
    const std::vector<RegionKey>& closed;  ///< innermost first; valid until the stack changes again
    std::optional<RegionKey> entered;      ///< after the closing
    bool unmatched = false;                ///< a leave of a region that was not open
    std::size_t repaired = 0;              ///< how many of `closed` had no leave of their own
};

StackChange apply(RegionStack& stack, const measurement::EventRecord& record);

/// Whether the innermost region is a call of OpenMP that asked for a lock and did not get it: then the thread does something
/// else next. The libomp of LLVM 14 does not tell omp_test_lock from omp_set_lock, nor that it failed.
[[nodiscard]] bool isLockInVain(const RegionStack& stack, const measurement::EventRecord& record);

/// The stack with which a location of \p process begins.
[[nodiscard]] RegionStack stackOf(const SpooledProcess& process, const SpooledLocation& location);

}  // namespace vellum::collector::writer
