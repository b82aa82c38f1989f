#include "server/import/location_import.h"
#include "server/import/partition.h"
#include "server/store/written_out.h"
#include "tests/support/program/test_program.h"

#include <QString>

#include <algorithm>
#include <functional>
#include <numeric>
#include <random>
#include <utility>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using namespace server::import;  // NOLINT(google-build-using-namespace): likewise
using server::reader::BatchSink;
using server::reader::EventBatch;
using server::reader::ReadOutcome;
using server::reader::TraceHead;

namespace {

TraceHead headOfOneLocation(std::uint64_t claimed)
{
    TraceHead head;
    head.definitions.locations = {
        {.ref = LocationRef(7), .name = "thread", .claimedEvents = claimed}};
    head.definitions.regions = {{.ref = RegionRef(1), .name = "main"}};
    head.definitions.buildLookups();
    head.files = {{.exists = true, .bytes = 1000, .name = "7.evt"}};
    return head;
}

/// Hands out batches of one enter and one leave; says before each which one it is.
class FakeReader : public server::reader::EventReader {
public:
    FakeReader(int batches, ReadOutcome::End end) : m_batches(batches), m_end(end) {}

    void setOnBatch(std::function<void(int)> onBatch) { m_onBatch = std::move(onBatch); }

    ReadOutcome read(LocationIndex /*location*/, const BatchSink& sink) override
    {
        for (int i = 0; i < m_batches; ++i) {
            m_onBatch(i);
            const EventBatch batch{
                .tick = {Tick{i} * 10, Tick{i} * 10 + 5},
                .kind = {event_kind::kEnter, event_kind::kLeave},
                .payloadBegin = {0, 1},
                .payload = {1, 1}};
            if (!sink(batch)) {
                return {.end = ReadOutcome::End::Stopped};
            }
        }
        return {.end = m_end, .error = "broken"};
    }

private:
    int m_batches;
    ReadOutcome::End m_end;
    std::function<void(int)> m_onBatch = [](int) {};
};

ImportedLocation importWith(
    const TraceHead& head, FakeReader& reader, const std::stop_token& cancel = {})
{
    ProgressMeter progress({}, {});
    return importLocation(head, LocationIndex(0), std::nullopt, reader, progress, cancel);
}

}  // namespace

class TestLocationImport : public QObject {
    Q_OBJECT

private slots:
    void cancelKeepsThePrefix();
    void failedReadingKeepsThePrefixAndSaysSo();
    void otherNumberOfEventsIsReported();
    void absurdClaimReservesNothing();
    void missingFileOfAnEmptyLocationIsNoDamage();
    void progressCountsEachByteOnce();
    void partitionDealsEachLocationOnceAndEvenly();
};

void TestLocationImport::cancelKeepsThePrefix()
{
    const TraceHead head = headOfOneLocation(200);
    std::stop_source stop;
    FakeReader reader(100, ReadOutcome::End::Complete);
    reader.setOnBatch([&](int batch) {
        if (batch == 3) {
            stop.request_stop();
        }
    });
    const ImportedLocation imported = importWith(head, reader, stop.get_token());
    // The batch at hand is kept whole; none after it.
    QCOMPARE(
        server::store::eventsOf(imported.store).tick,
        (std::vector<Tick>{0, 5, 10, 15, 20, 25, 30, 35}));
    QCOMPARE(imported.store.calls.visits(), 4U);
    QVERIFY(imported.report.entries().empty());
}

void TestLocationImport::failedReadingKeepsThePrefixAndSaysSo()
{
    const TraceHead head = headOfOneLocation(1200);
    FakeReader reader(2, ReadOutcome::End::Failed);
    const ImportedLocation imported = importWith(head, reader);
    QCOMPARE(imported.store.totals.events, 4U);
    QCOMPARE(imported.report.entries().size(), 1U);
    QCOMPARE(
        QString::fromStdString(imported.report.entries().front().example),
        QStringLiteral("location 7 'thread': '7.evt' (1,000 bytes) ends in an error after 4 of "
                       "1,200 claimed events (broken)"));
}

void TestLocationImport::otherNumberOfEventsIsReported()
{
    const TraceHead head = headOfOneLocation(5);
    FakeReader reader(2, ReadOutcome::End::Complete);
    const ImportedLocation imported = importWith(head, reader);
    QCOMPARE(imported.report.countOf("event-count-mismatch"), 1U);
    QCOMPARE(
        QString::fromStdString(imported.report.entries().front().example),
        QStringLiteral("location 7 'thread': the definitions claim 5 events, the file holds 4"));
}

void TestLocationImport::absurdClaimReservesNothing()
{
    const TraceHead head = headOfOneLocation(std::uint64_t{1} << 60U);
    FakeReader reader(1, ReadOutcome::End::Complete);
    const ImportedLocation imported = importWith(head, reader);
    QCOMPARE(imported.store.totals.events, 2U);
    QVERIFY(imported.store.calls.time.narrow.size() <= head.files.front().bytes);
}

void TestLocationImport::missingFileOfAnEmptyLocationIsNoDamage()
{
    QCOMPARE(
        locationWithoutFile(headOfOneLocation(0), LocationIndex(0))
            .report.countOf("empty-location"),
        1U);
    const ImportedLocation missing = locationWithoutFile(headOfOneLocation(3), LocationIndex(0));
    QCOMPARE(missing.report.countOf("missing-event-file"), 1U);
    QCOMPARE(missing.report.countOf("empty-location"), 0U);
}

void TestLocationImport::progressCountsEachByteOnce()
{
    // Claims of all sizes: the bytes told must add up to the file's all the same.
    for (const std::uint64_t claimed : {0U, 1U, 7U, 200U, 100'000U}) {
        const TraceHead head = headOfOneLocation(claimed);
        Progress last;
        ProgressMeter progress(
            [&](const Progress& now) { last = now; },
            {.bytesTotal = 1'000'000, .locationsTotal = 1});
        FakeReader reader(100, ReadOutcome::End::Complete);
        static_cast<void>(
            importLocation(head, LocationIndex(0), std::nullopt, reader, progress, {}));
        progress.tell();
        QCOMPARE(last.bytesDone, 1000U);
        QCOMPARE(last.eventsRead, 200U);
        QCOMPARE(last.locationsDone, 1U);
        QCOMPARE(last.bytesTotal, 1'000'000U);
    }
}

void TestLocationImport::partitionDealsEachLocationOnceAndEvenly()
{
    std::mt19937 random(1);
    for (std::size_t parts = 1; parts <= 7; ++parts) {
        std::vector<WorkItem> items;
        std::uint64_t total = 0;
        std::uint64_t most = 0;
        for (std::uint32_t i = 0; i < 100; ++i) {
            items.push_back({.location = LocationIndex(i), .cost = random() % 1'000'000});
            total += items.back().cost;
            most = std::max(most, items.back().cost);
        }
        std::vector<LocationIndex> all;
        for (const auto& part : partition(items, parts)) {
            QVERIFY(std::ranges::is_sorted(part));
            std::uint64_t cost = 0;
            for (const LocationIndex location : part) {
                cost += items[location.value()].cost;
            }
            QVERIFY(cost <= total / parts + most + std::uint64_t{100} * 4096);
            all.insert(all.end(), part.begin(), part.end());
        }
        std::ranges::sort(all);
        QCOMPARE(all.size(), items.size());
        QVERIFY(std::ranges::equal(all, items, {}, {}, &WorkItem::location));
    }
    QCOMPARE(partition({}, 3).size(), 3U);
}

VELLUM_TEST_APPLESS(TestLocationImport)
#include "test_location_import.moc"
