// Archives that define a function once for each rank, and that say of none where it belongs: EZTrace's.

#include "common/trace/well_known_names.h"
#include "server/reader/otf2/archive.h"
#include "tests/generate/archive_writer.h"
#include "tests/support/program/test_program.h"

#include <QTemporaryDir>

#include <filesystem>
#include <string>
#include <vector>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test
using generate::ArchiveWriter;
using generate::check;
namespace fs = std::filesystem;
namespace otf2 = server::reader::otf2;

namespace {

struct Written {
    std::uint32_t ref = 0;
    std::string name;
    OTF2_Paradigm paradigm = OTF2_PARADIGM_USER;
    std::uint32_t line = 0;
};

/// An archive of one thread that visits each region once, in order.
void writeArchive(const fs::path& folder, const std::vector<Written>& regions)
{
    constexpr std::uint64_t kTicksPerSecond = 1'000'000;
    ArchiveWriter writer(folder, "equal regions");
    OTF2_EvtWriter* events = writer.openEvents(0);
    std::uint64_t tick = 0;
    for (const Written& region : regions) {
        check(OTF2_EvtWriter_Enter(events, nullptr, tick++, region.ref), "enter");
        check(OTF2_EvtWriter_Leave(events, nullptr, tick++, region.ref), "leave");
    }
    const std::uint64_t records = writer.closeEvents(events);
    writer.beginLocalDefinitions();
    writer.closeLocalDefinitions(writer.openLocalDefinitions(0));
    OTF2_GlobalDefWriter* to = writer.definitions();
    const OTF2_StringRef text = writer.string("one");
    const OTF2_StringRef file = writer.string("a.c");
    check(
        OTF2_GlobalDefWriter_WriteSystemTreeNode(
            to, 0, text, text, OTF2_UNDEFINED_SYSTEM_TREE_NODE),
        "node");
    check(
        OTF2_GlobalDefWriter_WriteLocationGroup(
            to, 0, text, OTF2_LOCATION_GROUP_TYPE_PROCESS, 0, OTF2_UNDEFINED_LOCATION_GROUP),
        "group");
    check(
        OTF2_GlobalDefWriter_WriteLocation(to, 0, text, OTF2_LOCATION_TYPE_CPU_THREAD, records, 0),
        "location");
    for (const Written& region : regions) {
        const OTF2_StringRef name = writer.string(region.name);
        check(
            OTF2_GlobalDefWriter_WriteRegion(
                to,
                region.ref,
                name,
                name,
                name,
                OTF2_REGION_ROLE_FUNCTION,
                region.paradigm,
                OTF2_REGION_FLAG_NONE,
                file,
                region.line,
                region.line),
            "region");
    }
    writer.finish(kTicksPerSecond, 0, tick);
}

/// What was visited, by the references that events have, as names: "0:MPI_Send 2:work ".
std::string visited(const server::reader::EventSource& source)
{
    std::string text;
    const std::vector<LocationIndex> own = {LocationIndex(0)};
    const auto reader = source.makeReader(own);
    reader.value()->read(own.front(), [&](const server::reader::EventBatch& batch) {
        for (std::size_t i = 0; i < batch.size(); ++i) {
            const auto ref = RegionRef(static_cast<std::uint32_t>(batch.payloadOf(i)[0]));
            const Region* region = source.head().definitions.find(ref);
            const std::string name = region == nullptr ? "?" : region->name;
            text += batch.kind[i] == event_kind::kEnter
                        ? std::to_string(ref.value()) + ":" + name + " "
                        : "";
        }
        return true;
    });
    return text;
}

std::string groupsOf(const Definitions& definitions)
{
    std::string text;
    for (const Region& region : definitions.regions) {
        text += region.name + ":" + std::string(name(region.group)) + " ";
    }
    return text;
}

std::string reportOf(const server::reader::EventSource& source)
{
    std::string text;
    for (const query::ImportReportEntry& entry : source.head().report.entries()) {
        text += entry.kind + " " + std::to_string(entry.count) + "; ";
    }
    return text;
}

}  // namespace

class TestEqualRegions : public QObject {
    Q_OBJECT

    [[nodiscard]] Result<std::unique_ptr<server::reader::EventSource>> open(
        const std::vector<Written>& regions) const
    {
        const fs::path folder = fs::path(m_folder.path().toStdString()) / "archive";
        writeArchive(folder, regions);
        return otf2::openArchive(folder / "traces.otf2");
    }
    QTemporaryDir m_folder;

private slots:
    void equalRegionsAreOne();
    void othersStayThemselves();
    void groupsByNameAlone();
    void whatTellsInterfacesIsBelieved();
    void wellKnownNames_data();
    void wellKnownNames();
};

void TestEqualRegions::equalRegionsAreOne()
{
    const auto source = open({{0, "MPI_Send"}, {1, "work"}, {2, "MPI_Send"}, {7, "work"}});
    QVERIFY(source.isOk());
    QCOMPARE(visited(*source.value()), std::string("0:MPI_Send 1:work 0:MPI_Send 1:work "));
    QCOMPARE(source.value()->head().definitions.regions.size(), 2U);
    QCOMPARE(reportOf(*source.value()), std::string("equal-regions 2; group-by-name 1; "));
}

void TestEqualRegions::othersStayThemselves()
{
    const auto source = open(
        {{0, "loop", OTF2_PARADIGM_OPENMP, 3},
         {1, "loop", OTF2_PARADIGM_OPENMP, 9},
         {2, "loop", OTF2_PARADIGM_COMPILER, 3}});
    QVERIFY(source.isOk());
    QCOMPARE(visited(*source.value()), std::string("0:loop 1:loop 2:loop "));
    QCOMPARE(reportOf(*source.value()), std::string());
}

void TestEqualRegions::groupsByNameAlone()
{
    const auto source = open(
        {{0, "MPI_Send"},
         {1, "pthread_join"},
         {2, "write"},
         {3, "malloc"},
         {4, "cudaMalloc"},
         {5, "solve"}});
    QVERIFY(source.isOk());
    QCOMPARE(
        groupsOf(source.value()->head().definitions),
        std::string("MPI_Send:MPI pthread_join:OpenMP write:I/O malloc:Memory "
                    "cudaMalloc:Device API solve:Application "));
    QCOMPARE(reportOf(*source.value()), std::string("group-by-name 5; "));
}

/// Somebody's own function `write`, in an archive that knows its interfaces.
void TestEqualRegions::whatTellsInterfacesIsBelieved()
{
    const auto source = open({{0, "write"}, {1, "main", OTF2_PARADIGM_COMPILER}});
    QVERIFY(source.isOk());
    QCOMPARE(
        groupsOf(source.value()->head().definitions),
        std::string("write:Application main:Application "));
}

void TestEqualRegions::wellKnownNames_data()
{
    QTest::addColumn<QString>("function");
    QTest::addColumn<QString>("group");
    QTest::newRow("MPI") << "MPI_Barrier"
                         << "MPI";
    QTest::newRow("NCCL") << "ncclAllReduce"
                          << "MPI";
    QTest::newRow("OpenMP") << "GOMP_parallel"
                            << "OpenMP";
    QTest::newRow("stdio") << "fwrite"
                           << "I/O";
    QTest::newRow("the last of the list") << "writev"
                                          << "I/O";
    QTest::newRow("memory") << "posix_memalign"
                            << "Memory";
    QTest::newRow("HIP") << "hipMemcpy"
                         << "Device API";
    QTest::newRow("EZTrace") << "EZTrace finalize"
                             << "Measurement";
    QTest::newRow("begins alike") << "writer"
                                  << "";
    QTest::newRow("ends alike") << "my_write"
                                << "";
    QTest::newRow("a word") << "cut"
                            << "";
    QTest::newRow("nothing") << ""
                             << "";
}

void TestEqualRegions::wellKnownNames()
{
    QFETCH(QString, function);
    const auto group = groupOfWellKnownName(function.toStdString());
    const QString said = group ? QString::fromStdString(std::string(name(*group))) : QString("");
    QTEST(said, "group");
}

VELLUM_TEST_APPLESS(TestEqualRegions)
#include "test_equal_regions.moc"
