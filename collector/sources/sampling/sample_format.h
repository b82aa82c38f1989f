#pragma once

#include <cstddef>
#include <cstdint>

namespace vellum::collector::sampling {

/// How the samples of one thread lie in the file `s<index>` of its process, beside its events in `t<index>`; in `w<index>`
/// those that were taken while it waited.
///
/// Layout   A SampleHeader, then from kSampleHeaderBytes on words of 8 bytes, up to the first that is 0. A sample is
///          head, tick, stack, then the registers by DWARF's numbers, then which lines of the stack are new, a bit
///          each, then those lines. The stack is what lay in [stack, stack + lines·kLineBytes); a line that is
///          not new is what it was in the sample before. A head with kSkip says how many words to pass over.
/// Units    Ticks of the process's clock.
/// Size     About 0.2 KB, and the lines that changed: of a program that computes a few hundred bytes.
/// Threads  One writer. The head is stored last: who meets it finds the rest.
inline constexpr std::uint64_t kSampleMagic = 0x31'504d'4153'4c56;
inline constexpr std::size_t kPageBytes = 4096;
inline constexpr std::size_t kSampleHeaderBytes = kPageBytes;

inline constexpr std::size_t kLineBytes = 64;
inline constexpr std::size_t kLineWords = kLineBytes / sizeof(std::uint64_t);
/// Of a deeper stack the innermost part is kept.
inline constexpr std::size_t kMostStackBytes = std::size_t{64} * 1024;
inline constexpr std::size_t kMostLines = kMostStackBytes / kLineBytes;

#if defined(__aarch64__)
/// x0 to x30, the stack pointer, the program counter.
inline constexpr std::size_t kRegisters = 33;
inline constexpr std::size_t kStackRegister = 31;
inline constexpr std::size_t kFrameRegister = 29;
inline constexpr std::size_t kProgramCounter = 32;
#else
/// As the x86-64 ABI numbers them; 16 is the return address, here the program counter.
inline constexpr std::size_t kRegisters = 17;
inline constexpr std::size_t kStackRegister = 7;
inline constexpr std::size_t kFrameRegister = 6;
inline constexpr std::size_t kProgramCounter = 16;
#endif

/// Of a thread that waits (InterruptKind::OffCpu) only stack pointer and program counter are known, and in this register
/// stands when it was looked at last: it had not run since the sample's tick, and `merged` looks lie between the two.
inline constexpr std::size_t kLastTickRegister = 0;

/// The words of a sample before its lines.
inline constexpr std::size_t kTickWord = 1;
inline constexpr std::size_t kPlaceWord = 2;  ///< address of the stack's part
inline constexpr std::size_t kLinesWord = 3;  ///< how many lines
inline constexpr std::size_t kRegisterWord = 4;
inline constexpr std::size_t kBitmapWord = kRegisterWord + kRegisters;

inline constexpr std::uint64_t kSample = std::uint64_t{1} << 63U;
inline constexpr std::uint64_t kSkip = std::uint64_t{1} << 62U;

inline constexpr std::uint64_t kMostMerged = 0xFFFF;

/// \param words  of the whole record, or to pass over. \param merged  further interrupts that came as one
[[nodiscard]] constexpr std::uint64_t headOf(
    std::uint64_t kind, std::uint64_t words, std::uint64_t merged)
{
    return kind | (merged < kMostMerged ? merged : kMostMerged) << 32U | words;
}
[[nodiscard]] constexpr std::size_t wordsOf(std::uint64_t head)
{
    return head & 0xFFFF'FFFFU;
}
[[nodiscard]] constexpr std::uint64_t mergedOf(std::uint64_t head)
{
    return head >> 32U & 0xFFFFU;
}

[[nodiscard]] constexpr std::size_t bitmapWords(std::size_t lines)
{
    return (lines + 63) / 64;
}

/// What interrupts a thread. All but the last count its own processor time.
enum class InterruptKind : std::uint32_t {
    None = 0,
    PerfEvent = 1,  ///< perf_event's task clock, in the program and in the kernel for it
    PerfEventUser =
        2,  ///< perf_event's task clock, only in the program's own code: the kernel permits no more
    Timer = 3,   ///< POSIX timer of the thread's clock; the kernel looks at it with its own tick
    OffCpu = 4,  ///< nothing: the thread waits, and is looked at (off_cpu.h)
};

struct SampleHeader {
    std::uint64_t magic = kSampleMagic;
    std::uint32_t index = 0;  ///< of the location
    InterruptKind kind = InterruptKind::None;
    std::uint64_t periodNs = 0;
    std::uint64_t lostSamples = 0;  ///< no space to store them
    std::int32_t perfError = 0;     ///< errno of perf_event_open, 0 none
    std::int32_t timerError = 0;    ///< errno of timer_create, 0 none
    std::int32_t watchError = 0;  ///< of a file `w<index>` without samples: errno of /proc, 0 none
};
static_assert(sizeof(SampleHeader) <= kSampleHeaderBytes);

/// In the process's folder: the code that the kernel puts into processes, which has no file.
inline constexpr const char* kKernelCodeFile = "vdso";

}  // namespace vellum::collector::sampling
