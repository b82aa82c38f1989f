#pragma once

#include "common/base/result.h"
#include "common/values/sidecar/reader.h"
#include "common/values/sidecar/value_records.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vellum::values::sidecar {

/// The setting of a copy that says of which run its values are: 32 digits.
inline constexpr std::string_view kValuesOfRunSetting = "values of run";
/// And where the archive of that run was.
inline constexpr std::string_view kValuesOfTraceSetting = "values of trace";

/// Where the operations of a side-car are in the trace of another run.
struct JoinedRun {
    Digest runId{};                                             ///< of that run
    std::vector<LinkRecord> links;                              ///< instead of those there were
    std::vector<SpanRecord> spans;                              ///< the same
    std::vector<std::pair<std::string, std::string>> settings;  ///< more of them
};

/// Writes a copy of \p values that belongs to another run. Its records and their ids stay as they are, but for links
/// and spans. What is there under the name is replaced.
///
/// Errors   dataLoss: \p values has damaged chunks. unavailable: it cannot be written.
[[nodiscard]] Result<void> writeJoinedCopy(
    const SideCar& values, const std::filesystem::path& to, const JoinedRun& joined);

}  // namespace vellum::values::sidecar
