// What the widgets themselves cost, offscreen and without a server: painting a master timeline of many rows from
// answers that are there, panning and zooming before an answer comes, and the same with many charts open.
//
//     vellum-bench-painting [rows [charts]]      1000 and 50, if not said
//
// All numbers are of the GUI thread, by the clock. The baseline is one copy of a picture of the same size.

#include "gui/charts/chart_frame.h"
#include "tests/support/fake_data_source.h"
#include "tests/support/trace_text.h"

#include <QApplication>
#include <QCoreApplication>
#include <QElapsedTimer>
#include <QPainter>
#include <QPixmap>
#include <QTest>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace {

using namespace vellum;  // NOLINT(google-build-using-namespace): a program of this project
using gui::charts::ChartFrame;
using gui::charts::TimelineChart;
using gui::models::Selection;
using gui::models::TimelineModel;
using gui::models::ViewHistory;

constexpr int kWidth = 1920;
constexpr int kHeight = 1080;
constexpr int kRuns = 200;
constexpr Tick kLength = 1'000'000;

/// Rows of some thousand visits each, no two alike; five functions in each other, as far as there is room.
std::shared_ptr<const server::store::TraceStore> makeTrace(int rows)
{
    std::string text = "length " + std::to_string(kLength) + "\n";
    for (int row = 0; row < rows; ++row) {
        const std::string location = std::to_string(row);
        text += "enter " + location + " @0 main\n";
        Tick tick = 1 + row % 97;
        for (int i = 0; tick + 400 < kLength; ++i) {
            const std::string name = "f" + std::to_string((i * 7 + row) % 40);
            text += "enter " + location + " @" + std::to_string(tick) + " " + name + "\n";
            tick += 100 + (i * 37 + row * 11) % 300;
            text += "leave " + location + " @" + std::to_string(tick) + " " + name + "\n";
            tick += 1 + (i * 13 + row) % 700;
        }
        text += "leave " + location + " @" + std::to_string(kLength) + " main\n";
    }
    return tests::traceFromText(text);
}

struct Times {
    double median = 0;
    double p99 = 0;
    double most = 0;
};

/// \p prepare is not timed.
Times measure(const std::function<void(int)>& prepare, const std::function<void(int)>& run)
{
    std::vector<double> times;
    for (int i = 0; i < kRuns; ++i) {
        prepare(i);
        QElapsedTimer timer;
        timer.start();
        run(i);
        times.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
    }
    std::ranges::sort(times);
    return {
        .median = times[times.size() / 2],
        .p99 = times[times.size() * 99 / 100],
        .most = times.back()};
}

void print(const char* what, const Times& times, double baseline)
{
    std::printf(
        "%-66s %7.2f %7.2f %7.2f   %6.1f\n",
        what,
        times.median,
        times.p99,
        times.most,
        times.median / baseline);
}

double copyOfThePicture()
{
    const QPixmap from(kWidth, kHeight);
    QPixmap to(kWidth, kHeight);
    const Times times = measure(
        [](int) {},
        [&](int) {
            QPainter painter(&to);
            painter.drawPixmap(0, 0, from);
        });
    print("copying a picture of 1920 x 1080 (the baseline)", times, times.median);
    return times.median;
}

void settle(const tests::FakeDataSource& source, const std::function<bool()>& isExact)
{
    if (!QTest::qWaitFor([&] { return isExact() && source.isIdle(); }, 120'000)) {
        std::fputs("the charts did not become exact\n", stderr);
        std::exit(1);
    }
    QCoreApplication::processEvents();
}

/// A tenth of the trace, in steps of a few pixels.
TickRange panned(int step)
{
    const Tick begin = kLength / 3 + step * (kLength / 10 / kWidth) * 8;
    return {.begin = begin, .end = begin + kLength / 10};
}

/// Out of what `panned` begins with, up to half of the trace.
TickRange zoomedOut(int step)
{
    const Tick begin = kLength / 3 - (step % 100) * (kLength / 3 / 100);
    return {.begin = begin, .end = begin + kLength / 10 + (step % 100) * (kLength / 250)};
}

TickRange zoomed(int step)
{
    const Tick half = kLength / 4 - (step % 100) * (kLength / 500);
    return {.begin = kLength / 2 - half, .end = kLength / 2 + half};
}

void measureMaster(const std::shared_ptr<const server::store::TraceStore>& store, double baseline)
{
    tests::FakeDataSource source;
    const auto trace = source.add("a", store);
    ViewHistory view(trace->info.range);
    Selection selection;
    TimelineModel model(source, trace, view);
    TimelineChart chart(source, model, view, selection);
    chart.resize(kWidth, kHeight);
    chart.show();
    chart.setFocus();
    const auto isExact = [&] { return model.exactness() == gui::models::Exactness::Exact; };
    settle(source, isExact);
    QTest::keyClick(&chart, Qt::Key_V);  // all rows at once
    settle(source, isExact);
    const auto paint = [&](int) { chart.viewport()->repaint(); };
    print("the picture again, as for the pointer", measure([](int) {}, paint), baseline);
    // Another highlight paints every row anew, from the same answers.
    const auto restyle = [&](int i) {
        selection.setHighlight(
            i % 2 == 0 ? std::optional(
                gui::models::Highlight{.by = query::GroupBy::Region, .key = {.value = 1'001}})
                       : std::nullopt);
    };
    print("all rows painted anew from answers", measure(restyle, paint), baseline);
    source.setHold(true);
    view.showRange(panned(0), "zoom");
    const auto show = [&](const TickRange& range) {
        view.showRange(range, "move");
        QCoreApplication::processEvents();
        chart.viewport()->repaint();
    };
    const auto nothing = [](int) {};
    print(
        "panned, from what is there", measure(nothing, [&](int i) { show(panned(i)); }), baseline);
    print(
        "zoomed, from what is there", measure(nothing, [&](int i) { show(zoomed(i)); }), baseline);
    source.setHold(false);
    settle(source, isExact);
    view.showRange(panned(0), "zoom");
    settle(source, isExact);
    paint(0);
    source.setHold(true);
    const auto pan = [&](int i) { show(panned(i)); };
    print("panned beyond what is there", measure(nothing, pan), baseline);
    print(
        "zoomed out beyond what is there",
        measure(nothing, [&](int i) { show(zoomedOut(i)); }),
        baseline);
    selection.setHighlight(
        gui::models::Highlight{.by = query::GroupBy::Region, .key = {.value = 1'001}});
    paint(0);
    print("panned beyond it, with another highlight", measure(nothing, pan), baseline);
    source.setHold(false);
}

void measureFrame(
    const std::shared_ptr<const server::store::TraceStore>& store, int charts, double baseline)
{
    tests::FakeDataSource source;
    const auto trace = source.add("a", store);
    ViewHistory view(trace->info.range);
    Selection selection;
    TimelineModel model(source, trace, view);
    auto* master = new TimelineChart(source, model, view, selection);
    ChartFrame frame(
        {.source = source, .trace = trace, .view = view, .selection = selection}, master);
    frame.resize(kWidth, kHeight);
    frame.show();
    const char* const kinds[] = {"summary", "process", "radar"};
    for (int i = 1; i < charts; ++i) {
        frame.open(QLatin1String(kinds[i % 3]));
    }
    settle(source, [&] { return frame.exactness() == gui::models::Exactness::Exact; });
    source.setHold(true);
    const std::size_t settled = source.asked().size();
    view.showRange(panned(0), "zoom");
    QCoreApplication::processEvents();
    const std::size_t before = source.asked().size();
    const std::size_t underWay = before - settled;
    const Times times = measure(
        [](int) {},
        [&](int i) {
            view.showRange(panned(i), "move");
            QCoreApplication::processEvents();
        });
    const std::string what = std::to_string(charts) + " charts: panned, from what is there";
    print(what.c_str(), times, baseline);
    std::printf(
        "%zu questions under way after the first step of %d charts, %zu more after %d steps without an answer\n",
        underWay,
        charts,
        source.asked().size() - before,
        kRuns);
    source.setHold(false);
}

}  // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    const int rows = argc > 1 ? std::atoi(argv[1]) : 1'000;
    const int charts = argc > 2 ? std::atoi(argv[2]) : 50;
    const auto store = makeTrace(rows);
    std::printf("%d rows, %d x %d pixels; milliseconds of the GUI thread\n", rows, kWidth, kHeight);
    std::printf("%-66s %7s %7s %7s   %6s\n", "", "p50", "p99", "most", "ratio");
    const double baseline = copyOfThePicture();
    measureMaster(store, baseline);
    measureFrame(store, charts, baseline);
    return 0;
}
