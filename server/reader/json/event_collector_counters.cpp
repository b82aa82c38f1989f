#include "common/base/narrow.h"
#include "server/reader/json/event_collector.h"
#include "server/reader/json/kept_text.h"
#include "server/reader/json/lenient_parser.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <utility>

namespace vellum::server::reader::json {

namespace {

using query::Severity;
using tracks::bits;
using tracks::kTypeDouble;
using tracks::Track;

/// Of an allocation: "GPU 0", "CPU".
std::string deviceName(const JsonEvent& event)
{
    // PyTorch's numbers of devices, those of CUDA, HIP and XPU.
    constexpr std::array<std::int64_t, 3> kGpus = {1, 6, 12};
    const std::int64_t type = event.integer(Argument::DeviceType);
    const std::string id = std::to_string(event.integer(Argument::DeviceId));
    if (type == 0) {
        return "CPU";
    }
    return std::ranges::find(kGpus, type) != kGpus.end()
               ? "GPU " + id
               : "device " + id + " of type " + std::to_string(type);
}

}  // namespace

/// What the allocator held after this one: of newer profilers in the event, of older ones a sum.
void EventCollector::takeMemory(const JsonEvent& event, Tick at)
{
    const std::size_t track = namedTrackAt(event.pid, "memory ", "memory");
    m_trace.tracks[track].isMetric = true;
    const std::string device = deviceName(event);
    if (event.at(Argument::TotalAllocated).empty()) {
        m_memory.push_back(
            {.at = at,
             .track = track,
             .metric = metricOf("memory allocated since the trace began · " + device, "B"),
             .bytes = event.integer(Argument::Bytes)});
        return;
    }
    const auto add = [&](const char* name, Argument argument) {
        if (const auto value = numberOf(event.at(argument))) {
            addSample(track, at, metricOf(name + device, "B"), *value);
        }
    };
    add("memory allocated · ", Argument::TotalAllocated);
    add("memory reserved · ", Argument::TotalReserved);
}

void EventCollector::sumMemory()
{
    std::ranges::stable_sort(m_memory, {}, &MemoryChange::at);
    std::map<std::pair<std::size_t, std::uint32_t>, std::uint64_t> sums;
    for (const MemoryChange& change : m_memory) {
        std::uint64_t& sum = sums[{change.track, change.metric}];
        sum += bits(change.bytes);
        const auto value = static_cast<double>(static_cast<std::int64_t>(sum));
        addSample(change.track, change.at, change.metric, value);
    }
}

std::uint32_t EventCollector::metricOf(std::string name, const char* unit)
{
    const auto [metric, isNew] =
        m_metrics.try_emplace(name, narrow<std::uint32_t>(m_trace.metrics.size()));
    if (isNew) {
        m_trace.metrics.push_back({.name = std::move(name), .unit = unit});
    }
    return metric->second;
}

void EventCollector::addSample(std::size_t track, Tick at, std::uint32_t metric, double value)
{
    Track& to = m_trace.tracks[track];
    to.points.push_back(
        {.at = at,
         .record = to.add(
             event_kind::kMetric, {metric, kTypeDouble, std::bit_cast<std::uint64_t>(value)})});
}

void EventCollector::takeCounter(const JsonEvent& event, Tick at)
{
    note(at, at);
    // A counter with an id is one of several of its name.
    const std::string name = keptText(event.name, m_trace.findings)
                             + (event.id.empty() ? "" : " [" + textOf(event.id) + "]");
    const std::size_t track = namedTrackAt(event.pid, "counter ", name);
    m_trace.tracks[track].isMetric = true;
    takeSeries(event, track, name + " · ", at);
}

/// Every argument a sample of the metric of its name.
void EventCollector::takeSeries(
    const JsonEvent& event, std::size_t track, const std::string& name, Tick at)
{
    bool isAny = false;
    forEachMember(event.arguments, [&](std::string_view key, Raw value) {
        isAny = true;
        if (const auto number = numberOf(value)) {
            addSample(track, at, metricOf(name + keptText(key, m_trace.findings), ""), *number);
            return;
        }
        const auto sentence = [&] {
            return "'" + textOf(key) + "' of " + shown(event.name) + " at " + std::to_string(at)
                   + " ns is " + shown(value) + " and no number: it is left out";
        };
        m_trace.findings.add(
            "counter-without-number", Severity::Warning, sentence, &m_trace.tracks[track]);
    });
    if (!isAny) {
        const auto sentence = [&] {
            return shown(event.name) + " at " + std::to_string(at) + " ns has no values";
        };
        m_trace.findings.add(
            "counter-without-number", Severity::Warning, sentence, &m_trace.tracks[track]);
    }
}

}  // namespace vellum::server::reader::json
