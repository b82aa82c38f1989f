#include "server/import/importer.h"

#include "common/query/selection_words.h"
#include "server/import/location_import.h"
#include "server/import/partition.h"
#include "server/import/progress_meter.h"
#include "server/import/source_opener.h"
#include "server/match/launch_matcher.h"
#include "server/match/message_matcher.h"
#include "server/reader/event_source.h"
#include "server/reader/wording.h"
#include "server/store/location_builder.h"
#include "server/store/partial_load.h"

#include <algorithm>
#include <exception>
#include <iterator>
#include <limits>
#include <new>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace vellum::server::import {

namespace {

using Source = std::unique_ptr<reader::EventSource>;
using Locations = std::span<const LocationIndex>;

// What one handle of the library keeps open. Opening local definitions takes time that nobody
// can cancel, and the library's own lists are searched one by one.
constexpr std::size_t kLocationsPerReader = 1024;

constexpr std::string_view kOption = "--load-window";  // what sentences call it

/// One import from the opened source to the store.
class Import {
public:
    Import(
        const reader::EventSource& source,
        const query::TraceSelection& selection,
        const ImportOptions& options)
        : m_source(source)
        , m_head(source.head())
        , m_selection(selection)
        , m_options(options)
        , m_cancel(m_head.isPrefix ? std::stop_token() : options.cancel)
        , m_locations(m_head.definitions.locations.size())
        , m_progress(options.onProgress, totalOf(m_head))
    {
    }

    /// Errors   invalidArgument: the window is none.
    [[nodiscard]] Result<void> setWindow();
    void readEvents();
    /// Errors   invalidArgument: the window holds nothing of the trace.
    [[nodiscard]] Result<std::shared_ptr<store::TraceStore>> makeStore();

private:
    static Progress totalOf(const reader::TraceHead& head);
    [[nodiscard]] std::vector<WorkItem> work();
    [[nodiscard]] std::size_t threadsFor(std::size_t items) const;
    std::exception_ptr failureOfReading(Locations part);
    void readPart(Locations part);
    void readSome(Locations some);
    [[nodiscard]] Result<void> setRange(store::TraceStore& store) const;
    void moveLocations(store::TraceStore& store);
    void reportWhatIsLeftOut(store::TraceStore& store) const;

    const reader::EventSource& m_source;
    const reader::TraceHead& m_head;
    const query::TraceSelection& m_selection;
    const ImportOptions& m_options;
    std::stop_token m_cancel;  ///< never asked for where the opening already kept a prefix
    std::vector<ImportedLocation> m_locations;  ///< each written by the one worker that owns it
    ProgressMeter m_progress;
    std::optional<TickRange> m_window;  ///< nothing: all of the trace
};

Result<void> Import::setWindow()
{
    if (m_selection.window.empty()) {
        return {};
    }
    constexpr TickRange kAll{
        .begin = std::numeric_limits<Tick>::min(), .end = std::numeric_limits<Tick>::max()};
    const auto window =
        query::parseWindowEnds(m_selection.window, m_head.definitions.clock, kAll, kOption);
    VELLUM_RETURN_IF_ERROR(window);
    m_window = window.value();
    return {};
}

Progress Import::totalOf(const reader::TraceHead& head)
{
    Progress total{.bytesDone = head.bytesRead, .bytesTotal = head.bytesRead};
    for (const reader::LocationFile& file : head.files) {
        total.bytesTotal += file.bytes;
        total.locationsTotal += file.exists ? 1 : 0;
    }
    return total;
}

/// The locations to read; those without a file are done with here.
std::vector<WorkItem> Import::work()
{
    std::vector<WorkItem> items;
    for (std::uint32_t i = 0; i < m_head.files.size(); ++i) {
        const LocationIndex location(i);
        if (m_head.files[i].exists) {
            items.push_back({.location = location, .cost = m_head.files[i].bytes});
        } else {
            m_locations[i] = locationWithoutFile(m_head, location);
        }
    }
    return items;
}

std::size_t Import::threadsFor(std::size_t items) const
{
    const unsigned wanted =
        m_options.threads > 0 ? m_options.threads : std::thread::hardware_concurrency();
    constexpr std::size_t kMost = 256;
    return std::clamp<std::size_t>(wanted, 1, std::clamp<std::size_t>(items, 1, kMost));
}

void Import::readEvents()
{
    const std::vector<WorkItem> items = work();
    const auto parts = partition(items, threadsFor(items.size()));
    std::vector<std::exception_ptr> failures(parts.size());
    {
        std::vector<std::jthread> workers;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            workers.emplace_back([&, i] { failures[i] = failureOfReading(parts[i]); });
        }
    }
    const auto failure =
        std::ranges::find_if(failures, [](const std::exception_ptr& f) { return f != nullptr; });
    if (failure != failures.end()) {
        std::rethrow_exception(*failure);
    }
    m_progress.finish();
}

std::exception_ptr Import::failureOfReading(Locations part)
{
    try {
        readPart(part);
    } catch (const std::exception&) {
        return std::current_exception();
    }
    return nullptr;
}

void Import::readPart(Locations part)
{
    while (!part.empty()) {
        const std::size_t count = std::min(part.size(), kLocationsPerReader);
        readSome(part.first(count));
        part = part.subspan(count);
    }
}

void Import::readSome(Locations some)
{
    if (m_cancel.stop_requested()) {
        return;
    }
    const auto reader = m_source.makeReader(some);
    for (const LocationIndex location : some) {
        ImportedLocation& to = m_locations[location.value()];
        if (m_cancel.stop_requested()) {
            return;
        }
        to = reader.isOk()
                 ? importLocation(m_head, location, m_window, *reader.value(), m_progress, m_cancel)
                 : unreadableLocation(m_head, location, reader.error().message);
    }
}

Result<void> Import::setRange(store::TraceStore& store) const
{
    std::vector<TickRange> extents;
    std::ranges::transform(m_locations, std::back_inserter(extents), &ImportedLocation::extent);
    for (const Marker& marker : m_head.markers) {
        extents.push_back({.begin = marker.tick, .end = marker.tick + 1});
    }
    store.range = store::wholeRange(store.definitions.clock, extents);
    if (m_window) {
        const auto window =
            query::parseWindow(m_selection.window, store.definitions.clock, store.range, kOption);
        VELLUM_RETURN_IF_ERROR(window);
        store.range = window.value();
    }
    return {};
}

void Import::moveLocations(store::TraceStore& store)
{
    std::uint64_t events = 0;
    for (ImportedLocation& location : m_locations) {
        store.report.merge(location.report);
        store.locations.push_back(std::move(location.store));
        events += store.locations.back().totals.events;
    }
    if (!store.complete) {
        store.report.add(
            "cancelled",
            query::Severity::Warning,
            "the import of " + reader::quoted(store.path) + " was cancelled after "
                + reader::numberText(events) + " events");
    }
}

void Import::reportWhatIsLeftOut(store::TraceStore& store) const
{
    if (m_window) {
        const auto instant = [&](Tick tick) {
            return formatInstant(tick, store.definitions.clock);
        };
        store.report.add(
            "window-loaded",
            query::Severity::Info,
            "only what happened from " + instant(store.range.begin) + " to "
                + instant(store.range.end) + " was loaded, as asked");
    }
    if (!store.leftOut.empty()) {
        store.report.add(
            "location-left-out",
            query::Severity::Info,
            "only " + reader::numberText(store.locations.size()) + " of "
                + reader::numberText(store.locations.size() + store.leftOut.size())
                + " locations were loaded, as asked",
            store.leftOut.size());
    }
}

Result<std::shared_ptr<store::TraceStore>> Import::makeStore()
{
    auto store = std::make_shared<store::TraceStore>();
    store->path = m_selection.name();
    store->format = m_head.format;
    store->definitions = m_head.definitions;
    store->markers = m_head.markers;
    store->report = m_head.report;
    store->leftOut = m_head.leftOut;
    store->isPartOfTime = m_window.has_value();
    store->complete = !m_head.isPrefix && !m_cancel.stop_requested();
    VELLUM_RETURN_IF_ERROR(setRange(*store));
    moveLocations(*store);
    reportWhatIsLeftOut(*store);
    store::defineUndefinedRegions(*store);
    match::matchLaunches(*store);
    match::matchMessages(*store, m_options.threads);
    if (m_window) {
        store::dropRecordsOutside(*store);
    }
    return store;
}

Error outOfMemory(const query::TraceSelection& selection)
{
    return {
        .kind = ErrorKind::ResourceExhausted,
        .message = "out of memory while reading " + reader::quoted(selection.name())};
}

Result<std::shared_ptr<const store::TraceStore>> importGuarded(
    const query::TraceSelection& selection, const ImportOptions& options)
{
    const Result<Source> source = openSource(selection, options);
    VELLUM_RETURN_IF_ERROR(source);
    Import import(*source.value(), selection, options);
    VELLUM_RETURN_IF_ERROR(import.setWindow());
    import.readEvents();
    auto store = import.makeStore();
    VELLUM_RETURN_IF_ERROR(store);
    return std::shared_ptr<const store::TraceStore>(std::move(store).value());
}

}  // namespace

Result<std::shared_ptr<const store::TraceStore>> importTrace(
    const query::TraceSelection& selection, const ImportOptions& options)
{
    try {
        return importGuarded(selection, options);
    } catch (const std::bad_alloc&) {
        return outOfMemory(selection);
    } catch (const std::length_error&) {
        return outOfMemory(selection);
    }
}

}  // namespace vellum::server::import
