#pragma once

#include "collector/launch/mpi_job.h"
#include "collector/measurement/spool_format.h"
#include "common/base/result.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

namespace vellum::collector::launch {

/// What a rank's launcher writes down, for the one that writes the archive.
struct RankNote {
    std::string node;  ///< the host's name
    std::string clock;
    std::uint32_t pid = 0;
    struct End {
        std::uint64_t tick = 0;
        std::uint64_t ticksPerSecond = 0;
    };
    std::optional<End> end;  ///< once the command has ended
};

/// The spool of an MPI job: the folder `.spool` of the archive's folder, on a file system that all ranks see. The
/// launchers have no other way to speak with each other.
///
/// Layout   `job`             one line, the job's id and size
///          `clock-HOST`      a symbolic link to the name of the clock that ranks of the host record with
///          `run`             a symbolic link whose target is the run id of the job
///          `rank-N/`         the spool of a rank, made by its launcher, and in it
///          `rank-N/launcher` a RankNote as lines of text; locked as long as the launcher lives
/// Errors   InvalidArgument: the folder is not empty, belongs to another job, or has this rank already.
/// Threads  Owner thread. Launchers of a job may do anything at the same time.
class JobSpool {
public:
    enum class RankState { Absent, Starting, Running, Ended, Gone };

    /// Makes the folder, or joins those who made it, and takes this rank's place.
    [[nodiscard]] static Result<JobSpool> join(
        const std::filesystem::path& directory, const MpiJob& job);

    ~JobSpool();
    JobSpool(JobSpool&& other) noexcept;
    JobSpool& operator=(JobSpool&&) = delete;
    JobSpool(const JobSpool&) = delete;
    JobSpool& operator=(const JobSpool&) = delete;

    [[nodiscard]] const std::filesystem::path& folder() const { return m_folder; }
    [[nodiscard]] std::filesystem::path rankFolder(std::uint32_t rank) const;

    /// What all launchers of the job take for \p name, a word: the \p wish, a word too, of the first that asked.
    [[nodiscard]] std::string agreeOn(const std::string& name, const std::string& wish) const;

    /// The clock of this host: that of the first launcher that asked.
    [[nodiscard]] measurement::ClockKind agreeOnClock(measurement::ClockKind wish) const;

    /// Writes the own note. It appears with its lock held.
    void noteBegin(measurement::ClockKind clock, std::uint32_t pid);
    void noteEnd(const RankNote::End& end) const;

    /// In a process that only looks: the lock is the launcher's.
    void forgetLock();

    /// Gone: its launcher has died, and nobody will note the end.
    [[nodiscard]] RankState stateOf(std::uint32_t rank) const;
    [[nodiscard]] RankNote noteOf(std::uint32_t rank) const;

private:
    JobSpool(std::filesystem::path folder, MpiJob job)
        : m_folder(std::move(folder))
        , m_job(std::move(job))
    {
    }

    std::filesystem::path m_folder;
    MpiJob m_job;
    int m_lock = -1;  ///< the own note, open
};

}  // namespace vellum::collector::launch
