#include "collector/launch/archive_output.h"

#include "collector/launch/child_process.h"
#include "collector/launch/live_window.h"
#include "collector/launch/outcome.h"
#include "collector/launch/output_folder.h"
#include "collector/writer/left_out.h"
#include "common/base/number_text.h"
#include "common/base/result.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>
#include <system_error>

namespace vellum::collector::launch {

namespace fs = std::filesystem;

namespace {

std::string describe(const writer::ArchiveSummary& summary)
{
    const auto counted = [](std::uint64_t count, const std::string& noun) {
        return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
    };
    const std::string samples =
        summary.samples == 0 ? "" : ", " + std::to_string(summary.samples) + " of them samples,";
    return counted(summary.events, "event") + samples + " of " + counted(summary.regions, "region")
           + " on " + counted(summary.locations, "location") + " of "
           + std::to_string(summary.processes)
           + (summary.processes == 1 ? " process" : " processes");
}

/// Of the files below.
std::uint64_t bytesIn(const fs::path& directory)
{
    std::uint64_t bytes = 0;
    std::error_code failure;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(directory, failure)) {
        bytes += entry.is_regular_file(failure) ? entry.file_size(failure) : 0;
    }
    return bytes;
}

/// What of the devices is not in the archive. The archive says it too.
void reportDevices(const fs::path& directory, const writer::ArchiveSummary& summary)
{
    for (const std::string& sentence : summary.unavailable) {
        say(sentence);
    }
    if (summary.kernelPasses > 0) {
        say("each kernel ran " + std::to_string(summary.kernelPasses)
            + (summary.kernelPasses == 1 ? " time" : " times")
            + ", and alone, to be counted (--gpu-metrics): times of this run are not those of the "
              "program");
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
    lost(
        summary.earlyWork,
        "kernels and copies begin before the calls that asked for them, by up to "
            + std::to_string(summary.earliestNs)
            + " ns: so far the device's clock is from the processor's");
    lost(summary.damagedBytes, "bytes of records of devices cannot be read");
}

/// Which functions were left out, and where a filter lies that leaves them out from the begin.
void reportLeftOut(
    const Options& options,
    const fs::path& directory,
    const writer::ArchiveSummary& summary,
    std::uint64_t ticksPerSecond)
{
    constexpr std::size_t kMostNames = 4;
    if (summary.leftOut.empty()) {
        return;
    }
    std::uint64_t visits = 0;
    std::string names;
    for (std::size_t i = 0; i < summary.leftOut.size(); ++i) {
        visits += summary.leftOut[i].visits;
        if (i < kMostNames) {
            names.append(i == 0 ? "" : ", ").append(summary.leftOut[i].name);
        }
    }
    if (summary.leftOut.size() > kMostNames) {
        names += ", …";
    }
    const fs::path file = directory / "auto.filter";
    std::ofstream out(file);
    out << writer::filterFileOf(summary.leftOut, ticksPerSecond);
    out.close();
    const std::string advice =
        out ? "; --filter " + file.string() + " leaves them out from the begin"
            : "; " + file.string() + " cannot be written";
    if (!options.quiet) {
        say(std::to_string(visits) + " visits of " + std::to_string(summary.leftOut.size())
            + (summary.leftOut.size() == 1 ? " function" : " functions") + " were left out ("
            + names + ")" + advice);
    }
}

void report(
    const Options& options,
    const fs::path& directory,
    const writer::ArchiveSummary& summary,
    std::uint64_t ticksPerSecond)
{
    if (!options.quiet) {
        say((directory / "traces.otf2").string() + ": " + describe(summary) + ", "
            + byteText(bytesIn(directory)) + ", " + std::to_string(summary.flushes)
            + (summary.flushes == 1 ? " flush" : " flushes") + ", overhead about "
            + percentText(summary.overhead));
    }
    if (summary.stopTick != 0) {
        const double seconds =
            static_cast<double>(summary.stopTick - std::min(summary.stopTick, summary.firstTick))
            / static_cast<double>(ticksPerSecond);
        std::ostringstream text;
        text << "the recording stopped after " << seconds << " s, ";
        if (options.maxSize == 0) {
            text << "as was asked for; the program ran on";
        } else {
            // With both, which of them it was is not written down.
            text << (options.live.empty() ? "at --max-size" : "at --max-size or as was asked for")
                 << "; the program ran on, and " << summary.lostEvents
                 << " events were not recorded";
        }
        say(text.str());
    }
    if (summary.spoolError != 0 || (summary.stopTick == 0 && summary.lostEvents > 0)) {
        say(directory.string() + ": " + std::to_string(summary.lostEvents)
            + " events were lost, because they could not be stored: "
            + std::generic_category().message(static_cast<int>(summary.spoolError)));
    }
    reportDevices(directory, summary);
}

}  // namespace

bool writeArchive(
    const Options& options,
    const fs::path& directory,
    const writer::ArchiveRequest& request,
    const WriteValues& writeValues)
{
    const Result<writer::ArchiveSummary> summary = writer::buildArchive(request);
    if (summary.isOk()) {
        const std::string ofValues = writeValues ? writeValues(summary.value()) : std::string();
        removeSpool(directory);
        report(options, directory, summary.value(), request.clock.ticksPerSecond);
        reportLeftOut(options, directory, summary.value(), request.clock.ticksPerSecond);
        std::istringstream sentences(ofValues);
        for (std::string one; !options.quiet && std::getline(sentences, one);) {
            say(one);
        }
        return true;
    }
    if (summary.error().kind == ErrorKind::NotFound) {
        removeFolders(directory);
        say(options.command.front() + ": nothing was recorded: " + summary.error().message
            + (options.followFork ? "" : "; for its child processes use --follow-fork"));
        return false;
    }
    say(summary.error().message + "; the raw events are kept in " + request.spool.string());
    return false;
}

void openInVellum(const fs::path& archive)
{
    ChildProcess viewer;
    if (viewer.isChild()) {
        viewer.become({programBeside("vellum"), archive.string()}, [] {});
    }
    if (const int error = viewer.release(); error != 0) {
        say("vellum cannot be started: " + std::generic_category().message(error));
    }
}

}  // namespace vellum::collector::launch
