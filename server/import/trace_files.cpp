#include "server/import/trace_files.h"

#include "server/beside/value_files.h"
#include "server/reader/otf2/archive_paths.h"
#include "server/reader/trace_opener.h"
#include "server/reader/wording.h"

#include <glob.h>

#include <algorithm>
#include <fstream>
#include <string_view>
#include <system_error>

namespace vellum::server::import {

namespace {

namespace fs = std::filesystem;
using Files = std::vector<fs::path>;

constexpr std::size_t kMostFiles = 65'536;
constexpr std::size_t kMostLineBytes = 4'096;

Error refused(const fs::path& path, const std::string& what)
{
    return {.kind = ErrorKind::InvalidArgument, .message = reader::quoted(path) + " " + what};
}

/// Reads a line without taking more of it into memory than a path can have.
bool readLine(std::istream& in, std::string& line)
{
    line.clear();
    for (int c = in.get(); c != std::istream::traits_type::eof(); c = in.get()) {
        if (c == '\n') {
            return true;
        }
        if (line.size() <= kMostLineBytes && c != '\r') {
            line.push_back(static_cast<char>(c));
        }
    }
    return !line.empty();
}

bool beginsAsList(std::istream& in)
{
    std::string head(reader::kTraceListMark.size(), '\0');
    in.read(head.data(), static_cast<std::streamsize>(head.size()));
    return in && head == reader::kTraceListMark;
}

Result<Files> readList(const fs::path& path, std::istream& in)
{
    Files files;
    std::string line;
    readLine(in, line);  // the rest of the first
    for (std::size_t number = 2; readLine(in, line); ++number) {
        const bool isPath = !line.empty() && line.front() != '#';
        if (isPath && (line.size() > kMostLineBytes || files.size() == kMostFiles)) {
            return refused(
                path,
                "is a list of traces whose line " + reader::numberText(number)
                    + (files.size() == kMostFiles ? " is past the limit of 65,536 files"
                                                  : " is longer than a path can be"));
        }
        if (isPath) {
            files.push_back(path.parent_path() / line);
        }
    }
    if (files.empty()) {
        return refused(path, "is a list of traces, and there is none in it");
    }
    return files;
}

/// Frees what glob(3) has allocated.
struct Matches {
    glob_t found = {};

    Matches() = default;
    Matches(const Matches&) = delete;
    Matches& operator=(const Matches&) = delete;
    ~Matches() { globfree(&found); }
};

Result<Files> expandPattern(const fs::path& path)
{
    Matches matches;
    // NOLINTNEXTLINE(concurrency-mt-unsafe): nobody changes the environment or the locale
    const int failed = ::glob(path.c_str(), 0, nullptr, &matches.found);
    if (failed != 0) {
        return Error{
            .kind = ErrorKind::NotFound, .message = "no file fits " + reader::quoted(path)};
    }
    if (matches.found.gl_pathc > kMostFiles) {
        return refused(
            path,
            "stands for " + reader::numberText(matches.found.gl_pathc)
                + " files, the limit is 65,536");
    }
    return Files(matches.found.gl_pathv, matches.found.gl_pathv + matches.found.gl_pathc);
}

/// Which of them the archive's are is in its definitions, and nobody reads those to learn what has changed.
void addValueFiles(const fs::path& folder, TraceParts& parts)
{
    std::error_code error;
    std::vector<fs::path> files;
    fs::directory_iterator entry(folder.empty() ? fs::path(".") : folder, error);
    for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
        if (entry->path().extension() == beside::kValueFileSuffix) {
            files.push_back(entry->path());
        }
    }
    std::ranges::sort(files);
    parts.files.insert(parts.files.end(), files.begin(), files.end());
}

}  // namespace

Result<std::vector<fs::path>> expand(const fs::path& path)
{
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (fs::is_regular_file(status)) {
        std::ifstream in(path, std::ios::binary);
        return beginsAsList(in) ? readList(path, in) : Files{path};
    }
    if (!fs::exists(status) && path.native().find_first_of("*?[") != std::string::npos) {
        return expandPattern(path);
    }
    return Files{path};
}

TraceParts partsOf(const fs::path& path)
{
    TraceParts parts;
    std::error_code error;
    if (fs::is_directory(path, error)) {
        parts.folders.push_back(path);
    } else {
        parts.files.push_back(path);
    }
    const auto trace = reader::recognise(path);
    if (!trace.isOk()) {
        return parts;
    }
    if (trace.value().format == reader::TraceFormat::Nsys) {
        parts.files.emplace_back(
            path.string() + "-wal");  // what is written and not yet in the file
        return parts;
    }
    if (trace.value().format != reader::TraceFormat::Otf2) {
        return parts;
    }
    const auto archive = reader::otf2::partsOfArchive(trace.value().path);
    if (archive.isOk()) {
        parts.heads = {archive.value().anchor, archive.value().definitions};
        parts.files.push_back(archive.value().markers);
        parts.folders.push_back(archive.value().folder);
        addValueFiles(trace.value().path.parent_path(), parts);
    }
    return parts;
}

}  // namespace vellum::server::import
