#pragma once

#include "common/base/result.h"
#include "common/query/answers.h"
#include "common/query/requests.h"
#include "server/store/trace_store.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace vellum::server::query {

/// A set of a request's presence classes: bit i stands for the i-th.
using PresenceMask = std::uint64_t;

/// The presence classes of a request, by what is in them. Made once for all locations.
///
/// Threads  Const access from any thread.
class PresenceClasses {
public:
    PresenceClasses(
        const Definitions& definitions, const std::vector<vellum::query::PresenceClass>& classes);

    /// Errors   invalidArgument: too many, or kinds of records that are no records.
    [[nodiscard]] static Result<void> check(const vellum::query::TimelineRequest& request);

    [[nodiscard]] bool empty() const { return m_isEmpty; }
    [[nodiscard]] PresenceMask ofVisits(RegionRef region) const;
    [[nodiscard]] PresenceMask ofRecords(EventKind kind) const { return m_records.at(kind); }
    /// Of a severity that there is not: none.
    [[nodiscard]] PresenceMask ofMarkers(MarkerSeverity severity) const;
    [[nodiscard]] bool hasMarkers() const;

private:
    bool m_isEmpty;
    std::unordered_map<RegionRef, PresenceMask> m_regions;  ///< those that are in any
    std::array<PresenceMask, event_kind::kCount> m_records{};
    std::array<PresenceMask, kMarkerSeverityCount> m_markers{};
};

/// Walks one location column by column, from left to right: which classes have a visit or a record there.
///
/// Exact    As docs/semantics.md says: at any depth. Where rows of profiles tell how often functions are called
///          between two changes these are read, all other changes one by one, until all that can be there is.
/// Threads  One.
class PresenceScan {
public:
    /// \param calls    as filters leave them
    /// \param records  of the same location, as recorded
    /// \param begin    of the first column
    PresenceScan(
        const PresenceClasses& classes,
        const store::LocationStore& calls,
        const store::LocationStore& records,
        Tick begin);

    /// Whether nothing of any class is in the location.
    [[nodiscard]] bool isEmpty() const { return m_visits == 0 && m_ofKind == nullptr; }

    /// The next column; its changes are [\p first, \p last) of the calls.
    [[nodiscard]] PresenceMask next(TickRange column, std::size_t first, std::size_t last);

private:
    [[nodiscard]] PresenceMask visitsIn(Tick begin, std::size_t first, std::size_t last);
    [[nodiscard]] PresenceMask scanned(
        std::size_t first, std::size_t last, PresenceMask known) const;
    [[nodiscard]] PresenceMask ofRows(std::size_t first, std::size_t last);

    const PresenceClasses& m_classes;
    const store::CallStream& m_calls;
    const store::ProfileRows& m_rows;
    const store::RecordTable& m_records;
    std::vector<PresenceMask> m_ofPlace;  ///< by place of a region
    std::vector<PresenceMask>
        m_ofNode;               ///< of a path and those around it; empty where there is none
    PresenceMask m_visits = 0;  ///< of all visits
    const PresenceClasses* m_ofKind = nullptr;  ///< null where no record is in a class
    std::size_t m_nextRecord = 0;
    store::ProfileRowSums m_sums;
    std::vector<PresenceMask> m_ofRow;  ///< by region of the rows
};

/// Adds to a timeline what its markers say: to the row of a location those about it, about its group, and about more than a
/// group. Changes nothing where they are known already.
void addMarkers(
    const store::TraceStore& trace,
    const PresenceClasses& classes,
    vellum::query::Timeline& timeline);

/// Puts runs behind each other, and those that are alike into one.
void appendRun(
    std::vector<vellum::query::TimelineRun>& runs, const vellum::query::TimelineRun& run);

}  // namespace vellum::server::query
