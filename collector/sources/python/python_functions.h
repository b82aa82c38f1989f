#pragma once

#include <cstdint>

namespace vellum::collector::python {

/// How functions of Python lie in a thread's events: as functions of compiled code do, 8 bytes for an enter or leave,
/// but at addresses where no process has code. The address is made of the function's number, which the file `python`
/// of the process explains.
///
/// Layout   kFunctionFile: `number line\tname\tmodule\tfile\n`, numbers decimal. What the parent defined before a fork
///          holds in its child, too, unless the child has a line of its own. A process whose Python was followed
///          has the file, if only an empty one.
inline constexpr const char* kFunctionFile = "python";

inline constexpr std::uint64_t kFunctionBit = std::uint64_t{1} << 47U;
inline constexpr unsigned kNumberShift =
    4;  ///< neighbours get neighbouring places of the file `functions`

/// How many functions are told apart; what comes after them is this number's.
inline constexpr std::uint32_t kMostFunctions = 1U << 20U;

[[nodiscard]] constexpr std::uint64_t addressOf(std::uint32_t number)
{
    return kFunctionBit | std::uint64_t{number} << kNumberShift;
}
[[nodiscard]] constexpr bool isFunction(std::uint64_t address)
{
    return (address & kFunctionBit) != 0;
}
[[nodiscard]] constexpr std::uint32_t numberOf(std::uint64_t address)
{
    return static_cast<std::uint32_t>((address & ~kFunctionBit) >> kNumberShift);
}

}  // namespace vellum::collector::python
