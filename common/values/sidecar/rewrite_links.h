#pragma once

#include "common/base/result.h"
#include "common/values/sidecar/value_records.h"

#include <filesystem>
#include <functional>

namespace vellum::values::sidecar {

/// Changes the LINK records of a finished side-car, in place: who writes an archive of several processes knows where their
/// operations are only when each has written its own file.
///
/// \param change  must leave `op` as it is
/// Errors   those of SideCar::open; dataLoss: not finished, or a damaged chunk of links; unavailable: the system's reason.
///          Then some may have been changed.
/// Threads  Any; nobody else may write the file meanwhile.
[[nodiscard]] Result<void> rewriteLinks(
    const std::filesystem::path& path, const std::function<void(LinkRecord&)>& change);

}  // namespace vellum::values::sidecar
