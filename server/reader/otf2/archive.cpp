#include "server/reader/otf2/archive.h"

#include "server/reader/otf2/anchor.h"
#include "server/reader/otf2/definitions_reader.h"
#include "server/reader/otf2/file_end.h"
#include "server/reader/otf2/location_reader.h"
#include "server/reader/otf2/marker_reader.h"
#include "server/reader/otf2/otf2_errors.h"
#include "server/reader/wording.h"

#include <otf2/otf2.h>

#include <cstdlib>
#include <string>
#include <system_error>
#include <utility>

namespace vellum::server::reader::otf2 {

namespace {

namespace fs = std::filesystem;
using query::Severity;

class Archive final : public EventSource {
public:
    Archive(fs::path anchor, fs::path files, TraceHead head)
        : m_anchor(std::move(anchor))
        , m_files(std::move(files))
        , m_head(std::move(head))
    {
    }

    [[nodiscard]] const TraceHead& head() const override { return m_head; }
    [[nodiscard]] Result<std::unique_ptr<EventReader>> makeReader(
        std::span<const LocationIndex> own) const override
    {
        return LocationReader::open(m_anchor, m_files, m_head.definitions, own);
    }

private:
    fs::path m_anchor;
    fs::path m_files;
    TraceHead m_head;
};

Error damaged(const std::string& what)
{
    return {.kind = ErrorKind::DataLoss, .message = what};
}

/// The anchor's "creator", a text of the library's own making.
std::string creatorOf(OTF2_Reader* reader)
{
    char* text = nullptr;
    if (OTF2_Reader_GetCreator(reader, &text) != OTF2_SUCCESS || text == nullptr) {
        return {};
    }
    std::string creator(text);
    std::free(text);  // NOLINT(cppcoreguidelines-no-malloc): the library allocated it
    return creator;
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
    if (!read.hasClock) {
        report.add(
            "missing-clock",
            Severity::Warning,
            quoted(file) + " has no usable clock properties: ticks are taken for nanoseconds");
    }
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
Result<Definitions> definitionsOf(
    OTF2_Reader* reader, const fs::path& file, store::ImportReport& report)
{
    std::error_code error;
    std::uint64_t claimed = 0;
    OTF2_Reader_GetNumberOfGlobalDefinitions(reader, &claimed);
    const std::uint64_t bytes = fs::file_size(file, error);
    // Each record has at least two bytes; what the anchor claims may be wrong.
    ReadDefinitions read = readDefinitions(reader, bytes / 2 + 1);
    if (read.error.empty() && !hasEnd(file)) {
        read.error = "the file is cut off";
    }
    const bool isWhole = read.error.empty() && read.read >= claimed;
    if (read.definitions.locations.empty() && !isWhole) {
        return damaged(
            "definitions file " + quoted(file) + " (" + bytesText(bytes) + ") "
            + whereItEnds(read, claimed) + ": it defines no location");
    }
    reportDefinitions(file, read, claimed, report);
    return std::move(read.definitions);
}

/// The markers beside an archive, if there are any, go to \p head.
void addMarkers(OTF2_Reader* reader, const fs::path& file, TraceHead& head)
{
    std::error_code error;
    if (!fs::is_regular_file(file, error)) {
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
}

}  // namespace

Result<std::unique_ptr<EventSource>> openArchive(const fs::path& anchor)
{
    VELLUM_RETURN_IF_ERROR(checkAnchor(anchor));
    const fs::path folder = fs::path(anchor).replace_extension();
    const fs::path definitionFile = fs::path(anchor).replace_extension(".def");
    std::error_code error;
    if (!fs::is_regular_file(definitionFile, error)) {
        return damaged(
            "the archive " + quoted(anchor) + " has no definitions: there is no file "
            + quoted(definitionFile));
    }
    const Result<Reader> reader = openReader(anchor);
    if (!reader.isOk()) {
        return reader.error();
    }
    TraceHead head{.format = "OTF2"};
    Result<Definitions> definitions =
        definitionsOf(reader.value().get(), definitionFile, head.report);
    if (!definitions.isOk()) {
        return definitions.error();
    }
    head.definitions = std::move(definitions).value();
    head.definitions.creator = creatorOf(reader.value().get());
    addMarkers(reader.value().get(), fs::path(anchor).replace_extension(".marker"), head);
    head.files = findFiles(folder, head.definitions);
    return std::unique_ptr<EventSource>(std::make_unique<Archive>(anchor, folder, std::move(head)));
}

}  // namespace vellum::server::reader::otf2
