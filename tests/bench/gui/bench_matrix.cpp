// What a communication matrix costs the GUI thread, offscreen and without a server: making cells of an answer, painting
// it anew at several zooms, and painting what is kept, beside a painting of the master timeline of the same trace.
//
//     vellum-bench-matrix [locations [pairs]]      10,000 and 1,000,000, if not said

#include "gui/charts/chart_frame.h"
#include "gui/charts/matrix/matrix_chart.h"
#include "gui/charts/matrix/matrix_grid.h"
#include "tests/support/fake_data_source.h"
#include "tests/support/trace_text.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QString>
#include <QTest>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace {

using namespace vellum;  // NOLINT(google-build-using-namespace): a program of this project
using gui::charts::MatrixChart;

constexpr int kWidth = 1920;
constexpr int kHeight = 1080;
constexpr int kRuns = 30;

/// Each location sends to so many others, near and far.
std::shared_ptr<const server::store::TraceStore> makeTrace(int locations, int pairs)
{
    const int each = std::max(1, pairs / locations);
    std::string text = "length " + std::to_string(4 * each) + "\n";
    const auto addAll = [&](bool isSend) {
        for (int i = 0; i < each; ++i) {
            const std::string tick = std::to_string(isSend ? i : 2 * each + i);
            const std::string tag = " tag " + std::to_string(i) + " bytes ";
            for (int from = 0; from < locations; ++from) {
                const auto to =
                    (from + 1LL + i * static_cast<long long>(locations / each)) % locations;
                const std::string sender = std::to_string(from);
                const std::string receiver = std::to_string(to);
                text += isSend ? "send " + sender : "recv " + receiver;
                text += " @" + tick;
                text += isSend ? " to " + receiver : " from " + sender;
                text += tag + std::to_string((from * 7 + i * 13) % 5000) + "\n";
            }
        }
    };
    addAll(true);
    addAll(false);
    return tests::traceFromText(text);
}

void measure(
    const char* what, const std::function<void()>& prepare, const std::function<void()>& run)
{
    std::vector<double> times;
    for (int i = 0; i < kRuns; ++i) {
        prepare();
        QElapsedTimer timer;
        timer.start();
        run();
        times.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
    }
    std::ranges::sort(times);
    std::printf("%-58s %8.2f %8.2f\n", what, times[times.size() / 2], times.back());
}

void settle(const tests::FakeDataSource& source, const std::function<bool()>& isExact)
{
    if (!QTest::qWaitFor([&] { return isExact() && source.isIdle(); }, 120'000)) {
        qFatal("the charts did not become exact");
    }
}

void measureTimeline(
    tests::FakeDataSource& source, const std::shared_ptr<const gui::data::Trace>& trace)
{
    gui::models::ViewHistory view(trace->info.range);
    gui::models::Selection selection;
    gui::models::TimelineModel model(source, trace, view);
    gui::charts::TimelineChart chart(source, model, view, selection);
    chart.resize(kWidth, kHeight);
    chart.show();
    settle(source, [&] { return model.exactness() == gui::models::Exactness::Exact; });
    measure(
        "master timeline: all anew",
        [&] {
            QEvent event(QEvent::StyleChange);
            QCoreApplication::sendEvent(&chart, &event);
        },
        [&] { chart.viewport()->repaint(); });
}

void measureMatrix(
    tests::FakeDataSource& source, const std::shared_ptr<const gui::data::Trace>& trace)
{
    gui::models::ViewHistory view(trace->info.range);
    gui::models::Selection selection;
    MatrixChart chart({.source = source, .trace = trace, .view = view, .selection = selection});
    chart.applySettings({{"by", "location"}});
    chart.resize(kWidth, kHeight);
    chart.show();
    settle(source, [&] { return chart.exactness() == gui::models::Exactness::Exact; });
    std::printf("%zu labels, %zu cells\n", chart.cells().side(), chart.cells().size());
    const auto side = static_cast<double>(chart.cells().side());
    const auto renew = [&chart] {
        QEvent event(QEvent::StyleChange);
        QCoreApplication::sendEvent(&chart, &event);
    };
    const auto repaint = [&chart] { chart.viewport()->repaint(); };
    measure(
        "matrix: values of pixels, all of it",
        [] {},
        [&] { static_cast<void>(gridOf(chart.cells(), chart.columns(), chart.rows(), 0)); });
    for (const double part : {1.0, 10.0, 100.0, 1000.0}) {
        const double length = std::max(1.0, side / part);
        chart.applySettings({{"view", QVariantList{side / 3, side / 3, length, length}}});
        const std::string what =
            "matrix: all anew, 1/" + std::to_string(static_cast<int>(part)) + " of each side";
        measure(what.c_str(), renew, repaint);
    }
    measure(
        "matrix: painting what is kept, as for the pointer", [] {}, repaint);
    measure(
        "matrix: another metric, to the values of pixels",
        [] {},
        [&] {
            chart.setMetric(
                chart.metric() == gui::charts::MatrixMetric::Bytes
                    ? gui::charts::MatrixMetric::Rate
                    : gui::charts::MatrixMetric::Bytes);
        });
    measure(
        "matrix: cells of an answer (idle labels come and go)",
        [] {},
        [&, shows = false]() mutable {
            shows = !shows;
            chart.setShowsIdle(shows);
        });
}

}  // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    const int locations = argc > 1 ? std::max(1, QString::fromLocal8Bit(argv[1]).toInt()) : 10'000;
    const int pairs = argc > 2 ? std::max(1, QString::fromLocal8Bit(argv[2]).toInt()) : 1'000'000;
    const auto store = makeTrace(locations, pairs);
    tests::FakeDataSource source;
    const auto trace = source.add("a", store);
    std::printf("%-58s %8s %8s\n", "milliseconds", "median", "most");
    measureTimeline(source, trace);
    measureMatrix(source, trace);
    return 0;
}
