#pragma once

#include "collector/measurement/event_buffer.h"

#include <dlfcn.h>

#include <cstdint>

/// What the program sees of the collector: everything else is hidden, so that no name clashes.
#define VELLUM_HOOK extern "C" __attribute__((visibility("default")))

/// The stack pointer of the hook's caller at the call: deeper calls have lower ones, so a region whose
/// frame is gone can be told. Needs no frame pointer.
#define VELLUM_CALLER_FRAME() reinterpret_cast<std::uint64_t>(__builtin_dwarf_cfa())

namespace vellum::collector::sources {

/// The function that the program would have called without us.
template <typename Function>
Function* nextFunction(const char* name)
{
    return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

/// Records a call of the thread library as a region for as long as it lives.
class ApiVisit {
public:
    explicit ApiVisit(measurement::ApiRegion region) : m_region(static_cast<std::uint64_t>(region))
    {
        measurement::record(measurement::EventKind::ApiEnter, m_region, 0);
    }
    ~ApiVisit() { measurement::record(measurement::EventKind::ApiLeave, m_region, 0); }
    ApiVisit(const ApiVisit&) = delete;
    ApiVisit& operator=(const ApiVisit&) = delete;

private:
    std::uint64_t m_region;
};

}  // namespace vellum::collector::sources
