#include "server/reader/json/region_table.h"

#include "common/base/narrow.h"
#include "common/trace/device_work.h"
#include "server/reader/json/kept_text.h"

#include <algorithm>
#include <array>

namespace vellum::server::reader::json {

namespace {

using Known = std::pair<std::string_view, EventClass>;

constexpr std::array<Known, 32> kKnown = {{
    {"cpu_op", EventClass::Operator},
    {"hpu_op", EventClass::Operator},
    {"operator", EventClass::Operator},
    {"user_annotation", EventClass::Annotation},
    {"trace", EventClass::Overhead},  // the profiler itself, from its begin to its end
    {"gpu_user_annotation", EventClass::DeviceAnnotation},
    {"python_function", EventClass::Python},
    {"python", EventClass::Python},
    {"cuda_runtime", EventClass::HostApi},
    {"cuda_driver", EventClass::HostApi},
    {"hip_runtime", EventClass::HostApi},
    {"mtia_runtime", EventClass::HostApi},
    {"xpu_runtime", EventClass::HostApi},
    {"xpu_driver", EventClass::HostApi},
    {"glow_runtime", EventClass::HostApi},
    {"privateuse1_runtime", EventClass::HostApi},
    {"privateuse1_driver", EventClass::HostApi},
    {"runtime", EventClass::HostApi},
    {"kernel", EventClass::Kernel},
    {"mtia_ccp_events", EventClass::Kernel},
    {"gpu_memcpy", EventClass::Copy},
    {"memcpy", EventClass::Copy},
    {"gpu_memset", EventClass::Set},
    {"memset", EventClass::Set},
    {"cuda_sync", EventClass::Sync},
    {"xpu_sync", EventClass::Sync},
    {"cuda_event", EventClass::Sync},
    {"overhead", EventClass::Overhead},
    {"cuda_profiler_range", EventClass::CounterRange},
    {"xpu_scope_profiler", EventClass::CounterRange},
    {"cpu_instant_event", EventClass::Instant},
    {"collective_comm", EventClass::Kernel},
}};

struct Nature {
    Paradigm paradigm = Paradigm::User;
    RegionRole role = RegionRole::Unknown;
};

Nature natureOf(EventClass kind, Paradigm device)
{
    switch (kind) {
    case EventClass::Operator:
        return {Paradigm::PyTorch, RegionRole::Function};
    case EventClass::Annotation:
    case EventClass::DeviceAnnotation:
    case EventClass::CounterRange:
    case EventClass::Instant:
        return {Paradigm::PyTorch, RegionRole::Code};
    case EventClass::Python:
        return {Paradigm::Python, RegionRole::Function};
    case EventClass::HostApi:
        return {device, RegionRole::Wrapper};
    case EventClass::Sync:
        return {device, RegionRole::TaskWait};
    case EventClass::Kernel:
        return {device, RegionRole::Kernel};
    case EventClass::Copy:
    case EventClass::Set:
        return {device, RegionRole::DataTransfer};
    case EventClass::Overhead:
        return {Paradigm::MeasurementSystem, RegionRole::Artificial};
    case EventClass::Other:
        break;
    }
    return {Paradigm::User, RegionRole::Code};
}

}  // namespace

bool isDeviceWork(EventClass kind)
{
    return kind == EventClass::Kernel || kind == EventClass::Copy || kind == EventClass::Set;
}

std::string lowerOf(std::string_view text)
{
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return lower;
}

EventClass classOf(std::string_view category)
{
    const std::string lower = lowerOf(category);
    const auto known = std::ranges::find(kKnown, std::string_view(lower), &Known::first);
    return known == kKnown.end() ? EventClass::Other : known->second;
}

EventClass RegionTable::classify(Raw category)
{
    const auto found = std::ranges::find(
        m_categories, category, [](const auto& known) { return std::string_view(known.first); });
    if (found != m_categories.end()) {
        return found->second;
    }
    const EventClass kind = classOf(bare(category));
    constexpr std::size_t kMostRemembered = 64;
    if (m_categories.size() < kMostRemembered) {
        m_categories.emplace_back(category, kind);
    }
    return kind;
}

std::uint32_t RegionTable::intern(EventClass kind, Raw name)
{
    auto& byName = m_byName.at(static_cast<std::size_t>(kind));
    if (const auto found = byName.find(name); found != byName.end()) {
        return found->second;
    }
    const auto region = narrow<std::uint32_t>(m_names.size());
    const std::string& kept = m_names.emplace_back(name);
    m_classes.push_back(kind);
    byName.emplace(kept, region);
    return region;
}

void RegionTable::reclassify(std::uint32_t region, EventClass kind)
{
    const std::string_view name = m_names[region];
    m_byName.at(static_cast<std::size_t>(m_classes[region])).erase(name);
    m_byName.at(static_cast<std::size_t>(kind)).emplace(name, region);
    m_classes[region] = kind;
}

std::vector<Region> RegionTable::takeRegions(tracks::Findings& findings, Paradigm device)
{
    const auto hasCall = [this](std::string_view prefix) {
        bool has = false;
        for (std::size_t i = 0; i < m_names.size() && !has; ++i) {
            has = m_classes[i] == EventClass::HostApi && bare(m_names[i]).starts_with(prefix);
        }
        return has;
    };
    if (hasCall("hip")) {
        device = Paradigm::Hip;
    } else if (hasCall("cu")) {
        device = Paradigm::Cuda;
    }
    std::vector<Region> regions;
    regions.reserve(m_names.size());
    for (std::uint32_t i = 0; !m_names.empty(); ++i) {
        const auto [paradigm, role] = natureOf(m_classes[i], device);
        Region region{
            .ref = RegionRef(i),
            .name = keptText(m_names.front(), findings),
            .role = role,
            .paradigm = paradigm,
            .group = functionGroupOf(paradigm, role, "")};
        if (m_classes[i] == EventClass::Kernel && isCollectiveKernel(region.name)) {
            region.group = FunctionGroup::Mpi;
        }
        regions.push_back(std::move(region));
        m_names.pop_front();
    }
    return regions;
}

}  // namespace vellum::server::reader::json
