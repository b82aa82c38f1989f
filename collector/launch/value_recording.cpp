#include "collector/launch/value_recording.h"

#include "collector/values/analysis/archive_links.h"
#include "collector/values/page_format.h"
#include "common/trace/side_car_properties.h"
#include "common/values/sidecar/digest_text.h"

#include <sys/random.h>

#include <cstdlib>
#include <fstream>
#include <optional>
#include <string_view>
#include <system_error>
#include <vector>

namespace vellum::collector::launch {

namespace {

namespace fs = std::filesystem;
using ::vellum::values::sidecar::Digest;
using ::vellum::values::sidecar::digestFrom;
using ::vellum::values::sidecar::textOf;

constexpr const char* kSideCarFile = "traces.vps";
constexpr const char* kSentenceFile = "values";  ///< of a rank's spool
constexpr const char* kEnvRunId = "VELLUM_RUN_ID";

/// The one that is given, or a random one.
Digest runId()
{
    const char* const given = std::getenv(kEnvRunId);  // NOLINT(concurrency-mt-unsafe): read early
    if (const auto id = digestFrom(given == nullptr ? "" : given)) {
        return *id;
    }
    Digest id{};
    if (::getrandom(id.data(), id.size(), 0) != static_cast<ssize_t>(id.size())) {
        id = {};
    }
    return id;
}

values::Level levelOf(const std::string& word)
{
    if (word == values::kCoarseLevel) {
        return values::Level::Coarse;
    }
    return word == "sketch" ? values::Level::Sketch : values::Level::Record;
}

std::string counted(std::uint64_t count, const std::string& noun)
{
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

/// "189 patterns in 18 operations on 3 objects", and what was lost.
std::string sentenceOf(const values::SideCarSummary& values)
{
    std::string sentence = counted(values.patterns, "pattern") + " in "
                           + counted(values.operations, "operation") + " on "
                           + counted(values.objects, "object");
    const auto lost = [&](std::uint64_t count, const std::string& why) {
        if (count > 0) {
            sentence += "; " + std::to_string(count) + why;
        }
    };
    lost(values.lostRecords, " records were lost by threads that found no room");
    lost(values.lostAccesses, " accesses were not looked at, for want of room");
    lost(values.lostItems, " accesses are in no pattern, for want of room");
    lost(values.lostFlows, " reads and writes are in no edge of the value flow, for want of room");
    if (values.mechanism.empty()) {
        return sentence;
    }
    sentence += "; pages watched by " + values.mechanism;
    lost(values.unwatchedBlocks, " blocks were not watched, for want of room");
    lost(values.lostSlices, " slices of time were not looked at: the process was gone");
    lost(values.lostPageRuns, " records of pages were left out, for want of room");
    return sentence;
}

/// The run of a job: that of the first launcher that asked.
Digest runIdOf(const JobSpool& spool)
{
    const Digest own = runId();
    return digestFrom(spool.agreeOn("run", textOf(own))).value_or(own);
}

/// Where the threads of a rank lie in the archive.
std::vector<values::ArchiveLocation> locationsOf(
    const writer::ArchiveSummary& summary, std::uint32_t rank)
{
    std::vector<values::ArchiveLocation> locations;
    for (const writer::ArchiveSummary::Thread& thread : summary.threads) {
        if (thread.rank == rank) {
            locations.push_back(
                {.folder = thread.process,
                 .index = thread.index,
                 .reference = thread.location,
                 .clock = thread.clock});
        }
    }
    return locations;
}

/// The side-car of a rank, from its spool to its place. \return what is to be said of it
std::string moveBeside(
    const fs::path& spool,
    const fs::path& to,
    const std::vector<values::ArchiveLocation>& locations)
{
    std::ifstream file(spool / kSentenceFile);
    std::string sentence;
    if (!std::getline(file, sentence)) {
        return "there are no values of this rank: its launcher ended before it wrote them";
    }
    if (!fs::exists(spool / kSideCarFile)) {
        return sentence;
    }
    const Result<void> linked = values::linkToArchive(spool / kSideCarFile, locations);
    if (!linked.isOk()) {
        return linked.error().message;
    }
    std::error_code failure;
    fs::rename(spool / kSideCarFile, to, failure);  // the spool lies in the archive's folder
    return failure ? failure.message() : sentence;
}

}  // namespace

std::unique_ptr<ValueRecording> ValueRecording::begin(
    const Options& options, measurement::ClockKind clock, writer::ArchiveRequest& request)
{
    if (options.values.empty()) {
        return nullptr;
    }
    auto recording = std::make_unique<ValueRecording>(options, clock, request.spool, runId());
    request.properties = {
        {std::string(kSideCarProperty), kSideCarFile},
        {std::string(kRunIdProperty), textOf(recording->m_runId)}};
    return recording;
}

std::unique_ptr<ValueRecording> ValueRecording::beginRank(
    const Options& options, measurement::ClockKind clock, const JobSpool& spool, std::uint32_t rank)
{
    return options.values.empty() ? nullptr
                                  : std::make_unique<ValueRecording>(
                                      options, clock, spool.rankFolder(rank), runIdOf(spool));
}

ValueRecording::ValueRecording(
    const Options& options,
    measurement::ClockKind clock,
    const fs::path& spool,
    const Digest& runId)
    : m_level(options.values)
    , m_clock(clock)
    , m_runId(runId)
    , m_collection(spool, levelOf(options.values), clock)
{
}

void ValueRecording::writeRank(
    const fs::path& spool, std::uint64_t endTick, std::uint64_t ticksPerSecond)
{
    const values::SideCarRequest sideCar{
        .path = spool / kSideCarFile,
        .runId = m_runId,
        .clock = m_clock,
        .endTick = endTick,
        .isBeforeArchive = true,
        .settings = {
            {"level", m_level},
            {std::string(::vellum::values::sidecar::kTicksPerSecondSetting),
             std::to_string(ticksPerSecond)}}};
    const Result<values::SideCarSummary> written = m_collection.write(sideCar);
    std::ofstream(spool / kSentenceFile)
        << (written.isOk() ? sentenceOf(written.value()) : written.error().message);
}

std::string ValueRecording::write(
    const writer::ArchiveRequest& request, const writer::ArchiveSummary& summary)
{
    values::SideCarRequest sideCar{
        .path = request.directory / kSideCarFile,
        .runId = m_runId,
        .clock = m_clock,
        .endTick = request.mainEndTick,
        .settings = {{"level", m_level}}};
    sideCar.locations = locationsOf(summary, 0);
    const Result<values::SideCarSummary> written = m_collection.write(sideCar);
    if (!written.isOk()) {
        return written.error().message;
    }
    return sideCar.path.string() + ": " + sentenceOf(written.value());
}

bool hasRankValues(const Options& options, const writer::ArchiveRequest& request)
{
    const auto hasWritten = [](const writer::RankSpool& rank) {
        std::error_code ignored;
        return fs::exists(rank.spool / kSentenceFile, ignored)
               || fs::exists(rank.spool / kSideCarFile, ignored);
    };
    return !options.values.empty() || std::ranges::any_of(request.ranks, hasWritten);
}

void nameRankValues(const Options& options, const JobSpool& spool, writer::ArchiveRequest& request)
{
    if (hasRankValues(options, request)) {
        const std::uint32_t ranks = request.ranks.empty() ? 1 : request.ranks.back().rank + 1;
        request.properties = {
            {std::string(kSideCarProperty), kSideCarFile},
            {std::string(kSideCarsProperty), std::to_string(ranks)},
            {std::string(kRunIdProperty), textOf(runIdOf(spool))}};
    }
}

std::string gatherRankValues(
    const JobSpool& spool,
    const writer::ArchiveRequest& request,
    const writer::ArchiveSummary& summary)
{
    std::string sentences;
    for (const writer::RankSpool& rank : request.ranks) {
        const fs::path from = spool.rankFolder(rank.rank);
        fs::path to = request.directory / kSideCarFile;
        to.replace_extension("." + std::to_string(rank.rank) + to.extension().string());
        sentences += (sentences.empty() ? "" : "\n") + to.string() + ": "
                     + moveBeside(from, to, locationsOf(summary, rank.rank));
    }
    return sentences;
}

}  // namespace vellum::collector::launch
