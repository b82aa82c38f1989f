#pragma once

#include "common/trace/definitions.h"

#include <QString>

#include <array>

namespace vellum::gui::data {

/// By the group's number.
using GroupNames = std::array<QString, kFunctionGroupCount>;

/// As `vellum::groupNames`, which says them in text, too.
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
