#include "server/store/location_builder.h"
#include "server/store/written_out.h"
#include "tests/support/program/test_program.h"
#include "tests/support/trace_text.h"

#include <QString>
#include <QStringList>
#include <qtestassert.h>

#include <algorithm>
#include <array>
#include <set>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using server::store::eventsOf;
using server::store::LocationTotals;
using server::store::TraceStore;
using server::store::visitsOf;
using tests::traceFromText;

namespace {

/// The example of a kind of report; empty if there is none.
QString example(const TraceStore& store, const char* kind)
{
    for (const query::ImportReportEntry& entry : store.report.entries()) {
        if (entry.kind == kind) {
            return QString::fromStdString(entry.example);
        }
    }
    return {};
}

}  // namespace

class TestLocationBuilder : public QObject {
    Q_OBJECT

private slots:
    void ticksThatRunBackwardsAreRaised();
    void recordsAddUpToTotals();
    void callingContextsAreVisitsOfTheirRegion();
    void undefinedCallingContextIsReportedAndLeftOut();
    void undefinedRegionGetsADefinition();
    void undefinedRegionReferenceIsNoVisit();
    void whatRecordsNameIsLookedFor_data();
    void whatRecordsNameIsLookedFor();
    void whatIsNoneIsNotMissed();
    void referencesOfFilesStayApart();
    void locationsLeftOutAreNotMissed();
    void repairsAreReportedWithAnExample();
    void locationWithNothingButMetricsIsReported();
    void smallLocationsArePackedAsTheyAre_data();
    void smallLocationsArePackedAsTheyAre();
    void rangeHoldsEveryEvent();
    void payloadOfVariableLengthIsKept();
    void reportsMergeInOrder();
    void reportsSayWhereAndHowOftenThere();
    void attributesKeepTheirPlace();
    void correlationsMakeLaunches();
    void kindsAreCounted();
    void rangeHoldsEveryExtent();
};

void TestLocationBuilder::ticksThatRunBackwardsAreRaised()
{
    const auto store = traceFromText(R"(
        location 3 "Master"
        enter 3 @10 main
        enter 3 @7 work
        leave 3 @8 work
        leave 3 @30 main
    )");
    const auto& location = store->locations.front();
    const auto visits = visitsOf(location.calls);
    QCOMPARE(eventsOf(location).tick, (std::vector<Tick>{10, 10, 10, 30}));
    QCOMPARE(visits.enter, (std::vector<Tick>{10, 10}));
    QCOMPARE(visits.leave, (std::vector<Tick>{30, 10}));
    QCOMPARE(store->report.countOf("clock-backwards"), 2U);
    QCOMPARE(
        example(*store, "clock-backwards"),
        QStringLiteral("location 3 'Master': tick 7 after tick 10"));
}

void TestLocationBuilder::recordsAddUpToTotals()
{
    const auto store = traceFromText(R"(
        event 1 @1 MpiCollectiveBegin
        event 1 @2 MpiCollectiveEnd 3 0 0 16 32
        event 1 @3 NonBlockingCollectiveComplete 3 0 0 16 32 9
        event 1 @4 RmaPut 0 1 100 7
        event 1 @5 RmaGet 0 1 20 8
        event 1 @6 RmaAtomic 0 1 2 3 4 9
        event 1 @7 IoOperationBegin 5 0 0 4096 1
        event 1 @8 IoOperationComplete 5 1000 1
        event 1 @9 Metric 2 5 77
        event 1 @10 Unknown
    )");
    const LocationTotals& totals = store->locations.front().totals;
    QCOMPARE(totals.events, 10U);
    QCOMPARE(totals.visits, 0U);
    QCOMPARE(totals.collectives, 2U);
    QCOMPARE(totals.rmaOperations, 3U);
    QCOMPARE(totals.rmaBytes, 127U);
    QCOMPARE(totals.ioOperations, 1U);
    QCOMPARE(totals.ioBytes, 1000U);
    QCOMPARE(totals.metricSamples, 1U);
}

void TestLocationBuilder::callingContextsAreVisitsOfTheirRegion()
{
    const auto store = traceFromText(R"(
        region 4 main
        context 9 main
        event 1 @1 CallingContextEnter 9 1
        event 1 @2 CallingContextSample 9 1 0
        event 1 @3 CallingContextLeave 9
    )");
    const auto visits = visitsOf(store->locations.front().calls);
    QCOMPARE(visits.size(), 1U);
    QCOMPARE(visits.region.front(), RegionRef(4));
    QCOMPARE(visits.leave.front(), 3);
}

void TestLocationBuilder::undefinedCallingContextIsReportedAndLeftOut()
{
    const auto store = traceFromText(R"(
        location 1 a
        event 1 @1 CallingContextEnter 9 1
        event 1 @3 CallingContextLeave 9
    )");
    QCOMPARE(store->locations.front().calls.visits(), 0U);
    QCOMPARE(store->report.countOf("undefined-reference"), 2U);
    QCOMPARE(
        example(*store, "undefined-reference"),
        QStringLiteral("location 1 'a': calling context 9 at tick 1 is not defined"));
}

void TestLocationBuilder::undefinedRegionGetsADefinition()
{
    const auto store = traceFromText(R"(
        enter 1 @1 17
        leave 1 @2 17
        enter 2 @1 16
        leave 2 @2 16
        enter 2 @3 17
        leave 2 @4 17
    )");
    QCOMPARE(store->report.countOf("undefined-reference"), 3U);
    const Region* region = store->definitions.find(RegionRef(17));
    QVERIFY(region != nullptr);
    QCOMPARE(QString::fromStdString(region->name), QStringLiteral("region 17 (undefined)"));
    QVERIFY(store->definitions.find(RegionRef(16)) != nullptr);
}

void TestLocationBuilder::undefinedRegionReferenceIsNoVisit()
{
    const auto store = traceFromText("enter 1 @1 4294967295\nleave 1 @2 4294967295");
    QCOMPARE(store->locations.front().totals.events, 2U);
    QCOMPARE(store->locations.front().calls.visits(), 0U);
    QCOMPARE(store->report.countOf("undefined-reference"), 2U);
}

void TestLocationBuilder::whatRecordsNameIsLookedFor_data()
{
    QTest::addColumn<QString>("what");
    const auto add = [](const char* records, const char* what) {
        QTest::newRow(records) << QString(what);
    };
    for (const char* call : {"MpiSend 0 77 0 8", "MpiIrecv 0 77 0 8 5"}) {
        add(call, "communicator 77");
    }
    add("MpiCollectiveEnd 3 77 0 16 32", "communicator 77");
    add("NonBlockingCollectiveComplete 3 77 0 16 32 9", "communicator 77");
    add("CommCreate 77", "communicator 77");
    add("ThreadTeamBegin 77", "communicator 77");
    add("ThreadTaskSwitch 77 0 1", "communicator 77");
    add("ThreadCreate 77 1", "communicator 77");
    add("ParameterString 77 4294967295", "parameter 77");
    add("ParameterInt 77 0", "parameter 77");
    add("RmaWinCreate 77", "RMA window 77");
    add("RmaCollectiveEnd 1 0 77 0 8 8", "RMA window 77");
    add("RmaGroupSync 0 77 78", "RMA window 77; group 78");
    add("RmaAcquireLock 77 0 0 0", "RMA window 77");
    add("RmaSync 77 0 0", "RMA window 77");
    add("RmaPut 77 0 8 1", "RMA window 77");
    add("RmaOpTest 77 1", "RMA window 77");
    add("CallingContextSample 77 0 78", "calling context 77; interrupt generator 78");
    add("CallingContextEnter 77 0", "calling context 77");
    add("IoCreateHandle 77 0 0 0", "I/O handle 77");
    add("IoDuplicateHandle 77 78 0", "I/O handle 77");
    add("IoSeek 77 0 0 0", "I/O handle 77");
    add("IoDeleteFile 77 78", "I/O paradigm 77; file 78");
    add("IoOperationComplete 77 8 1", "I/O handle 77");
    add("IoTryLock 77 0", "I/O handle 77");
    add("ProgramBegin 77 0 78", "string 77");
    add("Metric 77 4 130", "metric 77");
    add("OmpFork 77", "");
    add("ThreadFork 77 77", "");
    add("MpiIsendComplete 77", "");
}

void TestLocationBuilder::whatRecordsNameIsLookedFor()
{
    QFETCH(QString, what);
    const std::string records = QTest::currentDataTag();
    const auto store = traceFromText("comm 0 0\nlocation 1 a\nevent 1 @5 " + records);
    QStringList said;
    for (const QString& each : what.split("; ", Qt::SkipEmptyParts)) {
        said += each + " at tick 5 is not defined";
    }
    // The second handle and argument are like the first, which are told once with their number.
    const bool isTwice = records.starts_with("IoDuplicate") || records.starts_with("ProgramBegin");
    QCOMPARE(
        store->report.countOf("undefined-reference"),
        static_cast<std::uint64_t>(said.size() + (isTwice ? 1 : 0)));
    if (!said.isEmpty()) {
        QCOMPARE(example(*store, "undefined-reference"), "location 1 'a': " + said.join("; "));
    }
}

void TestLocationBuilder::whatIsNoneIsNotMissed()
{
    const auto store = traceFromText(R"(
        region 4 main
        context 9 main
        event 1 @1 ProgramBegin 4294967295 0 4294967295
        event 1 @2 CallingContextSample 9 0 4294967295
    )");
    QCOMPARE(store->report.countOf("undefined-reference"), 0U);
}

void TestLocationBuilder::locationsLeftOutAreNotMissed()
{
    Definitions definitions;
    definitions.locations.push_back({.ref = LocationRef(1), .name = "a"});
    definitions.attributes.push_back({.ref = AttributeRef(0), .name = "partner"});
    definitions.buildLookups();
    for (const bool isPart : {false, true}) {
        server::store::LocationBuilder builder(definitions, LocationIndex(0), isPart);
        QVERIFY(builder.add(3, event_kind::kOmpJoin, {}));
        builder.addAttribute(3, AttributeRef(0), {.type = ValueType::Location, .bits = 2});
        server::store::ImportReport report;
        static_cast<void>(builder.finish(report));
        QCOMPARE(report.countOf("undefined-reference"), isPart ? 0U : 1U);
    }
}

void TestLocationBuilder::repairsAreReportedWithAnExample()
{
    const auto store = traceFromText(R"(
        location 5 "thread 5"
        region 1 main
        region 2 work
        leave 5 @4711 work
        enter 5 @4712 main
        enter 5 @4713 work
        leave 5 @4720 main
        enter 5 @4730 main
        event 5 @4740 OmpJoin
    )");
    QCOMPARE(
        example(*store, "unmatched-leave"),
        QStringLiteral("location 5 'thread 5': leave of 'work' at tick 4711 without enter"));
    QCOMPARE(
        example(*store, "missing-leave"),
        QStringLiteral("location 5 'thread 5': 'work' still open where the one around it is left "
                       "at tick 4720"));
    QCOMPARE(
        example(*store, "open-visit"),
        QStringLiteral("location 5 'thread 5': 'main' still open at the last event at tick 4740"));
    QCOMPARE(visitsOf(store->locations.front().calls).leave.back(), 4740);
}

void TestLocationBuilder::locationWithNothingButMetricsIsReported()
{
    const auto store = traceFromText(R"(
        location 1 metrics type metric
        metric 2 power
        event 1 @1 Metric 2 5 77
        event 1 @2 Metric 2 5 78
        event 2 @2 Metric 2 5 78
        enter 2 @3 main
        leave 2 @4 main
    )");
    QCOMPARE(store->report.countOf("metric-only-location"), 1U);
    QCOMPARE(store->report.entries().front().severity, query::Severity::Info);
}

void TestLocationBuilder::smallLocationsArePackedAsTheyAre_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("samples alone") << "location 1 metrics type metric\n"
                                      "event 1 @1 Metric 2 5 77\nevent 1 @9 Metric 2 5 78";
    QTest::newRow("calls alone") << "enter 1 @1 a\nenter 1 @2 b\nleave 1 @3 b\nleave 1 @9 a";
    QTest::newRow("both, far apart") << "enter 1 @1 a\nevent 1 @2 Metric 2 5 77\n"
                                        "event 1 @90000000000 Metric 2 5 18446744073709551615\n"
                                        "leave 1 @90000000001 a";
    QTest::newRow("repairs") << "enter 1 @1 a\nenter 1 @2 b\nleave 1 @3 a\nenter 1 @4 a";
    QTest::newRow("nothing") << "location 1 a";
}

void TestLocationBuilder::smallLocationsArePackedAsTheyAre()
{
    QFETCH(QString, text);
    const auto store = traceFromText(text.toStdString());
    std::vector<server::store::LocationStore> locations = store->locations;
    server::store::LocationStore& location = locations.front();
    server::store::packSmall(location);
    const auto& before = store->locations.front();
    QVERIFY(eventsOf(location) == eventsOf(before));
    QVERIFY(visitsOf(location.calls) == visitsOf(before.calls));
    // One piece of memory, whatever there is.
    if (location.records->size() > 0 && location.calls.size() > 0) {
        const auto* const first = static_cast<const void*>(location.calls.time.base.data());
        const auto* const last = static_cast<const void*>(location.records->payload.data());
        const auto* const begin = static_cast<const std::byte*>(first);
        QVERIFY(static_cast<const std::byte*>(last) - begin < 2048);
        QVERIFY(static_cast<const std::byte*>(last) > begin);
    }
}

void TestLocationBuilder::rangeHoldsEveryEvent()
{
    const auto inside = traceFromText("length 100\nenter 1 @10 a\nleave 1 @20 a");
    QVERIFY((inside->range == TickRange{.begin = 0, .end = 101}));
    const auto outside = traceFromText("length 5\nenter 1 @-10 a\nleave 1 @20 a");
    QVERIFY((outside->range == TickRange{.begin = -10, .end = 21}));
    const auto none = traceFromText("length 18446744073709551615\nlocation 1 a");
    QVERIFY(none->range.length() > 0);
}

void TestLocationBuilder::payloadOfVariableLengthIsKept()
{
    const auto store = traceFromText(R"(
        event 1 @1 Metric 2 5 77 6 18446744073709551615
        event 1 @2 MpiCollectiveBegin
        event 1 @3 Metric 3
    )");
    const auto events = eventsOf(store->locations.front());
    const auto first = events.payloadOf(0);
    QCOMPARE(
        std::vector<std::uint64_t>(first.begin(), first.end()),
        (std::vector<std::uint64_t>{2, 5, 77, 6, ~std::uint64_t{0}}));
    QCOMPARE(events.payloadOf(1).size(), 0U);
    QCOMPARE(events.payloadOf(2).front(), 3U);
}

void TestLocationBuilder::reportsMergeInOrder()
{
    server::store::ImportReport first;
    server::store::ImportReport second;
    first.add("a", query::Severity::Info, "first a");
    second.add("b", query::Severity::Error, "first b", 3);
    second.add("a", query::Severity::Info, "second a", 4);
    first.merge(second);
    QCOMPARE(first.entries().size(), 2U);
    QCOMPARE(first.countOf("a"), 5U);
    QCOMPARE(QString::fromStdString(first.entries()[0].example), QStringLiteral("first a"));
    QCOMPARE(first.countOf("b"), 3U);
    QCOMPARE(first.countOf("c"), 0U);
}

void TestLocationBuilder::reportsSayWhereAndHowOftenThere()
{
    server::store::ImportReport whole;
    whole.add("a", query::Severity::Info, "in none", 5);
    constexpr std::size_t kMore = server::store::ImportReport::kMostPlaces + 7;
    for (std::size_t i = 0; i < kMore; ++i) {
        server::store::ImportReport part;
        part.setPlace("", "location " + std::to_string(i));
        part.add("a", query::Severity::Info, "first there");
        part.add("a", query::Severity::Info, "second there", 2);
        part.nameFile("f.json");
        whole.merge(part);
    }
    const query::ImportReportEntry& entry = whole.entries().front();
    QCOMPARE(entry.count, 5 + 3 * kMore);
    QCOMPARE(entry.example, std::string("in none"));
    QCOMPARE(entry.places.size(), server::store::ImportReport::kMostPlaces);
    QCOMPARE(
        entry.places[3],
        (query::ImportReportPlace{
            .file = "f.json", .location = "location 3", .count = 3, .example = "first there"}));
}

void TestLocationBuilder::attributesKeepTheirPlace()
{
    Definitions definitions;
    definitions.locations.push_back({.ref = LocationRef(3), .name = "Master"});
    definitions.attributes.push_back({.ref = AttributeRef(1), .name = "known"});
    definitions.buildLookups();
    server::store::LocationBuilder builder(definitions, LocationIndex(0));
    server::store::AttributeTable first;
    first.add(1, AttributeRef(1), {ValueType::UInt64, 7});
    server::store::AttributeTable second;
    second.add(0, AttributeRef(2), {ValueType::UInt64, 8});
    second.add(5, AttributeRef(1), {ValueType::UInt64, 9});  // of a record that was left out
    const std::vector<EventKind> kinds(2, event_kind::kThreadTeamEnd);
    const std::vector<std::uint32_t> begins(2, 0);
    const std::vector<Tick> ticks{10, 20};
    QVERIFY(
        builder.add({.tick = ticks, .kind = kinds, .payloadBegin = begins, .payload = {}}, first));
    const std::vector<Tick> later{30};
    QVERIFY(builder.add(
        {.tick = later,
         .kind = std::span(kinds).first(1),
         .payloadBegin = std::span(begins).first(1),
         .payload = {}},
        second));
    server::store::ImportReport report;
    const server::store::LocationStore store = builder.finish(report);
    QCOMPARE(store.totals.attributes, 2U);
    QVERIFY(std::ranges::equal(store.attributes->event, std::vector<std::uint32_t>{1, 2}));
    QVERIFY(std::ranges::equal(store.attributes->bits, std::vector<std::uint64_t>{7, 8}));
    QCOMPARE(report.countOf("undefined-reference"), 1U);
    QCOMPARE(
        report.entries().front().example,
        std::string("location 3 'Master': attribute 2 at tick 30 is not defined"));
}

/// As archives of vellum-record have it: numbers named `correlation` at enters, on both sides.
void TestLocationBuilder::correlationsMakeLaunches()
{
    Definitions definitions;
    definitions.locationGroups.push_back(
        {.ref = LocationGroupRef(0), .type = LocationGroupType::Process});
    definitions.locationGroups.push_back(
        {.ref = LocationGroupRef(1), .type = LocationGroupType::Accelerator});
    definitions.locations.push_back({.ref = LocationRef(0), .group = LocationGroupRef(0)});
    definitions.locations.push_back({.ref = LocationRef(1), .group = LocationGroupRef(1)});
    definitions.regions.push_back({.ref = RegionRef(0), .role = RegionRole::Function});
    definitions.regions.push_back({.ref = RegionRef(1), .role = RegionRole::DataTransfer});
    definitions.regions.push_back({.ref = RegionRef(2), .role = RegionRole::TaskWait});
    definitions.attributes.push_back({.ref = AttributeRef(4), .name = "bytes"});
    definitions.attributes.push_back({.ref = AttributeRef(5), .name = "correlation"});
    definitions.buildLookups();

    const auto marksOf = [&](std::uint32_t location) {
        server::store::LocationBuilder builder(definitions, LocationIndex(location));
        const auto attribute = [&](std::uint32_t ref, std::uint64_t value) {
            builder.addAttribute(0, AttributeRef(ref), {ValueType::UInt64, value});
        };
        for (std::uint32_t region = 0; region < 3; ++region) {
            QTEST_ASSERT(builder.addCall(Tick(10) * region, event_kind::kEnter, region));
            attribute(4, 4711);
            attribute(5, region + 1);
            QTEST_ASSERT(builder.addCall(Tick(10) * region + 5, event_kind::kLeave, region));
            attribute(5, 77);  // of a leave: says nothing
        }
        QTEST_ASSERT(builder.addCall(40, event_kind::kEnter, 0));
        attribute(5, 0);  // none
        QTEST_ASSERT(builder.add(41, event_kind::kThreadTeamEnd, {}));
        attribute(5, 78);  // of another record inside of the call
        server::store::ImportReport report;
        return builder.finish(report).deviceMarks;
    };
    const auto onHost = marksOf(0);
    QCOMPARE(onHost.size(), 3U);
    for (std::uint32_t i = 0; i < 3; ++i) {
        QCOMPARE(onHost[i].kind, event_kind::kDeviceLaunch);
        QCOMPARE(onHost[i].correlation, i + 1U);
        QCOMPARE(onHost[i].visit.begin, 10 * Tick(i));
        QCOMPARE(onHost[i].visit.end, 10 * Tick(i) + 5);
    }
    const auto onDevice = marksOf(1);
    QCOMPARE(onDevice.size(), 3U);
    QCOMPARE(onDevice[0].kind, event_kind::kDeviceKernel);
    QCOMPARE(onDevice[1].kind, event_kind::kDeviceCopy);
    QCOMPARE(onDevice[2].kind, event_kind::kDeviceSync);
}

void TestLocationBuilder::kindsAreCounted()
{
    const auto store = traceFromText(R"(
        enter 1 @1 main
        event 1 @2 Metric 2 5 77
        event 1 @3 Metric 2 5 78
        leave 1 @4 main
    )");
    const std::vector<std::pair<EventKind, std::uint64_t>> expected{
        {event_kind::kEnter, 1}, {event_kind::kLeave, 1}, {event_kind::kMetric, 2}};
    QVERIFY(store->locations.front().totals.kinds == expected);
}

void TestLocationBuilder::rangeHoldsEveryExtent()
{
    const std::vector<TickRange> extents{{-5, -4}, {7, 7}, {30, 31}};
    const TickRange range = server::store::wholeRange({.length = 10}, extents);
    QCOMPARE(range.begin, -5);
    QCOMPARE(range.end, 31);
    QCOMPARE(server::store::wholeRange({.length = 10}, {}).end, 11);
}

void TestLocationBuilder::referencesOfFilesStayApart()
{
    using server::store::FileReferences;
    constexpr std::uint64_t kLast32 = 0xffff'ffff;
    constexpr std::array<std::uint64_t, 4> kRefs{0, 1, 17, 100'000};
    std::size_t astray = 0;
    const auto seen = [&](const FileReferences& references, RefKind kind, std::size_t files) {
        std::set<std::uint64_t> wholes;
        for (std::size_t each = 0; each < 3 * kRefs.size(); ++each) {
            const std::size_t file = std::array{std::size_t{0}, files / 2, files - 1}[each % 3];
            const std::uint64_t ref = kRefs[each / 3];
            const std::uint64_t whole = references.inWhole(kind, {.file = file, .ref = ref});
            const auto origin = references.originOf(kind, whole);
            const bool back = origin && origin->file == file && origin->ref == ref;
            const bool within = whole >= undefinedOf(kind) / 2 && whole < undefinedOf(kind);
            astray += back && within ? 0U : 1U;
            wholes.insert(whole);
        }
        return wholes.size();
    };
    for (const std::size_t files : {1U, 2U, 3U, 1000U}) {
        const FileReferences references(files);
        for (const RefKind kind : {RefKind::Region, RefKind::Metric, RefKind::Location}) {
            QCOMPARE(seen(references, kind, files), std::min<std::size_t>(files, 3) * kRefs.size());
        }
    }
    QCOMPARE(astray, 0U);
    const FileReferences two(2);
    QCOMPARE(two.inWhole(RefKind::Region, {.file = 0, .ref = 1U << 30U}), kLast32);
    QCOMPARE(
        two.inWhole(RefKind::IoParadigm, {.file = 0, .ref = 1}), undefinedOf(RefKind::IoParadigm));
    QVERIFY(!two.originOf(RefKind::Region, kLast32));
    QVERIFY(!two.originOf(RefKind::Region, 17));
    QCOMPARE(FileReferences().inFile(RefKind::Region, kLast32 - 1), kLast32 - 1);
}

VELLUM_TEST_APPLESS(TestLocationBuilder)
#include "test_location_builder.moc"
