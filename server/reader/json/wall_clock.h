#pragma once

#include "common/time/tick.h"
#include "server/reader/tracks/findings.h"

#include <cstdint>
#include <string_view>

namespace vellum::server::reader::json {

/// When the first event was, in ns since 1970; 0 where the file does not say it.
///
/// \param baseTime  the text of `baseTimeNanoseconds`, to which stamps are to be added; may be empty
/// \param first     the stamp of the first event, in ns
/// Odd case  Stamps that are themselves of the wall clock, beside a base that is within ten years of them:
///           the base is not added, and the findings say so.
[[nodiscard]] std::uint64_t wallClockOf(
    std::string_view baseTime, Tick first, tracks::Findings& findings);

}  // namespace vellum::server::reader::json
