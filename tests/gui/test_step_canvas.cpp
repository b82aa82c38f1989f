#include "gui/charts/steps/step_canvas.h"
#include "gui/shell/shift_drag.h"
#include "tests/gui/compare_bench.h"
#include "tests/support/program/test_program.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMouseEvent>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include <cmath>
#include <memory>

namespace vellum::gui {

namespace {

using charts::StepCanvas;
using models::Exactness;
using tests::comes;
using tests::CompareWindow;

constexpr int kTimeline = 4;

/// Two traces, and how their visits of "work" differ.
struct StepsWindow : CompareWindow {
    explicit StepsWindow(const QString& folder) : CompareWindow(folder)
    {
        run("differences");
        tab->differences().byChoice().setCurrentIndex(kTimeline);
        wait();
    }

    [[nodiscard]] StepCanvas& steps() const { return tab->differences().steps(); }
    void wait() const
    {
        QVERIFY(comes([this] {
            return source->isIdle() && tab->differences().exactness() == Exactness::Exact
                   && steps().comparison() != nullptr;
        }));
    }
    [[nodiscard]] QStringList texts() const
    {
        QStringList all;
        for (const models::StepBar& bar : steps().barsOf(0)) {
            all << steps().textOf(bar);
        }
        return all;
    }
    void clickTwice(std::size_t bar) const
    {
        const QPoint at = steps().boxOf(0, steps().barsOf(0)[bar]).center();
        QTest::mouseDClick(steps().viewport(), Qt::LeftButton, Qt::NoModifier, at);
        settle();
    }
    [[nodiscard]] Tick offset() const
    {
        return tab->link().offset(view(1).history(), view(0).history());
    }
    /// So many pixels are that many milliseconds of the first trace.
    [[nodiscard]] double pixels(double milliseconds) const
    {
        const double shown = static_cast<double>(tab->link().wanted(view(0).history()).length());
        return milliseconds * view(0).frame().widthForTime() / shown;
    }
};

void send(QWidget& widget, QEvent::Type type, int x, Qt::KeyboardModifiers modifiers)
{
    const QPoint at(5 + x, 40);
    const bool isMove = type == QEvent::MouseMove;
    const bool isRelease = type == QEvent::MouseButtonRelease;
    QMouseEvent event(
        type,
        at,
        widget.mapToGlobal(QPoint(5, 40)) + QPoint(x, 0),
        isMove ? Qt::NoButton : Qt::LeftButton,
        isRelease ? Qt::NoButton : Qt::LeftButton,
        modifiers);
    QCoreApplication::sendEvent(&widget, &event);
}

/// In two steps, and not let go.
void drag(QWidget& widget, int x, Qt::KeyboardModifiers modifiers = {})
{
    send(widget, QEvent::MouseButtonPress, 0, modifiers);
    send(widget, QEvent::MouseMove, x / 2, modifiers);
    send(widget, QEvent::MouseMove, x, modifiers);
}

void letGo(QWidget& widget, int x, Qt::KeyboardModifiers modifiers = {})
{
    send(widget, QEvent::MouseButtonRelease, x, modifiers);
}

}  // namespace

/// The difference timeline, and traces that are moved to their steps.
class TestStepCanvas : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;

    [[nodiscard]] QString folder() const { return m_folder->path(); }

private slots:
    void init() { m_folder = tests::makeFolder(); }

    void whatIsVisitedInBothIsOffered();
    void aStepStandsWhereItIsInTheFirstTrace();
    void zoomKeepsItsNumbers();
    void aStepLeadsToBoth();
    void keysGoFromStepToStep();
    void anotherFunctionIsAnotherStep();
    void theStepIsKept();
    void aNameIsDraggedToAStep();
    void aDragWithoutAStepIsExact();
    void chartsAreDraggedWithAlt();
};

void TestStepCanvas::whatIsVisitedInBothIsOffered()
{
    const StepsWindow made(folder());
    QCOMPARE(made.tab->differences().stepChoice().currentText(), QString("work"));
    QCOMPARE(
        made.texts(),
        (QStringList{
            "process 0 · location 0: work, number 1 · 100 ms in A, 50.0 ms in B: −50 %",
            "process 0 · location 0: work, number 2 · 100 ms in A, 50.0 ms in B: −50 %",
            "process 0 · location 0: work, number 3 · 100 ms in A alone"}));
}

void TestStepCanvas::aStepStandsWhereItIsInTheFirstTrace()
{
    const StepsWindow made(folder());
    const StepCanvas& steps = made.steps();
    const QRect first = steps.boxOf(0, steps.barsOf(0).front());
    // 0.1 s to 0.2 s of one second.
    const charts::TimelineChart& chart = made.view(0).chart();
    const int left =
        chart.viewport()->mapToGlobal(QPoint(made.view(0).frame().labelWidth(), 0)).x();
    const double width = made.view(0).frame().widthForTime();
    const int here = steps.viewport()->mapToGlobal(first.topLeft()).x();
    QVERIFY2(std::abs(here - left - 0.1 * width) <= 1, qPrintable(QString::number(here - left)));
    QVERIFY(std::abs(first.width() - 0.1 * width) <= 1);
}

void TestStepCanvas::zoomKeepsItsNumbers()
{
    const StepsWindow made(folder());
    made.zoom(0, 350, 650);
    made.wait();
    // Half of the second and all of the third: they are what they were.
    QCOMPARE(
        made.texts(),
        (QStringList{
            "process 0 · location 0: work, number 2 · 100 ms in A, 50.0 ms in B: −50 %",
            "process 0 · location 0: work, number 3 · 100 ms in A alone"}));
    QCOMPARE(made.steps().barsOf(0).front().left, 0);
}

void TestStepCanvas::aStepLeadsToBoth()
{
    const StepsWindow made(folder());
    made.clickTwice(0);
    // A third of the window, and both at one place: 0.1 s of A, 0.3 s of B, whose ticks are half as long.
    QCOMPARE(made.range(0), (TickRange{.begin = 0, .end = 300}));
    QCOMPARE(made.range(1), (TickRange{.begin = 400, .end = 1000}));
    made.view(0).history().undo();
    QCOMPARE(made.range(0), made.view(0).history().whole());
    QCOMPARE(made.offset(), Tick(0));
}

void TestStepCanvas::keysGoFromStepToStep()
{
    const StepsWindow made(folder());
    StepCanvas& steps = made.steps();
    steps.select(std::size_t(0));
    const auto press = [&steps](Qt::Key key) { QTest::keyClick(&steps, key); };
    press(Qt::Key_Right);
    QCOMPARE(steps.selected(), std::optional<std::size_t>(1));
    press(Qt::Key_End);
    press(Qt::Key_Right);
    QCOMPARE(steps.selected(), std::optional<std::size_t>(2));
    press(Qt::Key_Home);
    press(Qt::Key_Left);
    press(Qt::Key_Up);
    QCOMPARE(steps.selected(), std::optional<std::size_t>(0));
    press(Qt::Key_Return);
    made.settle();
    QCOMPARE(made.range(0), (TickRange{.begin = 0, .end = 300}));
}

void TestStepCanvas::anotherFunctionIsAnotherStep()
{
    const StepsWindow made(folder());
    QComboBox& choice = made.tab->differences().stepChoice();
    choice.setEditText(QStringLiteral("m*"));
    QTest::keyClick(choice.lineEdit(), Qt::Key_Return);
    made.wait();
    QCOMPARE(
        made.texts(),
        QStringList("process 0 · location 0: main, number 1 · 1.00 s in A, 800 ms in B: −20 %"));
    choice.setEditText(QStringLiteral("nobody"));
    QTest::keyClick(choice.lineEdit(), Qt::Key_Return);
    made.wait();
    QVERIFY(made.steps().rows().empty());
}

void TestStepCanvas::theStepIsKept()
{
    const StepsWindow made(folder());
    made.tab->differences().chooseStep(QStringLiteral("main"));
    made.wait();
    const QVariantMap kept = made.tab->differences().settings();
    QCOMPARE(kept.value("by").toString(), QString("timeline"));
    made.tab->differences().chooseStep(QStringLiteral("work"));
    made.tab->differences().applySettings(kept);
    QCOMPARE(made.tab->differences().stepChoice().currentText(), QString("main"));
}

void TestStepCanvas::aNameIsDraggedToAStep()
{
    const StepsWindow made(folder());
    QWidget& strip = made.tab->places()[1]->strip();
    // B's first work is at 0.3 s, A's at 0.1 s: nearly there is there.
    const int x = -static_cast<int>(std::lround(made.pixels(200))) + 3;
    drag(strip, x);
    QCOMPARE(made.offset(), Tick(-400));
    const auto labels = made.tab->findChildren<QLabel*>();
    QVERIFY(std::ranges::any_of(labels, [](const QLabel* label) {
        return label->text().startsWith(QLatin1String("at work, number 1"));
    }));
    letGo(strip, x);
    made.settle();
    QCOMPARE(made.tab->places()[1]->strip().note(), QString("-0.2000 s"));
    made.view(1).history().undo();
    QCOMPARE(made.offset(), Tick(0));
    QVERIFY(!made.view(1).history().canUndo());
}

void TestStepCanvas::aDragWithoutAStepIsExact()
{
    const StepsWindow made(folder());
    QWidget& strip = made.tab->places()[1]->strip();
    const double ticks =
        120 * static_cast<double>(made.tab->link().wanted(made.view(1).history()).length())
        / made.view(1).frame().widthForTime();
    drag(strip, 120);
    letGo(strip, 120);
    QCOMPARE(made.offset(), static_cast<Tick>(std::llround(ticks)));
    // A click moves nothing.
    const Tick before = made.offset();
    send(strip, QEvent::MouseButtonPress, 0, {});
    send(strip, QEvent::MouseMove, 2, {});
    letGo(strip, 2);
    QCOMPARE(made.offset(), before);
    // What is not coupled has no place beside the others.
    made.tab->setCoupled(false);
    drag(strip, 300);
    letGo(strip, 300);
    QCOMPARE(made.offset(), before);
}

void TestStepCanvas::chartsAreDraggedWithAlt()
{
    const StepsWindow made(folder());
    QWidget& chart = *made.view(1).chart().viewport();
    const int x = -static_cast<int>(std::lround(made.pixels(200))) + 3;
    drag(chart, x, Qt::AltModifier);
    letGo(chart, x, Qt::AltModifier);
    made.settle();
    QCOMPARE(made.offset(), Tick(-400));
    // Without Alt it is the chart's own drag.
    drag(chart, 200);
    letGo(chart, 200);
    QCOMPARE(made.offset(), Tick(-400));
}

}  // namespace vellum::gui

VELLUM_TEST_GUI(vellum::gui::TestStepCanvas)
#include "test_step_canvas.moc"
