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
    if (const CompareTab* comparison = currentComparison()) {
        if (comparison->views().empty()) {
            return nullptr;
        }
        // The views' child: it must not outlive them.
        return new ReportMaker(
            *m_source,
            [comparison] { return comparison->reportOf(); },
            comparison->views().front());
    }
    TraceView* view = currentView();
    return view == nullptr
               ? nullptr
               : new ReportMaker(
                   *m_source,
                   [view] { return ReportOf{.traces = {{.letter = {}, .view = view}}}; },
                   view);
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
