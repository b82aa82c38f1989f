#pragma once

#include "gui/charts/timeline_chart.h"
#include "gui/theme/region_colors.h"
#include "tests/gui/colors.h"
#include "tests/gui/mouse.h"
#include "tests/support/fake_data_source.h"
#include "tests/support/trace_text.h"

#include <QColor>
#include <QCoreApplication>
#include <QEvent>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPoint>
#include <QRect>
#include <QString>
#include <QTest>
#include <QToolButton>
#include <QToolTip>
#include <QWheelEvent>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

// A master timeline on the screen, for the tests of its pixels and of its gestures.

namespace vellum::tests {

using gui::charts::TimelineChart;
using gui::models::Exactness;
using gui::models::Selection;
using gui::models::TimelineModel;
using gui::models::ViewHistory;

inline constexpr int kCanvas = 1'000;  ///< logical pixels: ten ticks each at first

inline constexpr const char* kTrace = R"(
length 9999
group 0 "rank 0"
group 1 "rank 1"
location 0 "first" group 0
location 1 "second" group 1
enter 0 @0 main
enter 0 @2000 work
leave 0 @4000 work
send 0 @6000 to 1 tag 1 bytes 8
leave 0 @9000 main
enter 1 @0 main
recv 1 @7000 from 0 tag 1 bytes 8
leave 1 @9000 main
)";

/// Its processes have a second location each: rows of their own, which can be folded.
inline const std::string kTwoEach = std::string(kTrace) + R"(
location 2 "idle" group 0
location 3 "idle" group 1
)";

/// Two processes of two threads, all with calls.
inline constexpr const char* kFourThreads = R"(
length 9999
group 0 "rank 0"
group 1 "rank 1"
location 0 "a" group 0
location 1 "b" group 0
location 2 "c" group 1
location 3 "d" group 1
enter 0 @0 main
enter 0 @2000 work
leave 0 @4000 work
send 0 @6000 to 2 tag 1 bytes 8
leave 0 @9000 main
enter 1 @0 main
leave 1 @9000 main
enter 2 @0 main
recv 2 @7000 from 0 tag 1 bytes 8
leave 2 @9000 main
enter 3 @0 main
leave 3 @9000 main
)";

/// Long enough to pan for a while.
inline constexpr const char* kLong = R"(
length 999999
group 0 "rank 0"
location 0 "first" group 0
enter 0 @0 main
leave 0 @999000 main
)";

inline constexpr LocationRef kFirst(0);
inline constexpr LocationRef kSecond(1);

/// A chart on the screen, a thousand pixels wide, with exact pictures.
struct Bench {
    explicit Bench(std::string_view text = kTrace, int height = 500)
        : trace(source.add("a", traceFromText(text)))
    {
        chart.resize(chart.labelWidth() + kCanvas, height);
        chart.show();
        chart.setFocus();
        settle();
        QObject::connect(
            &chart, &TimelineChart::rangeDragged, &chart, [this](std::optional<TickRange> range) {
                dragged.push_back(range);
            });
    }

    /// Until nothing is under way.
    void settle() const
    {
        const bool isSettled = QTest::qWaitFor(
            [this] { return model.exactness() == Exactness::Exact && source.isIdle(); }, 20'000);
        QVERIFY(isSettled);
        QCoreApplication::processEvents();
    }

    /// A point of a location's row, at a share of its height.
    [[nodiscard]] QPoint at(int x, LocationRef location = kFirst, double share = 0.5) const
    {
        const QRect row = chart.rowRect(location).value();
        return {chart.labelWidth() + x, row.top() + static_cast<int>(share * (row.height() - 1))};
    }

    /// The time at a canvas pixel, by hand.
    [[nodiscard]] double tickAt(double x) const
    {
        const TickRange range = view.range();
        return static_cast<double>(range.begin) + x / kCanvas * static_cast<double>(range.length());
    }

    void wheel(
        QPoint position, int notches, Qt::KeyboardModifiers modifiers = {}, int sideways = 0) const
    {
        turnWheel(chart, position, {sideways, notches}, modifiers);
    }

    void press(QPoint position, Qt::MouseButton button, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::mousePress(chart.viewport(), button, modifiers, position);
    }
    void release(QPoint position, Qt::MouseButton button, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::mouseRelease(chart.viewport(), button, modifiers, position);
    }
    void move(QPoint position, Qt::MouseButtons buttons, Qt::KeyboardModifiers modifiers = {}) const
    {
        movePointer(chart, position, buttons, modifiers);
    }
    void drag(
        QPoint from, QPoint to, Qt::MouseButton button, Qt::KeyboardModifiers modifiers = {}) const
    {
        dragPointer(chart, from, to, button, modifiers);
    }
    /// The middle button drags from x to x in so many milliseconds, holds still for others and lets go.
    void throwPan(int from, int to, int milliseconds, int rest = 5)
    {
        constexpr int kSteps = 10;
        press(at(from), Qt::MiddleButton);
        const auto send = [this](QEvent::Type type, int x, int time) {
            const bool isRelease = type == QEvent::MouseButtonRelease;
            QMouseEvent event(
                type,
                at(x),
                chart.viewport()->mapToGlobal(at(x)),
                isRelease ? Qt::MiddleButton : Qt::NoButton,
                isRelease ? Qt::NoButton : Qt::MiddleButton,
                {});
            event.setTimestamp(1'000'000 + static_cast<unsigned>(time));
            QCoreApplication::sendEvent(chart.viewport(), &event);
        };
        for (int step = 1; step <= kSteps; ++step) {
            send(
                QEvent::MouseMove,
                from + (to - from) * step / kSteps,
                milliseconds * step / kSteps);
        }
        send(QEvent::MouseButtonRelease, to, milliseconds + rest);
    }
    void click(QPoint position)
    {
        QTest::mouseClick(chart.viewport(), Qt::LeftButton, {}, position);
        settle();
    }
    void doubleClick(QPoint position) const
    {
        doubleClickPointer(chart, position);
        settle();
    }
    void key(Qt::Key which, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::keyClick(&chart, which, modifiers);
    }
    /// A choice of the bar that follows a selection.
    void choose(const char* choice)
    {
        auto* button = chart.selectionBar().findChild<QToolButton*>(QLatin1String(choice));
        QVERIFY(button != nullptr && button->isVisible());
        QTest::mouseClick(button, Qt::LeftButton);
        settle();
    }

    FakeDataSource source;
    std::shared_ptr<const gui::data::Trace> trace;
    ViewHistory view{trace->info.range};
    Selection selection;
    TimelineModel model{source, trace, view};
    TimelineChart chart{source, model, view, selection};
    std::vector<std::optional<TickRange>> dragged;
};

inline QColor colorOf(const Bench& bench, const char* name)
{
    for (const Region& region : bench.trace->definitions->regions) {
        if (region.name == name) {
            return gui::theme::regionColor(region);
        }
    }
    return {};
}

/// The tool tip at a point of the viewport; empty: none.
inline QString tipAt(Bench& bench, QPoint place)
{
    QHelpEvent event(QEvent::ToolTip, place, bench.chart.viewport()->mapToGlobal(place));
    QCoreApplication::sendEvent(bench.chart.viewport(), &event);
    QString text = QToolTip::text();
    QToolTip::hideText();
    return text;
}

/// Two hundred locations, each a little later than the one before.
inline std::string manyRows()
{
    std::string text = "length 9999\n";
    for (int i = 0; i < 200; ++i) {
        const std::string who = std::to_string(i);
        text.append("location ").append(who).append(" L").append(who).append("\n");
    }
    for (int i = 0; i < 200; ++i) {
        const std::string who = std::to_string(i) + " @";
        text.append("enter ").append(who).append(std::to_string(i * 10)).append(" main\n");
        text.append("leave ").append(who).append(std::to_string(5'000 + i * 20));
        text.append(" main\n");
    }
    return text;
}

inline void pressKey(Bench& bench, Qt::Key key, Qt::KeyboardModifiers modifiers = {})
{
    bench.key(key, modifiers);
    bench.settle();
}

}  // namespace vellum::tests
