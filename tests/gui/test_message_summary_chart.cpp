#include "gui/charts/message_summary_chart.h"
#include "tests/gui/charts_bench.h"
#include "tests/gui/few_messages.h"
#include "tests/gui/mouse.h"
#include "tests/support/program/test_program.h"

#include <QImage>
#include <QPoint>
#include <QScrollBar>
#include <QString>
#include <QStringList>

#include <numeric>

using namespace vellum;         // NOLINT(google-build-using-namespace): a test across a few rooms
using namespace vellum::tests;  // NOLINT(google-build-using-namespace)
using gui::charts::MessageSummaryChart;
using query::MessageSummary;
using query::MessageSummaryBy;
using query::MessageSummaryQuestion;

namespace {

QStringList namesOf(const MessageSummaryChart& chart)
{
    QStringList names;
    for (const MessageSummaryChart::Row& row : chart.rows()) {
        names.append(row.name);
    }
    return names;
}

MessageSummary answerOf(const FrameBench& bench, TickRange window, MessageSummaryBy by)
{
    const auto asked = table::Value::of(MessageSummaryQuestion{.by = by});
    const query::Scope scope{.window = window, .locations = {}};
    const auto answer =
        bench.answer<query::Table>(query::TableRequest{.scope = scope, .asked = asked});
    return *answer.answer.as<MessageSummary>();
}

}  // namespace

class TestMessageSummaryChart : public QObject {
    Q_OBJECT

private slots:
    void rowsAreTheEnginesNumbers();
    void aWindowHasItsOwnMessages();
    void theLongestBarMayStandFirst();
    void whatDiffersIsSaidWithItsRange();
    void keysMarkRows();
    void aClickMarksARow();
    void nothingIsSaidInWords();
};

void TestMessageSummaryChart::rowsAreTheEnginesNumbers()
{
    FrameBench bench(kMessages);
    auto& chart = bench.open<MessageSummaryChart>("messages");
    for (std::uint8_t by = 0; by < 4; ++by) {
        chart.setBy(static_cast<MessageSummaryBy>(by));
        bench.settle();
        const auto answer = answerOf(bench, bench.view.range(), chart.by());
        QCOMPARE(chart.rows().size(), answer.rows.size());
        for (std::size_t i = 0; i < answer.rows.size(); ++i) {
            QCOMPARE(chart.rows()[i].numbers.key, answer.rows[i].key);
            QCOMPARE(chart.rows()[i].numbers.sums.bytes, answer.rows[i].sums.bytes);
            QCOMPARE(chart.rows()[i].numbers.sums.maxDuration, answer.rows[i].sums.maxDuration);
        }
    }
    chart.setBy(MessageSummaryBy::Tag);
    bench.settle();
    QCOMPARE(namesOf(chart), (QStringList{"tag 3", "tag 5", "tag 9"}));
    QVERIFY2(
        chart.sentence().startsWith("volume by tag") && chart.sentence().contains("4 messages"),
        qPrintable(chart.sentence()));
}

void TestMessageSummaryChart::aWindowHasItsOwnMessages()
{
    FrameBench bench(kMessages);
    auto& chart = bench.open<MessageSummaryChart>("messages", {{"by", "tag"}});
    bench.view.showRange({.begin = 40, .end = 60}, "zoom");
    bench.settle();
    QCOMPARE(namesOf(chart), QStringList{"tag 5"});
    bench.view.showRange({.begin = 70, .end = 80}, "zoom");
    bench.settle();
    QVERIFY(chart.rows().empty());
    bench.view.undo();
    bench.settle();
    QCOMPARE(namesOf(chart), QStringList{"tag 5"});
}

void TestMessageSummaryChart::theLongestBarMayStandFirst()
{
    FrameBench bench(kMessages);
    auto& chart = bench.open<MessageSummaryChart>("messages", {{"by", "tag"}, {"order", "bar"}});
    QCOMPARE(namesOf(chart), (QStringList{"tag 3", "tag 5", "tag 9"}));
    chart.setMetric(MessageSummaryChart::Metric::Rate);
    // Whose receive is before its send has none.
    QCOMPARE(namesOf(chart), (QStringList{"tag 3", "tag 9", "tag 5"}));
    QCOMPARE(chart.rows().back().figure, QString("no rate"));
    chart.setLongestFirst(false);
    QCOMPARE(namesOf(chart), (QStringList{"tag 3", "tag 5", "tag 9"}));
}

void TestMessageSummaryChart::whatDiffersIsSaidWithItsRange()
{
    FrameBench bench(kMessages);
    auto& chart =
        bench.open<MessageSummaryChart>("messages", {{"by", "tag"}, {"metric", "duration"}});
    const auto& three = chart.rows().front();
    QCOMPARE(*three.value, 15.0);
    QCOMPARE(three.least, 10.0);
    QCOMPARE(three.greatest, 20.0);
    QVERIFY2(three.figure.contains(" to "), qPrintable(three.figure));
    QVERIFY2(!chart.rows()[1].figure.contains(" to "), qPrintable(chart.rows()[1].figure));
    const QString all = chart.textOf(three);
    QVERIFY2(
        all.contains("2 messages") && all.contains("8,192 bytes in all, 4,096 bytes each;"),
        qPrintable(all));
    chart.setMetric(MessageSummaryChart::Metric::Size);
    QCOMPARE(*chart.rows().front().value, 4096.0);
    chart.setMetric(MessageSummaryChart::Metric::Count);
    QCOMPARE(*chart.rows().front().value, 2.0);
}

void TestMessageSummaryChart::keysMarkRows()
{
    FrameBench bench(kMessages);
    auto& chart = bench.open<MessageSummaryChart>("messages", {{"by", "tag"}});
    QTest::keyClick(&chart, Qt::Key_Down);
    QVERIFY(chart.marked() == 0U);
    QTest::keyClick(&chart, Qt::Key_End);
    QVERIFY(chart.marked() == 2U);
    QTest::keyClick(&chart, Qt::Key_Down);
    QVERIFY(chart.marked() == 2U);
    QTest::keyClick(&chart, Qt::Key_Up);
    QVERIFY(chart.marked() == 1U);
    QTest::keyClick(&chart, Qt::Key_Escape);
    QVERIFY(!chart.marked());
}

void TestMessageSummaryChart::aClickMarksARow()
{
    FrameBench bench(kMessages);
    auto& chart = bench.open<MessageSummaryChart>("messages", {{"by", "tag"}});
    const QPoint second(chart.labelWidth() / 2, chart.fontMetrics().height() * 2);
    QTest::mouseClick(chart.viewport(), Qt::LeftButton, {}, second);
    QVERIFY(chart.marked() == 1U);
    QTest::mouseClick(chart.viewport(), Qt::LeftButton, {}, second);
    QVERIFY(!chart.marked());
}

void TestMessageSummaryChart::nothingIsSaidInWords()
{
    FrameBench bench("enter 0 @0 main\nleave 0 @99 main\n");
    auto& chart = bench.open<MessageSummaryChart>("messages");
    QVERIFY(chart.rows().empty());
    const QImage empty = chart.viewport()->grab().toImage();
    bool hasInk = false;
    for (int x = 0; x < empty.width(); ++x) {
        hasInk = hasInk || empty.pixel(x, empty.height() / 2) != empty.pixel(0, 0);
    }
    QVERIFY(hasInk);
}

VELLUM_TEST_GUI(TestMessageSummaryChart)
#include "test_message_summary_chart.moc"
