#include "server/import/importer.h"

#include "server/import/location_import.h"
#include "server/import/partition.h"
#include "server/import/progress_meter.h"
#include "server/import/source_opener.h"
#include "server/match/message_matcher.h"
#include "server/reader/event_source.h"
#include "server/reader/wording.h"
#include "server/store/location_builder.h"

#include <algorithm>
#include <exception>
#include <new>
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

/// One import from the opened source to the store.
class Import {
public:
    Import(const reader::EventSource& source, const ImportOptions& options)
        : m_source(source)
        , m_head(source.head())
        , m_options(options)
        , m_cancel(m_head.isPrefix ? std::stop_token() : options.cancel)
        , m_locations(m_head.definitions.locations.size())
        , m_progress(options.onProgress, totalOf(m_head))
    {
    }

    void readEvents();
    [[nodiscard]] std::shared_ptr<store::TraceStore> makeStore(const std::string& path);

private:
    static Progress totalOf(const reader::TraceHead& head);
    [[nodiscard]] std::vector<WorkItem> work();
    [[nodiscard]] std::size_t threadsFor(std::size_t items) const;
    std::exception_ptr failureOfReading(Locations part);
    void readPart(Locations part);
    void readSome(Locations some);

    const reader::EventSource& m_source;
    const reader::TraceHead& m_head;
    const ImportOptions& m_options;
    std::stop_token m_cancel;  ///< never asked for where the opening already kept a prefix
    std::vector<ImportedLocation> m_locations;  ///< each written by the one worker that owns it
    ProgressMeter m_progress;
};

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
        to = reader.isOk() ? importLocation(m_head, location, *reader.value(), m_progress, m_cancel)
                           : unreadableLocation(m_head, location, reader.error().message);
    }
}

std::shared_ptr<store::TraceStore> Import::makeStore(const std::string& path)
{
    auto store = std::make_shared<store::TraceStore>();
    store->path = path;
    store->format = m_head.format;
    store->definitions = m_head.definitions;
    store->markers = m_head.markers;
    store->report = m_head.report;
    store->complete = !m_head.isPrefix && !m_cancel.stop_requested();
    std::uint64_t events = 0;
    for (ImportedLocation& location : m_locations) {
        store->report.merge(location.report);
        store->locations.push_back(std::move(location.store));
        events += store->locations.back().totals.events;
    }
    if (!store->complete) {
        store->report.add(
            "cancelled",
            query::Severity::Warning,
            "the import of " + reader::quoted(path) + " was cancelled after "
                + reader::numberText(events) + " events");
    }
    store::defineUndefinedRegions(*store);
    store::setRange(*store);
    match::matchMessages(*store, m_options.threads);
    return store;
}

Error outOfMemory(const std::filesystem::path& path)
{
    return {
        .kind = ErrorKind::ResourceExhausted,
        .message = "out of memory while reading " + reader::quoted(path)};
}

}  // namespace

Result<std::shared_ptr<const store::TraceStore>> importTrace(
    const std::filesystem::path& path, const ImportOptions& options)
{
    try {
        const Result<Source> source = openSource(path, options);
        if (!source.isOk()) {
            return source.error();
        }
        Import import(*source.value(), options);
        import.readEvents();
        return std::shared_ptr<const store::TraceStore>(import.makeStore(path.string()));
    } catch (const std::bad_alloc&) {
        return outOfMemory(path);
    } catch (const std::length_error&) {
        return outOfMemory(path);
    }
}

}  // namespace vellum::server::import
