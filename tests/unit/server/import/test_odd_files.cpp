#include "server/import/importer.h"
#include "tests/generate/damaged_archive.h"
#include "tests/support/program/test_program.h"

#include <QString>
#include <QTemporaryDir>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test
namespace fs = std::filesystem;

namespace {

/// Opened, a pipe without a writer would wait for ever.
void makePipe(const fs::path& path)
{
    QCOMPARE(::mkfifo(path.c_str(), 0600), 0);
}

void makeFolder(const fs::path& path)
{
    fs::create_directory(path);
}

void makeDevice(const fs::path& path)
{
    fs::create_symlink("/dev/zero", path);
}

void makeSocket(const fs::path& path)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    // Addresses are short: the socket is made under a short name and moved.
    const std::string name = "/tmp/vellum-odd-" + std::to_string(::getpid());
    QVERIFY(name.size() < sizeof(address.sun_path));
    name.copy(static_cast<char*>(address.sun_path), name.size());
    const int made = ::socket(AF_UNIX, SOCK_STREAM, 0);
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): as bind(2) has it
    QCOMPARE(::bind(made, reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
    ::close(made);
    std::error_code isElsewhere;
    fs::rename(name, path, isElsewhere);
    if (isElsewhere) {
        fs::remove(name);
        QSKIP("the temporary folders are on two file systems");
    }
}

struct Odd {
    void (*make)(const fs::path&);
    const char* what;
};

Odd oddOf(const QString& name)
{
    if (name == "pipe") {
        return {&makePipe, " is a named pipe (FIFO) and no file"};
    }
    if (name == "folder") {
        return {&makeFolder, " is a folder and no file"};
    }
    return name == "device" ? Odd{&makeDevice, " is a device and no file"}
                            : Odd{&makeSocket, " is a socket and no file"};
}

}  // namespace

/// Archives and folders where something else stands in the place of a file.
class TestOddFiles : public QObject {
    Q_OBJECT

    [[nodiscard]] fs::path folder() const { return m_folder->path().toStdString(); }
    /// An archive whose part \p name is an \p odd one; its path.
    [[nodiscard]] fs::path archiveWith(const char* name, const Odd& odd) const
    {
        generate::writeDamagedArchive({.out = folder(), .kind = "unmatched-leave"});
        fs::remove_all(folder() / name);
        odd.make(folder() / name);
        return folder() / "traces.otf2";
    }
    static void addRows()
    {
        QTest::addColumn<QString>("odd");
        for (const char* name : {"pipe", "folder", "device", "socket"}) {
            QTest::newRow(name) << QString(name);
        }
    }

    std::unique_ptr<QTemporaryDir> m_folder;

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void definitionsAreCalledWhatTheyAre_data() { addRows(); }
    void definitionsAreCalledWhatTheyAre();
    void eventsAreCalledWhatTheyAre_data() { addRows(); }
    void eventsAreCalledWhatTheyAre();
    void localDefinitionsAreCalledWhatTheyAre_data() { addRows(); }
    void localDefinitionsAreCalledWhatTheyAre();
    void markersAreCalledWhatTheyAre_data() { addRows(); }
    void markersAreCalledWhatTheyAre();
    void anchorsAreCalledWhatTheyAre();
    void partsOfAFolderAreCalledWhatTheyAre();
    void listsAreNoPartsOfLists();
};

namespace {

/// The example of a kind of report; empty if there is none.
std::string exampleOf(const server::store::TraceStore& trace, const char* kind)
{
    for (const query::ImportReportEntry& entry : trace.report.entries()) {
        if (entry.kind == kind) {
            return entry.example;
        }
    }
    return {};
}

bool says(const std::string& text, const std::string& words)
{
    if (text.find(words) == std::string::npos) {
        qWarning("%s", text.c_str());
        return false;
    }
    return true;
}

}  // namespace

void TestOddFiles::definitionsAreCalledWhatTheyAre()
{
    QFETCH(QString, odd);
    const fs::path anchor = archiveWith("traces.def", oddOf(odd));
    const auto trace = server::import::importTrace(anchor);
    QVERIFY(!trace.isOk());
    QVERIFY(says(
        trace.error().message,
        "has no definitions: '" + (folder() / "traces.def").string() + "'" + oddOf(odd).what));
}

void TestOddFiles::eventsAreCalledWhatTheyAre()
{
    QFETCH(QString, odd);
    const auto trace = server::import::importTrace(archiveWith("traces/1.evt", oddOf(odd)));
    QVERIFY(trace.isOk());
    QCOMPARE(trace.value()->report.countOf("missing-event-file"), 1U);
    QVERIFY(says(
        exampleOf(*trace.value(), "missing-event-file"),
        (folder() / "traces/1.evt").string() + "'" + oddOf(odd).what + ": of "));
}

void TestOddFiles::localDefinitionsAreCalledWhatTheyAre()
{
    QFETCH(QString, odd);
    const auto trace = server::import::importTrace(archiveWith("traces/1.def", oddOf(odd)));
    QVERIFY(trace.isOk());
    QCOMPARE(trace.value()->report.countOf("missing-definition-file"), 1U);
    QVERIFY(says(
        exampleOf(*trace.value(), "missing-definition-file"),
        (folder() / "traces/1.def").string() + "'" + oddOf(odd).what));
}

void TestOddFiles::markersAreCalledWhatTheyAre()
{
    QFETCH(QString, odd);
    const auto trace = server::import::importTrace(archiveWith("traces.marker", oddOf(odd)));
    QVERIFY(trace.isOk());
    QCOMPARE(trace.value()->report.countOf("truncated-marker-file"), 1U);
    QCOMPARE(
        exampleOf(*trace.value(), "truncated-marker-file"),
        "'" + (folder() / "traces.marker").string() + "'" + oddOf(odd).what + ": it is not read");
}

void TestOddFiles::anchorsAreCalledWhatTheyAre()
{
    const fs::path anchor = archiveWith("traces.otf2", {&makePipe, ""});
    for (const fs::path& given : {anchor, folder()}) {
        const auto trace = server::import::importTrace(given);
        QVERIFY(!trace.isOk());
        QCOMPARE(
            trace.error().message, "'" + anchor.string() + "' is a named pipe (FIFO) and no file");
    }
}

void TestOddFiles::partsOfAFolderAreCalledWhatTheyAre()
{
    std::ofstream(folder() / "a.json")
        << R"({"traceEvents":[{"ph":"X","name":"f","pid":1,"tid":1,"ts":1,"dur":1}]})";
    makePipe(folder() / "b.json");
    const auto trace = server::import::importTrace(folder());
    QVERIFY(trace.isOk());
    QVERIFY(says(
        exampleOf(*trace.value(), "file-left-out"), "b.json' is a named pipe (FIFO) and no file"));
}

void TestOddFiles::listsAreNoPartsOfLists()
{
    std::ofstream(folder() / "inner.list") << "# vellum trace list\na.json\n";
    std::ofstream(folder() / "outer.list") << "# vellum trace list\ninner.list\n";
    const auto trace = server::import::importTrace(folder() / "outer.list");
    QCOMPARE(trace.error().kind, ErrorKind::InvalidArgument);
    QCOMPARE(
        trace.error().message,
        "'" + (folder() / "inner.list").string()
            + "' is a list of traces, which is followed where it is given by itself, but not out "
              "of another list, a pattern or a folder");
}

VELLUM_TEST_APPLESS(TestOddFiles)
#include "test_odd_files.moc"
