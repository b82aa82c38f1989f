#include "server/query/partial.h"

#include "common/query/limits.h"
#include "server/query/merge.h"
#include "server/query/registry.h"
#include "server/query/scope.h"
#include "server/query/set_timeline.h"

#include <algorithm>
#include <string>
#include <type_traits>
#include <variant>

namespace vellum::server::query {

using vellum::query::Answer;
using vellum::query::Request;

namespace {

/// Whether it needs nothing but what the head has.
template <typename T>
constexpr bool kIsOfHead = std::is_same_v<T, vellum::query::InfoRequest> || std::is_same_v<T, vellum::query::LocationsRequest> || std::is_same_v<T, vellum::query::MessagesRequest> || std::is_same_v<T, vellum::query::MatrixRequest> || std::is_same_v<T, vellum::query::LaunchesRequest> || std::is_same_v<T, vellum::query::CollectivesRequest>;

/// One of those, which needs all locations as soon as filters of visits decide.
template <typename T>
constexpr bool kHasEnds =
    std::is_same_v<
        T,
        vellum::query::
            MessagesRequest> || std::is_same_v<T, vellum::query::MatrixRequest> || std::is_same_v<T, vellum::query::CollectivesRequest>;

/// Whether the parts are asked for the ends that filters of visits leave.
template <typename T>
bool needsEnds(const T& request)
{
    if constexpr (std::is_same_v<T, vellum::query::MatrixRequest>) {
        return !request.scope.filter.visits.empty();
    } else {
        return request.ends || !request.scope.filter.visits.empty();
    }
}

/// What the parts are asked instead, but for the locations.
vellum::query::CollectivesRequest endsFor(vellum::query::CollectivesRequest request)
{
    request.ends = true;
    return request;
}

template <typename T>
vellum::query::MessagesRequest endsFor(const T& request)
{
    return {.scope = request.scope, .limit = 0, .ends = true};
}

/// Which locations that is about: an end may be left for whoever it was sent to.
template <typename T>
std::vector<LocationRef> locationsOfEnds(const T& request)
{
    if constexpr (requires { request.ends; }) {
        if (request.ends) {
            return request.scope.locations;
        }
    }
    return {};
}

Held heldOf(const vellum::query::TableRequest& request)
{
    return queryOf(request.asked.schema()).held;
}

/// Whether it says itself what is wrong with it, where that does not need its answer.
template <typename T>
bool isWithinLimits(const T& request)
{
    if constexpr (requires { request.limit; }) {
        return request.limit <= vellum::query::kMaxItems;
    } else {
        return true;
    }
}

/// Whether the locations are there and the answer not too large; else the head says what is wrong.
bool isAnswerable(
    const store::TraceStore& trace,
    const std::vector<LocationRef>& locations,
    std::uint64_t columns)
{
    const auto places = resolveLocations(trace, locations);
    return places.isOk() && !places.value().empty()
           && checkCells(places.value().size(), columns).isOk();
}

struct IsForParts {
    const store::TraceStore& trace;

    template <typename T>
    bool operator()(const T& request) const
    {
        if constexpr (kHasEnds<T>) {
            return needsEnds(request) && isWithinLimits(request)
                   && isAnswerable(trace, request.scope.locations, 0);
        } else if constexpr (kIsOfHead<T>) {
            return false;
        } else {
            return isAnswerable(trace, request.scope.locations, 0);
        }
    }
    bool operator()(const vellum::query::TimelineRequest& request) const
    {
        if (!request.rows.empty()) {
            return !trace.locations.empty() && checkSets(trace, request).isOk();
        }
        return isAnswerable(trace, request.scope.locations, request.columns);
    }
    bool operator()(const vellum::query::SummaryTimelineRequest& request) const
    {
        const auto isRowAnswerable = [&](const auto& row) { return isAnswerable(trace, row, 0); };
        return !request.rows.empty() && checkCells(request.rows.size(), request.columns).isOk()
               && std::ranges::all_of(request.rows, isRowAnswerable);
    }
    bool operator()(const vellum::query::DetailRequest& request) const
    {
        return trace.definitions.indexOf(request.location).isDefined();
    }
    bool operator()(const vellum::query::TableRequest& request) const
    {
        const Held held = heldOf(request);
        const bool hasEnds = held == Held::MessageEnds && !request.scope.filter.visits.empty();
        return (hasEnds || held == Held::ByLocations)
               && isAnswerable(trace, request.scope.locations, 0);
    }
};

/// Restricts a request to the locations of one part.
class Restriction {
public:
    Restriction(const store::TraceStore& trace, const Placement& placement, std::uint32_t part)
        : m_trace(trace)
        , m_placement(placement)
        , m_part(part)
    {
    }

    template <typename T>
    std::optional<Request> operator()(T request) const
    {
        if constexpr (kHasEnds<T>) {
            return ofEnds(endsFor(request), locationsOfEnds(request));
        } else if constexpr (kIsOfHead<T>) {
            return std::nullopt;
        } else {
            request.scope.locations = ownOf(request.scope.locations);
            return request.scope.locations.empty() ? std::nullopt
                                                   : std::optional<Request>(std::move(request));
        }
    }
    std::optional<Request> operator()(vellum::query::TimelineRequest request) const
    {
        if (!request.rows.empty()) {
            return (*this)(sumsForSets(request));
        }
        request.scope.locations = ownOf(request.scope.locations);
        return request.scope.locations.empty() ? std::nullopt
                                               : std::optional<Request>(std::move(request));
    }
    std::optional<Request> operator()(vellum::query::SummaryTimelineRequest request) const
    {
        for (std::vector<LocationRef>& row : request.rows) {
            row = ownOf(row);
        }
        std::erase_if(request.rows, [](const auto& row) { return row.empty(); });
        // What counts once cannot be added up.
        request.stretches = request.stretches || request.once;
        return request.rows.empty() ? std::nullopt : std::optional<Request>(std::move(request));
    }
    std::optional<Request> operator()(vellum::query::TableRequest request) const
    {
        if (heldOf(request) == Held::MessageEnds) {
            return ofEnds(endsFor(request), {});
        }
        request.scope.locations = ownOf(request.scope.locations);
        return request.scope.locations.empty() ? std::nullopt
                                               : std::optional<Request>(std::move(request));
    }
    std::optional<Request> operator()(const vellum::query::DetailRequest& request) const
    {
        const LocationIndex location = m_trace.definitions.indexOf(request.location);
        return m_placement.of(location) == m_part ? std::optional<Request>(request) : std::nullopt;
    }

private:
    template <typename T>
    [[nodiscard]] std::optional<Request> ofEnds(
        T request, const std::vector<LocationRef>& locations) const
    {
        request.scope.locations = ownOf(locations);
        return request.scope.locations.empty() ? std::nullopt
                                               : std::optional<Request>(std::move(request));
    }

    /// In the order asked.
    [[nodiscard]] std::vector<LocationRef> ownOf(const std::vector<LocationRef>& asked) const
    {
        std::vector<LocationRef> own;
        const auto& locations = m_trace.definitions.locations;
        const auto places = resolveLocations(m_trace, asked);
        for (const LocationIndex location : places.value()) {
            if (m_placement.of(location) == m_part) {
                own.push_back(locations[location.value()].ref);
            }
        }
        return own;
    }

    const store::TraceStore& m_trace;
    const Placement& m_placement;
    std::uint32_t m_part;
};

/// Marks the parts that hold a location of the request.
class Marking {
public:
    Marking(const store::TraceStore& trace, const Placement& placement, std::vector<bool>& marked)
        : m_trace(trace)
        , m_placement(placement)
        , m_marked(marked)
    {
    }

    template <typename T>
    void operator()(const T& request) const
    {
        if constexpr (kHasEnds<T>) {
            mark(locationsOfEnds(request));
        } else if constexpr (!kIsOfHead<T>) {
            mark(request.scope.locations);
        }
    }
    void operator()(const vellum::query::TimelineRequest& request) const
    {
        if (request.rows.empty()) {
            mark(request.scope.locations);
        }
        std::ranges::for_each(request.rows, [this](const auto& row) { mark(row); });
    }
    void operator()(const vellum::query::SummaryTimelineRequest& request) const
    {
        std::ranges::for_each(request.rows, [this](const auto& row) { mark(row); });
    }
    void operator()(const vellum::query::DetailRequest& request) const { mark({request.location}); }
    void operator()(const vellum::query::TableRequest& request) const
    {
        mark(
            heldOf(request) == Held::MessageEnds ? std::vector<LocationRef>()
                                                 : request.scope.locations);
    }

private:
    void mark(const std::vector<LocationRef>& asked) const
    {
        const auto places = resolveLocations(m_trace, asked);
        for (const LocationIndex location : places.value()) {
            m_marked[m_placement.of(location)] = true;
        }
    }

    const store::TraceStore& m_trace;
    const Placement& m_placement;
    std::vector<bool>& m_marked;
};

/// The answers of a kind; nothing where one is of another.
template <typename T>
std::optional<PartAnswers<T>> ofKind(PartialAnswers& parts)
{
    PartAnswers<T> found;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (!parts[i]) {
            continue;
        }
        T* answer = std::get_if<T>(&*parts[i]);
        if (answer == nullptr) {
            return std::nullopt;
        }
        found.push_back({.part = static_cast<std::uint32_t>(i), .answer = std::move(*answer)});
    }
    return found.empty() ? std::nullopt : std::optional(std::move(found));
}

struct Merge {
    const MergeContext& context;
    PartialAnswers& parts;

    template <typename T>
    Result<Answer> operator()(const T& request) const
    {
        if constexpr (kIsOfHead<T> && !kHasEnds<T>) {
            return otherQuestion();
        } else {
            return mergedAs<decltype(answerTo(request))>(request);
        }
    }
    Result<Answer> operator()(const vellum::query::TimelineRequest& request) const
    {
        return request.rows.empty() ? mergedAs<vellum::query::Timeline>(request)
                                    : mergedAs<vellum::query::SummaryTimeline>(request);
    }
    Result<Answer> operator()(const vellum::query::TableRequest& request) const
    {
        return heldOf(request) == Held::MessageEnds ? mergedAs<vellum::query::Messages>(request)
                                                    : mergedAs<vellum::query::Table>(request);
    }

private:
    template <typename T, typename R>
    Result<Answer> mergedAs(const R& request) const
    {
        auto answers = ofKind<T>(parts);
        if (!answers) {
            return otherQuestion();
        }
        auto answer = merged(context, request, std::move(*answers));
        VELLUM_RETURN_IF_ERROR(answer);
        return Answer(std::move(answer).value());
    }

    static Error otherQuestion()
    {
        return {
            .kind = ErrorKind::Internal,
            .message = "the parts of a trace have answered another question"};
    }

    static vellum::query::Profile answerTo(const vellum::query::ProfileRequest&);
    static vellum::query::CallTree answerTo(const vellum::query::CallTreeRequest&);
    static vellum::query::Messages answerTo(const vellum::query::MessagesRequest&);
    static vellum::query::Messages answerTo(const vellum::query::MatrixRequest&);
    static vellum::query::Collectives answerTo(const vellum::query::CollectivesRequest&);
    static vellum::query::SummaryTimeline answerTo(const vellum::query::SummaryTimelineRequest&);
    static vellum::query::Counters answerTo(const vellum::query::CountersRequest&);
    static vellum::query::SearchHits answerTo(const vellum::query::SearchRequest&);
    static vellum::query::Markers answerTo(const vellum::query::MarkersRequest&);
    static vellum::query::Events answerTo(const vellum::query::EventsRequest&);
    static vellum::query::Io answerTo(const vellum::query::IoRequest&);
    static vellum::query::CollectiveMembers answerTo(
        const vellum::query::CollectiveMembersRequest&);
    static vellum::query::VisitDetail answerTo(const vellum::query::DetailRequest&);
};

}  // namespace

AnsweredBy answererOf(
    const store::TraceStore& trace, const Request& request, const Placement& placement)
{
    const bool isForParts = placement.parts > 1 && std::visit(IsForParts{trace}, request);
    return isForParts ? AnsweredBy::Parts : AnsweredBy::Head;
}

std::optional<Request> requestOfPart(
    const store::TraceStore& trace,
    const Request& request,
    const Placement& placement,
    std::uint32_t part)
{
    return std::visit(Restriction(trace, placement, part), request);
}

std::vector<bool> partsAsked(
    const store::TraceStore& trace, const Request& request, const Placement& placement)
{
    std::vector<bool> marked(placement.parts);
    std::visit(Marking(trace, placement, marked), request);
    return marked;
}

Result<Answer> merge(
    const store::TraceStore& trace,
    const Request& request,
    const Placement& placement,
    PartialAnswers parts)
{
    const MergeContext context{.trace = trace, .placement = placement};
    return std::visit(Merge{.context = context, .parts = parts}, request);
}

std::vector<LocationIndex> rowOrder(
    const MergeContext& context, const std::vector<LocationRef>& refs)
{
    return resolveLocations(context.trace, refs).value();
}

}  // namespace vellum::server::query
