#pragma once

#include "common/base/result.h"
#include "server/import/importer.h"
#include "server/import/location_import.h"
#include "server/import/location_reports.h"
#include "server/import/location_stores.h"
#include "server/import/partition.h"
#include "server/import/progress_meter.h"
#include "server/import/shared_import.h"
#include "server/match/collective_matcher.h"
#include "server/match/message_ends.h"
#include "server/reader/event_source.h"
#include "server/store/trace_store.h"

#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace vellum::server::import {

/// One import from the opened source to the store: what `importTrace` and `SharedImport` are made of.
///
/// Threads  One, beside the workers of its own.
class Import {
public:
    Import(
        reader::EventSource& source,
        const query::TraceSelection& selection,
        const ImportOptions& options)
        : m_source(source)
        , m_head(source.head())
        , m_selection(selection)
        , m_options(options)
        , m_cancel(m_head.isPrefix ? std::stop_token() : options.cancel)
        , m_locations(m_head.definitions.locations.size())
        , m_extents(m_locations.count())
        , m_progress(options.onProgress, totalOf(m_head))
    {
    }

    /// Errors   invalidArgument: the window is none.
    [[nodiscard]] Result<void> setWindow();
    void readEvents() { readEvents(work()); }
    void readEvents(std::span<const LocationIndex> own);
    /// What others have read, in the place of what would be read here.
    void add(LocationFacts facts);
    [[nodiscard]] std::vector<LocationFacts> facts(std::span<const LocationIndex> own);
    /// Whether whoever watches the memory has had enough: what was read is of no use then.
    [[nodiscard]] bool isGivenUp() const { return m_options.giveUp.stop_requested(); }
    [[nodiscard]] std::vector<store::RegionVisits> undefinedRegions() const;
    /// Errors   invalidArgument: the window holds nothing of the trace. cancelled: it was given up.
    [[nodiscard]] Result<std::shared_ptr<store::TraceStore>> makeStore();
    [[nodiscard]] std::shared_ptr<store::TraceStore> makePart(const SharedFacts& shared);
    [[nodiscard]] std::shared_ptr<store::TraceStore> makePart(const store::TraceStore& whole);

private:
    static Progress totalOf(const reader::TraceHead& head);
    [[nodiscard]] bool isStopped() const { return m_cancel.stop_requested() || isGivenUp(); }
    [[nodiscard]] std::vector<WorkItem> work(std::span<const LocationIndex> own);
    void take(LocationIndex location, ImportedLocation imported);
    [[nodiscard]] std::vector<WorkItem> work();
    void readEvents(const std::vector<WorkItem>& items);
    [[nodiscard]] std::shared_ptr<store::TraceStore> bareStore();
    [[nodiscard]] std::vector<std::string> partPaths() const;
    [[nodiscard]] std::size_t threadsFor(std::size_t items) const;
    void readPart(std::span<const LocationIndex> part);
    void readSome(std::span<const LocationIndex> some);
    [[nodiscard]] Result<void> setRange(store::TraceStore& store);
    void moveLocations(store::TraceStore& store);
    void reportWhatIsLeftOut(store::TraceStore& store) const;
    void join(store::TraceStore& store);
    void keepLaunchingCalls(store::TraceStore& store) const;
    void buildRows(store::TraceStore& store);

    reader::EventSource& m_source;
    const reader::TraceHead& m_head;  ///< without definitions once `bareStore` has taken them
    const query::TraceSelection& m_selection;
    const ImportOptions& m_options;
    std::stop_token m_cancel;  ///< never asked for where the opening already kept a prefix
    /// Each written by the one worker that owns it, like its extent.
    LocationStores m_locations;
    std::vector<TickRange> m_extents;
    LocationReports m_reports;
    ProgressMeter m_progress;
    std::optional<TickRange> m_window;            ///< nothing: all of the trace
    std::vector<match::MessageEnds> m_elsewhere;  ///< by location, of those that others have read
    std::vector<match::CollectiveEnds> m_collectivesElsewhere;  ///< likewise
};

/// The store, from now on as nobody may change it.
[[nodiscard]] inline Result<std::shared_ptr<const store::TraceStore>> asConst(
    Result<std::shared_ptr<store::TraceStore>> store)
{
    VELLUM_RETURN_IF_ERROR(store);
    return std::shared_ptr<const store::TraceStore>(std::move(store).value());
}

}  // namespace vellum::server::import
