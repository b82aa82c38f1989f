#pragma once

#include "collector/sources/python/python_api.h"

#include <cstdint>
#include <string>

namespace vellum::collector::python {

/// Ranges that our Python code puts around functions: ranges of NVTX in a domain of their own, as if the program
/// set them.
///
/// Threads  Any that holds the interpreter's lock; ranges are those of the calling thread.

/// The number of the range of a name, as nvtx/range_names.h has it.
std::uint32_t numberOfRange(const std::string& name);
void pushRange(std::uint32_t number);
/// Ends the innermost one.
void popRange();

/// Takes a name, gives its number, which the other process of a fork knows, too.
Object* nameRange(Object* self, Object* const* arguments, std::ptrdiff_t count);
Object* pushRangeFromPython(Object* self, Object* const* arguments, std::ptrdiff_t count);
Object* popRangeFromPython(Object* self, Object* const* arguments, std::ptrdiff_t count);

}  // namespace vellum::collector::python
