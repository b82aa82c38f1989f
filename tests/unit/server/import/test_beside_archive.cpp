// What a folder holds beside the archive that is opened out of it.

#include "server/import/importer.h"
#include "tests/generate/random_archive.h"
#include "tests/support/program/test_program.h"

#include <QTemporaryDir>

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
namespace fs = std::filesystem;

namespace {

constexpr const char* kEvents =
    R"({"traceEvents":[{"ph":"X","name":"f","pid":1,"tid":1,"ts":5,"dur":1}]})";
constexpr const char* kKind = "trace-left-out";

/// The import report's entry of what was left out of the folders; of no name where there is none.
query::ImportReportEntry leftOut(const query::TraceSelection& selection)
{
    const auto trace = server::import::importTrace(selection, {.threads = 1});
    if (!trace.isOk()) {
        return {.kind = trace.error().message, .count = 0, .example = {}};
    }
    const auto& entries = trace.value()->report.entries();
    const auto found = std::ranges::find(entries, kKind, &query::ImportReportEntry::kind);
    return found == entries.end() ? query::ImportReportEntry() : *found;
}

}  // namespace

class TestBesideArchive : public QObject {
    Q_OBJECT

    void write(const std::string& name, const std::string& text) const
    {
        std::ofstream(m_path / name, std::ios::binary) << text;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_path;

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_path = fs::path(m_folder->path().toStdString()) / "d";
        generate::writeRandomArchive({.seed = 1, .out = m_path, .damage = {}});
    }
    void anArchiveAloneLeavesNothingOut();
    void tracesAreNamedByKind();
    void whatIsGivenByItselfIsNotLeftOut();
    void fewOfManyFilesAreOpened();
};

void TestBesideArchive::anArchiveAloneLeavesNothingOut()
{
    write("scorep.cfg", "SCOREP_ENABLE_TRACING=true\n");
    write("profile.cubex", "CUBEX.DATA");
    write("config.json", R"({"batch": 5})");
    write("empty.json", "");
    fs::create_symlink("traces.otf2", m_path / "latest.otf2");
    fs::create_directory(m_path / "more.json");
    QCOMPARE(::mkfifo((m_path / "pipe.json").c_str(), 0600), 0);
    QCOMPARE(leftOut(m_path).kind, std::string());
}

void TestBesideArchive::tracesAreNamedByKind()
{
    write("b.json", kEvents);
    write("c.json", kEvents);
    write("a list", R"([{"ph":"X"}])");
    write("e.sqlite", std::string("SQLite format 3\0", 16));
    write("r.nsys-rep", "NSYS");
    fs::copy(m_path / "traces.otf2", m_path / "b.otf2");
    const query::ImportReportEntry entry = leftOut(m_path);
    QCOMPARE(entry.kind, std::string(kKind));
    QCOMPARE(entry.count, std::uint64_t{6});
    QCOMPARE(entry.severity, query::Severity::Warning);
    QCOMPARE(entry.places.size(), std::size_t{4});
    const std::string in = "' in the folder '" + m_path.string() + "' is ";
    const std::string one =
        ": beside the archive that is opened it is left out (name it to open it, too)";
    QCOMPARE(entry.places[0].example, "'b.otf2" + in + "another OTF2 archive" + one);
    QCOMPARE(entry.places[1].count, std::uint64_t{3});
    QCOMPARE(
        entry.places[1].example,
        "'b.json" + in
            + "a JSON trace: beside the archive that is opened it is left out, as are 2 more of its kind "
              "(name them to open them, too)");
    QCOMPARE(entry.places[2].example, "'e.sqlite" + in + "an SQLite database" + one);
    QCOMPARE(entry.places[3].example, "'r.nsys-rep" + in + "a report of Nsight Systems" + one);
}

void TestBesideArchive::whatIsGivenByItselfIsNotLeftOut()
{
    write("b.json", kEvents);
    write("c.json", kEvents);
    query::TraceSelection selection(m_path);
    selection.paths.push_back((m_path / ".." / "d" / "b.json").string());
    QCOMPARE(leftOut(selection).count, std::uint64_t{1});
    selection.paths.push_back((m_path / "c.json").string());
    QCOMPARE(leftOut(selection).kind, std::string());
    // The anchor file says nothing of its folder.
    QCOMPARE(leftOut(m_path / "traces.otf2").kind, std::string());
}

void TestBesideArchive::fewOfManyFilesAreOpened()
{
    constexpr int kFiles = 200;
    for (int i = 0; i < kFiles; ++i) {
        write("log" + std::to_string(i), kEvents);  // called nothing: looked at last
    }
    constexpr int kCalled = 100;
    for (int i = 0; i < kCalled; ++i) {
        write("n" + std::to_string(i) + ".json", i % 2 == 0 ? kEvents : "");
    }
    // By their content the first 64 in the order of names, by their names the others.
    const auto count = leftOut(m_path).count;
    QVERIFY2(count == 69, std::to_string(count).c_str());
}

VELLUM_TEST_GUILESS(TestBesideArchive)
#include "test_beside_archive.moc"
