#pragma once

#include "server/reader/json/json_text.h"
#include "server/reader/tracks/findings.h"

#include <string>

namespace vellum::server::reader::json {

/// The text of a name that is kept; what had to be mended in it goes to \p findings.
[[nodiscard]] std::string keptText(Raw raw, tracks::Findings& findings);

}  // namespace vellum::server::reader::json
