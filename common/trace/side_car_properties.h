#pragma once

#include <string_view>

namespace vellum {

/// What the archive of a program whose values were recorded says of them, as properties of its root: which file of the
/// same folder has the values, and of which run both are.
inline constexpr std::string_view kSideCarProperty = "VELLUM::SIDECAR";
/// Where several launchers wrote one each, how many: of NAME.vps they are NAME.0.vps, NAME.1.vps, …
inline constexpr std::string_view kSideCarsProperty = "VELLUM::SIDECARS";
inline constexpr std::string_view kRunIdProperty = "VELLUM::RUN_ID";

}  // namespace vellum
