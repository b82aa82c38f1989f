#pragma once

#include "collector/writer/otf2_archive.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vellum::collector::writer {

/// What has been written to an archive's event files: the definitions follow from it.
///
/// Layout   A group's or location's reference is its place in the list.
struct ArchiveContents {
    struct Group {
        std::string name;
        Otf2Archive::GroupKind kind = Otf2Archive::GroupKind::Process;
        std::optional<Otf2Archive::GroupRef> creator;
        std::size_t node = 0;
        std::string commandLine;  ///< of a process; empty: not known
    };
    struct Location {
        std::string name;
        Otf2Archive::LocationKind kind = Otf2Archive::LocationKind::Thread;
        std::uint64_t events = 0;
        Otf2Archive::GroupRef group = 0;
    };
    struct Metric {
        Otf2Archive::MetricMember alone;
        std::vector<Otf2Archive::MetricMember> set;  ///< instead, if it is not empty
        bool isSampled = false;                      ///< a set: at any time, not with visits
    };

    std::vector<Group> groups;
    std::vector<Location> locations;
    std::vector<Metric> metrics;
    std::vector<std::string> nodes;
    std::size_t node = 0;                    ///< of the groups that follow
    ClockMap clock;                          ///< of the ticks that follow
    std::optional<std::uint64_t> firstTick;  ///< of the archive, and its last
    std::uint64_t lastTick = 0;

    /// The reference of the metric of that name, which is added where there is none.
    Otf2Archive::MetricRef metricOf(
        std::string_view name,
        std::string_view unit,
        Otf2Archive::MetricMode mode = Otf2Archive::MetricMode::AbsoluteNext)
    {
        const auto same = std::ranges::find_if(metrics, [name](const Metric& metric) {
            return metric.set.empty() && metric.alone.name == name;
        });
        const auto ref = static_cast<Otf2Archive::MetricRef>(same - metrics.begin());
        if (same == metrics.end()) {
            metrics.push_back(
                {.alone = {.name = std::string(name), .unit = std::string(unit), .mode = mode},
                 .set = {}});
        }
        return ref;
    }

    /// The same of metrics that are counted together, with visits or at any time.
    Otf2Archive::MetricRef setOf(
        const std::vector<Otf2Archive::MetricMember>& members, bool isSampled)
    {
        const auto same = std::ranges::find_if(metrics, [&](const Metric& metric) {
            return metric.set == members && metric.isSampled == isSampled;
        });
        const auto ref = static_cast<Otf2Archive::MetricRef>(same - metrics.begin());
        if (same == metrics.end()) {
            metrics.push_back({.alone = {}, .set = members, .isSampled = isSampled});
        }
        return ref;
    }

    void defineMetrics(Otf2Archive& archive) const
    {
        Otf2Archive::MetricRef nextMember = 0;
        for (std::size_t i = 0; i < metrics.size(); ++i) {
            const auto ref = static_cast<Otf2Archive::MetricRef>(i);
            if (metrics[i].set.empty()) {
                archive.defineMetric(ref, nextMember, metrics[i].alone);
                ++nextMember;
            } else {
                archive.defineMetricSet(ref, nextMember, metrics[i].set, metrics[i].isSampled);
                nextMember += static_cast<Otf2Archive::MetricRef>(metrics[i].set.size());
            }
        }
    }

    /// Ticks of `clock`.
    void cover(std::uint64_t begin, std::uint64_t end)
    {
        firstTick = std::min(firstTick.value_or(UINT64_MAX), clock(begin));
        lastTick = std::max(lastTick, clock(end));
    }
};

}  // namespace vellum::collector::writer
