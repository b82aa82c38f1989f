// Files that are no exports, that others write at the time, or that are damaged.

#include "server/reader/nsys/export_file.h"
#include "tests/support/program/test_program.h"
#include "tests/unit/server/reader/nsys/fake_export.h"

#include <QString>

#include <filesystem>
#include <fstream>
#include <random>
#include <sqlite3.h>

using namespace vellum;          // NOLINT(google-build-using-namespace): a test
using namespace vellum::server;  // NOLINT(google-build-using-namespace)
using namespace vellum::tests;   // NOLINT(google-build-using-namespace)
using reader::nsys::openExport;

class TestExportDatabase : public QObject {
    Q_OBJECT

    [[nodiscard]] std::filesystem::path path(const char* name) const
    {
        return m_exports.path(name);
    }
    [[nodiscard]] std::filesystem::path make(const char* name, const std::string& sql) const
    {
        return m_exports.make(name, sql);
    }
    FakeExports m_exports;

private slots:
    void nothingIsLeftBesideTheFile();
    void aFileOfViewsIsRefusedAsThat();
    void viewsAndTriggersDoNotRun();
    void otherDatabasesAreRefused();
    void lockedFilesAreSaid();
    void damagedFilesAreAnswered();
};

void TestExportDatabase::nothingIsLeftBesideTheFile()
{
    const auto beside = [this](const char* name) {
        std::string text;
        for (const char* end : {"-wal", "-shm", "-journal"}) {
            text += std::filesystem::exists(path(name).string() + end) ? end : "";
        }
        return text;
    };
    QVERIFY(std::filesystem::exists(
        make("wal", std::string("PRAGMA journal_mode=WAL;") + kIdentity + kWork)));
    QCOMPARE(beside("wal"), std::string());
    QCOMPARE(everything(*openExport(path("wal")).value()).empty(), false);
    QCOMPARE(beside("wal"), std::string());
    // What a program that died has left in the log counts, and stays as it was.
    sqlite3* handle = nullptr;
    ::sqlite3_open(path("wal").c_str(), &handle);
    ::sqlite3_exec(
        handle, "UPDATE StringIds SET value='logged' WHERE id=5", nullptr, nullptr, nullptr);
    std::filesystem::copy_file(path("wal"), path("dead"));
    std::filesystem::copy_file(path("wal").string() + "-wal", path("dead").string() + "-wal");
    const auto source = openExport(path("dead"));
    QVERIFY(source.isOk());
    QVERIFY(everything(*source.value()).find("logged") != std::string::npos);
    QCOMPARE(beside("dead"), std::string("-wal"));
    const auto live = openExport(path("wal"));  // and while it is open
    QVERIFY(everything(*live.value()).find("logged") != std::string::npos);
    ::sqlite3_close(handle);
}

void TestExportDatabase::aFileOfViewsIsRefusedAsThat()
{
    const auto views = openExport(make("views", "CREATE VIEW NVTX_EVENTS AS SELECT 1 AS start"));
    QCOMPARE(views.error().kind, ErrorKind::InvalidArgument);
    QVERIFY2(
        views.error().message.find("has 1 view where an export") != std::string::npos,
        views.error().message.c_str());
}

void TestExportDatabase::viewsAndTriggersDoNotRun()
{
    const auto source = openExport(make(
        "f",
        std::string(kIdentity)
            + "CREATE VIEW NVTX_EVENTS AS WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM r) "
              "SELECT x AS start, x AS \"end\", 59 AS eventType FROM r;"));
    QVERIFY(source.isOk());
    QCOMPARE(everything(*source.value()), std::string());
    QVERIFY(reportOf(*source.value()).find("view-not-read 1; ") != std::string::npos);
}

void TestExportDatabase::otherDatabasesAreRefused()
{
    const auto other = openExport(make("h", "CREATE TABLE friends(name TEXT)"));
    QCOMPARE(other.error().kind, ErrorKind::InvalidArgument);
    QVERIFY(QString::fromStdString(other.error().message)
                .endsWith("1 table) and no export of Nsight Systems"));
    const auto strings = openExport(make("o", "CREATE TABLE StringIds(id INTEGER, value TEXT)"));
    QCOMPARE(strings.error().kind, ErrorKind::InvalidArgument);
    std::ofstream(path("i")) << "SQLite format 3" << '\0' << std::string(5000, 'x');
    QCOMPARE(openExport(path("i")).error().kind, ErrorKind::DataLoss);
    QCOMPARE(openExport(path("none")).error().kind, ErrorKind::DataLoss);
}

void TestExportDatabase::lockedFilesAreSaid()
{
    QVERIFY(std::filesystem::exists(make("j", kIdentity)));
    sqlite3* handle = nullptr;
    ::sqlite3_open(path("j").c_str(), &handle);
    ::sqlite3_exec(handle, "BEGIN EXCLUSIVE", nullptr, nullptr, nullptr);
    const auto source = openExport(path("j"));
    QCOMPARE(source.error().kind, ErrorKind::ResourceExhausted);
    QVERIFY(source.error().message.find("is locked") != std::string::npos);
    ::sqlite3_close(handle);
}

void TestExportDatabase::damagedFilesAreAnswered()
{
    QVERIFY(std::filesystem::exists(make("k", std::string(kIdentity) + kWork)));
    std::ifstream file(path("k"), std::ios::binary);
    const std::string whole(
        (std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    std::ofstream(path("l"), std::ios::binary) << whole.substr(0, whole.size() / 2);
    const auto half = openExport(path("l"));
    QVERIFY(!half.isOk());
    const std::string sentence = half.error().message;
    QVERIFY2(
        sentence.find(" is cut off: it says of itself that it has ") != std::string::npos,
        sentence.c_str());
    std::mt19937 random(11);
    for (int i = 0; i < 150; ++i) {
        std::string bytes = whole;
        if (i < 50) {
            bytes.resize(random() % bytes.size());
        } else {
            for (int j = 0; j < 50; ++j) {
                bytes[random() % bytes.size()] = static_cast<char>(random());
            }
        }
        std::ofstream(path("l"), std::ios::binary) << bytes;
        if (const auto source = openExport(path("l")); source.isOk()) {
            QVERIFY(everything(*source.value()).find("not as claimed") == std::string::npos);
        } else {
            QVERIFY(!source.error().message.empty());
        }
    }
}

VELLUM_TEST_APPLESS(TestExportDatabase)
#include "test_export_database.moc"
