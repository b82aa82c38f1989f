#include "gui/shell/dialogs.h"

#include "gui/shell/keys.h"
#include "gui/shell/trace_information.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QSet>
#include <QTabWidget>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>

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

/// A row for each place, and one for what was found elsewhere.
QList<QStringList> reportRows(const query::ImportReportEntry& entry)
{
    QList<QStringList> rows;
    const auto add = [&](const query::ImportReportPlace& place) {
        rows << QStringList{
            QString::fromStdString(entry.kind),
            severityText(entry.severity),
            number(place.count),
            QString::fromStdString(place.file),
            QString::fromStdString(place.location),
            QString::fromStdString(place.example)};
    };
    std::uint64_t rest = entry.count;
    for (const query::ImportReportPlace& place : entry.places) {
        add(place);
        rest -= std::min(rest, place.count);
    }
    if (rest > 0) {
        add({.count = rest, .example = entry.places.empty() ? entry.example : std::string()});
    }
    return rows;
}

}  // namespace

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
            auto* item = new QTableWidgetItem(rows[row][column]);
            // Rich text wraps.
            item->setToolTip(QStringLiteral("<p>%1</p>").arg(rows[row][column].toHtmlEscaped()));
            table->setItem(row, column, item);
        }
    }
    table->resizeColumnsToContents();
    table->resizeRowsToContents();
    return table;
}

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
    makeDialog(parent, QObject::tr("Trace information"), makeTraceInformation(trace))
        ->resize(620, 640);
}

void showImportReport(QWidget* parent, const data::Trace& trace)
{
    QList<QStringList> rows;
    for (const query::Severity severity :
         {query::Severity::Error, query::Severity::Warning, query::Severity::Info}) {
        for (const query::ImportReportEntry& entry : trace.info.importReport) {
            rows << (entry.severity == severity ? reportRows(entry) : QList<QStringList>());
        }
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
         QObject::tr("File"),
         QObject::tr("Location"),
         QObject::tr("First example")},
        rows);
    constexpr int kMostOfName = 220;
    constexpr int kFileColumn = 3;
    constexpr int kLocationColumn = 4;
    QSet<QString> files;
    for (int row = 0; row < table->rowCount(); ++row) {
        QTableWidgetItem* file = table->item(row, kFileColumn);
        files.insert(file->text());
        file->setText(QFileInfo(file->text()).fileName());  // the tip has the whole path
    }
    table->resizeColumnToContents(kFileColumn);
    for (const int column : {kFileColumn, kLocationColumn}) {
        table->setColumnWidth(column, std::min(kMostOfName, table->columnWidth(column)));
    }
    table->setColumnHidden(kFileColumn, files.size() == 1);
    table->setTextElideMode(Qt::ElideMiddle);
    // Examples are sentences, which wrap at the width that the column turns out to have.
    QObject::connect(table->horizontalHeader(), &QHeaderView::sectionResized, table, [table] {
        table->resizeRowsToContents();
    });
    makeDialog(parent, QObject::tr("Import report"), table)->resize(1080, 420);
    table->resizeRowsToContents();
}

void showKeys(QWidget* parent, charts::NavigationScheme scheme, const charts::KeyMap& keys)
{
    QList<QStringList> rows;
    for (const KeyHelp& one : mouseHelp(scheme) + keyHelp(keys)) {
        rows << QStringList{one.key, one.does};
    }
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* filter = new QLineEdit;
    filter->setPlaceholderText(QObject::tr("Find a key or what it does…"));
    filter->setAccessibleName(QObject::tr("Find a key or what it does"));
    QTableWidget* table = makeTable({QObject::tr("Key"), QObject::tr("Does")}, rows);
    layout->addWidget(filter);
    layout->addWidget(table, 1);
    QObject::connect(filter, &QLineEdit::textChanged, table, [table](const QString& text) {
        for (int row = 0; row < table->rowCount(); ++row) {
            const bool fits = table->item(row, 0)->text().contains(text, Qt::CaseInsensitive)
                              || table->item(row, 1)->text().contains(text, Qt::CaseInsensitive);
            table->setRowHidden(row, !fits);
        }
    });
    makeDialog(parent, QObject::tr("Keyboard and mouse (%1)").arg(charts::nameOf(scheme)), page)
        ->resize(760, 640);
}

}  // namespace vellum::gui::shell::dialogs
