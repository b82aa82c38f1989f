#include "server/reader/otf2/archive.h"
#include "server/store/location_builder.h"
#include "tests/generate/archive_writer.h"
#include "tests/support/program/test_program.h"
#include "tests/unit/server/reader/otf2/one_location.h"

#include <QByteArray>
#include <QString>
#include <QTemporaryDir>

#include <array>
#include <filesystem>
#include <memory>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using generate::ArchiveWriter;
using generate::check;
using query::ImportReportEntry;
using tests::kOffset;
namespace fs = std::filesystem;
namespace otf2 = server::reader::otf2;

namespace {

constexpr std::uint32_t kNobody = 77;  // what is defined nowhere

using Add = tests::AddDefinitions;

struct Case {
    const char* what;
    std::uint64_t count;  ///< of references that are not defined
    const char* example;
    Add add;
};

/// The finding; none where all is defined.
ImportReportEntry undefinedIn(const server::store::ImportReport& report)
{
    for (const ImportReportEntry& entry : report.entries()) {
        if (entry.kind == "undefined-reference") {
            return entry;
        }
    }
    return {};
}

void writeGroup(OTF2_GlobalDefWriter* to, OTF2_GroupType type, std::uint64_t member)
{
    OTF2_GlobalDefWriter_WriteGroup(
        to, 3, 0, type, OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, 1, &member);
}

std::vector<Case> casesOfTheMachine()
{
    return {
        {"nothing else", 0, "", [](ArchiveWriter&, OTF2_GlobalDefWriter*) {}},
        {"node",
         1,
         "system tree node 1 'name' names system tree node 77, which is not defined",
         [](ArchiveWriter& writer, OTF2_GlobalDefWriter* to) {
             const OTF2_StringRef name = writer.string("name");
             OTF2_GlobalDefWriter_WriteSystemTreeNode(to, 1, name, name, kNobody);
         }},
        {"location group",
         2,
         "system tree node 77, which is not defined; location group 1 'name' names location group "
         "78, which is not defined",
         [](ArchiveWriter& writer, OTF2_GlobalDefWriter* to) {
             OTF2_GlobalDefWriter_WriteLocationGroup(
                 to, 1, writer.string("name"), OTF2_LOCATION_GROUP_TYPE_PROCESS, kNobody, 78);
         }},
        {"location",
         1,
         "location 1 'name' names location group 77, which is not defined",
         [](ArchiveWriter& writer, OTF2_GlobalDefWriter* to) {
             OTF2_GlobalDefWriter_WriteLocation(
                 to, 1, writer.string("name"), OTF2_LOCATION_TYPE_CPU_THREAD, 0, kNobody);
         }},
        {"properties",
         4,
         "a property of system tree node 77 names system tree node 77, which is not defined "
         "(2 times); a property of location 0 names string 77, which is not defined; a property "
         "of location 0 names region 77, which is not defined",
         [](ArchiveWriter& writer, OTF2_GlobalDefWriter* to) {
             OTF2_AttributeValue value{};
             value.regionRef = kNobody;
             OTF2_GlobalDefWriter_WriteSystemTreeNodeDomain(
                 to, kNobody, OTF2_SYSTEM_TREE_DOMAIN_NUMA);
             OTF2_GlobalDefWriter_WriteSystemTreeNodeProperty(
                 to, kNobody, writer.string("name"), OTF2_TYPE_UINT64, {});
             OTF2_GlobalDefWriter_WriteLocationProperty(to, 0, kNobody, OTF2_TYPE_REGION, value);
         }},
        {"strings",
         3,
         "source code location 6 names string 77, which is not defined",
         [](ArchiveWriter& /*writer*/, OTF2_GlobalDefWriter* to) {
             OTF2_GlobalDefWriter_WriteSourceCodeLocation(to, 6, kNobody, 12);
             OTF2_GlobalDefWriter_WriteParameter(to, 5, kNobody, OTF2_PARAMETER_TYPE_INT64);
             OTF2_GlobalDefWriter_WriteParadigm(
                 to, OTF2_PARADIGM_MPI, kNobody, OTF2_PARADIGM_CLASS_PROCESS);
         }},
    };
}

std::vector<Case> casesOfCode()
{
    return {
        {"calling context",
         3,
         "calling context 5 names region 77, which is not defined; calling context 5 names source "
         "code location 78, which is not defined; calling context 5 names calling context 79, "
         "which is not defined",
         [](ArchiveWriter&, OTF2_GlobalDefWriter* to) {
             OTF2_GlobalDefWriter_WriteCallingContext(to, 5, kNobody, 78, 79);
         }},
        {"callsite and call path",
         3,
         "a callsite names region 77, which is not defined",
         [](ArchiveWriter& writer, OTF2_GlobalDefWriter* to) {
    // Deprecated, but older archives have them.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
             OTF2_GlobalDefWriter_WriteCallsite(to, 0, writer.string("a.c"), 3, kNobody, 78);
             OTF2_GlobalDefWriter_WriteCallpath(to, 0, OTF2_UNDEFINED_CALLPATH, kNobody);
#pragma GCC diagnostic pop
         }},
        {"metrics",
         5,
         "metric 1 names metric member 77, which is not defined; metric 2 names metric 78, which "
         "is not defined (2 times)",
         [](ArchiveWriter&, OTF2_GlobalDefWriter* to) {
             const OTF2_MetricMemberRef member = kNobody;
             OTF2_GlobalDefWriter_WriteMetricClass(
                 to, 1, 1, &member, OTF2_METRIC_ASYNCHRONOUS, OTF2_RECORDER_KIND_GPU);
             OTF2_GlobalDefWriter_WriteMetricInstance(
                 to, 2, 78, kNobody, OTF2_SCOPE_LOCATION_GROUP, kNobody);
             OTF2_GlobalDefWriter_WriteMetricClassRecorder(to, 78, 0);
         }},
    };
}

std::vector<Case> casesOfCommunication()
{
    return {
        {"group of regions",
         1,
         "group 3 names region 77, which is not defined",
         [](ArchiveWriter&, OTF2_GlobalDefWriter* to) {
             writeGroup(to, OTF2_GROUP_TYPE_REGIONS, kNobody);
         }},
        {"group of ranks",
         1,
         "group 3 names location 4294967296, which is not defined",
         [](ArchiveWriter&, OTF2_GlobalDefWriter* to) {
             writeGroup(to, OTF2_GROUP_TYPE_COMM_LOCATIONS, 1ULL << 32U);
         }},
        {"communicator",
         2,
         "communicator 4 'name' names group 77, which is not defined; communicator 4 'name' names "
         "communicator 78, which is not defined",
         [](ArchiveWriter& writer, OTF2_GlobalDefWriter* to) {
             OTF2_GlobalDefWriter_WriteComm(
                 to, 4, writer.string("name"), kNobody, 78, OTF2_COMM_FLAG_NONE);
         }},
        {"inter-communicator",
         3,
         "communicator 4 'name' names group 77, which is not defined (2 times); communicator 4 "
         "'name' names communicator 79, which is not defined",
         [](ArchiveWriter& writer, OTF2_GlobalDefWriter* to) {
             OTF2_GlobalDefWriter_WriteInterComm(
                 to, 4, writer.string("name"), kNobody, 78, 79, OTF2_COMM_FLAG_NONE);
         }},
        {"window",
         1,
         "RMA window 1 'name' names communicator 77, which is not defined",
         [](ArchiveWriter& writer, OTF2_GlobalDefWriter* to) {
             OTF2_GlobalDefWriter_WriteRmaWin(
                 to, 1, writer.string("name"), kNobody, OTF2_RMA_WIN_FLAG_NONE);
         }},
        {"topology",
         3,
         "topology 0 'name' names communicator 77, which is not defined; topology 0 'name' names "
         "dimension 78, which is not defined; the place of rank 7 on a grid names topology 79, "
         "which is not defined",
         [](ArchiveWriter& writer, OTF2_GlobalDefWriter* to) {
             const OTF2_CartDimensionRef dimension = 78;
             OTF2_GlobalDefWriter_WriteCartTopology(
                 to, 0, writer.string("name"), kNobody, 1, &dimension);
             const std::uint32_t place = 3;
             OTF2_GlobalDefWriter_WriteCartCoordinate(to, 79, 7, 1, &place);
         }},
        {"file and handle",
         6,
         "file 0 'name' names system tree node 77, which is not defined; I/O handle 5 'name' names "
         "file 77, which is not defined; I/O handle 5 'name' names I/O paradigm 78, which is not "
         "defined; I/O handle 5 'name' names communicator 79, which is not defined; I/O handle 5 "
         "'name' names I/O handle 80, which is not defined (2 times)",
         [](ArchiveWriter& writer, OTF2_GlobalDefWriter* to) {
             const OTF2_StringRef name = writer.string("name");
             OTF2_GlobalDefWriter_WriteIoRegularFile(to, 0, name, kNobody);
             OTF2_GlobalDefWriter_WriteIoHandle(
                 to, 5, name, kNobody, 78, OTF2_IO_HANDLE_FLAG_NONE, 79, 80);
             OTF2_GlobalDefWriter_WriteIoPreCreatedHandleState(
                 to, kNobody, OTF2_IO_ACCESS_MODE_WRITE_ONLY, OTF2_IO_STATUS_FLAG_NONE);
         }},
        {"markers",
         2,
         "a marker at tick 5 names marker 77, which is not defined; a marker at tick 5 names "
         "group 78, which is not defined",
         [](ArchiveWriter& writer, OTF2_GlobalDefWriter* /*to*/) {
             OTF2_MarkerWriter* markers = writer.openMarkers();
             OTF2_MarkerWriter_WriteMarker(
                 markers, kOffset + 5, 0, kNobody, OTF2_MARKER_SCOPE_GROUP, 78, "text");
             writer.closeMarkers(markers);
         }},
    };
}

}  // namespace

/// Archives of one location, whose definitions or events name what nobody defines.
class TestUndefinedReferences : public QObject {
    Q_OBJECT

    [[nodiscard]] fs::path folder() const
    {
        const std::string row = QByteArray(QTest::currentDataTag()).toStdString();
        return fs::path(m_temporary.path().toStdString()) / QTest::currentTestFunction() / row;
    }
    static void addRows(const std::vector<Case>& cases)
    {
        for (const Case& each : cases) {
            QTest::newRow(each.what) << each.add << each.count << QString(each.example);
        }
    }

    QTemporaryDir m_temporary;

private slots:
    void definitionsThatNameNothingAreCounted_data();
    void definitionsThatNameNothingAreCounted();
    void recordsThatNameNothingAreCounted();
};

Q_DECLARE_METATYPE(Add)

void TestUndefinedReferences::definitionsThatNameNothingAreCounted_data()
{
    QTest::addColumn<Add>("add");
    QTest::addColumn<std::uint64_t>("count");
    QTest::addColumn<QString>("example");
    addRows(casesOfTheMachine());
    addRows(casesOfCode());
    addRows(casesOfCommunication());
}

void TestUndefinedReferences::definitionsThatNameNothingAreCounted()
{
    QFETCH(Add, add);
    QFETCH(std::uint64_t, count);
    QFETCH(QString, example);
    {
        ArchiveWriter writer(folder(), "test");
        tests::writeOneLocation(writer, "", add);
    }
    const auto opened = otf2::openArchive(folder() / "traces.otf2");
    QVERIFY2(opened.isOk(), opened.isOk() ? "" : opened.error().message.c_str());
    const ImportReportEntry found = undefinedIn(opened.value()->head().report);
    QVERIFY2(found.example.find(example.toStdString()) != std::string::npos, found.example.c_str());
    QCOMPARE(found.count, count);
    if (count > 0) {
        QCOMPARE(found.places.size(), 1U);
        QVERIFY(fs::exists(found.places.front().file));
    }
}

void TestUndefinedReferences::recordsThatNameNothingAreCounted()
{
    {
        ArchiveWriter writer(folder(), "test");
        OTF2_EvtWriter* events = writer.openEvents(0);
        OTF2_AttributeList* list = OTF2_AttributeList_New();
        OTF2_AttributeList_AddLocationRef(list, 2, 1ULL << 40U);
        check(OTF2_EvtWriter_RmaWinCreate(events, list, kOffset + 1, kNobody), "window");
        OTF2_AttributeList_Delete(list);
        for (OTF2_TimeStamp i = 2; i < 7; ++i) {
            check(OTF2_EvtWriter_RmaPut(events, nullptr, kOffset + i, kNobody, 0, 64, i), "put");
        }
        check(OTF2_EvtWriter_IoDestroyHandle(events, nullptr, kOffset + 9, kNobody), "handle");
        const std::uint64_t count = writer.closeEvents(events);
        writer.beginLocalDefinitions();
        writer.closeLocalDefinitions(writer.openLocalDefinitions(0));
        OTF2_GlobalDefWriter_WriteLocation(
            writer.definitions(),
            0,
            writer.string("name"),
            OTF2_LOCATION_TYPE_CPU_THREAD,
            count,
            OTF2_UNDEFINED_LOCATION_GROUP);
        writer.finish(1'000'000, kOffset, 100);
    }
    const auto opened = otf2::openArchive(folder() / "traces.otf2");
    const std::array own{LocationIndex(0)};
    const auto reader = opened.value()->makeReader(own);
    server::store::LocationBuilder builder(opened.value()->head().definitions, own[0]);
    reader.value()->readInto(own[0], builder, [](std::uint64_t, bool) { return true; });
    server::store::ImportReport report;
    static_cast<void>(builder.finish(report));
    const ImportReportEntry found = undefinedIn(report);
    QCOMPARE(found.count, 9U);
    QCOMPARE(
        QString::fromStdString(found.example),
        QStringLiteral("location 0 'name': RMA window 77 at tick 1 is not defined (6 times); "
                       "attribute 2 at tick 1 is not defined; location 1099511627776 at tick 1 is "
                       "not defined; I/O handle 77 at tick 9 is not defined"));
}

VELLUM_TEST_APPLESS(TestUndefinedReferences)
#include "test_undefined_references.moc"
