#pragma once

#include "collector/sources/python/python_api.h"

namespace vellum::collector::python {

/// Ranges that our Python code puts around functions: ranges of NVTX in a domain of their own, as if the program
/// set them.
///
/// Threads  Any that holds the interpreter's lock; ranges are those of the calling thread.

/// Takes a name, gives its number, which the other process of a fork knows, too.
Object* nameRange(Object* self, Object* const* arguments, std::ptrdiff_t count);
Object* pushRange(Object* self, Object* const* arguments, std::ptrdiff_t count);
Object* popRange(Object* self, Object* const* arguments, std::ptrdiff_t count);

}  // namespace vellum::collector::python
