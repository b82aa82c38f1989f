#include "collector/values/instructions/access_type.h"

#include "collector/values/instructions/x86_instruction.h"

namespace vellum::collector::values {

namespace {

using ::vellum::values::ValueType;
using Map = X86Instruction::Map;

/// What an instruction does to its operand in memory.
struct MemoryUse {
    std::size_t bytes = 0;  ///< 0: nothing that is of interest
    bool loads = false;
    bool stores = false;
    AccessType type;
};

MemoryUse load(std::size_t bytes, ValueType type, std::size_t unit)
{
    return {
        .bytes = bytes,
        .loads = true,
        .type = {.type = type, .unit = static_cast<std::uint8_t>(unit)}};
}

std::size_t integerBytes(const X86Instruction& instruction)
{
    return instruction.isWide ? 8 : (instruction.prefix == 0x66 ? 2 : 4);
}

MemoryUse integerUse(std::size_t bytes, bool loads, bool stores)
{
    return {
        .bytes = bytes,
        .loads = loads,
        .stores = stores,
        .type = {.type = ValueType::Signed, .unit = static_cast<std::uint8_t>(bytes)}};
}

/// Opcodes below 0x40 come in eights: operation, then the four forms.
MemoryUse arithmeticUse(const X86Instruction& instruction)
{
    const std::size_t bytes = (instruction.opcode & 1U) == 0 ? 1 : integerBytes(instruction);
    const bool isDestination = (instruction.opcode & 2U) == 0;
    const bool isCompare = (instruction.opcode & 0x38U) == 0x38;
    return integerUse(bytes, true, isDestination && !isCompare);
}

MemoryUse floatStackUse(const X86Instruction& instruction)
{
    const bool isShort = instruction.opcode == 0xd8 || instruction.opcode == 0xd9;
    const bool isLong = instruction.opcode == 0xdc || instruction.opcode == 0xdd;
    const bool moves = instruction.opcode == 0xd9 || instruction.opcode == 0xdd;
    if ((!isShort && !isLong) || (moves && instruction.extension > 3)) {
        return {};
    }
    const std::size_t bytes = isShort ? 4 : 8;
    MemoryUse use = load(bytes, ValueType::Float, bytes);
    use.stores = moves && instruction.extension >= 2;
    use.loads = !use.stores;
    return use;
}

MemoryUse oneByteUse(const X86Instruction& instruction)
{
    const std::uint8_t opcode = instruction.opcode;
    const std::size_t bytes = (opcode & 1U) == 0 ? 1 : integerBytes(instruction);
    if (opcode < 0x40) {
        return arithmeticUse(instruction);
    }
    switch (opcode) {
    case 0x63:
        return load(4, ValueType::Signed, 4);
    case 0x69:
    case 0x6b:
        return integerUse(integerBytes(instruction), true, false);
    case 0x80:
    case 0x81:
        return integerUse(bytes, true, instruction.extension != 7);
    case 0x83:
        return integerUse(integerBytes(instruction), true, instruction.extension != 7);
    case 0x84:
    case 0x85:
    case 0x8a:
    case 0x8b:
        return integerUse(bytes, true, false);
    case 0x88:
    case 0x89:
    case 0xc6:
    case 0xc7:
        return integerUse(bytes, false, true);
    case 0x86:
    case 0x87:
    case 0xc0:
    case 0xc1:
    case 0xd0:
    case 0xd1:
    case 0xd2:
    case 0xd3:
        return integerUse(bytes, true, true);
    case 0xf6:
    case 0xf7:
        return integerUse(bytes, true, instruction.extension == 2 || instruction.extension == 3);
    case 0xfe:
        return integerUse(1, true, true);
    case 0xff:
        return instruction.extension < 2 ? integerUse(bytes, true, true)
                                         : integerUse(8, true, false);
    default:
        return opcode >= 0xd8 && opcode <= 0xdf ? floatStackUse(instruction) : MemoryUse{};
    }
}

/// Moves and arithmetic of vector registers: the prefix says what their elements are.
MemoryUse floatUse(const X86Instruction& instruction, bool isStore)
{
    const bool isDouble = instruction.prefix == 0x66 || instruction.prefix == 0xf2;
    const bool isScalar = instruction.prefix == 0xf2 || instruction.prefix == 0xf3;
    const std::size_t unit = isDouble ? 8 : 4;
    const std::size_t whole = instruction.isVector256 ? 32 : 16;
    MemoryUse use = load(isScalar ? unit : whole, ValueType::Float, unit);
    use.loads = !isStore;
    use.stores = isStore;
    return use;
}

/// Without a prefix a move of a whole register is the shortest one, whatever is in it.
bool saysNothing(const X86Instruction& instruction)
{
    const std::uint8_t pair = instruction.opcode & 0xfeU;
    return instruction.prefix == 0 && (pair == 0x10 || pair == 0x28);
}

MemoryUse vectorMoveUse(const X86Instruction& instruction)
{
    if (saysNothing(instruction)) {
        return {};
    }
    switch (instruction.opcode) {
    case 0x10:
    case 0x28:
        return floatUse(instruction, false);
    case 0x11:
    case 0x29:
    case 0x2b:
        return floatUse(instruction, true);
    case 0x12:
    case 0x16:
    case 0x13:
    case 0x17: {
        const bool isStore = (instruction.opcode & 1U) != 0;
        MemoryUse use = floatUse(instruction, isStore);
        use.bytes = 8;
        return use;
    }
    case 0x2a:
        return integerUse(instruction.isWide ? 8 : 4, true, false);
    case 0x2c:
    case 0x2d:
        return floatUse(instruction, false);
    case 0x2e:
    case 0x2f: {
        const std::size_t unit = instruction.prefix == 0x66 ? 8 : 4;
        return load(unit, ValueType::Float, unit);
    }
    default:
        return {};
    }
}

MemoryUse twoByteUse(const X86Instruction& instruction)
{
    const std::uint8_t opcode = instruction.opcode;
    if (opcode <= 0x2f) {
        return vectorMoveUse(instruction);
    }
    if (opcode >= 0x40 && opcode <= 0x4f) {
        return integerUse(integerBytes(instruction), true, false);
    }
    if (opcode == 0x51 || (opcode >= 0x58 && opcode <= 0x5f && opcode != 0x5b)) {
        return floatUse(instruction, false);
    }
    switch (opcode) {
    case 0xaf:
        return integerUse(integerBytes(instruction), true, false);
    case 0xb6:
    case 0xb7: {
        const std::size_t bytes = opcode == 0xb6 ? 1 : 2;
        return load(bytes, ValueType::Unsigned, bytes);
    }
    case 0xbe:
    case 0xbf: {
        const std::size_t bytes = opcode == 0xbe ? 1 : 2;
        return load(bytes, ValueType::Signed, bytes);
    }
    default:
        return opcode >= 0x90 && opcode <= 0x9f ? integerUse(1, false, true) : MemoryUse{};
    }
}

MemoryUse useOf(const X86Instruction& instruction)
{
    if (!instruction.hasMemory || instruction.isSpill) {
        return {};
    }
    switch (instruction.map) {
    case Map::OneByte:
        return oneByteUse(instruction);
    case Map::TwoBytes:
        return twoByteUse(instruction);
    default:
        return {};
    }
}

/// Nothing behind it runs next for sure.
bool isEnd(const X86Instruction& instruction)
{
    const std::uint8_t opcode = instruction.opcode;
    const bool isJump = opcode == 0xe9 || opcode == 0xeb || opcode == 0xc3 || opcode == 0xc2;
    const bool isIndirect =
        opcode == 0xff && (instruction.extension == 4 || instruction.extension == 5);
    return instruction.map == Map::OneByte && (isJump || isIndirect);
}

}  // namespace

std::optional<AccessType> typeOfAccess(
    std::span<const std::uint8_t> code, std::size_t bytes, bool isStore)
{
    constexpr unsigned kFarthest = 32;
    for (unsigned i = 0; i < kFarthest; ++i) {
        const std::optional<X86Instruction> instruction = readX86(code);
        if (!instruction || isEnd(*instruction)) {
            return std::nullopt;
        }
        const MemoryUse use = useOf(*instruction);
        if (use.bytes == bytes && (isStore ? use.stores : use.loads)) {
            return use.type;
        }
        code = code.subspan(instruction->length);
    }
    return std::nullopt;
}

}  // namespace vellum::collector::values
