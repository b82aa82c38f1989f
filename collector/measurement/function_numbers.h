#pragma once

#include "collector/measurement/record_words.h"

#include <linux/limits.h>

#include <cstdint>

namespace vellum::collector::measurement {

/// The file `functions` of the process: an open-addressing table of functions' addresses, whose places are their numbers.
///
/// Cost     A shift, a load and a comparison where the function has the place that its address asks for.
/// Left out A function that is no longer recorded has kLeftOutMark in its place, so that whoever looks for its address
///          finds another there and asks findFunction(): those that are recorded pay nothing for it (left_out.h).
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

/// What findFunction() answers of a function that is left out: this and its number.
inline constexpr std::uint64_t kLeftOutNumber = std::uint64_t{1} << 32U;

/// Its number, kNoNumber where the table is full, or see above. The table must be open.
[[nodiscard]] std::uint64_t findFunction(std::uint64_t address);

[[nodiscard]] inline std::uint64_t placeOfFunction(std::uint64_t address)
{
    return address >> 4U & (words::kNumbers - 1);
}

/// Whether the function is recorded and has the place that its address asks for, as nearly all have.
[[nodiscard]] inline bool isInPlace(std::uint64_t address)
{
    return __atomic_load_n(functionTable + placeOfFunction(address), __ATOMIC_RELAXED) == address;
}

/// The number alone, whether the function is left out or not; kNoNumber where the table is full.
[[nodiscard]] inline std::uint64_t numberOfFunction(std::uint64_t address)
{
    return isInPlace(address) ? placeOfFunction(address)
                              : findFunction(address) & (kLeftOutNumber - 1);
}

}  // namespace vellum::collector::measurement
