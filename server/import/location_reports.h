#pragma once

#include "common/query/answers.h"
#include "common/trace/refs.h"
#include "server/store/import_report.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

namespace vellum::server::import {

/// What was found in the locations of a trace, while they are read in any order.
///
/// Exact    As if the report of each were kept and merged in the order of the locations.
/// Size     Of each kind only what the first ImportReport::kMostPlaces locations say: a trace may have a
///          million of which something is to be said.
/// Threads  `add` from any; the others once all have been added.
class LocationReports {
public:
    /// What was found in \p location; each is added once at most.
    void add(LocationIndex location, const store::ImportReport& report);

    /// What was found in \p location, together with what is counted alone where it is the first of a kind.
    [[nodiscard]] store::ImportReport of(LocationIndex location) const;
    [[nodiscard]] store::ImportReport all() const;

private:
    /// One kind of finding of one location.
    struct Found {
        std::size_t order = 0;  ///< among those of its location
        vellum::query::ImportReportEntry entry;
    };
    struct Kind {
        std::map<LocationIndex, Found> first;  ///< never more than kMostPlaces, the lowest
        std::uint64_t others = 0;              ///< how often in locations behind these
    };

    void add(LocationIndex location, const Found& found);
    [[nodiscard]] static vellum::query::ImportReportEntry entryOf(
        const Kind& kind, LocationIndex location);

    std::mutex m_adding;
    std::vector<Kind> m_kinds;  ///< none is empty
};

}  // namespace vellum::server::import
