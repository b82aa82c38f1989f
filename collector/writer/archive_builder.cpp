#include "collector/writer/archive_builder.h"

#include "collector/writer/causal_order.h"
#include "collector/writer/event_pass.h"
#include "collector/writer/mpi_world.h"
#include "collector/writer/otf2_archive.h"
#include "collector/writer/spool.h"
#include "collector/writer/time_cut.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace vellum::collector::writer {

namespace {

bool hasEvents(const SpooledProcess& process)
{
    return process.hasCounters
           || std::any_of(
               process.locations.begin(), process.locations.end(), [](const auto& location) {
                   return !location.isEmpty();
               });
}

std::uint64_t lastTickOf(const SpooledProcess& process)
{
    std::uint64_t last = 0;
    for (const SpooledLocation& location : process.locations) {
        last = std::max(last, location.lastTick());
    }
    return last;
}

/// When an image ended that did not say so: at its exec, if another image follows in the process; at the
/// death that was observed, if it is the main process; else nothing is known but its last event.
std::uint64_t observedEnd(
    const SpooledProcess& process, const std::vector<SpooledProcess>& all, const RankSpool& part)
{
    for (const SpooledProcess& other : all) {
        if (other.header.pid == process.header.pid
            && other.header.startTick > process.header.startTick) {
            return other.header.startTick;
        }
    }
    return process.header.pid == part.mainPid && part.mainEndTick != 0 ? part.mainEndTick
                                                                       : lastTickOf(process);
}

/// What the request asks for, whether there are ranks or not.
std::vector<RankSpool> partsOf(const ArchiveRequest& request)
{
    if (!request.ranks.empty()) {
        return request.ranks;
    }
    return {
        {.spool = request.spool,
         .mainPid = request.mainPid,
         .mainEndTick = request.mainEndTick,
         .ticksPerSecond = request.clock.ticksPerSecond}};
}

/// Before any event is written: ranks are told apart by what all of them say.
MpiWorld worldOf(const std::vector<RankSpool>& parts)
{
    MpiWorld world;
    for (const RankSpool& part : parts) {
        std::error_code ignored;
        for (const auto& folder : std::filesystem::directory_iterator(part.spool, ignored)) {
            if (const std::optional<SpooledMpi> rank = readMpi(folder.path())) {
                world.add(*rank, part.ticksPerSecond);
            }
        }
    }
    world.finish();
    return world;
}

/// The spools of ranks one after the other, so that never more than one is in memory.
class SpoolWriter {
public:
    SpoolWriter(const ArchiveRequest& request, const std::vector<RankSpool>& parts)
        : m_request(request)
        , m_parts(parts)
        , m_world(worldOf(parts))
    {
        for (const RankSpool& part : parts) {
            const std::uint64_t tick = stopTickOf(part.spool);
            m_stop =
                tick == UINT64_MAX ? m_stop : std::min(m_stop, m_world.clockOf(part.rank)(tick));
        }
    }

    Result<ArchiveSummary> write()
    {
        for (const RankSpool& part : m_parts) {
            VELLUM_RETURN_IF_ERROR(writePart(part));
        }
        if (!m_pass) {
            return Error{.kind = ErrorKind::NotFound, .message = whyNothing()};
        }
        m_pass->writeDefinitions();
        VELLUM_RETURN_IF_ERROR(m_archive->finish());
        return m_pass->summary();
    }

private:
    Result<void> writePart(const RankSpool& part)
    {
        Result<std::vector<SpooledProcess>> spool = readSpool(part.spool);
        if (!spool.isOk()) {
            return m_request.ranks.empty() ? Result<void>(spool.error()) : Result<void>();
        }
        std::vector<SpooledProcess> processes = std::move(spool).value();
        for (SpooledProcess& process : processes) {
            const std::uint32_t rank = process.mpi ? process.mpi->rank : part.rank;
            process.endAt(firstTickAt(m_world.clockOf(rank), readUntil()));
        }
        m_anyProcess = m_anyProcess || !processes.empty();
        if (std::ranges::none_of(processes, hasEvents)) {
            return {};
        }
        if (!m_pass) {
            m_archive.emplace(m_request.directory);
            m_archive->reserveWindows(
                static_cast<Otf2Archive::WindowRef>(m_world.windows().windows().size()));
            m_floors = findTimeFloors(m_parts, m_world);
            m_pass.emplace(m_request, m_world, m_floors, *m_archive);
            m_pass->setStop(m_stop);
        }
        m_pass->beginPart(part);
        for (const SpooledProcess& process : processes) {
            if (hasEvents(process)) {
                m_pass->writeProcess(process, observedEnd(process, processes, part));
            }
        }
        return {};
    }

    [[nodiscard]] std::uint64_t readUntil() const
    {
        return m_request.cutTick == 0 ? m_stop : std::min(m_stop, m_request.cutTick);
    }

    [[nodiscard]] std::string whyNothing() const
    {
        std::string message =
            m_anyProcess
                ? "no instrumented function was called, and none of CUDA; compile with -finstrument-functions, or "
                  "sample the program as it is, with --sample"
                : "the collector was not loaded into it (a static program, or one with another user's rights)";
        for (const RankSpool& part : m_parts) {
            for (const std::string& sentence : readNotes(part.spool)) {
                message += "; ";
                message += sentence;
            }
        }
        return message;
    }

    const ArchiveRequest& m_request;
    const std::vector<RankSpool>& m_parts;
    MpiWorld m_world;
    std::map<SpoolPlace, TimeFloors> m_floors;
    std::uint64_t m_stop =
        UINT64_MAX;  ///< of the archive's clock: what is behind was not recorded by all
    std::optional<Otf2Archive> m_archive;
    std::optional<EventPass> m_pass;
    bool m_anyProcess = false;
};

}  // namespace

Result<ArchiveSummary> buildArchive(const ArchiveRequest& request)
{
    const std::vector<RankSpool> parts = partsOf(request);
    return SpoolWriter(request, parts).write();
}

}  // namespace vellum::collector::writer
