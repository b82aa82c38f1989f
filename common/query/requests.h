#pragma once

#include "common/query/record_filter.h"
#include "common/table/table.h"
#include "common/time/tick_range.h"
#include "common/trace/event_kinds.h"
#include "common/trace/function_group.h"
#include "common/trace/markers.h"
#include "common/trace/refs.h"

#include <cstdint>
#include <limits>
#include <string>
#include <variant>
#include <vector>

namespace vellum::query {

// What can be asked of a trace. The exact meaning of every number is in docs/semantics.md; limits
// are in limits.h. The same values serve the engine inside vellum-query, the wire, and the GUI.

/// Which part of the trace a request is about.
struct Scope {
    TickRange window;  ///< clipped to the trace; empty after that: invalidArgument
    std::vector<LocationRef> locations;  ///< empty: all. An unknown one: notFound, naming it.
    /// Each question knows the kinds that its answer is made of: docs/semantics.md, "Filters".
    RecordFilter filter{};

    friend bool operator==(const Scope&, const Scope&) = default;
};

enum class GroupBy : std::uint8_t { Region = 0, FunctionGroup = 1, Paradigm = 2 };
enum class MatrixBy : std::uint8_t { Location = 0, LocationGroup = 1, SystemTreeNode = 2 };

/// Of a region, a group or a paradigm.
struct Key {
    std::uint32_t value =
        kNone;  ///< RegionRef, FunctionGroup or Paradigm as the request's `by` says
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

    // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 sees a null pointer in every <=>
    friend auto operator<=>(const Key&, const Key&) = default;
};

/// Counts of everything and the import report. Answered by `TraceInfo`.
struct InfoRequest {
    friend bool operator==(const InfoRequest&, const InfoRequest&) = default;
};

/// Events read per location. Answered by `LocationCounts`.
struct LocationsRequest {
    friend bool operator==(const LocationsRequest&, const LocationsRequest&) = default;
};

/// Visits and times by region, group or paradigm. Answered by `Profile`.
struct ProfileRequest {
    Scope scope;
    GroupBy by = GroupBy::Region;
    bool perLocation = false;

    friend bool operator==(const ProfileRequest&, const ProfileRequest&) = default;
};

/// Visits and times by call path. Answered by `CallTree`.
struct CallTreeRequest {
    Scope scope;
    std::uint32_t maxDepth = std::numeric_limits<std::uint32_t>::max();  ///< outermost = 1

    friend bool operator==(const CallTreeRequest&, const CallTreeRequest&) = default;
};

/// Something of which each column of a timeline says whether any of it is there: visits at whatever depth of the
/// stack, records, markers. docs/semantics.md, "Presence".
struct PresenceClass {
    std::vector<RegionRef> regions;  ///< visits of these
    FunctionGroupMask groups = 0;    ///< visits of functions of these
    std::vector<EventKind> records;  ///< records of these kinds, but for enters and leaves
    MarkerSeverityMask markers = 0;  ///< markers of these severities

    friend bool operator==(const PresenceClass&, const PresenceClass&) = default;
};

/// What each location was doing, in columns. Answered by `Timeline`.
struct TimelineRequest {
    Scope scope;
    std::uint32_t columns = 0;     ///< 1 ..= kMaxColumns
    GroupBy by = GroupBy::Region;  ///< Region or FunctionGroup
    std::uint32_t maxDepth = std::numeric_limits<std::uint32_t>::max();
    /// Not 0: instead of what is on top of the stack, a row for each call level of a location, at most so
    /// many (at most kMaxLevels).
    std::uint32_t levels = 0;
    bool exclusiveOnly = false;  ///< of levels: a visit counts only while it is on top of the stack
    /// At most kMaxPresenceClasses, and not with levels: each run says which of them are there.
    std::vector<PresenceClass> present{};
    /// Not empty: a row for each of these sets of locations, in their order, instead of one for each location
    /// of the scope, which then names none; an empty set stands for all locations. Not with levels or
    /// presence classes.
    std::vector<std::vector<LocationRef>> rows{};

    friend bool operator==(const TimelineRequest&, const TimelineRequest&) = default;
};

/// Exclusive time by group over columns, summed over the locations of each row: overview strip and
/// folded rows. Answered by `SummaryTimeline`.
struct SummaryTimelineRequest {
    TickRange window;
    std::uint32_t columns = 0;
    std::vector<std::vector<LocationRef>> rows;  ///< an empty row stands for all locations
    GroupBy by = GroupBy::FunctionGroup;         ///< FunctionGroup or Region
    /// Only series of these, at most kMaxKeys; empty: all. One that does not occur has no series.
    std::vector<Key> keys{};
    /// A tick counts once, however many of a row's locations are in the key; each row says also when any of
    /// them is in any of the keys.
    bool once = false;
    /// With `once`: the stretches of time themselves instead of their sums by column, for whoever joins the
    /// answers of parts of a trace; at most kMaxStretches, else resourceExhausted.
    bool stretches = false;
    RecordFilter filter{};  ///< of visits
    bool visits =
        false;  ///< each row says also how many visits begin in each column; not with `once`
    /// Time of deeper visits is that of the one around them at this depth, outermost = 1; not with `once`.
    std::uint32_t maxDepth = std::numeric_limits<std::uint32_t>::max();

    friend bool operator==(const SummaryTimelineRequest&, const SummaryTimelineRequest&) = default;
};

/// Matched messages that overlap the window. Answered by `Messages`.
struct MessagesRequest {
    Scope scope;
    std::uint64_t limit = 0;  ///< the first so many in the stated order; at most kMaxItems
    /// Instead of messages the ends of such that filters of visits leave, for whoever joins the answers of
    /// parts of a trace; at most kMaxEnds, else resourceExhausted, and no limit.
    bool ends = false;
    /// Not 0: messages that look alike in a picture of so many columns are one burst, at most kMaxColumns; at most
    /// `limit` bursts in all, kFewestBursts or more. docs/semantics.md, "Bursts".
    std::uint32_t columns = 0;
    /// With columns and not empty: only messages between these sets of locations, each of which is one row of the
    /// picture; a location is in at most one. Empty: each location is a row, in definition order.
    std::vector<std::vector<LocationRef>> rows{};
    /// Empty, or of each of `rows` the communicator whose messages end there, undefined for those that have no row of
    /// their communicator; a location is then in at most one row of each.
    std::vector<CommRef> rowCommunicators{};

    friend bool operator==(const MessagesRequest&, const MessagesRequest&) = default;
};

/// Device work beside the host calls that launched it. Answered by `Launches`.
struct LaunchesRequest {
    Scope scope;              ///< a join counts if its host or its device is selected
    std::uint64_t limit = 0;  ///< the first so many in the stated order; at most kMaxItems

    friend bool operator==(const LaunchesRequest&, const LaunchesRequest&) = default;
};

/// Messages by sender and receiver. Answered by `Matrix`.
struct MatrixRequest {
    Scope scope;
    MatrixBy by = MatrixBy::Location;

    friend bool operator==(const MatrixRequest&, const MatrixRequest&) = default;
};

/// Visits by name and function group. Answered by `SearchHits`.
struct SearchRequest {
    Scope scope;
    std::string pattern;  ///< ECMAScript regular expression, found anywhere in the region's name
    bool ignoreCase = false;
    std::uint64_t limit = 0;
    Tick minDuration = 0;
    Tick after = std::numeric_limits<Tick>::min();   ///< hits begin at or after this tick
    Tick before = std::numeric_limits<Tick>::max();  ///< hits begin before this tick
    bool backward = false;  ///< the *last* `limit` hits instead of the first; still in time order
    /// Only visits of functions of these: bit i stands for the FunctionGroup i. None: of all.
    FunctionGroupMask groups = 0;

    friend bool operator==(const SearchRequest&, const SearchRequest&) = default;
};

/// Raw event records in time order. Answered by `Events`.
struct EventsRequest {
    Scope scope;
    std::uint64_t limit = 0;
    std::vector<EventKind> kinds{};  ///< only records of these; empty: all

    friend bool operator==(const EventsRequest&, const EventsRequest&) = default;
};

/// The call path at one instant of one location. Answered by `VisitDetail`.
struct DetailRequest {
    LocationRef location;
    Tick tick = 0;
    RecordFilter filter{};  ///< of visits

    friend bool operator==(const DetailRequest&, const DetailRequest&) = default;
};

/// What was written on the trace, in time order. Answered by `Markers`.
struct MarkersRequest {
    Scope scope;
    std::uint64_t limit = 0;

    friend bool operator==(const MarkersRequest&, const MarkersRequest&) = default;
};

/// Samples of metrics in columns. Answered by `Counters`.
struct CountersRequest {
    Scope scope;
    std::uint32_t columns = 0;  ///< 1 ..= kMaxColumns
    std::string metric;  ///< its whole name; empty: all. An unknown one: notFound, naming it.

    friend bool operator==(const CountersRequest&, const CountersRequest&) = default;
};

/// Collective operations, the records of all members together. Answered by `Collectives`.
struct CollectivesRequest {
    Scope scope;              ///< one counts if a member of its communicator is selected
    std::uint64_t limit = 0;  ///< the first so many in the stated order; at most kMaxItems
    /// Instead of the operations themselves which of them a member is left of, likewise.
    bool ends = false;

    friend bool operator==(const CollectivesRequest&, const CollectivesRequest&) = default;
};

/// When each location took part in one collective operation. Answered by `CollectiveMembers`.
struct CollectiveMembersRequest {
    Scope scope;  ///< members among these, of which something is in the window
    CommRef communicator;
    /// The how-manieth of its communicator, as `Collective` counts. Of a communicator of which each location
    /// has its own, that of each location. One that there is not has no members.
    std::uint64_t instance = 0;
    std::uint64_t limit = 0;  ///< the first so many in the stated order; at most kMaxItems

    friend bool operator==(const CollectiveMembersRequest&, const CollectiveMembersRequest&) =
        default;
};

/// What each location did with each I/O handle. Answered by `Io`.
struct IoRequest {
    Scope scope;
    std::uint64_t limit = 0;  ///< the first so many rows; at most kMaxItems
    /// Not 0: each row says also when it did so, in so many columns; at most kMaxColumns.
    std::uint32_t columns = 0;
    /// With columns: each row says also when the handle is open, and when asynchronous operations are under
    /// way; handles of which nothing else is known in the window have rows then, too.
    bool spans = false;

    friend bool operator==(const IoRequest&, const IoRequest&) = default;
};

/// A question that has a descriptor: one of questions.h. Answered by `Table`.
struct TableRequest {
    Scope scope;
    table::Value asked;  ///< a row of the question's own numbers and words; never empty

    friend bool operator==(const TableRequest&, const TableRequest&) = default;
};

using Request = std::variant<
    InfoRequest,
    LocationsRequest,
    ProfileRequest,
    CallTreeRequest,
    TimelineRequest,
    SummaryTimelineRequest,
    MessagesRequest,
    MatrixRequest,
    SearchRequest,
    EventsRequest,
    DetailRequest,
    MarkersRequest,
    LaunchesRequest,
    CountersRequest,
    CollectivesRequest,
    IoRequest,
    CollectiveMembersRequest,
    TableRequest>;

/// How a question is put, which changes nothing of its exact answer.
struct Asking {
    /// Whoever asks chooses a number for each chart and kind of question; 0: none. A question of a view takes
    /// back those of the same view and a lower generation that have not been answered.
    std::uint64_t view = 0;
    std::uint64_t generation = 0;
    bool progressive = false;  ///< a provisional answer may come before the exact one

    friend bool operator==(const Asking&, const Asking&) = default;
};

}  // namespace vellum::query
