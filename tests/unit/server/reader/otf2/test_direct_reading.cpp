#include "server/reader/otf2/archive.h"
#include "server/store/location_builder.h"
#include "server/store/written_out.h"
#include "tests/generate/random_archive.h"
#include "tests/support/program/test_program.h"

#include <QTemporaryDir>

#include <array>
#include <filesystem>
#include <memory>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test across a few rooms
using server::reader::EventBatch;
using server::reader::EventReader;
using server::reader::EventSource;
using server::reader::ReadOutcome;
using server::store::LocationBuilder;
using server::store::LocationStore;

namespace {

struct Read {
    LocationStore store;
    server::store::ImportReport report;
    ReadOutcome outcome;
    std::uint64_t told = 0;
};

std::unique_ptr<EventReader> readerOf(const EventSource& source, LocationIndex location)
{
    const std::array own{location};
    return source.makeReader(own).value();
}

/// Batch by batch, as readers do that cannot do better.
Read readInBatches(const EventSource& source, LocationIndex location)
{
    Read read;
    LocationBuilder builder(source.head().definitions, location);
    read.outcome = readerOf(source, location)->read(location, [&](const EventBatch& batch) {
        builder.add(
            {.tick = batch.tick,
             .kind = batch.kind,
             .payloadBegin = batch.payloadBegin,
             .payload = batch.payload},
            batch.attributes);
        read.told += batch.size();
        return true;
    });
    read.store = builder.finish(read.report);
    return read;
}

Read readDirectly(const EventSource& source, LocationIndex location)
{
    Read read;
    LocationBuilder builder(source.head().definitions, location);
    read.outcome = readerOf(source, location)
                       ->readInto(location, builder, [&](std::uint64_t records, bool isFull) {
                           read.told += records;
                           return !isFull;
                       });
    read.store = builder.finish(read.report);
    return read;
}

bool haveTheSameAttributes(const LocationStore& a, const LocationStore& b)
{
    return std::ranges::equal(a.attributes->event, b.attributes->event)
           && std::ranges::equal(a.attributes->attribute, b.attributes->attribute)
           && std::ranges::equal(a.attributes->bits, b.attributes->bits);
}

}  // namespace

/// Records that go straight to the builder, beside the same in batches.
class TestDirectReading : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

private slots:
    void aBuilderIsFilledAsByBatches_data();
    void aBuilderIsFilledAsByBatches();
    void whoSaysStopIsHeardWithinSomeRecords();
};

void TestDirectReading::aBuilderIsFilledAsByBatches_data()
{
    QTest::addColumn<bool>("damage");
    QTest::newRow("whole") << false;
    QTest::newRow("clocks that run backwards, enters without leaves") << true;
}

void TestDirectReading::aBuilderIsFilledAsByBatches()
{
    QFETCH(const bool, damage);
    const auto folder =
        std::filesystem::path(m_folder.path().toStdString()) / (damage ? "damaged" : "whole");
    generate::writeRandomArchive(
        {.seed = 5, .out = folder, .locations = 9, .events = 3'000, .damage = damage});
    const auto source = server::reader::otf2::openArchive(folder / "traces.otf2").value();
    std::uint64_t all = 0;
    for (std::uint32_t i = 0; i < source->head().definitions.locations.size(); ++i) {
        if (!source->head().files[i].exists) {
            continue;
        }
        const Read batches = readInBatches(*source, LocationIndex(i));
        const Read direct = readDirectly(*source, LocationIndex(i));
        QCOMPARE(direct.told, batches.told);
        QCOMPARE(direct.outcome.end, batches.outcome.end);
        QCOMPARE(direct.outcome.error, batches.outcome.error);
        QVERIFY(visitsOf(direct.store.calls) == visitsOf(batches.store.calls));
        QVERIFY(eventsOf(direct.store) == eventsOf(batches.store));
        QVERIFY(haveTheSameAttributes(direct.store, batches.store));
        QVERIFY(direct.store.totals.kinds == batches.store.totals.kinds);
        QVERIFY(direct.report.entries() == batches.report.entries());
        all += direct.told;
    }
    QVERIFY(all > 10'000);
}

void TestDirectReading::whoSaysStopIsHeardWithinSomeRecords()
{
    const auto folder = std::filesystem::path(m_folder.path().toStdString()) / "long";
    generate::writeRandomArchive(
        {.seed = 6, .out = folder, .processes = 1, .locations = 1, .events = 50'000});
    const auto source = server::reader::otf2::openArchive(folder / "traces.otf2").value();
    const LocationIndex location(0);
    LocationBuilder builder(source->head().definitions, location);
    const ReadOutcome outcome =
        readerOf(*source, location)
            ->readInto(location, builder, [](std::uint64_t /*records*/, bool /*isFull*/) {
                return false;
            });
    QCOMPARE(outcome.end, ReadOutcome::End::Stopped);
    constexpr std::uint64_t kSome = 10'000;
    QVERIFY(builder.size() > 0 && builder.size() < kSome);
}

VELLUM_TEST_GUILESS(TestDirectReading)
#include "test_direct_reading.moc"
