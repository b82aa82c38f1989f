// Counters of redundancy beside a slow count over what the side-car says.

#include "common/base/wide_math.h"
#include "common/time/columns.h"
#include "common/values/sidecar/reader.h"
#include "server/import/importer.h"
#include "server/query/executor.h"
#include "server/store/written_out.h"
#include "tests/generate/random_archive.h"
#include "tests/support/program/test_program.h"
#include "tests/support/random_values.h"

#include <QString>
#include <QTemporaryDir>

#include <algorithm>
#include <bit>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test across a few rooms
using server::store::TraceStore;
using tests::RandomValues;
namespace fs = std::filesystem;
namespace sidecar = vellum::values::sidecar;

namespace {

using Trace = std::shared_ptr<const TraceStore>;

constexpr const char* kNames[] = {
    "values: redundant bytes per second",
    "values: unchanged bytes",
    "values: silent stores",
    "values: dead stores",
    "values: redundant loads",
    "values: zero loads"};

Trace imported(const fs::path& path)
{
    const auto result = server::import::importTrace(query::TraceSelection(path), {.threads = 2});
    if (!result.isOk()) {
        qWarning("%s", result.error().message.c_str());
        return nullptr;
    }
    return result.value();
}

struct SlowSample {
    Tick tick = 0;
    double value = 0;
};

/// What one operation moved, by going through all records.
struct SlowOperation {
    TickRange range;
    double loaded = 0;
    double reloaded = 0;
    double stored = 0;
    double unchanged = 0;
    double dead = 0;
    double loads = 0;
    double zeros = 0;

    [[nodiscard]] double rate(double ticksPerSecond) const
    {
        const auto length = static_cast<double>(range.length());
        return std::floor((reloaded + unchanged) * ticksPerSecond / length);
    }
};

SlowOperation slowOperation(const RandomValues& values, std::uint64_t op)
{
    SlowOperation slow;
    for (const sidecar::AccessRecord& access : values.accesses) {
        const double is = access.op == op ? 1 : 0;
        const bool isRead = access.kind == sidecar::AccessKind::Read;
        (isRead ? slow.loaded : slow.stored) += is * static_cast<double>(access.bytes);
        slow.loads += isRead ? is * static_cast<double>(access.accesses) : 0;
        slow.reloaded += is * static_cast<double>(access.temporal * 8);
        slow.unchanged += is * static_cast<double>(access.unchanged);
    }
    for (const sidecar::SitePairRecord& pair : values.pairs) {
        const bool is = pair.op == op && pair.pattern == sidecar::PatternKind::DeadStore;
        slow.dead += is ? static_cast<double>(pair.bytes) : 0;
        const bool isZero = pair.op == op && pair.pattern == sidecar::PatternKind::SingleZero;
        slow.zeros += isZero ? static_cast<double>(pair.count) : 0;
    }
    slow.dead = std::min(slow.dead, slow.stored);
    for (const sidecar::SketchRecord& sketch : values.sketches) {
        if (sketch.op == op && sketch.kind == sidecar::AccessKind::Read) {
            slow.zeros += static_cast<double>(sketch.zeros);
        }
    }
    slow.zeros = std::min(slow.zeros, slow.loads);
    return slow;
}

/// Those of a location that are in the trace, one file behind the other.
std::vector<SlowOperation> slowOperations(
    const std::vector<RandomValues>& files, const Definitions& definitions, LocationRef location)
{
    std::vector<SlowOperation> all;
    const auto end = static_cast<Tick>(definitions.clock.length) + 1;
    for (const RandomValues& values : files) {
        for (const RandomValues::Operation& one : values.operations) {
            const auto begin = static_cast<Tick>(one.record.t0 - definitions.clock.globalOffset);
            const auto length = static_cast<Tick>(one.record.t1 - one.record.t0);
            if (one.isLinked && one.location == location && begin < end) {
                all.push_back(slowOperation(values, one.record.id));
                all.back().range = {
                    .begin = begin, .end = std::min(end, begin + std::max<Tick>(length, 1))};
            }
        }
    }
    return all;
}

std::vector<SlowSample> slowRates(
    const std::vector<SlowOperation>& operations, const ClockProperties& clock)
{
    std::vector<Tick> ticks;
    for (const SlowOperation& operation : operations) {
        ticks.push_back(operation.range.begin);
        ticks.push_back(operation.range.end);
    }
    std::ranges::sort(ticks);
    ticks.erase(std::unique(ticks.begin(), ticks.end()), ticks.end());
    std::erase_if(ticks, [&](Tick tick) { return tick > static_cast<Tick>(clock.length); });
    std::vector<SlowSample> samples;
    for (const Tick tick : ticks) {
        double sum = 0;
        for (const SlowOperation& operation : operations) {
            const double rate = operation.rate(static_cast<double>(clock.ticksPerSecond));
            sum += operation.range.contains(tick) ? rate : 0;
        }
        samples.push_back({tick, sum});
    }
    return samples;
}

/// By tick, of equal ticks by operation.
std::vector<SlowSample> slowSamples(
    std::size_t metric, const std::vector<SlowOperation>& operations, const ClockProperties& clock)
{
    if (metric == 0) {
        return slowRates(operations, clock);
    }
    std::vector<SlowSample> samples;
    for (const SlowOperation& of : operations) {
        const std::pair<double, double> parts[] = {
            {of.unchanged, of.stored},
            {of.unchanged, of.stored},
            {of.dead, of.stored},
            {of.reloaded, of.loaded},
            {of.zeros, of.loads}};
        const auto [part, whole] = parts[metric - 1];
        if (whole > 0) {
            samples.push_back({of.range.begin, metric == 1 ? part : 100 * part / whole});
        }
    }
    std::ranges::stable_sort(samples, {}, &SlowSample::tick);
    return samples;
}

query::CounterRow slowRow(const std::vector<SlowSample>& samples, const Columns& columns)
{
    query::CounterRow row;
    std::map<std::int64_t, std::vector<double>> inColumn;
    for (const SlowSample& sample : samples) {
        if (sample.tick < columns.range.begin) {
            row.before = sample.value;
        } else if (sample.tick < columns.range.end) {
            inColumn[columns.columnOf(sample.tick)].push_back(sample.value);
        }
    }
    for (const auto& [column, values] : inColumn) {
        long double sum = 0;
        for (const double value : values) {
            sum += value;
        }
        row.points.push_back(
            {.column = static_cast<std::uint32_t>(column),
             .count = static_cast<std::uint32_t>(values.size()),
             .min = *std::ranges::min_element(values),
             .max = *std::ranges::max_element(values),
             .mean = static_cast<double>(sum / static_cast<long double>(values.size())),
             .last = values.back()});
    }
    return row;
}

bool isAlike(const query::CounterPoint& a, const query::CounterPoint& b)
{
    constexpr double kRounding = 1e-12;
    return a.column == b.column && a.count == b.count && a.min == b.min && a.max == b.max
           && a.last == b.last && std::abs(a.mean - b.mean) <= kRounding * std::abs(b.mean);
}

bool isAlike(const query::CounterRow& a, const query::CounterRow& b)
{
    return a.before == b.before
           && std::ranges::equal(a.points, b.points, [](const auto& one, const auto& other) {
                  return isAlike(one, other);
              });
}

/// The first metric and location whose counters are others than the slow ones; empty if none are.
QString difference(
    const TraceStore& trace,
    const std::vector<RandomValues>& files,
    TickRange window,
    std::uint32_t columns)
{
    std::size_t compared = 0;
    for (std::size_t metric = 0; metric < std::size(kNames); ++metric) {
        query::CountersRequest request;
        request.scope.window = window;
        request.columns = columns;
        request.metric = kNames[metric];
        const auto answer = server::query::execute(trace, request);
        if (!answer.isOk()) {
            return QString::fromStdString(answer.error().message);
        }
        std::map<LocationRef, query::CounterRow> found;
        for (const auto& row : std::get<query::Counters>(answer.value()).rows) {
            found[row.location] = row;
        }
        for (const Location& location : trace.definitions.locations) {
            const std::string events = std::to_string(location.ref.value()) + ".evt";
            if (!fs::exists(fs::path(trace.path) / "traces" / events)) {
                continue;  // nothing is read of it
            }
            ++compared;
            const auto slow = slowRow(
                slowSamples(
                    metric,
                    slowOperations(files, trace.definitions, location.ref),
                    trace.definitions.clock),
                {.range = window, .count = columns});
            if (!isAlike(found[location.ref], slow)) {
                return QStringLiteral("%1 of location %2")
                    .arg(QLatin1String(kNames[metric]))
                    .arg(location.ref.value());
            }
        }
    }
    return compared == 0 ? QStringLiteral("nothing to compare") : QString();
}

/// All records but samples of the counters, as text.
std::vector<std::string> otherRecords(const TraceStore& trace, std::size_t location)
{
    constexpr std::uint64_t kFirstDerived = 0x7ff00000;
    const auto events = server::store::eventsOf(trace.locations[location]);
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < events.size(); ++i) {
        const auto payload = events.payloadOf(i);
        if (events.kind[i] == event_kind::kMetric && payload[0] >= kFirstDerived) {
            continue;
        }
        std::string line = std::to_string(events.tick[i]) + " " + std::to_string(events.kind[i]);
        for (const std::uint64_t word : payload) {
            line.append(" ").append(std::to_string(word));
        }
        const auto [first, last] = trace.locations[location].attributes->rowsOf(i);
        for (std::size_t row = first; row < last; ++row) {
            const TypedValue value = trace.locations[location].attributes->valueAt(row);
            line.append(" @").append(std::to_string(value.bits));
        }
        lines.push_back(std::move(line));
    }
    return lines;
}

std::uint64_t reported(const TraceStore& trace, const std::string& kind)
{
    std::uint64_t count = 0;
    for (const auto& entry : trace.report.entries()) {
        count += entry.kind == kind ? entry.count : 0;
    }
    return count;
}

}  // namespace

class TestValueCounters : public QObject {
    Q_OBJECT

    [[nodiscard]] fs::path archive() const
    {
        return fs::path(m_folder.path().toStdString()) / "archive";
    }
    [[nodiscard]] fs::path sideCar() const { return archive() / "traces.vps"; }
    void writeArchive(std::uint64_t seed) const
    {
        fs::remove_all(archive());
        generate::writeRandomArchive(
            {.seed = seed, .out = archive(), .processes = 2, .locations = 5, .events = 200});
    }

    QTemporaryDir m_folder;

private slots:
    void countersAreThoseOfASlowCount();
    void allOtherRecordsStayWhatTheyWere();
    void whatIsNowhereButZeroIsNoMetric();
    void aSideCarThatCannotBeReadIsReported();
    void damagedChunksAreReported();
};

void TestValueCounters::countersAreThoseOfASlowCount()
{
    constexpr std::uint64_t kRounds = 12;
    std::mt19937_64 random(3);
    for (std::uint64_t round = 1; round <= kRounds; ++round) {
        writeArchive(round);
        const Trace plain = imported(archive());
        const std::vector<RandomValues> files{
            tests::randomValues(random, plain->definitions, 10 + random() % 300)};
        QVERIFY(tests::writeValues(files[0], sideCar()));
        const Trace trace = imported(archive());
        QCOMPARE(reported(*trace, "event-count-mismatch"), std::uint64_t{0});
        QCOMPARE(trace->range.begin, plain->range.begin);
        QCOMPARE(trace->range.end, plain->range.end);
        QCOMPARE(difference(*trace, files, trace->range, 1), QString());
        QCOMPARE(difference(*trace, files, trace->range, 37), QString());
        const Tick third = trace->range.length() / 3;
        const TickRange middle{
            .begin = trace->range.begin + third, .end = trace->range.end - third};
        QCOMPARE(difference(*trace, files, middle, 11), QString());
    }
}

void TestValueCounters::allOtherRecordsStayWhatTheyWere()
{
    std::mt19937_64 random(4);
    for (std::uint64_t seed = 20; seed < 24; ++seed) {
        writeArchive(seed);
        const Trace plain = imported(archive());
        QVERIFY(
            tests::writeValues(tests::randomValues(random, plain->definitions, 400), sideCar()));
        const Trace trace = imported(archive());
        QVERIFY(trace->definitions.metricMembers.size() > plain->definitions.metricMembers.size());
        QCOMPARE(trace->messages.size(), plain->messages.size());
        for (std::size_t i = 0; i < plain->locations.size(); ++i) {
            QVERIFY(otherRecords(*trace, i) == otherRecords(*plain, i));
        }
    }
}

void TestValueCounters::whatIsNowhereButZeroIsNoMetric()
{
    writeArchive(1);
    std::mt19937_64 random(5);
    const Trace plain = imported(archive());
    RandomValues values = tests::randomValues(random, plain->definitions, 50);
    values.pairs.clear();
    values.sketches.clear();
    QVERIFY(tests::writeValues(values, sideCar()));
    const Trace trace = imported(archive());
    const auto isMetric = [&](const char* name) {
        return std::ranges::find(
                   trace->definitions.metricMembers, std::string(name), &MetricMember::name)
               != trace->definitions.metricMembers.end();
    };
    QVERIFY(isMetric(kNames[0]));
    QVERIFY(isMetric(kNames[4]));
    QVERIFY(!isMetric(kNames[3]));
    QVERIFY(!isMetric(kNames[5]));
}

void TestValueCounters::aSideCarThatCannotBeReadIsReported()
{
    writeArchive(2);
    std::ofstream(sideCar())
        << "no side-car at all, and long enough to have a head of 64 bytes, or so";
    const Trace trace = imported(archive());
    QVERIFY(trace != nullptr);
    QCOMPARE(reported(*trace, "values-left-out"), std::uint64_t{1});
}

void TestValueCounters::damagedChunksAreReported()
{
    writeArchive(3);
    std::mt19937_64 random(6);
    const Trace plain = imported(archive());
    QVERIFY(tests::writeValues(tests::randomValues(random, plain->definitions, 100), sideCar()));
    std::uint64_t place = 0;
    for (const sidecar::ChunkPlace& chunk : sidecar::SideCar::open(sideCar()).value()->chunks()) {
        place = chunk.head.type == sidecar::ChunkType::Access ? chunk.offset : place;
    }
    std::fstream file(sideCar(), std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(static_cast<std::streamoff>(place + sizeof(sidecar::ChunkHead) + 1));
    file.write("damage", 6);
    file.close();
    const Trace trace = imported(archive());
    QVERIFY(trace != nullptr);
    QVERIFY(reported(*trace, "damaged-values") > 0);
}

VELLUM_TEST_GUILESS(TestValueCounters)
#include "test_value_counters.moc"
