#include "collector/device/kernel_counts.h"
#include "tests/support/program/test_program.h"

#include <QObject>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace cuda = vellum::collector::cuda;
using vellum::collector::device::DeviceTrace;
using vellum::collector::device::KernelCounts;
using vellum::collector::device::Work;

namespace {

constexpr std::uint32_t kContext = 3;

template <typename Value>
void append(std::vector<std::byte>& bytes, const Value& value)
{
    const auto* first = reinterpret_cast<const std::byte*>(&value);
    bytes.insert(bytes.end(), first, first + sizeof value);
}

std::vector<std::byte> metricsBlock(const std::string& lines)
{
    std::vector<std::byte> bytes;
    append(bytes, cuda::CountedMetricsHead{.passes = 2});
    for (const char letter : lines) {
        append(bytes, letter);
    }
    return bytes;
}

std::vector<std::byte> countsBlock(
    const std::vector<cuda::LaunchEntry>& launches,
    const std::vector<double>& values,
    std::uint64_t dropped = 0)
{
    std::vector<std::byte> bytes;
    append(
        bytes,
        cuda::CountsHead{
            .launches = static_cast<std::uint32_t>(launches.size()),
            .ranges = static_cast<std::uint32_t>(values.size()),
            .dropped = dropped});
    for (const cuda::LaunchEntry& launch : launches) {
        append(bytes, launch);
    }
    for (const double value : values) {
        append(bytes, value);
    }
    return bytes;
}

void addKernel(
    DeviceTrace& trace, std::uint32_t stream, std::uint32_t correlation, std::uint64_t begin)
{
    trace.rows[{.context = kContext, .stream = stream}].push_back(
        {.begin = begin, .end = begin + 1, .correlation = correlation});
}

/// What each kernel has, by its begin; -1 for none.
std::map<std::uint64_t, double> countsOf(const DeviceTrace& trace)
{
    std::map<std::uint64_t, double> counts;
    for (const auto& [key, works] : trace.rows) {
        for (const Work& work : works) {
            counts[work.begin] =
                work.counted == 0
                    ? -1
                    : trace.countedKernels.at(kContext).valuesOf(work.counted).front();
        }
    }
    return counts;
}

struct Recording {
    DeviceTrace trace;
    KernelCounts counts;
    std::map<std::uint64_t, double> expected;
    std::uint64_t now = 100;
    std::uint32_t correlation = 0;

    /// Up to four launches of up to three kernels each, on any of three streams.
    void addSession(std::mt19937& random)
    {
        std::vector<cuda::LaunchEntry> launches;
        std::vector<double> values;
        for (auto launch = random() % 5; launch > 0; --launch) {
            const bool overlaps = random() % 4 == 0;
            launches.push_back(
                {.correlation = ++correlation,
                 .flags = overlaps ? cuda::LaunchEntry::kOverlaps : 0});
            for (auto kernel = random() % 4; kernel > 0; --kernel) {
                now += 10;
                addKernel(trace, static_cast<std::uint32_t>(random() % 3), correlation, now);
                values.push_back(static_cast<double>(now));
                expected[now] = overlaps ? -1 : static_cast<double>(now);
            }
        }
        counts.takeCounts(kContext, countsBlock(launches, values));
    }
};

}  // namespace

class TestKernelCounts : public QObject {
    Q_OBJECT
private slots:
    void kernelsGetTheRangesOfTheirOrder();
    void aSessionThatDoesNotFitIsLeftOut();
    void whatIsCutShortIsLeftOut();
};

/// A kernel's value is its begin, so that what is joined can be told by looking at it.
void TestKernelCounts::kernelsGetTheRangesOfTheirOrder()
{
    std::mt19937 random(1);
    for (int round = 0; round < 200; ++round) {
        Recording recording;
        recording.counts.takeMetrics(kContext, metricsBlock("a.sum\tbyte\n"));
        for (int session = 0; session < 3; ++session) {
            recording.addSession(random);
        }
        for (auto& [key, works] : recording.trace.rows) {
            std::ranges::shuffle(works, random);
        }
        recording.counts.join(recording.trace);
        QVERIFY(countsOf(recording.trace) == recording.expected);
        QCOMPARE(recording.trace.replayPasses, 2U);
    }
}

void TestKernelCounts::aSessionThatDoesNotFitIsLeftOut()
{
    const auto joined = [](std::size_t ranges, std::uint64_t dropped) {
        DeviceTrace trace;
        KernelCounts counts;
        counts.takeMetrics(kContext, metricsBlock("a.sum\t\n"));
        addKernel(trace, 7, 1, 10);
        addKernel(trace, 7, 2, 20);
        addKernel(trace, 7, 3, 30);
        counts.takeCounts(
            kContext,
            countsBlock(
                {{.correlation = 1}, {.correlation = 9, .outer = 2}},
                std::vector<double>(ranges, 5.0),
                dropped));
        counts.takeCounts(kContext, countsBlock({{.correlation = 3}}, {6.0}));
        counts.join(trace);
        return std::pair(countsOf(trace), trace.unavailable);
    };
    using Counts = std::map<std::uint64_t, double>;
    QVERIFY((joined(2, 0).first == Counts{{10, 5}, {20, 5}, {30, 6}}));
    QVERIFY(joined(2, 0).second.empty());
    for (const auto& [ranges, dropped] : {std::pair(1, 0), {3, 0}, {0, 0}, {2, 1}}) {
        const auto [counts, sentences] =
            joined(static_cast<std::size_t>(ranges), static_cast<std::uint64_t>(dropped));
        QVERIFY((counts == Counts{{10, -1}, {20, -1}, {30, 6}}));
        QCOMPARE(sentences.size(), std::size_t{1});
        const std::string expected =
            "2 kernels were launched where CUPTI counted " + std::to_string(ranges);
        QVERIFY(sentences.front().find(expected) != std::string::npos);
    }
}

void TestKernelCounts::whatIsCutShortIsLeftOut()
{
    const std::vector<std::byte> metrics = metricsBlock("a.sum\tbyte\n");
    const std::vector<std::byte> whole = countsBlock({{.correlation = 1}}, {5.0});
    for (std::size_t bytes = 0; bytes <= whole.size(); ++bytes) {
        DeviceTrace trace;
        addKernel(trace, 7, 1, 10);
        KernelCounts counts;
        counts.takeMetrics(kContext, metrics);
        counts.takeCounts(kContext, std::span(whole).first(bytes));
        counts.takeCounts(kContext + 1, whole);  // of a context without metrics
        counts.join(trace);
        QCOMPARE(countsOf(trace).at(10), bytes == whole.size() ? 5.0 : -1.0);
    }
    for (std::size_t bytes = 0; bytes < metrics.size(); ++bytes) {
        DeviceTrace trace;
        KernelCounts counts;
        counts.takeMetrics(kContext, std::span(metrics).first(bytes));
        counts.takeCounts(kContext, whole);
        counts.join(trace);
        QVERIFY(trace.countedKernels.size() <= 1);
    }
}

VELLUM_TEST_GUILESS(TestKernelCounts)
#include "test_kernel_counts.moc"
