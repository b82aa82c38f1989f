#pragma once

#include "common/base/result.h"
#include "common/trace/definitions.h"
#include "common/values/sidecar/sidecar_set.h"

#include <filesystem>
#include <string_view>

namespace vellum::server::beside {

/// What the name of a value side-car ends in: by it the files are found whose change changes a trace.
inline constexpr std::string_view kValueFileSuffix = ".vps";

/// Opens the value side-cars of an archive: what VELLUM::SIDECAR names (with VELLUM::SIDECARS as many files that are called
/// after it), else `<name>.vps`, in the folder of \p anchor.
///
/// \param anchor  the archive's anchor file, or the folder that it was opened by
///
/// What there is and cannot be used, being damaged or of another run, is `left` out of the set.
///
/// Errors   notFound: there is none. Where none can be used, the first one's: invalidArgument (of another run, or the
///          archive names something that is no `.vps` file beside it), those of `SideCar::open`.
/// Threads  Any.
[[nodiscard]] Result<values::sidecar::SideCarSet> openValueFiles(
    const std::filesystem::path& anchor, const Definitions& definitions);

}  // namespace vellum::server::beside
