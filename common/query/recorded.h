#pragma once

#include "common/query/answers.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace vellum::query {

/// One of the things that a trace may hold: "messages", "kernels", "samples"….
struct Recorded {
    std::string_view what;
    std::uint64_t records = 0;  ///< or visits; 0: not recorded, or nothing happened
};

/// All of them in a fixed order, those too that the trace does not hold.
[[nodiscard]] std::vector<Recorded> recordedIn(const TraceInfo& info);

}  // namespace vellum::query
