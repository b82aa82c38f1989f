#pragma once

#include "collector/measurement/spool_format.h"
#include "collector/writer/archive_contents.h"
#include "collector/writer/openmp_teams.h"
#include "collector/writer/otf2_archive.h"
#include "collector/writer/spool.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace vellum::collector::writer {

/// Writes what OpenMP did beside the visits of its constructs: forks and joins, teams, tasks, locks.
///
/// Exact    A task is told by its team, by who made it there and by how many that one had made; a task outside of all
///          parallel regions is one of a team of one. What a thread says of the end of a parallel region after its
///          first thread went on is of the time at which that one did: runtimes tell it of the others when they are needed again.
/// Odd case A task that was made outside of its team, as by a runtime's helper, has visits but no events of its own.
/// Threads  Owner thread.
class OpenMpPass {
public:
    /// \param firstTeam  the reference of the first team; those of MPI's communicators are below
    OpenMpPass(Otf2Archive& archive, Otf2Archive::CommunicatorRef firstTeam)
        : m_archive(archive)
        , m_firstTeam(firstTeam)
    {
    }

    /// \param folder  of the process in its spool
    void beginProcess(const SpooledProcess& process, const std::filesystem::path& folder);
    /// \param index  its number in the process
    void beginLocation(std::uint32_t index, Otf2Archive::LocationRef self);
    void endProcess();

    /// When the record's event happened.
    [[nodiscard]] std::uint64_t tickOf(const measurement::EventRecord& record) const;

    /// Before the visits change with \p record, and after. \param tick  not before that of the event before
    void takeBefore(const measurement::EventRecord& record, std::uint64_t tick);
    void takeAfter(const measurement::EventRecord& record, std::uint64_t tick);

    void writeDefinitions();

private:
    /// The parallel region that the location is in.
    struct Level {
        std::uint64_t region = 0;
        std::size_t team = 0;
    };

    void beginTeam(std::uint64_t region, std::uint64_t tick);
    void endTeam(std::uint64_t tick);
    void switchTo(std::uint64_t task, std::uint64_t tick);
    void complete(std::uint64_t task, std::uint64_t tick);
    void lock(const measurement::EventRecord& record, std::uint64_t tick);
    void unlock(const measurement::EventRecord& record, std::uint64_t tick);
    [[nodiscard]] std::size_t currentTeam();
    [[nodiscard]] std::optional<Otf2Archive::Task> taskOf(std::uint64_t task);
    [[nodiscard]] Otf2Archive::CommunicatorRef refOf(std::size_t team) const;

    Otf2Archive& m_archive;
    Otf2Archive::CommunicatorRef m_firstTeam = 0;
    bool m_isUsed = false;                                           ///< by the process
    OpenMpTeams m_teams;                                             ///< of the process
    std::unordered_map<std::uint64_t, std::uint32_t> m_lockNumbers;  ///< of the process, by address
    std::map<std::uint32_t, Otf2Archive::LocationRef> m_locations;   ///< of the process, by number
    std::uint32_t m_self = 0;                                        ///< the location
    std::vector<Level> m_levels;                                     ///< of it, innermost last
    std::unordered_map<std::uint32_t, std::uint32_t> m_held;    ///< locks of it: their acquisitions
    std::vector<std::vector<Otf2Archive::LocationRef>> m_done;  ///< teams of earlier processes
};

/// Why a process that has a runtime of OpenMP has no events of it; empty where there is no reason to name.
/// \param folder  of the process in its spool
[[nodiscard]] std::string whyNoOpenMp(
    const SpooledProcess& process, const std::filesystem::path& folder);

}  // namespace vellum::collector::writer
