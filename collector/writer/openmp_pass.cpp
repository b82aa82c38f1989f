#include "collector/writer/openmp_pass.h"

#include "collector/sources/openmp/constructs.h"

#include <algorithm>
#include <set>
#include <system_error>

namespace vellum::collector::writer {

using measurement::EventKind;
using measurement::EventRecord;

namespace {

bool hasRuntime(const std::filesystem::path& folder)
{
    std::error_code failure;
    return std::filesystem::exists(folder / openmp::kRuntimeFile, failure);
}

}  // namespace

void OpenMpPass::beginProcess(const SpooledProcess& process, const std::filesystem::path& folder)
{
    m_isUsed = hasRuntime(folder);
    m_teams = m_isUsed ? OpenMpTeams(process.locations) : OpenMpTeams();
    m_lockNumbers.clear();
    m_locations.clear();
}

void OpenMpPass::beginLocation(std::uint32_t index, Otf2Archive::LocationRef self)
{
    m_self = index;
    m_locations[index] = self;
    m_levels.clear();
    m_held.clear();
}

/// Now all locations have their references.
void OpenMpPass::endProcess()
{
    for (const std::vector<std::uint32_t>& team : m_teams.teams()) {
        std::vector<Otf2Archive::LocationRef>& done = m_done.emplace_back();
        for (const std::uint32_t location : team) {
            done.push_back(m_locations[location]);
        }
    }
    m_teams = OpenMpTeams();
}

std::uint64_t OpenMpPass::tickOf(const EventRecord& record) const
{
    const EventKind kind = measurement::kindOf(record);
    if (m_levels.empty() || (kind != EventKind::OmpLeave && kind != EventKind::OmpTeamEnd)) {
        return record.tick;
    }
    const std::uint64_t end = m_teams.endOf(m_levels.back().region);
    return end == 0 ? record.tick : std::min(record.tick, end);
}

void OpenMpPass::takeBefore(const EventRecord& record, std::uint64_t tick)
{
    if (!m_isUsed) {
        return;
    }
    const std::uint64_t subject = measurement::subjectOf(record);
    switch (measurement::kindOf(record)) {
    case EventKind::OmpParallelBegin:
        return m_archive.fork(tick, static_cast<std::uint32_t>(record.frame));
    case EventKind::OmpParallelEnd:
        return m_archive.join(tick);
    case EventKind::OmpTeamBegin:
        return beginTeam(subject, tick);
    case EventKind::OmpTaskBegin:
        return switchTo(subject, tick);
    case EventKind::OmpTaskCreate:
        if (const auto task = taskOf(subject)) {
            m_archive.createTask(tick, *task);
        }
        return;
    case EventKind::OmpLock:
        return lock(record, tick);
    case EventKind::OmpUnlock:
        return unlock(record, tick);
    default:
        break;
    }
}

void OpenMpPass::takeAfter(const EventRecord& record, std::uint64_t tick)
{
    if (!m_isUsed) {
        return;
    }
    const std::uint64_t subject = measurement::subjectOf(record);
    switch (measurement::kindOf(record)) {
    case EventKind::OmpTeamEnd:
        return endTeam(tick);
    case EventKind::OmpTaskPause:
        return switchTo(record.frame, tick);
    case EventKind::OmpTaskEnd:
        complete(subject, tick);
        return switchTo(record.frame, tick);
    case EventKind::OmpTaskDrop:
        return complete(subject, tick);
    default:
        break;
    }
}

Otf2Archive::CommunicatorRef OpenMpPass::refOf(std::size_t team) const
{
    return m_firstTeam + static_cast<Otf2Archive::CommunicatorRef>(m_done.size() + team);
}

void OpenMpPass::beginTeam(std::uint64_t region, std::uint64_t tick)
{
    const std::optional<std::size_t> team = m_teams.teamOf(region);
    m_levels.push_back({.region = region, .team = team ? *team : m_teams.alone(m_self)});
    m_archive.beginTeam(tick, refOf(m_levels.back().team));
}

void OpenMpPass::endTeam(std::uint64_t tick)
{
    if (!m_levels.empty()) {
        m_archive.endTeam(tick, refOf(m_levels.back().team));
        m_levels.pop_back();
    }
}

std::size_t OpenMpPass::currentTeam()
{
    return m_levels.empty() ? m_teams.alone(m_self) : m_levels.back().team;
}

/// 0 is the implicit task of the thread itself.
std::optional<Otf2Archive::Task> OpenMpPass::taskOf(std::uint64_t task)
{
    const std::size_t team = currentTeam();
    const auto maker =
        task == 0 ? m_self : static_cast<std::uint32_t>(task >> openmp::kTaskLocationShift);
    const std::vector<std::uint32_t>& members = m_teams.teams()[team];
    const auto found = std::ranges::find(members, maker);
    if (found == members.end()) {
        return std::nullopt;
    }
    return Otf2Archive::Task{
        .team = refOf(team),
        .thread = static_cast<std::uint32_t>(found - members.begin()),
        .generation = static_cast<std::uint32_t>(task)};
}

void OpenMpPass::switchTo(std::uint64_t task, std::uint64_t tick)
{
    if (const auto to = taskOf(task)) {
        m_archive.switchTask(tick, *to);
    }
}

void OpenMpPass::complete(std::uint64_t task, std::uint64_t tick)
{
    if (const auto done = taskOf(task)) {
        m_archive.completeTask(tick, *done);
    }
}

void OpenMpPass::lock(const EventRecord& record, std::uint64_t tick)
{
    const auto [place, isNew] = m_lockNumbers.try_emplace(
        measurement::subjectOf(record), static_cast<std::uint32_t>(m_lockNumbers.size()));
    const auto order = static_cast<std::uint32_t>(record.frame);
    m_held[place->second] = order;
    m_archive.acquireLock(tick, place->second, order);
}

void OpenMpPass::unlock(const EventRecord& record, std::uint64_t tick)
{
    const auto number = m_lockNumbers.find(measurement::subjectOf(record));
    const auto held = number == m_lockNumbers.end() ? m_held.end() : m_held.find(number->second);
    if (held != m_held.end()) {
        m_archive.releaseLock(tick, held->first, held->second);
        m_held.erase(held);
    }
}

void OpenMpPass::writeDefinitions()
{
    if (m_done.empty()) {
        return;
    }
    std::set<Otf2Archive::LocationRef> all;
    for (const auto& team : m_done) {
        all.insert(team.begin(), team.end());
    }
    const std::vector<Otf2Archive::LocationRef> threads(all.begin(), all.end());
    std::vector<std::vector<std::uint64_t>> teams;
    for (const auto& team : m_done) {
        std::vector<std::uint64_t>& members = teams.emplace_back();
        for (const Otf2Archive::LocationRef location : team) {
            const auto place = std::ranges::lower_bound(threads, location);
            members.push_back(static_cast<std::uint64_t>(place - threads.begin()));
        }
    }
    m_archive.defineTeams(threads, teams);
}

std::string whyNoOpenMp(const SpooledProcess& process, const std::filesystem::path& folder)
{
    if (hasRuntime(folder)) {
        return {};
    }
    for (const SpooledModule& module : process.modules) {
        const std::string name = std::filesystem::path(module.path).filename().string();
        if (name.starts_with("libgomp.")) {
            return "libgomp offers no tool interface";
        }
        if (openmp::isRuntime(name)) {
            return name + " did not ask for a tool (another tool, or OMP_TOOL=disabled)";
        }
    }
    return {};
}

}  // namespace vellum::collector::writer
