#pragma once

#include "common/time/tick.h"
#include "common/trace/event_kinds.h"
#include "common/trace/refs.h"
#include "common/trace/values.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

namespace vellum::server::reader::tracks {

/// OTF2_TYPE_INT64 and OTF2_TYPE_DOUBLE, of Metric records.
inline constexpr std::uint64_t kTypeInt64 = 8;
inline constexpr std::uint64_t kTypeDouble = 10;

/// Times beyond are unusable: lengths and sums of two ticks must not overflow.
inline constexpr Tick kFarthest = Tick(1) << 61;

/// A signed number as a payload word.
[[nodiscard]] constexpr std::uint64_t bits(std::int64_t number)
{
    return static_cast<std::uint64_t>(number);
}

/// A place in Track::words; 0 is none.
using ExtraRecord = std::uint32_t;

/// What a record carries beside its own members.
struct Carried {
    static constexpr std::size_t kWords = 2;

    AttributeRef attribute;
    TypedValue value;

    [[nodiscard]] constexpr std::array<std::uint64_t, kWords> packed() const
    {
        return {
            std::uint64_t{attribute.value()} << 8U | static_cast<std::uint64_t>(value.type),
            value.bits};
    }
    static constexpr Carried unpacked(std::span<const std::uint64_t> words)
    {
        return {
            .attribute = AttributeRef(static_cast<std::uint32_t>(words[0] >> 8U)),
            .value = {.type = static_cast<ValueType>(words[0] & 0xffU), .bits = words[1]}};
    }
};

/// The first word of a record among Track::words.
struct RecordHead {
    /// Of no kind: what follows is carried by the enter itself.
    static constexpr EventKind kNoRecord = 0xff;

    EventKind kind = kNoRecord;
    std::uint64_t words = 0;
    bool carries = false;  ///< after its words: a number, and so many of Carried

    [[nodiscard]] constexpr std::uint64_t packed() const
    {
        return std::uint64_t{carries} << 63U | words << 8U | kind;
    }
    static constexpr RecordHead unpacked(std::uint64_t word)
    {
        return {
            .kind = static_cast<EventKind>(word & 0xff),
            .words = word << 1U >> 9U,
            .carries = word >> 63U != 0};
    }
};

/// A slice of a track; its ticks are the file's nanoseconds until the trace is put together.
struct Span {
    Tick begin = 0;
    Tick end = 0;
    std::uint32_t region = 0;
    ExtraRecord extra = 0;  ///< a record that belongs to its enter
};

struct Point {
    Tick at = 0;
    ExtraRecord record = 0;
    bool isBeforeLeave = false;  ///< what a call says at its end: it stands before that leave
};

/// One half of a slice that was written as begin and end.
struct Edge {
    Tick at = 0;
    std::uint32_t region = 0;
    ExtraRecord extra = 0;  ///< a record that belongs to the enter of its slice
    bool isBegin = true;
    std::size_t name = 0;  ///< a hash of its name; 0: it says none
};

/// What one (pid, tid) did, in the order of the file until it is sorted.
struct Track {
    std::uint32_t process = 0;
    std::string tid;
    std::string name;  ///< from metadata, a counter's or an async category's; may be empty
    std::int64_t sortIndex = 0;
    bool hasDeviceWork = false;
    bool hasLaunches = false;  ///< calls that give work to a device
    bool isMetric = false;
    bool isAnnotation = false;  ///< what people wrote beside a device's work
    std::vector<Span> spans;
    std::vector<Point> points;
    std::vector<Edge> edges;

    /// Records beside the slices: a head, then its words. Place 0 is none, once there is any.
    std::vector<std::uint64_t> words;

    ExtraRecord add(EventKind kind, std::initializer_list<std::uint64_t> payload)
    {
        return add(kind, std::span(payload.begin(), payload.size()));
    }
    ExtraRecord add(EventKind kind, std::span<const std::uint64_t> payload)
    {
        if (words.empty()) {
            words.push_back(0);
        }
        const auto at = static_cast<ExtraRecord>(words.size());
        words.push_back(RecordHead{.kind = kind, .words = payload.size()}.packed());
        words.insert(words.end(), payload.begin(), payload.end());
        return at;
    }

    /// Lets a record carry values, or where \p record is 0 the enter of its slice.
    /// Precondition: \p record was added last.
    ExtraRecord carry(ExtraRecord record, std::span<const Carried> values)
    {
        if (values.empty()) {
            return record;
        }
        if (record == 0) {
            record = add(RecordHead::kNoRecord, {});
        }
        RecordHead head = RecordHead::unpacked(words[record]);
        head.carries = true;
        words[record] = head.packed();
        words.push_back(values.size());
        for (const Carried& carried : values) {
            const auto packed = carried.packed();
            words.insert(words.end(), packed.begin(), packed.end());
        }
        return record;
    }

    /// A record that says what two say: the first's kind and words, and what both carry. 0 is one that says nothing.
    ///
    /// \param from  where \p second is; it is of no kind
    ExtraRecord join(ExtraRecord first, const Track& from, ExtraRecord second);

    /// What a record carries, as `carry` has put it there.
    [[nodiscard]] std::vector<Carried> carriedBy(ExtraRecord record) const;
};

/// Pairs the edges to spans, by a stack as their times have them. An end without a name ends the innermost, one with a
/// name the innermost of that name, and with it those inside. docs/semantics.md, "JSON traces".
///
/// Cost     O(edges · log edges).
struct PairedEdges {
    std::uint64_t unmatchedEnds = 0;    ///< nothing open has their name
    std::uint64_t unmatchedBegins = 0;  ///< closed at \p last
    std::uint64_t endedByOuter = 0;     ///< without an end of their own inside one that ended
};
[[nodiscard]] PairedEdges pairEdges(Track& track, Tick last);

/// Sorts points by tick, those before leaves first, and spans by (lane, begin, longest first, order of the file). The lane of a
/// span is the first in which it crosses no other that stands before it.
///
/// Exact    In a lane every two spans are disjoint or one holds the other; a span without length
///          lies inside one that it touches.
/// Cost     O(n log n), however many lanes there are.
/// \return where each lane ends in `spans`; one lane at least
[[nodiscard]] std::vector<std::size_t> sortAndFindLanes(Track& track);

}  // namespace vellum::server::reader::tracks
