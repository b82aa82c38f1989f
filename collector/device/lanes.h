#pragma once

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

namespace vellum::collector::device {

/// Orders spans by their begin and gives what overlaps lanes of its own. A span has `begin` and `end`.
///
/// Exact    Each span is in one lane; within a lane none begins before the one before it has ended. A span goes to
///          the first lane that is free, so that spans without overlap stay in the first. No lane is empty.
template <typename Span>
[[nodiscard]] std::vector<std::vector<Span>> intoLanes(std::vector<Span> spans)
{
    std::stable_sort(spans.begin(), spans.end(), [](const Span& a, const Span& b) {
        return std::tie(a.begin, a.end) < std::tie(b.begin, b.end);
    });
    std::vector<std::vector<Span>> lanes;
    for (Span& span : spans) {
        const auto free = std::find_if(lanes.begin(), lanes.end(), [&](const auto& lane) {
            return lane.back().end <= span.begin;
        });
        if (free != lanes.end()) {
            free->push_back(std::move(span));
        } else {
            lanes.push_back({std::move(span)});
        }
    }
    return lanes;
}

}  // namespace vellum::collector::device
