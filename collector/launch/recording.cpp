#include "collector/launch/recording.h"

#include "collector/launch/archive_output.h"
#include "collector/launch/auto_filter_option.h"
#include "collector/launch/child_process.h"
#include "collector/launch/clock_choice.h"
#include "collector/launch/live_recording.h"
#include "collector/launch/measurement_facts.h"
#include "collector/launch/mpi_job.h"
#include "collector/launch/outcome.h"
#include "collector/launch/output_folder.h"
#include "collector/launch/program_environment.h"
#include "collector/launch/rank_recording.h"
#include "collector/launch/ring_sweep.h"
#include "collector/launch/value_recording.h"
#include "collector/measurement/clock.h"
#include "collector/writer/archive_builder.h"
#include "common/base/result.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace vellum::collector::launch {

namespace fs = std::filesystem;

namespace {

int runAndWrite(const Options& options, const fs::path& collector, writer::ArchiveRequest request)
{
    const ClockComparison clock(chooseClock());
    const auto facts = measurementFacts(options, clock.kind());
    request.properties.insert(request.properties.end(), facts.begin(), facts.end());
    request.nanosecondsPerEvent = nanosecondsPerEvent(clock.kind());
    ChildProcess child;
    const pid_t pid = child.isChild() ? ::getpid() : child.pid();
    request.directory = expandOutput(options.output, options.command.front(), std::to_string(pid));
    request.spool = request.directory / ".spool";
    if (child.isChild()) {
        child.become(options.command, [&] {
            setEnvironment(
                options,
                {.collector = collector, .spool = request.spool, .job = {}, .clock = clock.kind()});
        });
    }
    ::umask(077);  // for our files; the command has its own already
    // Names are looked up on this machine; nobody asked for the network.
    ::unsetenv("DEBUGINFOD_URLS");  // NOLINT(concurrency-mt-unsafe): no other thread yet
    if (const Result<fs::path> made = makeFolders(request.directory); !made.isOk()) {
        return refuse(made.error().message);
    }
    if (const int error = child.release(); error != 0) {
        removeFolders(request.directory);
        say(startFailure(options.command.front(), error));
        return exitStatusOf(child.wait());
    }
    std::unique_ptr<RingSweep> sweep =
        RingSweep::begin(request.spool, clock.kind(), request.lastNs);
    // Before there are threads, as it forks; and it does not send the side-car that `request` names then.
    const std::unique_ptr<LiveRecording> live =
        LiveRecording::begin(options, clock, request, static_cast<std::uint32_t>(pid));
    const std::unique_ptr<ValueRecording> values =
        ValueRecording::begin(options, clock.kind(), request);
    const int status = exitStatusOf(child.wait());
    sweep.reset();
    if (live) {
        live->endOfProgram();
    }
    if (values) {
        values->stop();
    }
    request.mainEndTick = measurement::readClock(clock.kind());
    request.mainPid = static_cast<std::uint32_t>(pid);
    request.clock = clock.finish();
    WriteValues writeValues;
    if (values) {
        writeValues = [&](const writer::ArchiveSummary& summary) {
            return values->write(request, summary);
        };
    }
    if (live) {
        writeValues = live->alsoSeen(request, std::move(writeValues));
    }
    const bool isWritten = writeArchive(options, request.directory, request, writeValues);
    if (live && isWritten) {
        live->finish(request.directory);
    }
    if (isWritten && options.open) {
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
    request.autoFilter = textOf(options.autoFilter);
    request.lastNs = options.lastSeconds * 1'000'000'000;
    request.maxSize = options.maxSize == 0 ? std::string() : std::to_string(options.maxSize);
    request.functions = isWanted(options, "functions");
    request.openMp = options.areSourcesGiven && isWanted(options, "openmp");
    if (const std::optional<MpiJob> job = findMpiJob()) {
        if (!options.live.empty() && job->rank == 0) {
            say("--live does not see the ranks of an MPI program yet; they are recorded all the same");
        }
        return recordRank(options, *collector, *job, std::move(request));
    }
    return runAndWrite(options, *collector, std::move(request));
}

}  // namespace vellum::collector::launch
