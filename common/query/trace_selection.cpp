#include "common/query/trace_selection.h"

#include "common/time/clock_properties.h"

#include <cstdlib>

namespace vellum::query {

std::string TraceSelection::name() const
{
    if (paths.empty()) {
        return {};
    }
    return paths.size() == 1 ? paths.front()
                             : paths.front() + " and " + std::to_string(paths.size() - 1) + " more";
}

std::optional<FileOffset> parseFileOffset(std::string_view text)
{
    constexpr std::int64_t kMostNs = std::int64_t(1) << 61;
    const std::size_t equals = text.rfind('=');  // names may hold one, times do not
    if (equals == std::string_view::npos || equals == 0 || text.back() == 't') {
        return std::nullopt;
    }
    const ClockProperties nanoseconds;
    const auto time = parseTick(text.substr(equals + 1), nanoseconds);
    if (!time || std::abs(*time) > kMostNs) {
        return std::nullopt;
    }
    return FileOffset{.file = std::string(text.substr(0, equals)), .ns = *time};
}

}  // namespace vellum::query
