#include "common/query/selection_words.h"

#include "common/base/number_text.h"

#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>

namespace vellum::query {

namespace {

Error invalid(std::string message)
{
    return {.kind = ErrorKind::InvalidArgument, .message = std::move(message)};
}

constexpr auto kMostTicks = static_cast<std::uint64_t>(std::numeric_limits<Tick>::max());

std::optional<std::uint64_t> parseNumber(std::string_view text)
{
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool isWhole = error == std::errc{} && end == text.data() + text.size();
    return isWhole ? std::optional(number) : std::nullopt;
}

/// Marks what \p word selects; false if that is nothing.
bool select(std::string_view word, const Definitions& definitions, std::vector<bool>& selected)
{
    if (const auto number = parseNumber(word)) {
        const LocationIndex place = definitions.indexOf(LocationRef(*number));
        if (place.isDefined()) {
            selected[place.value()] = true;
            return true;
        }
    }
    const std::string anyStart = "*/" + std::string(word);
    const auto mark = [&](const auto& fits) {
        bool any = false;
        for (std::size_t i = 0; i < definitions.locations.size(); ++i) {
            if (fits(definitions.locations[i], definitions.pathOf(definitions.locations[i]))) {
                selected[i] = true;
                any = true;
            }
        }
        return any;
    };
    const bool isLocation = mark([&](const Location& location, const std::string& path) {
        return fitsGlob(location.name, word) || fitsGlob(path, word) || fitsGlob(path, anyStart);
    });
    // A process or node stands for what is below it.
    const std::string below = std::string(word) + "/*";
    return isLocation || mark([&](const Location& /*location*/, const std::string& path) {
               return fitsGlob(path, below) || fitsGlob(path, "*/" + below);
           });
}

}  // namespace

Result<Tick> parseTime(std::string_view text, const ClockProperties& clock, std::string_view option)
{
    const auto tick = parseTick(text, clock);
    if (!tick && isTime(text)) {
        return invalid(
            std::string(option) + " takes times within 2^63 ticks of the trace's begin, about "
            + grouped(kMostTicks / clock.ticksPerSecond) + " s, and '" + std::string(text)
            + "' is beyond that");
    }
    if (!tick) {
        return invalid(
            std::string(option) + " takes a time such as 1.25s, 300ms, 40us, 12ns or 4711t, not '"
            + std::string(text) + "'");
    }
    return *tick;
}

Result<TickRange> parseWindowEnds(
    std::string_view text, const ClockProperties& clock, TickRange range, std::string_view option)
{
    if (text.empty()) {
        return range;
    }
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) {
        return invalid(
            std::string(option) + " takes A:B, for instance 1.25s:1.5s, not '" + std::string(text)
            + "'");
    }
    TickRange window = range;
    if (colon > 0) {
        const auto begin = parseTime(text.substr(0, colon), clock, option);
        VELLUM_RETURN_IF_ERROR(begin);
        window.begin = begin.value();
    }
    if (colon + 1 < text.size()) {
        const auto end = parseTime(text.substr(colon + 1), clock, option);
        VELLUM_RETURN_IF_ERROR(end);
        window.end = end.value();
    }
    return window;
}

Result<TickRange> parseWindow(
    std::string_view text, const ClockProperties& clock, TickRange range, std::string_view option)
{
    const auto ends = parseWindowEnds(text, clock, range, option);
    VELLUM_RETURN_IF_ERROR(ends);
    const TickRange window = ends.value();
    if (!window.intersected(range).isEmpty()) {
        return window.intersected(range);
    }
    const std::string typed = std::string(option) + " " + std::string(text);
    const bool isOutside = window.begin >= range.end || window.end <= range.begin;
    if (!isOutside && window.begin >= window.end) {
        return invalid(typed + " is empty: of A:B, A must be before B");
    }
    return invalid(
        typed + " holds nothing of the trace, which lasts from " + formatInstant(range.begin, clock)
        + " to " + formatInstant(range.end, clock));
}

Result<std::vector<LocationRef>> selectLocations(
    std::string_view text, const Definitions& definitions)
{
    std::vector<bool> selected(definitions.locations.size());
    VELLUM_RETURN_IF_ERROR(takeWords(text, "location", [&](std::string_view word) {
        return select(word, definitions, selected);
    }));
    std::vector<LocationRef> locations;
    for (std::size_t i = 0; i < selected.size(); ++i) {
        if (selected[i]) {
            locations.push_back(definitions.locations[i].ref);
        }
    }
    return locations;
}

Result<void> takeWords(
    std::string_view text,
    std::string_view what,
    const std::function<bool(std::string_view word)>& take)
{
    std::size_t begin = 0;
    std::size_t searchFrom = 0;
    while (begin <= text.size()) {
        const std::size_t comma = text.find(',', searchFrom);
        const std::size_t end = comma == std::string_view::npos ? text.size() : comma;
        const std::string_view word = text.substr(begin, end - begin);
        if (!word.empty() && take(word)) {
            begin = end + 1;
        } else if (comma == std::string_view::npos) {
            return Error{
                .kind = ErrorKind::NotFound,
                .message =
                    "the trace has no " + std::string(what) + " '" + std::string(word) + "'"};
        }
        searchFrom = end + 1;
    }
    return {};
}

bool fitsGlob(std::string_view text, std::string_view pattern)
{
    std::size_t at = 0;
    std::size_t want = 0;
    std::size_t star = std::string_view::npos;  // the last one seen, and how far it reaches now
    std::size_t reach = 0;
    while (at < text.size()) {
        if (want < pattern.size() && pattern[want] == '*') {
            star = want++;
            reach = at;
        } else if (want < pattern.size() && pattern[want] == text[at]) {
            ++at;
            ++want;
        } else if (star != std::string_view::npos) {
            want = star + 1;
            at = ++reach;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', want) == std::string_view::npos;
}

}  // namespace vellum::query
