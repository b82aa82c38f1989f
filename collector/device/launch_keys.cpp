#include "collector/device/launch_keys.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace vellum::collector::device {

namespace {

constexpr std::size_t kNodeOfGraph = 10;  ///< its place in Work::values

std::vector<Work*> kernelsOf(std::vector<Work>& works)
{
    std::vector<Work*> kernels;
    for (Work& work : works) {
        if (work.kind == WorkKind::Kernel) {
            kernels.push_back(&work);
        }
    }
    std::ranges::stable_sort(kernels, [](const Work* one, const Work* other) {
        const auto key = [](const Work* work) {
            return std::tuple(work->correlation, work->values.at(kNodeOfGraph), work->begin);
        };
        return key(one) < key(other);
    });
    return kernels;
}

}  // namespace

void numberLaunches(DeviceTrace& trace)
{
    constexpr std::uint64_t kMostPlaces = std::numeric_limits<std::uint16_t>::max();
    constexpr std::uint64_t kMostLaunches = std::numeric_limits<std::uint32_t>::max();
    struct Place {
        std::uint64_t ofContext = 0;
        std::uint64_t nextStream = 0;
    };
    std::map<std::uint32_t, Place> contexts;
    for (auto& [key, works] : trace.rows) {
        const std::vector<Work*> kernels =
            key.kind == RowKey::Kind::Stream ? kernelsOf(works) : std::vector<Work*>();
        if (kernels.empty()) {
            continue;
        }
        Place& place =
            contexts.try_emplace(key.context, Place{.ofContext = contexts.size()}).first->second;
        const std::uint64_t stream = place.nextStream++;
        if (place.ofContext > kMostPlaces || stream > kMostPlaces) {
            continue;
        }
        std::uint64_t launch = 0;
        for (Work* kernel : kernels) {
            if (++launch > kMostLaunches) {
                break;
            }
            kernel->launch = place.ofContext << 48U | stream << 32U | launch;
        }
    }
}

}  // namespace vellum::collector::device
