// One thing is selected, and who shows it hears of it once.

#include "gui/models/selection.h"
#include "tests/support/program/test_program.h"

#include <QSignalSpy>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using gui::models::Highlight;
using gui::models::SelectedVisit;
using gui::models::Selection;

namespace {

const SelectedVisit kVisit{
    .location = LocationRef(1),
    .region = RegionRef(2),
    .visit = {.begin = 3, .end = 9},
    .depth = 2};
const query::Message kMessage{
    .sender = LocationRef(1), .receiver = LocationRef(2), .send = 5, .receive = 8};

}  // namespace

class TestSelection : public QObject {
    Q_OBJECT

private slots:
    static void visitAndMessageExcludeEachOther()
    {
        Selection selection;
        selection.selectVisit(kVisit);
        QVERIFY(selection.visit() == kVisit && !selection.message());
        selection.selectMessage(kMessage);
        QVERIFY(selection.message() == kMessage && !selection.visit());
        selection.selectVisit(kVisit);
        QVERIFY(selection.visit() == kVisit && !selection.message());
    }

    static void aHighlightStaysBesides()
    {
        Selection selection;
        const Highlight highlight{.by = query::GroupBy::FunctionGroup, .key = {.value = 1}};
        selection.setHighlight(highlight);
        selection.selectVisit(kVisit);
        QVERIFY(selection.highlight() == highlight);
        selection.clear();
        QVERIFY(!selection.highlight() && !selection.visit() && !selection.message());
    }

    static void anInstantStaysUntilAllIsLetGoOf()
    {
        Selection selection;
        const QSignalSpy changed(&selection, &Selection::changed);
        selection.setInstant(5);
        selection.setInstant(5);
        QCOMPARE(changed.count(), 1);
        selection.selectVisit(kVisit);
        QVERIFY(selection.instant() == Tick{5});
        selection.clear();
        QVERIFY(!selection.instant());
    }

    static void onlyChangesAreTold()
    {
        Selection selection;
        const QSignalSpy changed(&selection, &Selection::changed);
        selection.clear();
        selection.setHighlight(std::nullopt);
        QCOMPARE(changed.count(), 0);
        selection.selectVisit(kVisit);
        selection.selectVisit(kVisit);
        QCOMPARE(changed.count(), 1);
        selection.selectMessage(kMessage);
        selection.selectMessage(kMessage);
        QCOMPARE(changed.count(), 2);
        selection.setHighlight(Highlight{.key = {.value = 4}});
        selection.setHighlight(Highlight{.key = {.value = 4}});
        QCOMPARE(changed.count(), 3);
        selection.clear();
        selection.clear();
        QCOMPARE(changed.count(), 4);
    }
};

VELLUM_TEST_GUILESS(TestSelection)
#include "test_selection.moc"
