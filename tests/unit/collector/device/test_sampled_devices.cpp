#include "collector/device/sampled_devices.h"
#include "tests/support/program/test_program.h"

#include <QObject>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

namespace cuda = vellum::collector::cuda;
using vellum::collector::device::DeviceTrace;
using vellum::collector::device::SampledDevice;
using vellum::collector::device::SampledDevices;

namespace {

constexpr std::uint64_t kInterval = 1000;
constexpr std::uint64_t kTicks = 3;  ///< of a nanosecond

template <typename Value>
void append(std::vector<std::byte>& bytes, const Value& value)
{
    const auto* first = reinterpret_cast<const std::byte*>(&value);
    bytes.insert(bytes.end(), first, first + sizeof value);
}

std::vector<std::byte> metricsBlock()
{
    std::vector<std::byte> bytes;
    append(bytes, cuda::SampledMetricsHead{.device = 2, .intervalNs = kInterval});
    for (const char letter : std::string("a.sum\tbyte\nb.avg\t\n")) {
        append(bytes, letter);
    }
    return bytes;
}

/// Samples that begin where the device's clock shows \p begin; the values are their numbers.
std::vector<std::byte> samplesBlock(
    std::uint64_t begin, std::uint32_t samples, std::uint64_t fetchedAt, bool hasLost = false)
{
    std::vector<std::byte> bytes;
    append(
        bytes,
        cuda::SamplesHead{
            .device = 2,
            .samples = samples,
            .fetchedTick = kTicks * fetchedAt,
            .fetchedNs = fetchedAt,
            .hasLost = hasLost ? 1U : 0U});
    for (std::uint32_t i = 0; i < samples; ++i) {
        append(bytes, SampledDevice::Span{begin + i * kInterval, begin + (i + 1) * kInterval});
    }
    for (std::uint32_t i = 0; i < samples; ++i) {
        append(bytes, static_cast<double>(i));
        append(bytes, static_cast<double>(i) / 2);
    }
    return bytes;
}

}  // namespace

class TestSampledDevices : public QObject {
    Q_OBJECT
private slots:
    void timesAreMovedByTheFastestFetch();
    void whatIsNotOfTheProcessIsLeftOut();
    void whatIsCutShortIsLeftOut();
};

/// The device's clock is \p offset ahead; each fetch takes a while, the fastest of all is found.
void TestSampledDevices::timesAreMovedByTheFastestFetch()
{
    std::mt19937 random(1);
    for (int round = 0; round < 100; ++round) {
        const auto offset = static_cast<std::int64_t>(random() % 2'000'000) - 1'000'000;
        const auto onDevice = [offset](std::uint64_t ours) {
            return static_cast<std::uint64_t>(static_cast<std::int64_t>(ours) + offset);
        };
        SampledDevices devices;
        devices.takeMetrics(metricsBlock());
        std::uint64_t now = 5'000'000;
        std::uint64_t least = UINT64_MAX;
        std::size_t samples = 0;
        for (int fetch = 0; fetch < 5; ++fetch) {
            const auto count = static_cast<std::uint32_t>(1 + random() % 4);
            const std::uint64_t took = random() % kInterval;
            least = std::min(least, took);
            devices.takeSamples(samplesBlock(onDevice(now), count, now + count * kInterval + took));
            now += count * kInterval;
            samples += count;
        }
        DeviceTrace trace;
        devices.finish(trace, {}, {.begin = 1, .end = kTicks * 10'000'000});
        const SampledDevice& sampled = trace.sampledDevices.at(2);
        QCOMPARE(sampled.spans.size(), samples);
        QCOMPARE(sampled.spans.front().begin, kTicks * (5'000'000 + least));
        QCOMPARE(sampled.spans.back().end, kTicks * (now + least));
        QCOMPARE(sampled.values.size(), 2 * samples);
        QVERIFY(trace.unavailable.empty());
    }
}

void TestSampledDevices::whatIsNotOfTheProcessIsLeftOut()
{
    SampledDevices devices;
    devices.takeMetrics(metricsBlock());
    devices.takeSamples(samplesBlock(1000, 4, 5000));
    devices.takeSamples(samplesBlock(3000, 3, 9000, true));  // two of them again
    DeviceTrace trace;
    devices.finish(trace, {}, {.begin = kTicks * 2000, .end = kTicks * 6000});
    const SampledDevice& sampled = trace.sampledDevices.at(2);
    QVERIFY(
        (sampled.spans
         == std::vector<SampledDevice::Span>{
             {6000, 9000}, {9000, 12000}, {12000, 15000}, {15000, 18000}}));
    QVERIFY((sampled.values == std::vector<double>{1, 0.5, 2, 1, 3, 1.5, 2, 1}));
    QCOMPARE(sampled.metrics.front().unit, std::string("byte"));
    QCOMPARE(trace.unavailable.size(), std::size_t{1});
}

void TestSampledDevices::whatIsCutShortIsLeftOut()
{
    const std::vector<std::byte> whole = samplesBlock(1000, 3, 5000);
    for (std::size_t bytes = 0; bytes <= whole.size(); ++bytes) {
        SampledDevices devices;
        devices.takeSamples(whole);  // of a device whose metrics are not known
        devices.takeMetrics(metricsBlock());
        devices.takeSamples(std::span(whole).first(bytes));
        DeviceTrace trace;
        devices.finish(trace, {}, {.begin = 1, .end = kTicks * 10'000});
        QCOMPARE(trace.sampledDevices.size(), std::size_t{bytes == whole.size() ? 1U : 0U});
    }
}

VELLUM_TEST_GUILESS(TestSampledDevices)
#include "test_sampled_devices.moc"
