#include "common/values/sidecar/sidecar_set.h"

#include <algorithm>

namespace vellum::values::sidecar {

Result<SideCarSet> SideCarSet::open(
    std::span<const std::filesystem::path> paths, const Accept& accept)
{
    SideCarSet set;
    for (const std::filesystem::path& path : paths) {
        auto file = SideCar::open(path);
        const Result<void> wanted = file.isOk() && accept ? accept(*file.value()) : Result<void>();
        if (!file.isOk()) {
            set.m_left.push_back(file.error());
        } else if (!wanted.isOk()) {
            set.m_left.push_back(wanted.error());
        } else {
            set.m_files.push_back(std::move(file).value());
        }
    }
    if (!set.m_files.empty()) {
        return set;
    }
    if (set.m_left.empty()) {
        return Error{.kind = ErrorKind::InvalidArgument, .message = "no side-car"};
    }
    const auto telling = std::ranges::find_if(
        set.m_left, [](const Error& error) { return error.kind != ErrorKind::NotFound; });
    return telling == set.m_left.end() ? set.m_left.front() : *telling;
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
