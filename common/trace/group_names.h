#pragma once

#include "common/trace/definitions.h"

#include <array>
#include <string>
#include <string_view>

namespace vellum {

/// By the group's number.
using GroupNames = std::array<std::string, kFunctionGroupCount>;

/// What the function groups are called where this trace is shown to people, in the window and in the text of timelines:
/// by what is in them. MPI's group is "NCCL" in a trace that has nothing else in it, "MPI, NCCL" in one with both; so
/// there are "HIP API" and "Operator, annotation". A group of many kinds, or of none, has the name that all traces share.
[[nodiscard]] GroupNames groupNames(const Definitions& definitions);

/// What a function is within its group, or the group: "operator", "NVTX", "CUDA API", "Kernel", "MPI".
[[nodiscard]] std::string_view kindName(const Region& region);

}  // namespace vellum
