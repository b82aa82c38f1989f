#pragma once

#include "common/query/requests.h"
#include "common/time/tick_range.h"
#include "common/trace/collectives.h"
#include "common/trace/event_kinds.h"
#include "common/trace/function_group.h"
#include "common/trace/markers.h"
#include "common/trace/refs.h"
#include "common/trace/values.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace vellum::query {

// What the engine answers, what the wire carries, what the GUI shows and what vellum-query prints:
// one definition for the four. Plain values, immutable once shared.

enum class Severity : std::uint8_t { Info = 0, Warning = 1, Error = 2 };

/// One kind of repair or finding of the import, with how often it was seen.
/// Where some of what an import report counts was found.
struct ImportReportPlace {
    std::string file;      ///< its path; empty where it was found in no file alone
    std::string location;  ///< "location 3 'Master thread'"; empty where it concerns more than one
    std::uint64_t count = 0;
    std::string example;  ///< the first one there

    friend bool operator==(const ImportReportPlace&, const ImportReportPlace&) = default;
};

struct ImportReportEntry {
    std::string kind;  ///< kebab-case, one of docs/semantics.md: "unmatched-leave", …
    Severity severity = Severity::Warning;
    std::uint64_t count = 0;
    std::string example;  ///< the first one in one sentence, with location, tick and numbers
    /// In the order of files and locations, at most a thousand; what is counted and in none
    /// of them was found elsewhere.
    std::vector<ImportReportPlace> places{};

    friend bool operator==(const ImportReportEntry&, const ImportReportEntry&) = default;
};

/// How many records of one kind a trace has.
struct KindCount {
    std::string kind;  ///< "Enter", "MpiSend", …
    std::uint64_t count = 0;

    friend bool operator==(const KindCount&, const KindCount&) = default;
};

struct TraceInfo {
    std::string format;  ///< "OTF2"
    std::string creator;
    std::uint64_t locations = 0;
    std::uint64_t locationGroups = 0;
    std::uint64_t systemTreeNodes = 0;
    std::uint64_t regions = 0;
    std::uint64_t metrics = 0;
    std::uint64_t communicators = 0;
    std::uint64_t events = 0;
    std::uint64_t visits = 0;
    std::uint64_t messages = 0;
    std::uint64_t messageBytes = 0;
    std::uint64_t unmatchedSends = 0;
    std::uint64_t unmatchedReceives = 0;
    std::uint64_t collectives = 0;
    std::uint64_t rmaOperations = 0;
    std::uint64_t rmaBytes = 0;
    std::uint64_t ioOperations = 0;
    std::uint64_t ioBytes = 0;
    std::uint64_t metricSamples = 0;
    /// Visits by function group, in the order of common/trace/function_group.h.
    std::vector<std::uint64_t> visitsOf;
    std::uint64_t launches = 0;           ///< device work joined to the host call that launched it
    std::uint64_t workWithoutLaunch = 0;  ///< device work without such a call
    std::uint64_t ticksPerSecond = 0;
    std::uint64_t lengthTicks = 0;  ///< as the trace's clock properties claim
    TickRange range;                ///< every event lies inside; the default window
    bool complete = true;           ///< false if loading was cancelled: the prefix is served
    std::vector<ImportReportEntry> importReport;
    std::uint64_t eventAttributes = 0;  ///< carried by events
    std::uint64_t markers = 0;
    std::vector<KindCount> eventsByKind{};  ///< those that occur, in the order of event_kinds.h
    /// Inside of `range`, and most often equal to it: without strays far off, and without a void before or after
    /// all events; where a window opens. Empty: whoever answered did not say.
    TickRange bulk;

    friend bool operator==(const TraceInfo&, const TraceInfo&) = default;
};

struct LocationCounts {
    std::vector<LocationRef> locations;  ///< all, in definition order
    std::vector<std::uint64_t> events;   ///< records read, same length

    friend bool operator==(const LocationCounts&, const LocationCounts&) = default;
};

struct ProfileRow {
    Key key;
    LocationRef location;  ///< undefined unless per location
    std::uint64_t visits = 0;
    Tick inclusive = 0;
    Tick exclusive = 0;
    Tick minInclusive = 0;  ///< of the visits that begin in the window, unclipped; 0 if none
    Tick maxInclusive = 0;
    Tick sumInclusive = 0;  ///< of the same visits: mean = sum / visits

    friend bool operator==(const ProfileRow&, const ProfileRow&) = default;
};

struct Profile {
    TickRange window;              ///< after clipping
    std::vector<ProfileRow> rows;  ///< by exclusive time, longest first; ties by key
    Tick outside = 0;

    friend bool operator==(const Profile&, const Profile&) = default;
};

/// A call path: its region and, through `parent`, those around it.
struct CallTreeNode {
    RegionRef region;
    std::uint32_t depth = 1;   ///< outermost = 1
    std::uint32_t parent = 0;  ///< index into the list; its own index for a root
    std::uint64_t visits = 0;
    Tick inclusive = 0;
    Tick exclusive = 0;
    Tick minInclusive = 0;
    Tick maxInclusive = 0;
    Tick sumInclusive = 0;
    std::uint64_t inclusiveSamples = 0;  ///< taken in the window, of this path and all below it
    std::uint64_t exclusiveSamples = 0;  ///< of this path alone

    friend bool operator==(const CallTreeNode&, const CallTreeNode&) = default;
};

struct CallTree {
    TickRange window;
    std::vector<CallTreeNode> nodes;  ///< preorder; siblings by region reference, ascending

    friend bool operator==(const CallTree&, const CallTree&) = default;
};

/// Neighbouring columns of one location that are alike.
struct TimelineRun {
    std::uint32_t firstColumn = 0;  ///< the run ends where the next begins, the last at `columns`
    /// Of the function group with the largest exclusive time the region with the most of it, or that group;
    /// kNone where no region has time.
    Key winner;
    /// Each column's width, of a row of a set times its locations, minus the winner's time in it.
    Tick missing = 0;
    /// The same with the time of the winner's whole function group: 0 ..= `missing`; by group equal to it.
    Tick groupMissing = 0;
    std::uint32_t visits = 0;  ///< that begin in each column
    /// Which visit of the location gives the winner most of its time there (lower wins a tie), a
    /// number that means nothing but "the same as the neighbour's or not". Bars end where it changes.
    /// None where more than kMostChangesOfVisit enters and leaves lie in the column of a row by the top of
    /// the stack, and in rows of sets.
    std::uint64_t visit = std::numeric_limits<std::uint64_t>::max();
    /// Bit i: something of the i-th of the request's presence classes is in each column.
    std::uint64_t present = 0;

    friend bool operator==(const TimelineRun&, const TimelineRun&) = default;
};

struct TimelineRow {
    LocationRef location;           ///< undefined: the row is that of a set, in the order asked
    std::vector<TimelineRun> runs;  ///< strictly increasing firstColumn, the first at 0
    std::uint32_t level = 0;        ///< of the stack, outermost = 1; 0: what is on top of it

    friend bool operator==(const TimelineRow&, const TimelineRow&) = default;
};

struct Timeline {
    TickRange window;
    std::uint32_t columns = 0;
    GroupBy by = GroupBy::Region;
    bool exact = true;
    /// In the order asked; definition order for "all". Where levels were asked for, those of a location
    /// that a visit in the window reaches, from the outermost on.
    std::vector<TimelineRow> rows;
    /// So many presence classes were looked for: as many as asked, or 0 by a server that knows of none.
    std::uint32_t presenceClasses = 0;

    friend bool operator==(const Timeline&, const Timeline&) = default;
};

struct SummarySeries {
    Key key;
    std::vector<Tick> exclusive;  ///< one per column, summed over the row's locations

    friend bool operator==(const SummarySeries&, const SummarySeries&) = default;
};

/// At least one location is in the key during all of it.
struct KeyStretch {
    Key key;
    TickRange range;

    friend bool operator==(const KeyStretch&, const KeyStretch&) = default;
};

struct SummaryRow {
    std::uint64_t locations = 0;        ///< how many the row sums over
    std::vector<SummarySeries> series;  ///< by key ascending; keys without time are left out
    /// Where ticks count once: one per column, with at least one location in any of the keys; else empty.
    std::vector<Tick> busy{};
    std::vector<KeyStretch> stretches{};  ///< if asked for, by key, then begin; as long as can be
    std::vector<std::uint32_t> visits{};  ///< if asked for: that begin in each column

    friend bool operator==(const SummaryRow&, const SummaryRow&) = default;
};

struct SummaryTimeline {
    TickRange window;
    std::uint32_t columns = 0;
    bool exact = true;
    std::vector<SummaryRow> rows;

    friend bool operator==(const SummaryTimeline&, const SummaryTimeline&) = default;
};

struct Message {
    LocationRef sender;
    LocationRef receiver;
    CommRef communicator;
    std::uint32_t tag = 0;
    std::uint64_t bytes = 0;
    Tick send = 0;
    Tick receive = 0;

    friend bool operator==(const Message&, const Message&) = default;
};

/// Messages that look alike in a picture.
struct MessageBurst {
    std::uint64_t count = 0;
    std::uint64_t bytes = 0;
    Tick lastSend = 0;
    Tick firstReceive = 0;
    Tick lastReceive = 0;

    friend bool operator==(const MessageBurst&, const MessageBurst&) = default;
};

struct Messages {
    TickRange window;
    /// By send tick, then definition order of sender and receiver. Of ends: sends have a sender and a tick,
    /// receives a receiver and a tick, each once; else nothing.
    std::vector<Message> messages;
    std::uint64_t count = 0;           ///< of all in the window, whatever the limit
    std::uint64_t unmatchedSends = 0;  ///< of the selected locations, whole trace
    std::uint64_t unmatchedReceives = 0;
    /// Where bursts were asked for: each of `messages` is the first of one, and this is the rest that there is to
    /// say of it. Else empty.
    std::vector<MessageBurst> bursts{};
    std::uint32_t columnsTogether = 1;  ///< neighbouring ones, of those asked for, that are one
    std::uint32_t rowsTogether = 1;     ///< likewise

    /// How many messages `messages[index]` stands for.
    [[nodiscard]] std::uint64_t standsFor(std::size_t index) const
    {
        return bursts.empty() ? 1 : bursts[index].count;
    }
    /// Whether the limit left messages out; bursts have them all.
    [[nodiscard]] bool isCut() const { return bursts.empty() && messages.size() < count; }

    friend bool operator==(const Messages&, const Messages&) = default;
};

/// A kernel, copy, set or synchronisation of a device, with the host call that launched it.
struct Launch {
    LocationRef host;
    LocationRef device;
    TickRange call;
    TickRange work;
    RegionRef callRegion;
    RegionRef workRegion;
    std::uint64_t correlation = 0;  ///< the trace's own number of the call
    EventKind kind = 0;             ///< of the work: one of event_kind::kDevice…

    friend bool operator==(const Launch&, const Launch&) = default;
};

/// Whether something of it is in \p window: from the call's begin to the work's end.
[[nodiscard]] inline bool overlaps(const Launch& launch, TickRange window)
{
    return launch.call.begin < window.end
           && std::max(launch.work.end, launch.work.begin + 1) > window.begin;
}

struct Launches {
    TickRange window;
    std::vector<Launch> launches;  ///< by begin of the call, then host, begin of the work, device
    std::uint64_t count = 0;       ///< of all in the window, whatever the limit
    std::uint64_t workWithoutLaunch = 0;  ///< of the selected locations, whole trace

    friend bool operator==(const Launches&, const Launches&) = default;
};

struct MatrixCell {
    std::uint64_t count = 0;
    std::uint64_t bytes = 0;
    Tick minDuration = 0;  ///< receive − send; negative where clocks disagree; 0 where count is 0
    Tick maxDuration = 0;
    Tick sumDuration = 0;

    friend bool operator==(const MatrixCell&, const MatrixCell&) = default;
};

struct Matrix {
    TickRange window;
    MatrixBy by = MatrixBy::Location;
    std::vector<std::uint64_t> labels;  ///< references of locations, groups or nodes
    std::vector<MatrixCell> cells;      ///< labels² of them, row (sender) by row

    friend bool operator==(const Matrix&, const Matrix&) = default;
};

struct SearchHit {
    LocationRef location;
    RegionRef region;
    TickRange visit;
    std::uint32_t depth = 1;

    friend bool operator==(const SearchHit&, const SearchHit&) = default;
};

struct SearchHits {
    std::vector<SearchHit> hits;  ///< by begin, then definition order of location, then depth
    std::uint64_t count = 0;      ///< of all hits, whatever the limit

    friend bool operator==(const SearchHits&, const SearchHits&) = default;
};

/// What a record carries beside its own members.
struct CarriedAttribute {
    AttributeRef attribute;
    TypedValue value;

    friend bool operator==(const CarriedAttribute&, const CarriedAttribute&) = default;
};

/// One record of an event file.
struct EventRecord {
    LocationRef location;
    Tick tick = 0;
    std::string kind;  ///< OTF2's name: "Enter", "MpiSend", …
    std::vector<std::pair<std::string, std::uint64_t>> attributes;  ///< OTF2's names: "region", …
    std::vector<CarriedAttribute> carried{};

    friend bool operator==(const EventRecord&, const EventRecord&) = default;
};

struct Events {
    TickRange window;
    std::vector<EventRecord> events;  ///< by tick, then definition order, then order in the file
    std::uint64_t count = 0;

    friend bool operator==(const Events&, const Events&) = default;
};

/// What was written on a trace.
struct Markers {
    TickRange window;
    std::vector<Marker> markers;  ///< by tick, then order in the file
    std::uint64_t count = 0;      ///< of all in the window, whatever the limit

    friend bool operator==(const Markers&, const Markers&) = default;
};

/// The samples of one metric in one column.
struct CounterPoint {
    std::uint32_t column = 0;
    std::uint64_t count = 0;  ///< > 0
    double min = 0;
    double max = 0;
    double mean = 0;  ///< of the samples, however long each holds
    double last = 0;

    friend bool operator==(const CounterPoint&, const CounterPoint&) = default;
};

/// One metric of one location. Values are in the metric's unit.
struct CounterRow {
    LocationRef location;
    MetricRef recordedAs;  ///< the class or instance of its samples
    MetricMemberRef metric;
    std::optional<double> before;      ///< the last sample before the window
    std::vector<CounterPoint> points;  ///< columns with a sample, strictly increasing

    friend bool operator==(const CounterRow&, const CounterRow&) = default;
};

struct Counters {
    TickRange window;
    std::uint32_t columns = 0;
    /// In the order asked, then by `recordedAs`, then as the class lists its members. Those that have no
    /// sample before the window's end are left out.
    std::vector<CounterRow> rows;

    friend bool operator==(const Counters&, const Counters&) = default;
};

/// One collective operation: what all members of its communicator did in it.
struct Collective {
    CommRef communicator;
    std::uint64_t instance = 0;   ///< the how-manieth of its communicator, from 0
    std::uint32_t operation = 0;  ///< OTF2's number; common/trace/collectives.h
    std::uint32_t root = kNoRoot;
    TickRange range;                 ///< from the first begin to the last end
    std::uint64_t members = 0;       ///< that its communicator has
    std::uint64_t seen = 0;          ///< that have a record of it
    std::uint64_t mismatched = 0;    ///< of these, whose record names another operation or root
    std::uint64_t withoutBegin = 0;  ///< of these, whose begin was not recorded: they do not wait
    std::uint64_t bytesSent = 0;
    std::uint64_t bytesReceived = 0;
    Tick wait = 0;     ///< sum of (last begin − own begin) over those with a begin
    LocationRef last;  ///< began last; without any begin: ended last

    friend bool operator==(const Collective&, const Collective&) = default;
};

/// Whether something of it is in \p window.
[[nodiscard]] inline bool overlaps(const Collective& collective, TickRange window)
{
    return collective.range.begin < window.end
           && std::max(collective.range.end, collective.range.begin + 1) > window.begin;
}

struct Collectives {
    TickRange window;
    /// By begin, then reference of the communicator, instance, definition order of `last`.
    std::vector<Collective> collectives;
    std::uint64_t count = 0;       ///< of all in the window, whatever the limit
    std::uint64_t incomplete = 0;  ///< of these, with fewer seen than members
    std::uint64_t mismatched = 0;  ///< of these, with a mismatched member
    /// Records of the selected locations that belong to none, over the whole trace: begins that never
    /// end, ends that nothing began (these do belong to one), ends of who is no member.
    std::uint64_t withoutEnd = 0;
    std::uint64_t withoutBegin = 0;
    std::uint64_t strays = 0;

    friend bool operator==(const Collectives&, const Collectives&) = default;
};

/// What one location did in one collective operation.
struct CollectiveMember {
    LocationRef location;
    std::uint32_t operation = 0;  ///< as it says itself; OTF2's number
    std::uint32_t root = kNoRoot;
    TickRange range;       ///< from its begin to its end; empty, at its end, where nothing began it
    bool hasBegin = true;  ///< false: nothing was recorded that began it
    std::uint64_t bytesSent = 0;
    std::uint64_t bytesReceived = 0;

    friend bool operator==(const CollectiveMember&, const CollectiveMember&) = default;
};

struct CollectiveMembers {
    TickRange window;
    CommRef communicator;
    std::uint64_t instance = 0;
    std::vector<CollectiveMember> members;  ///< by definition order of the location
    std::uint64_t count = 0;                ///< of all, whatever the limit

    friend bool operator==(const CollectiveMembers&, const CollectiveMembers&) = default;
};

/// What was done with one or several I/O handles.
///
/// Exact    Counts and bytes are of the operations that begin in the window, `time` is clipped to it.
struct IoNumbers {
    std::uint64_t reads = 0;
    std::uint64_t writes = 0;
    std::uint64_t flushes = 0;
    std::uint64_t others = 0;           ///< of a mode that OTF2 does not have
    std::uint64_t cancelled = 0;        ///< of the operations above
    std::uint64_t unmatchedBegins = 0;  ///< of the operations above, those that never end
    std::uint64_t unmatchedEnds = 0;    ///< ends in the window that nothing began
    std::uint64_t bytesRequested = 0;
    std::uint64_t bytesTransferred = 0;
    std::uint64_t bytesRead = 0;     ///< part of the transferred
    std::uint64_t bytesWritten = 0;  ///< likewise
    Tick time = 0;                   ///< of all operations added up; they may overlap
    std::uint64_t overlapping = 0;   ///< operations with something in the window
    Tick first = 0;                  ///< their first begin, unclipped; 0 where there are none
    Tick last = 0;                   ///< their last end, likewise
    std::uint64_t opened = 0;        ///< made or duplicated
    std::uint64_t closed = 0;
    std::uint64_t seeks = 0;

    [[nodiscard]] std::uint64_t operations() const { return reads + writes + flushes + others; }

    friend bool operator==(const IoNumbers&, const IoNumbers&) = default;
};

/// What was done with a handle in one column.
///
/// Exact    Counts and bytes are of the operations that begin in the column, times clipped to it.
struct IoPoint {
    std::uint32_t column = 0;
    std::uint64_t reads = 0;
    std::uint64_t writes = 0;
    std::uint64_t flushes = 0;
    std::uint64_t others = 0;
    std::uint64_t bytesRead = 0;
    std::uint64_t bytesWritten = 0;
    std::uint64_t opened = 0;
    std::uint64_t closed = 0;
    Tick readTime = 0;  ///< of all reads added up; they may overlap
    Tick writeTime = 0;
    Tick flushTime = 0;
    Tick otherTime = 0;

    [[nodiscard]] std::uint64_t operations() const { return reads + writes + flushes + others; }

    friend bool operator==(const IoPoint&, const IoPoint&) = default;
};

enum class IoSpanKind : std::uint8_t {
    Open = 0,          ///< the handle is, on this location
    Asynchronous = 1,  ///< a non-blocking operation is under way
};

/// Stretches of time of one kind, one or several that share a column of the answer one after the other.
struct IoSpan {
    IoSpanKind kind = IoSpanKind::Open;
    TickRange range;          ///< from the first begin to the last end, unclipped
    std::uint64_t count = 1;  ///< how many they are
    bool isBegun = true;  ///< false: the first begins before all records, where the trace begins
    bool isEnded = true;  ///< false: the last ends after all records, where the trace ends

    friend bool operator==(const IoSpan&, const IoSpan&) = default;
};

struct IoRow {
    LocationRef location;
    IoHandleRef handle;
    IoNumbers numbers;
    std::vector<IoPoint> points{};  ///< columns in which something is, strictly increasing
    std::vector<IoSpan> spans{};    ///< if asked for: by kind, then begin, then end

    friend bool operator==(const IoRow&, const IoRow&) = default;
};

struct Io {
    TickRange window;
    std::uint32_t columns = 0;  ///< of the points; 0: there are none
    std::vector<IoRow> rows;  ///< by definition order of the location, then reference of the handle
    std::uint64_t count = 0;  ///< of all, whatever the limit
    IoNumbers totals;         ///< likewise

    friend bool operator==(const Io&, const Io&) = default;
};

struct DetailLevel {
    RegionRef region;
    TickRange visit;
    Tick exclusive = 0;  ///< of this visit alone, unclipped; with what filters leave out below it

    friend bool operator==(const DetailLevel&, const DetailLevel&) = default;
};

struct VisitDetail {
    LocationRef location;
    Tick tick = 0;
    std::vector<DetailLevel> stack;  ///< outermost first; empty: in no region

    friend bool operator==(const VisitDetail&, const VisitDetail&) = default;
};

/// The answer to a question that has a descriptor.
struct Table {
    TickRange window;
    table::Value answer;  ///< of the kind that the question's schema names

    friend bool operator==(const Table&, const Table&) = default;
};

using Answer = std::variant<
    TraceInfo,
    LocationCounts,
    Profile,
    CallTree,
    Timeline,
    SummaryTimeline,
    Messages,
    Matrix,
    SearchHits,
    Events,
    VisitDetail,
    Markers,
    Launches,
    Counters,
    Collectives,
    Io,
    CollectiveMembers,
    Table>;

}  // namespace vellum::query
