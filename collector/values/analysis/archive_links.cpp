#include "collector/values/analysis/archive_links.h"

#include "common/values/sidecar/reader.h"
#include "common/values/sidecar/rewrite_links.h"

#include <map>
#include <utility>

namespace vellum::collector::values {

namespace {

namespace sidecar = ::vellum::values::sidecar;

std::map<std::string, std::string> settingsOf(const sidecar::SideCar& file)
{
    std::map<std::string, std::string> settings;
    file.records<sidecar::SettingRecord>().forEach(
        [&](const sidecar::SettingRecord& setting, std::uint64_t /*index*/) {
            settings[std::string(file.string(setting.key))] = file.string(setting.value);
        });
    return settings;
}

}  // namespace

std::string processSetting(std::uint32_t process)
{
    return "process " + std::to_string(process);
}

Result<void> linkToArchive(
    const std::filesystem::path& sideCar, const std::vector<ArchiveLocation>& locations)
{
    const auto file = sidecar::SideCar::open(sideCar);
    VELLUM_RETURN_IF_ERROR(file);
    const auto settings = settingsOf(*file.value());
    std::map<std::pair<std::string, std::uint32_t>, const ArchiveLocation*> places;
    for (const ArchiveLocation& location : locations) {
        places[{location.folder, location.index}] = &location;
    }
    const auto placeOf = [&](std::uint64_t provisional) -> const ArchiveLocation* {
        const auto folder =
            settings.find(processSetting(static_cast<std::uint32_t>(provisional >> 32U)));
        const auto found =
            folder == settings.end()
                ? places.end()
                : places.find({folder->second, static_cast<std::uint32_t>(provisional)});
        return found == places.end() ? nullptr : found->second;
    };
    return sidecar::rewriteLinks(sideCar, [&placeOf](sidecar::LinkRecord& link) {
        const ArchiveLocation* const place = placeOf(link.location);
        link.location = place == nullptr ? 0 : place->reference;
        link.time = place == nullptr ? link.time : place->clock(link.time);
        link.quality = place == nullptr ? sidecar::LinkQuality::Unmatched : link.quality;
    });
}

}  // namespace vellum::collector::values
