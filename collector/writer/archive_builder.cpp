#include "collector/writer/archive_builder.h"

#include "collector/writer/otf2_archive.h"
#include "collector/writer/region_table.h"
#include "collector/writer/replay.h"
#include "collector/writer/spool.h"

#include <sys/utsname.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace vellum::collector::writer {

namespace {

using measurement::EventRecord;

struct WrittenLocation {
    std::string name;
    std::uint64_t events = 0;
    std::uint32_t process = 0;
};

bool hasEvents(const SpooledProcess& process)
{
    return std::any_of(
        process.locations.begin(), process.locations.end(), [](const auto& location) {
            return !location.records().empty();
        });
}

std::string processName(const SpooledProcess& process)
{
    const std::filesystem::path executable(process.header.executable);
    return executable.filename().string() + " (" + std::to_string(process.header.pid) + ")";
}

std::string locationName(const SpooledProcess& process, const SpooledLocation& location)
{
    const measurement::LocationHeader& header = location.header();
    std::string name(header.name, ::strnlen(header.name, sizeof header.name));
    if (!name.empty()) {
        return name;
    }
    return header.threadId == process.header.pid ? "main"
                                                 : "thread " + std::to_string(header.index);
}

std::uint64_t lastTickOf(const SpooledProcess& process)
{
    std::uint64_t last = 0;
    for (const SpooledLocation& location : process.locations) {
        if (!location.records().empty()) {
            last = std::max(last, location.records().back().tick);
        }
    }
    return last;
}

/// When an image ended that did not say so: at its exec, if another image follows in the process; at the
/// death that was observed, if it is the main process; else nothing is known but its last event.
std::uint64_t observedEnd(
    const SpooledProcess& process,
    const std::vector<SpooledProcess>& all,
    const ArchiveRequest& request)
{
    for (const SpooledProcess& other : all) {
        if (other.header.pid == process.header.pid
            && other.header.startTick > process.header.startTick) {
            return other.header.startTick;
        }
    }
    return process.header.pid == request.mainPid ? request.mainEndTick : lastTickOf(process);
}

/// Writes one location after the other and keeps what the definitions need.
class EventPass {
public:
    EventPass(const ArchiveRequest& request, Otf2Archive& archive)
        : m_request(request)
        , m_archive(archive)
        , m_regions(request.filter, request.functions)
    {
    }

    /// \param fallbackEnd  when the process ended, if it did not note that itself
    void writeProcess(const SpooledProcess& process, std::uint64_t fallbackEnd);
    void writeDefinitions();
    [[nodiscard]] ArchiveSummary summary() const;

private:
    void writeLocation(const SpooledProcess& process, const SpooledLocation& location);
    void writeRecords(RegionStack& stack, const SpooledLocation& location);
    void enter(RegionKey region);
    void leave(const std::vector<RegionKey>& regions);
    void advanceTo(std::uint64_t tick);

    const ArchiveRequest& m_request;
    Otf2Archive& m_archive;
    RegionTable m_regions;
    std::vector<std::string> m_processes;
    std::vector<WrittenLocation> m_locations;
    std::uint64_t m_now = 0;  ///< of the location being written
    std::uint64_t m_endOfProcess = 0;
    std::optional<std::uint64_t> m_firstTick;
    std::uint64_t m_lastTick = 0;
    ArchiveSummary m_summary;
};

void EventPass::advanceTo(std::uint64_t tick)
{
    m_now = std::max(m_now, tick);
}

void EventPass::enter(RegionKey region)
{
    const RegionTable::Ref ref = m_regions.find(region, m_now);
    if (ref != RegionTable::kExcluded) {
        m_archive.enter(m_now, ref);
    }
}

void EventPass::leave(const std::vector<RegionKey>& regions)
{
    for (const RegionKey region : regions) {
        const RegionTable::Ref ref = m_regions.find(region, m_now);
        if (ref != RegionTable::kExcluded) {
            m_archive.leave(m_now, ref);
        }
    }
}

void EventPass::writeRecords(RegionStack& stack, const SpooledLocation& location)
{
    for (const RegionStack::Entry& inherited : stack.open()) {
        enter(inherited.region);
    }
    for (const EventRecord& record : location.records()) {
        advanceTo(record.tick);
        const StackChange change = apply(stack, record);
        leave(change.closed);
        if (change.entered) {
            enter(*change.entered);
        }
        m_summary.repairedLeaves += change.repaired;
        m_summary.unmatchedLeaves += change.unmatched ? 1 : 0;
    }
}

void EventPass::writeLocation(const SpooledProcess& process, const SpooledLocation& location)
{
    const std::uint64_t first = location.records().front().tick;
    m_now = first;
    m_archive.beginLocation(m_locations.size());
    RegionStack stack = stackOf(process, location);
    writeRecords(stack, location);
    if (!stack.open().empty()) {
        const std::uint64_t end = location.header().endTick;
        advanceTo(end != 0 ? end : m_endOfProcess);
        leave(stack.leaveAll());
    }
    m_locations.push_back(
        {.name = locationName(process, location),
         .events = m_archive.endLocation(),
         .process = static_cast<std::uint32_t>(m_processes.size())});
    m_summary.events += m_locations.back().events;
    m_summary.lostEvents += location.header().lostEvents;
    m_firstTick = std::min(m_firstTick.value_or(first), first);
    m_lastTick = std::max(m_lastTick, m_now);
}

void EventPass::writeProcess(const SpooledProcess& process, std::uint64_t fallbackEnd)
{
    m_regions.setProcess(process);
    m_endOfProcess = process.header.endTick != 0 ? process.header.endTick : fallbackEnd;
    for (const SpooledLocation& location : process.locations) {
        if (!location.records().empty()) {
            writeLocation(process, location);
        }
    }
    if (m_summary.spoolError == 0) {
        m_summary.spoolError = process.header.spoolError;
    }
    m_processes.push_back(processName(process));
}

void EventPass::writeDefinitions()
{
    const ClockCalibration& clock = m_request.clock;
    const std::uint64_t first = m_firstTick.value_or(0);
    const double sinceAnchor = (static_cast<double>(first) - static_cast<double>(clock.anchorTick))
                               / static_cast<double>(clock.ticksPerSecond);
    const auto nanoseconds = static_cast<std::int64_t>(sinceAnchor * 1e9);
    utsname system{};
    ::uname(&system);
    m_archive.beginDefinitions(
        {.ticksPerSecond = clock.ticksPerSecond,
         .firstTick = first,
         .lastTick = m_lastTick,
         .realtimeNs = clock.anchorRealtimeNs + static_cast<std::uint64_t>(nanoseconds)},
        system.sysname,
        system.nodename);
    for (std::size_t i = 0; i < m_regions.regions().size(); ++i) {
        m_archive.defineRegion(static_cast<RegionTable::Ref>(i), m_regions.regions()[i]);
    }
    for (std::size_t i = 0; i < m_processes.size(); ++i) {
        m_archive.defineProcess(static_cast<std::uint32_t>(i), m_processes[i]);
    }
    for (std::size_t i = 0; i < m_locations.size(); ++i) {
        const WrittenLocation& location = m_locations[i];
        m_archive.defineLocation(i, location.name, location.events, location.process);
    }
}

ArchiveSummary EventPass::summary() const
{
    ArchiveSummary summary = m_summary;
    summary.processes = m_processes.size();
    summary.locations = m_locations.size();
    summary.regions = m_regions.regions().size();
    return summary;
}

const char* nothingRecorded(const std::vector<SpooledProcess>& processes)
{
    return processes.empty()
               ? "the collector was not loaded into it (a static program, or one with another user's rights)"
               : "no instrumented function was called; compile with -finstrument-functions";
}

}  // namespace

Result<ArchiveSummary> buildArchive(const ArchiveRequest& request)
{
    Result<std::vector<SpooledProcess>> spool = readSpool(request.spool);
    if (!spool.isOk()) {
        return spool.error();
    }
    const std::vector<SpooledProcess> processes = std::move(spool).value();
    if (std::none_of(processes.begin(), processes.end(), hasEvents)) {
        return Error{.kind = ErrorKind::NotFound, .message = nothingRecorded(processes)};
    }
    Otf2Archive archive(request.directory);
    EventPass pass(request, archive);
    for (const SpooledProcess& process : processes) {
        if (hasEvents(process)) {
            pass.writeProcess(process, observedEnd(process, processes, request));
        }
    }
    pass.writeDefinitions();
    VELLUM_RETURN_IF_ERROR(archive.finish());
    return pass.summary();
}

}  // namespace vellum::collector::writer
