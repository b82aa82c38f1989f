#pragma once

#include "common/base/result.h"
#include "common/trace/definitions.h"
#include "common/values/sidecar/sidecar_set.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace vellum::server::beside {

/// What the name of a value side-car ends in: by it the files are found whose change changes a trace.
inline constexpr std::string_view kValueFileSuffix = ".vps";

/// What the archive says of itself under \p name.
[[nodiscard]] std::optional<std::string> propertyOf(
    const Definitions& definitions, std::string_view name);

/// Where the value side-car of an archive lies: what VELLUM::SIDECAR names, else `<name>.vps`, in the folder of \p anchor.
///
/// Errors   invalidArgument: what the archive names is no `.vps` file beside it.
[[nodiscard]] Result<std::filesystem::path> valueFilePlace(
    const std::filesystem::path& anchor, const Definitions& definitions);

/// `<name>.<number>.vps` beside `<name>.vps`.
[[nodiscard]] std::filesystem::path numberedValueFile(
    std::filesystem::path place, std::size_t number);

/// Opens the value side-cars of an archive: with VELLUM::SIDECARS as many files that are called after `valueFilePlace`
/// (`<name>.0.vps` and so on); of an archive that names none, these also where `<name>.vps` is not there.
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

/// Has \p definitions name the side-cars that were found beside an archive which does not name them itself, as that of
/// another run joined to it: whoever has the definitions knows then that there are values.
void nameValueFiles(const std::filesystem::path& anchor, Definitions& definitions);

}  // namespace vellum::server::beside
