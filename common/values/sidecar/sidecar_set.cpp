#include "common/values/sidecar/sidecar_set.h"

#include <algorithm>

namespace vellum::values::sidecar {

Result<SideCarSet> SideCarSet::open(std::span<const std::filesystem::path> paths)
{
    SideCarSet set;
    for (const std::filesystem::path& path : paths) {
        auto file = SideCar::open(path);
        if (file.isOk()) {
            set.m_files.push_back(std::move(file).value());
        } else {
            set.m_left.push_back(file.error());
        }
    }
    if (!set.m_files.empty()) {
        return set;
    }
    return set.m_left.empty() ? Error{.kind = ErrorKind::InvalidArgument, .message = "no side-car"}
                              : set.m_left.front();
}

bool SideCarSet::isOneRun() const
{
    const Digest& run = m_files.front()->head().runId;
    return std::ranges::all_of(
        m_files, [&run](const auto& file) { return file->head().runId == run; });
}

std::vector<Finding> SideCarSet::findings() const
{
    std::vector<Finding> all;
    for (const auto& file : m_files) {
        const auto some = file->findings();
        all.insert(all.end(), some.begin(), some.end());
    }
    return all;
}

}  // namespace vellum::values::sidecar
