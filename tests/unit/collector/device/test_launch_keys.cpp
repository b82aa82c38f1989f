#include "collector/device/launch_keys.h"
#include "tests/support/program/test_program.h"

#include <QObject>

#include <algorithm>
#include <random>
#include <set>
#include <tuple>
#include <vector>

using vellum::collector::device::DeviceTrace;
using vellum::collector::device::numberLaunches;
using vellum::collector::device::RowKey;
using vellum::collector::device::Work;
using vellum::collector::device::WorkKind;

namespace {

/// Streams of two devices with kernels and copies; several kernels of a call, as of a graph, in any order.
DeviceTrace randomTrace(unsigned seed)
{
    std::mt19937 random(seed);
    const auto below = [&random](std::uint64_t limit) { return random() % limit; };
    DeviceTrace trace;
    const std::uint64_t rows = 1 + below(5);
    for (std::uint64_t row = 0; row < rows; ++row) {
        const RowKey key{
            .device = static_cast<std::uint32_t>(below(2)),
            .context = static_cast<std::uint32_t>(1 + below(3)),
            .stream = static_cast<std::uint32_t>(7 + below(4))};
        std::vector<Work>& works = trace.rows[key];
        const std::uint64_t count = below(40);
        for (std::uint64_t i = 0; i < count; ++i) {
            Work work{
                .begin = below(1000),
                .kind = below(4) == 0 ? WorkKind::Copy : WorkKind::Kernel,
                .correlation = static_cast<std::uint32_t>(below(30))};
            work.values[10] = below(3);
            works.push_back(work);
        }
    }
    return trace;
}

auto orderOf(const Work& work)
{
    return std::tuple(work.correlation, work.values[10], work.begin);
}

/// By counting, for each kernel, those of its stream that come before it.
std::uint64_t placeInStream(const std::vector<Work>& works, std::size_t at)
{
    std::uint64_t place = 1;
    for (std::size_t i = 0; i < works.size(); ++i) {
        const bool isBefore = orderOf(works[i]) < orderOf(works[at])
                              || (orderOf(works[i]) == orderOf(works[at]) && i < at);
        place += works[i].kind == WorkKind::Kernel && isBefore ? 1U : 0U;
    }
    return place;
}

bool areNumbered(const std::vector<Work>& works)
{
    for (std::size_t i = 0; i < works.size(); ++i) {
        const bool isKernel = works[i].kind == WorkKind::Kernel;
        if ((works[i].launch & 0xFFFF'FFFF) != (isKernel ? placeInStream(works, i) : 0U)) {
            return false;
        }
    }
    return true;
}

}  // namespace

class TestLaunchKeys : public QObject {
    Q_OBJECT
private slots:
    void aKernelIsNumberedAsItsStreamWasAskedForIt();
    void noTwoKernelsHaveOneKey();
    void timesDoNotChangeAKey();
};

void TestLaunchKeys::aKernelIsNumberedAsItsStreamWasAskedForIt()
{
    for (unsigned seed = 1; seed <= 200; ++seed) {
        DeviceTrace trace = randomTrace(seed);
        numberLaunches(trace);
        for (const auto& [key, works] : trace.rows) {
            QVERIFY(areNumbered(works));
        }
    }
}

void TestLaunchKeys::noTwoKernelsHaveOneKey()
{
    for (unsigned seed = 1; seed <= 200; ++seed) {
        DeviceTrace trace = randomTrace(seed);
        numberLaunches(trace);
        std::set<std::uint64_t> keys;
        std::size_t kernels = 0;
        for (const auto& [key, works] : trace.rows) {
            for (const Work& work : works) {
                kernels += work.kind == WorkKind::Kernel ? 1U : 0U;
                keys.insert(work.launch);
            }
        }
        keys.erase(0);
        QCOMPARE(keys.size(), kernels);
    }
}

void TestLaunchKeys::timesDoNotChangeAKey()
{
    DeviceTrace trace = randomTrace(3);
    for (auto& [key, works] : trace.rows) {
        for (std::size_t i = 0; i < works.size(); ++i) {
            works[i].correlation = static_cast<std::uint32_t>(i);
        }
    }
    DeviceTrace later = trace;
    for (auto& [key, works] : later.rows) {
        for (Work& work : works) {
            work.begin = 5000 - work.begin;
        }
    }
    numberLaunches(trace);
    numberLaunches(later);
    for (const auto& [key, works] : trace.rows) {
        const std::vector<Work>& other = later.rows.at(key);
        QVERIFY(std::ranges::equal(works, other, {}, &Work::launch, &Work::launch));
    }
}

VELLUM_TEST_GUILESS(TestLaunchKeys)
#include "test_launch_keys.moc"
