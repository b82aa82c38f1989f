#include "server/import/importer.h"
#include "tests/support/program/test_program.h"

#include <QByteArray>
#include <QString>

#include <filesystem>
#include <numeric>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using server::store::LocationStore;
using server::store::TraceStore;

namespace {

std::filesystem::path traces()
{
    const QByteArray given = qgetenv("VELLUM_TRACE_DATA");
    if (!given.isEmpty()) {
        return given.toStdString();
    }
    return std::filesystem::path(qgetenv("VELLUM_SOURCE_DIR").toStdString()) / "../shared/traces";
}

std::uint64_t sum(const TraceStore& store, std::uint64_t server::store::LocationTotals::*member)
{
    std::uint64_t total = 0;
    for (const LocationStore& location : store.locations) {
        total += location.totals.*member;
    }
    return total;
}

std::uint64_t messageBytes(const TraceStore& store)
{
    std::uint64_t total = 0;
    for (const query::Message& message : store.messages) {
        total += message.bytes;
    }
    return total;
}

}  // namespace

/// The numbers that the catalogue of the real traces gives for its archives.
class TestRealArchives : public QObject {
    Q_OBJECT

private slots:
    void numbersAreThoseOfTheCatalogue_data();
    void numbersAreThoseOfTheCatalogue();
    void archiveWithoutEventFilesOpens();
};

void TestRealArchives::numbersAreThoseOfTheCatalogue_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<quint64>("locations");
    QTest::addColumn<quint64>("events");
    QTest::addColumn<quint64>("messages");
    QTest::addColumn<quint64>("bytes");
    QTest::addColumn<quint64>("samples");
    const auto row = [](const char* path,
                        quint64 locations,
                        quint64 events,
                        quint64 messages,
                        quint64 bytes,
                        quint64 samples) {
        QTest::newRow(path) << QString::fromLatin1(path) << locations << events << messages << bytes
                            << samples;
    };
    row("pipit-otf2/ping-pong-otf2", 2, 120, 16, 8'355'840, 0);
    row("pipit-otf2/ping-pong-otf2-papi", 2, 204, 16, 8'355'840, 84);
    row("casita-otf2/2_jacobi_blame_cpu_015", 10, 300'816, 2'000, 32'752'000, 0);
    row("casita-otf2/2_cloverleaf_oaccregions_cudafull", 6, 137'954, 302, 61'212'400, 122);
    row("casita-otf2/2_cuda_simple", 6, 2'816, 20, 327'520, 0);
    row("casita-otf2/10_scorep_mpi_tags", 10, 428, 18, 72, 0);
    row("casita-otf2/1_ocl_deps", 2, 48, 0, 0, 0);
    row("casita-otf2/1_xeonphi_jacobi_01", 4, 11'770, 0, 0, 0);
    row("fastotf2-mi300/simple-mi300-example-run", 32, 72'670, 0, 0, 72'584);
}

void TestRealArchives::numbersAreThoseOfTheCatalogue()
{
    QFETCH(QString, path);
    const auto folder = traces() / path.toStdString();
    if (!std::filesystem::exists(folder)) {
        QSKIP("the real traces are not here: set VELLUM_TRACE_DATA");
    }
    const auto result = server::import::importTrace(folder);
    QVERIFY2(result.isOk(), result.isOk() ? "" : result.error().message.c_str());
    const TraceStore& store = *result.value();
    QTEST(quint64(store.locations.size()), "locations");
    QTEST(quint64(sum(store, &server::store::LocationTotals::events)), "events");
    QTEST(quint64(store.messages.size()), "messages");
    QTEST(quint64(messageBytes(store)), "bytes");
    QTEST(quint64(sum(store, &server::store::LocationTotals::metricSamples)), "samples");
}

void TestRealArchives::archiveWithoutEventFilesOpens()
{
    const auto folder = traces() / "casita-otf2/4_mpi_lammps_colloid";
    if (!std::filesystem::exists(folder)) {
        QSKIP("the real traces are not here: set VELLUM_TRACE_DATA");
    }
    const auto result = server::import::importTrace(folder / "traces.otf2");
    QVERIFY2(result.isOk(), result.isOk() ? "" : result.error().message.c_str());
    QCOMPARE(result.value()->locations.size(), 4U);
    QCOMPARE(result.value()->report.countOf("missing-event-file"), 4U);
    QVERIFY(result.value()->complete);
}

VELLUM_TEST_APPLESS(TestRealArchives)
#include "test_real_archives.moc"
