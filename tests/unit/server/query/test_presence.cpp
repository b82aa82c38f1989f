// What a timeline's columns say is there, beside a walk over every visit, record and marker for every column.

#include "common/query/limits.h"
#include "common/time/columns.h"
#include "server/query/executor.h"
#include "server/store/written_out.h"
#include "tests/support/program/test_program.h"
#include "tests/support/trace_text.h"
#include "tests/unit/server/query/random_stream.h"
#include "tests/unit/server/query/random_trace.h"
#include "tests/unit/server/query/slow_selected.h"

#include <QString>

#include <memory>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using query::PresenceClass;
using query::TimelineRequest;
using server::query::execute;
using server::store::TraceStore;
using tests::Dice;
using tests::RandomTrace;

namespace {

using Masks = std::vector<std::uint64_t>;  // by column

bool isOfVisits(const TraceStore& trace, const PresenceClass& of, RegionRef region)
{
    const auto group = static_cast<unsigned>(trace.definitions.find(region)->group);
    return std::ranges::count(of.regions, region) > 0 || (of.groups >> group) % 2 == 1;
}

/// A visit is where it begins, and in every column that begins before it ends.
bool hasVisit(
    const TraceStore& trace,
    std::size_t place,
    const TimelineRequest& request,
    const PresenceClass& of,
    TickRange column)
{
    const auto visits = tests::leftVisits(trace, place, request.scope.filter.visits);
    for (std::size_t i = 0; i < visits.size(); ++i) {
        const bool isThere = column.contains(visits.enter[i])
                             || (visits.enter[i] < column.begin && visits.leave[i] > column.begin
                                 && !column.isEmpty());
        if (isThere && isOfVisits(trace, of, visits.region[i])) {
            return true;
        }
    }
    return false;
}

bool hasRecord(
    const TraceStore& trace, std::size_t place, const PresenceClass& of, TickRange column)
{
    const auto& location = trace.locations[place];
    for (std::uint64_t i = 0; i < location.eventCount(); ++i) {
        if (column.contains(location.tickOf(i))
            && std::ranges::count(of.records, location.kindOf(i)) > 0) {
            return true;
        }
    }
    return false;
}

bool hasMarker(
    const TraceStore& trace, std::size_t place, const PresenceClass& of, TickRange column)
{
    const Location& location = trace.definitions.locations[place];
    return std::ranges::any_of(trace.markers, [&](const Marker& marker) {
        const auto* definition = trace.definitions.find(marker.marker);
        const auto severity = static_cast<unsigned>(
            definition == nullptr ? MarkerSeverity::None : definition->severity);
        const bool isAbout =
            marker.scope == MarkerScope::Location        ? marker.scopeRef == location.ref.value()
            : marker.scope == MarkerScope::LocationGroup ? marker.scopeRef == location.group.value()
                                                         : true;
        bool isThere = false;
        for (Tick tick = column.begin; tick < column.end; ++tick) {
            isThere = isThere || tick == marker.tick
                      || (tick > marker.tick
                          && static_cast<std::uint64_t>(tick - marker.tick) < marker.duration);
        }
        return isThere && isAbout && (unsigned{of.markers} >> severity) % 2 == 1;
    });
}

Masks slowMasks(const TraceStore& trace, std::size_t place, const TimelineRequest& request)
{
    const Columns columns{
        .range = request.scope.window.intersected(trace.range), .count = request.columns};
    Masks masks(request.columns);
    for (std::uint32_t i = 0; i < request.columns; ++i) {
        const TickRange column = columns.column(i);
        for (std::size_t bit = 0; bit < request.present.size(); ++bit) {
            const PresenceClass& of = request.present[bit];
            const bool isThere = hasVisit(trace, place, request, of, column)
                                 || hasRecord(trace, place, of, column)
                                 || hasMarker(trace, place, of, column);
            masks[i] |= isThere ? std::uint64_t{1} << bit : 0;
        }
    }
    return masks;
}

/// Of runs, which must be as long as they can be.
Masks masksOf(const query::TimelineRow& row, std::uint32_t columns)
{
    Masks masks;
    for (std::size_t i = 0; i < row.runs.size(); ++i) {
        const std::uint32_t end = i + 1 < row.runs.size() ? row.runs[i + 1].firstColumn : columns;
        masks.resize(end, row.runs[i].present);
        query::TimelineRun next = row.runs[i];
        next.firstColumn = end;
        if (i + 1 < row.runs.size() && next == row.runs[i + 1]) {
            return {};
        }
    }
    return masks;
}

/// The same as without classes, but for the masks and where these cut runs.
bool isSameWithout(const TraceStore& trace, TimelineRequest request, query::Timeline timeline)
{
    request.present.clear();
    timeline.presenceClasses = 0;
    for (query::TimelineRow& row : timeline.rows) {
        std::vector<query::TimelineRun> runs;
        for (query::TimelineRun run : row.runs) {
            run.present = 0;
            query::TimelineRun before = runs.empty() ? query::TimelineRun() : runs.back();
            before.firstColumn = run.firstColumn;
            if (runs.empty() || !(before == run)) {
                runs.push_back(run);
            }
        }
        row.runs = runs;
    }
    return execute(trace, request).value() == query::Answer(timeline);
}

bool isRight(const TraceStore& trace, const TimelineRequest& request)
{
    const auto answer = execute(trace, request, {.threads = 2});
    if (!answer.isOk()) {
        qWarning("%s", answer.error().message.c_str());
        return false;
    }
    const auto& timeline = std::get<query::Timeline>(answer.value());
    for (const query::TimelineRow& row : timeline.rows) {
        const std::size_t place = trace.definitions.indexOf(row.location).value();
        if (masksOf(row, request.columns) != slowMasks(trace, place, request)) {
            return false;
        }
    }
    return timeline.presenceClasses == request.present.size()
           && isSameWithout(trace, request, timeline);
}

/// Markers of every severity and scope, some of them long, some beside the trace.
void addMarkers(TraceStore& trace, RandomTrace& dice)
{
    for (std::uint32_t i = 0; i < 3; ++i) {
        trace.definitions.markers.push_back(
            {.ref = MarkerRef(i), .severity = static_cast<MarkerSeverity>(i + 1)});
    }
    trace.definitions.buildLookups();
    for (std::uint64_t i = dice.below(12); i > 0; --i) {
        Marker marker{
            .tick = static_cast<Tick>(dice.below(300)) - 30,
            .duration = dice.below(2) == 0 ? 0 : dice.below(90),
            .marker = MarkerRef(static_cast<std::uint32_t>(dice.below(4))),
            .scope = static_cast<MarkerScope>(dice.below(6)),
            .scopeRef = dice.below(2) == 0 ? 9U : 3U};
        if (dice.below(40) == 0) {
            marker.duration = std::numeric_limits<std::uint64_t>::max();
        }
        trace.markers.push_back(marker);
    }
}

std::vector<PresenceClass> anyClasses(RandomTrace& dice)
{
    std::vector<PresenceClass> classes(1 + dice.below(6));
    for (PresenceClass& of : classes) {
        for (std::uint64_t i = dice.below(3); i > 0; --i) {
            of.regions.emplace_back(static_cast<std::uint32_t>((7 * dice.below(7) + 3) % 50));
        }
        if (dice.below(3) == 0) {
            of.groups = static_cast<FunctionGroupMask>(dice.below(1U << kFunctionGroupCount));
        }
        if (dice.below(3) == 0) {
            of.records = {event_kind::kMpiSend, event_kind::kCallingContextSample};
        }
        if (dice.below(3) == 0) {
            of.markers = static_cast<MarkerSeverityMask>(dice.below(1U << kMarkerSeverityCount));
        }
    }
    return classes;
}

TimelineRequest anyRequest(const TraceStore& trace, RandomTrace& dice)
{
    constexpr std::uint32_t kCounts[] = {1, 2, 7, 40, 333};
    TimelineRequest request{
        .scope = {.window = dice.window(trace.range), .locations = dice.locations(trace)},
        .columns = kCounts[dice.below(std::size(kCounts))],
        .by = static_cast<query::GroupBy>(dice.below(2)),
        .maxDepth = dice.below(2) == 0 ? std::numeric_limits<std::uint32_t>::max()
                                       : static_cast<std::uint32_t>(1 + dice.below(4)),
        .present = anyClasses(dice)};
    if (dice.below(3) == 0) {
        request.scope.filter.visits = {
            {.regions = {RegionRef(3), RegionRef(10)}, .hides = dice.below(2) == 0}};
    }
    return request;
}

/// Long enough for rows of profiles, with a rare function that is never on top for a tick.
TraceStore longTrace(const tests::Kind& kind, Dice& dice)
{
    TraceStore trace;
    for (std::uint32_t i = 0; i < kind.regions; ++i) {
        trace.definitions.regions.push_back(
            {.ref = RegionRef(i),
             .name = "r" + std::to_string(i),
             .group = static_cast<FunctionGroup>(i % kFunctionGroupCount)});
    }
    trace.definitions.locations.push_back({.ref = LocationRef(0), .name = "l"});
    trace.definitions.buildLookups();
    auto& location = trace.locations.emplace_back();
    location.calls = tests::streamOf(kind, dice);
    trace.range = {.begin = 0, .end = location.calls.time.back() + 7};
    location.rows = server::store::ClassRows::build(location.calls, trace.definitions);
    location.profileRows = server::store::ProfileRows::build(location.calls, trace.definitions);
    return trace;
}

}  // namespace

class TestPresence : public QObject {
    Q_OBJECT

private slots:
    // NOLINTNEXTLINE(readability-function-size): QVERIFY2's own block is one too many
    static void everyColumnEqualsAWalkOverAll()
    {
        for (std::uint64_t seed = 1; seed <= 60; ++seed) {
            RandomTrace dice(seed);
            const auto drawn = dice.trace();
            auto& whole = const_cast<TraceStore&>(*drawn);  // NOLINT: nobody else has it
            addMarkers(whole, dice);
            for (int question = 0; question < 6; ++question) {
                const bool isGood = isRight(whole, anyRequest(whole, dice));
                QVERIFY2(isGood, qPrintable(QStringLiteral("%1, %2").arg(seed).arg(question)));
            }
        }
    }

    static void longLocationsAreAnsweredByRowsAsByAWalk_data()
    {
        QTest::addColumn<quint64>("regions");
        QTest::addColumn<quint64>("depth");
        QTest::addColumn<qint64>("gap");
        QTest::addColumn<quint64>("same");
        QTest::newRow("few regions") << quint64{5} << quint64{6} << qint64{0} << quint64{10};
        QTest::newRow("many regions") << quint64{60} << quint64{4} << qint64{0} << quint64{20};
        QTest::newRow("gaps past 2^32")
            << quint64{9} << quint64{5} << qint64{600'000'000'000} << quint64{5};
        QTest::newRow("deep") << quint64{20} << quint64{300} << qint64{0} << quint64{30};
        QTest::newRow("equal ticks") << quint64{12} << quint64{8} << qint64{0} << quint64{97};
    }
    static void longLocationsAreAnsweredByRowsAsByAWalk()
    {
        QFETCH(quint64, regions);
        QFETCH(quint64, depth);
        QFETCH(qint64, gap);
        QFETCH(quint64, same);
        for (std::uint64_t turn = 1; turn <= 6; ++turn) {
            Dice dice(turn);
            const TraceStore trace = longTrace(
                {.regions = static_cast<std::uint32_t>(regions),
                 .mostDepth = static_cast<std::uint32_t>(depth),
                 .longGap = gap,
                 .sameTick = static_cast<std::uint32_t>(same)},
                dice);
            QVERIFY(!trace.locations.front().profileRows->empty());
            TimelineRequest request{
                .scope = {.window = trace.range},
                .columns = static_cast<std::uint32_t>(turn % 2 == 0 ? 2 : 5 + dice.below(40))};
            for (std::uint32_t i = 0; i < std::min<std::uint64_t>(regions, 64); ++i) {
                request.present.push_back({.regions = {RegionRef(i)}});
            }
            if (turn > 2) {
                const Tick begin = dice.tickBelow(trace.range.end / 2);
                request.scope.window = {
                    .begin = begin, .end = begin + 1 + dice.tickBelow(trace.range.end / 2)};
            }
            QVERIFY2(isRight(trace, request), qPrintable(QString::number(turn)));
        }
    }

    static void aVisitWithoutLengthIsSeenBelowALongOne()
    {
        const auto trace =
            tests::traceFromText("length 999\nregion 1 main\nregion 2 flush\n"
                                 "enter 1 @0 1\nenter 1 @500 2\nleave 1 @500 2\nleave 1 @1000 1\n");
        const auto answer = execute(
            *trace,
            TimelineRequest{
                .scope = {.window = {.begin = 0, .end = 1000}},
                .columns = 10,
                .present = {{.regions = {RegionRef(2)}}}});
        const auto& runs = std::get<query::Timeline>(answer.value()).rows.front().runs;
        QCOMPARE(
            masksOf({.location = {}, .runs = runs}, 10), (Masks{0, 0, 0, 0, 0, 1, 0, 0, 0, 0}));
        QVERIFY(runs.at(1).winner == query::Key{.value = 1});
    }

    static void wrongClassesAreRefused()
    {
        const auto trace = tests::traceFromText("length 9\nenter 1 @0 main\nleave 1 @5 main\n");
        const query::Scope all{.window = trace->range};
        const std::vector<TimelineRequest> wrong{
            {.scope = all, .columns = 3, .present = std::vector<PresenceClass>(65)},
            {.scope = all, .columns = 3, .levels = 1, .present = std::vector<PresenceClass>(1)},
            {.scope = all, .columns = 3, .present = {{.records = {event_kind::kEnter}}}},
            {.scope = all, .columns = 3, .present = {{.records = {event_kind::kCount}}}}};
        for (const TimelineRequest& request : wrong) {
            const auto answer = execute(*trace, request);
            QVERIFY(!answer.isOk());
            QVERIFY(answer.error().kind == ErrorKind::InvalidArgument);
        }
        const auto most = execute(
            *trace,
            TimelineRequest{
                .scope = all,
                .columns = 3,
                .present = std::vector<PresenceClass>(query::kMaxPresenceClasses)});
        QVERIFY(most.isOk());
    }
};

VELLUM_TEST_APPLESS(TestPresence)
#include "test_presence.moc"
