#include "server/mpi/launched.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <cstring>

namespace vellum::server::mpi {

namespace {

const char* valueOf(const char* name)
{
    // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing in our programs changes the environment
    return std::getenv(name);
}

/// 0 where \p name is not set to a number.
unsigned numberIn(const char* name)
{
    const char* text = valueOf(name);
    unsigned number = 0;
    if (text != nullptr) {
        std::from_chars(text, text + std::strlen(text), number);
    }
    return number;
}

}  // namespace

unsigned launchedTogether()
{
    // Of Open MPI, and of launchers that speak PMI or PMI-2.
    constexpr std::array kSizes{"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "MPI_LOCALNRANKS"};
    unsigned size = 1;
    for (const char* name : kSizes) {
        size = std::max(size, numberIn(name));
    }
    // PMIx tells ranks only; how many there are, Slurm does. A shell in an allocation has the latter alone.
    if (valueOf("PMIX_RANK") != nullptr) {
        size = std::max(size, numberIn("SLURM_STEP_NUM_TASKS"));
    }
    return size;
}

}  // namespace vellum::server::mpi
