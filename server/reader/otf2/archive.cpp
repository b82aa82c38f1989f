#include "server/reader/otf2/archive.h"

#include "common/trace/reference_kinds.h"
#include "server/reader/otf2/anchor.h"
#include "server/reader/otf2/archive_facts.h"
#include "server/reader/otf2/archive_paths.h"
#include "server/reader/otf2/definitions_reader.h"
#include "server/reader/otf2/file_end.h"
#include "server/reader/otf2/location_reader.h"
#include "server/reader/otf2/marker_reader.h"
#include "server/reader/otf2/otf2_errors.h"
#include "server/reader/otf2/zeroed_memory.h"
#include "server/reader/wording.h"
#include "server/store/undefined_references.h"

#include <otf2/otf2.h>

#include <optional>
#include <string>
#include <system_error>
#include <utility>

namespace vellum::server::reader::otf2 {

namespace {

namespace fs = std::filesystem;
using query::Severity;

class Archive final : public EventSource {
public:
    Archive(ArchivePaths paths, TraceHead head, RegionAliases aliases)
        : m_paths(std::move(paths))
        , m_head(std::move(head))
        , m_aliases(std::move(aliases))
    {
    }

    [[nodiscard]] const TraceHead& head() const override { return m_head; }
    [[nodiscard]] Result<std::unique_ptr<EventReader>> makeReader(
        std::span<const LocationIndex> own) const override
    {
        return LocationReader::open(
            m_paths.opened, m_paths.folder, m_head.definitions, m_aliases, own);
    }
    [[nodiscard]] Definitions takeDefinitions() override { return std::move(m_head.definitions); }

private:
    ArchivePaths m_paths;
    TraceHead m_head;
    RegionAliases m_aliases;  ///< while there are readers
};

Error damaged(const std::string& what)
{
    return {.kind = ErrorKind::DataLoss, .message = what};
}

/// "ends after 34 of 87 definitions (Invalid record …)"
std::string whereItEnds(const ReadDefinitions& read, std::uint64_t claimed)
{
    std::string text =
        "ends after " + numberText(read.read) + " of " + numberText(claimed) + " definitions";
    return read.error.empty() ? text : text + " (" + read.error + ")";
}

void reportDefinitions(
    const fs::path& file,
    const ReadDefinitions& read,
    std::uint64_t claimed,
    store::ImportReport& report)
{
    if (!read.error.empty() || read.read < claimed) {
        report.add(
            "truncated-definition-file",
            Severity::Error,
            quoted(file) + " " + whereItEnds(read, claimed));
    }
    if (read.duplicates > 0) {
        report.add(
            "duplicate-definition",
            Severity::Warning,
            read.firstDuplicate + " is defined twice: the first counts",
            read.duplicates);
    }
    if (read.unknown > 0) {
        report.add(
            "unknown-definition",
            Severity::Warning,
            quoted(file) + " has definitions of kinds that this version does not know",
            read.unknown);
    }
    if (!read.aliases.empty()) {
        report.add(
            "equal-regions",
            Severity::Info,
            quoted(file)
                + " defines regions that are equal in all but their number: they are one region",
            read.aliases.size());
    }
    if (read.groupedByName > 0) {
        report.add(
            "group-by-name",
            Severity::Info,
            quoted(file) + " says of no region which interface it belongs to: '"
                + read.firstGroupedByName
                + "' and other well-known names are taken for what they are called",
            read.groupedByName);
    }
    if (!read.hasClock) {
        report.add(
            "missing-clock",
            Severity::Warning,
            quoted(file) + " has no usable clock properties: ticks are taken for nanoseconds");
    }
}

/// One finding of \p file.
void reportUndefined(
    const fs::path& file, const store::UndefinedReferences& found, store::ImportReport& report)
{
    report.setPlace(file.string(), {});
    found.report(report);
    report.setPlace({}, {});
}

/// The library reads what is newer than itself and counts what it does not know.
void reportVersion(
    const fs::path& anchor, const AnchorVersion& version, store::ImportReport& report)
{
    if (std::pair(version.major, version.minor)
        <= std::pair<unsigned, unsigned>(OTF2_VERSION_MAJOR, OTF2_VERSION_MINOR)) {
        return;
    }
    report.add(
        "newer-version",
        Severity::Info,
        quoted(anchor) + " was written by OTF2 " + std::to_string(version.major) + "."
            + std::to_string(version.minor) + "." + std::to_string(version.bugfix)
            + ", newer than " OTF2_VERSION
              " that reads it: kinds of records that are new since are counted as Unknown");
}

std::vector<LocationFile> findFiles(const fs::path& folder, const Definitions& definitions)
{
    std::vector<LocationFile> files;
    files.reserve(definitions.locations.size());
    for (const Location& location : definitions.locations) {
        const fs::path path = folder / (std::to_string(location.ref.value()) + ".evt");
        std::error_code error;
        const bool exists = fs::is_regular_file(path, error);
        const std::uint64_t bytes = exists ? fs::file_size(path, error) : 0;
        files.push_back({.exists = exists, .bytes = error ? 0 : bytes, .name = path.string()});
    }
    return files;
}

/// The definitions of an opened archive; what is wrong with them goes to \p report.
Result<ReadDefinitions> definitionsOf(
    OTF2_Reader* reader, const fs::path& file, store::ImportReport& report)
{
    std::error_code error;
    std::uint64_t claimed = 0;
    OTF2_Reader_GetNumberOfGlobalDefinitions(reader, &claimed);
    const std::uint64_t bytes = fs::file_size(file, error);
    const bool isCut = !hasEnd(file);
    std::optional<ZeroedMemory> behindTheCut;
    if (isCut) {
        behindTheCut.emplace();
    }
    // Each record has at least two bytes; what the anchor claims may be wrong.
    ReadDefinitions read = readDefinitions(reader, bytes / 2 + 1);
    behindTheCut.reset();
    if (read.error.empty() && isCut) {
        read.error = "the file is cut off";
    }
    const bool isWhole = read.error.empty() && read.read >= claimed;
    if (read.definitions.locations.empty() && !isWhole) {
        return damaged(
            "definitions file " + quoted(file) + " (" + bytesText(bytes) + ") "
            + whereItEnds(read, claimed) + ": it defines no location");
    }
    reportDefinitions(file, read, claimed, report);
    reportUndefined(file, read.undefined, report);
    return read;
}

/// Counts what \p marker names, of \p kind, if nobody defines it.
void lookFor(
    const Definitions& definitions,
    const Marker& marker,
    RefKind kind,
    std::uint64_t ref,
    store::UndefinedReferences& undefined)
{
    if (!isDefined(definitions, kind, ref)) {
        undefined.add(kind, [&] {
            return "a marker at tick " + std::to_string(marker.tick) + " names "
                   + std::string(name(kind)) + " " + std::to_string(ref) + ", which is not defined";
        });
    }
}

/// Markers of kinds, and on things, that nobody defines.
store::UndefinedReferences undefinedIn(const TraceHead& head)
{
    store::UndefinedReferences undefined;
    for (const Marker& marker : head.markers) {
        lookFor(head.definitions, marker, RefKind::Marker, marker.marker.value(), undefined);
        lookFor(head.definitions, marker, refKindOf(marker.scope), marker.scopeRef, undefined);
    }
    return undefined;
}

/// Most archives have no markers; what stands in their place all the same is not opened.
void reportOddMarkers(const fs::path& file, store::ImportReport& report)
{
    std::error_code error;
    if (fs::exists(file, error)) {
        report.setPlace(file.string(), {});
        report.add("truncated-marker-file", Severity::Error, notAFile(file) + ": it is not read");
        report.setPlace({}, {});
    }
}

/// The markers beside an archive, if there are any, go to \p head.
void addMarkers(OTF2_Reader* reader, const fs::path& file, TraceHead& head)
{
    std::error_code error;
    if (!fs::is_regular_file(file, error)) {
        reportOddMarkers(file, head.report);
        return;
    }
    const std::uint64_t bytes = fs::file_size(file, error);
    ReadMarkers read = readMarkers(reader, bytes / 2 + 1, head.definitions.clock.globalOffset);
    if (read.error.empty() && !hasEnd(file)) {
        read.error = "the file is cut off";
    }
    if (!read.error.empty()) {
        head.report.add(
            "truncated-marker-file",
            Severity::Error,
            quoted(file) + " ends after " + numberText(read.markers.size()) + " markers ("
                + read.error + ")");
    }
    if (read.duplicates > 0) {
        head.report.add(
            "duplicate-definition",
            Severity::Warning,
            "a marker of " + quoted(file) + " is defined twice: the first counts",
            read.duplicates);
    }
    head.definitions.markers = std::move(read.definitions);
    head.definitions.buildLookups();
    head.markers = std::move(read.markers);
    reportUndefined(file, undefinedIn(head), head.report);
}

}  // namespace

Result<std::unique_ptr<EventSource>> openArchive(const fs::path& anchor)
{
    const Result<AnchorVersion> version = checkAnchor(anchor);
    VELLUM_RETURN_IF_ERROR(version);
    Result<ArchivePaths> located = locateArchive(anchor);
    VELLUM_RETURN_IF_ERROR(located);
    ArchivePaths paths = std::move(located).value();
    const Result<Reader> reader = openReader(paths.opened);
    VELLUM_RETURN_IF_ERROR(reader);
    TraceHead head{.format = "OTF2"};
    Result<ReadDefinitions> definitions =
        definitionsOf(reader.value().get(), paths.definitions, head.report);
    VELLUM_RETURN_IF_ERROR(definitions);
    head.definitions = std::move(definitions.value().definitions);
    addArchiveFacts(reader.value().get(), anchor, head.definitions, head.report);
    reportVersion(anchor, version.value(), head.report);
    addMarkers(reader.value().get(), paths.markers, head);
    head.files = findFiles(paths.folder, head.definitions);
    return std::unique_ptr<EventSource>(std::make_unique<Archive>(
        std::move(paths), std::move(head), std::move(definitions.value().aliases)));
}

}  // namespace vellum::server::reader::otf2
