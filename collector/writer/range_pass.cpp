#include "collector/writer/range_pass.h"

#include "collector/device/lanes.h"
#include "common/trace/range_text.h"

#include <algorithm>
#include <bit>
#include <charconv>

namespace vellum::collector::writer {

using measurement::EventKind;
using Type = Otf2Archive::AttributeType;

void RangePass::beginProcess(const SpooledProcess& process, Otf2Archive::GroupRef group)
{
    m_process = &process;
    m_group = group;
    m_started.clear();
    m_ended.clear();
}

const SpooledRange& RangePass::rangeOf(std::uint32_t name) const
{
    static const SpooledRange kUnnamed;
    const auto found = m_process->ranges.find(name);
    return found == m_process->ranges.end() ? kUnnamed : found->second;
}

void RangePass::addAttribute(std::string_view name, std::uint64_t value, Type type)
{
    m_attributes.push_back({.name = m_archive.attribute(name, type), .value = value});
}

void RangePass::addText(std::string_view name, const std::string& text)
{
    addAttribute(name, m_archive.text(text), Type::Text);
}

/// Numbers as numbers, all else as texts.
void RangePass::addArguments(const SpooledRange& range)
{
    for (const auto& [name, value] : splitRangeText(range.text).arguments) {
        std::int64_t number = 0;
        const auto [end, error] =
            std::from_chars(value.data(), value.data() + value.size(), number);
        if (error == std::errc() && end == value.data() + value.size()) {
            addAttribute(name, static_cast<std::uint64_t>(number), Type::Int);
        } else {
            addText(name, std::string(value));
        }
    }
}

std::string RangePass::categoryOf(const SpooledRange& range) const
{
    const auto named = m_process->rangeCategories.find({range.domain, range.category});
    return named == m_process->rangeCategories.end() ? "category " + std::to_string(range.category)
                                                     : named->second;
}

std::span<const Otf2Archive::Attribute> RangePass::attributesOf(
    std::uint32_t name, const RangePayload& payload)
{
    m_attributes.clear();
    const SpooledRange& range = rangeOf(name);
    const auto domain = m_process->rangeDomains.find(range.domain);
    if (domain != m_process->rangeDomains.end()) {
        addText("nvtx_domain", domain->second);
    }
    if (range.category != 0) {
        addText("nvtx_category", categoryOf(range));
    }
    if (range.color != 0) {
        addAttribute("nvtx_color", range.color, Type::UInt);
    }
    constexpr std::string_view kPayload = "nvtx_payload";
    const auto low = static_cast<std::uint32_t>(payload.bits);
    switch (payload.type) {  // PayloadType of nvtx_interface.h
    case 1:
        addAttribute(kPayload, payload.bits, Type::UInt);
        break;
    case 2:
        addAttribute(kPayload, payload.bits, Type::Int);
        break;
    case 3:
        addAttribute(kPayload, payload.bits, Type::Real);
        break;
    case 4:
        addAttribute(kPayload, low, Type::UInt);
        break;
    case 5:
        addAttribute(
            kPayload,
            static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(low)}),
            Type::Int);
        break;
    case 6:
        addAttribute(
            kPayload,
            std::bit_cast<std::uint64_t>(static_cast<double>(std::bit_cast<float>(low))),
            Type::Real);
        break;
    default:
        break;
    }
    addArguments(range);
    return m_attributes;
}

void RangePass::sample(const measurement::EventRecord& record, std::uint64_t tick)
{
    const std::uint64_t subject = measurement::subjectOf(record);
    const SpooledRange& counter = rangeOf(static_cast<std::uint32_t>(subject));
    const auto domain = m_process->rangeDomains.find(counter.domain);
    const std::string name = domain == m_process->rangeDomains.end()
                                 ? counter.text
                                 : domain->second + ": " + counter.text;
    if (subject == measurement::counterSubject(static_cast<std::uint32_t>(subject), false)) {
        m_archive.sample(
            tick, m_contents.metricOf(name, "#"), static_cast<std::int64_t>(record.frame));
        return;
    }
    const auto value = std::bit_cast<double>(record.frame);
    m_archive.sampleSet(tick, m_contents.setOf({{.name = name, .unit = "#"}}, true), {&value, 1});
}

void RangePass::take(
    const measurement::EventRecord& record,
    const RangePayload& payload,
    Otf2Archive::LocationRef location)
{
    const auto name = static_cast<std::uint32_t>(measurement::subjectOf(record));
    switch (measurement::kindOf(record)) {
    case EventKind::RangeStart:
        m_started[record.frame] = {.begin = record.tick, .name = name, .payload = payload};
        break;
    case EventKind::RangeEnd:
        m_ended[record.frame] = record.tick;
        break;
    case EventKind::RangeMark: {
        const SpooledRange& range = rangeOf(name);
        const auto domain = m_process->rangeDomains.find(range.domain);
        std::string category = range.category == 0 ? "mark" : categoryOf(range);
        if (domain != m_process->rangeDomains.end()) {
            category = domain->second + ": " + category;
        }
        m_marks.push_back(
            {.tick = m_contents.clock(record.tick),
             .location = location,
             .category = std::move(category),
             .text = range.text});
        break;
    }
    default:
        break;
    }
}

void RangePass::writeRows(const std::vector<RangeSpan>& spans, const std::string& name)
{
    std::size_t lane = 0;
    for (const std::vector<RangeSpan>& inLane : device::intoLanes(spans)) {
        ++lane;
        m_archive.beginLocation(m_contents.locations.size());
        for (const RangeSpan& span : inLane) {
            const RegionTable::Ref region =
                m_regions.find({.kind = RegionKey::Kind::Range, .subject = span.name}, span.begin);
            if (region != RegionTable::kExcluded) {
                m_archive.enter(span.begin, region, attributesOf(span.name, span.payload));
                m_archive.leave(span.end, region);
            }
        }
        m_contents.cover(inLane.front().begin, inLane.back().end);
        m_contents.locations.push_back(
            {.name = lane == 1 ? name : name + ", lane " + std::to_string(lane),
             .events = m_archive.endLocation(),
             .group = m_group});
    }
}

void RangePass::writeBeside(const std::vector<RangeSpan>& spans, const std::string& thread)
{
    writeRows(spans, thread + ", NVTX");
}

void RangePass::endProcess(std::uint64_t end)
{
    std::vector<RangeSpan> spans;
    for (auto& [number, span] : m_started) {
        const auto ended = m_ended.find(number);
        span.end = std::max(span.begin, ended == m_ended.end() ? end : ended->second);
        spans.push_back(span);
    }
    writeRows(spans, "NVTX start/end ranges");
}

std::vector<Otf2Archive::Mark> RangePass::takeMarks()
{
    std::ranges::stable_sort(m_marks, {}, &Otf2Archive::Mark::tick);
    return std::move(m_marks);
}

}  // namespace vellum::collector::writer
