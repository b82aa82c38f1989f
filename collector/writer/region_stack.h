#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace vellum::collector::writer {

/// What a region is, before it has a reference number: a function's address or a number, and which of
/// the two.
struct RegionKey {
    enum class Kind : std::uint8_t { Function, Api, User, Cuda, Range, Mpi, Io, Heap, OpenMp };
    Kind kind = Kind::Function;
    std::uint64_t subject = 0;

    // The check takes the comparison with 0 inside of <=> for a pointer. NOLINTNEXTLINE(modernize-use-nullptr)
    friend auto operator<=>(const RegionKey&, const RegionKey&) = default;
};

/// The open regions of one thread, and the repair where functions ended without saying so (longjmp,
/// exceptions under clang, threads that were stopped).
///
/// Source   A function's deeper calls have lower stack pointers than itself: when something runs at frame
///          f, all open regions with frames below f are gone. Only frames on the thread's own stack
///          compare; signal stacks and coroutines are let be.
/// Threads  A value.
class RegionStack {
public:
    struct Entry {
        RegionKey region;
        std::uint64_t frame = 0;  ///< 0 unknown

        friend bool operator==(const Entry&, const Entry&) = default;
    };

    RegionStack() = default;
    RegionStack(std::uint64_t stackLow, std::uint64_t stackHigh, std::vector<Entry> open)
        : m_low(stackLow)
        , m_high(stackHigh)
        , m_open(std::move(open))
    {
    }

    /// Opens \p region. \return the regions found dead by it, innermost first; valid until the next call
    const std::vector<RegionKey>& enter(RegionKey region, std::uint64_t frame);

    /// Closes \p region. \return all regions that end here, innermost first; the last is \p region itself.
    /// Empty if it is not open.
    const std::vector<RegionKey>& leave(RegionKey region);

    /// Takes the innermost \p region out; what is above it stays open.
    void remove(RegionKey region);

    /// Closes what lies below \p frame, where an exception has arrived.
    const std::vector<RegionKey>& unwindTo(std::uint64_t frame);

    /// Closes everything.
    const std::vector<RegionKey>& leaveAll();

    [[nodiscard]] const std::vector<Entry>& open() const { return m_open; }

private:
    [[nodiscard]] bool isOnStack(std::uint64_t frame) const
    {
        return frame >= m_low && frame < m_high;
    }
    void popDead(std::uint64_t frame);
    void pop();

    std::uint64_t m_low = 0;
    std::uint64_t m_high = 0;
    std::vector<Entry> m_open;
    std::vector<RegionKey> m_closed;
};

}  // namespace vellum::collector::writer
