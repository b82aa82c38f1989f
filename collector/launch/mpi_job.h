#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace vellum::collector::launch {

/// Where this launcher stands among those of an MPI job: mpirun, srun and their like start one for each rank.
struct MpiJob {
    std::uint32_t rank = 0;
    std::uint32_t size = 0;  ///< > rank
    /// The same for all launchers of the job, another one for other jobs; usable in a file's name.
    std::string id;
};

/// Looks up an environment variable; null where it is not set.
using Lookup = std::function<const char*(const char*)>;

/// What the environment says, as Open MPI, MPICH's relatives (PMI) and Slurm set it. Nothing where this is no rank: in
/// a batch script, too, where Slurm already gives numbers.
[[nodiscard]] std::optional<MpiJob> findMpiJob(const Lookup& lookup);
[[nodiscard]] std::optional<MpiJob> findMpiJob();

}  // namespace vellum::collector::launch
