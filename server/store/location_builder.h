#pragma once

#include "common/trace/definitions.h"
#include "server/store/call_stack_builder.h"
#include "server/store/import_report.h"
#include "server/store/location_totals.h"
#include "server/store/trace_store.h"
#include "server/store/undefined_references.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vellum::server::store {

/// Some records in file order.
///
/// Layout   Record i has kind[i] at tick[i], which may decrease, and the payload words from
///          payloadBegin[i] up to the next record's, as RecordTable has them.
struct EventColumns {
    std::span<const Tick> tick;
    std::span<const EventKind> kind;
    std::span<const std::uint32_t> payloadBegin;
    std::span<const std::uint64_t> payload;

    [[nodiscard]] std::size_t size() const { return tick.size(); }
    [[nodiscard]] std::span<const std::uint64_t> payloadOf(std::size_t index) const
    {
        const std::size_t end = index + 1 < size() ? payloadBegin[index + 1] : payload.size();
        return payload.subspan(payloadBegin[index], end - payloadBegin[index]);
    }
};

/// Fills the store of one location from its event records, in file order.
///
/// Exact    A tick smaller than the one before is raised to it; visits, totals and the table see
///          the raised tick. All repairs are counted in `finish`.
/// Threads  One; \p definitions are only read.
class LocationBuilder {
public:
    /// \param isPart  locations were left out: what records name of them or their groups is not looked for
    /// \param files  of a joint trace: whose numbers sentences say
    LocationBuilder(
        const Definitions& definitions,
        LocationIndex location,
        bool isPart = false,
        FileReferences files = FileReferences());

    /// A hint, to be bounded by what a file of its size can hold.
    void reserve(std::size_t events);

    /// False where the tables are full (2^32 records or bytes): the record is left out.
    bool add(Tick tick, EventKind kind, std::span<const std::uint64_t> payload);

    /// The same for an enter or a leave of the region with \p reference, of which most traces consist.
    [[gnu::always_inline]] bool addCall(Tick tick, EventKind kind, std::uint64_t reference)
    {
        if (isFull()) [[unlikely]] {
            return false;
        }
        return count(kind, takeCall(raised(tick), kind, reference));
    }

    /// Adds records in a row with what they carry; false where the table is full: what comes after is left
    /// out.
    ///
    /// \param attributes  by place in \p records
    bool add(const EventColumns& records, const AttributeTable& attributes);

    /// What the record added last carries. An enter's `correlation` makes it a launch, or work of a device
    /// (docs/semantics.md, Launches).
    ///
    /// \param tick  of the record, as the file has it
    void addAttribute(Tick tick, AttributeRef ref, TypedValue value);

    /// Records added.
    [[nodiscard]] std::uint64_t size() const { return m_events; }

    /// Hands the store over; the builder is done with then.
    [[nodiscard]] LocationStore finish(ImportReport& report);

private:
    [[nodiscard]] bool isFull() const
    {
        return m_events >= std::numeric_limits<std::uint32_t>::max() || m_stack.isFull();
    }
    [[gnu::always_inline]] bool count(EventKind kind, bool isAdded)
    {
        if (isAdded) [[likely]] {
            m_kinds.add(kind);
            ++m_events;
        }
        return isAdded;
    }
    [[nodiscard]] bool addNext(Tick tick, EventKind kind, std::span<const std::uint64_t> payload);
    /// What makes no change of the stack stays a record.
    [[gnu::always_inline]] bool takeCall(Tick tick, EventKind kind, std::uint64_t reference)
    {
        const RegionRef region = regionNamed(tick, reference);
        if (region.isDefined()) [[likely]] {
            if (kind == event_kind::kEnter) {
                m_stack.enter(tick, region);
                return true;
            }
            if (m_stack.leave(tick, region)) [[likely]] {
                return true;
            }
        }
        return addRecord(tick, kind, {&reference, 1});
    }
    [[nodiscard]] bool addContextCall(
        Tick tick, EventKind kind, std::span<const std::uint64_t> payload);
    [[nodiscard]] bool addRecord(Tick tick, EventKind kind, std::span<const std::uint64_t> payload);
    /// A tick smaller than the one before is raised to it.
    [[gnu::always_inline]] Tick raised(Tick tick)
    {
        if (tick >= m_lastTick) [[likely]] {
            const auto step =
                static_cast<std::uint64_t>(tick) - static_cast<std::uint64_t>(m_lastTick);
            if (step > m_longestStep) [[unlikely]] {
                noteStep(tick);
            }
            m_lastTick = tick;
            return tick;
        }
        return raisedFrom(tick);
    }
    [[nodiscard]] Tick raisedFrom(Tick tick);
    /// From the event before to this one it is longer than between any two before.
    void noteStep(Tick tick);
    /// What cannot be named is noted and left out.
    [[gnu::always_inline]] RegionRef regionNamed(Tick tick, std::uint64_t reference)
    {
        const RegionRef region(static_cast<std::uint32_t>(reference));
        if (!region.isDefined()) [[unlikely]] {
            m_references.add(tick, RefKind::Region, reference);
        }
        return region;
    }
    [[nodiscard]] RegionRef regionOfContext(Tick tick, std::uint64_t reference);
    [[nodiscard]] bool isCorrelation(AttributeRef ref, TypedValue value) const;
    [[nodiscard]] EventKind markKind() const;
    void addMark(EventKind kind, std::uint64_t correlation);
    [[nodiscard]] std::vector<DeviceMark> takeMarks(const CallStream& calls) const;
    void reportRepairs(ImportReport& report) const;
    void reportKind(ImportReport& report) const;

    const Definitions& m_definitions;
    const Location& m_location;
    AttributeRef m_correlation;  ///< undefined: no attribute is named so
    bool m_isDevice = false;
    FileReferences m_files;
    CallStackBuilder m_stack;
    LocationTotals m_totals;
    RecordTableBuilder m_records;
    AttributeTable m_attributes;
    std::uint64_t m_events = 0;
    Tick m_lastTick = std::numeric_limits<Tick>::min();
    std::uint64_t m_longestStep = 0;
    std::vector<std::pair<std::size_t, DeviceMark>> m_marks;  ///< each with the enter it belongs to
    KindCounts m_kinds;
    std::uint64_t m_raised = 0;
    Tick m_raisedFrom = 0;
    Tick m_raisedTo = 0;
    ReferenceCheck m_references;
};

/// Gives every region that a visit names but no definition does a definition of its own,
/// "region 17 (undefined)", so that no query meets a reference without one; and reports it.
///
/// Rebuilds the definitions' lookups.
///
/// \param files  of a joint trace, in the order of its parts: a region has the number that it has in its file,
///               which the report names
void defineUndefinedRegions(TraceStore& store, std::span<const std::string> files = {});

/// Holds the clock's length from 0 on and all \p extents.
[[nodiscard]] TickRange wholeRange(
    const ClockProperties& clock, std::span<const TickRange> extents);

}  // namespace vellum::server::store
