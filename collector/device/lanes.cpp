#include "collector/device/lanes.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace vellum::collector::device {

std::vector<std::vector<Work>> intoLanes(std::vector<Work> works)
{
    std::stable_sort(works.begin(), works.end(), [](const Work& a, const Work& b) {
        return std::tie(a.begin, a.end) < std::tie(b.begin, b.end);
    });
    std::vector<std::vector<Work>> lanes;
    for (Work& work : works) {
        const auto free = std::find_if(lanes.begin(), lanes.end(), [&](const auto& lane) {
            return lane.back().end <= work.begin;
        });
        if (free != lanes.end()) {
            free->push_back(work);
        } else {
            lanes.push_back({work});
        }
    }
    return lanes;
}

}  // namespace vellum::collector::device
