#include "server/query/sampled_paths.h"

#include "common/trace/event_kinds.h"

#include <algorithm>

namespace vellum::server::query {

SampledPaths::SampledPaths(const std::vector<CallingContext>& contexts)
    : m_parent(contexts.size(), kNone)
{
    m_region.reserve(contexts.size());
    m_places.reserve(contexts.size());
    for (const CallingContext& context : contexts) {
        m_places.emplace(context.ref, static_cast<Place>(m_region.size()));
        m_region.push_back(context.region);
    }
    for (std::size_t i = 0; i < contexts.size(); ++i) {
        const auto parent = m_places.find(contexts[i].parent);
        if (contexts[i].parent.isDefined() && parent != m_places.end()) {
            m_parent[i] = parent->second;
        }
    }
    cutCircles();
}

/// Goes up from every context as far as no earlier walk has been; who comes back to where it has been
/// itself is in a circle.
void SampledPaths::cutCircles()
{
    std::vector<Place> walkOf(m_parent.size(), kNone);
    for (Place start = 0; start < m_parent.size(); ++start) {
        Place at = start;
        while (walkOf[at] == kNone) {
            walkOf[at] = start;
            const Place parent = m_parent[at];
            if (parent == kNone) {
                break;
            }
            if (walkOf[parent] == start) {
                m_parent[at] = kNone;
                break;
            }
            at = parent;
        }
    }
}

std::unordered_map<SampledPaths::Place, std::uint64_t> SampledPaths::countSamples(
    const store::LocationStore& location, TickRange window, StopPoll& poll) const
{
    const store::RecordTable& records = location.records;
    const std::size_t first = records.time.firstFrom(window.begin);
    const std::size_t last = records.time.firstFrom(window.end, first);
    std::unordered_map<CallingContextRef, std::uint64_t> counts;
    for (std::size_t i = first; i < last && !poll.stopNow(); ++i) {
        if (records.kind[i] == event_kind::kCallingContextSample) {
            ++counts[CallingContextRef(static_cast<std::uint32_t>(records.payloadOf(i).front()))];
        }
    }
    std::unordered_map<Place, std::uint64_t> found;
    for (const auto& [context, count] : counts) {
        if (const auto place = m_places.find(context); place != m_places.end()) {
            found.emplace(place->second, count);
        }
    }
    return found;
}

bool hasSamples(const store::LocationStore& location)
{
    return std::ranges::any_of(location.totals.kinds, [](const auto& counted) {
        return counted.first == event_kind::kCallingContextSample && counted.second > 0;
    });
}

}  // namespace vellum::server::query
