#include "collector/writer/stack_walk.h"

#include "collector/sources/sampling/sample_format.h"

namespace vellum::collector::writer {

using symbols::CallFrames;
using symbols::FrameRegisters;

namespace {

/// What compilers do where they keep frame pointers: the caller's lies there, and the return address behind it.
CallFrames::Step stepByFramePointer(FrameRegisters& registers, const CallFrames::Memory& memory)
{
    constexpr std::uint64_t kWord = sizeof(std::uint64_t);
    if (!registers.has(sampling::kFrameRegister) || !registers.has(sampling::kStackRegister)) {
        return {.outcome = CallFrames::Outcome::Unreadable};
    }
    const std::uint64_t frame = registers.values.at(sampling::kFrameRegister);
    const std::optional<std::uint64_t> callersFrame = memory(frame);
    const std::optional<std::uint64_t> returnAddress = memory(frame + kWord);
    if (frame < registers.values.at(sampling::kStackRegister) || !callersFrame || !returnAddress) {
        return {.outcome = CallFrames::Outcome::Unreadable};
    }
    registers.set(sampling::kFrameRegister, *callersFrame);
    registers.set(sampling::kStackRegister, frame + 2 * kWord);
    return {
        .outcome = CallFrames::Outcome::Stepped,
        .returnAddress = *returnAddress,
        .stackPointer = frame + 2 * kWord};
}

FrameRegisters registersOf(const SampleReader& sample)
{
    FrameRegisters registers;
    for (std::size_t i = 0; i < sampling::kRegisters; ++i) {
        if (sample.knows(i)) {
            registers.set(i, sample.registers()[i]);
        }
    }
    return registers;
}

}  // namespace

CallFrames& StackWalk::framesOf(const std::string& path)
{
    std::unique_ptr<CallFrames>& frames = m_frames[path];
    if (frames == nullptr) {
        frames = std::make_unique<CallFrames>(path);
    }
    return *frames;
}

void StackWalk::setProcess(const SpooledProcess& process, bool modulesOverlap)
{
    m_process = &process;
    m_modulesOverlap = modulesOverlap;
    m_byAddress.clear();
}

StackWalk::Code StackWalk::findCode(std::uint64_t address, std::uint64_t tick)
{
    const SpooledModule* const module = moduleAt(m_process->modules, address, tick);
    return module == nullptr ? Code{}
                             : Code{.frames = &framesOf(module->path), .base = module->base};
}

StackWalk::Code StackWalk::codeAt(std::uint64_t address, std::uint64_t tick)
{
    if (m_modulesOverlap) {
        return findCode(address, tick);
    }
    const auto known = m_byAddress.find(address);
    return known != m_byAddress.end()
               ? known->second
               : m_byAddress.emplace(address, findCode(address, tick)).first->second;
}

StackWalk::Step StackWalk::step(
    std::uint64_t address,
    std::uint64_t tick,
    FrameRegisters& registers,
    const CallFrames::Memory& memory)
{
    Step step;
    if (const Code code = codeAt(address, tick); code.frames != nullptr) {
        step = code.frames->step(address - code.base, registers, memory);
    }
    if (step.outcome == CallFrames::Outcome::Unreadable
        && !registers.has(sampling::kFrameRegister)) {
        return stepByCode(address, tick, registers, memory);
    }
    return step.outcome == CallFrames::Outcome::Unknown ? stepByFramePointer(registers, memory)
                                                        : step;
}

StackWalk::Step StackWalk::stepByCode(
    std::uint64_t address,
    std::uint64_t tick,
    FrameRegisters& registers,
    const CallFrames::Memory& memory)
{
    const Code code = codeAt(address, tick);
    const auto above = code.frames->framePointerAbove(address - code.base);
    if (!above || !registers.has(sampling::kStackRegister)) {
        return {.outcome = CallFrames::Outcome::Unreadable};
    }
    FrameRegisters found = registers;
    found.set(sampling::kFrameRegister, registers.values.at(sampling::kStackRegister) + *above);
    const Step step = code.frames->step(address - code.base, found, memory);
    if (step.outcome != CallFrames::Outcome::Stepped
        || !isCallOf(code, address, step.returnAddress, tick)) {
        return {.outcome = CallFrames::Outcome::Unreadable};
    }
    registers = found;
    return step;
}

/// Whether the function at \p address may have been called from before \p returnAddress.
bool StackWalk::isCallOf(
    Code called, std::uint64_t address, std::uint64_t returnAddress, std::uint64_t tick)
{
    const Code caller = codeAt(returnAddress - 1, tick);
    const auto call = caller.frames == nullptr
                          ? std::nullopt
                          : caller.frames->callBefore(returnAddress - caller.base);
    if (!call) {
        return false;
    }
    // By a pointer, or by way of a stub that has no symbol, it may be any function.
    const auto target = call->target ? caller.frames->functionAt(*call->target) : std::nullopt;
    return !target
           || (caller.frames == called.frames
               && target == called.frames->functionAt(address - called.base));
}

StackWalk::Result StackWalk::walk(const SampleReader& sample)
{
    m_addresses.clear();
    const CallFrames::Memory memory = [&sample](std::uint64_t address) {
        return sample.stackWord(address);
    };
    FrameRegisters registers = registersOf(sample);
    std::uint64_t stackPointer = registers.values.at(sampling::kStackRegister);
    std::uint64_t address = registers.values.at(sampling::kProgramCounter);
    while (m_addresses.size() < kMostFrames) {
        m_addresses.push_back(address);
        const Step next = step(address, sample.tick(), registers, memory);
        const bool isOutermost =
            next.outcome == CallFrames::Outcome::Outermost
            || (next.outcome == CallFrames::Outcome::Stepped && next.returnAddress == 0);
        // Each frame lies above the one that it called. A function interrupted by a signal may have another stack.
        if (isOutermost || next.outcome != CallFrames::Outcome::Stepped
            || (next.stackPointer <= stackPointer && m_addresses.size() > 1 && !next.isSignal)) {
            return {.addresses = m_addresses, .isWhole = isOutermost};
        }
        stackPointer = next.stackPointer;
        address = next.isSignal ? next.returnAddress : next.returnAddress - 1;
    }
    return {.addresses = m_addresses};
}

}  // namespace vellum::collector::writer
