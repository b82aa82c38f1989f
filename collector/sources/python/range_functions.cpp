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

std::uint32_t numberOfRange(const std::string& name)
{
    return nvtx::numberOf({.domain = domain(), .text = name});
}

void pushRange(std::uint32_t number)
{
    measurement::record(measurement::EventKind::RangePush, number, 0);
}

void popRange()
{
    measurement::record(measurement::EventKind::RangePop, domain(), 0);
}

Object* nameRange(Object* /*self*/, Object* const* arguments, std::ptrdiff_t count)
{
    const char* const text = count == 1 ? api.toText(arguments[0]) : nullptr;
    if (text == nullptr) {
        api.clearError();
        return api.makeNumber(0);
    }
    return api.makeNumber(numberOfRange(text));
}

Object* pushRangeFromPython(Object* /*self*/, Object* const* arguments, std::ptrdiff_t count)
{
    if (count == 1) {
        pushRange(static_cast<std::uint32_t>(api.toNumber(arguments[0])));
    }
    return nothing();
}

Object* popRangeFromPython(Object* /*self*/, Object* const* /*arguments*/, std::ptrdiff_t /*count*/)
{
    popRange();
    return nothing();
}

}  // namespace vellum::collector::python
