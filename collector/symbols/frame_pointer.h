#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace vellum::collector::symbols {

/// How far above the stack pointer the frame pointer lies while a function calls another, from the function's code: the
/// pushes and the subtraction that it begins with. For x86-64 code that keeps a frame pointer (`push %rbp; mov %rsp,%rbp`).
///
/// \param code  of the function, all of it as far as it is known
/// \return bytes; nothing where it begins otherwise, or may move its stack pointer later by a number that is in a register (alloca,
///         arrays of variable length), or aligns it
[[nodiscard]] std::optional<std::uint64_t> framePointerAbove(std::span<const std::byte> code);

/// The target of the call that ends where \p code does, as an offset from there, in a direct call; 0 of an indirect one.
/// Nothing if no call ends there.
[[nodiscard]] std::optional<std::int64_t> callBefore(std::span<const std::byte> code);

}  // namespace vellum::collector::symbols
