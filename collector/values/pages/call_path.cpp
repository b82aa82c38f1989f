#include "collector/values/pages/call_path.h"

#include <link.h>
#include <unwind.h>

#include <cstddef>

namespace vellum::collector::values {

namespace {

// The linker's own marks of this library. NOLINTNEXTLINE(bugprone-reserved-identifier,readability-identifier-naming)
extern "C" const char __ehdr_start[] __attribute__((visibility("hidden")));
// NOLINTNEXTLINE(bugprone-reserved-identifier,readability-identifier-naming)
extern "C" const char _end[] __attribute__((visibility("hidden")));

struct Walk {
    std::array<std::uint64_t, BlockEvent::kFrames>* path = nullptr;
    std::uint32_t found = 0;
};

_Unwind_Reason_Code takeFrame(_Unwind_Context* context, void* data)
{
    auto& walk = *static_cast<Walk*>(data);
    const std::uint64_t address = _Unwind_GetIP(context);
    if (address == 0 || walk.found == walk.path->size()) {
        return _URC_END_OF_STACK;
    }
    const bool isOurs = address >= reinterpret_cast<std::uint64_t>(__ehdr_start)
                        && address < reinterpret_cast<std::uint64_t>(_end);
    if (!isOurs) {
        (*walk.path)[walk.found++] = address;
    }
    return _URC_NO_REASON;
}

}  // namespace

std::uint32_t callPath(std::array<std::uint64_t, BlockEvent::kFrames>& path)
{
    Walk walk{.path = &path};
    _Unwind_Backtrace(takeFrame, &walk);
    return walk.found;
}

}  // namespace vellum::collector::values
