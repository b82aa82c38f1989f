#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

namespace vellum::collector::symbols {

/// A thread's registers by DWARF's numbers, as far as they are known in a frame.
struct FrameRegisters {
    static constexpr std::size_t kMost = 40;

    std::array<std::uint64_t, kMost> values{};
    std::uint64_t known = 0;  ///< a bit each

    [[nodiscard]] bool has(std::size_t number) const
    {
        return number < kMost && (known >> number & 1U) != 0;
    }
    void set(std::size_t number, std::uint64_t value)
    {
        values.at(number) = value;
        known |= std::uint64_t{1} << number;
    }
};

/// From a frame to its caller's, by the call frame information (CFI) of one ELF file: what compilers write for exceptions,
/// which is there in programs without frame pointers and without debugging information, too.
///
/// Units    Addresses as in the file, without what the loader adds.
/// Errors   None: a file that cannot be read knows no frames.
/// Cost     What CFI says of an address is worked out once.
/// Threads  Owner thread.
/// Source   DWARF 5, sections 2.5 and 6.4; read by elfutils' libdwfl.
class CallFrames {
public:
    /// The word at an address of the stack, where it is there.
    using Memory = std::function<std::optional<std::uint64_t>(std::uint64_t)>;

    enum class Outcome {
        Stepped,
        Outermost,  ///< the file says that nobody called
        Unknown,    ///< the file says nothing of the address
        Unreadable  ///< what it says needs memory or registers that are not there
    };

    struct Step {
        Outcome outcome = Outcome::Unknown;
        std::uint64_t returnAddress = 0;
        std::uint64_t stackPointer =
            0;                  ///< the frame's canonical address: the caller's stack pointer
        bool isSignal = false;  ///< the caller was interrupted there, and did not call
    };

    explicit CallFrames(const std::string& path);
    ~CallFrames();
    CallFrames(const CallFrames&) = delete;
    CallFrames& operator=(const CallFrames&) = delete;

    /// \param address  of the instruction in the file. \param registers  of the frame, then those of the caller
    [[nodiscard]] Step step(std::uint64_t address, FrameRegisters& registers, const Memory& memory);

    // What the code itself says, for a frame whose stack pointer alone is known (frame_pointer.h).

    /// How far above the stack pointer the frame pointer of the function at \p address lies.
    [[nodiscard]] std::optional<std::uint64_t> framePointerAbove(std::uint64_t address);
    /// Where the function at \p address begins, by its symbol.
    [[nodiscard]] std::optional<std::uint64_t> functionAt(std::uint64_t address) const;
    struct Call {
        std::optional<std::uint64_t> target;  ///< nothing: it is known only when it is called
    };
    /// The call whose return address \p address is; nothing if there is none.
    [[nodiscard]] std::optional<Call> callBefore(std::uint64_t address) const;

private:
    struct Handle;
    struct Rules;

    const Rules* rulesAt(std::uint64_t address);

    std::unique_ptr<Handle> m_handle;
    std::unordered_map<std::uint64_t, std::unique_ptr<Rules>> m_rules;  ///< by address; null: none
    std::unordered_map<std::uint64_t, std::optional<std::uint64_t>>
        m_framePointers;  ///< by function
};

}  // namespace vellum::collector::symbols
