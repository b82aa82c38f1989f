#include "server/store/partial_load.h"

#include "common/base/narrow.h"
#include "server/store/io_operations.h"
#include "server/store/location_totals.h"
#include "server/store/written_out.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace vellum::server::store {

namespace {

bool isOfCollective(EventKind kind)
{
    return kind == event_kind::kMpiCollectiveBegin || kind == event_kind::kMpiCollectiveEnd
           || kind == event_kind::kNonBlockingCollectiveRequest
           || kind == event_kind::kNonBlockingCollectiveComplete;
}

/// Whether records of this kind are matched with others, of another time or location.
bool isJoined(EventKind kind)
{
    return (kind >= event_kind::kMpiSend && kind <= event_kind::kMpiCollectiveEnd)
           || isOfCollective(kind);
}

bool reachesInto(const VisitTable& visits, VisitIndex visit, TickRange window)
{
    const TickRange range = visits.range(visit);
    return range.isEmpty() ? window.contains(range.begin) : !range.intersected(window).isEmpty();
}

/// Those that reach into the window, and those around them: an empty visit may stand where the one
/// around it has just ended.
std::vector<bool> keptVisits(const VisitTable& visits, TickRange window)
{
    std::vector<bool> isKept(visits.size());
    for (std::size_t i = visits.size(); i-- > 0;) {
        const auto visit = narrow<VisitIndex>(i);
        isKept[i] = isKept[i] || reachesInto(visits, visit, window);
        if (isKept[i] && visits.parent[i] != kNoVisit) {
            isKept[visits.parent[i]] = true;
        }
    }
    return isKept;
}

/// Which records are the last samples before \p begin, one for each metric.
std::vector<bool> lastSamplesBefore(const RecordTable& records, Tick begin)
{
    std::unordered_map<std::uint64_t, std::size_t> last;
    for (std::size_t i = 0; i < records.size() && records.time[i] < begin; ++i) {
        if (records.kind[i] == event_kind::kMetric) {
            last[records.payloadOf(i).front()] = i;
        }
    }
    std::vector<bool> isLast(records.size());
    for (const auto& [metric, record] : last) {
        isLast[record] = true;
    }
    return isLast;
}

/// Which records are ends of an input or output operation that reaches into \p window or touches it, so
/// that its other end may lie outside.
std::vector<bool> operationsAbout(const RecordTable& records, TickRange window)
{
    std::vector<bool> isKept(records.size());
    for (const IoOperation& operation : ioOperationsOf(records).operations) {
        const bool isAbout = records.time[operation.begin] < window.end
                             && records.time[operation.end] >= window.begin;
        isKept[operation.begin] = isAbout;
        isKept[operation.end] = isAbout;
    }
    return isKept;
}

/// The attributes of the events that are kept, under their new numbers.
class AttributeCut {
public:
    explicit AttributeCut(const AttributeColumns& all) : m_all(all) {}

    /// Events come in their order.
    void keep(std::uint64_t event, std::uint64_t as)
    {
        while (m_row < m_all.size() && m_all.event[m_row] < event) {
            ++m_row;
        }
        for (; m_row < m_all.size() && m_all.event[m_row] == event; ++m_row) {
            m_kept.add(narrow<std::uint32_t>(as), m_all.attribute[m_row], m_all.valueAt(m_row));
        }
    }
    [[nodiscard]] AttributeTable take() { return std::move(m_kept); }

private:
    const AttributeColumns& m_all;
    AttributeTable m_kept;
    std::size_t m_row = 0;
};

/// Makes a location anew of what a window needs of it.
class LocationCut {
public:
    LocationCut(const Definitions& definitions, const LocationStore& all, TickRange window)
        : m_definitions(definitions)
        , m_all(all)
        , m_window(window)
        , m_isLast(lastSamplesBefore(all.records, window.begin))
        , m_isOperation(operationsAbout(all.records, window))
        , m_attributes(all.attributes)
    {
    }

    LocationStore run()
    {
        const VisitTable visits = visitsOf(m_all.calls);
        const std::vector<bool> isKept = keptVisits(visits, m_window);
        std::vector<VisitIndex> open;
        VisitIndex next = 0;
        for (std::size_t change = 0; change < m_all.calls.size(); ++change) {
            takeRecordsBefore(change);
            const bool isEnter = m_all.calls.isEnter(change);
            const VisitIndex visit = isEnter ? next++ : open.back();
            isEnter ? open.push_back(visit) : open.pop_back();
            takeChange(change, isEnter, isKept[visit]);
            if (isEnter && !isKept[visit] && !m_kept.empty()) {
                m_leftOut[m_kept.back()] += directlyBelow(visits, visit, isKept);
            }
        }
        takeRecordsBefore(m_all.calls.size());
        return finish();
    }

private:
    /// The length of a visit right below one that is kept; nothing where it lies deeper.
    static Tick directlyBelow(
        const VisitTable& visits, VisitIndex visit, const std::vector<bool>& isKept)
    {
        const VisitIndex parent = visits.parent[visit];
        return parent != kNoVisit && isKept[parent] ? visits.range(visit).length() : 0;
    }

    [[nodiscard]] bool isRecorded(std::size_t change)
    {
        while (m_unrecorded < m_all.unrecorded.size() && m_all.unrecorded[m_unrecorded] < change) {
            ++m_unrecorded;
        }
        return m_unrecorded == m_all.unrecorded.size() || m_all.unrecorded[m_unrecorded] != change;
    }

    /// The records that stand before the next recorded change.
    void takeRecordsBefore(std::size_t change)
    {
        const bool isEnd = change == m_all.calls.size();
        while (m_record < m_all.records->size()
               && (isEnd || m_all.records->event[m_record] == m_event)) {
            takeRecord(m_record++);
            ++m_event;
        }
    }

    void takeRecord(std::size_t record)
    {
        const Tick tick = m_all.records->time[record];
        const EventKind kind = m_all.records->kind[record];
        if (m_window.contains(tick) || isJoined(kind) || m_isLast[record]
            || m_isOperation[record]) {
            addRecord(tick, kind, m_all.records->payloadOf(record));
        }
    }

    void addRecord(Tick tick, EventKind kind, const Words& words)
    {
        m_attributes.keep(m_event, m_events);
        static_cast<void>(m_records.add(narrow<std::uint32_t>(m_events), tick, kind, words.view()));
        count(tick, kind, words);
    }

    void count(Tick tick, EventKind kind, const Words& words)
    {
        ++m_events;
        if (m_window.contains(tick)) {
            ++m_totals.events;
            m_kinds.add(kind);
            addToTotals(m_totals, kind, words.view());
        }
    }

    void takeChange(std::size_t change, bool isEnter, bool isKept)
    {
        const Tick tick = m_all.calls.time[change];
        const RegionRef region = m_all.calls.regionOf(change);
        const bool isEvent = isRecorded(change);
        const bool isShown = isEvent && m_window.contains(tick);
        const EventKind kind = isEnter ? event_kind::kEnter : event_kind::kLeave;
        Words words;
        words.push(region.value());
        if (isKept) {
            isEnter ? enter(tick, region) : leave(tick, region);
        }
        if (isKept && !isShown) {
            m_stack.setUnrecorded();
        } else if (isKept) {
            m_attributes.keep(m_event, m_events);
            count(tick, kind, words);
        } else if (isShown) {
            addRecord(tick, kind, words);
        }
        m_event += isEvent ? 1U : 0U;
    }

    void enter(Tick tick, RegionRef region)
    {
        m_kept.push_back(m_visits++);
        m_stack.enter(tick, region);
        if (m_window.contains(tick)) {
            ++m_totals.visits;
            addVisits(m_totals, m_definitions, region, 1);
        }
    }

    void leave(Tick tick, RegionRef region)
    {
        m_kept.pop_back();
        static_cast<void>(m_stack.leave(tick, region));
    }

    LocationStore finish()
    {
        LocationStore cut;
        cut.calls = m_stack.finish(m_window.end);
        cut.unrecorded = m_stack.takeUnrecorded();
        cut.records = m_records.finish();
        AttributeTable attributes = m_attributes.take();
        for (const std::uint32_t event : attributes.event) {
            m_totals.attributes += m_window.contains(cut.tickOf(event)) ? 1U : 0U;
        }
        cut.attributes = AttributeColumns(std::move(attributes));
        m_totals.kinds = m_kinds.occurring();
        cut.totals = std::move(m_totals);
        cut.leftOutBelow = std::move(m_leftOut);
        return cut;
    }

    const Definitions& m_definitions;
    const LocationStore& m_all;
    TickRange m_window;
    std::vector<bool> m_isLast;
    std::vector<bool> m_isOperation;
    AttributeCut m_attributes;
    CallStackBuilder m_stack;
    RecordTableBuilder m_records;
    LocationTotals m_totals;
    KindCounts m_kinds;
    std::unordered_map<std::uint64_t, Tick> m_leftOut;
    std::vector<std::uint64_t> m_kept;  ///< the open visits that are kept, by their new numbers
    std::uint64_t m_visits = 0;         ///< kept so far
    std::uint64_t m_event = 0;          ///< the next of all
    std::uint64_t m_events = 0;         ///< kept so far
    std::size_t m_record = 0;
    std::size_t m_unrecorded = 0;
};

/// The records that \p isKept says, and all changes.
template <typename Predicate>
void keepRecords(LocationStore& location, const Predicate& isKept)
{
    const Rare<RecordTable> before = std::move(location.records);
    const RecordTable& all = *before;
    RecordTableBuilder kept;
    AttributeTable attributes;
    std::size_t row = 0;
    std::uint32_t dropped = 0;
    const auto takeAttributes = [&](std::uint64_t until) {
        for (; row < location.attributes->size() && location.attributes->event[row] < until;
             ++row) {
            attributes.add(
                location.attributes->event[row] - dropped,
                location.attributes->attribute[row],
                location.attributes->valueAt(row));
        }
    };
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (isKept(all.time[i], all.kind[i])) {
            static_cast<void>(kept.add(
                all.event[i] - dropped, all.time[i], all.kind[i], all.payloadOf(i).view()));
            continue;
        }
        takeAttributes(all.event[i]);
        while (row < location.attributes->size()
               && location.attributes->event[row] == all.event[i]) {
            ++row;
        }
        ++dropped;
    }
    takeAttributes(std::numeric_limits<std::uint64_t>::max());
    location.records = kept.finish();
    location.attributes = AttributeColumns(std::move(attributes));
}

}  // namespace

void dropEmptyParents(Definitions& definitions)
{
    std::unordered_set<LocationGroupRef> groups;
    for (const Location& location : definitions.locations) {
        groups.insert(location.group);
    }
    for (const LocationGroup& group : definitions.locationGroups) {
        if (groups.contains(group.ref) && group.creator.isDefined()) {
            groups.insert(group.creator);
        }
    }
    std::erase_if(definitions.locationGroups, [&](const LocationGroup& group) {
        return !groups.contains(group.ref);
    });
    std::unordered_set<SystemTreeNodeRef> nodes;
    for (const LocationGroup& group : definitions.locationGroups) {
        const SystemTreeNode* node = definitions.find(group.parent);
        while (node != nullptr && nodes.insert(node->ref).second) {
            node = definitions.find(node->parent);
        }
    }
    std::erase_if(definitions.systemTreeNodes, [&](const SystemTreeNode& node) {
        return !nodes.contains(node.ref);
    });
}

namespace {

struct Call {
    TickRange range;
    RegionRef region;

    friend bool operator==(const Call&, const Call&) = default;
};

/// Calls of one location, which nest, as its call stream.
class CallsAlone {
public:
    explicit CallsAlone(const TraceStore& store)
        : m_definitions(store.definitions)
        , m_range(store.range)
    {
    }

    LocationStore of(std::vector<Call> calls)
    {
        std::ranges::sort(calls, [](const Call& a, const Call& b) {
            return std::tuple(a.range.begin, b.range.end, a.region)
                   < std::tuple(b.range.begin, a.range.end, b.region);
        });
        calls.erase(std::unique(calls.begin(), calls.end()), calls.end());
        std::vector<Call> open;
        for (const Call& call : calls) {
            while (!open.empty() && open.back().range.end <= call.range.begin) {
                leave(open);
            }
            m_stack.enter(call.range.begin, call.region);
            count(call.range.begin, event_kind::kEnter);
            if (m_range.contains(call.range.begin)) {
                ++m_store.totals.visits;
                addVisits(m_store.totals, m_definitions, call.region, 1);
            }
            open.push_back(call);
        }
        while (!open.empty()) {
            leave(open);
        }
        m_store.calls = m_stack.finish(m_range.end);
        m_store.unrecorded = m_stack.takeUnrecorded();
        m_store.totals.kinds = m_kinds.occurring();
        return std::move(m_store);
    }

private:
    void leave(std::vector<Call>& open)
    {
        const Call call = open.back();
        open.pop_back();
        static_cast<void>(m_stack.leave(call.range.end, call.region));
        count(call.range.end, event_kind::kLeave);
    }

    /// The change made last is an event of the trace, if it lies in it.
    void count(Tick tick, EventKind kind)
    {
        if (!m_range.contains(tick)) {
            m_stack.setUnrecorded();
            return;
        }
        m_kinds.add(kind);
        ++m_store.totals.events;
    }

    const Definitions& m_definitions;
    TickRange m_range;
    CallStackBuilder m_stack;
    KindCounts m_kinds;
    LocationStore m_store;
};

}  // namespace

std::uint64_t keepLaunchingCalls(
    TraceStore& store, const std::unordered_set<LocationRef>& launchers)
{
    std::unordered_map<LocationRef, std::vector<Call>> callsOf;
    for (const query::Launch& launch : store.launches) {
        if (launchers.contains(launch.host)) {
            callsOf[launch.host].push_back({.range = launch.call, .region = launch.callRegion});
        }
    }
    std::uint64_t calls = 0;
    std::vector<Location> locations;
    std::vector<LocationStore> stores;
    for (std::size_t i = 0; i < store.locations.size(); ++i) {
        Location& location = store.definitions.locations[i];
        const auto found = callsOf.find(location.ref);
        if (found == callsOf.end() && launchers.contains(location.ref)) {
            continue;
        }
        stores.push_back(
            found == callsOf.end() ? std::move(store.locations[i])
                                   : CallsAlone(store).of(std::move(found->second)));
        calls += found == callsOf.end() ? 0 : stores.back().calls.visits();
        locations.push_back(std::move(location));
    }
    store.definitions.locations = std::move(locations);
    store.locations = std::move(stores);
    dropEmptyParents(store.definitions);
    store.definitions.buildLookups();
    return calls;
}

void cutToWindow(const Definitions& definitions, LocationStore& location, TickRange window)
{
    LocationStore cut = LocationCut(definitions, location, window).run();
    cut.undefinedRegions = std::move(location.undefinedRegions);
    cut.deviceMarks = std::move(location.deviceMarks);
    location = std::move(cut);
}

void dropRecordsOutside(TraceStore& store)
{
    for (LocationStore& location : store.locations) {
        keepRecords(location, [&](Tick tick, EventKind kind) {
            // Of collective operations one is asked for by its number, so all before it are counted.
            return store.range.contains(tick) || !isJoined(kind) || isOfCollective(kind);
        });
    }
    std::erase_if(store.markers, [&](const Marker& marker) {
        const Tick last =
            marker.tick
            + static_cast<Tick>(std::min<std::uint64_t>(marker.duration, std::uint64_t{1} << 61U));
        return marker.tick >= store.range.end || last < store.range.begin;
    });
    std::vector<query::Message> within;
    std::ranges::copy_if(
        store.messages, std::back_inserter(within), [&](const query::Message& message) {
            const auto [first, last] = std::minmax(message.send, message.receive);
            return first < store.range.end && last >= store.range.begin;
        });
    store.setMessages(std::move(within));
}

}  // namespace vellum::server::store
