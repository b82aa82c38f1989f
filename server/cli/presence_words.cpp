#include "server/cli/presence_words.h"

#include "common/query/filter_words.h"
#include "common/query/limits.h"
#include "server/cli/visit_filter.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace vellum::server::cli {

using vellum::query::PresenceClass;

namespace {

constexpr std::string_view kFunctions = "functions:";
constexpr std::string_view kGroups = "groups:";
constexpr std::string_view kRecords = "records:";
constexpr std::string_view kMarkers = "markers:";

Error wrong(const std::string& text)
{
    return {.kind = ErrorKind::InvalidArgument, .message = "--present " + text};
}

/// Calls \p use with what stands between commas, until that says no.
template <typename Use>
Result<void> forEachWord(std::string_view text, const Use& use)
{
    while (true) {
        const std::size_t comma = text.find(',');
        VELLUM_RETURN_IF_ERROR(use(text.substr(0, comma)));
        if (comma == std::string_view::npos) {
            return {};
        }
        text.remove_prefix(comma + 1);
    }
}

std::optional<EventKind> kindNamed(std::string_view name)
{
    for (EventKind kind = 0; kind < event_kind::kCount; ++kind) {
        if (infoOf(kind).name == name) {
            return kind;
        }
    }
    return std::nullopt;
}

Result<void> addRecords(std::string_view text, PresenceClass& to)
{
    return forEachWord(text, [&](std::string_view name) -> Result<void> {
        const std::optional<EventKind> kind = kindNamed(name);
        if (kind && kind != event_kind::kEnter && kind != event_kind::kLeave) {
            to.records.push_back(*kind);
            return {};
        }
        return wrong(
            "records:… takes the names of records, such as MpiCollectiveEnd, but for Enter and Leave, not '"
            + std::string(name) + "'");
    });
}

Result<void> addMarkers(std::string_view text, PresenceClass& to)
{
    return forEachWord(text, [&](std::string_view word) -> Result<void> {
        for (unsigned severity = 0; severity < kMarkerSeverityCount; ++severity) {
            if (name(static_cast<MarkerSeverity>(severity)) == word) {
                to.markers = static_cast<MarkerSeverityMask>(to.markers | 1U << severity);
                return {};
            }
        }
        return wrong(
            "markers:… takes the severities none, low, medium and high, not '" + std::string(word)
            + "'");
    });
}

PresenceClass allMarkers()
{
    return {.markers = static_cast<MarkerSeverityMask>((1U << kMarkerSeverityCount) - 1)};
}

PresenceClass inputAndOutput()
{
    PresenceClass of{.groups = maskOf(FunctionGroup::Io)};
    for (EventKind kind = event_kind::kIoCreateHandle; kind <= event_kind::kIoTryLock; ++kind) {
        of.records.push_back(kind);
    }
    return of;
}

PresenceClass collectives(const Definitions& definitions)
{
    PresenceClass of;
    of.records = {
        event_kind::kMpiCollectiveBegin,
        event_kind::kMpiCollectiveEnd,
        event_kind::kRmaCollectiveBegin,
        event_kind::kRmaCollectiveEnd,
        event_kind::kNonBlockingCollectiveRequest,
        event_kind::kNonBlockingCollectiveComplete};
    constexpr std::array kRoles{
        RegionRole::CollOneToAll,
        RegionRole::CollAllToOne,
        RegionRole::CollAllToAll,
        RegionRole::CollOther};
    for (const Region& region : definitions.regions) {
        const bool isCollective =
            std::ranges::count(kRoles, region.role) > 0
            || (region.group == FunctionGroup::Mpi && region.role == RegionRole::Barrier);
        if (isCollective && definitions.find(region.ref) == &region) {
            of.regions.push_back(region.ref);
        }
    }
    return of;
}

/// \param definitions  null where there is no trace yet
Result<PresenceClass> classOf(
    const std::string& text, const QueryOptions& options, const Definitions* definitions)
{
    PresenceClass of;
    if (text.starts_with(kFunctions)) {
        const std::string expression = text.substr(kFunctions.size());
        auto regions = regionsNamed(expression, options.ignoreCase, "--present", definitions);
        VELLUM_RETURN_IF_ERROR(regions);
        of.regions = std::move(regions).value();
    } else if (text.starts_with(kGroups)) {
        const auto groups = vellum::query::parseFunctionGroups(
            std::string_view(text).substr(kGroups.size()), "--present groups:…");
        VELLUM_RETURN_IF_ERROR(groups);
        of.groups = groups.value();
    } else if (text.starts_with(kRecords)) {
        VELLUM_RETURN_IF_ERROR(addRecords(std::string_view(text).substr(kRecords.size()), of));
    } else if (text.starts_with(kMarkers)) {
        VELLUM_RETURN_IF_ERROR(addMarkers(std::string_view(text).substr(kMarkers.size()), of));
    } else if (text == "markers") {
        of = allMarkers();
    } else if (text == "io") {
        of = inputAndOutput();
    } else if (text == "collectives") {
        of = definitions == nullptr ? PresenceClass() : collectives(*definitions);
    } else {
        return wrong(
            "is functions:REGEX, groups:GROUPS, records:KINDS, markers, markers:SEVERITIES, collectives or io, not '"
            + text + "'");
    }
    return of;
}

Result<std::vector<PresenceClass>> classesOf(
    const QueryOptions& options, const Definitions* definitions)
{
    if (options.present.size() > vellum::query::kMaxPresenceClasses) {
        return wrong(
            "is given " + std::to_string(options.present.size()) + " times, at most "
            + std::to_string(vellum::query::kMaxPresenceClasses) + " can be");
    }
    std::vector<PresenceClass> classes;
    for (const std::string& text : options.present) {
        auto of = classOf(text, options, definitions);
        VELLUM_RETURN_IF_ERROR(of);
        classes.push_back(std::move(of).value());
    }
    return classes;
}

}  // namespace

Result<std::vector<PresenceClass>> presenceOf(
    const QueryOptions& options, const Definitions& definitions)
{
    return classesOf(options, &definitions);
}

Result<void> checkPresence(const QueryOptions& options)
{
    VELLUM_RETURN_IF_ERROR(classesOf(options, nullptr));
    return {};
}

Result<std::vector<EventKind>> recordKindsOf(const QueryOptions& options)
{
    std::vector<EventKind> kinds;
    if (options.kinds.empty()) {
        return kinds;
    }
    VELLUM_RETURN_IF_ERROR(forEachWord(options.kinds, [&](std::string_view name) -> Result<void> {
        const std::optional<EventKind> kind = kindNamed(name);
        if (!kind) {
            return Error{
                .kind = ErrorKind::InvalidArgument,
                .message = "--kinds takes the names of records, such as RmaPut, not '"
                           + std::string(name) + "'"};
        }
        kinds.push_back(*kind);
        return {};
    }));
    return kinds;
}

}  // namespace vellum::server::cli
