#pragma once

#include "collector/sources/counters/sample_format.h"
#include "collector/writer/archive_contents.h"
#include "collector/writer/otf2_archive.h"
#include "collector/writer/time_cut.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace vellum::collector::writer {

/// Writes what was counted of processes: a metric location for each, with a metric for each counter and for its rate.
///
/// Units    As sample_format.h has them; rates a second, of the time since the sample before.
/// Odd case A sample that is not later than the one before it is left out.
/// Threads  Owner thread.
class CounterPass {
public:
    CounterPass(Otf2Archive& archive, ArchiveContents& contents)
        : m_archive(archive)
        , m_contents(contents)
    {
    }

    /// \param file  of a process; nothing is written where there is none
    /// \param group  the process
    void write(
        const std::filesystem::path& file,
        Otf2Archive::GroupRef group,
        std::uint64_t ticksPerSecond,
        TimeCut cut = {});

private:
    void orderMetrics(const std::filesystem::path& file);
    void writeSample(const counters::Sample& sample);
    void writeRate(
        const counters::RateInfo& rate,
        std::uint64_t before,
        std::uint64_t now,
        std::uint64_t tick);
    [[nodiscard]] Otf2Archive::MetricRef metricOf(const counters::CounterInfo& counter);
    [[nodiscard]] Otf2Archive::MetricRef rateOf(const counters::RateInfo& rate);

    Otf2Archive& m_archive;
    ArchiveContents& m_contents;
    std::uint64_t m_ticksPerSecond = 1;
    std::optional<counters::Sample> m_before;
    std::array<std::uint64_t, counters::kCounters.size()> m_first{};  ///< what is taken off
};

/// Whether there is a sample in \p file.
[[nodiscard]] bool hasSamples(const std::filesystem::path& file);

}  // namespace vellum::collector::writer
