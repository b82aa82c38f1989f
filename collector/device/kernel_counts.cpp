#include "collector/device/kernel_counts.h"

#include "collector/device/payload.h"

#include <algorithm>
#include <utility>

namespace vellum::collector::device {

namespace {

template <typename Kernels>
std::vector<Work*> kernelsOf(const cuda::LaunchEntry& launch, Kernels& kernels)
{
    const auto found = kernels.find(launch.correlation);
    if (found != kernels.end()) {
        return found->second;
    }
    const auto outer = kernels.find(launch.outer);
    return outer == kernels.end() ? std::vector<Work*>() : outer->second;
}

}  // namespace

void KernelCounts::takeMetrics(std::uint32_t context, std::span<const std::byte> payload)
{
    const auto head = takeValues<cuda::CountedMetricsHead>(payload, 1);
    if (head.empty() || m_contexts.contains(context)) {
        return;  // what was counted before has the width of the first
    }
    Context& known = m_contexts[context];
    known = {.passes = head.front().passes};
    known.metrics = metricsOf(payload);
}

void KernelCounts::takeCounts(std::uint32_t context, std::span<const std::byte> payload)
{
    const auto head = takeValues<cuda::CountsHead>(payload, 1);
    const auto known = m_contexts.find(context);
    if (head.empty() || known == m_contexts.end()) {
        return;
    }
    Session session{
        .context = context, .ranges = head.front().ranges, .dropped = head.front().dropped};
    session.launches = takeValues<cuda::LaunchEntry>(payload, head.front().launches);
    session.values = takeValues<double>(payload, session.ranges * known->second.metrics.size());
    if (session.launches.size() == head.front().launches
        && session.values.size() == session.ranges * known->second.metrics.size()) {
        m_sessions.push_back(std::move(session));
    }
}

void KernelCounts::join(DeviceTrace& trace) const
{
    std::map<std::uint32_t, KernelsOfCalls> kernels;  // by context
    for (auto& [key, works] : trace.rows) {
        for (Work& work : works) {
            if (key.kind == RowKey::Kind::Stream && work.kind == WorkKind::Kernel
                && m_contexts.contains(key.context)) {
                kernels[key.context][work.correlation].push_back(&work);
            }
        }
    }
    for (auto& [context, calls] : kernels) {
        for (auto& [correlation, works] : calls) {
            std::ranges::stable_sort(works, {}, &Work::begin);
        }
    }
    std::map<std::uint32_t, Shortfall> missing;
    for (const Session& session : m_sessions) {
        const Context& context = m_contexts.at(session.context);
        CountedKernels& counted = trace.countedKernels[session.context];
        counted.metrics = context.metrics;
        trace.replayPasses = std::max(trace.replayPasses, context.passes);
        joinSession(session, kernels[session.context], counted, missing[session.context]);
    }
    for (const auto& [context, shortfall] : missing) {
        const std::string of = "--gpu-metrics: context " + std::to_string(context) + ": ";
        if (shortfall.kernels != 0 || shortfall.ranges != 0) {
            trace.unavailable.push_back(
                of + std::to_string(shortfall.kernels)
                + " kernels were launched where CUPTI counted " + std::to_string(shortfall.ranges)
                + (shortfall.dropped == 0 ? std::string()
                                          : " and dropped " + std::to_string(shortfall.dropped))
                + ": which is which is not known, and none of them has its counts");
        }
        if (shortfall.overlapping != 0) {
            trace.unavailable.push_back(
                of + std::to_string(shortfall.overlapping)
                + " kernels were launched by several threads at once: their order is not known, and "
                  "none of them has its counts");
        }
    }
}

void KernelCounts::joinSession(
    const Session& session, KernelsOfCalls& kernels, CountedKernels& counted, Shortfall& missing)
{
    std::vector<Work*> order;
    std::vector<bool> isClear;
    for (const cuda::LaunchEntry& launch : session.launches) {
        for (Work* kernel : kernelsOf(launch, kernels)) {
            order.push_back(kernel);
            isClear.push_back((launch.flags & cuda::LaunchEntry::kOverlaps) == 0);
        }
    }
    if (order.size() != session.ranges || session.dropped != 0) {
        missing.kernels += order.size();
        missing.ranges += session.ranges;
        missing.dropped += session.dropped;
        return;
    }
    const std::size_t width = counted.metrics.size();
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (!isClear[i]) {
            ++missing.overlapping;
            continue;
        }
        const auto first = session.values.begin() + static_cast<std::ptrdiff_t>(i * width);
        counted.values.insert(
            counted.values.end(), first, first + static_cast<std::ptrdiff_t>(width));
        order[i]->counted =
            static_cast<std::uint32_t>(counted.values.size() / std::max<std::size_t>(width, 1));
    }
}

}  // namespace vellum::collector::device
