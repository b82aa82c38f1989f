#include "server/import/import_run.h"

#include "common/base/narrow.h"
#include "common/query/selection_words.h"
#include "server/import/import_errors.h"
#include "server/match/communicators.h"
#include "server/match/crew.h"
#include "server/match/launch_matcher.h"
#include "server/match/message_matcher.h"
#include "server/reader/wording.h"
#include "server/store/location_builder.h"
#include "server/store/partial_load.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace vellum::server::import {

namespace {

using Locations = std::span<const LocationIndex>;

// What one handle of the library keeps open. Opening local definitions takes time that nobody
// can cancel, and the library's own lists are searched one by one.
constexpr std::size_t kLocationsPerReader = 1024;

}  // namespace

Result<void> Import::setWindow()
{
    if (m_selection.window.empty()) {
        return {};
    }
    constexpr TickRange kAll{
        .begin = std::numeric_limits<Tick>::min(), .end = std::numeric_limits<Tick>::max()};
    const auto window = query::parseWindowEnds(
        m_selection.window, m_head.definitions.clock, kAll, query::kLoadWindowOption);
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
std::vector<WorkItem> Import::work(Locations own)
{
    std::vector<WorkItem> items;
    for (const LocationIndex location : own) {
        const reader::LocationFile& file = m_head.files[location.value()];
        if (file.exists) {
            items.push_back({.location = location, .cost = file.bytes});
        } else {
            take(location, locationWithoutFile(m_head, location));
        }
    }
    return items;
}

std::vector<WorkItem> Import::work()
{
    std::vector<LocationIndex> all;
    for (std::uint32_t i = 0; i < m_head.files.size(); ++i) {
        all.emplace_back(i);
    }
    return work(all);
}

std::size_t Import::threadsFor(std::size_t items) const
{
    const unsigned wanted =
        m_options.threads > 0 ? m_options.threads : std::thread::hardware_concurrency();
    constexpr std::size_t kMost = 256;
    return std::clamp<std::size_t>(wanted, 1, std::clamp<std::size_t>(items, 1, kMost));
}

void Import::readEvents(Locations own)
{
    readEvents(work(own));
}

/// Parts are dealt out while they last: of threads that take turns on busy cores, none waits long for another.
void Import::readEvents(const std::vector<WorkItem>& items)
{
    constexpr std::size_t kPartsPerThread = 16;
    const std::size_t threads = threadsFor(items.size());
    const std::size_t wanted = threads == 1 ? 1 : kPartsPerThread * threads;
    const auto parts = partition(items, std::clamp<std::size_t>(items.size(), 1, wanted));
    match::workTogether(parts.size(), narrow<unsigned>(threads), [&](match::Numbers& numbers) {
        for (std::size_t i = 0; numbers.take(i);) {
            readPart(parts[i]);
        }
    });
    m_progress.tell();
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
    if (isStopped()) {
        return;
    }
    const auto reader = m_source.makeReader(some);
    for (const LocationIndex location : some) {
        if (isStopped()) {
            return;
        }
        take(
            location,
            reader.isOk()
                ? importLocation(m_head, location, m_window, *reader.value(), m_progress, m_cancel)
                : unreadableLocation(m_head, location, reader.error().message));
    }
}

void Import::take(LocationIndex location, ImportedLocation imported)
{
    m_locations.of(location) = std::move(imported.store);
    m_extents[location.value()] = imported.extent;
    m_reports.add(location, imported.report);
}

/// The last that the extents are needed for.
Result<void> Import::setRange(store::TraceStore& store)
{
    std::vector<TickRange> extents = std::exchange(m_extents, {});
    for (const Marker& marker : m_head.markers) {
        extents.push_back({.begin = marker.tick, .end = marker.tick + 1});
    }
    store.range = store::wholeRange(store.definitions.clock, extents);
    if (m_window) {
        const auto window = query::parseWindow(
            m_selection.window, store.definitions.clock, store.range, query::kLoadWindowOption);
        VELLUM_RETURN_IF_ERROR(window);
        store.range = window.value();
    }
    return {};
}

void Import::moveLocations(store::TraceStore& store)
{
    std::uint64_t events = 0;
    store::ImportReport found = m_reports.all();
    if (m_head.parts.empty()) {
        found.nameFile(store.path);
    }
    store.report.merge(found);
    store.locations = m_locations.take();
    for (const store::LocationStore& location : store.locations) {
        events += location.totals.events;
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
        const std::size_t loaded = store.locations.size() - m_head.launchers.size();
        store.report.add(
            "location-left-out",
            query::Severity::Info,
            "only " + reader::numberText(loaded) + " of "
                + reader::numberText(loaded + store.leftOut.size())
                + " locations were loaded, as asked",
            store.leftOut.size());
    }
}

void Import::add(LocationFacts facts)
{
    ImportedLocation location{.report = std::move(facts.report), .extent = facts.extent};
    location.store.totals = std::move(facts.totals);
    location.store.undefinedRegions = std::move(facts.undefinedRegions);
    location.store.deviceMarks = std::move(facts.deviceMarks);
    take(facts.location, std::move(location));
    m_elsewhere.resize(m_locations.count());
    m_elsewhere[facts.location.value()] = std::move(facts.ends);
    m_collectivesElsewhere.resize(m_locations.count());
    m_collectivesElsewhere[facts.location.value()] = std::move(facts.collectives);
}

std::vector<LocationFacts> Import::facts(Locations own)
{
    std::vector<LocationFacts> all(own.size());
    match::workTogether(own.size(), m_options.threads, [&](match::Numbers& numbers) {
        match::Communicators communicators(m_head.definitions, m_head.leftOut);
        for (std::size_t i = 0; numbers.take(i);) {
            store::LocationStore& location = m_locations.of(own[i]);
            LocationFacts& to = all[i];
            to.location = own[i];
            to.extent = m_extents[own[i].value()];
            to.report = m_reports.of(own[i]);
            to.totals = location.totals;
            to.undefinedRegions = std::exchange(location.undefinedRegions, {});
            to.deviceMarks = std::exchange(location.deviceMarks, {});
            match::collectEnds(location.records, own[i], communicators, to.ends);
            match::collectCollectives(location.records, to.collectives);
        }
    });
    return all;
}

std::vector<store::RegionVisits> Import::undefinedRegions() const
{
    std::vector<store::RegionVisits> all;
    for (const store::LocationStore& location : m_locations.made()) {
        const auto& regions = location.undefinedRegions;
        all.insert(all.end(), regions.begin(), regions.end());
    }
    return all;
}

/// What answers wide windows quickly, now that all regions have a definition. Whoever watches the memory is
/// asked meanwhile; a stop leaves out the rest of the rows, without which the answers are the same.
void Import::buildRows(store::TraceStore& store)
{
    if (!m_options.withRows) {
        return;
    }
    const bool isPrefix = m_cancel.stop_requested();
    match::workTogether(store.locations.size(), m_options.threads, [&](match::Numbers& numbers) {
        for (std::size_t i = 0;
             (isPrefix || !m_cancel.stop_requested()) && !isGivenUp() && numbers.take(i);) {
            store::LocationStore& location = store.locations[i];
            location.rows = store::ClassRows::build(location.calls, store.definitions);
            location.profileRows = store::ProfileRows::build(location.calls, store.definitions);
            location.pathRows = store::PathRows::build(location.calls);
            location.counterRows = store::CounterRows::build(location.records, store.definitions);
            m_progress.tellIfDue();
        }
    });
    m_progress.tell();
}

/// What the opening knows; once all has been read, for the definitions go with it.
std::shared_ptr<store::TraceStore> Import::bareStore()
{
    auto store = std::make_shared<store::TraceStore>();
    store->path = m_selection.name();
    store->format = m_head.format;
    store->definitions = m_source.takeDefinitions();
    store->markers = m_head.markers;
    store->report = m_head.report;
    if (m_head.parts.empty()) {
        store->report.nameFile(store->path);
    }
    store->leftOut = m_head.leftOut;
    store->isPartOfTime = m_window.has_value();
    return store;
}

std::vector<std::string> Import::partPaths() const
{
    std::vector<std::string> paths;
    std::ranges::transform(m_head.parts, std::back_inserter(paths), &reader::TracePart::path);
    return paths;
}

/// Regions get their definitions here as they do at the head: whichever location names them.
std::shared_ptr<store::TraceStore> Import::makePart(const SharedFacts& shared)
{
    auto store = bareStore();
    store->complete = shared.complete;
    store->range = shared.range;
    moveLocations(*store);
    if (!store->locations.empty()) {
        store->locations.front().undefinedRegions = shared.undefinedRegions;
    }
    store::defineUndefinedRegions(*store, partPaths());
    if (m_window) {
        store::dropRecordsOutside(*store);
    }
    buildRows(*store);
    return store;
}

/// All regions have their definitions in \p whole.
std::shared_ptr<store::TraceStore> Import::makePart(const store::TraceStore& whole)
{
    auto store = bareStore();
    store->definitions = whole.definitions;
    store->complete = whole.complete;
    store->range = whole.range;
    store->locations = m_locations.take();
    if (m_window) {
        store::dropRecordsOutside(*store);
    }
    buildRows(*store);
    return store;
}

/// Of locations that were only read for their launches.
void Import::keepLaunchingCalls(store::TraceStore& store) const
{
    if (m_head.launchers.empty()) {
        return;
    }
    const std::size_t others = store.locations.size() - m_head.launchers.size();
    const std::uint64_t calls = store::keepLaunchingCalls(store, m_head.launchers);
    if (calls > 0) {
        store.report.add(
            "launching-calls-loaded",
            query::Severity::Info,
            "of " + reader::countText(store.locations.size() - others, "location", "locations")
                + " that nobody asked for the "
                + reader::countText(calls, "call was loaded that", "calls were loaded that")
                + " launched work of those that were: nothing else of them is in the trace",
            calls);
    }
}

/// Joins what belongs together. Whoever watches the memory is asked before each step.
void Import::join(store::TraceStore& store)
{
    const match::FileNames files = fileNames(m_head, store.path);
    const auto step = [this](const auto& work) {
        m_progress.tell();
        if (!isGivenUp()) {
            work();
        }
    };
    step([&] { match::matchLaunches(store, files); });
    step([&] { match::matchMessages(store, m_options.threads, std::move(m_elsewhere), files); });
    step([&] {
        match::matchCollectives(store, m_options.threads, std::move(m_collectivesElsewhere), files);
    });
}

Result<std::shared_ptr<store::TraceStore>> Import::makeStore()
{
    if (isGivenUp()) {
        return givenUp(m_selection);
    }
    auto store = bareStore();
    store->complete = !m_head.isPrefix && !m_cancel.stop_requested();
    VELLUM_RETURN_IF_ERROR(setRange(*store));
    moveLocations(*store);
    reportWhatIsLeftOut(*store);
    store::defineUndefinedRegions(*store, partPaths());
    join(*store);
    keepLaunchingCalls(*store);
    if (m_window) {
        store::dropRecordsOutside(*store);
    }
    buildRows(*store);
    if (isGivenUp()) {
        return givenUp(m_selection);
    }
    return store;
}

}  // namespace vellum::server::import
