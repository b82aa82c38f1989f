#pragma once

#include "common/trace/definitions.h"

#include <QString>

#include <array>

namespace vellum::gui::data {

/// By the group's number.
using GroupNames = std::array<QString, kFunctionGroupCount>;

/// What the function groups are called where this trace is shown: by what is in them. MPI's group is "NCCL" in
/// a trace that has nothing else in it, "MPI, NCCL" in one with both; likewise "HIP API", "Operator, annotation".
/// A group of many kinds, or of none, has the name that all traces share.
[[nodiscard]] GroupNames groupNames(const Definitions& definitions);

/// What a function is within its group, or the group: "operator", "NVTX", "CUDA API", "kernel", "MPI".
[[nodiscard]] QString kindName(const Region& region);

[[nodiscard]] inline QString nameOf(const GroupNames& names, FunctionGroup group)
{
    const auto index = static_cast<std::size_t>(group);
    return names.at(
        index < names.size() ? index : static_cast<std::size_t>(FunctionGroup::Unknown));
}

}  // namespace vellum::gui::data
