#include "collector/launch/value_recording.h"

#include "common/trace/side_car_properties.h"

#include <sys/random.h>

#include <cstdlib>
#include <string_view>

namespace vellum::collector::launch {

namespace {

using ::vellum::values::sidecar::Digest;

constexpr const char* kSideCarFile = "traces.vps";
constexpr const char* kEnvRunId = "VELLUM_RUN_ID";

/// 32 hexadecimal digits, or random ones.
Digest runId()
{
    Digest id{};
    const char* const given = std::getenv(kEnvRunId);  // NOLINT(concurrency-mt-unsafe): read early
    const std::string_view text = given == nullptr ? "" : given;
    if (text.size() == 2 * id.size()
        && text.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos) {
        for (std::size_t i = 0; i < id.size(); ++i) {
            id.at(i) = static_cast<std::uint8_t>(
                std::stoul(std::string(text.substr(2 * i, 2)), nullptr, 16));
        }
    } else if (::getrandom(id.data(), id.size(), 0) != static_cast<ssize_t>(id.size())) {
        id = {};
    }
    return id;
}

std::string textOf(const Digest& id)
{
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text;
    for (const std::uint8_t byte : id) {
        text.push_back(kDigits[byte >> 4U]);
        text.push_back(kDigits[byte & 15U]);
    }
    return text;
}

std::string counted(std::uint64_t count, const std::string& noun)
{
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

}  // namespace

std::unique_ptr<ValueRecording> ValueRecording::begin(
    const Options& options, measurement::ClockKind clock, writer::ArchiveRequest& request)
{
    if (options.values.empty()) {
        return nullptr;
    }
    auto recording = std::make_unique<ValueRecording>(options, clock, request);
    request.properties = {
        {std::string(kSideCarProperty), kSideCarFile},
        {std::string(kRunIdProperty), textOf(recording->m_runId)}};
    return recording;
}

ValueRecording::ValueRecording(
    const Options& options, measurement::ClockKind clock, const writer::ArchiveRequest& request)
    : m_level(options.values)
    , m_clock(clock)
    , m_runId(runId())
    , m_collection(
          request.spool,
          options.values == "sketch" ? values::Level::Sketch : values::Level::Record,
          clock)
{
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
    for (const writer::ArchiveSummary::Thread& thread : summary.threads) {
        sideCar.locations.push_back(
            {.folder = thread.process, .index = thread.index, .reference = thread.location});
    }
    const Result<values::SideCarSummary> written = m_collection.write(sideCar);
    if (!written.isOk()) {
        return written.error().message;
    }
    const values::SideCarSummary& values = written.value();
    std::string sentence = sideCar.path.string() + ": " + counted(values.patterns, "pattern")
                           + " in " + counted(values.operations, "operation") + " on "
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
    return sentence;
}

}  // namespace vellum::collector::launch
