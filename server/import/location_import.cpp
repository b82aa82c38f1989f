#include "server/import/location_import.h"

#include "server/reader/wording.h"
#include "server/store/location_builder.h"
#include "server/store/partial_load.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string>
#include <system_error>

namespace vellum::server::import {

namespace {

using query::Severity;
using reader::numberText;
using reader::ReadOutcome;

/// The file that \p location is from; nothing where all are from the same.
std::string partOf(const reader::TraceHead& head, LocationIndex location)
{
    const auto next = std::ranges::upper_bound(
        head.parts, std::size_t{location.value()}, {}, &reader::TracePart::firstLocation);
    return next == head.parts.begin() ? std::string() : std::prev(next)->path;
}

/// Says of one location what was wrong with its files.
class FileReport {
public:
    FileReport(const reader::TraceHead& head, LocationIndex location, store::ImportReport& report)
        : m_location(head.definitions.locations[location.value()])
        , m_file(head.files[location.value()])
        , m_report(report)
    {
        m_report.setPlace(
            m_file.name.empty() ? partOf(head, location) : m_file.name, store::placeOf(m_location));
    }

    void add(std::string_view kind, Severity severity, const std::string& what)
    {
        m_report.add(kind, severity, store::placeOf(m_location) + ": " + what);
    }

    void addMissing()
    {
        std::error_code error;
        if (m_location.claimedEvents == 0 && !std::filesystem::exists(m_file.name, error)) {
            addEmpty();
            return;
        }
        add("missing-event-file",
            Severity::Error,
            reader::notAFile(m_file.name) + ": of " + numberText(m_location.claimedEvents)
                + " claimed events none can be read");
    }

    void addEmpty() { add("empty-location", Severity::Info, "it has no events"); }

    void addTruncated(std::uint64_t events, std::string_view error)
    {
        add("truncated-event-file",
            Severity::Error,
            reader::quoted(m_file.name) + " (" + reader::bytesText(m_file.bytes)
                + ") ends in an error after " + numberText(events) + " of "
                + numberText(m_location.claimedEvents) + " claimed events (" + std::string(error)
                + ")");
    }

    void addLocalDefinitions(const ReadOutcome& outcome)
    {
        if (outcome.localDefinitionsAreMissing) {
            const auto file = std::filesystem::path(m_file.name).replace_extension(".def");
            add("missing-definition-file",
                Severity::Warning,
                "it has no local definitions: " + reader::notAFile(file));
        }
        if (!outcome.localDefinitionsError.empty()) {
            add("truncated-definition-file",
                Severity::Error,
                "its local definitions end in an error " + outcome.localDefinitionsError);
        }
    }

    void addOutcome(const ReadOutcome& outcome, std::uint64_t events)
    {
        addLocalDefinitions(outcome);
        if (outcome.ticksOutOfRange > 0) {
            m_report.add(
                "tick-out-of-range",
                Severity::Error,
                store::placeOf(m_location)
                    + " has time stamps more than 2^61 ticks from the trace's begin: their records "
                      "are moved to that distance",
                outcome.ticksOutOfRange);
        }
        if (outcome.end == ReadOutcome::End::Failed) {
            addTruncated(events, outcome.error);
        } else if (outcome.end == ReadOutcome::End::Complete) {
            addComplete(events);
        }
    }

private:
    void addComplete(std::uint64_t events)
    {
        if (events != m_location.claimedEvents) {
            add("event-count-mismatch",
                Severity::Warning,
                "the definitions claim " + numberText(m_location.claimedEvents)
                    + " events, the file holds " + numberText(events));
        }
        if (events == 0) {
            addEmpty();
        }
    }

    const Location& m_location;
    const reader::LocationFile& m_file;
    store::ImportReport& m_report;
};

/// What a file of \p bytes can hold at most, so that a claim of 10^18 events reserves nothing.
std::uint64_t believable(std::uint64_t claimedEvents, std::uint64_t bytes)
{
    constexpr std::uint64_t kLeastBytesPerEvent = 2;
    return std::min(claimedEvents, bytes / kLeastBytesPerEvent);
}

/// The builder of a location, and how far it has got.
class Sink {
public:
    Sink(
        const reader::TraceHead& head,
        LocationIndex location,
        ProgressMeter& progress,
        const std::stop_token& cancel)
        : m_builder(
            head.definitions,
            location,
            !head.leftOut.empty(),
            store::FileReferences(head.parts.size()))
        , m_progress(progress)
        , m_cancel(cancel)
        , m_bytes(head.files[location.value()].bytes)
        , m_claimed(head.definitions.locations[location.value()].claimedEvents)
    {
        m_builder.reserve(believable(m_claimed, m_bytes));
    }

    bool goOn(std::uint64_t records, bool isFull)
    {
        m_isFull = isFull;
        addBytes(records);
        return !m_isFull && !m_cancel.stop_requested();
    }

    void finish() { m_progress.addEvents(0, m_bytes - m_bytesTold); }

    [[nodiscard]] bool isFull() const { return m_isFull; }
    [[nodiscard]] store::LocationBuilder& builder() { return m_builder; }

private:
    /// The library does not tell its place in the file: the claimed number of events has to do.
    void addBytes(std::uint64_t events)
    {
        const double share = static_cast<double>(m_builder.size())
                             / static_cast<double>(std::max<std::uint64_t>(m_claimed, 1));
        const auto bytes =
            static_cast<std::uint64_t>(std::min(share, 1.0) * static_cast<double>(m_bytes));
        const std::uint64_t done = std::clamp(bytes, m_bytesTold, std::max(m_bytes, m_bytesTold));
        m_progress.addEvents(events, done - m_bytesTold);
        m_bytesTold = done;
    }

    store::LocationBuilder m_builder;
    ProgressMeter& m_progress;
    const std::stop_token& m_cancel;
    std::uint64_t m_bytes;
    std::uint64_t m_claimed;
    std::uint64_t m_bytesTold = 0;
    bool m_isFull = false;
};

/// What may have launched work, and nothing else: nobody asked for the location.
ImportedLocation launchesOf(store::LocationStore all)
{
    ImportedLocation launches;
    launches.store.deviceMarks = std::move(all.deviceMarks);
    std::erase_if(launches.store.deviceMarks, [](const store::DeviceMark& mark) {
        return mark.kind != event_kind::kDeviceLaunch;
    });
    return launches;
}

}  // namespace

ImportedLocation importLocation(
    const reader::TraceHead& head,
    LocationIndex location,
    const std::optional<TickRange>& window,
    reader::EventReader& reader,
    ProgressMeter& progress,
    const std::stop_token& cancel)
{
    Sink sink(head, location, progress, cancel);
    const ReadOutcome outcome =
        reader.readInto(location, sink.builder(), [&](std::uint64_t records, bool isFull) {
            return sink.goOn(records, isFull);
        });
    sink.finish();
    ImportedLocation imported;
    FileReport files(head, location, imported.report);
    files.addOutcome(outcome, sink.builder().size() - outcome.derived);
    if (sink.isFull()) {
        files.add(
            "too-many-events",
            Severity::Error,
            "its events fill a table of 2^32 entries; what comes after event "
                + numberText(sink.builder().size()) + " is left out");
    }
    imported.store = sink.builder().finish(imported.report);
    imported.extent = imported.store.extent();
    if (window) {
        store::cutToWindow(head.definitions, imported.store, *window);
    }
    if (head.launchers.contains(head.definitions.locations[location.value()].ref)) {
        imported = launchesOf(std::move(imported.store));
    }
    store::packSmall(imported.store);
    progress.finishLocation();
    return imported;
}

ImportedLocation locationWithoutFile(const reader::TraceHead& head, LocationIndex location)
{
    ImportedLocation imported;
    FileReport(head, location, imported.report).addMissing();
    return imported;
}

ImportedLocation unreadableLocation(
    const reader::TraceHead& head, LocationIndex location, std::string_view error)
{
    ImportedLocation imported;
    FileReport(head, location, imported.report).addTruncated(0, error);
    return imported;
}

match::FileNames fileNames(const reader::TraceHead& head, const std::string& path)
{
    const auto ofTrace = [&head, &path](LocationIndex location) {
        return head.parts.empty() ? path : partOf(head, location);
    };
    const auto ofEvents = [&head, ofTrace](LocationIndex location) {
        const std::string& name = head.files[location.value()].name;
        return name.empty() ? ofTrace(location) : name;
    };
    return {.ofEvents = ofEvents, .ofTrace = ofTrace};
}

}  // namespace vellum::server::import
