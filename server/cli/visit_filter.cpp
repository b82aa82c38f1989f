#include "server/cli/visit_filter.h"

#include "common/query/selection_words.h"
#include "server/query/name_pattern.h"

#include <string>
#include <utility>

namespace vellum::server::cli {

using vellum::query::NumberRange;
using vellum::query::VisitFilter;

namespace {

constexpr const char* kOption = "--functions";

Result<std::uint64_t> lengthOf(
    const std::string& text, const ClockProperties& clock, const char* option)
{
    const auto ticks = vellum::query::parseTime(text, clock, option);
    VELLUM_RETURN_IF_ERROR(ticks);
    if (ticks.value() < 0) {
        return Error{
            .kind = ErrorKind::InvalidArgument,
            .message = std::string(option) + " " + text + " is less than 0, and no visit lasts so"};
    }
    return static_cast<std::uint64_t>(ticks.value());
}

/// The least and the most as they were typed, whichever is larger.
Result<NumberRange> lengthsOf(const QueryOptions& options, const ClockProperties& clock)
{
    NumberRange range;
    if (!options.minDuration.empty()) {
        const auto least = lengthOf(options.minDuration, clock, "--min-duration");
        VELLUM_RETURN_IF_ERROR(least);
        range.least = least.value();
    }
    if (!options.maxDuration.empty()) {
        const auto most = lengthOf(options.maxDuration, clock, "--max-duration");
        VELLUM_RETURN_IF_ERROR(most);
        range.most = most.value();
    }
    return range;
}

Result<NumberRange> durationOf(const QueryOptions& options, const ClockProperties& clock)
{
    auto range = lengthsOf(options, clock);
    VELLUM_RETURN_IF_ERROR(range);
    if (range.value().most < range.value().least) {
        return Error{
            .kind = ErrorKind::InvalidArgument,
            .message = "--max-duration " + options.maxDuration + " is less than --min-duration "
                       + options.minDuration};
    }
    return range;
}

}  // namespace

Result<std::vector<RegionRef>> regionsNamed(
    const std::string& expression,
    bool ignoreCase,
    const char* option,
    const Definitions* definitions)
{
    const auto pattern = query::NamePattern::compile(expression, ignoreCase);
    if (!pattern.isOk()) {
        Error error = pattern.error();
        error.message.insert(0, std::string(option) + ": ");
        return error;
    }
    std::vector<RegionRef> regions;
    if (definitions == nullptr) {
        return regions;
    }
    query::NamePattern::Budget budget;
    for (const Region& region : definitions->regions) {
        const auto isFound = pattern.value().isFoundIn(region.name, budget);
        VELLUM_RETURN_IF_ERROR(isFound);
        if (isFound.value() && definitions->find(region.ref) == &region) {
            regions.push_back(region.ref);
        }
    }
    if (regions.empty()) {
        return Error{
            .kind = ErrorKind::NotFound,
            .message = "no function has '" + expression
                       + "' in its name; 'vellum-query profile' lists those that are called"};
    }
    return regions;
}

bool filtersVisits(const QueryOptions& options)
{
    const bool isByOptionsOfSearch = options.groups != 0 || !options.minDuration.empty();
    return !options.functions.empty() || !options.maxDuration.empty()
           || (options.query != "search" && isByOptionsOfSearch);
}

Result<std::optional<VisitFilter>> visitFilterOf(
    const QueryOptions& options, const Definitions& definitions)
{
    if (!filtersVisits(options)) {
        return std::optional<VisitFilter>();
    }
    const auto duration = durationOf(options, definitions.clock);
    VELLUM_RETURN_IF_ERROR(duration);
    VisitFilter filter{
        .groups = options.query == "search" ? FunctionGroupMask{0} : options.groups,
        .duration = duration.value(),
        .hides = options.filters.except};
    if (!options.functions.empty()) {
        auto regions = regionsNamed(options.functions, options.ignoreCase, kOption, &definitions);
        VELLUM_RETURN_IF_ERROR(regions);
        filter.regions = std::move(regions).value();
    }
    return std::optional(std::move(filter));
}

Result<void> checkVisitFilter(const QueryOptions& options)
{
    const auto check = [](const std::string& text, const char* option) {
        return text.empty() ? Result<void>() : vellum::query::checkTime(text, option);
    };
    VELLUM_RETURN_IF_ERROR(check(options.minDuration, "--min-duration"));
    VELLUM_RETURN_IF_ERROR(check(options.maxDuration, "--max-duration"));
    const ClockProperties anyClock;
    const auto isOfAnyClock = [&](const std::string& text) {
        return text.empty() || parseTick(text, anyClock).has_value();
    };
    // Of a time and a number of ticks only the trace's clock says which is longer, and whether one is too long.
    if (isOfAnyClock(options.minDuration) && isOfAnyClock(options.maxDuration)) {
        const bool isAlike =
            options.minDuration.ends_with('t') == options.maxDuration.ends_with('t');
        VELLUM_RETURN_IF_ERROR(
            isAlike ? durationOf(options, anyClock) : lengthsOf(options, anyClock));
    }
    VELLUM_RETURN_IF_ERROR(regionsNamed(options.functions, options.ignoreCase, kOption, nullptr));
    return {};
}

}  // namespace vellum::server::cli
