#include "collector/writer/left_out.h"

#include <algorithm>
#include <cstdio>

namespace vellum::collector::writer {

namespace {

std::string inSeconds(std::uint64_t ticks, std::uint64_t ticksPerSecond)
{
    char text[32];
    std::snprintf(
        text,
        sizeof text,
        "%.6f",
        static_cast<double>(ticks)
            / static_cast<double>(std::max<std::uint64_t>(ticksPerSecond, 1)));
    return text;
}

/// Of the visits that were recorded.
std::string meanNs(const LeftOutRegion& function, std::uint64_t ticksPerSecond)
{
    const double mean = static_cast<double>(function.ticks) * 1e9
                        / static_cast<double>(std::max<std::uint64_t>(ticksPerSecond, 1))
                        / static_cast<double>(std::max<std::uint64_t>(function.recorded, 1));
    char text[32];
    std::snprintf(text, sizeof text, "%.0f ns", mean);
    return text;
}

/// Score-P's filter files take blanks, `#` and wildcards as syntax, unless a backslash stands before them.
std::string escaped(const std::string& name)
{
    std::string text;
    for (const char letter : name) {
        if (std::string_view(" \t#*?[]\\").find(letter) != std::string_view::npos) {
            text += '\\';
        }
        text += letter;
    }
    return text;
}

}  // namespace

void LeftOutPass::addProcess(const SpooledProcess& process, Otf2Archive::LocationRef firstLocation)
{
    for (const SpooledLeftOut& one : process.leftOut) {
        const RegionTable::Ref ref =
            m_regions.find({.kind = RegionKey::Kind::Function, .subject = one.address}, one.tick);
        if (ref == RegionTable::kExcluded) {
            continue;  // the user's own filter leaves it out
        }
        const Otf2Archive::Region& region = m_regions.regions()[ref];
        const std::uint64_t tick = m_contents.clock(one.tick);
        const auto [place, isNew] = m_functions.try_emplace(ref);
        LeftOutRegion& sum = place->second;
        sum.name = region.name;
        sum.mangled = region.canonicalName.empty() ? region.name : region.canonicalName;
        sum.tick = isNew ? tick : std::min(sum.tick, tick);
        sum.recorded += one.recorded;
        sum.ticks += one.ticks;
        sum.visits += one.visits;
        ++sum.processes;
        m_marks.push_back(
            {.tick = tick,
             .location = firstLocation,
             .group = "Vellum",
             .category = "left out",
             .text = region.name + " is no longer recorded"});
    }
}

std::vector<LeftOutRegion> LeftOutPass::functions() const
{
    std::vector<LeftOutRegion> all;
    for (const auto& [ref, function] : m_functions) {
        all.push_back(function);
    }
    std::ranges::stable_sort(all, [](const auto& a, const auto& b) { return a.visits > b.visits; });
    return all;
}

void LeftOutPass::writeProperties(const std::string& rule, std::uint64_t ticksPerSecond)
{
    if (rule.empty()) {
        return;
    }
    m_archive.setProperty("VELLUM::AUTO_FILTER::RULE", rule);
    std::string lines;
    std::uint64_t visits = 0;
    for (const LeftOutRegion& one : functions()) {
        const std::uint64_t first = m_contents.firstTick.value_or(one.tick);
        lines.append(lines.empty() ? "" : "; ")
            .append(one.name)
            .append(": ")
            .append(std::to_string(one.visits))
            .append(" visits left out from ")
            .append(inSeconds(std::max(one.tick, first) - first, ticksPerSecond))
            .append(" s on, behind ")
            .append(std::to_string(one.recorded))
            .append(" of ")
            .append(meanNs(one, ticksPerSecond))
            .append(" on average");
        visits += one.visits;
    }
    m_archive.setProperty("VELLUM::AUTO_FILTER::VISITS_LEFT_OUT", std::to_string(visits));
    if (!lines.empty()) {
        m_archive.setProperty("VELLUM::AUTO_FILTER::FUNCTIONS", lines);
    }
}

std::string filterFileOf(const std::vector<LeftOutRegion>& functions, std::uint64_t ticksPerSecond)
{
    std::string text = "SCOREP_REGION_NAMES_BEGIN\n";
    for (const LeftOutRegion& one : functions) {
        text.append("  EXCLUDE MANGLED ")
            .append(escaped(one.mangled))
            .append("  # ")
            .append(one.name)
            .append(", ")
            .append(meanNs(one, ticksPerSecond))
            .append("\n");
    }
    return text + "SCOREP_REGION_NAMES_END\n";
}

}  // namespace vellum::collector::writer
