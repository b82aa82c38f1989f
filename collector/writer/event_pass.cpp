#include "collector/writer/event_pass.h"

#include "collector/sources/cuda/raw_format.h"
#include "collector/writer/replay.h"
#include "common/base/wide_math.h"

#include <sys/utsname.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <utility>

namespace vellum::collector::writer {

using measurement::EventRecord;

namespace {

std::string processName(const SpooledProcess& process)
{
    const std::filesystem::path executable(process.header.executable);
    return executable.filename().string() + " (" + std::to_string(process.header.pid) + ")";
}

std::string locationName(const SpooledProcess& process, const SpooledLocation& location)
{
    const measurement::LocationHeader& header = location.header();
    const auto given = process.threadNames.find(header.threadId);
    if (given != process.threadNames.end() && !given->second.empty()) {
        return given->second;
    }
    std::string name(header.name, ::strnlen(header.name, sizeof header.name));
    if (!name.empty()) {
        return name;
    }
    return header.threadId == process.header.pid ? "main"
                                                 : "thread " + std::to_string(header.index);
}

RangePayload payloadOf(const EventRecord& record)
{
    return {
        .type = static_cast<std::uint32_t>(measurement::subjectOf(record)), .bits = record.frame};
}

/// A node without a name is this machine.
std::vector<std::string> nodesOr(std::vector<std::string> nodes, const std::string& here)
{
    std::ranges::replace(nodes, std::string(), here);
    return nodes;
}

}  // namespace

std::vector<std::string> readNotes(const std::filesystem::path& spool)
{
    std::vector<std::string> notes;
    std::ifstream in(spool / measurement::kUnavailableFile);
    for (std::string sentence; std::getline(in, sentence);) {
        if (std::ranges::find(notes, sentence) == notes.end()) {
            notes.push_back(sentence);
        }
    }
    return notes;
}

void EventPass::advanceTo(std::uint64_t tick)
{
    m_now = std::max(m_now, tick);
}

/// Those of the location up to \p until, which is included.
void EventPass::writeSamples(std::uint64_t until)
{
    for (auto tick = m_samples.nextTick(); tick && *tick <= until; tick = m_samples.nextTick()) {
        advanceTo(*tick);
        m_samples.writeNext(m_now);
    }
}

void EventPass::enter(RegionKey region, std::span<const Otf2Archive::Attribute> attributes)
{
    const RegionTable::Ref ref = m_regions.find(region, m_now);
    if (ref != RegionTable::kExcluded) {
        m_archive.enter(m_now, ref, attributes);
    }
}

/// A call of CUDA carries its correlation where others have their frame, one of the heap its bytes.
void EventPass::enter(RegionKey region, const EventRecord& record)
{
    if (region.kind == RegionKey::Kind::Cuda && record.frame != 0) {
        const Otf2Archive::Attribute correlation{
            .name = m_archive.attribute("correlation"), .value = record.frame};
        m_calls.callers[static_cast<std::uint32_t>(record.frame)] = {
            .location = m_contents.locations.size(), .begin = m_now};
        enter(region, {&correlation, 1});
    } else if (region.kind == RegionKey::Kind::Heap) {
        const Otf2Archive::Attribute bytes{
            .name = m_archive.attribute("bytes"), .value = record.frame};
        enter(region, {&bytes, 1});
    } else {
        enter(region);
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

void EventPass::writeRecords(
    RegionStack& stack, const SpooledLocation& location, const RangePlan& plan)
{
    // What was before the archive's begin is only followed.
    bool isOpen = m_cut.from == 0;
    if (isOpen) {
        openAll(stack);
    }
    RecordReader reader = location.read();
    EventRecord record;
    std::span<const TimeFloor> floors = floorsOf(location);
    auto step = plan.steps.begin();
    RangePayload payload;
    for (std::size_t i = 0; reader.next(record); ++i) {
        if (record.tick < m_cut.from) {
            apply(stack, record);
            continue;
        }
        if (!std::exchange(isOpen, true)) {
            openAll(stack);
        }
        if (isLockInVain(stack, record)) {
            leave(stack.leave(RegionKey(stack.open().back().region)));
        }
        const std::uint64_t tick = m_openMp.tickOf(record);
        writeSamples(tick);
        advanceTo(tick);
        if (!floors.empty() && floors.front().record == i) {
            m_archive.setFloor(floors.front().time);
            floors = floors.subspan(1);
        }
        for (; step != plan.steps.end() && step->isBefore(i); ++step) {
            writeStep(stack, *step);
        }
        const measurement::EventKind kind = measurement::kindOf(record);
        if (!isOfRange(kind)) {
            m_io.takeBefore(record, m_now);
            m_openMp.takeBefore(record, m_now);
            writeRecord(stack, record);
            m_io.takeAfter(record, m_now);
            m_openMp.takeAfter(record, m_now);
            m_mpi.take(record, m_now, m_contents.locations.size());
        } else if (kind == measurement::EventKind::RangeCounter) {
            m_ranges.sample(record, m_now);
        } else if (kind == measurement::EventKind::RangePayload) {
            payload = payloadOf(record);
        } else {
            m_ranges.take(record, std::exchange(payload, {}), m_contents.locations.size());
        }
        for (; step != plan.steps.end() && step->isBehind(i); ++step) {
            writeStep(stack, *step);
        }
    }
    if (!isOpen) {
        openAll(stack);
    }
    writeSamples(m_cut.until - 1);
}

void EventPass::openAll(const RegionStack& stack)
{
    for (const RegionStack::Entry& open : stack.open()) {
        enter(open.region);
    }
}

std::span<const TimeFloor> EventPass::floorsOf(const SpooledLocation& location) const
{
    const auto found = m_floors.find(
        {.rank = m_part->rank, .process = m_processFolder, .location = location.header().index});
    return found == m_floors.end() ? std::span<const TimeFloor>() : found->second;
}

void EventPass::writeStep(RegionStack& stack, const RangePlan::Step& step)
{
    const RegionKey range{.kind = RegionKey::Kind::Range, .subject = step.name};
    if (step.action == RangePlan::Action::Enter) {
        stack.enter(range, 0);
        enter(range, m_ranges.attributesOf(step.name, step.payload));
    } else {
        leave(stack.leave(range));
    }
}

void EventPass::writeRecord(RegionStack& stack, const EventRecord& record)
{
    m_cost.take(record);
    const StackChange change = apply(stack, record);
    leave(change.closed);
    if (change.entered) {
        enter(*change.entered, record);
    }
    if (measurement::kindOf(record) == measurement::EventKind::CudaInner) {
        m_calls.outer[static_cast<std::uint32_t>(record.frame)] =
            static_cast<std::uint32_t>(measurement::subjectOf(record));
    }
    m_summary.repairedLeaves += change.repaired;
    m_summary.unmatchedLeaves += change.unmatched ? 1 : 0;
}

void EventPass::writeLocation(const SpooledProcess& process, const SpooledLocation& location)
{
    const std::uint64_t end =
        location.header().endTick != 0 ? location.header().endTick : m_endOfProcess;
    const std::uint64_t first = std::max(location.firstTick(), m_cut.from);
    if (location.firstTick() == 0 || first > std::max(end, m_endOfProcess)
        || (m_cut.from != 0 && end <= m_cut.from)) {
        return;
    }
    m_now = first;
    m_cost.beginLocation();
    m_samples.beginLocation(location);
    m_archive.beginLocation(m_contents.locations.size());
    m_io.beginLocation();
    m_openMp.beginLocation(location.header().index, m_contents.locations.size());
    RegionStack stack = stackOf(process, location);
    const RangePlan plan = planRanges(process, location, end);
    writeRecords(stack, location, plan);
    if (!stack.open().empty()) {
        advanceTo(end);
        leave(stack.leaveAll());
    }
    m_summary.threads.push_back(
        {.rank = m_part->rank,
         .process = process.directory,
         .index = location.header().index,
         .location = m_contents.locations.size(),
         .clock = m_contents.clock});
    m_contents.locations.push_back(
        {.name = locationName(process, location),
         .events = m_archive.endLocation(),
         .group = m_process});
    m_cost.endLocation(m_now - first, m_contents.locations.back().events);
    m_summary.lostEvents += location.header().lostEvents;
    m_summary.unmatchedLeaves += plan.unmatchedPops;
    m_contents.cover(first, m_now);
    m_contents.lastTick = std::max(m_contents.lastTick, m_archive.latest());
    m_ranges.writeBeside(plan.beside, locationName(process, location));
}

/// A device's work lies within the life of its process, whose end others saw later than itself.
device::TimeBounds EventPass::boundsOf(const SpooledProcess& process) const
{
    return {
        .begin = process.header.startTick, .end = std::max(m_part->mainEndTick, m_endOfProcess)};
}

std::size_t EventPass::nodeOf(const std::string& name)
{
    const auto known = std::ranges::find(m_contents.nodes, name);
    const auto place = static_cast<std::size_t>(known - m_contents.nodes.begin());
    if (known == m_contents.nodes.end()) {
        m_contents.nodes.push_back(name);
    }
    return place;
}

void EventPass::beginPart(const RankSpool& part)
{
    m_part = &part;
    m_contents.node = nodeOf(part.node);
    for (const std::string& sentence : readNotes(part.spool)) {
        noteUnavailable(sentence);
    }
}

std::string EventPass::groupName(const SpooledProcess& process) const
{
    if (process.mpi) {
        return "MPI Rank " + std::to_string(process.mpi->rank);
    }
    const bool isRank = !m_request.ranks.empty() && process.header.pid == m_part->mainPid;
    return isRank ? "MPI Rank " + std::to_string(m_part->rank) : processName(process);
}

void EventPass::writeProcess(const SpooledProcess& process, std::uint64_t fallbackEnd)
{
    m_endOfProcess = process.header.endTick != 0 ? process.header.endTick : fallbackEnd;
    m_endOfProcess = std::min(m_endOfProcess, process.until);
    m_cut = {.from = firstKept(process), .until = process.until};
    m_process = static_cast<Otf2Archive::GroupRef>(m_contents.groups.size());
    m_contents.groups.push_back(
        {.name = groupName(process),
         .node = m_contents.node,
         .commandLine = process.header.commandLine});
    m_contents.clock = m_world.clockOf(process.mpi ? process.mpi->rank : m_part->rank);
    m_archive.setClock(m_contents.clock);
    m_processFolder = process.directory;
    m_mpi.beginProcess(process.mpi ? &*process.mpi : nullptr);
    m_io.beginProcess();
    m_openMp.beginProcess(process, m_part->spool / process.directory);
    m_calls = {};
    const device::DeviceTrace devices = device::decodeDevices(
        m_part->spool / process.directory / cuda::kRawFile, boundsOf(process));
    m_regions.setProcess(process, devices.functions);
    m_ranges.beginProcess(process, m_process);
    m_samples.beginProcess(process);
    const std::size_t firstLocation = m_contents.locations.size();
    for (const SpooledLocation& location : process.locations) {
        if (!location.isEmpty()) {
            writeLocation(process, location);
        }
    }
    m_leftOut.addProcess(process, firstLocation);
    m_ranges.endProcess(m_endOfProcess);
    m_openMp.endProcess();
    noteMissingOpenMp(process);
    writeDevices(process, devices);
    m_deviceSamples.write(
        m_part->spool / process.directory,
        [&](const std::string& uuid) { return m_devices.groupOfDevice(devices, uuid); },
        m_cut);
    m_counters.write(
        m_part->spool / process.directory / counters::kSampleFile,
        m_process,
        m_part->ticksPerSecond,
        m_cut);
    if (m_summary.spoolError == 0) {
        m_summary.spoolError = process.header.spoolError;
    }
    ++m_summary.processes;
    m_summary.ranks += process.mpi ? 1U : 0U;
}

/// Where only the last seconds are wanted: of all processes those before the end of the main one.
std::uint64_t EventPass::firstKept(const SpooledProcess& process) const
{
    const std::uint64_t end = m_part->mainEndTick != 0 ? m_part->mainEndTick : m_endOfProcess;
    const auto kept = static_cast<std::uint64_t>(mulDiv(
        static_cast<std::int64_t>(m_request.lastNs),
        static_cast<std::int64_t>(m_part->ticksPerSecond),
        1'000'000'000));
    return m_request.lastNs == 0 || end <= kept ? 0
                                                : std::max(process.header.startTick, end - kept);
}

void EventPass::writeDevices(const SpooledProcess& process, const device::DeviceTrace& devices)
{
    m_devices.write(devices, m_process, process.header.pid, m_calls);
    for (const std::string& sentence : devices.unavailable) {
        noteUnavailable("source cuda: " + sentence);
    }
    m_summary.kernelPasses = std::max(m_summary.kernelPasses, devices.replayPasses);
    m_summary.droppedRecords += devices.dropped;
    m_summary.refusedBuffers += devices.refusedBuffers;
    m_summary.untimedRecords += devices.untimed;
    m_summary.unknownRecords += devices.unknown;
    m_summary.damagedBytes += devices.damagedBytes;
}

/// Several processes may say the same.
void EventPass::noteUnavailable(const std::string& sentence)
{
    if (std::ranges::find(m_summary.unavailable, sentence) == m_summary.unavailable.end()) {
        m_summary.unavailable.push_back(sentence);
    }
}

/// Only whoever asked for it by name is told: many programs have a runtime of OpenMP in them and do not use it.
void EventPass::noteMissingOpenMp(const SpooledProcess& process)
{
    if (!m_request.openMp) {
        return;
    }
    const std::string reason = whyNoOpenMp(process, m_part->spool / process.directory);
    if (!reason.empty()) {
        noteUnavailable("source openmp: unavailable: " + reason);
    }
}

/// What a reader must know of what is not there.
void EventPass::writeProperties()
{
    const auto count = [this](const char* name, std::uint64_t number) {
        if (number > 0) {
            m_archive.setProperty(name, std::to_string(number));
        }
    };
    std::string unavailable;
    for (const std::string& sentence : m_summary.unavailable) {
        unavailable += (unavailable.empty() ? "" : "; ") + sentence;
    }
    for (const auto& [name, value] : m_request.properties) {
        m_archive.setProperty(name, value);
    }
    if (!unavailable.empty()) {
        m_archive.setProperty("VELLUM::UNAVAILABLE", unavailable);
    }
    m_samples.writeProperties();
    if (m_request.lastNs != 0) {
        m_archive.setProperty("VELLUM::LAST_NANOSECONDS", std::to_string(m_request.lastNs));
    }
    if (!m_request.maxSize.empty()) {
        m_archive.setProperty("VELLUM::MAX_SIZE", m_request.maxSize);
    }
    if (m_stop != UINT64_MAX) {
        m_archive.setProperty("VELLUM::STOPPED_AT_TICK", std::to_string(m_stop));
        if (!m_request.maxSize
                 .empty()) {  // else what threads stored until they saw it is not counted
            m_archive.setProperty(
                "VELLUM::EVENTS_AFTER_STOP", std::to_string(m_summary.lostEvents));
        }
    }
    writeCost(m_archive, cost());
    m_leftOut.writeProperties(m_request.autoFilter, m_request.clock.ticksPerSecond);
    count("VELLUM::CUDA::KERNEL_PASSES", m_summary.kernelPasses);
    count("VELLUM::CUDA::DROPPED_RECORDS", m_summary.droppedRecords);
    count("VELLUM::CUDA::REFUSED_BUFFERS", m_summary.refusedBuffers);
    count("VELLUM::CUDA::RECORDS_WITHOUT_TIME", m_summary.untimedRecords);
    count("VELLUM::CUDA::UNKNOWN_RECORDS", m_summary.unknownRecords);
    count("VELLUM::CUDA::DAMAGED_BYTES", m_summary.damagedBytes);
    count("VELLUM::CUDA::WORK_BEFORE_ITS_CALL", m_devices.early().count);
}

MeasurementCost::Sum EventPass::cost() const
{
    std::uint64_t leftOut = 0;
    for (const LeftOutRegion& function : m_leftOut.functions()) {
        leftOut += function.visits;
    }
    return m_cost.sum(m_request.nanosecondsPerEvent, leftOut, m_request.clock.ticksPerSecond);
}

void EventPass::noteWhatIsMissing()
{
    for (const std::string& sentence : m_request.notes) {
        noteUnavailable(sentence);
    }
    if (m_request.mpi && !m_request.ranks.empty() && m_world.size() == 0) {
        noteUnavailable(
            "source mpi: unavailable: no rank began MPI, or MPI is linked statically to the program");
    }
    if (const std::uint64_t count = m_mpi.leftOut()) {
        noteUnavailable(
            "source mpi: " + std::to_string(count)
            + " sends and receives were left out: their communicators are not followed");
    }
    for (const std::string& sentence : m_samples.unavailable()) {
        noteUnavailable(sentence);
    }
}

void EventPass::defineGroupsAndLocations()
{
    for (std::size_t i = 0; i < m_contents.groups.size(); ++i) {
        const ArchiveContents::Group& group = m_contents.groups[i];
        const auto ref = static_cast<Otf2Archive::GroupRef>(i);
        m_archive.defineGroup(ref, group.name, group.kind, group.creator, group.node);
        if (!group.commandLine.empty()) {
            m_archive.defineGroupProperty(ref, "Command Line", group.commandLine);
        }
    }
    for (std::size_t i = 0; i < m_contents.locations.size(); ++i) {
        const ArchiveContents::Location& location = m_contents.locations[i];
        m_archive.defineLocation(i, location.name, location.kind, location.events, location.group);
    }
}

void EventPass::writeDefinitions()
{
    const ClockCalibration& clock = m_request.clock;
    const std::uint64_t first = m_contents.firstTick.value_or(0);
    const double sinceAnchor = (static_cast<double>(first) - static_cast<double>(clock.anchorTick))
                               / static_cast<double>(clock.ticksPerSecond);
    const auto nanoseconds = static_cast<std::int64_t>(sinceAnchor * 1e9);
    noteWhatIsMissing();
    writeProperties();
    m_mpi.addMissingRanks();
    std::vector<Otf2Archive::Mark> marks = m_ranges.takeMarks();
    marks.insert(marks.end(), m_leftOut.marks().begin(), m_leftOut.marks().end());
    std::ranges::stable_sort(marks, {}, &Otf2Archive::Mark::tick);
    m_archive.writeMarks(marks);
    utsname system{};
    ::uname(&system);
    m_archive.beginDefinitions(
        {.ticksPerSecond = clock.ticksPerSecond,
         .firstTick = first,
         .lastTick = m_contents.lastTick,
         .realtimeNs = clock.anchorRealtimeNs + static_cast<std::uint64_t>(nanoseconds)},
        system.sysname,
        nodesOr(m_contents.nodes, system.nodename));
    for (std::size_t i = 0; i < m_regions.regions().size(); ++i) {
        m_archive.defineRegion(static_cast<RegionTable::Ref>(i), m_regions.regions()[i]);
    }
    m_samples.writeDefinitions();
    defineGroupsAndLocations();
    m_mpi.writeDefinitions();
    m_openMp.writeDefinitions();
    m_io.writeDefinitions();
    if (m_devices.transfers() > 0) {
        m_archive.defineWindow(m_contents.locations.size());
    }
    m_contents.defineMetrics(m_archive);
}

ArchiveSummary EventPass::summary() const
{
    ArchiveSummary summary = m_summary;
    for (const ArchiveContents::Location& location : m_contents.locations) {
        summary.events += location.events;
    }
    summary.locations = m_contents.locations.size();
    summary.regions = m_regions.regions().size();
    summary.samples = m_samples.counts().written;
    summary.earlyWork = m_devices.early().count;
    summary.earliestNs = static_cast<std::uint64_t>(mulDiv(
        static_cast<std::int64_t>(m_devices.early().mostTicks),
        1'000'000'000,
        static_cast<std::int64_t>(std::max<std::uint64_t>(m_request.clock.ticksPerSecond, 1))));
    summary.flushes = cost().flushes;
    summary.overhead = cost().share;
    summary.stopTick = m_stop == UINT64_MAX ? 0 : m_stop;
    summary.firstTick = m_contents.firstTick.value_or(0);
    summary.leftOut = m_leftOut.functions();
    summary.lostEvents += m_samples.counts().lost;
    return summary;
}

}  // namespace vellum::collector::writer
