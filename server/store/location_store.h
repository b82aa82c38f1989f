#pragma once

#include "common/trace/function_group.h"
#include "server/store/attribute_columns.h"
#include "server/store/call_stack_builder.h"
#include "server/store/call_stream.h"
#include "server/store/class_rows.h"
#include "server/store/counter_rows.h"
#include "server/store/path_rows.h"
#include "server/store/profile_rows.h"
#include "server/store/rare.h"
#include "server/store/record_table.h"

#include <array>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace vellum::server::store {

/// Where in time a location's events are: in one stretch, or in two with nothing between them.
struct EventSpread {
    Tick first = 0;  ///< tick of the first event; 0 where there is none
    Tick last = 0;
    /// The longest stretch without an event, if no visit is open in it: from the event before to the one after it.
    /// Empty where a visit is.
    TickRange gap;
    std::uint64_t eventsBeforeGap = 0;

    friend bool operator==(const EventSpread&, const EventSpread&) = default;
};

/// What the records of one location add up to.
struct LocationTotals {
    std::uint64_t events = 0;
    std::uint64_t attributes = 0;  ///< that events carry
    std::uint64_t visits = 0;
    std::uint64_t collectives = 0;
    std::uint64_t rmaOperations = 0;
    std::uint64_t rmaBytes = 0;
    std::uint64_t ioOperations = 0;
    std::uint64_t ioBytes = 0;
    std::uint64_t metricSamples = 0;
    std::uint64_t unmatchedSends = 0;                           ///< filled by server/match
    std::uint64_t unmatchedReceives = 0;                        ///< likewise
    std::uint64_t workWithoutLaunch = 0;                        ///< likewise
    std::uint64_t collectivesWithoutBegin = 0;                  ///< likewise
    std::uint64_t collectivesWithoutEnd = 0;                    ///< likewise
    std::uint64_t strayCollectives = 0;                         ///< likewise
    std::vector<std::pair<EventKind, std::uint64_t>> kinds;     ///< of records, those that occur
    std::array<std::uint64_t, kFunctionGroupCount> visitsOf{};  ///< by function group
    EventSpread spread;
};

/// A host call that gives work to a device, or such work: what one half of a launch says.
struct DeviceMark {
    TickRange visit;
    RegionRef region;
    EventKind kind = event_kind::kDeviceLaunch;
    std::uint64_t correlation = 0;
};

/// Everything read of one location.
///
/// Layout   Its event records are numbered from 0 on in file order. Most are enters and leaves, which
///          are the changes of `calls` but for those in `unrecorded`; all others are in `records`. The
///          members below give them as if they stood in one table.
/// Size     A trace may have a million locations: what many lack is a pointer, and the columns of a small
///          one share their memory (`packSmall`).
struct LocationStore {
    CallStream calls;
    Rare<RecordTable> records;
    /// Changes of `calls` that are no plain enter or leave record: made by repairs, told by a record of
    /// another kind, or outside of the window that alone was loaded. Ascending.
    Column<std::uint32_t> unrecorded;
    Rare<AttributeColumns> attributes;
    Rare<ClassRows> rows;           ///< of `calls`; empty where scanning is quick enough
    Rare<ProfileRows> profileRows;  ///< likewise
    Rare<PathRows> pathRows;        ///< likewise
    Rare<CounterRows> counterRows;  ///< of `records`, likewise
    LocationTotals totals;
    /// Of visits, by number, that reach out of a window that alone was loaded: the time of those right
    /// below them that are left out.
    Rare<std::unordered_map<std::uint64_t, Tick>> leftOutBelow;
    /// Of its visits, those of regions without a definition; until `defineUndefinedRegions`.
    std::vector<RegionVisits> undefinedRegions;
    std::vector<DeviceMark> deviceMarks;  ///< until server/match has joined them

    [[nodiscard]] std::uint64_t eventCount() const
    {
        return records->size() + calls.size() - unrecorded.size();
    }
    /// From the first event to one tick after the last; empty if there is none.
    [[nodiscard]] TickRange extent() const;
    /// The number of the first event at \p tick or later; eventCount() if there is none.
    [[nodiscard]] std::uint64_t firstEventFrom(Tick tick) const;
    [[nodiscard]] Tick tickOf(std::uint64_t event) const;
    [[nodiscard]] EventKind kindOf(std::uint64_t event) const;
    [[nodiscard]] Words payloadOf(std::uint64_t event) const;
    /// The change of `calls` that it is; CallStream::kNone of one in `records`.
    [[nodiscard]] std::size_t changeOf(std::uint64_t event) const
    {
        const Place place = placeOf(event);
        return place.isRecord ? CallStream::kNone : place.at;
    }

private:
    /// Where an event is told: a record or a change.
    struct Place {
        bool isRecord = false;
        std::size_t at = 0;
    };
    [[nodiscard]] Place placeOf(std::uint64_t event) const;
};

/// Lets the columns of a location with few events lie in one piece of memory.
void packSmall(LocationStore& location);

}  // namespace vellum::server::store
