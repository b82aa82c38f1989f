#include "server/reader/json/event_collector.h"
#include "server/reader/json/kept_text.h"
#include "server/reader/json/lenient_parser.h"

#include <functional>

namespace vellum::server::reader::json {

namespace {

using tracks::bits;
using tracks::Track;

/// Whether an asynchronous event may end in another process than it began in.
bool isGlobal(const JsonEvent& event)
{
    bool isSaid = false;
    forEachMember(event.id, [&](std::string_view key, Raw) { isSaid = isSaid || key == "global"; });
    return isSaid || !event.scope.empty();
}

}  // namespace

void EventCollector::takeFlow(char phase, const JsonEvent& event, Tick at)
{
    note(at, at);
    Track& track = m_trace.tracks[trackAt(event.pid, event.tid)];
    const EventKind kind = phase == 's'   ? event_kind::kFlowBegin
                           : phase == 't' ? event_kind::kFlowStep
                                          : event_kind::kFlowEnd;
    const tracks::ExtraRecord record = flowRecord(track, kind, event.id, event.category);
    track.points.push_back({.at = at, .record = withArguments(track, record, event, {})});
}

tracks::ExtraRecord EventCollector::flowRecord(Track& track, EventKind kind, Raw id, Raw category)
{
    const auto known = integerOf(id);
    const std::uint64_t number = known ? bits(*known) : std::hash<Raw>()(id);
    const std::uint32_t region = m_trace.regions.intern(EventClass::Instant, category);
    return track.add(kind, {number, region});
}

/// The newer way: a slice says itself that a flow goes out of it, or into it.
void EventCollector::takeBoundFlow(const JsonEvent& event, Track& track, Tick at)
{
    const bool goesIn = event.flowIn == "true";
    const bool goesOut = event.flowOut == "true";
    if (event.bindId.empty() || !(goesIn || goesOut)) {
        return;
    }
    const EventKind kind = goesIn && goesOut ? event_kind::kFlowStep
                           : goesOut         ? event_kind::kFlowBegin
                                             : event_kind::kFlowEnd;
    track.points.push_back(
        {.at = at, .record = flowRecord(track, kind, event.bindId, event.category)});
}

void EventCollector::takeAsync(char phase, const JsonEvent& event, Tick at)
{
    note(at, at);
    const EventClass kind = m_trace.regions.classify(event.category);
    const std::string category = keptText(event.category, m_trace.findings);
    const std::size_t index = namedTrackAt(event.pid, "async ", "async " + category);
    Track& track = m_trace.tracks[index];
    const bool isBegin = phase == 'b' || phase == 'S';
    const bool isEnd = phase == 'e' || phase == 'F';
    const bool hasName = !bare(event.name).empty();
    // An end needs no name.
    const std::uint32_t region = hasName || !isEnd ? m_trace.regions.intern(kind, event.name) : 0;
    const std::string key =
        (isGlobal(event) ? "global " + category + ' ' + textOf(event.scope) : std::to_string(index))
        + ' ' + std::string(bare(event.id));
    if (isBegin || isEnd) {
        m_async.add(
            key,
            {.at = at,
             .track = index,
             .region = region,
             .extra = withArguments(track, 0, event, {}),
             .isBegin = isBegin,
             .hasName = hasName});
        return;
    }
    const auto record = track.add(event_kind::kInstant, {region});
    track.points.push_back({.at = at, .record = withArguments(track, record, event, {})});
}

}  // namespace vellum::server::reader::json
