#include "common/time/columns.h"
#include "server/query/executor.h"
#include "tests/support/program/test_program.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using query::CounterPoint;
using query::CounterRow;
using query::Counters;
using query::CountersRequest;
using server::store::TraceStore;

namespace {

struct Sample {
    Tick tick = 0;
    std::uint32_t recordedAs = 0;
    std::vector<TypedValue> values;
};

TypedValue typed(double value)
{
    return {.type = ValueType::Double, .bits = std::bit_cast<std::uint64_t>(value)};
}

/// Class 1 has "power" and "energy", class 2 "energy" alone, 3 is an instance of class 1. Ticks 0 to 100.
TraceStore emptyTrace()
{
    TraceStore made;
    made.definitions.metricMembers = {
        {.ref = MetricMemberRef(5), .name = "power", .unit = "W", .mode = MetricMode::AbsoluteNext},
        {.ref = MetricMemberRef(6), .name = "energy", .unit = "J", .base = NumberBase::Decimal}};
    made.definitions.metricClasses = {
        {.ref = MetricRef(1), .members = {MetricMemberRef(5), MetricMemberRef(6)}},
        {.ref = MetricRef(2), .members = {MetricMemberRef(6)}}};
    made.definitions.metricInstances = {{.ref = MetricRef(3), .metricClass = MetricRef(1)}};
    made.range = {.begin = 0, .end = 101};
    return made;
}

void addLocation(TraceStore& to, const std::vector<Sample>& samples)
{
    to.definitions.locations.push_back({.ref = LocationRef(10 + to.locations.size())});
    server::store::RecordTableBuilder records;
    std::uint32_t event = 0;
    for (const Sample& sample : samples) {
        std::vector<std::uint64_t> words{sample.recordedAs};
        for (const TypedValue& value : sample.values) {
            words.push_back(static_cast<std::uint64_t>(value.type));
            words.push_back(value.bits);
        }
        static_cast<void>(records.add(event++, sample.tick, event_kind::kMetric, words));
        // What is no sample must not be taken for one.
        const std::uint64_t region = 1;
        static_cast<void>(records.add(event++, sample.tick, event_kind::kEnter, {&region, 1}));
    }
    to.locations.emplace_back().records = records.finish();
    to.locations.back().totals.metricSamples = samples.size();
    to.definitions.buildLookups();
}

TraceStore smallTrace()
{
    TraceStore made = emptyTrace();
    addLocation(
        made,
        {{0, 1, {typed(2), typed(30)}},
         {50, 1, {typed(4), typed(20)}},
         {59, 1, {typed(8), typed(10)}},
         {100, 2, {typed(7)}}});
    return made;
}

Result<Counters> asked(const TraceStore& trace, const CountersRequest& request)
{
    const auto answer = server::query::execute(trace, request, {.threads = 2});
    VELLUM_RETURN_IF_ERROR(answer);
    return std::get<Counters>(answer.value());
}

CountersRequest request(Tick begin, Tick end, std::uint32_t columns, std::string metric = {})
{
    return {
        .scope = {.window = {.begin = begin, .end = end}, .locations = {}},
        .columns = columns,
        .metric = std::move(metric)};
}

/// A member of a class, and where it stands there.
struct Which {
    std::uint32_t recordedAs = 0;
    std::size_t place = 0;
    std::uint32_t member = 0;
};

/// Looks at every sample for every column.
CounterRow slowRow(
    LocationRef location,
    const std::vector<Sample>& samples,
    const Which& which,
    const Columns& columns)
{
    CounterRow row;
    row.location = location;
    row.recordedAs = MetricRef(which.recordedAs);
    row.metric = MetricMemberRef(which.member);
    const auto valuesIn = [&](TickRange range) {
        std::vector<double> values;
        for (const Sample& sample : samples) {
            const bool isHere = sample.tick >= range.begin && sample.tick < range.end
                                && sample.recordedAs == which.recordedAs
                                && which.place < sample.values.size();
            const double value =
                isHere ? std::bit_cast<double>(sample.values[which.place].bits) : std::nan("");
            if (std::isfinite(value)) {
                values.push_back(value);
            }
        }
        return values;
    };
    const auto before =
        valuesIn({.begin = std::numeric_limits<Tick>::min(), .end = columns.range.begin});
    if (!before.empty()) {
        row.before = before.back();
    }
    for (std::int64_t i = 0; i < columns.count; ++i) {
        const auto values = valuesIn(columns.column(i));
        if (values.empty()) {
            continue;
        }
        double sum = 0;
        for (const double value : values) {
            sum += value;
        }
        row.points.push_back(
            {.column = static_cast<std::uint32_t>(i),
             .count = values.size(),
             .min = *std::ranges::min_element(values),
             .max = *std::ranges::max_element(values),
             .mean = sum / static_cast<double>(values.size()),
             .last = values.back()});
    }
    return row;
}

/// The rows of all locations that there have to be.
std::vector<CounterRow> slowRows(
    const std::vector<std::vector<Sample>>& samples, const Columns& columns)
{
    std::vector<CounterRow> rows;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        for (const Which& which :
             {Which{1, 0, 5}, Which{1, 1, 6}, Which{2, 0, 6}, Which{3, 0, 5}, Which{3, 1, 6}}) {
            CounterRow row = slowRow(LocationRef(10 + i), samples[i], which, columns);
            if (row.before || !row.points.empty()) {
                rows.push_back(std::move(row));
            }
        }
    }
    return rows;
}

/// Samples of all types: whole numbers, or doubles of any size and sign, now and then none.
TypedValue randomValue(std::mt19937_64& dice, bool isWild)
{
    switch (dice() % (isWild ? 8 : 6)) {
    case 0:
        return {ValueType::UInt64, dice() % 5 == 0 ? dice() : dice() % 100};
    case 1:
        return {ValueType::Int64, dice() % 5 == 0 ? dice() : ~(dice() % 100)};
    case 2:
        return {ValueType::Float, std::bit_cast<std::uint32_t>(static_cast<float>(dice() % 9))};
    case 3:
        return {ValueType::String, 3};
    case 4:
        return typed(dice() % 2 == 0 ? 0.0 : -0.0);
    case 5:
        return typed(static_cast<double>(dice() % 1'000'003) / 7 - 70'000);
    default:
        return {ValueType::Double, dice()};
    }
}

/// As many as rows are made of, at few ticks or many.
std::vector<Sample> manySamples(std::mt19937_64& dice)
{
    const bool isWild = dice() % 2 == 0;
    const std::uint64_t classes = 1 + dice() % 3;
    const std::uint64_t stride = dice() % 3 == 0 ? 1'000 : 2;
    std::vector<Sample> samples;
    Tick tick = -50;
    for (std::uint64_t i = 0, count = 5'000 + dice() % 9'000; i < count; ++i) {
        tick += static_cast<Tick>(dice() % stride);
        Sample sample{.tick = tick, .recordedAs = 1 + static_cast<std::uint32_t>(dice() % classes)};
        for (std::uint64_t j = dice() % 9 == 0 ? dice() % 3 : 2; j > 0; --j) {
            sample.values.push_back(randomValue(dice, isWild));
        }
        samples.push_back(std::move(sample));
    }
    return samples;
}

/// Every bit of an answer: 0 is not −0 here.
std::vector<std::uint64_t> bitsOf(const Counters& answer)
{
    std::vector<std::uint64_t> bits;
    for (const CounterRow& row : answer.rows) {
        bits.push_back(row.location.value());
        bits.push_back(row.recordedAs.value());
        bits.push_back(row.metric.value());
        bits.push_back(row.before ? std::bit_cast<std::uint64_t>(*row.before) : 1);
        for (const CounterPoint& point : row.points) {
            bits.push_back(point.column);
            bits.push_back(point.count);
            for (const double value : {point.min, point.max, point.mean, point.last}) {
                bits.push_back(std::bit_cast<std::uint64_t>(value));
            }
        }
    }
    return bits;
}

void buildRows(TraceStore& trace)
{
    for (auto& location : trace.locations) {
        location.counterRows =
            server::store::CounterRows::build(location.records, trace.definitions);
    }
}

std::vector<Sample> randomSamples(std::mt19937_64& dice)
{
    std::vector<Sample> samples;
    for (Tick tick = 0; tick <= 100; tick += static_cast<Tick>(dice() % 9)) {
        Sample sample{.tick = tick, .recordedAs = 1 + static_cast<std::uint32_t>(dice() % 4)};
        for (std::uint64_t i = dice() % 4; i > 0; --i) {
            const double value = static_cast<double>(dice() % 1000) - 300;
            sample.values.push_back(typed(dice() % 20 == 0 ? std::nan("") : value));
        }
        samples.push_back(std::move(sample));
    }
    return samples;
}

}  // namespace

class TestCounterQuery : public QObject {
    Q_OBJECT

private slots:
    static void samplesFallIntoTheirColumns()
    {
        const auto answer = asked(smallTrace(), request(0, 100, 2, "power"));
        QVERIFY(answer.isOk());
        QCOMPARE(answer.value().rows.size(), std::size_t{1});
        const CounterRow& row = answer.value().rows.front();
        QCOMPARE(row.location, LocationRef(10));
        QCOMPARE(row.metric, MetricMemberRef(5));
        QVERIFY(!row.before);
        const std::vector<CounterPoint> expected{
            {.column = 0, .count = 1, .min = 2, .max = 2, .mean = 2, .last = 2},
            {.column = 1, .count = 2, .min = 4, .max = 8, .mean = 6, .last = 8}};
        QVERIFY(row.points == expected);
    }

    static void theSampleBeforeTheWindowIsKnown()
    {
        const auto answer = asked(smallTrace(), request(51, 59, 8));
        QVERIFY(answer.isOk());
        // Class 2 has no sample yet.
        QCOMPARE(answer.value().rows.size(), std::size_t{2});
        QCOMPARE(answer.value().rows[0].before, std::optional(4.0));
        QCOMPARE(answer.value().rows[1].before, std::optional(20.0));
        QVERIFY(answer.value().rows[0].points.empty());
    }

    static void classesOfOneMetricStayApart()
    {
        const auto answer = asked(smallTrace(), request(0, 101, 1, "energy"));
        QVERIFY(answer.isOk());
        QCOMPARE(answer.value().rows.size(), std::size_t{2});
        QCOMPARE(answer.value().rows[0].recordedAs, MetricRef(1));
        QCOMPARE(answer.value().rows[0].points.front().mean, 20.0);
        QCOMPARE(answer.value().rows[1].recordedAs, MetricRef(2));
        QCOMPARE(answer.value().rows[1].points.front().mean, 7.0);
    }

    static void valuesAreOfTheirTypeAndScale()
    {
        TraceStore trace = emptyTrace();
        trace.definitions.metricMembers[1].exponent = 3;
        const auto minusTwo = static_cast<std::uint64_t>(std::int64_t{-2});
        addLocation(
            trace,
            {{1, 1, {{ValueType::Int64, minusTwo}, {ValueType::UInt64, 5}}},
             {2, 1, {{ValueType::Float, std::bit_cast<std::uint32_t>(0.5F)}}},
             {3, 1, {{ValueType::String, 9}}}});
        const auto answer = asked(trace, request(0, 101, 1));
        QVERIFY(answer.isOk());
        const CounterPoint& power = answer.value().rows.at(0).points.front();
        QCOMPARE(power.count, std::uint64_t{2});
        QCOMPARE(power.min, -2.0);
        QCOMPARE(power.max, 0.5);
        QCOMPARE(answer.value().rows.at(1).points.front().max, 5000.0);
    }

    static void unknownMetricsAreRefusedByName()
    {
        const auto answer = asked(smallTrace(), request(0, 100, 2, "speed"));
        QVERIFY(!answer.isOk());
        QCOMPARE(answer.error().kind, ErrorKind::NotFound);
        QCOMPARE(answer.error().message, std::string("the trace has no metric 'speed'"));
        QCOMPARE(asked(smallTrace(), request(0, 100, 0)).error().kind, ErrorKind::InvalidArgument);
    }

    static void aSlowCountSaysTheSame()
    {
        std::mt19937_64 dice(7);
        for (int round = 0; round < 300; ++round) {
            TraceStore trace = emptyTrace();
            std::vector<std::vector<Sample>> samples;
            for (int i = 0; i < 3; ++i) {
                samples.push_back(randomSamples(dice));
                addLocation(trace, samples.back());
            }
            const auto begin = static_cast<Tick>(dice() % 100);
            const Tick end = begin + 1 + static_cast<Tick>(dice() % 100);
            const auto columns = 1 + static_cast<std::uint32_t>(dice() % 120);
            const auto answer = asked(trace, request(begin, end, columns));
            QVERIFY(answer.isOk());
            const Columns cut{.range = {begin, std::min<Tick>(end, 101)}, .count = columns};
            QVERIFY(answer.value().rows == slowRows(samples, cut));
        }
    }

    static void rowsSayWhatAScanSays()
    {
        std::mt19937_64 dice(11);
        for (int round = 0; round < 40; ++round) {
            TraceStore scanned = emptyTrace();
            scanned.definitions.metricMembers[1].exponent = round % 3 - 1;
            addLocation(scanned, manySamples(dice));
            const server::store::TimeColumn& time = scanned.locations[0].records->time;
            scanned.range = {.begin = time.front(), .end = time.back() + 1};
            TraceStore trace = scanned;
            buildRows(trace);
            QVERIFY(!trace.locations[0].counterRows->empty());
            const auto length = static_cast<std::uint64_t>(scanned.range.length());
            for (int question = 0; question < 30; ++question) {
                TickRange window = scanned.range;
                if (question % 5 != 0) {
                    window.begin += static_cast<Tick>(dice() % length);
                    window.end = window.begin + 1 + static_cast<Tick>(dice() % length);
                }
                const auto columns = 1 + static_cast<std::uint32_t>(dice() % 40);
                const auto asking = request(
                    window.begin, window.end, columns, dice() % 3 == 0 ? "energy" : std::string());
                const auto byRows = asked(trace, asking);
                const auto byScan = asked(scanned, asking);
                QVERIFY(byRows.isOk() && byScan.isOk());
                QCOMPARE(bitsOf(byRows.value()), bitsOf(byScan.value()));
            }
        }
    }

    static void rowsSayWhatASlowCountSays()
    {
        std::mt19937_64 dice(12);
        TraceStore trace = emptyTrace();
        std::vector<Sample> samples;
        for (Tick tick = 0; tick < 9'000; ++tick) {
            const auto value = static_cast<double>(dice() % 1000) - 300;
            samples.push_back(
                {.tick = tick, .recordedAs = 1, .values = {typed(value), typed(-value)}});
        }
        addLocation(trace, samples);
        trace.range = {.begin = 0, .end = 9'000};
        buildRows(trace);
        QVERIFY(!trace.locations[0].counterRows->empty());
        for (const std::uint32_t columns : {1U, 2U, 7U, 40U, 4'000U}) {
            const Tick begin = static_cast<Tick>(dice() % 900);
            const auto answer = asked(trace, request(begin, 8'999, columns));
            QVERIFY(answer.isOk());
            const Columns cut{.range = {begin, 8'999}, .count = columns};
            QVERIFY(answer.value().rows == slowRows({samples}, cut));
        }
    }

    static void fewSamplesHaveNoRows()
    {
        TraceStore trace = smallTrace();
        buildRows(trace);
        QVERIFY(trace.locations[0].counterRows->empty());
        QVERIFY(server::store::CounterRows::build({}, trace.definitions).empty());
    }

    static void meansAreRoundedOnce()
    {
        TraceStore trace = emptyTrace();
        addLocation(
            trace,
            {{1, 2, {typed(1e16)}},
             {2, 2, {typed(1)}},
             {3, 2, {typed(-1e16)}},
             {4, 2, {typed(1)}}});
        trace.definitions.metricMembers[1].base = NumberBase::Binary;
        const auto answer = asked(trace, request(0, 101, 1));
        QVERIFY(answer.isOk());
        QCOMPARE(answer.value().rows.at(0).points.front().mean, 0.5);
    }
};

VELLUM_TEST_APPLESS(TestCounterQuery)
#include "test_counter_query.moc"
