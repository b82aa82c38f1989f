#include "server/reader/otf2/archive.h"
#include "tests/generate/archive_writer.h"
#include "tests/support/program/test_program.h"
#include "tests/unit/server/reader/otf2/one_location.h"

#include <QTemporaryDir>

#include <array>
#include <filesystem>
#include <map>
#include <memory>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using generate::ArchiveWriter;
using generate::check;
using server::reader::EventSource;
using tests::kOffset;
namespace fs = std::filesystem;
namespace otf2 = server::reader::otf2;

namespace {

OTF2_AttributeValue unsignedValue(std::uint64_t value)
{
    OTF2_AttributeValue made{};
    made.uint64 = value;
    return made;
}

OTF2_AttributeValue stringValue(OTF2_StringRef string)
{
    OTF2_AttributeValue made{};
    made.stringRef = string;
    return made;
}

}  // namespace

/// Definitions beyond those that every archive has; one location, no events.
class TestOtf2Definitions : public QObject {
    Q_OBJECT

    using Add = tests::AddDefinitions;

    /// Opens an archive whose further definitions \p add writes.
    void open(const Add& add)
    {
        const fs::path folder =
            fs::path(m_temporary.path().toStdString()) / QTest::currentTestFunction();
        {
            ArchiveWriter writer(folder, "test");
            tests::writeOneLocation(writer, "name", add);
        }
        auto opened = otf2::openArchive(folder / "traces.otf2");
        QVERIFY2(opened.isOk(), opened.isOk() ? "" : opened.error().message.c_str());
        m_source = std::move(opened).value();
    }
    [[nodiscard]] const Definitions& definitions() const { return m_source->head().definitions; }
    [[nodiscard]] std::uint64_t countOf(const std::string& kind) const
    {
        for (const DefinitionCount& count : definitions().counts) {
            if (count.kind == kind) {
                return count.count;
            }
        }
        return 0;
    }

    QTemporaryDir m_temporary;
    std::unique_ptr<EventSource> m_source;

private slots:
    void propertiesOfEveryKindBecomeTexts();
    void whatTheAnchorSaysIsRead();
    void metricsAreWhole();
    void filesAndHandlesAreRead();
    void topologiesAndWindowsAreRead();
    void whatEventsNameIsRead();
    void everyRecordIsCounted();
    void markersAreReadInTimeOrder();
    void damagedMarkersAreReported();
};

void TestOtf2Definitions::propertiesOfEveryKindBecomeTexts()
{
    open([](ArchiveWriter& writer, OTF2_GlobalDefWriter* to) {
        const OTF2_StringRef name = writer.string("memory");
        OTF2_AttributeValue negative{};
        negative.int8 = -5;
        OTF2_AttributeValue half{};
        half.float32 = 0.5F;
        check(
            OTF2_GlobalDefWriter_WriteSystemTreeNodeProperty(
                to, 0, name, OTF2_TYPE_UINT64, unsignedValue(1ULL << 40U)),
            "node");
        check(
            OTF2_GlobalDefWriter_WriteSystemTreeNodeDomain(to, 0, OTF2_SYSTEM_TREE_DOMAIN_NUMA),
            "domain");
        check(
            OTF2_GlobalDefWriter_WriteLocationGroupProperty(to, 0, name, OTF2_TYPE_INT8, negative),
            "group");
        check(
            OTF2_GlobalDefWriter_WriteLocationProperty(to, 0, name, OTF2_TYPE_FLOAT, half),
            "location");
        check(
            OTF2_GlobalDefWriter_WriteParadigmProperty(
                to,
                OTF2_PARADIGM_MPI,
                OTF2_PARADIGM_PROPERTY_COMM_NAME_TEMPLATE,
                OTF2_TYPE_STRING,
                stringValue(writer.string("MPI Communicator ${id}"))),
            "paradigm");
    });
    const std::vector<Property> expected = {
        {PropertyTarget::SystemTreeNode, 0, "memory", ValueType::UInt64, "1099511627776"},
        {PropertyTarget::SystemTreeNode, 0, "domain", ValueType::String, "NUMA"},
        {PropertyTarget::LocationGroup, 0, "memory", ValueType::Int8, "-5"},
        {PropertyTarget::Location, 0, "memory", ValueType::Float, "0.5"},
        {PropertyTarget::Paradigm,
         OTF2_PARADIGM_MPI,
         "communicator name template",
         ValueType::String,
         "MPI Communicator ${id}"}};
    const auto isOfAnchor = [](const Property& property) {
        return property.name.starts_with("archive.");
    };
    std::vector<Property> defined = definitions().properties;
    std::erase_if(defined, isOfAnchor);
    QVERIFY(defined == expected);
    QCOMPARE(definitions().propertiesOf(PropertyTarget::SystemTreeNode, 1).size(), 0U);
}

/// They stand with the node above all others.
void TestOtf2Definitions::whatTheAnchorSaysIsRead()
{
    open([](ArchiveWriter& writer, OTF2_GlobalDefWriter* /*to*/) {
        writer.setMachine("Summit");
        writer.setDescription("the third run");
        writer.setProperty("TEST::WITH_GPU", "true");
    });
    std::map<std::string, std::string> facts;
    for (const Property* property : definitions().propertiesOf(PropertyTarget::SystemTreeNode, 0)) {
        facts.emplace(property->name, property->value);
    }
    QCOMPARE(facts["archive.version"], std::string(OTF2_VERSION));
    QCOMPARE(facts["archive.identifier"].size(), std::size_t{16});
    QCOMPARE(facts["archive.machine"], std::string("Summit"));
    QCOMPARE(facts["archive.description"], std::string("the third run"));
    QCOMPARE(facts["TEST::WITH_GPU"], std::string("true"));
    QCOMPARE(definitions().creator, std::string("test"));
}

void TestOtf2Definitions::metricsAreWhole()
{
    open([](ArchiveWriter& writer, OTF2_GlobalDefWriter* to) {
        check(
            OTF2_GlobalDefWriter_WriteMetricMember(
                to,
                3,
                writer.string("power"),
                writer.string("of the board"),
                OTF2_METRIC_TYPE_USER,
                OTF2_METRIC_ABSOLUTE_NEXT,
                OTF2_TYPE_DOUBLE,
                OTF2_BASE_DECIMAL,
                -3,
                writer.string("W")),
            "member");
        const OTF2_MetricMemberRef member = 3;
        check(
            OTF2_GlobalDefWriter_WriteMetricClass(
                to, 0, 1, &member, OTF2_METRIC_ASYNCHRONOUS, OTF2_RECORDER_KIND_GPU),
            "class");
        check(
            OTF2_GlobalDefWriter_WriteMetricInstance(to, 1, 0, 0, OTF2_SCOPE_LOCATION_GROUP, 7),
            "instance");
        check(OTF2_GlobalDefWriter_WriteMetricClassRecorder(to, 0, 0), "recorder");
    });
    const MetricMember power{
        MetricMemberRef(3),
        "power",
        "W",
        "of the board",
        MetricType::User,
        MetricMode::AbsoluteNext,
        ValueType::Double,
        NumberBase::Decimal,
        -3};
    QVERIFY(definitions().metricMembers == std::vector{power});
    const MetricClass* own = definitions().metricClassOf(MetricRef(0));
    QVERIFY(own != nullptr);
    QVERIFY(own->members == std::vector{MetricMemberRef(3)});
    QCOMPARE(own->occurrence, MetricOccurrence::Asynchronous);
    QCOMPARE(own->recorderKind, RecorderKind::Gpu);
    QCOMPARE(definitions().metricClassOf(MetricRef(1)), own);
    QCOMPARE(definitions().metricInstance(MetricRef(1))->scope, MetricScope::LocationGroup);
    QCOMPARE(definitions().metricInstance(MetricRef(1))->scopeRef, 7U);
    QVERIFY(definitions().metricClassOf(MetricRef(2)) == nullptr);
    QCOMPARE(definitions().metricClassRecorders.size(), 1U);
}

void TestOtf2Definitions::filesAndHandlesAreRead()
{
    open([](ArchiveWriter& writer, OTF2_GlobalDefWriter* to) {
        const OTF2_IoParadigmProperty version = OTF2_IO_PARADIGM_PROPERTY_VERSION;
        const OTF2_Type type = OTF2_TYPE_STRING;
        const OTF2_AttributeValue value = stringValue(writer.string("3.1"));
        check(
            OTF2_GlobalDefWriter_WriteIoParadigm(
                to,
                2,
                writer.string("MPI-IO"),
                writer.string("MPI I/O"),
                OTF2_IO_PARADIGM_CLASS_PARALLEL,
                OTF2_IO_PARADIGM_FLAG_NONE,
                1,
                &version,
                &type,
                &value),
            "paradigm");
        check(OTF2_GlobalDefWriter_WriteIoRegularFile(to, 0, writer.string("/a"), 0), "file");
        check(OTF2_GlobalDefWriter_WriteIoDirectory(to, 1, writer.string("/d"), 0), "directory");
        check(
            OTF2_GlobalDefWriter_WriteIoFileProperty(
                to, 0, writer.string("stripes"), OTF2_TYPE_UINT32, unsignedValue(4)),
            "property");
        // Before the handle that it is about.
        check(
            OTF2_GlobalDefWriter_WriteIoPreCreatedHandleState(
                to, 5, OTF2_IO_ACCESS_MODE_WRITE_ONLY, OTF2_IO_STATUS_FLAG_APPEND),
            "state");
        check(
            OTF2_GlobalDefWriter_WriteIoHandle(
                to,
                5,
                writer.string("stdout"),
                0,
                2,
                OTF2_IO_HANDLE_FLAG_NONE,
                OTF2_UNDEFINED_COMM,
                OTF2_UNDEFINED_IO_HANDLE),
            "handle");
    });
    const IoHandle* handle = definitions().find(IoHandleRef(5));
    QVERIFY(handle != nullptr);
    QCOMPARE(handle->name, std::string("stdout"));
    QCOMPARE(handle->flags, IoHandle::kPreCreated);
    QCOMPARE(handle->mode, IoAccessMode::WriteOnly);
    QCOMPARE(handle->statusFlags, std::uint32_t{OTF2_IO_STATUS_FLAG_APPEND});
    QVERIFY(!handle->communicator.isDefined() && !handle->parent.isDefined());
    QCOMPARE(definitions().find(handle->file)->name, std::string("/a"));
    QVERIFY(!definitions().find(IoFileRef(0))->isDirectory);
    QVERIFY(definitions().find(IoFileRef(1))->isDirectory);
    QCOMPARE(definitions().ioParadigms.at(0).identification, std::string("MPI-IO"));
    QCOMPARE(
        definitions().propertiesOf(PropertyTarget::IoParadigm, 2).at(0)->value, std::string("3.1"));
    QCOMPARE(definitions().propertiesOf(PropertyTarget::IoFile, 0).at(0)->value, std::string("4"));
}

void TestOtf2Definitions::topologiesAndWindowsAreRead()
{
    open([](ArchiveWriter& writer, OTF2_GlobalDefWriter* to) {
        check(
            OTF2_GlobalDefWriter_WriteCartDimension(
                to, 0, writer.string("x"), 4, OTF2_CART_PERIODIC_TRUE),
            "x");
        check(
            OTF2_GlobalDefWriter_WriteCartDimension(
                to, 1, writer.string("y"), 2, OTF2_CART_PERIODIC_FALSE),
            "y");
        const std::array<OTF2_CartDimensionRef, 2> dimensions{0, 1};
        check(
            OTF2_GlobalDefWriter_WriteCartTopology(
                to, 0, writer.string("grid"), 9, 2, dimensions.data()),
            "topology");
        const std::array<std::uint32_t, 2> place{3, 1};
        check(OTF2_GlobalDefWriter_WriteCartCoordinate(to, 0, 7, 2, place.data()), "coordinate");
        check(
            OTF2_GlobalDefWriter_WriteRmaWin(
                to, 1, writer.string("window"), 9, OTF2_RMA_WIN_FLAG_CREATE_DESTROY_EVENTS),
            "window");
    });
    QVERIFY(definitions().cartDimensions.at(0).isPeriodic);
    QVERIFY(!definitions().cartDimensions.at(1).isPeriodic);
    const CartTopology grid{
        CartTopologyRef(0), "grid", CommRef(9), {CartDimensionRef(0), CartDimensionRef(1)}};
    QVERIFY(definitions().cartTopologies == std::vector{grid});
    const CartCoordinate place{CartTopologyRef(0), 7, {3, 1}};
    QVERIFY(definitions().cartCoordinates == std::vector{place});
    QCOMPARE(definitions().find(RmaWinRef(1))->name, std::string("window"));
    QCOMPARE(definitions().find(RmaWinRef(1))->flags, 1U);
}

void TestOtf2Definitions::whatEventsNameIsRead()
{
    open([](ArchiveWriter& writer, OTF2_GlobalDefWriter* to) {
        check(
            OTF2_GlobalDefWriter_WriteAttribute(
                to, 4, writer.string("key"), writer.string("why"), OTF2_TYPE_LOCATION),
            "attribute");
        check(
            OTF2_GlobalDefWriter_WriteParameter(
                to, 5, writer.string("n"), OTF2_PARAMETER_TYPE_UINT64),
            "parameter");
        check(
            OTF2_GlobalDefWriter_WriteSourceCodeLocation(to, 6, writer.string("a.c"), 12),
            "source");
        check(
            OTF2_GlobalDefWriter_WriteCallingContext(to, 7, 0, 6, OTF2_UNDEFINED_CALLING_CONTEXT),
            "context");
        check(
            OTF2_GlobalDefWriter_WriteInterruptGenerator(
                to,
                8,
                writer.string("timer"),
                OTF2_INTERRUPT_GENERATOR_MODE_TIME,
                OTF2_BASE_DECIMAL,
                -9,
                1'000),
            "generator");
        check(
            OTF2_GlobalDefWriter_WriteRegion(
                to,
                0,
                writer.string("f"),
                writer.string("f"),
                writer.string("what it does"),
                OTF2_REGION_ROLE_FUNCTION,
                OTF2_PARADIGM_USER,
                OTF2_REGION_FLAG_NONE,
                writer.string("a.c"),
                1,
                2),
            "region");
    });
    const Attribute attribute{AttributeRef(4), "key", "why", ValueType::Location};
    QVERIFY(definitions().attributes == std::vector{attribute});
    QCOMPARE(definitions().find(ParameterRef(5))->type, ParameterType::UInt64);
    const CallingContext* context = definitions().find(CallingContextRef(7));
    QCOMPARE(definitions().find(context->source)->file, std::string("a.c"));
    QCOMPARE(definitions().find(context->source)->line, 12U);
    QCOMPARE(definitions().find(InterruptGeneratorRef(8))->exponent, -9);
    QCOMPARE(definitions().find(RegionRef(0))->description, std::string("what it does"));
    QCOMPARE(definitions().find(StringRef(0))->text, std::string());
    QCOMPARE(definitions().strings.at(1).text, std::string("name"));
}

void TestOtf2Definitions::everyRecordIsCounted()
{
    open([](ArchiveWriter& /*writer*/, OTF2_GlobalDefWriter* to) {
        check(OTF2_GlobalDefWriter_WriteCallpath(to, 0, OTF2_UNDEFINED_CALLPATH, 0), "call path");
        check(OTF2_GlobalDefWriter_WriteCallpath(to, 1, 0, 0), "call path");
    });
    QCOMPARE(countOf("Callpath"), 2U);
    QCOMPARE(countOf("Location"), 1U);
    QCOMPARE(countOf("ClockProperties"), 1U);
    QCOMPARE(countOf("Region"), 0U);
}

void TestOtf2Definitions::markersAreReadInTimeOrder()
{
    open([](ArchiveWriter& writer, OTF2_GlobalDefWriter* /*to*/) {
        OTF2_MarkerWriter* markers = writer.openMarkers();
        check(
            OTF2_MarkerWriter_WriteDefMarker(markers, 2, "MUST", "leak", OTF2_SEVERITY_HIGH),
            "definition");
        check(
            OTF2_MarkerWriter_WriteMarker(
                markers, kOffset + 9, 3, 2, OTF2_MARKER_SCOPE_LOCATION, 0, "late"),
            "marker");
        check(
            OTF2_MarkerWriter_WriteMarker(
                markers, kOffset + 4, 0, 2, OTF2_MARKER_SCOPE_GLOBAL, 0, "early"),
            "marker");
        writer.closeMarkers(markers);
    });
    const MarkerDefinition leak{MarkerRef(2), "MUST", "leak", MarkerSeverity::High};
    QVERIFY(definitions().markers == std::vector{leak});
    const std::vector<Marker> expected = {
        {4, 0, MarkerRef(2), MarkerScope::Global, 0, "early"},
        {9, 3, MarkerRef(2), MarkerScope::Location, 0, "late"}};
    QVERIFY(m_source->head().markers == expected);
    QVERIFY(m_source->head().report.entries().empty());
}

void TestOtf2Definitions::damagedMarkersAreReported()
{
    open([](ArchiveWriter& writer, OTF2_GlobalDefWriter* /*to*/) {
        OTF2_MarkerWriter* markers = writer.openMarkers();
        check(
            OTF2_MarkerWriter_WriteDefMarker(markers, 0, "a", "b", OTF2_SEVERITY_LOW),
            "definition");
        for (unsigned i = 0; i < 10; ++i) {
            check(
                OTF2_MarkerWriter_WriteMarker(
                    markers, kOffset + i, 0, 0, OTF2_MARKER_SCOPE_GLOBAL, 0, "text"),
                "marker");
        }
        writer.closeMarkers(markers);
    });
    QCOMPARE(m_source->head().markers.size(), 10U);
    const fs::path folder =
        fs::path(m_temporary.path().toStdString()) / QTest::currentTestFunction();
    fs::resize_file(folder / "traces.marker", fs::file_size(folder / "traces.marker") / 2);
    const auto cut = otf2::openArchive(folder / "traces.otf2");
    QVERIFY(cut.isOk());
    QCOMPARE(cut.value()->head().report.countOf("truncated-marker-file"), 1U);
    QVERIFY(cut.value()->head().markers.size() < 10U);
}

VELLUM_TEST_APPLESS(TestOtf2Definitions)
#include "test_otf2_definitions.moc"
