#include "server/reader/otf2/archive.h"
#include "tests/generate/archive_writer.h"
#include "tests/support/program/test_program.h"

#include <QByteArray>
#include <QString>
#include <QTemporaryDir>

#include <array>
#include <filesystem>
#include <fstream>
#include <memory>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using generate::ArchiveWriter;
using generate::check;
using server::reader::EventSource;
namespace fs = std::filesystem;
namespace otf2 = server::reader::otf2;

namespace {

/// An archive of one location with one event and one marker: traces.otf2 and what belongs to it.
void writeArchive(const fs::path& folder)
{
    ArchiveWriter writer(folder, "test");
    OTF2_EvtWriter* events = writer.openEvents(0);
    check(OTF2_EvtWriter_Enter(events, nullptr, 1, 0), "enter");
    writer.closeEvents(events);
    OTF2_MarkerWriter* markers = writer.openMarkers();
    check(OTF2_MarkerWriter_WriteDefMarker(markers, 0, "a", "b", OTF2_SEVERITY_LOW), "definition");
    check(
        OTF2_MarkerWriter_WriteMarker(markers, 1, 0, 0, OTF2_MARKER_SCOPE_GLOBAL, 0, "text"),
        "marker");
    writer.closeMarkers(markers);
    writer.beginLocalDefinitions();
    writer.closeLocalDefinitions(writer.openLocalDefinitions(0));
    OTF2_GlobalDefWriter* to = writer.definitions();
    const OTF2_StringRef name = writer.string("name");
    OTF2_GlobalDefWriter_WriteSystemTreeNode(to, 0, name, name, OTF2_UNDEFINED_SYSTEM_TREE_NODE);
    OTF2_GlobalDefWriter_WriteLocationGroup(
        to, 0, name, OTF2_LOCATION_GROUP_TYPE_PROCESS, 0, OTF2_UNDEFINED_LOCATION_GROUP);
    OTF2_GlobalDefWriter_WriteLocation(to, 0, name, OTF2_LOCATION_TYPE_CPU_THREAD, 1, 0);
    writer.finish(1'000'000, 0, 100);
}

/// How many events the first location has; "-1 …" with the reason if they cannot be read.
std::string eventsOf(const EventSource& source)
{
    const std::array own{LocationIndex(0)};
    const auto reader = source.makeReader(own);
    if (!reader.isOk()) {
        return "-1 " + reader.error().message;
    }
    std::size_t events = 0;
    reader.value()->read(own[0], [&](const server::reader::EventBatch& batch) {
        events += batch.size();
        return true;
    });
    return std::to_string(events);
}

bool isEmpty(const fs::path& folder)
{
    return fs::directory_iterator(folder) == fs::directory_iterator();
}

}  // namespace

class TestArchivePaths : public QObject {
    Q_OBJECT

    [[nodiscard]] fs::path folder() const
    {
        return fs::path(m_temporary.path().toStdString()) / QTest::currentTestFunction()
               / QByteArray(QTest::currentDataTag()).toStdString();
    }
    [[nodiscard]] fs::path links() const { return m_links.path().toStdString(); }

    QTemporaryDir m_temporary;
    QTemporaryDir m_links;

private slots:
    void initTestCase() { qputenv("TMPDIR", m_links.path().toLocal8Bit()); }
    void anchorsOfOtherNamesAreOpened_data();
    void anchorsOfOtherNamesAreOpened();
    void namesWithPointsAreWhole();
    void aLinkLeadsToItsArchive();
    void partsThatCannotBeFoundAreSaid();
    void aNewerVersionIsReported();
};

void TestArchivePaths::anchorsOfOtherNamesAreOpened_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"traces.bak", "traces.otf2.bak", "something", "traces.otf2"}) {
        QTest::newRow(name) << QString::fromLatin1(name);
    }
}

void TestArchivePaths::anchorsOfOtherNamesAreOpened()
{
    QFETCH(QString, name);
    writeArchive(folder());
    const fs::path anchor = folder() / name.toStdString();
    fs::rename(folder() / "traces.otf2", anchor);
    {
        const auto source = otf2::openArchive(anchor);
        QVERIFY2(source.isOk(), source.isOk() ? "" : source.error().message.c_str());
        QCOMPARE(eventsOf(*source.value()), std::string("1"));
        QCOMPARE(source.value()->head().markers.size(), 1U);
        QVERIFY(source.value()->head().report.entries().empty());
        QCOMPARE(isEmpty(links()), name == QStringLiteral("traces.otf2"));
    }
    QVERIFY(isEmpty(links()));
    QVERIFY(fs::exists(folder() / "traces" / "0.evt"));
}

void TestArchivePaths::aLinkLeadsToItsArchive()
{
    writeArchive(folder() / "real");
    const fs::path link = folder() / "link.otf2";
    fs::create_symlink(folder() / "real" / "traces.otf2", link);
    const auto source = server::reader::otf2::openArchive(link);
    QVERIFY2(source.isOk(), source.isOk() ? "" : source.error().message.c_str());
    QCOMPARE(eventsOf(*source.value()), std::string("1"));
    fs::remove(folder() / "real" / "traces.def");
    const auto refused = server::reader::otf2::openArchive(link);
    QVERIFY(!refused.isOk());
    QVERIFY(refused.error().message.find("link.def") != std::string::npos);
}

void TestArchivePaths::namesWithPointsAreWhole()
{
    writeArchive(folder());
    for (const char* extension : {".otf2", ".def", ".marker", ""}) {
        fs::rename(
            folder() / ("traces" + std::string(extension)),
            folder() / ("run.1" + std::string(extension)));
    }
    const auto source = otf2::openArchive(folder() / "run.1.otf2");
    QVERIFY2(source.isOk(), source.isOk() ? "" : source.error().message.c_str());
    QCOMPARE(eventsOf(*source.value()), std::string("1"));
    QCOMPARE(source.value()->head().markers.size(), 1U);
}

void TestArchivePaths::partsThatCannotBeFoundAreSaid()
{
    writeArchive(folder());
    const fs::path anchor = folder() / "other.bak";
    fs::rename(folder() / "traces.otf2", anchor);
    fs::copy_file(folder() / "traces.def", folder() / "second.def");
    const auto two = otf2::openArchive(anchor);
    QVERIFY(!two.isOk());
    QCOMPARE(
        two.error().message,
        "the archive of the anchor file '" + anchor.string()
            + "' cannot be found: there are 2 .def files and none of that name beside it");
    fs::remove(folder() / "traces.def");
    fs::remove(folder() / "second.def");
    const auto none = otf2::openArchive(anchor);
    QVERIFY(!none.isOk());
    QCOMPARE(none.error().kind, ErrorKind::DataLoss);
    QVERIFY(none.error().message.find("there is no .def file beside it") != std::string::npos);
}

void TestArchivePaths::aNewerVersionIsReported()
{
    writeArchive(folder());
    const fs::path anchor = folder() / "traces.otf2";
    std::fstream file(anchor, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(9);
    file.put(9).put(8).put(7);
    file.close();
    const auto source = otf2::openArchive(anchor);
    QVERIFY(source.isOk());
    const auto& report = source.value()->head().report;
    QCOMPARE(report.countOf("newer-version"), 1U);
    QVERIFY(
        report.entries().front().example.find("was written by OTF2 9.8.7, newer than")
        != std::string::npos);
    QCOMPARE(eventsOf(*source.value()), std::string("1"));
}

VELLUM_TEST_APPLESS(TestArchivePaths)
#include "test_archive_paths.moc"
