#include "collector/writer/archive_builder.h"
#include "collector/writer/spool.h"
#include "tests/support/program/test_program.h"
#include "tests/unit/collector/writer/spool_writer.h"

#include <QTemporaryDir>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <vector>

using namespace vellum::collector::measurement;  // NOLINT(google-build-using-namespace): a test
using vellum::collector::writer::ArchiveRequest;
using vellum::collector::writer::buildArchive;
using vellum::collector::writer::readSpool;

namespace fs = std::filesystem;

namespace {

void writeBytes(const fs::path& file, const void* bytes, std::size_t count)
{
    std::ofstream(file, std::ios::binary)
        .write(static_cast<const char*>(bytes), static_cast<std::streamsize>(count));
}

fs::path makeProcess(const fs::path& spool, const char* name, std::uint64_t startTick)
{
    fs::path folder = spool / name;
    fs::create_directories(folder);
    ProcessHeader header;
    header.pid = 4711;
    header.startTick = startTick;
    std::strcpy(
        header.executable, "/nowhere/app");  // NOLINT(clang-analyzer-security.insecureAPI.strcpy)
    writeBytes(folder / "process", &header, sizeof header);
    return folder;
}

void makeLocation(
    const fs::path& folder, std::uint32_t index, const std::vector<EventRecord>& records)
{
    LocationHeader header;
    header.index = index;
    header.threadId = 4711;
    vellum::test::writeLocation(
        folder / ("t" + std::to_string(index)), header, vellum::test::fullWords(records));
}

EventRecord stored(std::uint64_t tick, EventKind kind, std::uint64_t subject)
{
    return {.tick = tick, .subject = packSubject(kind, subject), .frame = 0};
}

}  // namespace

class TestSpool : public QObject {
    Q_OBJECT

private slots:
    void readsRecordsUpToTheFirstThatIsNotStored();
    void leavesOutDamagedFiles();
    void saysThatNothingWasRecorded();
    void levelsTimeThatGoesBackAndClosesWhatIsOpen();
    void anArchiveThatCannotBeWrittenIsAnError();
    void aMissingSpoolIsNotFound();
};

void TestSpool::readsRecordsUpToTheFirstThatIsNotStored()
{
    QTemporaryDir folder;
    const fs::path spool = folder.path().toStdString();
    const fs::path process = makeProcess(spool, "p4711-0", 10);
    makeLocation(
        process,
        0,
        {stored(11, EventKind::FunctionEnter, 1), stored(12, EventKind::FunctionLeave, 1)});
    makeLocation(process, 1, {});
    std::ofstream(process / "modules")
        << "b 1000 1000 2000 /lib/with a space.so\nc 0 0 5 \nnonsense\n";
    std::ofstream(process / "regions") << "1 42\tname of it\tfile.c\n";
    const auto processes = readSpool(spool);
    QVERIFY(processes.isOk());
    QCOMPARE(processes.value().size(), std::size_t{1});
    const auto& read = processes.value().front();
    QCOMPARE(read.locations.size(), std::size_t{2});
    QCOMPARE(read.locations[0].readAll().size(), std::size_t{2});
    QVERIFY(read.locations[1].isEmpty());
    QCOMPARE(read.modules.size(), std::size_t{1});
    QCOMPARE(read.modules.front().path, std::string("/lib/with a space.so"));
    QCOMPARE(read.modules.front().base, std::uint64_t{0x1000});
    QCOMPARE(read.regions.at(1).line, 42U);
    QCOMPARE(read.regions.at(1).file, std::string("file.c"));
}

void TestSpool::leavesOutDamagedFiles()
{
    QTemporaryDir folder;
    const fs::path spool = folder.path().toStdString();
    fs::create_directories(spool / "p1-0");  // killed before it made its header
    fs::create_directories(spool / "p2-0");
    writeBytes(spool / "p2-0" / "process", "short", 5);
    const fs::path process = makeProcess(spool, "p3-0", 1);
    writeBytes(process / "t0", "", 0);
    const std::vector<char> zeros(kHeaderBytes + 480);
    writeBytes(process / "t1", zeros.data(), zeros.size());
    const auto processes = readSpool(spool);
    QVERIFY(processes.isOk());
    QCOMPARE(processes.value().size(), std::size_t{1});
    for (const auto& location : processes.value().front().locations) {
        QVERIFY(location.isEmpty());
    }
}

void TestSpool::saysThatNothingWasRecorded()
{
    QTemporaryDir folder;
    const fs::path spool = fs::path(folder.path().toStdString()) / "spool";
    makeLocation(makeProcess(spool, "p4711-0", 1), 0, {});
    ArchiveRequest request;
    request.spool = spool;
    request.directory = fs::path(folder.path().toStdString()) / "archive";
    const auto summary = buildArchive(request);
    QVERIFY(!summary.isOk());
    QVERIFY(summary.error().kind == vellum::ErrorKind::NotFound);
    QVERIFY(!fs::exists(request.directory));
}

void TestSpool::levelsTimeThatGoesBackAndClosesWhatIsOpen()
{
    QTemporaryDir folder;
    const fs::path spool = fs::path(folder.path().toStdString()) / "spool";
    makeLocation(
        makeProcess(spool, "p4711-0", 1),
        0,
        {stored(100, EventKind::FunctionEnter, 1),
         stored(90, EventKind::FunctionEnter, 2),
         stored(120, EventKind::FunctionLeave, 3),
         stored(130, EventKind::FunctionLeave, 2)});
    ArchiveRequest request;
    request.spool = spool;
    request.directory = fs::path(folder.path().toStdString()) / "archive";
    request.mainPid = 4711;
    request.mainEndTick = 200;
    const auto summary = buildArchive(request);
    QVERIFY2(summary.isOk(), summary.isOk() ? "" : summary.error().message.c_str());
    QCOMPARE(summary.value().events, std::uint64_t{4});
    QCOMPARE(summary.value().regions, std::size_t{2});
    QCOMPARE(summary.value().unmatchedLeaves, std::uint64_t{1});
    QVERIFY(fs::exists(request.directory / "traces.otf2"));
}

void TestSpool::anArchiveThatCannotBeWrittenIsAnError()
{
    QTemporaryDir folder;
    const fs::path spool = fs::path(folder.path().toStdString()) / "spool";
    const fs::path process = makeProcess(spool, "p4711-0", 1);
    makeLocation(
        process,
        0,
        {stored(1, EventKind::FunctionEnter, 1), stored(2, EventKind::FunctionLeave, 1)});
    ArchiveRequest request;
    request.spool = spool;
    request.directory = process / "t0" / "below-a-file";
    const auto summary = buildArchive(request);
    QVERIFY(!summary.isOk());
    QVERIFY(summary.error().kind == vellum::ErrorKind::ResourceExhausted);
    QVERIFY2(
        summary.error().message.find("below-a-file cannot be written") != std::string::npos,
        summary.error().message.c_str());
}

void TestSpool::aMissingSpoolIsNotFound()
{
    const auto processes = readSpool("/nowhere/spool");
    QVERIFY(!processes.isOk());
    QVERIFY(processes.error().kind == vellum::ErrorKind::NotFound);
}

VELLUM_TEST_GUILESS(TestSpool)
#include "test_spool.moc"
