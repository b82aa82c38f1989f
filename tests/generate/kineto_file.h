#pragma once

#include <cstdint>
#include <filesystem>

namespace vellum::generate {

struct KinetoOptions {
    std::filesystem::path out;
    std::uint64_t megabytes = 100;  ///< of JSON, at least; it ends with the step
};

/// A training loop as Kineto writes it: steps of operators, each with a launch, a kernel and the two
/// ends of their flow. Same options, same file.
void writeKinetoFile(const KinetoOptions& options);

}  // namespace vellum::generate
