#include "server/import/importer.h"
#include "server/store/written_out.h"
#include "tests/generate/damaged_archive.h"
#include "tests/generate/random_archive.h"
#include "tests/support/program/test_program.h"

#include <QString>
#include <QTemporaryDir>

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <filesystem>
#include <stop_token>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using server::import::ImportOptions;
using server::import::importTrace;
using server::import::Progress;
using server::store::LocationStore;
using server::store::TraceStore;
namespace fs = std::filesystem;

namespace {

bool equal(const LocationStore& a, const LocationStore& b)
{
    return server::store::eventsOf(a) == server::store::eventsOf(b)
           && server::store::visitsOf(a.calls) == server::store::visitsOf(b.calls)
           && std::ranges::equal(a.calls.paths.regions, b.calls.paths.regions)
           && std::ranges::equal(a.calls.paths.place.bytes(), b.calls.paths.place.bytes())
           && std::ranges::equal(a.unrecorded, b.unrecorded)
           && a.totals.unmatchedSends == b.totals.unmatchedSends
           && a.totals.unmatchedReceives == b.totals.unmatchedReceives;
}

bool equal(const TraceStore& a, const TraceStore& b)
{
    return a.range == b.range && std::ranges::equal(a.messages, b.messages)
           && a.report.entries() == b.report.entries() && a.complete == b.complete
           && a.definitions.locations == b.definitions.locations
           && a.definitions.regions == b.definitions.regions
           && std::ranges::equal(
               a.locations, b.locations, [](const LocationStore& x, const LocationStore& y) {
                   return equal(x, y);
               });
}

std::shared_ptr<const TraceStore> imported(const fs::path& path, const ImportOptions& options = {})
{
    const auto result = importTrace(path, options);
    if (!result.isOk()) {
        qWarning("%s", result.error().message.c_str());
        return nullptr;
    }
    return result.value();
}

std::uint64_t eventsOf(const TraceStore& store)
{
    std::uint64_t events = 0;
    for (const LocationStore& location : store.locations) {
        events += location.totals.events;
    }
    return events;
}

/// What is wrong with the answer to an archive with one file cut off; empty if nothing.
std::string faultOfAnswer(
    const Result<std::shared_ptr<const TraceStore>>& answer, bool mustBeRefused)
{
    if (!answer.isOk()) {
        const ErrorKind kind = answer.error().kind;
        const bool isFit = kind == ErrorKind::DataLoss || kind == ErrorKind::InvalidArgument;
        return isFit ? "" : answer.error().message;
    }
    if (mustBeRefused) {
        return "not refused";
    }
    const auto& report = answer.value()->report;
    const std::uint64_t said =
        report.countOf("truncated-event-file") + report.countOf("truncated-definition-file");
    return said == 1 ? "" : "reported " + std::to_string(said) + " times";
}

}  // namespace

class TestImporter : public QObject {
    Q_OBJECT

    [[nodiscard]] fs::path folder(const char* name) const
    {
        return fs::path(m_temporary.path().toStdString()) / name;
    }
    [[nodiscard]] fs::path damaged(const QString& kind) const
    {
        fs::path out = folder("damaged");
        fs::remove_all(out);
        generate::writeDamagedArchive({.out = out, .kind = kind.toStdString()});
        return out;
    }

    QTemporaryDir m_temporary;

private slots:
    void everyNumberOfThreadsGivesTheSameTrace_data();
    void everyNumberOfThreadsGivesTheSameTrace();
    void damageIsCounted_data();
    void damageIsCounted();
    void archiveThatCannotBeReadIsRefused_data();
    void archiveThatCannotBeReadIsRefused();
    void filesCutAnywhereAreAnswered_data();
    void filesCutAnywhereAreAnswered();
    void archiveWithoutLocationsIsEmpty();
    void cancelBeforeTheFirstEventKeepsTheDefinitions();
    void whatIsGivenUpIsNotKept_data();
    void whatIsGivenUpIsNotKept();
    void progressEndsWithEverythingDone();
    void errorsOfTheLibraryStayOffStandardError();
};

void TestImporter::everyNumberOfThreadsGivesTheSameTrace_data()
{
    QTest::addColumn<quint64>("seed");
    QTest::addColumn<bool>("damage");
    for (quint64 seed = 1; seed <= 20; ++seed) {
        QTest::addRow("sound %llu", seed) << seed << false;
        QTest::addRow("damaged %llu", seed) << seed << true;
    }
}

void TestImporter::everyNumberOfThreadsGivesTheSameTrace()
{
    QFETCH(quint64, seed);
    QFETCH(bool, damage);
    const fs::path out = folder("random");
    fs::remove_all(out);
    generate::writeRandomArchive({.seed = seed, .out = out, .damage = damage});
    const auto one = imported(out, {.threads = 1});
    QVERIFY(one != nullptr);
    for (const unsigned threads : {2U, 5U, 0U}) {
        const auto many = imported(out, {.threads = threads});
        QVERIFY(many != nullptr);
        QVERIFY2(equal(*one, *many), std::to_string(threads).c_str());
    }
}

void TestImporter::damageIsCounted_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("reported");
    QTest::addColumn<quint64>("count");
    const auto row = [](const char* kind, const char* reported, quint64 count) {
        QTest::newRow(kind) << QString::fromLatin1(kind) << QString::fromLatin1(reported) << count;
    };
    row("missing-event-files", "missing-event-file", 2);
    row("missing-folder", "missing-event-file", 4);
    row("missing-local-definitions", "missing-definition-file", 1);
    row("wrong-event-count", "event-count-mismatch", 1);
    row("backward-clock", "clock-backwards", 322);
    row("unmatched-leave", "unmatched-leave", 4);
    row("crossed-leave", "missing-leave", 4);
    row("open-visits", "open-visit", 1);
    row("lone-messages", "unmatched-receive", 20);
    row("truncated-event-file", "truncated-event-file", 1);
    row("metric-only", "metric-only-location", 1);
    row("truncated-definitions", "truncated-definition-file", 1);
}

void TestImporter::damageIsCounted()
{
    QFETCH(QString, kind);
    QFETCH(QString, reported);
    const auto store = imported(damaged(kind));
    QVERIFY(store != nullptr);
    QTEST(quint64(store->report.countOf(reported.toStdString())), "count");
    QVERIFY(store->complete);
    for (const query::ImportReportEntry& entry : store->report.entries()) {
        QVERIFY2(!entry.example.empty(), entry.kind.c_str());
    }
}

void TestImporter::archiveThatCannotBeReadIsRefused_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("names");
    QTest::newRow("truncated-anchor") << "truncated-anchor"
                                      << "traces.otf2";
    QTest::newRow("empty-anchor") << "empty-anchor"
                                  << "traces.otf2' is empty (0 bytes)";
    QTest::newRow("missing-definitions") << "missing-definitions"
                                         << "traces.def'";
}

void TestImporter::archiveThatCannotBeReadIsRefused()
{
    QFETCH(QString, kind);
    QFETCH(QString, names);
    const auto result = importTrace(damaged(kind));
    QVERIFY(!result.isOk());
    const QString message = QString::fromStdString(result.error().message);
    QVERIFY2(message.contains(names), qPrintable(message));
    QVERIFY(!message.contains('\n'));
}

void TestImporter::filesCutAnywhereAreAnswered_data()
{
    QTest::addColumn<QString>("file");
    for (const char* file : {"traces.otf2", "traces.def", "traces/0.evt", "traces/0.def"}) {
        QTest::newRow(file) << QString::fromLatin1(file);
    }
}

/// Whatever is left of a file: an error of the kinds that importer.h names, or a trace whose
/// report says so.
void TestImporter::filesCutAnywhereAreAnswered()
{
    QFETCH(QString, file);
    const fs::path out = damaged("metric-only");
    const fs::path path = out / file.toStdString();
    QVERIFY(fs::exists(path));
    const std::uintmax_t step = std::max<std::uintmax_t>(fs::file_size(path) / 50, 1);
    for (std::uintmax_t size = fs::file_size(path); size > 0;) {
        size -= std::min(step, size);
        fs::resize_file(path, size);
        const std::string fault = faultOfAnswer(importTrace(out), file == "traces.otf2");
        const std::string where = file.toStdString() + " of " + std::to_string(size) + " bytes: ";
        QVERIFY2(fault.empty(), (where + fault).c_str());
    }
}

void TestImporter::archiveWithoutLocationsIsEmpty()
{
    const auto store = imported(damaged("no-locations"));
    QVERIFY(store != nullptr);
    QVERIFY(store->locations.empty());
    QVERIFY(store->report.entries().empty());
}

void TestImporter::cancelBeforeTheFirstEventKeepsTheDefinitions()
{
    const fs::path out = damaged("open-visits");
    std::stop_source stop;
    stop.request_stop();
    const auto store = imported(out, {.cancel = stop.get_token()});
    QVERIFY(store != nullptr);
    QVERIFY(!store->complete);
    QCOMPARE(store->locations.size(), 4U);
    QCOMPARE(eventsOf(*store), 0U);
    QCOMPARE(store->report.countOf("cancelled"), 1U);
    QCOMPARE(store->report.entries().size(), 1U);
}

void TestImporter::whatIsGivenUpIsNotKept_data()
{
    QTest::addColumn<int>("at");
    for (const int at : {1, 2, 3, 4, 5}) {
        QTest::addRow("at call %d", at) << at;
    }
}

/// At whichever call of those that an import makes in any case.
void TestImporter::whatIsGivenUpIsNotKept()
{
    QFETCH(int, at);
    std::stop_source giveUp;
    std::atomic<int> calls = 0;
    const auto store = importTrace(
        {damaged("open-visits").string()},
        {.threads = 2,
         .onProgress =
             [&](const Progress& /*now*/) {
                 if (++calls == at) {
                     giveUp.request_stop();
                 }
             },
         .giveUp = giveUp.get_token()});
    QVERIFY(!store.isOk());
    QCOMPARE(store.error().kind, ErrorKind::Cancelled);
}

void TestImporter::progressEndsWithEverythingDone()
{
    const fs::path out = damaged("truncated-event-file");
    Progress last;
    const auto store =
        imported(out, {.threads = 3, .onProgress = [&](const Progress& now) { last = now; }});
    QVERIFY(store != nullptr);
    QVERIFY(last.bytesTotal > 0);
    QCOMPARE(last.bytesDone, last.bytesTotal);
    QCOMPARE(last.locationsDone, 4U);
    QCOMPARE(last.locationsTotal, 4U);
    QCOMPARE(last.eventsRead, eventsOf(*store));
}

void TestImporter::errorsOfTheLibraryStayOffStandardError()
{
    const fs::path out = damaged("truncated-definitions");
    const fs::path said = folder("stderr.txt");
    std::fflush(stderr);
    const int before = ::dup(STDERR_FILENO);
    QVERIFY(std::freopen(said.c_str(), "w", stderr) != nullptr);
    const auto result = importTrace(out);
    std::fflush(stderr);
    QVERIFY(::dup2(before, STDERR_FILENO) >= 0);
    ::close(before);
    QVERIFY(result.isOk());
    QCOMPARE(fs::file_size(said), 0U);
}

VELLUM_TEST_APPLESS(TestImporter)
#include "test_importer.moc"
