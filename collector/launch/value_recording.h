#pragma once

#include "collector/launch/job_spool.h"
#include "collector/launch/options.h"
#include "collector/measurement/spool_format.h"
#include "collector/values/analysis/value_collection.h"
#include "collector/writer/archive_builder.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

namespace vellum::collector::launch {

/// What `--values` adds to a recording: the analysis beside the program, and the side-car beside the archive.
///
/// Threads  Owner thread.
class ValueRecording {
public:
    /// Null where the options do not ask for values. Begins to look for processes in the request's spool, and gives the
    /// request the archive's properties.
    [[nodiscard]] static std::unique_ptr<ValueRecording> begin(
        const Options& options, measurement::ClockKind clock, writer::ArchiveRequest& request);

    /// The same for a rank of a job, whose archive another launcher writes.
    [[nodiscard]] static std::unique_ptr<ValueRecording> beginRank(
        const Options& options,
        measurement::ClockKind clock,
        const JobSpool& spool,
        std::uint32_t rank);

    ValueRecording(
        const Options& options,
        measurement::ClockKind clock,
        const std::filesystem::path& spool,
        const ::vellum::values::sidecar::Digest& runId);

    /// The program has ended.
    void stop() { m_collection.stop(); }

    /// When the archive is there, and the spool still is. \return a sentence for the user
    [[nodiscard]] std::string write(
        const writer::ArchiveRequest& request, const writer::ArchiveSummary& summary);

    /// Of a rank, when its program has ended: into its spool, for `gatherRankValues`. What is to be said goes there, too.
    /// \param ticksPerSecond  of this rank's clock: the archive's may be another's
    void writeRank(
        const std::filesystem::path& spool, std::uint64_t endTick, std::uint64_t ticksPerSecond);

private:
    std::string m_level;
    measurement::ClockKind m_clock;
    ::vellum::values::sidecar::Digest m_runId;
    values::ValueCollection m_collection;
};

/// Whether there are values to name and to move: the launchers of ranks may have options of their own.
[[nodiscard]] bool hasRankValues(const Options& options, const writer::ArchiveRequest& request);

/// Gives the archive of a job the properties that name its side-cars. Does nothing where no values are recorded.
void nameRankValues(const Options& options, const JobSpool& spool, writer::ArchiveRequest& request);

/// Moves the side-cars of all ranks beside their archive. \return sentences for the user
[[nodiscard]] std::string gatherRankValues(
    const JobSpool& spool,
    const writer::ArchiveRequest& request,
    const writer::ArchiveSummary& summary);

}  // namespace vellum::collector::launch
