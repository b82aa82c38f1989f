#include "server/query/made_in.h"
#include "server/query/queries.h"
#include "server/query/record_judge.h"
#include "server/query/scope.h"
#include "server/query/visit_view.h"
#include "server/query/workers.h"

#include <queue>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace vellum::server::query {

using vellum::query::EventRecord;
using vellum::query::Events;
using vellum::query::EventsRequest;

namespace {

/// The next record of one location in the merge of all.
struct Cursor {
    Tick tick = 0;
    LocationIndex location;
    std::uint64_t next = 0;
    std::uint64_t end = 0;

    /// For a queue that has its *largest* on top.
    friend bool operator<(const Cursor& a, const Cursor& b)
    {
        return a.tick != b.tick ? a.tick > b.tick : a.location > b.location;
    }
};

/// Members of variable number stand in pairs after the attributes.
std::string nameOfExtra(EventKind kind, std::size_t index)
{
    const bool isValue = index % 2 == 1;
    const std::string place = "[" + std::to_string(index / 2) + "]";
    if (kind == event_kind::kProgramBegin) {
        return (isValue ? "argument" : "argument_type") + place;
    }
    return (isValue ? "value" : "type") + place;
}

EventRecord recordOf(const store::LocationStore& in, std::uint64_t event, LocationRef location)
{
    const EventKind kind = in.kindOf(event);
    const EventKindInfo& info = infoOf(kind);
    EventRecord record{
        .location = location, .tick = in.tickOf(event), .kind = std::string(info.name)};
    const store::Words payload = in.payloadOf(event);
    for (std::size_t i = 0; i < payload.size(); ++i) {
        record.attributes.emplace_back(
            i < info.attributes.size() ? std::string(info.attributes[i])
                                       : nameOfExtra(kind, i - info.attributes.size()),
            payload[i]);
    }
    const auto [begin, end] = in.attributes->rowsOf(event);
    for (std::size_t row = begin; row < end; ++row) {
        record.carried.push_back(
            {.attribute = in.attributes->attribute[row], .value = in.attributes->valueAt(row)});
    }
    return record;
}

/// Which records are asked for: all, or those of some kinds.
class WantedKinds {
public:
    explicit WantedKinds(const std::vector<EventKind>& kinds)
        : m_areAll(kinds.empty())
        , m_haveCalls(std::ranges::any_of(kinds, [](EventKind kind) {
            return kind == event_kind::kEnter || kind == event_kind::kLeave;
        }))
    {
        for (const EventKind kind : kinds) {
            m_isWanted[kind] = true;
        }
    }

    [[nodiscard]] bool areAll() const { return m_areAll; }

    /// The first such event from \p event on and before \p end; else \p end.
    ///
    /// Cost     Of what is neither enter nor leave a look at each record in between, of others at each event.
    [[nodiscard]] std::uint64_t nextFrom(
        const store::LocationStore& in, std::uint64_t event, std::uint64_t end) const
    {
        if (m_areAll) {
            return event;
        }
        if (m_haveCalls) {
            while (event < end && !m_isWanted[in.kindOf(event)]) {
                ++event;
            }
            return event;
        }
        const store::RecordTable& records = *in.records;
        auto record = static_cast<std::size_t>(
            std::ranges::lower_bound(records.event, event) - records.event.begin());
        while (record < records.size() && records.event[record] < end
               && !m_isWanted[records.kind[record]]) {
            ++record;
        }
        return record < records.size() ? std::min<std::uint64_t>(records.event[record], end) : end;
    }

private:
    std::array<bool, event_kind::kCount> m_isWanted = {};
    bool m_areAll;
    bool m_haveCalls;
};

/// What of the locations of a request its filters leave.
class LeftEvents {
public:
    LeftEvents(const store::TraceStore& trace, const vellum::query::RecordFilter& filter)
        : m_trace(trace)
        , m_view(trace, filter.visits)
        , m_madeIn(trace, filter.visits)
        , m_judge(trace.definitions, filter)
    {
    }

    /// Looks at a location. How many of its events [\p begin, \p end), which are those of \p window, are left.
    std::uint64_t take(
        LocationIndex location,
        TickRange window,
        std::uint64_t begin,
        std::uint64_t end,
        StopPoll& poll)
    {
        const store::LocationStore& in = m_trace.at(location);
        Kept kept{
            .changes = m_view.keptChanges(location, poll),
            .records = m_madeIn.keptRecords(location, poll)};
        std::uint64_t count = end - begin;
        if (!m_judge.keepsAll() || kept.records) {
            count -= countDropped(in.records, window, kept.records);
        }
        if (kept.changes) {
            count -= countLeftOut(in, window, *kept.changes);
        }
        if (kept.changes || kept.records) {
            m_kept.emplace(location, std::move(kept));
        }
        return count;
    }

    [[nodiscard]] bool keeps(LocationIndex location, std::uint64_t event) const
    {
        const store::LocationStore& in = m_trace.at(location);
        if (const auto kept = m_kept.find(location); kept != m_kept.end()) {
            const std::size_t change = in.changeOf(event);
            if (change != store::CallStream::kNone) {
                return isKept(kept->second.changes, change);
            }
            const auto record = std::ranges::lower_bound(in.records->event, event);
            if (!isKept(
                    kept->second.records,
                    static_cast<std::size_t>(record - in.records->event.begin()))) {
                return false;
            }
        }
        return m_judge.keepsAll() || !m_judge.isJudged(in.kindOf(event))
               || m_judge.keeps(in.kindOf(event), in.payloadOf(event));
    }

private:
    /// Of a location, by change and by record; nothing where all are left.
    struct Kept {
        std::optional<std::vector<bool>> changes;
        std::optional<std::vector<bool>> records;
    };

    /// Events that the filters do not leave, among the records of the window.
    [[nodiscard]] std::uint64_t countDropped(
        const store::RecordTable& records,
        TickRange window,
        const std::optional<std::vector<bool>>& kept) const
    {
        std::uint64_t dropped = 0;
        const std::size_t end = records.time.firstFrom(window.end);
        for (std::size_t i = records.time.firstFrom(window.begin); i < end; ++i) {
            const EventKind kind = records.kind[i];
            const bool isLeft =
                isKept(kept, i)
                && (!m_judge.isJudged(kind) || m_judge.keeps(kind, records.payloadOf(i)));
            dropped += isLeft ? 0U : 1U;
        }
        return dropped;
    }

    /// Enters and leaves, those that are records.
    static std::uint64_t countLeftOut(
        const store::LocationStore& in, TickRange window, const std::vector<bool>& isKept)
    {
        const std::size_t end = in.calls.time.firstFrom(window.end);
        std::uint64_t count = 0;
        for (std::size_t i = in.calls.time.firstFrom(window.begin); i < end; ++i) {
            count += isKept[i] ? 0U : 1U;
        }
        const auto first = std::ranges::lower_bound(
            in.unrecorded.begin(), in.unrecorded.end(), in.calls.time.firstFrom(window.begin));
        const auto last = std::lower_bound(first, in.unrecorded.end(), end);
        return count - static_cast<std::uint64_t>(std::count_if(first, last, [&](auto change) {
                   return !isKept[change];
               }));
    }

    const store::TraceStore& m_trace;
    VisitView m_view;
    MadeIn m_madeIn;
    EventJudge m_judge;
    std::unordered_map<LocationIndex, Kept> m_kept;  ///< where something may be left out
};

}  // namespace

namespace {

/// How many of them filters leave, one by one.
std::uint64_t countOf(
    const WantedKinds& wanted, const LeftEvents& left, const store::TraceStore& trace, Cursor from)
{
    const store::LocationStore& in = trace.at(from.location);
    std::uint64_t count = 0;
    while (from.next < from.end) {
        count += left.keeps(from.location, from.next) ? 1U : 0U;
        from.next = wanted.nextFrom(in, from.next + 1, from.end);
    }
    return count;
}

Result<void> checkKinds(const std::vector<EventKind>& kinds)
{
    if (std::ranges::all_of(kinds, [](EventKind kind) { return kind < event_kind::kCount; })) {
        return {};
    }
    return Error{
        .kind = ErrorKind::InvalidArgument, .message = "events: a kind of records that is none"};
}

}  // namespace

Result<Events> events(
    const store::TraceStore& trace, const EventsRequest& request, const ExecutionOptions& options)
{
    VELLUM_RETURN_IF_ERROR(checkLimit(request.limit, "events"));
    VELLUM_RETURN_IF_ERROR(checkKinds(request.kinds));
    const auto scope = resolve(trace, request.scope);
    VELLUM_RETURN_IF_ERROR(scope);
    const WantedKinds wanted(request.kinds);
    Events answer{.window = scope.value().window};
    LeftEvents left(trace, request.scope.filter);
    StopPoll poll(options);
    std::priority_queue<Cursor> queue;
    for (const LocationIndex location : scope.value().locations) {
        const store::LocationStore& in = trace.at(location);
        const std::uint64_t begin = in.firstEventFrom(answer.window.begin);
        const std::uint64_t end = in.firstEventFrom(answer.window.end);
        const std::uint64_t ofAll = left.take(location, answer.window, begin, end, poll);
        const std::uint64_t first = wanted.nextFrom(in, begin, end);
        const Cursor cursor{.tick = 0, .location = location, .next = first, .end = end};
        answer.count += wanted.areAll() ? ofAll : countOf(wanted, left, trace, cursor);
        if (options.cancel.stop_requested()) {  // then the count means nothing
            return cancelledError();
        }
        if (first < end) {
            queue.push({in.tickOf(first), location, first, end});
        }
    }
    while (!queue.empty() && answer.events.size() < request.limit) {
        if (poll.stopNow()) {
            return cancelledError();
        }
        Cursor cursor = queue.top();
        queue.pop();
        const store::LocationStore& in = trace.at(cursor.location);
        if (left.keeps(cursor.location, cursor.next)) {
            const LocationRef ref = trace.definitions.locations[cursor.location.value()].ref;
            answer.events.push_back(recordOf(in, cursor.next, ref));
        }
        cursor.next = wanted.nextFrom(in, cursor.next + 1, cursor.end);
        if (cursor.next < cursor.end) {
            cursor.tick = in.tickOf(cursor.next);
            queue.push(cursor);
        }
    }
    return answer;
}

}  // namespace vellum::server::query
