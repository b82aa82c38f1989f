#pragma once

#include "common/query/answers.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace vellum::server::store {

/// Collects what the import had to repair or leave out: damage is counted, not thrown.
///
/// Exact    Reports of locations merged in definition order give the same entries whatever the
///          number of threads: the example is that of the first location in that order.
/// Threads  One writer; merged after the workers have ended.
class ImportReport {
public:
    /// Counts \p count more of \p kind; \p example is kept if it is the first one.
    void add(
        std::string_view kind,
        vellum::query::Severity severity,
        std::string_view example,
        std::uint64_t count = 1);

    void merge(const ImportReport& other);

    /// In the order in which the kinds were first seen.
    [[nodiscard]] const std::vector<vellum::query::ImportReportEntry>& entries() const
    {
        return m_entries;
    }

    [[nodiscard]] std::uint64_t countOf(std::string_view kind) const;

private:
    std::vector<vellum::query::ImportReportEntry> m_entries;
};

}  // namespace vellum::server::store
