#include "common/query/trace_selection.h"

#include "common/time/clock_properties.h"

#include <cstdint>

namespace vellum::query {

std::string TraceSelection::name() const
{
    if (paths.empty()) {
        return {};
    }
    return paths.size() == 1 ? paths.front()
                             : paths.front() + " and " + std::to_string(paths.size() - 1) + " more";
}

namespace {

/// What is wrong with the time \p text to move a file by; empty if nothing is.
std::string mistakeOfTime(const std::string& text)
{
    constexpr std::int64_t kMostNs = std::int64_t(1) << 61;
    const std::string own = "'" + text + "' ";
    if (text.empty()) {
        return "there is no time after '='";
    }
    if (isTime(text + 's')) {
        return own + "has no unit: s, ms, us or ns";
    }
    if (text.back() == 't' && isTime(text)) {
        return own + "is in ticks, which files need not have in common: give s, ms, us or ns";
    }
    if (!isTime(text)) {
        return own + "is no time such as 1.2s, -300us or 1e-3s";
    }
    const auto time = parseTick(text, ClockProperties{});
    return time && *time <= kMostNs && *time >= -kMostNs
               ? std::string()
               : own + "is too far: at most 2^61 ns, which are 73 years";
}

}  // namespace

std::string mistakeOfFileOffset(std::string_view text)
{
    const std::size_t equals = text.rfind('=');  // names may hold one, times do not
    std::string what;
    if (equals == std::string_view::npos) {
        what = "it has no '='";
    } else if (equals == 0) {
        what = "there is no file before '='";
    } else {
        what = mistakeOfTime(std::string(text.substr(equals + 1)));
    }
    return what.empty()
               ? what
               : "'" + std::string(text) + "' is not FILE=T, for instance rank1.json=1.2s: " + what;
}

std::optional<FileOffset> parseFileOffset(std::string_view text)
{
    if (!mistakeOfFileOffset(text).empty()) {
        return std::nullopt;
    }
    const std::size_t equals = text.rfind('=');
    return FileOffset{
        .file = std::string(text.substr(0, equals)),
        .ns = *parseTick(text.substr(equals + 1), ClockProperties{})};
}

}  // namespace vellum::query
