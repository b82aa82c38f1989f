#include "collector/values/instructions/x86_instruction.h"

namespace vellum::collector::values {

namespace {

using Map = X86Instruction::Map;

/// What follows an opcode.
struct Tail {
    bool modrm = false;
    std::size_t immediate = 0;
};

constexpr std::size_t kWord = 0xff;  ///< an immediate of 2 or 4 bytes, by the operand's size

bool isIn(unsigned value, unsigned first, unsigned last)
{
    return value >= first && value <= last;
}

std::optional<Tail> tailOfUpperHalf(std::uint8_t opcode)
{
    switch (opcode) {
    case 0xc0:
    case 0xc1:
    case 0xc6:
        return Tail{.modrm = true, .immediate = 1};
    case 0xc7:
        return Tail{.modrm = true, .immediate = kWord};
    case 0xc2:
        return Tail{.immediate = 2};
    case 0xc8:
        return Tail{.immediate = 3};
    case 0xcd:
    case 0xeb:
        return Tail{.immediate = 1};
    case 0xe8:
    case 0xe9:
        return Tail{.immediate = 4};
    case 0xc3:
    case 0xc9:
    case 0xcc:
    case 0xf4:
    case 0xf5:
        return Tail{};
    default:
        break;
    }
    if (isIn(opcode, 0xd0, 0xd3) || isIn(opcode, 0xd8, 0xdf) || opcode >= 0xfe
        || isIn(opcode, 0xf6, 0xf7)) {
        return Tail{.modrm = true};
    }
    if (isIn(opcode, 0xe0, 0xe3)) {
        return Tail{.immediate = 1};
    }
    return isIn(opcode, 0xf8, 0xfd) ? std::optional(Tail{}) : std::nullopt;
}

std::optional<Tail> tailOfOneByte(std::uint8_t opcode, bool isWide)
{
    if (opcode < 0x40) {
        const unsigned form = opcode & 7U;
        if (form > 5) {
            return std::nullopt;
        }
        return form < 4 ? Tail{.modrm = true} : Tail{.immediate = form == 4 ? 1 : kWord};
    }
    if (opcode >= 0xc0) {
        return tailOfUpperHalf(opcode);
    }
    if (isIn(opcode, 0xb8, 0xbf)) {
        return Tail{.immediate = isWide ? 8 : kWord};
    }
    if (isIn(opcode, 0x70, 0x7f) || isIn(opcode, 0xb0, 0xb7) || opcode == 0x6a || opcode == 0xa8) {
        return Tail{.immediate = 1};
    }
    if (opcode == 0x69 || opcode == 0x81) {
        return Tail{.modrm = true, .immediate = kWord};
    }
    if (opcode == 0x6b || opcode == 0x80 || opcode == 0x83) {
        return Tail{.modrm = true, .immediate = 1};
    }
    if (opcode == 0x68 || opcode == 0xa9) {
        return Tail{.immediate = kWord};
    }
    if (isIn(opcode, 0xa0, 0xa3)) {
        return Tail{.immediate = 8};
    }
    if (opcode == 0x63 || isIn(opcode, 0x84, 0x8f)) {
        return Tail{.modrm = true};
    }
    const bool isPlain = isIn(opcode, 0x50, 0x5f) || isIn(opcode, 0x90, 0x99)
                         || isIn(opcode, 0x9b, 0x9f) || isIn(opcode, 0xa4, 0xa7)
                         || isIn(opcode, 0xaa, 0xaf);
    return isPlain ? std::optional(Tail{}) : std::nullopt;
}

Tail tailOfTwoBytes(std::uint8_t opcode)
{
    switch (opcode) {
    case 0x05:
    case 0x06:
    case 0x08:
    case 0x09:
    case 0x0b:
    case 0x77:
    case 0xa0:
    case 0xa1:
    case 0xa2:
    case 0xa8:
    case 0xa9:
        return {};
    case 0xa4:
    case 0xac:
    case 0xba:
    case 0xc2:
    case 0xc4:
    case 0xc5:
    case 0xc6:
        return {.modrm = true, .immediate = 1};
    default:
        break;
    }
    if (isIn(opcode, 0x30, 0x37) || isIn(opcode, 0xc8, 0xcf)) {
        return {};
    }
    if (isIn(opcode, 0x70, 0x73)) {
        return {.modrm = true, .immediate = 1};
    }
    return isIn(opcode, 0x80, 0x8f) ? Tail{.immediate = 4} : Tail{.modrm = true};
}

std::optional<Tail> tailOf(const X86Instruction& instruction)
{
    switch (instruction.map) {
    case Map::OneByte:
        return tailOfOneByte(instruction.opcode, instruction.isWide);
    case Map::TwoBytes:
        return tailOfTwoBytes(instruction.opcode);
    case Map::Map38:
        return Tail{.modrm = true};
    case Map::Map3A:
        return Tail{.modrm = true, .immediate = 1};
    }
    return std::nullopt;
}

/// Reads from the left; behind the end it gives zeros, and `isCut`.
class Bytes {
public:
    explicit Bytes(std::span<const std::uint8_t> code) : m_code(code) {}

    [[nodiscard]] std::uint8_t peek() const { return m_at < m_code.size() ? m_code[m_at] : 0; }
    std::uint8_t take()
    {
        const std::uint8_t byte = peek();
        ++m_at;
        return byte;
    }
    void skip(std::size_t bytes) { m_at += bytes; }
    [[nodiscard]] bool isCut() const { return m_at > m_code.size(); }
    [[nodiscard]] std::size_t position() const { return m_at; }

private:
    std::span<const std::uint8_t> m_code;
    std::size_t m_at = 0;
};

/// \return whether the base register's number has a fourth bit, so that 4 is not the stack pointer
bool takePrefixes(Bytes& bytes, X86Instruction& instruction)
{
    for (;; bytes.skip(1)) {
        const std::uint8_t byte = bytes.peek();
        if (byte == 0xf2 || byte == 0xf3) {
            instruction.prefix = byte;
        } else if (byte == 0x66) {
            instruction.prefix = instruction.prefix == 0 ? byte : instruction.prefix;
        } else if (
            byte != 0x2e && byte != 0x36 && byte != 0x3e && byte != 0x26 && byte != 0x64
            && byte != 0x65 && byte != 0x67 && byte != 0xf0) {
            break;
        }
        if (bytes.isCut()) {
            return false;
        }
    }
    if ((bytes.peek() & 0xf0U) != 0x40) {
        return false;
    }
    const std::uint8_t rex = bytes.take();
    instruction.isWide = (rex & 8U) != 0;
    return (rex & 1U) != 0;
}

/// \return as takePrefixes()
bool takeVex(Bytes& bytes, X86Instruction& instruction, bool isLong)
{
    unsigned map = 1;
    bool isHighBase = false;
    if (isLong) {
        const std::uint8_t second = bytes.take();
        map = second & 0x1fU;
        isHighBase = (second & 0x20U) == 0;
    }
    const std::uint8_t last = bytes.take();
    instruction.isWide = isLong && (last & 0x80U) != 0;
    instruction.isVector256 = (last & 4U) != 0;
    constexpr std::uint8_t kPrefixes[] = {0, 0x66, 0xf3, 0xf2};
    instruction.prefix = kPrefixes[last & 3U];
    instruction.map = static_cast<Map>(map & 3U);
    instruction.opcode = bytes.take();
    return isHighBase;
}

void takeOpcode(Bytes& bytes, X86Instruction& instruction)
{
    const std::uint8_t first = bytes.take();
    if (first != 0x0f) {
        instruction.opcode = first;
        return;
    }
    const std::uint8_t second = bytes.take();
    if (second == 0x38 || second == 0x3a) {
        instruction.map = second == 0x38 ? Map::Map38 : Map::Map3A;
        instruction.opcode = bytes.take();
    } else {
        instruction.map = Map::TwoBytes;
        instruction.opcode = second;
    }
}

void takeOperand(Bytes& bytes, X86Instruction& instruction, bool isHighBase)
{
    constexpr unsigned kStackPointer = 4;
    const std::uint8_t modrm = bytes.take();
    const unsigned mode = modrm >> 6U;
    unsigned base = modrm & 7U;
    instruction.extension = modrm >> 3U & 7U;
    instruction.hasMemory = mode != 3;
    if (!instruction.hasMemory) {
        return;
    }
    if (base == kStackPointer) {
        const std::uint8_t scaled = bytes.take();
        base = scaled & 7U;
        instruction.isSpill =
            !isHighBase && base == kStackPointer && (scaled >> 3U & 7U) == kStackPointer;
    }
    if (mode == 1) {
        bytes.skip(1);
    } else if (mode == 2 || base == 5) {
        bytes.skip(4);
    }
}

}  // namespace

std::optional<X86Instruction> readX86(std::span<const std::uint8_t> code)
{
    X86Instruction instruction;
    Bytes bytes(code);
    bool isHighBase = takePrefixes(bytes, instruction);
    if (bytes.peek() == 0xc4 || bytes.peek() == 0xc5) {
        isHighBase = takeVex(bytes, instruction, bytes.take() == 0xc4);
    } else {
        takeOpcode(bytes, instruction);
    }
    const std::optional<Tail> tail = tailOf(instruction);
    if (!tail) {
        return std::nullopt;
    }
    if (tail->modrm) {
        takeOperand(bytes, instruction, isHighBase);
    }
    const bool isShort = instruction.prefix == 0x66 && !instruction.isWide;
    bytes.skip(tail->immediate == kWord ? (isShort ? 2 : 4) : tail->immediate);
    const bool isTest = instruction.map == Map::OneByte && (instruction.opcode & 0xfeU) == 0xf6
                        && instruction.extension < 2;
    if (isTest) {
        bytes.skip(instruction.opcode == 0xf6 ? 1 : (isShort ? 2 : 4));
    }
    if (bytes.isCut()) {
        return std::nullopt;
    }
    instruction.length = bytes.position();
    return instruction;
}

}  // namespace vellum::collector::values
