#pragma once

#include "common/values/flat_map.h"

#include <cstddef>
#include <cstdint>
#include <map>

namespace vellum::values {

/// How memory moves between processors.
struct PageModel {
    std::uint64_t pageBytes = 4096;  ///< what moves, a power of two
    /// Pages of a block within which pages are fetched ahead, a power of two; 1 is without.
    std::uint64_t pagesPerBlock = 1;

    friend bool operator==(const PageModel&, const PageModel&) = default;
};

/// 4 KiB pages, nothing fetched ahead.
inline constexpr PageModel kModelF0 = {.pageBytes = 4096, .pagesPerBlock = 1};
/// 64 KiB pages.
inline constexpr PageModel kModelF1 = {.pageBytes = 65536, .pagesPerBlock = 1};
/// 64 KiB pages in blocks of 2 MiB, fetched ahead by density as the open UVM driver does.
inline constexpr PageModel kModelF2 = {.pageBytes = 65536, .pagesPerBlock = 32};

struct FaultCounts {
    std::uint64_t firstTouch = 0;
    std::uint64_t migrations = 0;
    std::uint64_t fetchedAhead = 0;  ///< pages that came with a fault of another

    friend bool operator==(const FaultCounts&, const FaultCounts&) = default;
};

/// Estimates page faults of memory that several processors share: a page is where it was touched last, and a
/// processor that touches it elsewhere has a fault.
///
/// Exact    First touch of a page is a fault of its own kind. With blocks, a fault also makes the largest aligned
///          region of 2^k pages resident of which more than 51 % is (the faulting page included); the region
///          may reach beyond what was allocated.
/// Units    Byte addresses, all in one address space.
/// Errors   Pages that find no room are counted as lost, and have no faults.
/// Threads  One owner. Accesses come in the order in which they happened; inside a kernel, whose order is not
///          known, a page faults at most once anyway.
/// Source   open-gpu-kernel-modules, UVM's density prefetcher with its default threshold.
class PageFaults {
public:
    static constexpr std::size_t kMostPages = std::size_t{1} << 22;

    explicit PageFaults(PageModel model, std::size_t mostPages = kMostPages);

    /// \p processor touches the bytes [address, address + bytes).
    void access(std::uint32_t processor, std::uint64_t address, std::uint64_t bytes);

    /// A processor's faults since the beginning.
    [[nodiscard]] FaultCounts counts(std::uint32_t processor) const;
    /// Ping-pong: migrations since the window began, of the page in which \p address lies.
    [[nodiscard]] std::uint64_t migrations(std::uint64_t address);
    /// Begins a window of time. Pages stay where they are.
    void beginWindow();

    [[nodiscard]] std::uint64_t lostPages() const { return m_lostPages; }

private:
    struct Key {
        std::uint64_t page = 0;

        [[nodiscard]] std::uint64_t hash() const { return mixWords(page, 0); }
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct Page {
        bool isResident = false;  ///< somewhere
        std::uint32_t processor = 0;
        std::uint64_t window = 0;  ///< of the migrations
        std::uint64_t migrations = 0;
    };

    bool touch(std::uint32_t processor, std::uint64_t number);
    void fetchAhead(std::uint32_t processor, std::uint64_t page);
    [[nodiscard]] std::uint64_t residents(
        std::uint32_t processor, std::uint64_t begin, std::uint64_t count);

    PageModel m_model;
    std::size_t m_mostPages;
    std::uint64_t m_window = 0;
    std::uint64_t m_lostPages = 0;
    std::map<std::uint32_t, FaultCounts> m_counts;  ///< by processor
    FlatMap<Key, Page> m_pages;
};

}  // namespace vellum::values
