#include "collector/device/device_decoder.h"
#include "collector/device/lanes.h"
#include "collector/measurement/spool_format.h"
#include "tests/support/program/test_program.h"
#include "tests/unit/collector/device/raw_writer.h"

#include <QString>
#include <QTemporaryDir>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <tuple>
#include <vector>

namespace cuda = vellum::collector::cuda;
namespace layout = vellum::collector::cuda::layout;
namespace device = vellum::collector::device;
using cuda::BlockKind;
using device::DeviceTrace;
using device::RowKey;
using device::Work;
using vellum::test::RawWriter;

namespace {

constexpr device::TimeBounds kAlways{.begin = 1, .end = 1'000'000'000'000};

class Scratch {
public:
    [[nodiscard]] std::filesystem::path file() const
    {
        return std::filesystem::path(m_folder.path().toStdString()) / "cuda";
    }

private:
    QTemporaryDir m_folder;
};

layout::Kernel kernel(std::uint64_t start, std::uint64_t end, std::uint32_t correlation)
{
    layout::Kernel made;
    made.start = start;
    made.end = end;
    made.contextId = 1;
    made.streamId = 7;
    made.correlationId = correlation;
    return made;
}

/// No more lanes than that are needed; what takes no time needs one all the same.
std::size_t mostAtOnce(const std::vector<Work>& works)
{
    std::ptrdiff_t most = 0;
    for (const Work& work : works) {
        most = std::max(most, std::ranges::count_if(works, [&](const Work& other) {
                            return other.begin <= work.begin
                                   && (work.begin < other.end || work.begin == other.begin);
                        }));
    }
    return static_cast<std::size_t>(most);
}

/// Also where its works are not in order of time.
bool overlapsItself(const std::vector<Work>& lane)
{
    return std::ranges::adjacent_find(
               lane, [](const Work& one, const Work& next) { return one.end > next.begin; })
           != lane.end();
}

std::vector<Work> allWork(const DeviceTrace& trace)
{
    std::vector<Work> all;
    for (const auto& [key, works] : trace.rows) {
        all.insert(all.end(), works.begin(), works.end());
    }
    return all;
}

}  // namespace

class TestDeviceDecoder : public QObject {
    Q_OBJECT
private slots:
    void aKernelHasItsNumbers();
    void copiesSayWhatMemory();
    void waitsHaveARowOfTheirContext();
    void managedMemoryIsWorkAndCounters();
    void memoryInUseIsASum();
    void whatCouldNotBeRecordedIsKept();
    void timesThatAreNoneAreCounted();
    void laterLibrariesWriteMore();
    void damageIsCountedAndNothingBeforeItLost();
    void everyCutOfAFileIsRead();
    void clocksOfAnyRateAreTurnedBack();
    void lanesHoldAllWorkAndOverlapNowhere();
};

void TestDeviceDecoder::aKernelHasItsNumbers()
{
    const Scratch scratch;
    RawWriter raw(scratch.file());
    raw.value(BlockKind::Hello, cuda::HelloBlock{});
    raw.string(1, "_Z6vecAddPfS_S_");
    raw.string(2, "NVIDIA H200");
    layout::Device gpu;
    gpu.id = 3;
    gpu.name = 2;
    layout::Context context;
    context.contextId = 1;
    context.deviceId = 3;
    context.nullStreamId = 7;
    layout::Kernel made = kernel(100, 250, 42);
    made.name = 1;
    made.deviceId = 3;
    made.grid[0] = 4;
    made.grid[1] = 2;
    made.grid[2] = 1;
    made.block[0] = 256;
    made.block[1] = made.block[2] = 1;
    made.registersPerThread = 24;
    made.staticSharedMemory = 1000;
    made.dynamicSharedMemory = 24;
    made.graphNodeId = 0x1'0000'0005;
    raw.record(gpu);
    raw.record(context);
    raw.record(made);
    raw.activities();
    raw.function(2, 211, "cudaLaunchKernel");

    const DeviceTrace trace = device::decodeDevices(scratch.file(), kAlways);
    QCOMPARE(trace.rows.size(), 1U);
    const auto& [key, works] = *trace.rows.begin();
    QVERIFY((key == RowKey{.device = 3, .context = 1, .kind = RowKey::Kind::Stream, .stream = 7}));
    QCOMPARE(works.size(), 1U);
    const Work& work = works.front();
    QCOMPARE(work.begin, 100U);
    QCOMPARE(work.end, 250U);
    QCOMPARE(work.correlation, 42U);
    QCOMPARE(trace.names.at(work.name), std::string("_Z6vecAddPfS_S_"));
    const std::array<std::uint64_t, 11> values{4, 2, 1, 256, 1, 1, 24, 1024, 0, 0, 0x1'0000'0005};
    QVERIFY(work.values == values);
    QCOMPARE(trace.deviceNames.at(3), std::string("NVIDIA H200"));
    QCOMPARE(trace.streamNames.at({1, 7}), std::string("default"));
    QCOMPARE(
        trace.functions.at(vellum::collector::measurement::cudaSubject(2, 211)),
        std::string("cudaLaunchKernel"));
    QCOMPARE(trace.untimed + trace.unknown + trace.dropped + trace.damagedBytes, 0U);
}

void TestDeviceDecoder::copiesSayWhatMemory()
{
    const Scratch scratch;
    RawWriter raw(scratch.file());
    layout::Memcpy copy;
    copy.copyKind = 1;         // host to device
    copy.sourceKind = 1;       // pageable
    copy.destinationKind = 3;  // device
    copy.bytes = 4096;
    copy.start = 10;
    copy.end = 20;
    layout::MemcpyPeer peer;
    peer.sourceKind = peer.destinationKind = 3;
    peer.bytes = 8;
    peer.start = 30;
    peer.end = 40;
    layout::Memset set;
    set.bytes = 512;
    set.value = 7;
    set.memoryKind = 0;  // the library does not know
    set.start = 50;
    set.end = 60;
    raw.record(copy);
    raw.record(peer);
    raw.record(set);
    raw.activities();
    const DeviceTrace trace = device::decodeDevices(scratch.file(), kAlways);
    const std::vector<Work> works = allWork(trace);
    QCOMPARE(works.size(), 3U);
    QCOMPARE(trace.names.at(works[0].name), std::string("Memcpy HtoD (Pageable -> Device)"));
    QVERIFY((works[0].values == std::array<std::uint64_t, 11>{4096, 1, 0, 2}));
    QCOMPARE(trace.names.at(works[1].name), std::string("Memcpy PtoP (Device -> Device)"));
    QVERIFY((works[1].values == std::array<std::uint64_t, 11>{8, 10, 2, 2}));
    QVERIFY((works[2].values == std::array<std::uint64_t, 11>{512, 7, 7}));
}

void TestDeviceDecoder::waitsHaveARowOfTheirContext()
{
    const Scratch scratch;
    RawWriter raw(scratch.file());
    layout::Context context;
    context.contextId = 2;
    context.deviceId = 1;
    layout::Synchronization wait;
    wait.type = 2;
    wait.contextId = 2;
    wait.cudaEventId = 9;
    wait.start = 5;
    wait.end = 6;
    wait.correlationId = 17;
    raw.record(context);
    raw.record(wait);
    raw.activities();
    const DeviceTrace trace = device::decodeDevices(scratch.file(), kAlways);
    const auto& [key, works] = *trace.rows.begin();
    QVERIFY((key == RowKey{.device = 1, .context = 2, .kind = RowKey::Kind::Synchronisation}));
    QCOMPARE(trace.names.at(works.front().name), std::string("Stream Wait Event"));
    QCOMPARE(works.front().values.front(), 9U);
    QCOMPARE(works.front().correlation, 17U);
}

void TestDeviceDecoder::managedMemoryIsWorkAndCounters()
{
    const Scratch scratch;
    RawWriter raw(scratch.file());
    const auto add =
        [&](std::uint32_t kind, std::uint64_t value, std::uint64_t start, std::uint64_t end) {
            layout::UnifiedMemoryCounter counted;
            counted.counterKind = kind;
            counted.value = value;
            counted.start = start;
            counted.end = end;
            counted.flags = 2;
            raw.record(counted);
        };
    add(1, 65536, 200, 220);  // to the device
    add(1, 4096, 100, 110);
    add(3, 0x401000, 90, 0);  // a fault of the CPU: value is the program counter, there is no end
    add(4, 12, 95, 99);       // faults of the GPU
    add(5, 2097152, 300, 0);  // thrashing
    add(99, 1, 400, 401);     // from the future
    raw.activities();
    const DeviceTrace trace = device::decodeDevices(scratch.file(), kAlways);
    QCOMPARE(allWork(trace).size(), 5U);
    QCOMPARE(trace.unknown, 1U);
    QCOMPARE(trace.counters.size(), 4U);
    for (const device::DeviceCounter& counter : trace.counters) {
        if (counter.name == "managed memory moved to the device") {
            QCOMPARE(counter.samples.size(), 2U);
            QCOMPARE(counter.samples[0].tick, 110U);
            QCOMPARE(counter.samples[0].value, 4096);
            QCOMPARE(counter.samples[1].value, 69632);
        } else {
            QCOMPARE(counter.samples.size(), 1U);
            QCOMPARE(counter.samples[0].value, counter.name == "GPU page faults" ? 12 : 1);
        }
    }
    for (const Work& work : allWork(trace)) {
        if (trace.names.at(work.name) == "CPU page fault") {
            QCOMPARE(work.begin, work.end);
            QVERIFY((work.values == std::array<std::uint64_t, 11>{1, 0, 2, 0x401000}));
        }
    }
}

void TestDeviceDecoder::memoryInUseIsASum()
{
    const Scratch scratch;
    RawWriter raw(scratch.file());
    const auto add = [&](std::uint32_t operation, std::uint64_t bytes, std::uint64_t at) {
        layout::Memory memory;
        memory.operation = operation;
        memory.memoryKind = 3;
        memory.bytes = bytes;
        memory.timestamp = at;
        raw.record(memory);
    };
    add(2, 100, 30);  // out of order: the release comes first
    add(1, 100, 10);
    add(1, 50, 20);
    raw.activities();
    const DeviceTrace trace = device::decodeDevices(scratch.file(), kAlways);
    QCOMPARE(trace.counters.size(), 1U);
    std::vector<std::int64_t> values;
    for (const device::DeviceSample& sample : trace.counters.front().samples) {
        values.push_back(sample.value);
    }
    QCOMPARE(values, (std::vector<std::int64_t>{100, 150, 50}));
}

void TestDeviceDecoder::whatCouldNotBeRecordedIsKept()
{
    const Scratch scratch;
    RawWriter raw(scratch.file());
    raw.block(BlockKind::Unavailable, std::string_view("kernels are refused with 15"));
    raw.value(BlockKind::Dropped, std::uint64_t{5});
    raw.value(BlockKind::Dropped, std::uint64_t{6});
    raw.value(BlockKind::Limits, std::uint64_t{2});
    raw.value(static_cast<BlockKind>(77), std::uint64_t{1});
    const DeviceTrace trace = device::decodeDevices(scratch.file(), kAlways);
    QCOMPARE(trace.unavailable, (std::vector<std::string>{"kernels are refused with 15"}));
    QCOMPARE(trace.dropped, 11U);
    QCOMPARE(trace.refusedBuffers, 2U);
    QVERIFY(trace.isEmpty());
    QVERIFY(device::decodeDevices("/nowhere/cuda", kAlways).isEmpty());
}

void TestDeviceDecoder::timesThatAreNoneAreCounted()
{
    const Scratch scratch;
    RawWriter raw(scratch.file());
    raw.record(kernel(0, 0, 1));     // not timed
    raw.record(kernel(50, 40, 2));   // backwards
    raw.record(kernel(5, 50, 3));    // begins before the process
    raw.record(kernel(90, 101, 4));  // ends after it
    raw.record(kernel(10, 100, 5));
    raw.activities();
    const DeviceTrace trace = device::decodeDevices(scratch.file(), {.begin = 10, .end = 100});
    QCOMPARE(trace.untimed, 4U);
    QCOMPARE(allWork(trace).size(), 1U);
    QCOMPARE(allWork(trace).front().correlation, 5U);
}

void TestDeviceDecoder::laterLibrariesWriteMore()
{
    struct Longer {
        layout::Kernel kernel;
        std::uint64_t more[4] = {1, 2, 3, 4};
    };
    const Scratch scratch;
    RawWriter raw(scratch.file());
    raw.record(Longer{.kernel = kernel(10, 20, 1)});
    layout::Memory memory;
    memory.operation = 1;
    memory.timestamp = 15;
    raw.record(memory);
    raw.record(layout::Kind{static_cast<layout::Kind>(4711)});
    raw.activities();
    const DeviceTrace trace = device::decodeDevices(scratch.file(), kAlways);
    QCOMPARE(allWork(trace).size(), 1U);
    QCOMPARE(trace.unknown, 1U);
}

void TestDeviceDecoder::damageIsCountedAndNothingBeforeItLost()
{
    const Scratch scratch;
    {
        RawWriter raw(scratch.file());
        raw.record(kernel(10, 20, 1));
        raw.activities();
        // A record that claims to be longer than its block.
        raw.value(BlockKind::Activities, std::uint64_t{1} << 20U);
        raw.record(kernel(30, 40, 2));
        raw.activities();
    }
    std::ofstream(scratch.file(), std::ios::binary | std::ios::app) << std::string(100, 'x');
    const DeviceTrace trace = device::decodeDevices(scratch.file(), kAlways);
    QCOMPARE(allWork(trace).size(), 2U);
    QCOMPARE(trace.damagedBytes, 108U);
}

void TestDeviceDecoder::everyCutOfAFileIsRead()
{
    const Scratch scratch;
    {
        RawWriter raw(scratch.file());
        raw.string(1, "name");
        for (std::uint32_t i = 1; i <= 3; ++i) {
            raw.record(kernel(std::uint64_t{10} * i, std::uint64_t{10} * i + 5, i));
            raw.activities();
        }
    }
    const auto whole = std::filesystem::file_size(scratch.file());
    std::size_t least = 3;
    for (std::uint64_t length = whole; length > 0; --length) {
        std::filesystem::resize_file(scratch.file(), length);
        const std::size_t read = allWork(device::decodeDevices(scratch.file(), kAlways)).size();
        QVERIFY(read <= least);
        least = read;
    }
    QCOMPARE(least, 0U);
}

/// The recorder scales ticks to nanoseconds for CUPTI; here they come back to within one tick.
void TestDeviceDecoder::clocksOfAnyRateAreTurnedBack()
{
    std::mt19937_64 random(7);
    for (int i = 0; i < 1000; ++i) {
        const double gigahertz = 0.5 + static_cast<double>(random() % 4500) / 1000.0;
        const cuda::HelloBlock clock{
            .tickOrigin = random() % 1'000'000'000'000'000,
            .nanosecondOrigin = random() % 1'000'000'000'000'000,
            .nanosecondsPerTick = static_cast<std::uint64_t>(
                static_cast<double>(std::uint64_t{1} << 32U) / gigahertz)};
        const std::uint64_t tick = clock.tickOrigin + random() % 100'000'000'000'000;
        const std::uint64_t back = cuda::tickOf(clock, cuda::nanosecondsOf(clock, tick));
        const std::uint64_t off = back > tick ? back - tick : tick - back;
        QVERIFY2(
            off <= static_cast<std::uint64_t>(gigahertz) + 1, qPrintable(QString::number(off)));
    }
}

void TestDeviceDecoder::lanesHoldAllWorkAndOverlapNowhere()
{
    std::mt19937 random(11);
    for (int round = 0; round < 300; ++round) {
        std::vector<Work> works(random() % 40);
        std::uint32_t number = 0;
        for (Work& work : works) {
            work.begin = random() % 100;
            work.end = work.begin + random() % 30;
            work.correlation = ++number;
        }
        const auto lanes = device::intoLanes(works);
        QVERIFY(lanes.size() <= mostAtOnce(works));
        std::vector<std::uint32_t> seen;
        for (const std::vector<Work>& lane : lanes) {
            QVERIFY(!lane.empty());
            QVERIFY(!overlapsItself(lane));
            std::ranges::transform(lane, std::back_inserter(seen), &Work::correlation);
        }
        std::ranges::sort(seen);
        QCOMPARE(seen.size(), works.size());
        QVERIFY(std::ranges::adjacent_find(seen) == seen.end());
    }
}

VELLUM_TEST_APPLESS(TestDeviceDecoder)
#include "test_device_decoder.moc"
