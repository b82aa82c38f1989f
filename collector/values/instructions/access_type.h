#pragma once

#include "common/values/access.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace vellum::collector::values {

/// The type by which an instruction reads or writes memory.
struct AccessType {
    ::vellum::values::ValueType type = ::vellum::values::ValueType::Unknown;
    std::uint8_t unit = 0;  ///< bytes of one scalar

    friend bool operator==(const AccessType&, const AccessType&) = default;
};

/// Looks for the access that a hook has announced: the first instruction behind its call that moves as many bytes in the
/// same direction, and is no move of a spilled register. Integers count as signed, where nothing extends them by zeros.
///
/// Exact    A guess: what compilers put between is assumed to be moves, arithmetic and further hooks.
/// \param code   from the hook's return address on; x86-64. Of other processors nothing is known
/// \param bytes  of the access, 1 to 16
/// Threads  Any.
[[nodiscard]] std::optional<AccessType> typeOfAccess(
    std::span<const std::uint8_t> code, std::size_t bytes, bool isStore);

}  // namespace vellum::collector::values
