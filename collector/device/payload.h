#pragma once

#include "collector/device/device_trace.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <vector>

namespace vellum::collector::device {

/// As many whole values as there are at the begin of \p bytes, at most \p most; they are taken off.
template <typename Value>
std::vector<Value> takeValues(std::span<const std::byte>& bytes, std::size_t most)
{
    std::vector<Value> values(std::min(most, bytes.size() / sizeof(Value)));
    if (!values.empty()) {
        std::memcpy(values.data(), bytes.data(), values.size() * sizeof(Value));
    }
    bytes = bytes.subspan(values.size() * sizeof(Value));
    return values;
}

/// Of lines "NAME<tab>UNIT".
[[nodiscard]] inline std::vector<CountedMetric> metricsOf(std::span<const std::byte> lines)
{
    std::vector<CountedMetric> metrics;
    const std::string text(reinterpret_cast<const char*>(lines.data()), lines.size());
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::size_t tab = std::min(text.find('\t', begin), end);
        const std::size_t unit = std::min(tab + 1, end);
        metrics.push_back(
            {.name = text.substr(begin, tab - begin), .unit = text.substr(unit, end - unit)});
        begin = end + 1;
    }
    return metrics;
}

}  // namespace vellum::collector::device
