#pragma once

#include "collector/measurement/record_words.h"

#include <linux/limits.h>

#include <cstdint>

namespace vellum::collector::measurement {

/// The file `functions` of the process: an open-addressing table of functions' addresses, whose places are their numbers.
///
/// Cost     A shift, a load and a comparison where the function has the place that its address asks for.
/// Threads  Any; places are taken by an atomic exchange and never given up.
inline constexpr std::uint64_t kNoNumber = words::kNumbers;

extern std::uint64_t* functionTable __attribute__((visibility("hidden")));

/// Maps the table of this process. \param path  room for its name. \return false, with errno, if there is no space
bool openFunctionTable(char (&path)[PATH_MAX]);

/// In a forked child: the parent's table is not ours.
inline void forgetFunctionTable()
{
    functionTable = nullptr;
}

[[nodiscard]] std::uint64_t findFunction(std::uint64_t address);

[[nodiscard]] inline std::uint64_t placeOfFunction(std::uint64_t address)
{
    return address >> 4U & (words::kNumbers - 1);
}

/// kNoNumber where the table is full. The table must be open.
[[nodiscard]] inline std::uint64_t numberOfFunction(std::uint64_t address)
{
    const std::uint64_t place = placeOfFunction(address);
    return __atomic_load_n(functionTable + place, __ATOMIC_RELAXED) == address
               ? place
               : findFunction(address);
}

}  // namespace vellum::collector::measurement
