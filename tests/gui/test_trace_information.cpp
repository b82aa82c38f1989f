#include "gui/shell/trace_information.h"
#include "tests/support/program/test_program.h"

#include <QString>
#include <QTabWidget>
#include <QTableWidget>
#include <QTreeWidget>
#include <QTreeWidgetItem>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test

namespace {

gui::data::Trace someTrace()
{
    auto definitions = std::make_shared<Definitions>();
    definitions->systemTreeNodes = {
        {.ref = SystemTreeNodeRef(0), .name = "node7", .className = "machine"}};
    definitions->locationGroups = {
        {.ref = LocationGroupRef(4), .name = "GPU 0", .parent = SystemTreeNodeRef(0)}};
    definitions->locations = {
        {.ref = LocationRef(1), .name = "stream 7", .group = LocationGroupRef(4)}};
    definitions->properties = {
        {PropertyTarget::SystemTreeNode, 0, "CpuCores", ValueType::String, "32"},
        {PropertyTarget::LocationGroup, 4, "totalMemory", ValueType::UInt64, "85094825984"}};
    definitions->buildLookups();
    gui::data::Trace trace{
        .path = QStringLiteral("/t.sqlite"), .definitions = definitions, .info = {}};
    trace.info.format = "Nsight Systems";
    trace.info.ticksPerSecond = 1'000'000'000;
    trace.info.eventsByKind = {{"Enter", 3}, {"Leave", 3}, {"DeviceKernel", 2}};
    return trace;
}

QString cell(const QTableWidget& table, const QString& what)
{
    for (int row = 0; row < table.rowCount(); ++row) {
        if (table.item(row, 0)->text() == what) {
            return table.item(row, 1)->text();
        }
    }
    return {};
}

}  // namespace

class TestTraceInformation : public QObject {
    Q_OBJECT

private slots:
    void numbersAndWhatWasRecorded();
    void machineAndDevicesStandInTheirTree();
};

void TestTraceInformation::numbersAndWhatWasRecorded()
{
    const std::unique_ptr<QTabWidget> tabs(gui::shell::makeTraceInformation(someTrace()));
    QCOMPARE(tabs->count(), 3);
    const auto* summary = qobject_cast<QTableWidget*>(tabs->widget(0));
    QCOMPARE(cell(*summary, QStringLiteral("Format")), QStringLiteral("Nsight Systems"));
    QCOMPARE(cell(*summary, QStringLiteral("Messages")), QStringLiteral("none"));
    const auto* recorded = qobject_cast<QTableWidget*>(tabs->widget(2));
    QCOMPARE(cell(*recorded, QStringLiteral("calls")), QStringLiteral("6"));
    QCOMPARE(cell(*recorded, QStringLiteral("kernels")), QStringLiteral("2"));
    QCOMPARE(cell(*recorded, QStringLiteral("messages")), QStringLiteral("not recorded"));
}

void TestTraceInformation::machineAndDevicesStandInTheirTree()
{
    const std::unique_ptr<QTabWidget> tabs(gui::shell::makeTraceInformation(someTrace()));
    const auto* tree = qobject_cast<QTreeWidget*>(tabs->widget(1));
    QCOMPARE(tree->topLevelItemCount(), 1);
    const QTreeWidgetItem* machine = tree->topLevelItem(0);
    QCOMPARE(machine->text(0), QStringLiteral("node7"));
    QCOMPARE(machine->childCount(), 2);
    QCOMPARE(machine->child(0)->text(0), QStringLiteral("CpuCores"));
    QCOMPARE(machine->child(1)->text(1), QStringLiteral("1 location"));
    QCOMPARE(machine->child(1)->child(0)->text(1), QStringLiteral("85094825984"));
}

VELLUM_TEST_GUI(TestTraceInformation)
#include "test_trace_information.moc"
