#pragma once

#include "collector/symbols/call_frames.h"
#include "collector/writer/sample_file.h"
#include "collector/writer/spool.h"

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace vellum::collector::writer {

/// Who called whom, from a sample's registers and its copy of the stack.
///
/// Method   Call frame information of the file that the code is from. Where there is none, as of code that a program made
///          itself, the frame pointer, if it leads up the stack.
///          Of a thread that waits only the stack pointer is known: a function that keeps a frame pointer has it where its
///          first instructions put it, which is believed if what lies there is the return address of a call of it.
/// Size     At most kMostFrames.
/// Threads  Owner thread.
class StackWalk {
public:
    static constexpr std::size_t kMostFrames = 1024;

    struct Result {
        /// Instructions, from the innermost frame outwards: of the innermost the next one to run, of the others one
        /// within the call.
        std::span<const std::uint64_t> addresses;
        bool isWhole = false;  ///< up to a function that nobody called
    };

    /// The samples that follow are of \p process, which outlives them here.
    /// \param modulesOverlap  anyOverlap() of its modules
    void setProcess(const SpooledProcess& process, bool modulesOverlap);

    /// Valid until the next call.
    [[nodiscard]] Result walk(const SampleReader& sample);

private:
    using Step = symbols::CallFrames::Step;

    [[nodiscard]] Step step(
        std::uint64_t address,
        std::uint64_t tick,
        symbols::FrameRegisters& registers,
        const symbols::CallFrames::Memory& memory);
    /// Of a frame whose frame pointer is not known: finds it by the function's code.
    [[nodiscard]] Step stepByCode(
        std::uint64_t address,
        std::uint64_t tick,
        symbols::FrameRegisters& registers,
        const symbols::CallFrames::Memory& memory);
    symbols::CallFrames& framesOf(const std::string& path);

    /// What has the code at an address; null where no file has.
    struct Code {
        symbols::CallFrames* frames = nullptr;
        std::uint64_t base = 0;
    };
    [[nodiscard]] bool isCallOf(
        Code called, std::uint64_t address, std::uint64_t returnAddress, std::uint64_t tick);
    [[nodiscard]] Code codeAt(std::uint64_t address, std::uint64_t tick);
    [[nodiscard]] Code findCode(std::uint64_t address, std::uint64_t tick);

    const SpooledProcess* m_process = nullptr;
    bool m_modulesOverlap = false;
    std::unordered_map<std::uint64_t, Code> m_byAddress;  ///< of the process, where none overlap
    std::map<std::string, std::unique_ptr<symbols::CallFrames>> m_frames;  ///< by file
    std::vector<std::uint64_t> m_addresses;
};

}  // namespace vellum::collector::writer
