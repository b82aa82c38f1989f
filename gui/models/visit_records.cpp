#include "gui/models/visit_records.h"

#include <cstdint>
#include <limits>
#include <optional>

namespace vellum::gui::models {

namespace {

using query::EventRecord;

constexpr std::size_t kNowhere = std::numeric_limits<std::size_t>::max();

bool isEnter(const EventRecord& record)
{
    return isNameOf(record.kind, event_kind::kEnter)
           || isNameOf(record.kind, event_kind::kCallingContextEnter);
}

bool isLeave(const EventRecord& record)
{
    return isNameOf(record.kind, event_kind::kLeave)
           || isNameOf(record.kind, event_kind::kCallingContextLeave);
}

RegionRef regionOf(const EventRecord& record, const Definitions& definitions)
{
    if (record.attributes.empty()) {
        return {};
    }
    const auto reference = static_cast<std::uint32_t>(record.attributes.front().second);
    if (isNameOf(record.kind, event_kind::kEnter)) {
        return RegionRef(reference);
    }
    const CallingContext* context = definitions.find(CallingContextRef(reference));
    return context != nullptr ? context->region : RegionRef();
}

/// For each enter the place of its leave; kNowhere for those that are left later, and for all others.
std::vector<std::size_t> leavesOf(const std::vector<EventRecord>& events)
{
    std::vector<std::size_t> leaves(events.size(), kNowhere);
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < events.size(); ++i) {
        if (isEnter(events[i])) {
            open.push_back(i);
        } else if (isLeave(events[i]) && !open.empty()) {
            leaves[open.back()] = i;
            open.pop_back();
        }
    }
    return leaves;
}

std::optional<std::size_t> enterOf(
    const SelectedVisit& visit,
    const std::vector<EventRecord>& events,
    const std::vector<std::size_t>& leaves,
    const Definitions& definitions)
{
    std::optional<std::size_t> unfinished;
    for (std::size_t i = 0; i < events.size() && events[i].tick == visit.visit.begin; ++i) {
        if (!isEnter(events[i]) || regionOf(events[i], definitions) != visit.region) {
            continue;
        }
        if (leaves[i] == kNowhere) {
            unfinished = unfinished ? unfinished : i;
        } else if (events[leaves[i]].tick == visit.visit.end) {
            return i;
        }
    }
    return unfinished;
}

}  // namespace

bool isNameOf(std::string_view name, EventKind kind)
{
    return name == infoOf(kind).name;
}

query::EventsRequest recordsRequest(const SelectedVisit& visit, std::uint64_t limit)
{
    // The leave stands at the end, which a window does not hold.
    return {
        .scope =
            {.window = {.begin = visit.visit.begin, .end = visit.visit.end + 1},
             .locations = {visit.location}},
        .limit = limit};
}

VisitRecords recordsOf(
    const SelectedVisit& visit, const query::Events& answer, const Definitions& definitions)
{
    const auto& events = answer.events;
    VisitRecords found{.isWhole = answer.events.size() == answer.count};
    const std::vector<std::size_t> leaves = leavesOf(events);
    const auto enter = enterOf(visit, events, leaves, definitions);
    if (!enter) {
        return found;
    }
    found.enter = events[*enter];
    const bool isLeft = leaves[*enter] != kNowhere;
    const std::size_t end = isLeft ? leaves[*enter] : events.size();
    if (isLeft) {
        found.leave = events[end];
        found.isWhole = true;
    }
    for (std::size_t i = *enter + 1; i < end; ++i) {
        if (!isEnter(events[i])) {
            found.records.push_back(events[i]);
        } else if (leaves[i] != kNowhere) {
            i = leaves[i];
        } else {
            break;  // the rest is inside a callee
        }
    }
    return found;
}

}  // namespace vellum::gui::models
