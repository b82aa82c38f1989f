#include "common/query/selection_words.h"

#include "common/base/number_text.h"

#include <algorithm>
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

/// As much of \p word as a sentence can hold.
std::string inSentence(std::string_view word)
{
    constexpr std::size_t kMost = 200;
    if (word.size() <= kMost) {
        return std::string(word);
    }
    std::size_t end = kMost;
    while (end > 0 && (static_cast<unsigned char>(word[end]) & 0xC0U) == 0x80U) {
        --end;  // not inside a character of UTF-8
    }
    return std::string(word.substr(0, end)) + "…";
}

/// The locations of a trace by word. Their paths are made once; for many words their ends are sorted, too, so
/// that a word is looked up instead of being held against every path.
class LocationWords {
public:
    LocationWords(const Definitions& definitions, std::size_t words)
        : m_definitions(definitions)
        , m_selected(definitions.locations.size())
        , m_isLong(words > kFewWords)
    {
    }

    /// Marks what \p word selects; false if that is nothing.
    bool select(std::string_view word)
    {
        if (const auto number = parseNumber(word)) {
            const LocationIndex place = m_definitions.indexOf(LocationRef(*number));
            if (place.isDefined()) {
                m_selected[place.value()] = true;
                return true;
            }
        }
        makePaths();
        return m_isLong && word.find('*') == std::string_view::npos ? selectByEnds(word)
                                                                    : selectByGlob(word);
    }

    [[nodiscard]] std::size_t mostCommas()
    {
        makePaths();
        std::size_t most = 0;
        for (const std::string& path : m_paths) {
            most = std::max(most, commasIn(path));
        }
        return most;
    }

    [[nodiscard]] std::vector<LocationRef> selected() const
    {
        std::vector<LocationRef> locations;
        for (std::size_t i = 0; i < m_selected.size(); ++i) {
            if (m_selected[i]) {
                locations.push_back(m_definitions.locations[i].ref);
            }
        }
        return locations;
    }

private:
    static constexpr std::size_t kFewWords = 16;  ///< sooner looked for than the ends are sorted

    /// What stands behind a '/' of a path, or all of it.
    struct End {
        std::string_view text;
        std::size_t location = 0;
    };

    void makePaths()
    {
        if (!m_paths.empty()) {
            return;
        }
        m_paths.reserve(m_definitions.locations.size());
        for (const Location& location : m_definitions.locations) {
            m_paths.push_back(m_definitions.pathOf(location));
        }
        for (std::size_t i = 0; m_isLong && i < m_paths.size(); ++i) {
            const std::string_view path = m_paths[i];
            m_ends.push_back({.text = path, .location = i});
            for (std::size_t at = path.find('/'); at != std::string_view::npos;
                 at = path.find('/', at + 1)) {
                m_ends.push_back({.text = path.substr(at + 1), .location = i});
            }
        }
        std::ranges::sort(m_ends, {}, &End::text);
    }

    bool selectByEnds(std::string_view word)
    {
        const auto mark = [&](std::string_view from, const auto& fits) {
            const auto first = std::ranges::lower_bound(m_ends, from, {}, &End::text);
            auto end = first;
            for (; end != m_ends.end() && fits(end->text); ++end) {
                m_selected[end->location] = true;
            }
            return end != first;
        };
        if (mark(word, [&](std::string_view text) { return text == word; })) {
            return true;
        }
        const std::string above = std::string(word) + "/";
        return mark(above, [&](std::string_view text) { return text.starts_with(above); });
    }

    bool selectByGlob(std::string_view word)
    {
        const auto mark = [&](const auto& fits) {
            bool any = false;
            for (std::size_t i = 0; i < m_paths.size(); ++i) {
                if (fits(m_definitions.locations[i], m_paths[i])) {
                    m_selected[i] = true;
                    any = true;
                }
            }
            return any;
        };
        const std::string anyStart = "*/" + std::string(word);
        const bool isLocation = mark([&](const Location& location, const std::string& path) {
            return fitsGlob(location.name, word) || fitsGlob(path, word)
                   || fitsGlob(path, anyStart);
        });
        // A process or node stands for what is below it.
        const std::string below = std::string(word) + "/*";
        return isLocation || mark([&](const Location& /*location*/, const std::string& path) {
                   return fitsGlob(path, below) || fitsGlob(path, "*/" + below);
               });
    }

    const Definitions& m_definitions;
    std::vector<bool> m_selected;
    bool m_isLong;
    std::vector<std::string> m_paths;  ///< by location; empty until a word is no number
    std::vector<End> m_ends;           ///< by text; empty for few words
};

}  // namespace

bool isAboutSelection(const Error& error)
{
    const bool isUsage =
        error.kind == ErrorKind::InvalidArgument || error.kind == ErrorKind::NotFound;
    const std::string_view sentence = error.message;
    return isUsage
           && (sentence.starts_with(kLoadWindowOption) || sentence.starts_with(kLoadLocationsOption)
               || sentence.starts_with(kOffsetOption));
}

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

Result<void> checkTime(std::string_view text, std::string_view option)
{
    return isTime(text) ? Result<void>()
                        : Result<void>(parseTime(text, ClockProperties{}, option).error());
}

Result<void> checkWindowEnds(std::string_view text, std::string_view option)
{
    const std::size_t colon = text.find(':');
    if (text.empty() || colon == std::string_view::npos) {
        const auto ends = parseWindowEnds(text, ClockProperties{}, {}, option);
        return ends.isOk() ? Result<void>() : Result<void>(ends.error());
    }
    const auto checkEnd = [&](std::string_view end) {
        return end.empty() ? Result<void>() : checkTime(end, option);
    };
    VELLUM_RETURN_IF_ERROR(checkEnd(text.substr(0, colon)));
    return checkEnd(text.substr(colon + 1));
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
    LocationWords words(definitions, commasIn(text) + 1);
    VELLUM_RETURN_IF_ERROR(takeWords(
        text,
        "location",
        [&] { return words.mostCommas(); },
        [&](std::string_view word) { return words.select(word); }));
    return words.selected();
}

Result<LocationRef> selectLocation(std::string_view text, const Definitions& definitions)
{
    const auto found = selectLocations(text, definitions);
    VELLUM_RETURN_IF_ERROR(found);
    const std::vector<LocationRef>& locations = found.value();
    if (locations.size() == 1) {
        return locations.front();
    }
    const auto path = [&](LocationRef ref) {
        return "'" + definitions.pathOf(*definitions.find(ref)) + "' (number "
               + std::to_string(ref.value()) + ")";
    };
    return invalid(
        "'" + inSentence(text) + "' fits " + grouped(locations.size()) + " locations, for instance "
        + path(locations[0]) + " and " + path(locations[1])
        + "; more of the path or the number names one");
}

Result<void> takeWords(
    std::string_view text,
    std::string_view what,
    const std::function<std::size_t()>& mostCommas,
    const std::function<bool(std::string_view word)>& take)
{
    const auto endFrom = [&](std::size_t begin) {
        return std::min(text.find(',', begin), text.size());
    };
    // As people write lists: "3, 5". A name may begin with a blank; so that is tried first.
    const auto takeIt = [&take](std::string_view word) {
        const std::size_t begin = word.find_first_not_of(' ');
        if (take(word) || begin == std::string_view::npos) {
            return begin != std::string_view::npos;
        }
        const std::string_view bare = word.substr(begin, word.find_last_not_of(' ') + 1 - begin);
        return bare.size() < word.size() && take(bare);
    };
    std::optional<std::size_t> most;
    std::string_view firstUnknown;
    std::uint64_t unknown = 0;
    std::uint64_t asked = 0;
    for (std::size_t begin = 0; begin <= text.size(); ++asked) {
        const std::size_t first = endFrom(begin);
        std::size_t end = first;
        bool isKnown = end > begin && takeIt(text.substr(begin, end - begin));
        for (std::size_t commas = 0; !isKnown && end < text.size(); ++commas) {
            most = most ? most : mostCommas();
            if (commas == *most) {
                break;
            }
            end = endFrom(end + 1);
            isKnown = takeIt(text.substr(begin, end - begin));
        }
        if (!isKnown) {
            firstUnknown = unknown++ == 0 ? text.substr(begin, first - begin) : firstUnknown;
            end = first;
        }
        begin = end + 1;
    }
    if (unknown == 0) {
        return {};
    }
    return Error{
        .kind = ErrorKind::NotFound,
        .message = "the trace has no " + std::string(what) + " '" + inSentence(firstUnknown) + "'"
                   + norOthers(unknown - 1, asked)};
}

std::string norOthers(std::uint64_t others, std::uint64_t asked)
{
    return others == 0 ? std::string()
                       : ", nor " + grouped(others) + (others == 1 ? " other" : " others")
                             + " of the " + grouped(asked) + " asked for";
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

std::size_t commasIn(std::string_view text)
{
    return static_cast<std::size_t>(std::ranges::count(text, ','));
}

}  // namespace vellum::query
