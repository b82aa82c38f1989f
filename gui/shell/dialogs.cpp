#include "gui/shell/dialogs.h"

#include "gui/shell/keys.h"

#include <QDateTime>
#include <QDialog>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QTableWidget>
#include <QVBoxLayout>

#include <initializer_list>
#include <utility>

namespace vellum::gui::shell::dialogs {

namespace {

QDialog* makeDialog(QWidget* parent, const QString& title, QWidget* content)
{
    auto* dialog = new QDialog(parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(title);
    auto* layout = new QVBoxLayout(dialog);
    layout->addWidget(content, 1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    layout->addWidget(buttons);
    dialog->show();
    return dialog;
}

QTableWidget* makeTable(const QStringList& headers, const QList<QStringList>& rows)
{
    auto* table = new QTableWidget(static_cast<int>(rows.size()), static_cast<int>(headers.size()));
    table->setHorizontalHeaderLabels(headers);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setShowGrid(false);
    table->verticalHeader()->hide();
    table->horizontalHeader()->setStretchLastSection(true);
    table->setWordWrap(true);
    for (int row = 0; row < rows.size(); ++row) {
        for (int column = 0; column < rows[row].size(); ++column) {
            table->setItem(row, column, new QTableWidgetItem(rows[row][column]));
        }
    }
    table->resizeColumnsToContents();
    table->resizeRowsToContents();
    return table;
}

QString number(std::uint64_t value)
{
    return QLocale(QLocale::English).toString(static_cast<qulonglong>(value));
}

QString severityText(query::Severity severity)
{
    switch (severity) {
    case query::Severity::Info:
        return QObject::tr("info");
    case query::Severity::Warning:
        return QObject::tr("warning");
    case query::Severity::Error:
        return QObject::tr("error");
    }
    return {};
}

QList<QStringList> informationRows(const data::Trace& trace)
{
    const query::TraceInfo& info = trace.info;
    const ClockProperties& clock = trace.definitions->clock;
    QList<QStringList> rows = {
        {QObject::tr("File"), trace.path},
        {QObject::tr("Format"), QString::fromStdString(info.format)},
        {QObject::tr("Written by"), QString::fromStdString(info.creator)},
        {QObject::tr("Duration"),
         QString::fromStdString(formatInstant(static_cast<Tick>(info.lengthTicks), clock))},
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
        {QObject::tr("Collective operations"), info.collectives},
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

}  // namespace

void showText(QWidget* parent, const QString& title, const QString& html)
{
    auto* label = new QLabel(html);
    label->setTextFormat(Qt::RichText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    label->setMinimumWidth(440);
    makeDialog(parent, title, label);
}

void showTraceInformation(QWidget* parent, const data::Trace& trace)
{
    QTableWidget* table =
        makeTable({QObject::tr("What"), QObject::tr("Value")}, informationRows(trace));
    makeDialog(parent, QObject::tr("Trace information"), table)->resize(560, 620);
}

void showImportReport(QWidget* parent, const data::Trace& trace)
{
    QList<QStringList> rows;
    for (const query::ImportReportEntry& entry : trace.info.importReport) {
        rows << QStringList{
            QString::fromStdString(entry.kind),
            severityText(entry.severity),
            number(entry.count),
            QString::fromStdString(entry.example)};
    }
    if (rows.isEmpty()) {
        showText(
            parent,
            QObject::tr("Import report"),
            QObject::tr("Nothing had to be repaired in this trace."));
        return;
    }
    QTableWidget* table = makeTable(
        {QObject::tr("Kind"),
         QObject::tr("Severity"),
         QObject::tr("Count"),
         QObject::tr("First example")},
        rows);
    makeDialog(parent, QObject::tr("Import report"), table)->resize(860, 360);
}

void showKeys(QWidget* parent)
{
    QList<QStringList> rows;
    for (const KeyHelp& one : keyHelp()) {
        rows << QStringList{one.key, one.does};
    }
    QTableWidget* table = makeTable({QObject::tr("Key"), QObject::tr("Does")}, rows);
    makeDialog(parent, QObject::tr("Keyboard and mouse"), table)->resize(760, 640);
}

}  // namespace vellum::gui::shell::dialogs
