#pragma once

#include <cstdint>
#include <filesystem>

namespace vellum::generate {

struct BigOptions {
    std::filesystem::path out;
    std::uint64_t locations = 16;
    std::uint64_t events = 100'000;  ///< per location, at least; it ends with the iteration
};

/// An iterative program: each location is a process; an iteration is some nested calls and
/// one message to the next rank. Enter and leave dominate. Same options, same archive.
void writeBigArchive(const BigOptions& options);

}  // namespace vellum::generate
