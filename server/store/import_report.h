#pragma once

#include "common/query/answers.h"
#include "common/trace/definitions.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace vellum::server::store {

/// A location as reports name it: "location 3 'Master thread'".
[[nodiscard]] std::string placeOf(const Location& location);

/// Collects what the import had to repair or leave out: damage is counted, not thrown.
///
/// Exact    Reports of locations merged in definition order give the same entries whatever the
///          number of threads: the example is that of the first location in that order, and the places
///          are the first in it.
/// Threads  One writer; merged after the workers have ended.
class ImportReport {
public:
    /// Places listed of one kind: a trace may have a million damaged locations.
    static constexpr std::size_t kMostPlaces = 1000;

    /// What is added from now on was found there. Both empty: in no place that could be named.
    void setPlace(std::string file, std::string location);

    /// Counts \p count more of \p kind; \p example is kept if it is the first one there.
    void add(
        std::string_view kind,
        vellum::query::Severity severity,
        std::string_view example,
        std::uint64_t count = 1);

    void add(const vellum::query::ImportReportEntry& entry);
    void merge(const ImportReport& other);

    /// All that was found was found in \p file, as far as no other is named.
    void nameFile(const std::string& file);

    /// In the order in which the kinds were first seen.
    [[nodiscard]] const std::vector<vellum::query::ImportReportEntry>& entries() const
    {
        return m_entries;
    }

    [[nodiscard]] std::uint64_t countOf(std::string_view kind) const;

private:
    std::vector<vellum::query::ImportReportEntry> m_entries;
    std::string m_file;
    std::string m_location;
};

}  // namespace vellum::server::store
