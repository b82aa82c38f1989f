#include "collector/launch/recording.h"

#include "collector/launch/child_process.h"
#include "collector/launch/clock_choice.h"
#include "collector/launch/value_recording.h"
#include "collector/measurement/clock.h"
#include "collector/values/ring_format.h"
#include "collector/writer/archive_builder.h"
#include "common/base/result.h"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace vellum::collector::launch {

namespace fs = std::filesystem;

namespace {

constexpr const char* kValuesLibrary = "libvellum-values.so.0";
constexpr int kUsage = 2;
constexpr int kSignalled = 128;

void say(const std::string& sentence)
{
    std::cerr << "vellum-record: " << sentence << '\n';
}

/// The injected library: beside the build's programs, or where it was installed.
std::optional<fs::path> findCollector()
{
    std::error_code failure;
    const fs::path here = fs::read_symlink("/proc/self/exe", failure).parent_path();
    for (const char* relative : {"../lib", VELLUM_LIBRARY_FROM_PROGRAM}) {
        const fs::path candidate =
            (here / relative / "libvellum-collector.so.0").lexically_normal();
        if (fs::exists(candidate, failure)) {
            return candidate;
        }
    }
    return std::nullopt;
}

fs::path expand(const std::string& pattern, const std::string& command, pid_t pid)
{
    std::string result;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const char next = pattern[i] == '%' && i + 1 < pattern.size() ? pattern[i + 1] : '\0';
        if (next == 'e') {
            result += fs::path(command).filename().string();
        } else if (next == 'p') {
            result += std::to_string(pid);
        } else if (next == '%') {
            result += '%';
        } else {
            result += pattern[i];
            continue;
        }
        ++i;
    }
    return fs::absolute(result);
}

/// Makes the archive's folder and the spool in it, for the user alone.
Result<fs::path> makeFolders(const fs::path& directory)
{
    std::error_code failure;
    if (fs::exists(directory, failure) && !fs::is_empty(directory, failure)) {
        return Error{
            .kind = ErrorKind::InvalidArgument,
            .message = "output " + directory.string() + " exists and is not an empty folder"};
    }
    fs::path spool = directory / ".spool";
    fs::create_directories(spool, failure);
    if (!failure) {
        fs::permissions(directory, fs::perms::owner_all, failure);
    }
    if (failure) {
        return Error{
            .kind = ErrorKind::InvalidArgument,
            .message = "output " + directory.string() + " cannot be made: " + failure.message()};
    }
    return spool;
}

bool isWanted(const Options& options, std::string_view source)
{
    return std::find(options.sources.begin(), options.sources.end(), source)
           != options.sources.end();
}

/// The variables by which libraries are told what to load; one that is set already is another tool's.
constexpr struct {
    const char* source;
    const char* variable;
} kInjections[] = {
    {.source = "cuda", .variable = "CUDA_INJECTION64_PATH"},
    {.source = "nvtx", .variable = "NVTX_INJECTION64_PATH"}};

// What follows runs in the new process, before it becomes the command; there is no other thread.
// NOLINTBEGIN(concurrency-mt-unsafe)

/// In front of PYTHONPATH: the folder of our sitecustomize, beside the programs.
void setPythonPath()
{
    std::error_code failure;
    const fs::path here = fs::read_symlink("/proc/self/exe", failure).parent_path();
    const fs::path folder = (here / "../share/vellum/python").lexically_normal();
    const std::string text = folder.string();
    if (!fs::exists(folder / "sitecustomize.py", failure) || text.find(':') != std::string::npos) {
        return;
    }
    const char* before = std::getenv("PYTHONPATH");
    const bool isSet = before != nullptr && *before != '\0';
    ::setenv("PYTHONPATH", (isSet ? text + ":" + before : text).c_str(), 1);
}

std::string joined(const std::vector<std::string>& names)
{
    std::string result;
    for (const std::string& name : names) {
        result += (result.empty() ? "" : ",") + name;
    }
    return result;
}

void setEnvironment(
    const Options& options,
    const fs::path& collector,
    const fs::path& spool,
    measurement::ClockKind clock)
{
    const char* before = std::getenv("LD_PRELOAD");
    const std::string values =
        options.values.empty() ? "" : (collector.parent_path() / kValuesLibrary).string() + ":";
    const std::string preload =
        values + collector.string()
        + (before == nullptr || *before == '\0' ? "" : ":" + std::string(before));
    const auto set = [](const char* name, const std::string& value) {
        ::setenv(name, value.c_str(), 1);
    };
    set("LD_PRELOAD", preload);
    set(measurement::kEnvSpool, spool.string());
    set(measurement::kEnvTargetPid, std::to_string(::getpid()));
    set(measurement::kEnvFollowFork, options.followFork ? "1" : "0");
    set(measurement::kEnvBuffer, std::to_string(options.bufferBytes));
    set(measurement::kEnvClock, clock == measurement::ClockKind::Tsc ? "tsc" : "monotonic");
    set(measurement::kEnvSources, joined(options.sources));
    if (!options.values.empty()) {
        set(values::kEnvValues, options.values);
    }
    for (const auto& injection : kInjections) {
        const char* other = std::getenv(injection.variable);
        if (!isWanted(options, injection.source)) {
            continue;
        }
        if (other != nullptr && *other != '\0') {
            say(std::string("source ") + injection.source + " is unavailable: " + injection.variable
                + " names another tool, " + other);
        } else {
            set(injection.variable, collector.string());
        }
    }
    if (isWanted(options, "nvtx")) {
        setPythonPath();
    }
    if (!options.cudaGraphs.empty()) {
        set("VELLUM_CUPTI_GRAPHS", options.cudaGraphs);
    }
}
// NOLINTEND(concurrency-mt-unsafe)

std::string describe(const writer::ArchiveSummary& summary)
{
    const auto counted = [](std::uint64_t count, const std::string& noun) {
        return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
    };
    return counted(summary.events, "event") + " of " + counted(summary.regions, "region") + " on "
           + counted(summary.locations, "location") + " of " + std::to_string(summary.processes)
           + (summary.processes == 1 ? " process" : " processes");
}

/// What of the devices is not in the archive. The archive says it too.
void reportDevices(const fs::path& directory, const writer::ArchiveSummary& summary)
{
    for (const std::string& sentence : summary.unavailable) {
        say(sentence);
    }
    const auto lost = [&](std::uint64_t count, const std::string& why) {
        if (count > 0) {
            say(directory.string() + ": " + std::to_string(count) + " " + why);
        }
    };
    lost(
        summary.droppedRecords,
        "records of devices were dropped by CUPTI, which had no room; VELLUM_CUPTI_BUFFER_KB and "
        "VELLUM_CUPTI_BUFFER_MAX give it more");
    lost(summary.untimedRecords, "records of devices were left out: their times are none");
    lost(
        summary.unknownRecords,
        "records of devices were left out: this version does not know their kinds");
    lost(summary.damagedBytes, "bytes of records of devices cannot be read");
}

void report(
    const Options& options, const fs::path& directory, const writer::ArchiveSummary& summary)
{
    if (!options.quiet) {
        say((directory / "traces.otf2").string() + ": " + describe(summary));
    }
    if (summary.lostEvents > 0 || summary.spoolError != 0) {
        say(directory.string() + ": " + std::to_string(summary.lostEvents)
            + " events were lost, because they could not be stored: "
            + std::generic_category().message(static_cast<int>(summary.spoolError)));
    }
    reportDevices(directory, summary);
}

/// VELLUM_KEEP_SPOOL keeps the raw events beside the archive, for tests of their decoding.
void removeSpool(const fs::path& directory)
{
    if (std::getenv("VELLUM_KEEP_SPOOL") != nullptr) {  // NOLINT(concurrency-mt-unsafe)
        return;
    }
    std::error_code ignored;
    fs::remove_all(directory / ".spool", ignored);
}

/// \param values  null: none were recorded. \return whether there is an archive now
bool writeArchive(
    const Options& options,
    const fs::path& directory,
    const writer::ArchiveRequest& request,
    ValueRecording* values)
{
    const Result<writer::ArchiveSummary> summary = writer::buildArchive(request);
    if (summary.isOk()) {
        const std::string ofValues =
            values == nullptr ? std::string() : values->write(request, summary.value());
        removeSpool(directory);
        report(options, directory, summary.value());
        if (!ofValues.empty() && !options.quiet) {
            say(ofValues);
        }
        return true;
    }
    if (summary.error().kind == ErrorKind::NotFound) {
        removeSpool(directory);
        std::error_code ignored;
        fs::remove(directory, ignored);
        say(options.command.front() + ": nothing was recorded: " + summary.error().message
            + (options.followFork ? "" : "; for its child processes use --follow-fork"));
        return false;
    }
    say(summary.error().message + "; the raw events are kept in " + request.spool.string());
    return false;
}

void openInVellum(const fs::path& archive)
{
    std::error_code failure;
    const fs::path beside = fs::read_symlink("/proc/self/exe", failure).parent_path() / "vellum";
    ChildProcess viewer;
    if (viewer.isChild()) {
        viewer.become(
            {fs::exists(beside, failure) ? beside.string() : "vellum", archive.string()}, [] {});
    }
    if (const int error = viewer.release(); error != 0) {
        say("vellum cannot be started: " + std::generic_category().message(error));
    }
}

int exitStatusOf(int waitStatus)
{
    return WIFSIGNALED(waitStatus) ? kSignalled + WTERMSIG(waitStatus) : WEXITSTATUS(waitStatus);
}

int refuse(const std::string& sentence)
{
    say(sentence);
    return kUsage;
}

std::string startFailure(const std::string& command, int error)
{
    const std::string fact = error == ENOENT ? "not found" : std::generic_category().message(error);
    return command + " cannot be started: " + fact;
}

int runAndWrite(const Options& options, const fs::path& collector, writer::ArchiveRequest request)
{
    const ClockComparison clock(chooseClock());
    ChildProcess child;
    const pid_t pid = child.isChild() ? ::getpid() : child.pid();
    request.directory = expand(options.output, options.command.front(), pid);
    request.spool = request.directory / ".spool";
    if (child.isChild()) {
        child.become(options.command, [&] {
            setEnvironment(options, collector, request.spool, clock.kind());
        });
    }
    ::umask(077);  // for our files; the command has its own already
    // Names are looked up on this machine; nobody asked for the network.
    ::unsetenv("DEBUGINFOD_URLS");  // NOLINT(concurrency-mt-unsafe): no other thread yet
    if (const Result<fs::path> made = makeFolders(request.directory); !made.isOk()) {
        return refuse(made.error().message);
    }
    if (const int error = child.release(); error != 0) {
        removeSpool(request.directory);
        std::error_code ignored;
        fs::remove(request.directory, ignored);
        say(startFailure(options.command.front(), error));
        return exitStatusOf(child.wait());
    }
    const std::unique_ptr<ValueRecording> values =
        ValueRecording::begin(options, clock.kind(), request);
    const int status = exitStatusOf(child.wait());
    if (values) {
        values->stop();
    }
    request.mainEndTick = measurement::readClock(clock.kind());
    request.mainPid = static_cast<std::uint32_t>(pid);
    request.clock = clock.finish();
    if (writeArchive(options, request.directory, request, values.get()) && options.open) {
        openInVellum(request.directory / "traces.otf2");
    }
    return status;
}

}  // namespace

int record(const Options& options)
{
    const std::optional<fs::path> collector = findCollector();
    if (!collector) {
        return refuse(
            "libvellum-collector.so.0 is neither in ../lib nor in " VELLUM_LIBRARY_FROM_PROGRAM
            " beside vellum-record");
    }
    if (collector->string().find_first_of(" :") != std::string::npos) {
        return refuse(
            collector->string() + " cannot be preloaded: its path has a space or a colon");
    }
    writer::ArchiveRequest request;
    if (!options.filter.empty()) {
        Result<writer::RegionFilter> filter = writer::RegionFilter::read(options.filter);
        if (!filter.isOk()) {
            return refuse(filter.error().message);
        }
        request.filter = std::move(filter).value();
    }
    request.functions = isWanted(options, "functions");
    return runAndWrite(options, *collector, std::move(request));
}

}  // namespace vellum::collector::launch
