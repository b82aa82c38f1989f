#include "server/beside/value_files.h"

#include "common/trace/side_car_properties.h"
#include "common/values/sidecar/digest_text.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace vellum::server::beside {

namespace {

namespace fs = std::filesystem;
namespace sidecar = vellum::values::sidecar;

/// What most recorders, ours among them, call an archive.
constexpr const char* kArchiveName = "traces.otf2";
constexpr std::uint32_t kMostValueFiles = 65'536;

std::string inQuotes(const fs::path& path)
{
    return "'" + path.string() + "'";
}

/// A trace names files beside it and nowhere else.
bool isValueFileName(const std::string& name)
{
    return name.size() > kValueFileSuffix.size() && name.ends_with(kValueFileSuffix)
           && name.find('/') == std::string::npos && name.find('\0') == std::string::npos;
}

}  // namespace

std::optional<std::string> propertyOf(const Definitions& definitions, std::string_view name)
{
    const auto found = std::ranges::find(definitions.properties, name, &Property::name);
    return found == definitions.properties.end() ? std::nullopt : std::optional(found->value);
}

Result<fs::path> valueFilePlace(const fs::path& anchor, const Definitions& definitions)
{
    std::error_code ignored;
    const bool isFolder = fs::is_directory(anchor, ignored);
    const auto named = propertyOf(definitions, kSideCarProperty);
    if (!named) {
        fs::path beside = isFolder ? anchor / kArchiveName : anchor;
        return beside.replace_extension(kValueFileSuffix);
    }
    if (!isValueFileName(*named)) {
        return Error{
            .kind = ErrorKind::InvalidArgument,
            .message = inQuotes(anchor) + " names '" + *named
                       + "' as its value side-car, which is no name of a file that ends in "
                       + std::string(kValueFileSuffix)};
    }
    return (isFolder ? anchor : anchor.parent_path()) / *named;
}

fs::path numberedValueFile(fs::path place, std::size_t number)
{
    return place.replace_extension("." + std::to_string(number) + std::string(kValueFileSuffix));
}

namespace {

/// Those that were laid beside an archive which does not know of them.
std::vector<fs::path> unnamedPlaces(const fs::path& place)
{
    std::error_code ignored;
    std::vector<fs::path> places;
    while (!fs::exists(place, ignored) && places.size() < kMostValueFiles
           && fs::exists(numberedValueFile(place, places.size()), ignored)) {
        places.push_back(numberedValueFile(place, places.size()));
    }
    return places.empty() ? std::vector{place} : places;
}

/// All side-cars of a trace that has one at \p place, or several that are called after it.
Result<std::vector<fs::path>> placesOf(
    const fs::path& place, const fs::path& anchor, const Definitions& definitions)
{
    const auto named = propertyOf(definitions, kSideCarsProperty);
    if (!named) {
        return unnamedPlaces(place);
    }
    std::uint32_t count = 0;
    const char* const end = named->data() + named->size();
    const auto read = std::from_chars(named->data(), end, count);
    if (read.ec != std::errc() || read.ptr != end || count == 0 || count > kMostValueFiles) {
        return Error{
            .kind = ErrorKind::InvalidArgument,
            .message = inQuotes(anchor) + " says that it has '" + *named
                       + "' value side-cars, which is no number from 1 to "
                       + std::to_string(kMostValueFiles)};
    }
    std::vector<fs::path> places;
    for (std::uint32_t i = 0; i < count; ++i) {
        places.push_back(numberedValueFile(place, i));
    }
    return places;
}

}  // namespace

Result<sidecar::SideCarSet> openValueFiles(const fs::path& anchor, const Definitions& definitions)
{
    const auto place = valueFilePlace(anchor, definitions);
    VELLUM_RETURN_IF_ERROR(place);
    const auto runOfTrace = propertyOf(definitions, kRunIdProperty);
    const auto isOfTrace = [&](const sidecar::SideCar& file) -> Result<void> {
        const std::string run = sidecar::textOf(file.head().runId);
        if (!runOfTrace || *runOfTrace == run) {
            return {};
        }
        return Error{
            .kind = ErrorKind::InvalidArgument,
            .message = inQuotes(file.path()) + " is of run " + run + ", " + inQuotes(anchor)
                       + " of run " + *runOfTrace + ": its values are not shown"};
    };
    const auto places = placesOf(place.value(), anchor, definitions);
    VELLUM_RETURN_IF_ERROR(places);
    auto files = sidecar::SideCarSet::open(places.value(), isOfTrace);
    if (!files.isOk() && files.error().kind == ErrorKind::NotFound) {
        return Error{
            .kind = ErrorKind::NotFound,
            .message = inQuotes(anchor) + " has no values: " + inQuotes(places.value().front())
                       + " is not there; vellum-record --values records them"};
    }
    return files;
}

void nameValueFiles(const fs::path& anchor, Definitions& definitions)
{
    const auto place = valueFilePlace(anchor, definitions);
    if (!place.isOk() || propertyOf(definitions, kSideCarProperty)) {
        return;
    }
    const auto add = [&definitions](std::string_view name, std::string value) {
        definitions.properties.push_back(
            {.target = PropertyTarget::SystemTreeNode,
             .ref = 0,
             .name = std::string(name),
             .type = ValueType::String,
             .value = std::move(value)});
    };
    add(kSideCarProperty, place.value().filename().string());
    const std::vector<fs::path> places = unnamedPlaces(place.value());
    if (places.front() != place.value()) {
        add(kSideCarsProperty, std::to_string(places.size()));
    }
}

}  // namespace vellum::server::beside
