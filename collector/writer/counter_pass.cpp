#include "collector/writer/counter_pass.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>

namespace vellum::collector::writer {

using counters::Meaning;
using counters::Sample;

namespace {

Otf2Archive::MetricMode modeOf(Meaning meaning)
{
    switch (meaning) {
    case Meaning::Now:
        return Otf2Archive::MetricMode::AbsolutePoint;
    case Meaning::Between:
        return Otf2Archive::MetricMode::AbsoluteLast;
    case Meaning::SinceStart:
    case Meaning::SinceFirst:
        break;
    }
    return Otf2Archive::MetricMode::AccumulatedStart;
}

bool readSample(std::ifstream& in, Sample& sample)
{
    in.read(reinterpret_cast<char*>(&sample), sizeof sample);
    return in.gcount() == sizeof sample && sample.tick != 0;
}

}  // namespace

bool hasSamples(const std::filesystem::path& file)
{
    std::ifstream in(file, std::ios::binary);
    Sample sample;
    return readSample(in, sample);
}

void CounterPass::write(
    const std::filesystem::path& file,
    Otf2Archive::GroupRef group,
    std::uint64_t ticksPerSecond,
    TimeCut cut)
{
    std::ifstream in(file, std::ios::binary);
    Sample sample;
    bool isThere = readSample(in, sample);
    while (isThere && sample.tick < cut.from) {
        isThere = readSample(in, sample);
    }
    if (!isThere || sample.tick >= cut.until) {
        return;
    }
    m_ticksPerSecond = ticksPerSecond;
    orderMetrics(file);
    m_before.reset();
    m_first.fill(counters::kNotCounted);
    const std::uint64_t first = sample.tick;
    m_archive.beginLocation(m_contents.locations.size());
    do {
        if (!m_before || sample.tick > m_before->tick) {
            writeSample(sample);
            m_before = sample;
        }
    } while (readSample(in, sample) && sample.tick < cut.until);
    m_contents.cover(first, m_before->tick);
    m_contents.locations.push_back(
        {.name = "counters",
         .kind = Otf2Archive::LocationKind::Metric,
         .events = m_archive.endLocation(),
         .group = group});
}

/// A reader that shows a single metric shows the first: what is held at a moment, then rates; sums say less.
void CounterPass::orderMetrics(const std::filesystem::path& file)
{
    std::array<bool, counters::kCounters.size()> isCounted{};
    std::ifstream in(file, std::ios::binary);
    for (Sample sample; readSample(in, sample);) {
        for (std::size_t i = 0; i < isCounted.size(); ++i) {
            isCounted.at(i) = isCounted.at(i) || sample.values.at(i) != counters::kNotCounted;
        }
    }
    const auto heap = static_cast<std::size_t>(counters::Counter::HeapBytes);
    if (isCounted.at(heap)) {
        (void)metricOf(counters::kCounters.at(heap));
    }
    for (std::size_t i = 0; i < isCounted.size(); ++i) {
        if (isCounted.at(i) && counters::kCounters.at(i).rate.name != nullptr) {
            (void)rateOf(counters::kCounters.at(i).rate);
        }
    }
}

void CounterPass::writeSample(const Sample& sample)
{
    for (std::size_t i = 0; i < counters::kCounters.size(); ++i) {
        const counters::CounterInfo& counter = counters::kCounters.at(i);
        const std::uint64_t value = sample.values.at(i);
        if (value == counters::kNotCounted) {
            continue;
        }
        if (m_first.at(i) == counters::kNotCounted) {
            m_first.at(i) = counter.meaning == Meaning::SinceFirst ? value : 0;
        }
        m_archive.sample(
            sample.tick, metricOf(counter), static_cast<std::int64_t>(value - m_first.at(i)));
        if (counter.rate.name != nullptr && m_before
            && m_before->values.at(i) != counters::kNotCounted) {
            writeRate(counter.rate, m_before->values.at(i), value, sample.tick);
        }
    }
}

void CounterPass::writeRate(
    const counters::RateInfo& rate, std::uint64_t before, std::uint64_t now, std::uint64_t tick)
{
    const double seconds =
        static_cast<double>(tick - m_before->tick) / static_cast<double>(m_ticksPerSecond);
    const double change = now < before ? 0 : static_cast<double>(now - before);
    m_archive.sample(tick, rateOf(rate), std::llround(change / seconds / rate.divisor));
}

Otf2Archive::MetricRef CounterPass::metricOf(const counters::CounterInfo& counter)
{
    return m_contents.metricOf(counter.name, counter.unit, modeOf(counter.meaning));
}

Otf2Archive::MetricRef CounterPass::rateOf(const counters::RateInfo& rate)
{
    return m_contents.metricOf(rate.name, rate.unit, Otf2Archive::MetricMode::AbsoluteLast);
}

}  // namespace vellum::collector::writer
