#include "server/import/source_opener.h"

#include "common/query/selection_words.h"
#include "server/import/progress_meter.h"
#include "server/import/trace_files.h"
#include "server/reader/beside_archive.h"
#include "server/reader/joint/joint_source.h"
#include "server/reader/json/trace_file.h"
#include "server/reader/nsys/export_file.h"
#include "server/reader/otf2/archive.h"
#include "server/reader/partial_source.h"
#include "server/reader/trace_opener.h"
#include "server/reader/v8/cpu_profile.h"
#include "server/reader/values/value_source.h"
#include "server/reader/wording.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <exception>
#include <filesystem>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace vellum::server::import {

namespace {

namespace fs = std::filesystem;
using Source = std::unique_ptr<reader::EventSource>;
using reader::RecognisedTrace;
using reader::TraceFormat;

/// With the counters that lie beside it.
Result<Source> openArchive(const fs::path& anchor)
{
    auto archive = reader::otf2::openArchive(anchor);
    VELLUM_RETURN_IF_ERROR(archive);
    return reader::withValueCounters(std::move(archive).value(), anchor);
}

Result<Source> openOne(const RecognisedTrace& found, const reader::OpenOptions& options)
{
    switch (found.format) {
    case TraceFormat::Otf2:
        return openArchive(found.path);
    case TraceFormat::Json:
        return reader::json::openTraceFile(found.path, options);
    case TraceFormat::CpuProfile:
        return reader::v8::openCpuProfile(found.path, options);
    case TraceFormat::Nsys:
        break;
    }
    return reader::nsys::openExport(found.path, options);
}

/// Opens several files, some at a time.
class Opening {
public:
    Opening(
        const std::vector<RecognisedTrace>& parts,
        const std::vector<std::int64_t>& offsets,
        bool withoutArguments,
        const ImportOptions& options)
        : m_parts(parts)
        , m_withoutArguments(withoutArguments)
        , m_offsets(offsets)
        , m_options(options)
        , m_progress(options.onProgress)
        , m_done(parts.size())
        , m_total(parts.size())
        , m_opened(parts.size())
        , m_errors(parts.size())
    {
    }

    Result<Source> run()
    {
        const unsigned wanted =
            m_options.threads > 0 ? m_options.threads : std::thread::hardware_concurrency();
        const std::size_t count = std::clamp<std::size_t>(wanted, 1, m_parts.size());
        {
            std::vector<std::jthread> workers;
            for (std::size_t i = 0; i < count; ++i) {
                workers.emplace_back([this] { work(); });
            }
        }
        if (m_failure) {
            std::rethrow_exception(m_failure);
        }
        return join();
    }

private:
    void work()
    {
        try {
            for (std::size_t i = m_next++; i < m_parts.size(); i = m_next++) {
                open(i);
            }
        } catch (const std::exception&) {
            const std::lock_guard lock(m_mutex);
            m_failure = std::current_exception();
        }
    }

    void open(std::size_t index)
    {
        if (m_parts[index].refused) {
            m_errors[index] = *m_parts[index].refused;
            return;
        }
        const auto tell = [this, index](std::uint64_t done, std::uint64_t total) {
            const std::lock_guard lock(m_mutex);
            m_done[index] = done;
            m_total[index] = total;
            std::uint64_t allDone = 0;
            std::uint64_t all = 0;
            for (std::size_t i = 0; i < m_done.size(); ++i) {
                allDone += m_done[i];
                all += m_total[i];
            }
            m_progress.tell(allDone, all);
        };
        auto source = openOne(
            m_parts[index],
            {.onProgress = tell,
             .cancel = m_options.cancel,
             .giveUp = m_options.giveUp,
             .withoutArguments = m_withoutArguments});
        if (source.isOk()) {
            m_opened[index] = std::move(source).value();
        } else {
            m_errors[index] = source.error();
        }
    }

    Result<Source> join()
    {
        std::vector<reader::SourcePart> parts;
        std::vector<reader::LeftOutFile> leftOut;
        std::optional<Error> first;
        for (std::size_t i = 0; i < m_parts.size(); ++i) {
            if (m_opened[i]) {
                parts.push_back(
                    {.path = m_parts[i].path,
                     .source = std::move(m_opened[i]),
                     .offsetNs = m_offsets[i],
                     .isArchive = m_parts[i].format == TraceFormat::Otf2});
            } else {
                first = first ? first : m_errors[i];
                leftOut.push_back({.path = m_parts[i].path, .reason = m_errors[i].message});
            }
        }
        if (parts.empty()) {
            return *first;
        }
        return reader::joinSources(std::move(parts), leftOut);
    }

    const std::vector<RecognisedTrace>& m_parts;
    bool m_withoutArguments = false;
    const std::vector<std::int64_t>& m_offsets;  ///< of each
    const ImportOptions& m_options;
    std::mutex m_mutex;
    OpeningProgress m_progress;  ///< under the mutex, like the next two
    std::vector<std::uint64_t> m_done;
    std::vector<std::uint64_t> m_total;
    std::atomic<std::size_t> m_next{0};
    std::vector<Source> m_opened;  ///< each written by the worker that took it, like the errors
    std::vector<Error> m_errors;
    std::exception_ptr m_failure;
};

/// A file of the trace, and the paths that it was given by.
struct GivenFile {
    RecognisedTrace trace;
    fs::path given;
    std::vector<fs::path> again{};  ///< other paths of it, or the same once more
};

/// What a selection stands for, and what is to be said of that.
struct GivenFiles {
    std::vector<GivenFile> files;
    store::ImportReport report;
};

/// The same for every path and link that leads to a file.
using FileNumber = std::pair<dev_t, ino_t>;

std::optional<FileNumber> numberOf(const fs::path& file)
{
    struct stat status = {};
    return ::stat(file.c_str(), &status) == 0
               ? std::optional(FileNumber(status.st_dev, status.st_ino))
               : std::nullopt;
}

/// Gathers the files that paths stand for, each once.
class Gathering {
public:
    /// Adds \p file, or where it is a directory without an archive the files in it.
    Result<void> add(const fs::path& file)
    {
        const auto found = reader::recognise(file);
        VELLUM_RETURN_IF_ERROR(found);
        const RecognisedTrace& trace = found.value();
        for (const RecognisedTrace& part : trace.parts) {
            addFile(part, part.path);
        }
        if (trace.parts.empty()) {
            addFile(trace, file);
            addBeside(trace, file);
        }
        if (trace.others > 0) {
            m_given.report.setPlace(file.string(), {});
            m_given.report.add(
                "folder-entry-left-out",
                query::Severity::Info,
                reader::quoted(trace.firstOther.filename()) + " in the folder "
                    + reader::quoted(file) + " is no trace: it is left out",
                trace.others);
        }
        return {};
    }

    [[nodiscard]] GivenFiles finish()
    {
        reportBeside();
        m_given.report.setPlace({}, {});
        return std::move(m_given);
    }

private:
    void addFile(const RecognisedTrace& trace, const fs::path& given)
    {
        const auto number = numberOf(trace.path);
        const std::size_t next = m_given.files.size();
        const std::size_t place = number ? m_places.try_emplace(*number, next).first->second : next;
        if (place == next) {
            m_given.files.push_back({.trace = trace, .given = given});
            return;
        }
        GivenFile& known = m_given.files[place];
        m_given.report.setPlace(given.string(), {});
        m_given.report.add(
            "repeated-file",
            query::Severity::Warning,
            reader::quoted(given)
                + (given == known.given ? " is given more than once"
                                        : " is the same file as " + reader::quoted(known.given))
                + ": it is read once");
        known.again.push_back(given);
    }

    void addBeside(const RecognisedTrace& archive, const fs::path& given)
    {
        std::error_code ignored;
        if (archive.format == TraceFormat::Otf2 && fs::is_directory(given, ignored)) {
            std::ranges::move(
                reader::tracesBeside(archive.path, given), std::back_inserter(m_beside));
        }
    }

    /// What lies beside archives, unless it is given by itself.
    void reportBeside()
    {
        std::set<std::string> names;
        std::ranges::transform(
            m_given.files, std::inserter(names, names.end()), [](const GivenFile& file) {
                return file.trace.path.filename().string();
            });
        const auto isGiven = [&](const fs::path& file) {
            const auto number =
                names.contains(file.filename().string()) ? numberOf(file) : std::nullopt;
            return number && m_places.contains(*number);
        };
        for (reader::BesideArchive& beside : m_beside) {
            std::erase_if(beside.files, isGiven);
            if (!beside.files.empty()) {
                reportBeside(beside);
            }
        }
    }

    void reportBeside(const reader::BesideArchive& beside)
    {
        const fs::path& first = beside.files.front();
        m_given.report.setPlace(first.string(), {});
        m_given.report.add(
            "trace-left-out",
            query::Severity::Warning,
            reader::quoted(first.filename()) + " in the folder "
                + reader::quoted(first.parent_path()) + " is " + std::string(beside.kind)
                + ": beside the archive that is opened it is left out"
                + (beside.files.size() > 1
                       ? ", as are " + reader::numberText(beside.files.size() - 1)
                             + " more of its kind (name them to open them, too)"
                       : " (name it to open it, too)"),
            beside.files.size());
    }

    GivenFiles m_given;
    std::map<FileNumber, std::size_t> m_places;
    std::vector<reader::BesideArchive> m_beside;  ///< of all archives that were given as folders
};

/// All files that \p selection stands for, those of directories too.
Result<GivenFiles> recogniseAll(const query::TraceSelection& selection)
{
    std::vector<fs::path> files;
    for (const std::string& path : selection.paths) {
        const auto expanded = expand(path);
        VELLUM_RETURN_IF_ERROR(expanded);
        files.insert(files.end(), expanded.value().begin(), expanded.value().end());
    }
    Gathering gathering;
    for (const fs::path& file : files) {
        VELLUM_RETURN_IF_ERROR(gathering.add(file));
    }
    return gathering.finish();
}

/// A source of which more is to be said than it says itself.
class ReportedSource final : public reader::EventSource {
public:
    ReportedSource(Source source, const store::ImportReport& report)
        : m_source(std::move(source))
        , m_head(m_source->head())
    {
        store::ImportReport whole = report;
        whole.merge(m_head.report);
        m_head.report = std::move(whole);
    }

    [[nodiscard]] const reader::TraceHead& head() const override { return m_head; }
    [[nodiscard]] Result<std::unique_ptr<reader::EventReader>> makeReader(
        std::span<const LocationIndex> own) const override
    {
        return m_source->makeReader(own);
    }
    [[nodiscard]] Definitions takeDefinitions() override { return std::move(m_head.definitions); }

private:
    Source m_source;
    reader::TraceHead m_head;
};

/// Without "./" and the like, and without the slash at its end that completion adds to a folder.
fs::path plain(const fs::path& path)
{
    const fs::path normal = path.lexically_normal();
    return normal.has_filename() ? normal : normal.parent_path();
}

/// The places of the files that \p offset names: one, if all is well. By a path as it was given, by any other
/// that leads to the file, or by the last part of one: the first of these ways that names any counts.
std::vector<std::size_t> placesOf(
    const query::FileOffset& offset, const std::vector<GivenFile>& files)
{
    using Fits = std::function<bool(const fs::path&)>;
    const fs::path name = plain(offset.file);
    const auto number = numberOf(name);
    const std::array<Fits, 3> ways = {
        [&](const fs::path& path) { return plain(path) == name; },
        [&](const fs::path& path) { return number && number == numberOf(path); },
        [&](const fs::path& path) { return plain(path).filename() == name; }};
    std::vector<std::size_t> places;
    for (std::size_t way = 0; way < ways.size() && places.empty(); ++way) {
        const Fits& fits = ways.at(way);
        for (std::size_t i = 0; i < files.size(); ++i) {
            const GivenFile& file = files[i];
            if (fits(file.trace.path) || fits(file.given)
                || std::ranges::any_of(file.again, fits)) {
                places.push_back(i);
            }
        }
    }
    return places;
}

Error misnamed(
    const query::FileOffset& offset, std::size_t hits, const std::vector<GivenFile>& files)
{
    constexpr std::size_t kShown = 3;
    std::string names;
    for (std::size_t i = 0; i < std::min(files.size(), kShown); ++i) {
        names += (i == 0 ? "" : ", ") + reader::quoted(plain(files[i].given));
    }
    names += files.size() > kShown ? "…" : "";
    return {
        .kind = ErrorKind::InvalidArgument,
        .message = std::string(query::kOffsetOption) + " is given for "
                   + reader::quoted(offset.file) + ", and "
                   + (hits == 0 ? "no file" : reader::numberText(hits) + " files")
                   + " of the trace " + (hits == 0 ? "is" : "are") + " called so: it consists of "
                   + names};
}

Error movedTwice(const query::FileOffset& first, const query::FileOffset& second)
{
    const std::string names = first.file == second.file
                                  ? reader::quoted(first.file)
                                  : reader::quoted(first.file) + " and once more for "
                                        + reader::quoted(second.file) + ", the same file";
    return {
        .kind = ErrorKind::InvalidArgument,
        .message = std::string(query::kOffsetOption) + " is given for " + names
                   + (first.file == second.file ? " more than once" : "") + ", by "
                   + std::to_string(first.ns) + " ns and by " + std::to_string(second.ns)
                   + " ns: give it once for each file"};
}

/// How much each of \p files is moved.
Result<std::vector<std::int64_t>> offsetsOf(
    const std::vector<GivenFile>& files, const std::vector<query::FileOffset>& offsets)
{
    std::vector<std::int64_t> moved(files.size());
    std::vector<const query::FileOffset*> by(files.size());
    for (const query::FileOffset& offset : offsets) {
        const std::vector<std::size_t> places = placesOf(offset, files);
        if (places.size() != 1) {
            return misnamed(offset, places.size(), files);
        }
        const std::size_t place = places.front();
        if (by[place] != nullptr) {
            return movedTwice(*by[place], offset);
        }
        by[place] = &offset;
        moved[place] = offset.ns;
    }
    return moved;
}

Result<Source> openFiles(
    const std::vector<GivenFile>& given,
    const query::TraceSelection& selection,
    const ImportOptions& options)
{
    const auto offsets = offsetsOf(given, selection.offsets);
    VELLUM_RETURN_IF_ERROR(offsets);
    std::vector<RecognisedTrace> files;
    std::ranges::transform(given, std::back_inserter(files), &GivenFile::trace);
    if (files.size() > 1 || !selection.offsets.empty()) {
        return Opening(files, offsets.value(), selection.withoutArguments, options).run();
    }
    OpeningProgress progress(options.onProgress);
    return openOne(
        files.front(),
        {.onProgress = [&](std::uint64_t done, std::uint64_t total) { progress.tell(done, total); },
         .cancel = options.cancel,
         .giveUp = options.giveUp,
         .withoutArguments = selection.withoutArguments});
}

}  // namespace

Result<Source> openSource(const query::TraceSelection& selection, const ImportOptions& options)
{
    const auto given = recogniseAll(selection);
    VELLUM_RETURN_IF_ERROR(given);
    auto source = openFiles(given.value().files, selection, options);
    if (source.isOk() && !given.value().report.entries().empty()) {
        source = Source(
            std::make_unique<ReportedSource>(std::move(source).value(), given.value().report));
    }
    if (!source.isOk() || selection.locations.empty()) {
        return source;
    }
    const auto keep =
        query::selectLocations(selection.locations, source.value()->head().definitions);
    if (!keep.isOk()) {
        return Error{
            .kind = keep.error().kind,
            .message = std::string(query::kLoadLocationsOption) + ": "
                       + reader::quoted(selection.name()) + ": " + keep.error().message};
    }
    return reader::keepLocations(std::move(source).value(), keep.value());
}

}  // namespace vellum::server::import
