// The visible part of a trace: its limits, and undo of every change.

#include "gui/models/view_history.h"
#include "tests/support/program/test_program.h"

#include <QSignalSpy>
#include <QString>
#include <QStringList>

#include <random>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using gui::models::ViewHistory;
using gui::models::ViewState;

namespace {

constexpr TickRange kWhole{.begin = -100, .end = 100'000};

}  // namespace

class TestViewHistory : public QObject {
    Q_OBJECT

private slots:
    static void beginsWithTheWhole()
    {
        const ViewHistory view(kWhole);
        QCOMPARE(view.range(), kWhole);
        QVERIFY(!view.canUndo() && !view.canRedo());
        QVERIFY(view.undoText().isEmpty() && view.redoText().isEmpty());
        QCOMPARE(ViewHistory({.begin = 7, .end = 7}).range(), (TickRange{.begin = 7, .end = 8}));
    }

    /// What a chart notes under a state's number it finds again under undo and redo, and nowhere else.
    static void statesHaveNumbersOfTheirOwn()
    {
        ViewHistory view(kWhole);
        const std::uint64_t first = view.stateNumber();
        std::vector<std::uint64_t> left;
        QObject::connect(
            &view, &ViewHistory::aboutToChange, &view, [&] { left.push_back(view.stateNumber()); });
        view.showRange({.begin = 0, .end = 100}, "x", 1);
        const std::uint64_t second = view.stateNumber();
        view.showRange({.begin = 0, .end = 200}, "x", 1);  // the same gesture
        const std::uint64_t third = view.stateNumber();
        QVERIFY(first < second && second < third);
        view.undo();
        QCOMPARE(view.stateNumber(), first);
        view.redo();
        QCOMPARE(view.stateNumber(), third);
        view.undo();
        view.pan(0);  // changes nothing
        view.showRange({.begin = 0, .end = 300}, "x");
        QVERIFY(view.stateNumber() > third);
        QCOMPARE(left, (std::vector<std::uint64_t>{first, second, third, first, third, first}));
        for (int i = 0; i < 1'000; ++i) {
            view.showRange({.begin = i, .end = i + 100}, "x");
        }
        const std::uint64_t last = view.stateNumber();
        view.undo();
        QCOMPARE(view.stateNumber(), last - 1);
    }

    static void clamps()
    {
        ViewHistory view(kWhole);
        view.showRange({.begin = 500, .end = 500}, "x");
        QCOMPARE(view.range(), (TickRange{.begin = 500, .end = 510}));
        view.showRange({.begin = 99'999, .end = 100'000}, "x");
        QCOMPARE(view.range(), (TickRange{.begin = 99'990, .end = 100'000}));
        view.showRange({.begin = -5'000, .end = -4'000}, "x");
        QCOMPARE(view.range(), (TickRange{.begin = -100, .end = 900}));
        view.showRange({.begin = -5'000, .end = 500'000}, "x");
        QCOMPARE(view.range(), kWhole);
        ViewHistory tiny({.begin = 3, .end = 6});
        tiny.showRange({.begin = 4, .end = 5}, "x");
        QCOMPARE(tiny.range(), (TickRange{.begin = 3, .end = 6}));
    }

    static void panKeepsTheLength()
    {
        ViewHistory view(kWhole);
        view.showRange({.begin = 100, .end = 300}, "x");
        view.pan(50);
        QCOMPARE(view.range(), (TickRange{.begin = 150, .end = 350}));
        view.pan(-1'000'000);
        QCOMPARE(view.range(), (TickRange{.begin = -100, .end = 100}));
        view.pan(std::numeric_limits<Tick>::max());
        QCOMPARE(view.range(), (TickRange{.begin = 99'800, .end = 100'000}));
        view.pan(std::numeric_limits<Tick>::min());
        QCOMPARE(view.range(), (TickRange{.begin = -100, .end = 100}));
    }

    /// The anchor keeps its share of the width, but for a tick's rounding and the trace's ends.
    static void zoomKeepsTheAnchor()
    {
        std::mt19937_64 dice(1);
        for (int i = 0; i < 3'000; ++i) {
            const auto number = [&](Tick most) {
                return static_cast<Tick>(dice() % static_cast<std::uint64_t>(most));
            };
            ViewHistory view({.begin = 0, .end = 1'000'000'000'000});
            const Tick begin = number(900'000'000'000);
            view.showRange({.begin = begin, .end = begin + 10 + number(100'000'000'000)}, "x");
            const TickRange before = view.range();
            const Tick anchor = before.begin + number(before.length());
            const double factor = 0.3 + static_cast<double>(number(2'000)) / 1'000;
            view.zoomAbout(anchor, factor);
            const TickRange after = view.range();
            const double wanted = std::max(10.0, static_cast<double>(before.length()) * factor);
            QVERIFY(std::abs(static_cast<double>(after.length()) - wanted) <= 1);
            const bool isAtAnEnd = after.begin == 0 || after.end == view.whole().end;
            const double share =
                static_cast<double>(anchor - before.begin) / static_cast<double>(before.length());
            const auto offset = static_cast<double>(anchor - after.begin);
            QVERIFY(
                isAtAnEnd || std::abs(offset - share * static_cast<double>(after.length())) <= 1);
        }
    }

    static void zoomHasLimits()
    {
        ViewHistory view(kWhole);
        for (int i = 0; i < 100; ++i) {
            view.zoomAbout(5'000, 0.5);
        }
        QCOMPARE(view.range().length(), ViewHistory::kMinimumTicks);
        QVERIFY(view.range().contains(5'000));
        view.zoomAbout(5'000, 1e30);
        QCOMPARE(view.range(), kWhole);
    }

    static void undoesEveryChange()
    {
        ViewHistory view(kWhole);
        std::vector<ViewState> states = {view.state()};
        const auto note = [&] { states.push_back(view.state()); };
        view.showRange({.begin = 0, .end = 1'000}, "find");
        note();
        view.zoomAbout(500, 0.5);
        note();
        view.pan(10);
        note();
        view.setFolded(7, true);
        note();
        view.setFolded(7, false);
        note();
        view.setRowHeightPercent(200);
        note();
        view.showWhole();
        note();
        const QStringList names = {
            "find", "zoom", "pan", "fold", "unfold", "row height", "full range"};
        for (int i = static_cast<int>(names.size()); i > 0; --i) {
            QCOMPARE(view.undoText(), names[i - 1]);
            QCOMPARE(view.state(), states[static_cast<std::size_t>(i)]);
            const QSignalSpy changed(&view, &ViewHistory::changed);
            view.undo();
            QCOMPARE(changed.count(), 1);
        }
        QVERIFY(!view.canUndo());
        QCOMPARE(view.state(), states.front());
        view.undo();
        QCOMPARE(view.state(), states.front());
        for (int i = 0; i < names.size(); ++i) {
            QCOMPARE(view.redoText(), names[i]);
            view.redo();
            QCOMPARE(view.state(), states[static_cast<std::size_t>(i) + 1]);
        }
        QVERIFY(!view.canRedo());
    }

    static void aNewChangeForgetsWhatWasUndone()
    {
        ViewHistory view(kWhole);
        view.pan(0);
        view.setRowHeightPercent(50);
        view.setFolded(1, true);
        view.undo();
        view.showRange({.begin = 0, .end = 50}, "zoom");
        QVERIFY(!view.canRedo());
        QCOMPARE(view.undoText(), QStringLiteral("zoom"));
        view.undo();
        QCOMPARE(view.undoText(), QStringLiteral("row height"));
    }

    static void nothingChangedIsNoChange()
    {
        ViewHistory view(kWhole);
        const QSignalSpy changed(&view, &ViewHistory::changed);
        view.pan(10);
        view.showWhole();
        view.setFolded(3, false);
        view.setRowHeightPercent(100);
        QCOMPARE(changed.count(), 0);
        QVERIFY(!view.canUndo());
    }

    static void aGestureIsOneChange()
    {
        ViewHistory view(kWhole);
        view.showRange({.begin = 0, .end = 1'000}, "zoom", 1);
        view.showRange({.begin = 0, .end = 900}, "zoom", 1);
        view.showRange({.begin = 0, .end = 800}, "zoom", 1);
        view.showRange({.begin = 0, .end = 700}, "zoom", 2);
        view.undo();
        QCOMPARE(view.range().end, Tick{800});
        view.undo();
        QCOMPARE(view.range(), kWhole);
        view.redo();
        // The same number again, but what was undone lies between: a change of its own.
        view.showRange({.begin = 5, .end = 700}, "zoom", 1);
        view.undo();
        QCOMPARE(view.range().end, Tick{800});
    }

    static void aChangeBetweenEndsAGesture()
    {
        ViewHistory view(kWhole);
        view.showRange({.begin = 0, .end = 1'000}, "zoom", 1);
        view.setFolded(3, true);
        view.showRange({.begin = 0, .end = 900}, "zoom", 1);
        view.undo();
        QCOMPARE(view.range().end, Tick{1'000});
        QVERIFY(view.state().folded.contains(3));
    }

    static void rowHeightHasLimits()
    {
        ViewHistory view(kWhole);
        view.setRowHeightPercent(1);
        QCOMPARE(view.state().rowHeightPercent, 5);
        view.setRowHeightPercent(9'000);
        QCOMPARE(view.state().rowHeightPercent, 4'000);
    }

    static void remembersTheNewest()
    {
        ViewHistory view(kWhole);
        for (Tick i = 0; i < 2'000; ++i) {
            view.showRange({.begin = i, .end = i + 50}, "zoom");
        }
        int steps = 0;
        while (view.canUndo()) {
            view.undo();
            ++steps;
        }
        QVERIFY(steps >= 100 && steps < 2'000);
        QCOMPARE(view.range().begin, Tick{1'999 - steps});
    }
};

VELLUM_TEST_GUILESS(TestViewHistory)
#include "test_view_history.moc"
