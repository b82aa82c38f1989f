#include "server/reader/trace_opener.h"

#include "server/reader/byte_stream.h"
#include "server/reader/file_head.h"
#include "server/reader/folder_listing.h"
#include "server/reader/wording.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace vellum::server::reader {

namespace {

namespace fs = std::filesystem;
using namespace std::string_view_literals;

Error refused(const fs::path& path, const std::string& what)
{
    return {.kind = ErrorKind::InvalidArgument, .message = quoted(path) + " " + what};
}

/// OTF2 buffers begin with 3 and a mark of the byte order.
bool beginsLikeOtf2(std::string_view head)
{
    return head.size() >= 2 && head[0] == '\x03' && (head[1] == '\x42' || head[1] == '\x23');
}

bool isAnchor(std::string_view head)
{
    return beginsLikeOtf2(head) && head.substr(2, 5) == "OTF2\0"sv;
}

/// What files inside an archive hold after the mark: a chunk's number, a 64-bit 1.
bool isArchivePart(const fs::path& path, std::string_view head)
{
    return beginsLikeOtf2(head) && (path.extension() == ".evt" || path.extension() == ".def");
}

bool isText(std::string_view head)
{
    return std::ranges::all_of(head, [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte >= 0x20 || (byte >= 0x07 && byte <= 0x0d);
    });
}

bool isJson(std::string_view head)
{
    const std::size_t first = head.find_first_not_of(" \t\r\n\xef\xbb\xbf");
    return first != std::string_view::npos && (head[first] == '{' || head[first] == '[');
}

/// V8's: nodes of a call tree, of which each says its call frame, and no events.
bool isCpuProfile(std::string_view json)
{
    const auto holds = [json](std::string_view key) {
        return json.find(key) != std::string_view::npos;
    };
    return holds("\"nodes\"") && holds("\"callFrame\"") && !holds("\"traceEvents\"")
           && !holds("\"ph\"");
}

std::string_view packingOf(std::string_view text)
{
    if (text.starts_with("\x1f\x8b"sv)) {
        return "gzip";
    }
    return beginsLikeZstd(text) ? "zstd" : "";
}

/// What a packed file holds at its beginning, and what is wrong with its packing.
struct UnpackedHead {
    std::string text;
    std::string error;
};
UnpackedHead unpackedHead(const fs::path& path)
{
    UnpackedHead head{.text = std::string(kHeadBytes, '\0'), .error = {}};
    const auto bytes = openBytes(path);
    head.text.resize(bytes.isOk() ? bytes.value()->read(head.text) : 0);
    head.error = bytes.isOk() ? bytes.value()->error() : "";
    return head;
}

/// Blanks may stand before a JSON text for longer than one looks: its reader says what comes of them.
bool isBlankSoFar(std::string_view text)
{
    return text.size() == kHeadBytes && text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

/// Whatever it is called.
bool isReport(const fs::path& path, std::string_view head)
{
    return path.extension() == ".nsys-rep" || path.extension() == ".qdrep"
           || head.starts_with("NSYS\0"sv);
}

/// What people also pack and write traces with; "" for what is none of these.
std::string_view knownWrapping(std::string_view text)
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kWrappings = {{
        {"BZh"sv, "a bzip2 file"},
        {"\xfd"
         "7zXZ\0"sv,
         "an xz file"},
        {"PK\x03\x04"sv, "a zip file"},
        {"PK\x05\x06"sv, "a zip file"},
        {"7z\xbc\xaf"sv, "a 7z file"},
        {"\x04\x22\x4d\x18"sv, "an lz4 file"},
        {"\xff\xfe"sv, "a text in UTF-16"},
        {"\xfe\xff"sv, "a text in UTF-16"},
    }};
    for (const auto& [magic, name] : kWrappings) {
        if (text.starts_with(magic)) {
            return name;
        }
    }
    return {};
}

bool isCalledDatabase(const fs::path& path)
{
    const fs::path extension = path.extension();
    return extension == ".sqlite" || extension == ".sqlite3" || extension == ".db";
}

std::string otherSentence(const fs::path& path, const FileHead& head)
{
    const std::string size = bytesText(head.size);
    if (isReport(path, head.text)) {
        return "is a report of Nsight Systems (" + size
               + "), whose layout is not public: export it with 'nsys export --type sqlite "
               + path.filename().string() + "' and open the result";
    }
    if (const std::string_view wrapping = knownWrapping(head.text); !wrapping.empty()) {
        const bool isText = wrapping.ends_with("UTF-16");
        return "is " + std::string(wrapping) + " (" + size + "), which Vellum does not "
               + (isText ? "read: write it as UTF-8"
                         : "unpack: unpack it, or pack it with gzip or zstd");
    }
    if (isCalledDatabase(path)) {
        return "is no SQLite database that can be read (" + size + ", beginning with "
               + hexText(std::string_view(head.text).substr(0, 4))
               + "): it is encrypted, or no database at all";
    }
    if (std::string_view(head.text).starts_with(kTraceListMark)) {
        return "is a list of traces, which is followed where it is given by itself, but not out of "
               "another list, a pattern or a folder";
    }
    if (isText(head.text)) {
        return "is a text file (" + size + ") and no trace";
    }
    return "is no trace that Vellum knows (" + size + ", beginning with "
           + hexText(std::string_view(head.text).substr(0, 4)) + ")";
}

/// Logs of Charm++'s own tool begin with their name.
bool isProjections(std::string_view text)
{
    return text.starts_with("PROJECTIONS") || text.starts_with("RC_GLOBAL_START_TIME");
}

bool isProjectionsFile(const fs::path& path)
{
    const Result<FileHead> head = readHead(path);
    return head.isOk()
           && isProjections(
               packingOf(head.value().text).empty() ? head.value().text : unpackedHead(path).text);
}

/// What a packed file that holds no trace holds.
std::string insideSentence(const UnpackedHead& unpacked)
{
    constexpr std::string_view kDatabase = "SQLite format 3";
    constexpr std::string_view kTar = "ustar";
    constexpr std::size_t kTarAt = 257;
    const std::string_view text = unpacked.text;
    if (!unpacked.error.empty()) {
        return " with no trace in it that Vellum knows; " + unpacked.error;
    }
    if (text.empty()) {
        return " that packs nothing (0 bytes)";
    }
    std::string_view what;
    if (text.starts_with(kDatabase)) {
        what = "an SQLite database";
    } else if (text.size() > kTarAt && text.substr(kTarAt).starts_with(kTar)) {
        what = "a tar archive";
    } else if (!packingOf(text).empty()) {
        what = "another packed file";
    }
    return what.empty() ? " with no trace in it that Vellum knows"
                        : " that packs " + std::string(what) + ": unpack it first";
}

Error sentenceFor(const fs::path& path, const FileHead& head)
{
    const std::string_view text = head.text;
    const bool isPacked = !packingOf(text).empty();
    const UnpackedHead unpacked = isPacked ? unpackedHead(path) : UnpackedHead{};
    if (isProjections(isPacked ? unpacked.text : text)) {
        return refused(
            path,
            "is a part of a Charm++ Projections log (" + bytesText(head.size)
                + "), a format that Vellum does not read");
    }
    if (const std::string_view packing = packingOf(text); !packing.empty()) {
        return refused(
            path,
            "is a " + std::string(packing) + " file (" + bytesText(head.size) + ")"
                + insideSentence(unpacked));
    }
    if (isArchivePart(path, text)) {
        return refused(
            path,
            "is a part of an OTF2 archive (" + bytesText(head.size)
                + "): open the archive's .otf2 file");
    }
    return refused(path, otherSentence(path, head));
}

Result<RecognisedTrace> recogniseFile(const fs::path& path)
{
    const Result<FileHead> read = readHead(path);
    if (!read.isOk()) {
        return read.error();
    }
    const FileHead& head = read.value();
    const bool isNamedAnchor = path.extension() == ".otf2";
    if (head.text.empty()) {
        return refused(path, "is empty (0 bytes)");
    }
    if (isAnchor(head.text)) {
        return RecognisedTrace{.format = TraceFormat::Otf2, .path = path};
    }
    const bool isPacked = !packingOf(head.text).empty();
    const std::string text = isPacked ? unpackedHead(path).text : head.text;
    if (isJson(text) && isCpuProfile(text)) {
        return RecognisedTrace{.format = TraceFormat::CpuProfile, .path = path};
    }
    if (isJson(text) || isBlankSoFar(text)) {
        return RecognisedTrace{.format = TraceFormat::Json, .path = path};
    }
    if (std::string_view(head.text).starts_with("SQLite format 3\0"sv)) {
        return RecognisedTrace{.format = TraceFormat::Nsys, .path = path};
    }
    if (isNamedAnchor) {
        return Error{
            .kind = ErrorKind::DataLoss,
            .message = quoted(path) + " is no anchor file of an OTF2 archive: its "
                       + bytesText(head.size) + " begin with "
                       + hexText(std::string_view(head.text).substr(0, 7))};
    }
    return sentenceFor(path, head);
}

Error notFile(const fs::path& path)
{
    std::error_code error;
    const fs::file_type type = fs::status(path, error).type();
    const bool isThere = type != fs::file_type::none && type != fs::file_type::not_found;
    return {
        .kind = isThere ? ErrorKind::InvalidArgument : ErrorKind::NotFound,
        .message = notAFile(path)};
}

/// Whether somebody who gives a folder means this file, too.
bool isCalledTrace(const fs::path& file)
{
    const std::string name = file.filename().string();
    constexpr std::array kEndings{
        ".json"sv,
        ".json.gz"sv,
        ".json.zst"sv,
        ".sqlite"sv,
        ".nsys-rep"sv,
        ".qdrep"sv,
        ".cpuprofile"sv};
    return std::ranges::any_of(
        kEndings, [&name](std::string_view ending) { return name.ends_with(ending); });
}

bool isFolder(const fs::path& path)
{
    std::error_code ignored;
    return fs::is_directory(path, ignored);
}

/// The files that are traces by themselves, and beside any of these those that are only called so, be they files
/// or pipes.
std::vector<RecognisedTrace> partsAmong(const FolderListing& listing)
{
    std::vector<RecognisedTrace> parts;
    bool isAny = false;
    for (const fs::path& file : listing.entries) {
        if (isFolder(file)) {
            continue;
        }
        const bool isFile = std::ranges::binary_search(listing.files, file);
        auto found = isFile ? recogniseFile(file) : Result<RecognisedTrace>(notFile(file));
        isAny = isAny || found.isOk();
        if (found.isOk()) {
            parts.push_back(std::move(found).value());
        } else if (isCalledTrace(file)) {
            parts.push_back({.format = TraceFormat::Json, .path = file, .refused = found.error()});
        }
    }
    return isAny ? parts : std::vector<RecognisedTrace>();
}

/// Takes the anchor files, of whatever name, out of \p parts.
std::vector<fs::path> takeAnchors(std::vector<RecognisedTrace>& parts)
{
    std::vector<fs::path> anchors;
    std::erase_if(parts, [&](const RecognisedTrace& part) {
        const bool isAnchor = part.format == TraceFormat::Otf2;
        if (isAnchor) {
            anchors.push_back(part.path);
        }
        return isAnchor;
    });
    return anchors;
}

/// What to give instead of a directory that has no trace, where archives lie one level below.
std::string foldersWithArchives(const fs::path& path, const std::vector<fs::path>& entries)
{
    const auto holdsArchive = [](const fs::path& entry) {
        return isFolder(entry)
               && std::ranges::any_of(listFolder(entry).files, [](const fs::path& file) {
                      return file.extension() == ".otf2";
                  });
    };
    const auto holding = static_cast<std::size_t>(std::ranges::count_if(entries, holdsArchive));
    return holding == 0 ? ""
                        : "; " + countText(holding, "folder in it holds", "folders in it hold")
                              + " an OTF2 archive: give " + quoted(path / "*")
                              + " for all of them, or name one";
}

/// What a directory stands for: its traces.otf2, or else its only *.otf2, or else the only anchor
/// file of another name, or else all other traces in it.
Result<RecognisedTrace> recogniseDirectory(const fs::path& path)
{
    const FolderListing listing = listFolder(path);
    if (listing.error) {
        return Error{
            .kind = ErrorKind::NotFound,
            .message = "directory " + quoted(path) + " cannot be read: " + listing.error.message()};
    }
    std::vector<fs::path> anchors;
    std::ranges::copy_if(listing.files, std::back_inserter(anchors), [](const fs::path& file) {
        return file.extension() == ".otf2";
    });
    const auto usual = std::ranges::find(anchors, fs::path("traces.otf2"), &fs::path::filename);
    if (usual != anchors.end()) {
        return recogniseFile(*usual);
    }
    std::vector<RecognisedTrace> parts;
    if (anchors.empty()) {
        parts = partsAmong(listing);
        anchors = takeAnchors(parts);
    }
    if (anchors.size() == 1) {
        return recogniseFile(anchors.front());
    }
    if (anchors.empty() && !parts.empty()) {
        RecognisedTrace trace{.format = parts.front().format, .path = path};
        const auto other = std::ranges::mismatch(
            listing.entries, parts, {}, {}, [](const RecognisedTrace& part) { return part.path; });
        trace.others = listing.entries.size() - parts.size();
        trace.firstOther = trace.others == 0 ? fs::path() : *other.in1;
        trace.parts = std::move(parts);
        return trace;
    }
    const auto odd = std::ranges::find_if(listing.entries, [&](const fs::path& entry) {
        return entry.extension() == ".otf2" && !isFolder(entry)
               && !std::ranges::binary_search(listing.files, entry);
    });
    if (anchors.empty() && odd != listing.entries.end()) {
        return notFile(*odd);
    }
    const auto logs = std::ranges::count_if(listing.files, isProjectionsFile);
    if (anchors.empty() && logs > 0) {
        return refused(
            path,
            "is a Charm++ Projections log ("
                + countText(static_cast<std::size_t>(logs), "file of it", "files of it")
                + " among its " + countText(listing.entries.size(), "entry", "entries")
                + "), a format that Vellum does not read");
    }
    return Error{
        .kind = ErrorKind::InvalidArgument,
        .message = "directory " + quoted(path) + " holds "
                   + (anchors.empty() ? "no trace" : numberText(anchors.size()) + " OTF2 archives")
                   + " among its " + countText(listing.entries.size(), "entry", "entries")
                   + (anchors.empty() ? foldersWithArchives(path, listing.entries)
                                      : ": name one of them")};
}

}  // namespace

Result<RecognisedTrace> recognise(const fs::path& path)
{
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    switch (status.type()) {
    case fs::file_type::regular:
        return recogniseFile(path);
    case fs::file_type::directory:
        return recogniseDirectory(path);
    default:
        return notFile(path);
    }
}

}  // namespace vellum::server::reader
