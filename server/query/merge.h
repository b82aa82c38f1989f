#pragma once

#include "common/base/result.h"
#include "common/query/answers.h"
#include "common/query/requests.h"
#include "server/query/partial.h"
#include "server/store/trace_store.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace vellum::server::query {

// The merge of each kind of answer, for partial.cpp alone.

/// The answers of one kind, with the parts they are from.
template <typename T>
struct PartAnswer {
    std::uint32_t part = 0;
    T answer;
};
template <typename T>
using PartAnswers = std::vector<PartAnswer<T>>;

/// What a merge may look at besides the answers.
struct MergeContext {
    const store::TraceStore& trace;
    const Placement& placement;
};

[[nodiscard]] Result<vellum::query::Profile> merged(
    const MergeContext& context,
    const vellum::query::ProfileRequest& request,
    PartAnswers<vellum::query::Profile> parts);

[[nodiscard]] Result<vellum::query::CallTree> merged(
    const MergeContext& context,
    const vellum::query::CallTreeRequest& request,
    PartAnswers<vellum::query::CallTree> parts);

[[nodiscard]] Result<vellum::query::Timeline> merged(
    const MergeContext& context,
    const vellum::query::TimelineRequest& request,
    PartAnswers<vellum::query::Timeline> parts);

/// Of rows that are sets.
[[nodiscard]] Result<vellum::query::Timeline> merged(
    const MergeContext& context,
    const vellum::query::TimelineRequest& request,
    PartAnswers<vellum::query::SummaryTimeline> parts);

[[nodiscard]] Result<vellum::query::SummaryTimeline> merged(
    const MergeContext& context,
    const vellum::query::SummaryTimelineRequest& request,
    PartAnswers<vellum::query::SummaryTimeline> parts);

[[nodiscard]] Result<vellum::query::Counters> merged(
    const MergeContext& context,
    const vellum::query::CountersRequest& request,
    PartAnswers<vellum::query::Counters> parts);

[[nodiscard]] Result<vellum::query::Markers> merged(
    const MergeContext& context,
    const vellum::query::MarkersRequest& request,
    PartAnswers<vellum::query::Markers> parts);

[[nodiscard]] Result<vellum::query::SearchHits> merged(
    const MergeContext& context,
    const vellum::query::SearchRequest& request,
    PartAnswers<vellum::query::SearchHits> parts);

[[nodiscard]] Result<vellum::query::Events> merged(
    const MergeContext& context,
    const vellum::query::EventsRequest& request,
    PartAnswers<vellum::query::Events> parts);

[[nodiscard]] Result<vellum::query::Io> merged(
    const MergeContext& context,
    const vellum::query::IoRequest& request,
    PartAnswers<vellum::query::Io> parts);

[[nodiscard]] Result<vellum::query::CollectiveMembers> merged(
    const MergeContext& context,
    const vellum::query::CollectiveMembersRequest& request,
    PartAnswers<vellum::query::CollectiveMembers> parts);

[[nodiscard]] Result<vellum::query::VisitDetail> merged(
    const MergeContext& context,
    const vellum::query::DetailRequest& request,
    PartAnswers<vellum::query::VisitDetail> parts);

/// As the columns of the answer say.
[[nodiscard]] Result<vellum::query::Table> merged(
    const MergeContext& context,
    const vellum::query::TableRequest& request,
    PartAnswers<vellum::query::Table> parts);

// Of requests whose filters have visits: the head's tables, and what the parts have found left.

[[nodiscard]] Result<vellum::query::Messages> merged(
    const MergeContext& context,
    const vellum::query::MessagesRequest& request,
    PartAnswers<vellum::query::Messages> parts);

[[nodiscard]] Result<vellum::query::Matrix> merged(
    const MergeContext& context,
    const vellum::query::MatrixRequest& request,
    PartAnswers<vellum::query::Messages> parts);

[[nodiscard]] Result<vellum::query::Table> merged(
    const MergeContext& context,
    const vellum::query::TableRequest& request,
    PartAnswers<vellum::query::Messages> parts);

[[nodiscard]] Result<vellum::query::Collectives> merged(
    const MergeContext& context,
    const vellum::query::CollectivesRequest& request,
    PartAnswers<vellum::query::Collectives> parts);

// What scans and merges have in common.

/// Locations × window − all exclusive time.
[[nodiscard]] Tick outsideOf(
    std::size_t locations, TickRange window, const std::vector<vellum::query::ProfileRow>& rows);

[[nodiscard]] Error tooManyCallPaths();
[[nodiscard]] Error tooManySummaryCells();

/// The locations a scope is about, in the order of rows; \p refs are known to be right.
[[nodiscard]] std::vector<LocationIndex> rowOrder(
    const MergeContext& context, const std::vector<LocationRef>& refs);

/// Hands out the rows of each location from the part that holds it.
///
/// Precondition: in every part the rows of one location stand together, and locations are taken in the
/// order in which the parts have them.
template <typename Row>
class RowsOfParts {
public:
    /// \p rows of \p part must outlive it.
    void add(std::uint32_t part, std::vector<Row>& rows)
    {
        m_next.resize(std::max<std::size_t>(m_next.size(), part + std::size_t{1}));
        m_next[part] = {.rows = &rows};
    }

    void take(const MergeContext& context, LocationIndex location, std::vector<Row>& to)
    {
        const std::uint32_t part = context.placement.of(location);
        if (part >= m_next.size() || m_next[part].rows == nullptr) {
            return;
        }
        auto& [rows, place] = m_next[part];
        const LocationRef ref = context.trace.definitions.locations[location.value()].ref;
        for (; place < rows->size() && (*rows)[place].location == ref; ++place) {
            to.push_back(std::move((*rows)[place]));
        }
    }

private:
    struct Next {
        std::vector<Row>* rows = nullptr;
        std::size_t place = 0;
    };
    std::vector<Next> m_next;
};

}  // namespace vellum::server::query
