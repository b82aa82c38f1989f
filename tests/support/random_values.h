#pragma once

#include "common/trace/definitions.h"
#include "common/values/sidecar/records.h"

#include <cstdint>
#include <filesystem>
#include <random>
#include <vector>

namespace vellum::tests {

/// What one process is said to have done with values: operations that nest, overlap and leave the trace, and their
/// accesses.
struct RandomValues {
    struct Operation {
        values::sidecar::OperationRecord record;
        LocationRef location;
        bool isLinked = true;
    };
    std::vector<Operation> operations;
    std::vector<values::sidecar::AccessRecord> accesses;
    std::vector<values::sidecar::SitePairRecord> pairs;
    std::vector<values::sidecar::SketchRecord> sketches;
    std::vector<values::sidecar::PatternRecord> patterns;
};

/// On locations of \p definitions, and some on none, most of it in the time that their clock claims.
[[nodiscard]] RandomValues randomValues(
    std::mt19937_64& random, const Definitions& definitions, std::size_t operations);

/// The same as several processes would have written it: each operation in one of \p parts, under a number of its own.
[[nodiscard]] std::vector<RandomValues> split(
    const RandomValues& values, std::size_t parts, std::mt19937_64& random);

/// Writes them as a side-car; false where that fails. Objects and sites 1 to 3 have names, 1 and 2 the same object's.
[[nodiscard]] bool writeValues(
    const RandomValues& values,
    const std::filesystem::path& path,
    const values::sidecar::Digest& runId = {});

}  // namespace vellum::tests
