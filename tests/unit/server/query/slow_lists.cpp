// Of slow_oracle.h the answers that are lists: messages, their matrix, visits found, events.

#include "server/store/written_out.h"
#include "tests/unit/server/query/slow_oracle.h"
#include "tests/unit/server/query/slow_selected.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <tuple>

namespace vellum::tests {

namespace {

using namespace query;  // NOLINT(google-build-using-namespace): requests and answers, all of them
using server::store::TraceStore;
using server::store::VisitTable;

std::uint64_t labelOf(const TraceStore& trace, LocationRef ref, MatrixBy by)
{
    const Location& location = *trace.definitions.find(ref);
    if (by == MatrixBy::Location) {
        return ref.value();
    }
    if (by == MatrixBy::LocationGroup) {
        return location.group.value();
    }
    return trace.definitions.find(location.group)->parent.value();
}

std::vector<Message> messagesIn(const TraceStore& trace, TickRange window)
{
    std::vector<Message> inside;
    std::ranges::copy_if(trace.messages, std::back_inserter(inside), [&](const Message& message) {
        return std::min(message.send, message.receive) < window.end
               && std::max(message.send, message.receive) >= window.begin;
    });
    return inside;
}

void addIf(bool isHere, MatrixCell& cell, const Message& message)
{
    if (!isHere) {
        return;
    }
    const Tick duration = message.receive - message.send;
    cell.minDuration = cell.count > 0 ? std::min(cell.minDuration, duration) : duration;
    cell.maxDuration = cell.count > 0 ? std::max(cell.maxDuration, duration) : duration;
    cell.sumDuration += duration;
    cell.bytes += message.bytes;
    ++cell.count;
}

EventRecord recordOf(
    const server::store::EventTable& events, std::size_t index, LocationRef location)
{
    const EventKindInfo& info = infoOf(events.kind[index]);
    EventRecord record{
        .location = location, .tick = events.tick[index], .kind = std::string(info.name)};
    for (std::size_t k = 0; k < info.attributes.size(); ++k) {
        record.attributes.emplace_back(info.attributes[k], events.payloadOf(index)[k]);
    }
    return record;
}

}  // namespace

Messages slowMessages(const TraceStore& trace, const MessagesRequest& request)
{
    Messages answer{.window = request.scope.window.intersected(trace.range)};
    std::set<LocationRef> refs;
    for (const std::size_t place : selected(trace, request.scope.locations)) {
        refs.insert(trace.definitions.locations[place].ref);
        answer.unmatchedSends += trace.locations[place].totals.unmatchedSends;
        answer.unmatchedReceives += trace.locations[place].totals.unmatchedReceives;
    }
    for (const Message& message : messagesIn(trace, answer.window)) {
        if (refs.contains(message.sender) || refs.contains(message.receiver)) {
            ++answer.count;
            answer.messages.push_back(message);
        }
    }
    answer.messages.resize(std::min<std::size_t>(answer.messages.size(), request.limit));
    return answer;
}

Matrix slowMatrix(const TraceStore& trace, const MatrixRequest& request)
{
    Matrix answer{.window = request.scope.window.intersected(trace.range), .by = request.by};
    std::set<LocationRef> refs;
    std::set<std::uint64_t> used;
    for (const std::size_t place : selected(trace, request.scope.locations)) {
        const LocationRef ref = trace.definitions.locations[place].ref;
        refs.insert(ref);
        used.insert(labelOf(trace, ref, request.by));
    }
    const auto add = [&](std::uint64_t ref) {
        if (used.contains(ref)) {
            answer.labels.push_back(ref);
        }
    };
    const auto addAll = [&](const auto& definitions) {
        for (const auto& definition : definitions) {
            add(definition.ref.value());
        }
    };
    if (request.by == MatrixBy::Location) {
        addAll(trace.definitions.locations);
    } else if (request.by == MatrixBy::LocationGroup) {
        addAll(trace.definitions.locationGroups);
    } else {
        addAll(trace.definitions.systemTreeNodes);
    }
    for (const std::uint64_t row : answer.labels) {
        for (const std::uint64_t column : answer.labels) {
            MatrixCell& cell = answer.cells.emplace_back();
            for (const Message& message : messagesIn(trace, answer.window)) {
                const bool isHere = refs.contains(message.sender) && refs.contains(message.receiver)
                                    && labelOf(trace, message.sender, request.by) == row
                                    && labelOf(trace, message.receiver, request.by) == column;
                addIf(isHere, cell, message);
            }
        }
    }
    return answer;
}

SearchHits slowSearch(const TraceStore& trace, const SearchRequest& request)
{
    const TickRange window = request.scope.window.intersected(trace.range);
    std::vector<std::tuple<Tick, std::size_t, std::uint32_t, std::size_t>> hits;
    for (const std::size_t place : selected(trace, request.scope.locations)) {
        const VisitTable visits = leftVisits(trace, place, request.scope.filter.visits);
        for (std::size_t i = 0; i < visits.size(); ++i) {
            const Tick begin = visits.enter[i];
            const Tick end = visits.leave[i];
            const Region& region = *trace.definitions.find(visits.region[i]);
            const auto bit = static_cast<unsigned>(region.group);
            const bool isOfGroup = request.groups == 0 || (request.groups >> bit) % 2 == 1;
            const bool overlaps =
                begin < window.end && (end > window.begin || begin >= window.begin);
            if (overlaps && isOfGroup && end - begin >= request.minDuration
                && begin >= request.after && begin < request.before
                && region.name.find(request.pattern) != std::string::npos) {
                hits.emplace_back(begin, place, visits.depth[i], i);
            }
        }
    }
    std::ranges::sort(hits);
    SearchHits answer{.count = hits.size()};
    const std::size_t size = std::min<std::size_t>(hits.size(), request.limit);
    const std::size_t first = request.backward ? hits.size() - size : 0;
    for (std::size_t i = first; i < first + size; ++i) {
        const auto& [begin, place, depth, visit] = hits[i];
        const VisitTable visits = leftVisits(trace, place, request.scope.filter.visits);
        answer.hits.push_back(
            {.location = trace.definitions.locations[place].ref,
             .region = visits.region[visit],
             .visit = {.begin = begin, .end = visits.leave[visit]},
             .depth = depth});
    }
    return answer;
}

Events slowEvents(const TraceStore& trace, const EventsRequest& request)
{
    Events answer{.window = request.scope.window.intersected(trace.range)};
    const auto places = selected(trace, request.scope.locations);
    std::vector<server::store::EventTable> tables;
    tables.reserve(places.size());
    for (const std::size_t place : places) {
        tables.push_back(server::store::eventsOf(trace.locations[place]));
    }
    const auto isWanted = [&request](EventKind kind) {
        return request.kinds.empty() || std::ranges::count(request.kinds, kind) > 0;
    };
    const auto take = [&](const server::store::EventTable& events, LocationRef ref, Tick tick) {
        for (std::size_t i = 0; i < events.size(); ++i) {
            if (events.tick[i] == tick && isWanted(events.kind[i])
                && answer.count++ < request.limit) {
                answer.events.push_back(recordOf(events, i, ref));
            }
        }
    };
    for (Tick tick = answer.window.begin; tick < answer.window.end; ++tick) {
        for (std::size_t i = 0; i < places.size(); ++i) {
            take(tables[i], trace.definitions.locations[places[i]].ref, tick);
        }
    }
    return answer;
}

}  // namespace vellum::tests
