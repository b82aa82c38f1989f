// Messages that crowd in the master timeline: none is missing, and the circle over them says how many there are.

#include "gui/theme/theme.h"
#include "tests/gui/chart_bench.h"
#include "tests/support/program/test_program.h"

#include <QColor>
#include <QPoint>
#include <QString>

#include <map>
#include <memory>
#include <string>
#include <utility>

namespace vellum {

namespace {

using gui::charts::TimelineChart;
using tests::Bench;
using tests::kFirst;
using tests::kSecond;

constexpr const char* kProcesses = R"(
length 9999
group 0 "rank 0"
group 1 "rank 1"
location 0 "first" group 0
location 1 "second" group 1
)";

/// \p count messages of 8 bytes from the first to the second, sent every \p apart ticks from \p begin on, a tick long.
std::string withMessages(std::string text, int count, int begin, int apart)
{
    for (int i = 0; i < count; ++i) {
        const int tick = begin + apart * i;
        text += "send 0 @" + std::to_string(tick) + " to 1 tag 1 bytes 8\n";
        text += "recv 1 @" + std::to_string(tick + 1) + " from 0 tag 1 bytes 8\n";
    }
    return text;
}

/// Half way between the rows.
QPoint between(const Bench& bench, Tick tick)
{
    const TickRange range = bench.view.range();
    const int x = static_cast<int>((tick - range.begin) * tests::kCanvas / range.length());
    return (bench.at(x, kFirst) + bench.at(x, kSecond)) / 2;
}

QColor colorAt(const Bench& bench, QPoint point)
{
    return bench.chart.viewport()->grab().toImage().pixelColor(
        point * bench.chart.viewport()->devicePixelRatioF());
}

/// What the status bar says.
struct Said {
    explicit Said(Bench& bench)
    {
        QObject::connect(
            &bench.chart, &TimelineChart::pathHovered, &bench.chart, [this](const QString& now) {
                text = now;
            });
    }
    QString text;
};

}  // namespace

class TestMessageBursts : public QObject {
    Q_OBJECT

private slots:
    static void manyMessagesInAFewPixelsAreACircle()
    {
        Bench bench(withMessages(kProcesses, 12, 5'000, 2));
        Said said(bench);
        QVERIFY(tests::isSameColor(
            colorAt(bench, between(bench, 5'010)), gui::theme::currentTheme().panel));
        bench.move(between(bench, 5'010), Qt::NoButton);
        bench.settle();
        QVERIFY2(said.text.endsWith("12 messages, 96 bytes"), qPrintable(said.text));
        bench.move(between(bench, 5'100), Qt::NoButton);
        bench.settle();
        QVERIFY2(!said.text.contains("messages"), qPrintable(said.text));
    }

    static void fewMessagesAreLines()
    {
        Bench bench(withMessages(kProcesses, 5, 5'000, 2));
        Said said(bench);
        bench.move(between(bench, 5'004), Qt::NoButton);
        bench.settle();
        // Of a circle it would say how many there are, and of nothing at all it would not say this.
        QVERIFY2(
            said.text.contains("message from rank 0 · first to rank 1 · second, 8 bytes"),
            qPrintable(said.text));
    }

    static void aBurstDissolvesAsOneZoomsIn()
    {
        Bench bench(withMessages(kProcesses, 12, 5'000, 2));
        Said said(bench);
        bench.view.showRange({.begin = 4'990, .end = 5'040}, "zoom");
        bench.settle();
        int lines = 0;
        bool isOnLine = false;
        const int end = between(bench, 5'035).x();
        for (QPoint at = between(bench, 4'995); at.x() < end; at.rx() += 2) {
            bench.move(at, Qt::NoButton);
            bench.settle();
            QVERIFY2(!said.text.contains("messages"), qPrintable(said.text));
            const bool wasOnLine = std::exchange(isOnLine, said.text.contains("message from"));
            lines += isOnLine && !wasOnLine ? 1 : 0;
        }
        QCOMPARE(lines, 12);
    }

    static void aClickSelectsItsTimeAndRows()
    {
        Bench bench(withMessages(kProcesses, 12, 5'000, 2));
        bench.click(between(bench, 5'010));
        const auto& area = bench.selection.area();
        QVERIFY(area.has_value());
        QCOMPARE(area->range, (TickRange{.begin = 5'000, .end = 5'024}));
        QVERIFY(*area->locations == (std::vector{kFirst, kSecond}));
        QCOMPARE(area->rows, std::uint64_t{2});
    }

    static void aDoubleClickZoomsToIt()
    {
        Bench bench(withMessages(kProcesses, 12, 5'000, 2));
        bench.doubleClick(between(bench, 5'010));
        QCOMPARE(bench.view.range(), (TickRange{.begin = 5'000, .end = 5'024}));
        bench.view.undo();
        QCOMPARE(bench.view.range(), bench.view.whole());
    }

    /// More than are ever asked for one by one, and all over the window.
    static void noMessageIsLeftOut()
    {
        std::string text(kProcesses);
        text.replace(text.find("9999"), 4, "99999");
        const Bench bench(withMessages(text, 25'000, 0, 3));
        const auto messages = bench.model.messages();
        QVERIFY(messages && !messages->isCut());
        QCOMPARE(messages->count, std::uint64_t{25'000});
        QVERIFY(messages->messages.size() <= gui::models::TimelineModel::kMostBursts);
        std::uint64_t sum = 0;
        std::uint64_t late = 0;
        for (std::size_t i = 0; i < messages->messages.size(); ++i) {
            sum += messages->standsFor(i);
            late += messages->messages[i].send >= 60'000 ? messages->standsFor(i) : 0;
        }
        QCOMPARE(sum, std::uint64_t{25'000});
        QCOMPARE(late, std::uint64_t{5'000});
        QVERIFY2(
            bench.chart.sentence().contains(" · 25,000 messages"),
            qPrintable(bench.chart.sentence()));
    }

    /// Also where one would lie on a name.
    static void burstsBetweenTheSameRowsAreInOneLine()
    {
        std::string text = R"(
length 9999
group 0 "rank 0"
group 1 "rank 1"
location 0 "first" group 0
location 2 "between" group 0
location 1 "second" group 1
enter 2 @1000 function_with_a_name
leave 2 @5000 function_with_a_name
)";
        for (const int begin : {2'000, 7'000}) {
            for (int i = 0; i < 12; ++i) {
                const std::string tick = std::to_string(begin + 2 * i);
                text.append("send 0 @").append(tick).append(" to 2 tag 1 bytes 8\n");
                text.append("recv 1 @").append(tick).append(" from 0 tag 1 bytes 8\n");
            }
        }
        Bench bench(text);
        Said said(bench);
        const auto heightAt = [&](Tick tick) {
            const int x = bench.at(static_cast<int>(tick / 10), kFirst).x();
            for (int y = bench.at(0, kFirst).y(); y < bench.chart.viewport()->height(); ++y) {
                bench.move({x, y}, Qt::NoButton);
                bench.settle();
                if (said.text.contains("12 messages")) {
                    return y;
                }
            }
            return -1;
        };
        QVERIFY(heightAt(2'010) > 0);
        QCOMPARE(heightAt(2'010), heightAt(7'010));
    }

    /// What is told is what is there now.
    static void anotherPictureIsTold()
    {
        Bench bench(withMessages(kProcesses, 12, 5'000, 2));
        Said said(bench);
        bench.move(between(bench, 5'010), Qt::NoButton);
        bench.settle();
        QVERIFY(said.text.contains("12 messages"));
        bench.view.showRange({.begin = 4'990, .end = 5'040}, "zoom");
        bench.settle();
        const auto isTold = [&said] { return !said.text.contains("messages"); };
        QVERIFY2(QTest::qWaitFor(isTold), qPrintable(said.text));
    }

    /// Hundreds of rows would otherwise share the bursts that there may be.
    static void ofManyRowsThoseOnTheScreenHaveTheirMessages()
    {
        constexpr int kRanks = 300;
        std::string text = "length 9999\n";
        for (int i = 0; i < kRanks; ++i) {
            text += "location " + std::to_string(i) + " L" + std::to_string(i) + "\n";
        }
        for (int step = 0; step < 100; ++step) {
            const std::string sent = " @" + std::to_string(100 * step);
            const std::string received = " @" + std::to_string(100 * step + 50);
            for (int i = 0; i + 1 < kRanks; ++i) {
                const std::string next = std::to_string(i + 1);
                text.append("send ").append(std::to_string(i)).append(sent);
                text.append(" to ").append(next).append(" tag 1 bytes 8\n");
            }
            for (int i = 1; i < kRanks; ++i) {
                text.append("recv ").append(std::to_string(i)).append(received);
                text.append(" from ").append(std::to_string(i - 1)).append(" tag 1 bytes 8\n");
            }
        }
        const Bench bench(text);
        const auto messages = bench.model.messages();
        QVERIFY(messages && bench.model.messagesAreOfScreen());
        QCOMPARE(messages->columnsTogether, 1U);
        QCOMPARE(messages->rowsTogether, 1U);
        std::uint64_t ofFirst = 0;
        for (std::size_t i = 0; i < messages->messages.size(); ++i) {
            ofFirst += messages->messages[i].sender == kFirst ? messages->standsFor(i) : 0;
        }
        QCOMPARE(ofFirst, std::uint64_t{100});
        QVERIFY2(
            bench.chart.sentence().contains("of the rows on the screen"),
            qPrintable(bench.chart.sentence()));
    }

    /// What is drawn is told and selected, and nothing else is.
    static void aLineIsToldAndSelected()
    {
        Bench bench(withMessages(kProcesses, 1, 5'000, 1));
        Said said(bench);
        bench.move(between(bench, 5'000), Qt::NoButton);
        bench.settle();
        QVERIFY2(
            said.text.endsWith("message from rank 0 · first to rank 1 · second, 8 bytes, tag 1"),
            qPrintable(said.text));
        bench.click(between(bench, 5'000));
        QVERIFY(bench.selection.message().has_value());
        bench.click(between(bench, 5'100));
        QVERIFY(!bench.selection.message().has_value());
    }

    /// A location of two communicators has two rows, and in each what was sent on one of them.
    static void messagesOfCommunicatorsStandInTheirRows()
    {
        std::string text(kProcesses);
        text.replace(text.find("9999"), 4, "99999");
        text += "locations-group 0 0 1\ncomm-group 1 0 1\ncomm-group 2 1 0\ncomm 0 1\ncomm 1 2\n";
        constexpr int kOfEach = 11'000;
        for (int i = 0; i < kOfEach; ++i) {
            for (const std::string communicator : {"0", "1"}) {
                const std::string rest = " comm " + communicator + " tag 1 bytes 8\n";
                const bool isTurned = communicator == "1";  // its ranks are the other way round
                text.append("send 0 @").append(std::to_string(8 * i)).append(" to ");
                text.append(isTurned ? "0" : "1").append(rest);
                text.append("recv 1 @").append(std::to_string(8 * i + 1)).append(" from ");
                text.append(isTurned ? "1" : "0").append(rest);
            }
        }
        Bench bench(text);
        bench.view.setGrouping(
            std::make_shared<gui::models::RowGrouping>(
                gui::models::groupedByCommunicator(*bench.trace->definitions)),
            "group");
        bench.settle();
        const auto messages = bench.model.messages();
        QVERIFY(messages && !messages->isCut());
        std::map<CommRef, std::uint64_t> counts;
        for (std::size_t i = 0; i < messages->messages.size(); ++i) {
            counts[messages->messages[i].communicator] += messages->standsFor(i);
        }
        QCOMPARE(counts[CommRef(0)], std::uint64_t{kOfEach});
        QCOMPARE(counts[CommRef(1)], std::uint64_t{kOfEach});
    }

    /// A folded process is one row, whatever is below it.
    static void messagesOfAFoldedRowAreTogether()
    {
        std::string text(kProcesses);
        text += "location 2 \"third\" group 0\n";
        for (int i = 0; i < 3; ++i) {
            text += "send 0 @" + std::to_string(5'000 + i) + " to 1 tag 1 bytes 8\n";
            text += "send 2 @" + std::to_string(5'000 + i) + " to 1 tag 1 bytes 8\n";
            text += "recv 1 @" + std::to_string(5'003 + i) + " from 0 tag 1 bytes 8\n";
            text += "recv 1 @" + std::to_string(5'003 + i) + " from 2 tag 1 bytes 8\n";
        }
        Bench bench(text);
        QVERIFY(bench.model.messages()->messages.size() >= 2);
        const auto rows = gui::models::visibleRows(*bench.trace->definitions, {});
        bench.view.setFolded(rows.front().key, true);
        bench.settle();
        QCOMPARE(bench.model.messages()->messages.size(), std::size_t{1});
        QCOMPARE(bench.model.messages()->standsFor(0), std::uint64_t{6});
    }
};

}  // namespace vellum

VELLUM_TEST_GUI(vellum::TestMessageBursts)
#include "test_message_bursts.moc"
