#pragma once

#include "collector/sources/sampling/sample_format.h"

#include <cstddef>
#include <cstdint>

namespace vellum::collector::sampling {

/// What an interrupted thread looks like.
struct ThreadState {
    std::uint64_t tick = 0;
    std::uint64_t merged = 0;  ///< further interrupts that came as one with this
    std::uint64_t registers[kRegisters] = {};
};

/// One thread's samples: a window of its file, mapped shared as its events are, and a copy of the stack as the sample
/// before found it, so that only what has changed since is stored.
///
/// Cost     About 2 µs a sample: reading the stack, comparing it, and page faults of new memory.
/// Errors   Where there is no space, samples are lost and counted.
/// Threads  Of one thread at a time; called by a signal handler of the sampled thread, or by one that watches it. Uses system calls, but neither locks nor
///          memory allocation.
class SampleBuffer {
public:
    /// A part of a thread's stack, whole lines of it.
    struct Part {
        const std::byte* bytes = nullptr;  ///< where it can be read
        std::uint64_t address = 0;         ///< where it lies
        std::size_t lines = 0;
    };

    /// Makes the file. \param letter  before its number. \param index  of the thread's location. \return false, with errno
    bool open(char letter, std::uint32_t index, std::uint64_t stackLow, std::uint64_t stackHigh);

    /// Of the calling thread.
    void store(const ThreadState& state) { store(state, partAt(state.registers[kStackRegister])); }

    /// \param part  of its stack, perhaps a copy: at most kMostLines. \return whether there was space
    bool store(const ThreadState& state, const Part& part);

    /// The sample stored last holds still at \p tick, \p times looks later. \return false where that has no room in it
    bool repeat(std::uint64_t tick, unsigned times);

    /// Gives the window back; what is stored stays.
    void close();

    /// In a forked child: the parent's windows stay its own.
    void forget() { *this = SampleBuffer{}; }

    [[nodiscard]] bool isOpen() const { return m_header != nullptr; }
    /// Of the open file.
    [[nodiscard]] SampleHeader& header() { return *m_header; }

private:
    [[nodiscard]] Part partAt(std::uint64_t stackPointer);
    [[nodiscard]] Part copyForeign(std::uint64_t address);
    bool makeRoom(std::size_t words);
    std::uint64_t* storeChanged(const Part& part, std::uint64_t* bitmap, std::uint64_t* next);

    SampleHeader* m_header = nullptr;
    std::uint64_t m_stackLow = 0;
    std::uint64_t m_stackHigh = 0;
    std::byte* m_before = nullptr;   ///< a line at its address modulo kMostStackBytes
    std::byte* m_foreign = nullptr;  ///< room for a copy of a stack that is not the thread's own
    const char* m_path = nullptr;  ///< of the file; the stack of a handler may be too small for it
    std::uint64_t m_knownBegin = 0;  ///< the part of the stack that m_before has
    std::uint64_t m_knownEnd = 0;
    std::uint64_t* m_window = nullptr;
    std::uint64_t* m_cursor = nullptr;
    std::uint64_t* m_last = nullptr;  ///< the sample stored last
    std::uint64_t* m_end = nullptr;
    std::uint64_t m_windowOffset = 0;
    std::uint64_t m_windowBytes = 0;
};

}  // namespace vellum::collector::sampling
