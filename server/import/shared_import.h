#pragma once

#include "common/base/result.h"
#include "common/query/trace_selection.h"
#include "server/import/importer.h"
#include "server/import/partition.h"
#include "server/match/collective_ends.h"
#include "server/match/message_ends.h"
#include "server/store/import_report.h"
#include "server/store/trace_store.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace vellum::server::import {

/// What whoever puts a trace together must know of a location that another process has read.
struct LocationFacts {
    LocationIndex location;
    TickRange extent;  ///< as ImportedLocation has it
    store::ImportReport report;
    store::LocationTotals totals;
    std::vector<store::RegionVisits> undefinedRegions;
    std::vector<store::DeviceMark> deviceMarks;
    match::MessageEnds ends;
    match::CollectiveEnds collectives;
};

/// What is only known once all locations have been read, and what every process must know then.
struct SharedFacts {
    TickRange range;
    bool complete = true;
    std::vector<store::RegionVisits> undefinedRegions;  ///< of all locations
};

/// An import that several processes share: each opens the same trace and reads some of its locations,
/// and one of them, the head, puts together what belongs to no single location.
///
/// Order    Everybody: open, read. The others: facts, and with what the head says makePart. The head: makeHead.
///          Who only wants columns again: open, read, makePart.
/// Exact    The head's store and importTrace's are alike, but for the events, visits and segments of the
///          locations that others hold.
/// Errors   As of importTrace.
/// Threads  One owner.
class SharedImport {
public:
    [[nodiscard]] static Result<std::unique_ptr<SharedImport>> open(
        const vellum::query::TraceSelection& selection, const ImportOptions& options);
    ~SharedImport();
    SharedImport(const SharedImport&) = delete;
    SharedImport& operator=(const SharedImport&) = delete;

    /// Whether its events are still in files, location by location; else opening has read them all, and
    /// nothing is won by sharing; nor where locations are read for their launches, of which one process must know all.
    [[nodiscard]] bool isReadInParts() const;

    /// Every location with what it costs: about its number of events.
    [[nodiscard]] std::vector<WorkItem> costs() const;

    /// Differs where processes see different definitions or files.
    [[nodiscard]] std::uint64_t key() const;

    /// Reads \p own with all threads; once.
    [[nodiscard]] Result<void> read(std::span<const LocationIndex> own);

    /// Of the locations that were read. Once: what is only needed for it is moved.
    [[nodiscard]] Result<std::vector<LocationFacts>> facts();

    struct Head {
        std::shared_ptr<const store::TraceStore> store;
        SharedFacts shared;
    };
    /// \param elsewhere  of all locations that were not read here
    [[nodiscard]] Result<Head> makeHead(std::vector<LocationFacts> elsewhere);

    /// Locations of others are empty in it, and it has no messages, launches and report.
    [[nodiscard]] Result<std::shared_ptr<const store::TraceStore>> makePart(
        const SharedFacts& shared);

    /// The locations that were read, as a part of \p whole, the same trace as it was imported before: of it are
    /// the definitions and the range. Others are empty.
    [[nodiscard]] Result<std::shared_ptr<const store::TraceStore>> makePart(
        const store::TraceStore& whole);

private:
    struct State;
    explicit SharedImport(std::unique_ptr<State> state);

    std::unique_ptr<State> m_state;
};

}  // namespace vellum::server::import
