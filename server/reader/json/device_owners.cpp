#include "server/reader/json/device_owners.h"

#include <algorithm>

namespace vellum::server::reader::json {

namespace {

using tracks::RecordHead;
using tracks::Span;
using tracks::Track;

/// The first member of the record at a slice, if \p fits says so of its kind; 0 for none.
template <typename Fits>
std::uint64_t firstNumberOf(const Track& track, const Span& span, Fits fits)
{
    if (span.extra == 0) {
        return 0;
    }
    const RecordHead head = RecordHead::unpacked(track.words[span.extra]);
    return head.words > 0 && fits(head.kind) ? track.words[span.extra + 1] : 0;
}

bool isLaunch(EventKind kind)
{
    return kind == event_kind::kDeviceLaunch;
}

bool isWork(EventKind kind)
{
    return kind == event_kind::kDeviceKernel || kind == event_kind::kDeviceCopy
           || kind == event_kind::kDeviceSet || kind == event_kind::kDeviceSync;
}

}  // namespace

std::vector<std::uint64_t> launchNumbers(const TrackList& host)
{
    std::vector<std::uint64_t> numbers;
    for (const Track* track : host) {
        for (const Span& span : track->spans) {
            if (const std::uint64_t number = firstNumberOf(*track, span, isLaunch); number != 0) {
                numbers.push_back(number);
            }
        }
    }
    std::ranges::sort(numbers);
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return numbers;
}

DeviceOwner ownerOf(const TrackList& device, std::span<const std::vector<std::uint64_t>> numbers)
{
    DeviceOwner owner;
    std::uint64_t works = 0;  // that carry a number
    std::vector<std::uint64_t> known(numbers.size(), 0);
    for (const Track* track : device) {
        for (const Span& span : track->spans) {
            const std::uint64_t number = firstNumberOf(*track, span, isWork);
            if (number == 0) {
                continue;
            }
            std::size_t having = 0;
            for (std::size_t i = 0; i < numbers.size(); ++i) {
                const bool has = std::ranges::binary_search(numbers[i], number);
                known[i] += has ? 1 : 0;
                having += has ? 1 : 0;
            }
            ++works;
            owner.ambiguous += having > 1 ? 1 : 0;
        }
    }
    const auto best = std::ranges::max_element(known);
    constexpr double kNearlyAll = 0.98;  // some calls lie before the recording
    const bool isClear = best != known.end() && std::ranges::count(known, *best) == 1
                         && static_cast<double>(*best) >= kNearlyAll * static_cast<double>(works);
    if (isClear && works > 0) {
        owner.process = static_cast<std::size_t>(best - known.begin());
    }
    return owner;
}

}  // namespace vellum::server::reader::json
