#pragma once

#include "collector/values/page_format.h"
#include "common/values/intervals.h"

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace vellum::collector::values {

/// Another process's memory: which pages were written, and what they hold.
///
/// Exact    With userfaultfd a page is written if and only if somebody wrote to it since it was asked for last: asking and
///          watching again are one step of the kernel. With soft-dirty bits they are two, and writes between them,
///          some microseconds, are missed.
/// Errors   Empty answers, and `failure`, where the process is gone or may not be read.
/// Threads  One owner. The process runs on meanwhile.
/// Source   Linux, Documentation/admin-guide/mm/pagemap.rst
class PageReader {
public:
    static constexpr std::uint64_t kPage = 4096;

    PageReader(pid_t process, PageMechanism mechanism);
    ~PageReader();
    PageReader(const PageReader&) = delete;
    PageReader& operator=(const PageReader&) = delete;

    /// Pages of \p range that were written since the last call that took them; of memory that is new all that were written at
    /// all. Ascending, none touching another.
    [[nodiscard]] std::vector<::vellum::values::Interval> take(::vellum::values::Interval range);
    /// The same, but they stay written.
    [[nodiscard]] std::vector<::vellum::values::Interval> peek(::vellum::values::Interval range);
    /// Whether ranges can be taken one by one, each at its own time; else all are taken before `endTaking`.
    [[nodiscard]] bool takesPieces() const { return m_mechanism != PageMechanism::SoftDirty; }
    /// Of soft-dirty bits: what was taken is taken from all ranges only now.
    void endTaking();

    /// \return whether all of \p bytes could be read
    [[nodiscard]] bool read(std::uint64_t address, std::span<std::byte> bytes) const;

    /// An errno; 0: none so far.
    [[nodiscard]] int failure() const { return m_failure; }

private:
    [[nodiscard]] std::vector<::vellum::values::Interval> scan(
        ::vellum::values::Interval range, bool isTaking);
    [[nodiscard]] std::vector<::vellum::values::Interval> readSoftDirty(
        ::vellum::values::Interval range);

    pid_t m_process;
    PageMechanism m_mechanism;
    int m_pagemap = -1;
    int m_failure = 0;
};

}  // namespace vellum::collector::values
