#pragma once

#include "collector/sources/python/python_api.h"

#include <cstddef>
#include <cstdint>

namespace vellum::collector::python {

/// What is to be recorded of code objects, kept in the objects themselves: the interpreter has a place in each for
/// tools, so that it is found without a table, and is gone with its object.
///
/// Errors   Of a code object that cannot be described nothing is recorded. So it is with those of our own file.
/// Threads  Any that holds the interpreter's lock.
struct CodeEntry {
    std::uint32_t number = 0;  ///< of the function; 0: no visits
    std::uint32_t range =
        0;  ///< of the range around each visit, as nvtx/range_names.h numbers them; 0: none

    [[nodiscard]] bool isFollowed() const { return number != 0 || range != 0; }
};

/// The name by which our own Python code is compiled.
inline constexpr const char* kOwnFile = "<vellum>";

/// The module of the file that is run itself. It is not imported, so that its functions cannot be replaced: ranges are
/// put around them here.
inline constexpr const char* kMainModule = "__main__";

/// Asks the interpreter for the place, and begins the file of functions. \return false where it has none left
bool openCodeTable();

extern std::ptrdiff_t codePlace __attribute__((visibility("hidden")));

/// The slow way: describes the code, whose globals are those of the current frame, and keeps what is to be recorded.
CodeEntry defineCode(Object* code);

/// In the place: that something is there, then the two numbers.
[[nodiscard]] inline std::uintptr_t packEntry(const CodeEntry& entry)
{
    return std::uintptr_t{entry.range} << 32U | std::uintptr_t{entry.number} << 1U | 1U;
}

[[nodiscard]] inline CodeEntry entryOfCode(Object* code)
{
    void* kept = nullptr;
    if (api.getExtra(code, codePlace, &kept) == 0 && kept != nullptr) [[likely]] {
        const auto bits = reinterpret_cast<std::uintptr_t>(kept);
        return {
            .number = static_cast<std::uint32_t>(bits) >> 1U,
            .range = static_cast<std::uint32_t>(bits >> 32U)};
    }
    return defineCode(code);
}

}  // namespace vellum::collector::python
