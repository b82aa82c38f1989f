// What MainWindow does to write a report of the traces on the screen.

#include "gui/shell/main_window.h"
#include "gui/shell/report_maker.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>

namespace vellum::gui::shell {

void MainWindow::makeReportAction(QMenu* file)
{
    addTraceAction(file, "writeReport", tr("&Write a report…"), {}, [this] { chooseReportFile(); })
        ->setStatusTip(
            tr("One page with charts and tables, for a browser: of traces that are compared "
               "also what differs"));
}

ReportMaker* MainWindow::makeReport()
{
    const CompareTab* comparison = currentComparison();
    std::vector<ReportTrace> traces;
    QStringList alignment;
    if (comparison != nullptr) {
        traces = comparison->reportTraces();
        alignment = comparison->linkSentences();
        if (traces.size() == 1) {
            traces.front().letter.clear();
        }
    } else if (currentView() != nullptr) {
        traces.push_back({.letter = {}, .view = currentView(), .note = {}});
    }
    if (traces.empty()) {
        return nullptr;
    }
    // The views' child: it must not outlive them.
    return new ReportMaker(
        *m_source,
        traces,
        comparison != nullptr ? comparison->beside() : QString(),
        alignment,
        traces.front().view);
}

void MainWindow::chooseReportFile()
{
    auto* dialog = new QFileDialog(this, tr("Write a report"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters({tr("Pages (*.html)")});
    dialog->setDefaultSuffix(QStringLiteral("html"));
    dialog->selectFile(QFileInfo(currentTab()->title()).completeBaseName() + tr("-report"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& file) {
        ReportMaker* maker = makeReport();
        if (maker == nullptr) {
            return;
        }
        connect(maker, &ReportMaker::ended, this, [this, maker, file](const QString& error) {
            say(error.isEmpty() ? tr("The report is written: %1").arg(file) : error);
            maker->deleteLater();
        });
        say(tr("Writing the report once all is exact…"));
        maker->write(file);
    });
    dialog->open();
}

}  // namespace vellum::gui::shell
