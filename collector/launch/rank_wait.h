#pragma once

#include "collector/launch/job_spool.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace vellum::collector::launch {

/// How long the writer of an archive waits for ranks.
struct RankPatience {
    std::chrono::milliseconds toAppear{10'000};  ///< those whose launchers have not been seen
    std::chrono::milliseconds toEnd{300'000};    ///< those that run; VELLUM_MPI_WAIT, in seconds
};

[[nodiscard]] RankPatience rankPatience();

/// Waits for the ranks of a job to end: not for those whose launchers have died, and for nobody without end.
///
/// \param isQuiet  does not say whom it waits for
/// \return sentences about the ranks that did not end or that are not there
[[nodiscard]] std::vector<std::string> waitForRanks(
    const JobSpool& spool, std::uint32_t size, const RankPatience& patience, bool isQuiet);

}  // namespace vellum::collector::launch
