#pragma once

#include "collector/launch/mpi_job.h"
#include "collector/launch/options.h"
#include "collector/writer/archive_builder.h"

#include <filesystem>

namespace vellum::collector::launch {

/// Records one rank of an MPI job. The launcher of the lowest rank has a second process, in a session of its own, that
/// waits for all and writes the archive: what ends a job ends its launchers, too, and the archive must survive that.
///
/// \return as record()
[[nodiscard]] int recordRank(
    const Options& options,
    const std::filesystem::path& collector,
    const MpiJob& job,
    writer::ArchiveRequest request);

}  // namespace vellum::collector::launch
