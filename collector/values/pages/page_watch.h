#pragma once

#include "collector/values/page_format.h"

#include <cstdint>

namespace vellum::collector::values {

/// Asks the kernel to remember which pages of this process are written. Who reads that is the launcher, through
/// /proc/PID/pagemap.
///
/// Costs    Nothing is told to the program: neither signals nor calls that fail, also not where the kernel itself writes
///          (read, recv). The first write to a page in a slice takes a fault that the kernel settles by itself.
/// Errors   An errno; 0 is success.
/// Threads  Any; `start` before all others, and in a forked child.
class PageWatch {
public:
    /// Chooses what this kernel has.
    PageMechanism start();
    /// Of `start`, where there is none.
    [[nodiscard]] int error() const { return m_error; }

    /// From now on: whole pages [begin, end).
    [[nodiscard]] int watch(std::uint64_t begin, std::uint64_t end) const;
    void unwatch(std::uint64_t begin, std::uint64_t end) const;

private:
    [[nodiscard]] bool startUserfaultfd();

    int m_file = -1;
    int m_error = 0;
    PageMechanism m_mechanism = PageMechanism::None;
};

}  // namespace vellum::collector::values
