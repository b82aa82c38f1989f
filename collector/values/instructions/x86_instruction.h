#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace vellum::collector::values {

/// As much of one instruction of x86-64 as is needed to step over it, and to tell its operand in memory.
struct X86Instruction {
    enum class Map : std::uint8_t { OneByte = 0, TwoBytes = 1, Map38 = 2, Map3A = 3 };

    std::size_t length = 0;
    Map map = Map::OneByte;
    std::uint8_t opcode = 0;
    std::uint8_t prefix = 0;  ///< 0x66, 0xf3, 0xf2 (the last two before the first), or 0
    bool isWide = false;      ///< 64-bit operand: REX.W
    bool isVector256 = false;
    bool hasMemory = false;
    std::uint8_t extension =
        0;  ///< of the opcode, where it has one: the middle three bits of ModRM
    /// The operand is found from the stack pointer alone, as spilled registers are.
    bool isSpill = false;
};

/// The instruction at the begin of \p code; nothing where it is cut, or none that compilers make for normal code
/// (AVX-512 is not read).
///
/// Source   Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2, appendix A.
/// Threads  Any.
[[nodiscard]] std::optional<X86Instruction> readX86(std::span<const std::uint8_t> code);

}  // namespace vellum::collector::values
