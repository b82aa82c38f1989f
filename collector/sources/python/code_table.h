#pragma once

#include "collector/sources/python/python_api.h"

#include <cstddef>
#include <cstdint>

namespace vellum::collector::python {

/// Numbers of code objects, kept in the objects themselves: the interpreter has a place in each for tools, so that
/// a number is found without a table, and is gone with its object.
///
/// Errors   A code object that cannot be described has number 0, which is not recorded. So have those of our own file.
/// Threads  Any that holds the interpreter's lock.

/// The name by which our own Python code is compiled.
inline constexpr const char* kOwnFile = "<vellum>";

/// Asks the interpreter for the place, and begins the file of functions. \return false where it has none left
bool openCodeTable();

extern std::ptrdiff_t codePlace __attribute__((visibility("hidden")));

/// The slow way: describes the code, whose globals are those of the current frame, and gives it a number.
std::uint32_t defineCode(Object* code);

/// What lies in the place: the number, and that there is one.
[[nodiscard]] inline std::uint32_t numberOfCode(Object* code)
{
    void* kept = nullptr;
    if (api.getExtra(code, codePlace, &kept) == 0 && kept != nullptr) [[likely]] {
        return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(kept) >> 1U);
    }
    return defineCode(code);
}

}  // namespace vellum::collector::python
