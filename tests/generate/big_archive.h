#pragma once

#include <cstdint>
#include <filesystem>

namespace vellum::generate {

struct BigOptions {
    std::filesystem::path out;
    std::uint64_t locations = 16;
    std::uint64_t events = 100'000;  ///< per location, at least; it ends with the iteration
    /// Other kernels that a kernel calls, 1 to 28. All 28: 22,768 call paths in each location, more than any
    /// program has; 4: some 90.
    std::uint32_t callees = 28;
    std::uint32_t samples = 0;  ///< Metric records of each iteration, of two metrics
};

/// An iterative program: each location is a process; an iteration is some nested calls and
/// one message to the next rank. Enter and leave dominate. Same options, same archive.
void writeBigArchive(const BigOptions& options);

}  // namespace vellum::generate
