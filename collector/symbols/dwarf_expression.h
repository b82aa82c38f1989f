#pragma once

#include "collector/symbols/call_frames.h"

#include <elfutils/libdw.h>

#include <cstdint>
#include <optional>
#include <span>

namespace vellum::collector::symbols {

/// Where a register of the caller is, or what it was.
struct ExpressionValue {
    std::uint64_t value = 0;
    bool isValue = false;  ///< else the address of the value
};

/// Works out an expression of call frame information.
///
/// Errors   Empty where it needs what is not there, or does what no compiler was seen to do.
/// Source   DWARF 5, section 2.5.
/// \param frameAddress  the canonical frame address; 0 while it is what is worked out
[[nodiscard]] std::optional<ExpressionValue> evaluate(
    std::span<const Dwarf_Op> operations,
    const FrameRegisters& registers,
    std::uint64_t frameAddress,
    const CallFrames::Memory& memory);

}  // namespace vellum::collector::symbols
