#include "gui/shell/trace_information.h"

#include "common/query/recorded.h"
#include "gui/data/wording.h"
#include "gui/shell/dialogs.h"

#include <QDateTime>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QTabWidget>
#include <QTableWidget>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <initializer_list>
#include <limits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace vellum::gui::shell {

namespace {

/// More lines than that nobody reads, and each costs a kilobyte.
constexpr std::size_t kMostLines = 20'000;

QString number(std::uint64_t value)
{
    return QLocale(QLocale::English).toString(static_cast<qulonglong>(value));
}

/// The system tree, and below each of its parts what the trace says of it.
class MachineTree {
public:
    explicit MachineTree(const Definitions& definitions)
        : m_definitions(definitions)
        , m_tree(new QTreeWidget)
    {
        m_tree->setHeaderLabels({QObject::tr("What"), QObject::tr("Value")});
        m_tree->setAccessibleName(QObject::tr("Machine and devices"));
        m_tree->setUniformRowHeights(true);
        for (const Property& property : definitions.properties) {
            m_properties[key(property.target, property.ref)].push_back(&property);
        }
    }

    QTreeWidget* make()
    {
        addNodes();
        addGroups();
        m_tree->expandToDepth(0);
        m_tree->resizeColumnToContents(0);
        m_tree->setColumnWidth(0, std::min(m_tree->columnWidth(0), kWidestPx));
        return m_tree;
    }

private:
    static constexpr int kWidestPx = 360;

    static std::uint64_t key(PropertyTarget target, std::uint64_t ref)
    {
        return ref << 3U | static_cast<std::uint64_t>(target);
    }
    QTreeWidgetItem* add(QTreeWidgetItem* parent, const QString& what, const QString& value)
    {
        auto* item = new QTreeWidgetItem({what, value});
        item->setToolTip(1, value);
        if (parent == nullptr) {
            m_tree->addTopLevelItem(item);
        } else {
            parent->addChild(item);
        }
        ++m_lines;
        return item;
    }
    void addProperties(QTreeWidgetItem* item, PropertyTarget target, std::uint64_t ref)
    {
        const auto found = m_properties.find(key(target, ref));
        if (found == m_properties.end()) {
            return;
        }
        for (const Property* property : found->second) {
            if (m_lines < kMostLines) {
                add(item,
                    QString::fromStdString(property->name),
                    QString::fromStdString(property->value));
            }
        }
    }
    void addNodes()
    {
        for (const SystemTreeNode& node : m_definitions.systemTreeNodes) {
            if (m_lines >= kMostLines) {
                return;
            }
            const auto parent = m_nodes.find(node.parent);
            QTreeWidgetItem* item =
                add(parent == m_nodes.end() ? nullptr : parent->second,
                    QString::fromStdString(node.name),
                    QString::fromStdString(node.className));
            m_nodes.emplace(node.ref, item);
            addProperties(item, PropertyTarget::SystemTreeNode, node.ref.value());
        }
    }
    void addGroups()
    {
        std::unordered_map<LocationGroupRef, std::uint64_t> locations;
        for (const Location& location : m_definitions.locations) {
            ++locations[location.group];
        }
        for (const LocationGroup& group : m_definitions.locationGroups) {
            if (m_lines >= kMostLines) {
                add(nullptr, QObject::tr("… and more than are shown here"), {});
                return;
            }
            const auto parent = m_nodes.find(group.parent);
            const std::uint64_t count = locations[group.ref];
            QTreeWidgetItem* item =
                add(parent == m_nodes.end() ? nullptr : parent->second,
                    QString::fromStdString(group.name),
                    count == 1 ? QObject::tr("1 location")
                               : QObject::tr("%1 locations").arg(number(count)));
            addProperties(item, PropertyTarget::LocationGroup, group.ref.value());
        }
    }

    const Definitions& m_definitions;
    QTreeWidget* m_tree;
    std::unordered_map<std::uint64_t, std::vector<const Property*>> m_properties;
    std::unordered_map<SystemTreeNodeRef, QTreeWidgetItem*> m_nodes;
    std::size_t m_lines = 0;
};

}  // namespace

QList<QStringList> summaryRows(const data::Trace& trace)
{
    const query::TraceInfo& info = trace.info;
    const ClockProperties& clock = trace.definitions->clock;
    QList<QStringList> rows = {
        {QObject::tr("File"), trace.path},
        {QObject::tr("Format"), QString::fromStdString(info.format)},
        {QObject::tr("Written by"), QString::fromStdString(info.creator)},
        {QObject::tr("Duration"),
         QString::fromStdString(formatInstant(
             static_cast<Tick>(
                 std::min<std::uint64_t>(info.lengthTicks, std::numeric_limits<Tick>::max())),
             clock))},
        {QObject::tr("Clock"),
         QObject::tr("%1 ticks per second").arg(number(info.ticksPerSecond))}};
    if (clock.realtimeNs > 0) {
        const auto date = QDateTime::fromMSecsSinceEpoch(
            static_cast<qint64>(clock.realtimeNs / 1'000'000), Qt::UTC);
        rows << QStringList{QObject::tr("Begin"), date.toString(Qt::ISODateWithMs)};
    }
    const std::initializer_list<std::pair<QString, std::uint64_t>> counts = {
        {QObject::tr("System tree nodes"), info.systemTreeNodes},
        {QObject::tr("Location groups"), info.locationGroups},
        {QObject::tr("Locations"), info.locations},
        {QObject::tr("Regions"), info.regions},
        {QObject::tr("Communicators"), info.communicators},
        {QObject::tr("Events"), info.events},
        {QObject::tr("Visits"), info.visits},
        {QObject::tr("Messages"), info.messages},
        {QObject::tr("Message bytes"), info.messageBytes},
        {QObject::tr("Collective operations by member"), info.collectives},
        {QObject::tr("RMA operations"), info.rmaOperations},
        {QObject::tr("RMA bytes"), info.rmaBytes},
        {QObject::tr("I/O operations"), info.ioOperations},
        {QObject::tr("I/O bytes"), info.ioBytes},
        {QObject::tr("Metrics"), info.metrics},
        {QObject::tr("Metric samples"), info.metricSamples}};
    for (const auto& [what, count] : counts) {
        rows << QStringList{what, count == 0 ? QObject::tr("none") : number(count)};
    }
    return rows;
}

QList<QStringList> recordedRows(const data::Trace& trace)
{
    QList<QStringList> rows;
    for (const query::Recorded& recorded : query::recordedIn(trace.info)) {
        rows << QStringList{
            data::text(recorded.what),
            recorded.records == 0 ? QObject::tr("not recorded") : number(recorded.records)};
    }
    return rows;
}

QTabWidget* makeTraceInformation(const data::Trace& trace)
{
    auto* tabs = new QTabWidget;
    tabs->addTab(
        dialogs::makeTable({QObject::tr("What"), QObject::tr("Value")}, summaryRows(trace)),
        QObject::tr("&Summary"));
    tabs->addTab(MachineTree(*trace.definitions).make(), QObject::tr("&Machine"));
    tabs->addTab(
        dialogs::makeTable({QObject::tr("What"), QObject::tr("Records")}, recordedRows(trace)),
        QObject::tr("&Recorded"));
    return tabs;
}

}  // namespace vellum::gui::shell
