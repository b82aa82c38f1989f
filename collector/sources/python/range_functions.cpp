#include "collector/sources/python/range_functions.h"

#include "collector/measurement/event_buffer.h"
#include "collector/sources/nvtx/range_names.h"

namespace vellum::collector::python {

namespace {

std::uint32_t domain()
{
    static const nvtx::Domain* const kDomain = nvtx::makeDomain("Python");
    return kDomain->number;
}

}  // namespace

Object* nameRange(Object* /*self*/, Object* const* arguments, std::ptrdiff_t count)
{
    const char* const text = count == 1 ? api.toText(arguments[0]) : nullptr;
    if (text == nullptr) {
        api.clearError();
        return api.makeNumber(0);
    }
    return api.makeNumber(nvtx::numberOf({.domain = domain(), .text = text}));
}

Object* pushRange(Object* /*self*/, Object* const* arguments, std::ptrdiff_t count)
{
    if (count == 1) {
        measurement::record(measurement::EventKind::RangePush, api.toNumber(arguments[0]), 0);
    }
    api.incRef(api.none);
    return api.none;
}

Object* popRange(Object* /*self*/, Object* const* /*arguments*/, std::ptrdiff_t /*count*/)
{
    measurement::record(measurement::EventKind::RangePop, domain(), 0);
    api.incRef(api.none);
    return api.none;
}

}  // namespace vellum::collector::python
