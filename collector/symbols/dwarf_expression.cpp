#include "collector/symbols/dwarf_expression.h"

#include <dwarf.h>

#include <array>

namespace vellum::collector::symbols {

namespace {

using Word = std::uint64_t;

/// The stack of an expression. One that takes from nothing, or holds too much, has failed.
class Machine {
public:
    void push(Word value)
    {
        m_failed = m_failed || m_size == m_words.size();
        if (!m_failed) {
            m_words.at(m_size++) = value;
        }
    }
    Word pop()
    {
        m_failed = m_failed || m_size == 0;
        return m_failed ? 0 : m_words.at(--m_size);
    }
    [[nodiscard]] Word peek(std::size_t depth)
    {
        m_failed = m_failed || depth >= m_size;
        return m_failed ? 0 : m_words.at(m_size - 1 - depth);
    }
    void fail() { m_failed = true; }
    [[nodiscard]] bool hasFailed() const { return m_failed; }

private:
    std::array<Word, 32> m_words{};
    std::size_t m_size = 0;
    bool m_failed = false;
};

/// Of two operands, the lower on the stack first. \return nothing if it is not of that kind
std::optional<Word> binary(unsigned operation, Word left, Word right)
{
    const auto signedLeft = static_cast<std::int64_t>(left);
    const auto signedRight = static_cast<std::int64_t>(right);
    constexpr Word kBits = 64;
    switch (operation) {
    case DW_OP_plus:
        return left + right;
    case DW_OP_minus:
        return left - right;
    case DW_OP_mul:
        return left * right;
    case DW_OP_and:
        return left & right;
    case DW_OP_or:
        return left | right;
    case DW_OP_xor:
        return left ^ right;
    case DW_OP_shl:
        return right < kBits ? left << right : 0;
    case DW_OP_shr:
        return right < kBits ? left >> right : 0;
    case DW_OP_eq:
        return left == right ? 1 : 0;
    case DW_OP_ne:
        return left != right ? 1 : 0;
    case DW_OP_ge:
        return signedLeft >= signedRight ? 1 : 0;
    case DW_OP_gt:
        return signedLeft > signedRight ? 1 : 0;
    case DW_OP_le:
        return signedLeft <= signedRight ? 1 : 0;
    case DW_OP_lt:
        return signedLeft < signedRight ? 1 : 0;
    default:
        return std::nullopt;
    }
}

class Evaluation {
public:
    Evaluation(const FrameRegisters& registers, Word frameAddress, const CallFrames::Memory& memory)
        : m_registers(registers)
        , m_frameAddress(frameAddress)
        , m_memory(memory)
    {
    }

    void apply(const Dwarf_Op& operation)
    {
        if (!pushed(operation) && !rearranged(operation)) {
            const Word right = m_machine.pop();
            const Word left = m_machine.pop();
            const std::optional<Word> result = binary(operation.atom, left, right);
            result ? m_machine.push(*result) : m_machine.fail();
        }
    }

    [[nodiscard]] std::optional<ExpressionValue> result()
    {
        const Word value = m_machine.pop();
        return m_machine.hasFailed()
                   ? std::nullopt
                   : std::optional(ExpressionValue{.value = value, .isValue = m_isValue});
    }

private:
    void pushRegister(std::size_t number, Word offset)
    {
        m_registers.has(number) ? m_machine.push(m_registers.values.at(number) + offset)
                                : m_machine.fail();
    }

    /// Operations that add a word.
    bool pushed(const Dwarf_Op& operation)
    {
        const unsigned atom = operation.atom;
        if (atom >= DW_OP_breg0 && atom <= DW_OP_breg31) {
            pushRegister(atom - DW_OP_breg0, operation.number);
        } else if (atom == DW_OP_bregx) {
            pushRegister(operation.number, operation.number2);
        } else if (atom >= DW_OP_lit0 && atom <= DW_OP_lit31) {
            m_machine.push(atom - DW_OP_lit0);
        } else if (atom >= DW_OP_const1u && atom <= DW_OP_consts) {
            m_machine.push(operation.number);
        } else if (atom == DW_OP_call_frame_cfa) {
            m_machine.push(m_frameAddress);
        } else if (atom == DW_OP_dup || atom == DW_OP_over) {
            m_machine.push(m_machine.peek(atom == DW_OP_dup ? 0 : 1));
        } else {
            return false;
        }
        return true;
    }

    /// Operations that put another word for the uppermost, or take it away.
    bool rearranged(const Dwarf_Op& operation)
    {
        switch (operation.atom) {
        case DW_OP_nop:
            return true;
        case DW_OP_stack_value:
            m_isValue = true;
            return true;
        case DW_OP_drop:
            m_machine.pop();
            return true;
        case DW_OP_plus_uconst:
            m_machine.push(m_machine.pop() + operation.number);
            return true;
        case DW_OP_deref: {
            const std::optional<Word> word = m_memory(m_machine.pop());
            word ? m_machine.push(*word) : m_machine.fail();
            return true;
        }
        case DW_OP_neg:
            m_machine.push(Word{0} - m_machine.pop());
            return true;
        case DW_OP_not:
            m_machine.push(~m_machine.pop());
            return true;
        case DW_OP_regx:
            pushRegister(operation.number, 0);
            m_isValue = true;
            return true;
        default:
            return false;
        }
    }

    const FrameRegisters& m_registers;
    Word m_frameAddress;
    const CallFrames::Memory& m_memory;
    Machine m_machine;
    bool m_isValue = false;
};

}  // namespace

std::optional<ExpressionValue> evaluate(
    std::span<const Dwarf_Op> operations,
    const FrameRegisters& registers,
    std::uint64_t frameAddress,
    const CallFrames::Memory& memory)
{
    Evaluation evaluation(registers, frameAddress, memory);
    for (const Dwarf_Op& operation : operations) {
        evaluation.apply(operation);
    }
    return evaluation.result();
}

}  // namespace vellum::collector::symbols
