#pragma once

#include "gui/charts/chart_frame.h"
#include "server/query/executor.h"
#include "server/store/trace_store.h"
#include "tests/gui/mouse.h"
#include "tests/support/fake_data_source.h"
#include "tests/support/trace_text.h"

#include <QCoreApplication>
#include <QPoint>
#include <QString>
#include <QTest>
#include <QVariantMap>
#include <QWheelEvent>

#include <memory>
#include <string>
#include <string_view>

// Charts in their frame, on the screen, for the tests of their numbers and of their gestures.

namespace vellum::tests {

using gui::charts::Chart;
using gui::charts::ChartFrame;
using gui::charts::TimeChart;
using gui::charts::TimelineChart;

/// A button of a dock's header; null if there is none of that name.
inline gui::charts::HeaderButton* button(const gui::charts::ChartDock& dock, const QString& name)
{
    for (auto* one : dock.header().findChildren<gui::charts::HeaderButton*>()) {
        if (one->accessibleName() == name) {
            return one;
        }
    }
    return nullptr;
}

/// A frame with the master timeline and what a test opens.
struct FrameBench {
    explicit FrameBench(std::string_view text) : FrameBench(traceFromText(text)) {}
    explicit FrameBench(std::shared_ptr<const server::store::TraceStore> shown)
        : store(std::move(shown))
        , trace(source.add("a", store))
    {
        frame.resize(1'200, 900);
        frame.show();
        settle();
    }

    template <typename Kind>
    Kind& open(const char* kind, const QVariantMap& settings = {})
    {
        auto* chart = qobject_cast<Kind*>(frame.open(QLatin1String(kind), settings));
        Q_ASSERT(chart != nullptr);
        settle();
        return *chart;
    }

    /// Until nothing is under way and all is exact.
    void settle() const
    {
        const bool isSettled = QTest::qWaitFor(
            [this] {
                return frame.exactness() == gui::models::Exactness::Exact && source.isIdle();
            },
            20'000);
        QVERIFY(isSettled);
        QCoreApplication::processEvents();
    }

    /// The engine's own answer.
    template <typename Kind, typename Request>
    [[nodiscard]] Kind answer(const Request& request) const
    {
        const auto result = server::query::execute(*store, query::Request(request), {});
        Q_ASSERT(result.isOk());
        return std::get<Kind>(result.value());
    }

    /// A point of a chart's canvas, \p x device pixels from its left edge.
    [[nodiscard]] static QPoint at(const TimeChart& chart, int x, int y)
    {
        return {chart.canvasRect().left() + x, y};
    }

    void click(Chart& chart, QPoint position) const
    {
        QTest::mouseClick(chart.viewport(), Qt::LeftButton, {}, position);
        settle();
    }

    void doubleClick(Chart& chart, QPoint position) const
    {
        doubleClickPointer(chart, position);
        settle();
    }

    FakeDataSource source;
    std::shared_ptr<const server::store::TraceStore> store;
    std::shared_ptr<const gui::data::Trace> trace;
    gui::models::ViewHistory view{trace->info.range};
    gui::models::Selection selection;
    gui::models::TimelineModel model{source, trace, view};
    TimelineChart* master = new TimelineChart(source, model, view, selection);
    ChartFrame frame{
        {.source = source, .trace = trace, .view = view, .selection = selection}, master};
};

/// Many rows: the master timeline scrolls.
inline std::string manyRows()
{
    std::string text = "length 999\n";
    for (int i = 0; i < 100; ++i) {
        const std::string ref = std::to_string(i);
        text.append("enter ").append(ref).append(" @0 main\n");
        text.append("leave ").append(ref).append(" @900 main\n");
    }
    return text;
}

/// Two ranks with calls within calls, one message, one metric each.
inline constexpr const char* kRanks = R"(
length 9999
group 0 "rank 0"
group 1 "rank 1"
location 0 "first" group 0
location 1 "second" group 1
enter 0 @0 main
enter 0 @2000 work
enter 0 @2500 inner
leave 0 @3000 inner
enter 0 @3000 inner
leave 0 @3500 inner
leave 0 @4000 work
send 0 @6000 to 1 tag 1 bytes 8
leave 0 @9000 main
enter 1 @0 main
recv 1 @7000 from 0 tag 1 bytes 8
enter 1 @8000 work
leave 1 @8500 work
leave 1 @9000 main
)";

}  // namespace vellum::tests
