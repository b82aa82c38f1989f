#pragma once

#include "collector/sources/sampling/sample_format.h"

#include <ucontext.h>

#include <cstddef>
#include <cstdint>

namespace vellum::collector::sampling {

/// The registers of an interrupted thread by DWARF's numbers, as sample_format.h wants them.
inline void readRegisters(const ucontext_t& context, std::uint64_t (&registers)[kRegisters])
{
#if defined(__x86_64__)
    constexpr int kOrder[] = {
        REG_RAX,
        REG_RDX,
        REG_RCX,
        REG_RBX,
        REG_RSI,
        REG_RDI,
        REG_RBP,
        REG_RSP,
        REG_R8,
        REG_R9,
        REG_R10,
        REG_R11,
        REG_R12,
        REG_R13,
        REG_R14,
        REG_R15,
        REG_RIP};
    for (std::size_t i = 0; i < kRegisters; ++i) {
        registers[i] = static_cast<std::uint64_t>(context.uc_mcontext.gregs[kOrder[i]]);
    }
#elif defined(__aarch64__)
    for (std::size_t i = 0; i < kStackRegister; ++i) {
        registers[i] = context.uc_mcontext.regs[i];
    }
    registers[kStackRegister] = context.uc_mcontext.sp;
    registers[kProgramCounter] = context.uc_mcontext.pc;
#else
#    error "which registers this processor has is still to be said"
#endif
}

}  // namespace vellum::collector::sampling
