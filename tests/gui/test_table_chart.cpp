#include "common/query/io_summary.h"
#include "common/query/message_summary.h"
#include "gui/charts/table/answer_model.h"
#include "gui/charts/table/table_chart.h"
#include "tests/gui/charts_bench.h"
#include "tests/gui/few_messages.h"
#include "tests/gui/mouse.h"
#include "tests/support/program/test_program.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QList>
#include <QMenu>
#include <QString>
#include <QStringList>
#include <QTableView>
#include <QVariantMap>

#include <algorithm>

using namespace vellum;         // NOLINT(google-build-using-namespace): a test across a few rooms
using namespace vellum::tests;  // NOLINT(google-build-using-namespace)
using gui::charts::AnswerModel;
using gui::charts::TableChart;
using query::MessageSummary;
using query::MessageSummaryBy;
using query::MessageSummaryQuestion;

namespace {

/// A message of its own size for each number up to \p count.
std::string manyMessages(int count)
{
    std::string text = "length 9999999\nlocation 0 \"rank 0\"\nlocation 1 \"rank 1\"\n"
                       "enter 0 @0 main\nenter 1 @0 main\n";
    for (int i = 0; i < count; ++i) {
        const std::string at = std::to_string(10 + 20 * i);
        const std::string rest = " tag 1 bytes " + std::to_string(1 + (i * 7) % count) + "\n";
        text.append("send 0 @").append(at).append(" to 1").append(rest);
        text.append("recv 1 @").append(at).append(" from 0").append(rest);
    }
    return text + "leave 0 @9999999 main\nleave 1 @9999999 main\n";
}

QString cell(const AnswerModel& model, int row, const char* key)
{
    const int column = model.columnOf(QLatin1String(key));
    return model.data(model.index(row, column), Qt::DisplayRole).toString();
}

QStringList column(const AnswerModel& model, const char* key)
{
    QStringList cells;
    for (int row = 0; row < model.rowCount(); ++row) {
        cells << cell(model, row, key);
    }
    return cells;
}

/// Numbers as the answer has them, in the order of the rows.
std::vector<std::uint64_t> keysOf(const AnswerModel& model)
{
    std::vector<std::uint64_t> keys;
    for (int row = 0; row < model.rowCount(); ++row) {
        keys.push_back(static_cast<const query::MessageSummaryRow*>(model.rowAt(row))->key);
    }
    return keys;
}

/// Chosen in the chart's menu.
bool choose(TableChart& chart, const QString& text)
{
    QMenu menu;
    chart.fillMenu(menu);
    const QList<QAction*> actions = menu.actions() + menu.findChildren<QAction*>();
    const auto found = std::ranges::find_if(
        actions, [&](const QAction* action) { return action->text() == text; });
    if (found == actions.end()) {
        return false;
    }
    (*found)->trigger();
    return true;
}

}  // namespace

class TestTableChart : public QObject {
    Q_OBJECT

private slots:
    void rowsAreTheEngines();
    void titlesSort();
    void textNarrowsRows();
    void longTablesAreSortedAsideAndRight();
    void choicesAreUndone();
    void columnsComeAndGo();
    void copiesAreWhatIsSeen();
    void csvIsWhatTheAnswerHas();
    void settingsComeBack();
    void nothingIsSaidInWords();
    void anotherGroupingShowsNoOldRows();
    void aRowAboutALocationLeadsThere();
};

void TestTableChart::rowsAreTheEngines()
{
    FrameBench bench(kMessages);
    auto& chart = bench.open<TableChart>("table", {{"question", "message-summary"}});
    const auto answer = bench.answer<query::Table>(query::TableRequest{
        .scope = {.window = bench.view.range(), .locations = {}},
        .asked = table::Value::of(MessageSummaryQuestion())});
    const auto& rows = answer.answer.as<MessageSummary>()->rows;
    QCOMPARE(chart.model().allRows(), rows.size());
    QCOMPARE(keysOf(chart.model()).size(), rows.size());
    for (int row = 0; row < chart.model().rowCount(); ++row) {
        const auto& one = rows[static_cast<std::size_t>(row)];
        QCOMPARE(keysOf(chart.model())[static_cast<std::size_t>(row)], one.key);
        QCOMPARE(cell(chart.model(), row, "count"), QString::number(one.sums.count));
    }
    bench.view.showRange({.begin = 40, .end = 60}, "zoom");
    bench.settle();
    QCOMPARE(column(chart.model(), "bytes"), QStringList{"5,000 bytes"});
}

void TestTableChart::titlesSort()
{
    FrameBench bench(kMessages);
    auto& chart = bench.open<TableChart>("table", {{"question", "message-summary"}, {"by", "tag"}});
    QCOMPARE(keysOf(chart.model()), (std::vector<std::uint64_t>{3, 5, 9}));
    chart.view().sortByColumn(chart.model().columnOf("bytes"), Qt::AscendingOrder);
    QCOMPARE(keysOf(chart.model()), (std::vector<std::uint64_t>{9, 5, 3}));
    chart.view().sortByColumn(chart.model().columnOf("bytes"), Qt::DescendingOrder);
    QCOMPARE(keysOf(chart.model()), (std::vector<std::uint64_t>{3, 5, 9}));
    // Tag 5 is received before it is sent: it has no rate, and stands last whichever way.
    const int rate = chart.model().columnOf("mean_rate_bytes_per_second");
    QVERIFY(rate >= 0);
    chart.view().sortByColumn(rate, Qt::AscendingOrder);
    QCOMPARE(keysOf(chart.model()).back(), 5U);
    chart.view().sortByColumn(rate, Qt::DescendingOrder);
    QCOMPARE(keysOf(chart.model()).back(), 5U);
    // A new answer stays sorted.
    bench.view.showRange({.begin = 0, .end = 40}, "zoom");
    bench.settle();
    QCOMPARE(keysOf(chart.model()), (std::vector<std::uint64_t>{3, 9}));
}

void TestTableChart::textNarrowsRows()
{
    FrameBench bench(kMessages);
    auto& chart = bench.open<TableChart>("table", {{"question", "message-summary"}, {"by", "tag"}});
    chart.filterField().setText("5,000 BYTES");
    QCOMPARE(keysOf(chart.model()), (std::vector<std::uint64_t>{5}));
    QVERIFY2(chart.sentence().contains("1 of 3 rows"), qPrintable(chart.sentence()));
    QTest::keyClick(&chart.filterField(), Qt::Key_Escape);
    QCOMPARE(chart.model().rowCount(), 3);
    chart.filterField().setText("nowhere");
    QCOMPARE(chart.model().rowCount(), 0);
}

void TestTableChart::longTablesAreSortedAsideAndRight()
{
    constexpr int kCount = static_cast<int>(AnswerModel::kMostAtOnce) + 2'000;
    const std::string text = manyMessages(kCount);
    FrameBench bench(text);
    auto& chart =
        bench.open<TableChart>("table", {{"question", "message-summary"}, {"by", "size"}});
    QCOMPARE(chart.model().rowCount(), kCount);
    chart.view().sortByColumn(chart.model().columnOf("key_name"), Qt::DescendingOrder);
    chart.view().sortByColumn(chart.model().columnOf("bytes"), Qt::DescendingOrder);
    QTRY_VERIFY(!chart.model().isBusy());
    std::vector<std::uint64_t> keys = keysOf(chart.model());
    QVERIFY(std::ranges::is_sorted(keys, std::greater()));
    chart.filterField().setText("777 bytes");
    QTRY_VERIFY(!chart.model().isBusy());
    QVERIFY(chart.model().rowCount() > 0 && chart.model().rowCount() < kCount);
    chart.filterField().clear();
    QTRY_COMPARE(chart.model().rowCount(), kCount);
    QCOMPARE(keysOf(chart.model()), keys);
}

void TestTableChart::choicesAreUndone()
{
    FrameBench bench(kMessages);
    auto& chart = bench.open<TableChart>("table", {{"question", "message-summary"}});
    QVERIFY(choose(chart, "Tag"));
    bench.settle();
    QCOMPARE(keysOf(chart.model()), (std::vector<std::uint64_t>{3, 5, 9}));
    QVERIFY(choose(chart, "Io summary"));
    bench.settle();
    QCOMPARE(&chart.question(), &query::IoSummaryQuestion::kSchema);
    bench.view.undo();
    bench.settle();
    QCOMPARE(&chart.question(), &MessageSummaryQuestion::kSchema);
    QCOMPARE(keysOf(chart.model()), (std::vector<std::uint64_t>{3, 5, 9}));
    bench.view.undo();
    bench.settle();
    QCOMPARE(keysOf(chart.model()), (std::vector<std::uint64_t>{100, 4096, 5000}));
}

void TestTableChart::columnsComeAndGo()
{
    FrameBench bench(kMessages);
    auto& chart = bench.open<TableChart>("table", {{"question", "message-summary"}});
    const int bytes = chart.model().columnOf("bytes");
    QVERIFY(!chart.view().isColumnHidden(bytes));
    QVERIFY(choose(chart, "Bytes"));
    QVERIFY(chart.view().isColumnHidden(bytes));
    bench.view.undo();
    QVERIFY(!chart.view().isColumnHidden(bytes));
}

void TestTableChart::copiesAreWhatIsSeen()
{
    FrameBench bench(kMessages);
    auto& chart = bench.open<TableChart>("table", {{"question", "message-summary"}, {"by", "tag"}});
    chart.view().selectRow(1);
    QTest::keyClick(&chart.view(), Qt::Key_C, Qt::ControlModifier);
    const QStringList lines = QGuiApplication::clipboard()->text().split('\n');
    QCOMPARE(lines.size(), 3);
    QVERIFY2(lines[0].startsWith("Tag\tCount\tBytes"), qPrintable(lines[0]));
    QVERIFY2(lines[1].startsWith("5\t1\t5,000 bytes"), qPrintable(lines[1]));
}

void TestTableChart::csvIsWhatTheAnswerHas()
{
    FrameBench bench(kMessages);
    auto& chart = bench.open<TableChart>("table", {{"question", "message-summary"}, {"by", "tag"}});
    const QStringList lines = QString::fromUtf8(chart.model().csv()).split('\n');
    QCOMPARE(lines.size(), 5);
    QVERIFY2(lines[0].startsWith("key,key_name,count,"), qPrintable(lines[0]));
    QVERIFY2(lines[2].startsWith("5,5,1,"), qPrintable(lines[2]));
}

void TestTableChart::settingsComeBack()
{
    FrameBench bench(kMessages);
    const QVariantMap settings = {
        {"question", "message-summary"},
        {"by", "tag"},
        {"sortedBy", "bytes"},
        {"descending", true},
        {"columns", QVariantMap{{"count", false}}}};
    auto& chart = bench.open<TableChart>("table", settings);
    QCOMPARE(keysOf(chart.model()), (std::vector<std::uint64_t>{3, 5, 9}));
    QVERIFY(chart.view().isColumnHidden(chart.model().columnOf("count")));
    QCOMPARE(chart.settings(), settings);
    // What cannot be read changes nothing.
    chart.applySettings({{"question", "nonsense"}, {"by", 7}, {"sortedBy", "nowhere"}});
    bench.settle();
    QCOMPARE(chart.settings(), settings);
}

void TestTableChart::nothingIsSaidInWords()
{
    FrameBench bench(kMessages);
    auto& chart = bench.open<TableChart>("table", {{"question", "io-summary"}});
    QCOMPARE(chart.model().rowCount(), 0);
    QVERIFY2(chart.sentence().contains("0 rows"), qPrintable(chart.sentence()));
    const auto labels = chart.view().findChildren<QLabel*>();
    QVERIFY(std::ranges::any_of(labels, [](const QLabel* label) {
        return label->isVisible() && label->text() == "No rows in this window.";
    }));
}

void TestTableChart::anotherGroupingShowsNoOldRows()
{
    FrameBench bench(kMessages);
    auto& chart = bench.open<TableChart>("table", {{"question", "message-summary"}});
    QCOMPARE(chart.model().rowCount(), 3);
    QVERIFY(choose(chart, "Tag"));
    QCOMPARE(chart.model().rowCount(), 0);
    bench.settle();
    QCOMPARE(chart.model().rowCount(), 3);
}

void TestTableChart::aRowAboutALocationLeadsThere()
{
    const std::string text = std::string(kMessages) + R"(
io-paradigm 0 POSIX
io-handle 5 "in" paradigm 0
event 1 @60 IoOperationBegin 5 0 0 100 1
event 1 @70 IoOperationComplete 5 90 1
)";
    FrameBench bench(text);
    auto& chart = bench.open<TableChart>("table", {{"question", "io-summary"}, {"by", "location"}});
    QCOMPARE(chart.model().rowCount(), 1);
    std::vector<LocationRef> went;
    QObject::connect(
        &bench.selection, &gui::models::Selection::wentTo, &chart, [&went](LocationRef location) {
            went.push_back(location);
        });
    chart.view().selectRow(0);
    QCOMPARE(went, std::vector<LocationRef>{LocationRef(1)});
}

VELLUM_TEST_GUI(TestTableChart)
#include "test_table_chart.moc"
