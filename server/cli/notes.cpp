#include "server/cli/notes.h"

#include "common/base/number_text.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <variant>

namespace vellum::server::cli {

namespace {

using namespace vellum::query;  // NOLINT(google-build-using-namespace): the answers, all of them

struct Damage {
    std::string_view kind;
    std::string_view one;
    std::string_view many;
};

constexpr std::array kDamages{
    Damage{"missing-event-file", "event file is missing", "event files are missing"},
    Damage{"truncated-event-file", "event file is cut off", "event files are cut off"},
    Damage{
        "truncated-definition-file",
        "definitions file is cut off",
        "definitions files are cut off"},
    Damage{
        "truncated-marker-file",
        "file of markers cannot be read to its end",
        "files of markers cannot be read to their ends"},
    Damage{
        "too-many-events",
        "location has more events than fit",
        "locations have more events than fit"},
    Damage{"tick-out-of-range", "record's time is out of range", "records' times are out of range"},
    Damage{"truncated-file", "file is cut off", "files are cut off"},
    Damage{"damaged-event", "event cannot be read", "events cannot be read"},
    Damage{"event-too-long", "event is too long", "events are too long"},
    Damage{"event-without-time", "event has no time", "events have no time"},
    Damage{"damaged-table", "table is damaged", "tables are damaged"},
};

std::string sentenceOf(const ImportReportEntry& entry)
{
    const auto* const known = std::ranges::find(kDamages, entry.kind, &Damage::kind);
    if (known == kDamages.end()) {  // of a newer server
        return grouped(entry.count) + (entry.count == 1 ? " finding" : " findings")
               + " of the kind '" + entry.kind + "'";
    }
    return grouped(entry.count) + ' ' + std::string(entry.count == 1 ? known->one : known->many);
}

}  // namespace

std::string damageNote(const QueryOptions& options, const std::vector<ImportReportEntry>& report)
{
    std::string findings;
    const ImportReportEntry* first = nullptr;
    for (const ImportReportEntry& entry : report) {
        if (entry.severity == Severity::Error) {
            findings += (findings.empty() ? "" : ", ") + sentenceOf(entry);
            first = first == nullptr ? &entry : first;
        }
    }
    if (first == nullptr) {
        return {};
    }
    const std::string found = "'" + options.trace.name() + "': " + findings;
    if (options.query == "info") {  // which says more of it
        return found + "; the numbers are of what was read";
    }
    return found + " (first: " + first->example + "); the answer covers what was read: see info";
}

std::string partNote(const QueryOptions& options, const std::vector<ImportReportEntry>& report)
{
    const auto entry = std::ranges::find(report, "partner-left-out", &ImportReportEntry::kind);
    if (entry == report.end() || (options.query != "messages" && options.query != "matrix")) {
        return {};
    }
    return grouped(entry->count)
           + " sends and receives have their partner in a location that --load-locations left out: "
             "their messages are not shown (--locations shows them)";
}

std::string placeNote(const QueryOptions& options, const std::vector<ImportReportEntry>& report)
{
    const auto entry = std::ranges::find(report, "files-far-apart", &ImportReportEntry::kind);
    if (entry == report.end()) {
        return {};
    }
    return entry->example
           + (entry->count > 1 ? "; " + grouped(entry->count) + " files were moved so"
                                     + (options.query == "info" ? "" : ": see info")
                               : "");
}

std::string scopeNote(const QueryOptions& options)
{
    if (options.query == "info" && !(options.window.empty() && options.locations.empty())) {
        return "the numbers of info are of the whole trace, whatever --window and --locations";
    }
    if (options.query == "locations" && !options.window.empty()) {
        return "the events of locations are those of the whole trace, whatever --window";
    }
    return {};
}

std::string serverNote(const QueryOptions& options)
{
    if (options.connect.empty()) {
        return {};
    }
    std::string given;
    const auto add = [&given](bool isGiven, const char* option) {
        if (isGiven) {
            given += given.empty() ? "" : ", ";
            given += option;
        }
    };
    add(options.threads != 0, "--threads");
    add(options.memoryBytes != 0, "--memory");
    add(options.noCache, "--no-cache");
    add(options.rebuild, "--rebuild");
    add(!options.cache.empty(), "--cache");
    return given.empty() ? given : given + " change nothing with --connect: the server has its own";
}

std::string shownOf(std::uint64_t shown, std::uint64_t count, const std::string& what)
{
    return shown < count ? grouped(shown) + " of " + grouped(count) + ' ' + what
                               + " shown: --limit cut the list"
                         : std::string();
}

std::string listNote(Format format, const Answer& answer)
{
    if (format == Format::Text) {
        return {};  // stands below the table
    }
    if (const auto* messages = std::get_if<Messages>(&answer)) {
        std::string note = messages->isCut()
                               ? shownOf(messages->messages.size(), messages->count, "messages")
                               : std::string();
        if (format == Format::Csv && messages->unmatchedSends + messages->unmatchedReceives > 0) {
            note += (note.empty() ? "" : "; ") + grouped(messages->unmatchedSends)
                    + " unmatched sends and " + grouped(messages->unmatchedReceives)
                    + " unmatched receives in the whole trace";
        }
        return note;
    }
    const auto* profile = std::get_if<Profile>(&answer);
    if (format == Format::Csv && profile != nullptr && profile->rows.empty()) {
        return "no region has time; outside_ticks is " + std::to_string(profile->outside);
    }
    if (const auto* hits = std::get_if<SearchHits>(&answer)) {
        return shownOf(hits->hits.size(), hits->count, "visits");
    }
    if (const auto* events = std::get_if<Events>(&answer)) {
        return shownOf(events->events.size(), events->count, "events");
    }
    if (const auto* launches = std::get_if<Launches>(&answer)) {
        return shownOf(launches->launches.size(), launches->count, "launches");
    }
    if (const auto* collectives = std::get_if<Collectives>(&answer)) {
        return shownOf(collectives->collectives.size(), collectives->count, "collectives");
    }
    if (const auto* members = std::get_if<CollectiveMembers>(&answer)) {
        return shownOf(members->members.size(), members->count, "members");
    }
    if (const auto* io = std::get_if<Io>(&answer)) {
        return shownOf(io->rows.size(), io->count, "handles of locations");
    }
    if (const auto* markers = std::get_if<Markers>(&answer)) {
        return shownOf(markers->markers.size(), markers->count, "markers");
    }
    return {};
}

}  // namespace vellum::server::cli
