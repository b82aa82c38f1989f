#include "gui/app/headless.h"

#include "gui/app/opening.h"
#include "gui/data/wording.h"
#include "gui/shell/live_watch.h"
#include "gui/shell/main_window.h"
#include "gui/shell/report_maker.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QFileInfo>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace vellum::gui::app {

namespace {

constexpr qint64 kMostMs = 300'000;  // a trace of gigabytes is still being read after a minute
constexpr int kPollMs = 20;

/// Runs the event loop until \p done; false if the time is up.
bool waitUntil(const std::function<bool()>& done)
{
    QElapsedTimer clock;
    clock.start();
    QEventLoop loop;
    QTimer poll;
    QObject::connect(&poll, &QTimer::timeout, &loop, [&] {
        if (done() || clock.elapsed() > kMostMs) {
            loop.quit();
        }
    });
    poll.start(kPollMs);
    loop.exec();
    return done();
}

bool isSettled(const shell::MainWindow& window)
{
    return std::ranges::none_of(
        window.traces(), [](const shell::TraceTab* one) { return one->isLoading(); });
}

/// Shows widgets that were just added and gives them their places: Qt does so later.
void layOut()
{
    constexpr int kRounds = 4;  // added, shown, laid out, scrolled
    for (int i = 0; i < kRounds; ++i) {
        QCoreApplication::processEvents();
    }
}

using LookUp = shell::TraceView::LookUp;

bool isFinal(const shell::TraceView* view)
{
    return view->lookUp() == LookUp::Missing
           || (view->lookUp() != LookUp::UnderWay
               && view->exactness() != models::Exactness::Refining);
}

/// Why the picture is not what was asked for, and the exit status then.
std::optional<std::pair<std::string, int>> mistake(
    const std::vector<shell::TraceView*>& views, bool isReady, const Options& options)
{
    for (const shell::TraceView* view : views) {
        const models::Exactness exactness = view->exactness();
        if (view->lookUp() == LookUp::Missing && exactness != models::Exactness::Failed) {
            return std::pair(missing(options).message, 2);
        }
        if (!isReady || exactness != models::Exactness::Exact) {
            const QString error = view->errorText();
            return std::pair(
                error.isEmpty() ? "the charts were not exact within 300 s" : error.toStdString(),
                1);
        }
    }
    return std::nullopt;
}

bool write(shell::MainWindow& window, const QString& file)
{
    const QString suffix = QFileInfo(file).suffix().toLower();
    if (suffix == QLatin1String("svg")) {
        QSvgGenerator svg;
        svg.setFileName(file);
        svg.setSize(window.size());
        svg.setViewBox(window.rect());
        QPainter painter;
        if (!painter.begin(&svg)) {
            return false;
        }
        window.render(&painter);
        return painter.end();
    }
    if (suffix == QLatin1String("pdf")) {
        QPdfWriter pdf(file);
        pdf.setPageSize(QPageSize(QSizeF(window.size()) * 0.75, QPageSize::Point));
        pdf.setPageMargins({});
        QPainter painter;
        if (!painter.begin(&pdf)) {
            return false;
        }
        painter.scale(
            static_cast<double>(pdf.width()) / window.width(),
            static_cast<double>(pdf.height()) / window.height());
        window.render(&painter);
        return painter.end();
    }
    return window.grab().save(file);
}

int say(const std::string& sentence, int status)
{
    std::fprintf(stderr, "vellum: %s\n", sentence.c_str());
    return status;
}

}  // namespace

int statusOf(const Error& error)
{
    switch (error.kind) {
    case ErrorKind::Unavailable:
    case ErrorKind::Unimplemented:
        return 4;
    case ErrorKind::ResourceExhausted:
        return 5;
    default:
        return 3;
    }
}

void applyMatch(shell::CompareTab* comparison, const Options& options)
{
    if (comparison != nullptr && !options.match.isEmpty()) {
        comparison->differences().setMatchesStructure(options.match == QLatin1String("structure"));
    }
}

/// The panel of differences, where it is shown.
const shell::DifferencesPanel* shownDifferences(const shell::CompareTab* comparison)
{
    return comparison != nullptr && comparison->areDifferencesShown() ? &comparison->differences()
                                                                      : nullptr;
}

namespace {

std::vector<shell::TraceView*> viewsOf(const shell::MainWindow& window)
{
    std::vector<shell::TraceView*> views;
    for (const shell::TraceTab* tab : window.shownTraces()) {
        views.push_back(tab->view());
    }
    return views;
}

/// Lays the window out without showing it, and waits until all traces are read and show what the options ask for.
///
/// \return  the exit status where that cannot be
std::optional<int> showAll(shell::MainWindow& window, const Options& options)
{
    window.setAttribute(Qt::WA_DontShowOnScreen);
    window.resize(options.size);
    window.show();
    if (!waitUntil([&] { return isSettled(window); })) {
        return say("the traces were not read within 300 s", 1);
    }
    std::size_t number = 0;
    for (const shell::TraceTab* tab : window.traces()) {
        if (tab->failure()) {
            return say(tab->failure()->message, statusOf(*tab->failure()));
        }
        if (tab->live() != nullptr) {
            tab->live()->hold();  // one archive, not the next one in the midst of it
        }
        const Result<void> applied = applyOptions(optionsOf(options, number++), *tab->view());
        if (!applied.isOk()) {
            return say(applied.error().message, 2);
        }
    }
    return std::nullopt;
}

/// Waits until all that is shown is final.
///
/// \return  the exit status where it is not exact
std::optional<int> waitForExact(shell::MainWindow& window, const Options& options)
{
    const auto views = viewsOf(window);
    const auto* comparison = window.currentComparison();
    const auto areFinal = [&] {
        return std::ranges::all_of(views, isFinal)
               && (shownDifferences(comparison) == nullptr
                   || shownDifferences(comparison)->exactness() != models::Exactness::Refining);
    };
    bool isReady = waitUntil(areFinal);
    for (shell::TraceView* view : views) {
        view->frame().spreadSoon();  // not by which of the answers came first
    }
    layOut();
    isReady = isReady && waitUntil(areFinal);  // another layout may have asked for another picture
    if (const auto wrong = mistake(views, isReady, options)) {
        return say(wrong->first, wrong->second);
    }
    return std::nullopt;
}

/// That something of a trace could not be read is no reason not to show the rest.
void sayWhatIsMissing(const shell::MainWindow& window, const char* what)
{
    for (const shell::TraceView* view : viewsOf(window)) {
        const data::ImportErrors errors = data::importErrors(view->trace().info);
        if (errors.count > 0) {
            say(std::string(what)
                    + " is exact for what could be read: " + errors.example.toStdString(),
                0);
        }
    }
}

}  // namespace

int renderScreenshot(shell::MainWindow& window, const Options& options)
{
    const QString suffix = QFileInfo(options.screenshot).suffix().toLower();
    if (suffix != QLatin1String("png") && suffix != QLatin1String("svg")
        && suffix != QLatin1String("pdf")) {
        return say(
            "'" + options.screenshot.toStdString() + "' does not end in .png, .svg or .pdf", 2);
    }
    if (const auto status = showAll(window, options)) {
        return *status;
    }
    shell::CompareTab* comparison = window.currentComparison();
    applyMatch(comparison, options);
    if (comparison != nullptr && !options.differences.isEmpty()) {
        comparison->showDifferencesBy(options.differences);
    }
    if (const auto status = waitForExact(window, options)) {
        return *status;
    }
    if (const auto* differences = shownDifferences(comparison)) {
        if (!differences->errorText().isEmpty()) {
            return say(differences->errorText().toStdString(), 1);
        }
    }
    if (!write(window, options.screenshot)) {
        return say("'" + options.screenshot.toStdString() + "' cannot be written", 1);
    }
    sayWhatIsMissing(window, "the picture");
    return 0;
}

int renderReport(shell::MainWindow& window, const Options& options)
{
    if (const auto status = showAll(window, options)) {
        return *status;
    }
    // The function summary has a place of its own on the page.
    for (shell::TraceView* view : viewsOf(window)) {
        using Panel = shell::TraceView::Panel;
        for (const Panel panel : {Panel::Summary, Panel::Details, Panel::Legend}) {
            view->setPanelVisible(panel, false);
        }
    }
    if (const auto status = waitForExact(window, options)) {
        return *status;
    }
    applyMatch(window.currentComparison(), options);
    shell::ReportMaker* maker = window.makeReport();
    std::optional<QString> error;
    const QObject here;  // after which nobody writes to `error`
    QObject::connect(maker, &shell::ReportMaker::ended, &here, [&error](const QString& sentence) {
        error = sentence;
    });
    maker->write(options.report);
    if (!waitUntil([&error] { return error.has_value(); })) {
        return say("the differences were not known within 300 s", 1);
    }
    if (!error->isEmpty()) {
        return say(error->toStdString(), 1);
    }
    sayWhatIsMissing(window, "the report");
    return 0;
}

}  // namespace vellum::gui::app
