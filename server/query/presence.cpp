#include "server/query/presence.h"

#include "common/base/number_text.h"
#include "common/query/limits.h"
#include "common/time/columns.h"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

namespace vellum::server::query {

using store::PathNode;
using vellum::query::PresenceClass;
using vellum::query::Timeline;
using vellum::query::TimelineRequest;
using vellum::query::TimelineRow;
using vellum::query::TimelineRun;

namespace {

Error invalidClasses(std::string message)
{
    return {.kind = ErrorKind::InvalidArgument, .message = std::move(message)};
}

bool isOfCalls(EventKind kind)
{
    return kind == event_kind::kEnter || kind == event_kind::kLeave;
}

}  // namespace

// ---- Classes

PresenceClasses::PresenceClasses(
    const Definitions& definitions, const std::vector<PresenceClass>& classes)
    : m_isEmpty(classes.empty())
{
    FunctionGroupMask groups = 0;
    std::array<PresenceMask, kFunctionGroupCount> ofGroup{};
    for (std::size_t i = 0; i < classes.size(); ++i) {
        const PresenceMask bit = PresenceMask{1} << i;
        const PresenceClass& of = classes[i];
        groups |= of.groups;
        for (const RegionRef region : of.regions) {
            m_regions[region] |= bit;
        }
        for (std::size_t group = 0; group < ofGroup.size(); ++group) {
            ofGroup.at(group) |= (of.groups >> group & 1U) != 0 ? bit : 0;
        }
        for (const EventKind kind : of.records) {
            m_records.at(kind) |= bit;
        }
        for (std::size_t severity = 0; severity < m_markers.size(); ++severity) {
            m_markers.at(severity) |= (unsigned{of.markers} >> severity & 1U) != 0 ? bit : 0;
        }
    }
    for (const Region& region : definitions.regions) {
        // Of two definitions with one reference the first counts.
        if ((groups & maskOf(region.group)) != 0 && definitions.find(region.ref) == &region) {
            m_regions[region.ref] |= ofGroup.at(static_cast<std::size_t>(region.group));
        }
    }
}

Result<void> PresenceClasses::check(const TimelineRequest& request)
{
    if (request.present.size() > vellum::query::kMaxPresenceClasses) {
        return invalidClasses(
            grouped(request.present.size()) + " presence classes asked for, at most "
            + grouped(vellum::query::kMaxPresenceClasses) + " can be");
    }
    if (!request.present.empty() && request.levels > 0) {
        return invalidClasses("presence is asked for of locations and not of their call levels");
    }
    for (const PresenceClass& of : request.present) {
        const bool areRecords = std::ranges::all_of(of.records, [](EventKind kind) {
            return kind < event_kind::kCount && !isOfCalls(kind);
        });
        if (!areRecords) {
            return invalidClasses(
                "a presence class of enters or leaves; those of functions are asked for by these");
        }
    }
    return {};
}

PresenceMask PresenceClasses::ofVisits(RegionRef region) const
{
    const auto found = m_regions.find(region);
    return found == m_regions.end() ? 0 : found->second;
}

PresenceMask PresenceClasses::ofMarkers(MarkerSeverity severity) const
{
    const auto place = static_cast<std::size_t>(severity);
    return place < m_markers.size() ? m_markers.at(place) : 0;
}

bool PresenceClasses::hasMarkers() const
{
    return std::ranges::any_of(m_markers, [](PresenceMask mask) { return mask != 0; });
}

// ---- One location

PresenceScan::PresenceScan(
    const PresenceClasses& classes,
    const store::LocationStore& calls,
    const store::LocationStore& records,
    Tick begin)
    : m_classes(classes)
    , m_calls(calls.calls)
    , m_rows(*calls.profileRows)
    , m_records(*records.records)
{
    const store::CallPaths& paths = m_calls.paths;
    m_ofPlace.resize(paths.regions.size());
    for (std::size_t place = 0; place < paths.placeOutside(); ++place) {
        m_ofPlace[place] = classes.ofVisits(paths.regions[place]);
        m_visits |= m_ofPlace[place];
    }
    if (m_visits != 0) {
        m_ofNode.resize(paths.size());
        for (PathNode node = 1; node < paths.size(); ++node) {
            m_ofNode[node] = m_ofNode[paths.parent[node]] | m_ofPlace[paths.place[node]];
        }
    }
    const bool hasRecords = std::ranges::any_of(
        records.totals.kinds, [&](const auto& kind) { return classes.ofRecords(kind.first) != 0; });
    if (hasRecords) {
        m_ofKind = &classes;
        m_nextRecord = m_records.time.firstFrom(begin);
    }
}

PresenceMask PresenceScan::next(TickRange column, std::size_t first, std::size_t last)
{
    PresenceMask mask = 0;
    if (m_visits != 0 && !column.isEmpty()) {
        mask = visitsIn(column.begin, first, last);
    }
    if (m_ofKind != nullptr) {
        const std::size_t size = m_records.size();
        for (; m_nextRecord < size && m_records.time[m_nextRecord] < column.end; ++m_nextRecord) {
            mask |= m_ofKind->ofRecords(m_records.kind[m_nextRecord]);
        }
    }
    return mask;
}

/// Changes at the very begin end visits that are of the column before: only what they leave on the stack is here, and
/// what they enter, though it ends at once.
PresenceMask PresenceScan::visitsIn(Tick begin, std::size_t first, std::size_t last)
{
    PresenceMask mask = 0;
    for (; first < last && m_calls.time[first] == begin; ++first) {
        mask |= m_calls.isEnter(first) ? m_ofPlace[m_calls.paths.place[m_calls.nodeAt(first)]] : 0;
    }
    mask |= m_ofNode[m_calls.nodeBefore(first)];
    if (m_rows.empty()) {
        return scanned(first, last, mask);
    }
    const std::size_t step = m_rows.step();
    const std::size_t firstRow = (first + step - 1) / step;
    const std::size_t lastRow = last / step;
    if (lastRow < firstRow + 2) {  // not dearer to look at than rows
        return scanned(first, last, mask);
    }
    mask = scanned(first, firstRow * step, mask);
    mask = scanned(lastRow * step, last, mask);
    return mask == m_visits ? mask : mask | ofRows(firstRow, lastRow);
}

/// With the visits around each change: those are in the column, too.
PresenceMask PresenceScan::scanned(std::size_t first, std::size_t last, PresenceMask known) const
{
    constexpr std::size_t kAtOnce = 256;
    while (first < last && known != m_visits) {
        const std::size_t end = std::min(last, first + kAtOnce);
        for (; first < end; ++first) {
            known |= m_ofNode[m_calls.nodeAt(first)];
        }
    }
    return known;
}

PresenceMask PresenceScan::ofRows(std::size_t first, std::size_t last)
{
    m_rows.sumsBetween(first, last, m_sums);
    if (m_ofRow.empty()) {
        for (const std::uint32_t region : m_sums.regions) {
            m_ofRow.push_back(m_classes.ofVisits(RegionRef(region)));
        }
    }
    PresenceMask mask = 0;
    for (std::size_t i = 0; i < m_ofRow.size(); ++i) {
        mask |= m_sums.visits[i] > 0 ? m_ofRow[i] : 0;
    }
    return mask;
}

// ---- Markers

namespace {

/// A marker's columns [first, last].
struct Stretch {
    std::int64_t first = 0;
    std::int64_t last = 0;
    PresenceMask mask = 0;
};

/// What markers say of the columns of a timeline; nothing where there are none.
std::vector<PresenceMask> spread(std::vector<Stretch> stretches, const Columns& columns)
{
    std::vector<PresenceMask> masks(
        stretches.empty() ? 0 : static_cast<std::size_t>(columns.count));
    std::ranges::sort(stretches, {}, &Stretch::first);
    std::array<std::int64_t, vellum::query::kMaxPresenceClasses> until{};  // of each class
    PresenceMask open = 0;
    std::size_t next = 0;
    for (std::int64_t column = 0; column < static_cast<std::int64_t>(masks.size()); ++column) {
        for (; next < stretches.size() && stretches[next].first == column; ++next) {
            open |= stretches[next].mask;
            for (PresenceMask rest = stretches[next].mask; rest != 0; rest &= rest - 1) {
                std::int64_t& end = until.at(static_cast<std::size_t>(std::countr_zero(rest)));
                end = std::max(end, stretches[next].last + 1);
            }
        }
        for (PresenceMask rest = open; rest != 0; rest &= rest - 1) {
            const int bit = std::countr_zero(rest);
            open &= until.at(static_cast<std::size_t>(bit)) > column ? ~PresenceMask{0}
                                                                     : ~(PresenceMask{1} << bit);
        }
        masks[static_cast<std::size_t>(column)] = columns.column(column).isEmpty() ? 0 : open;
    }
    return masks;
}

/// Where a marker lies; nothing of one beside the window.
bool placeIn(const Columns& columns, const Marker& marker, Stretch& to)
{
    const TickRange window = columns.range;
    if (marker.tick >= window.end) {
        return false;
    }
    // Unsigned: the window may be further away than a signed difference can say.
    const auto since = [&marker](Tick tick) {
        return static_cast<std::uint64_t>(tick) - static_cast<std::uint64_t>(marker.tick);
    };
    if (marker.tick < window.begin && marker.duration <= since(window.begin)) {
        return false;
    }
    Tick last = marker.tick;  // that it covers
    if (marker.duration > 0) {
        const std::uint64_t most = since(window.end - 1);
        last = static_cast<Tick>(
            static_cast<std::uint64_t>(marker.tick) + std::min(most, marker.duration - 1));
    }
    to.first = columns.columnOf(std::max(marker.tick, window.begin));
    to.last = columns.columnOf(last);
    return true;
}

/// What markers say of columns, by what they are about.
class MarkerColumns {
public:
    MarkerColumns(
        const store::TraceStore& trace, const PresenceClasses& classes, const Columns& columns)
        : m_columns(columns)
    {
        std::vector<Stretch> ofMore;
        for (const Marker& marker : trace.markers) {
            const MarkerDefinition* definition = trace.definitions.find(marker.marker);
            Stretch stretch{
                .mask = classes.ofMarkers(
                    definition == nullptr ? MarkerSeverity::None : definition->severity)};
            if (stretch.mask == 0 || !placeIn(columns, marker, stretch)) {
                continue;
            }
            if (marker.scope == MarkerScope::Location) {
                m_ofLocation[marker.scopeRef].push_back(stretch);
            } else if (marker.scope == MarkerScope::LocationGroup) {
                m_ofGroup[marker.scopeRef].push_back(stretch);
            } else {
                ofMore.push_back(stretch);
            }
        }
        m_ofMore = spread(std::move(ofMore), m_columns);
    }

    /// By column; nothing where nothing is about the location.
    [[nodiscard]] std::vector<PresenceMask> of(const Location& location) const
    {
        std::vector<Stretch> stretches;
        const auto take = [&stretches](const auto& lists, std::uint64_t ref) {
            if (const auto found = lists.find(ref); found != lists.end()) {
                stretches.insert(stretches.end(), found->second.begin(), found->second.end());
            }
        };
        take(m_ofLocation, location.ref.value());
        take(m_ofGroup, location.group.value());
        std::vector<PresenceMask> masks = spread(std::move(stretches), m_columns);
        if (masks.empty()) {
            return m_ofMore;
        }
        for (std::size_t i = 0; i < m_ofMore.size(); ++i) {
            masks[i] |= m_ofMore[i];
        }
        return masks;
    }

private:
    Columns m_columns;
    std::vector<PresenceMask> m_ofMore;  ///< by column
    std::unordered_map<std::uint64_t, std::vector<Stretch>> m_ofLocation;
    std::unordered_map<std::uint64_t, std::vector<Stretch>> m_ofGroup;
};

/// The runs of a row with what \p masks add to their columns.
std::vector<TimelineRun> withMasks(
    const std::vector<TimelineRun>& runs, const std::vector<PresenceMask>& masks)
{
    std::vector<TimelineRun> all;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        TimelineRun run = runs[i];
        const std::size_t end = i + 1 == runs.size() ? masks.size() : runs[i + 1].firstColumn;
        for (; run.firstColumn < end; ++run.firstColumn) {
            run.present = runs[i].present | masks[run.firstColumn];
            appendRun(all, run);
        }
    }
    return all;
}

}  // namespace

void appendRun(std::vector<TimelineRun>& runs, const TimelineRun& run)
{
    if (!runs.empty()) {
        TimelineRun before = runs.back();
        before.firstColumn = run.firstColumn;
        if (before == run) {
            return;
        }
    }
    runs.push_back(run);
}

void addMarkers(const store::TraceStore& trace, const PresenceClasses& classes, Timeline& timeline)
{
    if (!classes.hasMarkers() || trace.markers.empty()) {
        return;
    }
    const MarkerColumns markers(
        trace, classes, {.range = timeline.window, .count = timeline.columns});
    for (TimelineRow& row : timeline.rows) {
        const Location* location = trace.definitions.find(row.location);
        if (location == nullptr) {
            continue;
        }
        if (const auto masks = markers.of(*location); !masks.empty()) {
            row.runs = withMasks(row.runs, masks);
        }
    }
}

}  // namespace vellum::server::query
