#include "server/query/values/values_in_scope.h"

#include "common/base/valid_utf8.h"
#include "common/values/sidecar/joined_copy.h"

#include <utility>

namespace vellum::server::query {

bool ValueScope::contains(const ValueProfile::Operation& operation) const
{
    if (!operation.isJoined) {
        return isAll;
    }
    return isAsked[operation.location.value()] && operation.range.begin < window.end
           && operation.range.end > window.begin;
}

Result<ValuesInScope> ValuesInScope::of(
    const store::TraceStore& trace, TickRange window, const std::vector<LocationIndex>& locations)
{
    auto profiles = ValueProfile::allOf(trace);
    VELLUM_RETURN_IF_ERROR(profiles);
    auto scope = std::make_shared<ValueScope>();
    scope->window = window;
    scope->isAsked.resize(trace.definitions.locations.size());
    for (const LocationIndex location : locations) {
        scope->isAsked[location.value()] = true;
    }
    scope->isAll = window == trace.range && locations.size() == scope->isAsked.size();
    ValuesInScope all;
    for (auto& profile : profiles.value()) {
        all.m_files.emplace_back(std::move(profile), *scope);
    }
    all.m_scope = std::move(scope);
    return all;
}

std::uint64_t ValuesInScope::lostAccesses() const
{
    std::uint64_t lost = 0;
    for (const FileInScope& file : m_files) {
        file.forEach<sidecar::LossRecord>([&](const sidecar::LossRecord& loss) {
            if (sidecar::countsAccesses(loss.kind) && file.contains(loss.op)) {
                lost += loss.count;
            }
        });
    }
    return lost;
}

std::uint64_t ValuesInScope::operations() const
{
    std::uint64_t count = 0;
    for (const FileInScope& file : m_files) {
        file.forEach<sidecar::OperationRecord>([&](const sidecar::OperationRecord& operation) {
            count += file.contains(operation.id) ? 1U : 0U;
        });
    }
    return count;
}

std::string otherRunOf(const sidecar::SideCar& file)
{
    constexpr auto kMost = static_cast<std::size_t>(vellum::query::kValuesOf.most);
    std::string run = settingOf(file, sidecar::kValuesOfTraceSetting, kMost);
    // validUtf8 makes three bytes of a byte that is no UTF-8: the text may have grown.
    return run.size() > kMost ? "another run" : run;
}

std::string settingOf(const sidecar::SideCar& file, std::string_view key, std::size_t most)
{
    std::string text;
    file.records<sidecar::SettingRecord>().forEach(
        [&](const sidecar::SettingRecord& setting, std::uint64_t /*index*/) {
            if (file.string(setting.key) == key && text.empty()) {
                text = validUtf8(file.string(setting.value).substr(0, most));
            }
        });
    return text;
}

std::string ValuesInScope::otherRun() const
{
    for (const FileInScope& file : m_files) {
        std::string run = otherRunOf(file.profile().file());
        if (!run.empty()) {
            return run;
        }
    }
    return {};
}

}  // namespace vellum::server::query
