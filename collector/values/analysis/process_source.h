#pragma once

#include "collector/values/analysis/code_map.h"

#include <filesystem>
#include <utility>
#include <vector>

namespace vellum::collector::values {

/// The folders that say what lies in a process's memory: those of its ancestors, then its own.
[[nodiscard]] inline std::vector<std::filesystem::path> withParents(
    std::vector<std::filesystem::path> parents, const std::filesystem::path& folder)
{
    parents.push_back(folder);
    return parents;
}

/// What one process of a recording tells of its values, and where it is taken from the process's folder in the spool.
///
/// Threads  One owner.
class ProcessSource {
public:
    ProcessSource() = default;
    virtual ~ProcessSource() = default;
    ProcessSource(const ProcessSource&) = delete;
    ProcessSource& operator=(const ProcessSource&) = delete;

    /// Says that the launcher lives, and looks for what is new.
    virtual void look() = 0;
    /// Takes what waits. \return whether there was anything to take
    virtual bool drain() = 0;
    /// Nothing more comes that was missing: what waits for it waits no longer. \return whether anything waited
    virtual bool giveUpWaiting() = 0;
    /// Everything ends.
    virtual void end() = 0;

    [[nodiscard]] virtual CodeMap& code() = 0;
    [[nodiscard]] virtual const std::filesystem::path& folder() const = 0;
};

}  // namespace vellum::collector::values
