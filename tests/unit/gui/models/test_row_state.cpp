// How rows stand, written down and read again.

#include "gui/models/row_order.h"
#include "gui/models/row_state.h"
#include "tests/support/program/test_program.h"
#include "tests/support/trace_text.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QStringList>
#include <QVariantList>
#include <QVariantMap>

#include <limits>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using gui::models::rowState;
using gui::models::ViewState;
using gui::models::withRows;

namespace {

constexpr std::uint64_t kFar = std::numeric_limits<std::uint64_t>::max() - 1;

query::TraceInfo traceOf(std::uint64_t events)
{
    query::TraceInfo info;
    info.events = events;
    return info;
}

ViewState arranged()
{
    ViewState view;
    view.range = {.begin = 3, .end = 9};
    view.folded = {2, kFar};
    view.pinned = {7, 5};
    view.rowHeightPercent = 250;
    view.fitsRows = true;
    view.fitted = {5, kFar};
    view.rowOrder = std::make_shared<const gui::models::RowOrder>(
        gui::models::RowOrder{{1, {9, 8}}, {kFar, {4}}});
    return view;
}

}  // namespace

class TestRowState : public QObject {
    Q_OBJECT

private slots:
    static void rowsComeBackThroughAFile()
    {
        const QVariantMap written =
            QJsonDocument::fromJson(
                QJsonDocument(QJsonObject::fromVariantMap(rowState(arranged(), traceOf(5))))
                    .toJson())
                .object()
                .toVariantMap();
        ViewState other;
        other.range = {.begin = 0, .end = 100};
        const auto read = withRows(other, written, traceOf(5));
        QVERIFY(read);
        const ViewState wanted = arranged();
        QCOMPARE(read->range.end, Tick{100});  // time is not part of it
        QCOMPARE(read->folded, wanted.folded);
        QCOMPARE(read->pinned, wanted.pinned);
        QCOMPARE(read->rowHeightPercent, 250);
        QVERIFY(read->fitsRows && read->fitted == wanted.fitted);
        QVERIFY(read->rowOrder && *read->rowOrder == *wanted.rowOrder);
    }

    static void whatWasNotTouchedIsNotWritten()
    {
        ViewState view;
        view.range = {.begin = 3, .end = 9};
        QVERIFY(rowState(view, traceOf(5)).isEmpty());
        QVERIFY(!withRows(view, {}, traceOf(5)));
    }

    static void rowsOfAnotherTraceAreNotTaken()
    {
        QVERIFY(!withRows({}, rowState(arranged(), traceOf(5)), traceOf(6)));
    }

    static void tooManyAreNotKept()
    {
        ViewState view;
        for (std::uint64_t key = 0; key <= gui::models::kMostKeptRows; ++key) {
            view.folded.insert(key);
        }
        QVERIFY(rowState(view, traceOf(5)).isEmpty());
        view.folded.erase(0);
        QVERIFY(!rowState(view, traceOf(5)).isEmpty());
    }

    static void nonsenseIsLeftOut()
    {
        QVariantMap written = rowState(arranged(), traceOf(5));
        written["folded"] = "x,,3,-1,99999999999999999999";
        written["pinned"] = QVariantList{1, 2};
        written["order"] = QStringList{"a:1", ":", "6:1,y,2"};
        written["fitted"] = "5";
        const auto read = withRows({}, written, traceOf(5));
        QVERIFY(read);
        QCOMPARE(read->folded, (std::set<std::uint64_t>{3}));
        QVERIFY(read->pinned.empty() && !read->fitted);
        QVERIFY(read->rowOrder && *read->rowOrder == (gui::models::RowOrder{{6, {1, 2}}}));
    }
};

VELLUM_TEST_GUILESS(TestRowState)
#include "test_row_state.moc"
