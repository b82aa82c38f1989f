#include "server/reader/values/value_samples.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <map>

namespace vellum::server::reader {

namespace {

__extension__ using Wide = __int128;

constexpr double kPercent = 100;

bool has(const ValueMetricSet& metrics, ValueMetric metric)
{
    return metrics.test(static_cast<std::size_t>(metric));
}

constexpr Wide kMostRate = std::numeric_limits<std::uint64_t>::max();

/// Bytes per second of one operation while it is under way, at most what a sample can say.
Wide rateOf(const MeasuredOperation& operation, const ClockProperties& clock)
{
    Wide product = 0;
    const bool isTooMuch = __builtin_mul_overflow(
        static_cast<Wide>(operation.sums.redundant()),
        static_cast<Wide>(clock.ticksPerSecond),
        &product);
    const Wide length = std::max<Tick>(operation.time.range.length(), 1);
    return isTooMuch ? kMostRate : std::min(product / length, kMostRate);
}

void addRates(
    std::span<const MeasuredOperation> operations,
    const ClockProperties& clock,
    Tick end,
    std::vector<ValueSample>& samples)
{
    std::map<Tick, Wide> changes;
    for (const MeasuredOperation& operation : operations) {
        const Wide rate = rateOf(operation, clock);
        changes[operation.time.range.begin] += rate;
        changes[operation.time.range.end] -= rate;
    }
    Wide sum = 0;
    for (const auto& [tick, change] : changes) {
        sum += change;
        if (tick < end) {
            samples.push_back(
                {.tick = tick,
                 .metric = ValueMetric::RedundantRate,
                 .bits = static_cast<std::uint64_t>(std::min(sum, kMostRate))});
        }
    }
}

/// The samples at the begins of operations.
class BeginSamples {
public:
    BeginSamples(const ValueMetricSet& metrics, std::vector<ValueSample>& samples)
        : m_metrics(metrics)
        , m_samples(samples)
    {
    }

    void add(const MeasuredOperation& operation)
    {
        const Tick tick = operation.time.range.begin;
        const OperationSums& sums = operation.sums;
        if (sums.stored > 0 && has(m_metrics, ValueMetric::UnchangedBytes)) {
            m_samples.push_back(
                {.tick = tick, .metric = ValueMetric::UnchangedBytes, .bits = sums.unchanged});
        }
        addShare(tick, ValueMetric::SilentStores, sums.unchanged, sums.stored);
        addShare(tick, ValueMetric::DeadStores, sums.dead, sums.stored);
        addShare(tick, ValueMetric::RedundantLoads, sums.reloaded, sums.loaded);
        addShare(tick, ValueMetric::ZeroLoads, sums.zeros, sums.loads);
    }

private:
    void addShare(Tick tick, ValueMetric metric, std::uint64_t part, std::uint64_t whole)
    {
        if (whole > 0 && has(m_metrics, metric)) {
            const double share = kPercent * static_cast<double>(part) / static_cast<double>(whole);
            m_samples.push_back(
                {.tick = tick, .metric = metric, .bits = std::bit_cast<std::uint64_t>(share)});
        }
    }

    const ValueMetricSet& m_metrics;
    std::vector<ValueSample>& m_samples;
};

}  // namespace

ValueMetricSet metricsOf(std::span<const MeasuredOperation> operations)
{
    ValueMetricSet metrics;
    const auto tell = [&metrics](ValueMetric metric, std::uint64_t amount) {
        if (amount > 0) {
            metrics.set(static_cast<std::size_t>(metric));
        }
    };
    for (const MeasuredOperation& operation : operations) {
        const OperationSums& sums = operation.sums;
        tell(ValueMetric::RedundantRate, sums.redundant());
        tell(ValueMetric::UnchangedBytes, sums.unchanged);
        tell(ValueMetric::SilentStores, sums.unchanged);
        tell(ValueMetric::DeadStores, sums.dead);
        tell(ValueMetric::RedundantLoads, sums.reloaded);
        tell(ValueMetric::ZeroLoads, sums.zeros);
    }
    return metrics;
}

std::vector<ValueSample> samplesOf(
    std::span<const MeasuredOperation> operations,
    const ValueMetricSet& metrics,
    const ClockProperties& clock,
    Tick end)
{
    std::vector<ValueSample> samples;
    if (has(metrics, ValueMetric::RedundantRate)) {
        addRates(operations, clock, end, samples);
    }
    BeginSamples begins(metrics, samples);
    for (const MeasuredOperation& operation : operations) {
        begins.add(operation);
    }
    std::ranges::stable_sort(samples, {}, &ValueSample::tick);
    return samples;
}

}  // namespace vellum::server::reader
