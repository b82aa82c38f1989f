// What of a trace was loaded, and where it goes on.

#include "gui/models/loaded_part.h"
#include "tests/support/program/test_program.h"

#include <QString>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using gui::models::LoadedPart;

namespace {

constexpr ClockProperties kClock{.ticksPerSecond = 1'000'000'000};

query::TraceInfo info(TickRange range)
{
    query::TraceInfo made;
    made.range = range;
    made.importReport = {
        {.kind = "window-loaded", .count = 1, .example = "only some time was loaded"}};
    return made;
}

}  // namespace

class TestLoadedPart : public QObject {
    Q_OBJECT

private slots:
    static void allIsNoPart()
    {
        const LoadedPart part = gui::models::loadedPartOf({}, "1s:2s", kClock);
        QVERIFY(part.isAll() && !part.endsBefore && !part.endsAfter);
        QVERIFY(part.sentence().isEmpty());
    }

    static void theTraceGoesOnWhereMoreWasNotAskedFor_data()
    {
        QTest::addColumn<std::string>("window");
        QTest::addColumn<bool>("before");
        QTest::addColumn<bool>("after");
        QTest::newRow("in the middle") << std::string("1us:2us") << true << true;
        QTest::newRow("from the begin") << std::string(":2us") << false << true;
        QTest::newRow("to the end") << std::string("1us:") << true << false;
        QTest::newRow("past the end") << std::string("1us:9s") << true << false;
        QTest::newRow("not known") << std::string() << false << false;
    }

    static void theTraceGoesOnWhereMoreWasNotAskedFor()
    {
        QFETCH(const std::string, window);
        QFETCH(const bool, before);
        QFETCH(const bool, after);
        const LoadedPart part =
            gui::models::loadedPartOf(info({.begin = 1'000, .end = 2'000}), window, kClock);
        QCOMPARE(part.endsBefore, before);
        QCOMPARE(part.endsAfter, after);
        QVERIFY(!part.isAll());
    }

    static void bothKindsAreSaid()
    {
        query::TraceInfo both = info({.begin = 0, .end = 10});
        both.importReport.push_back(
            {.kind = "location-left-out", .count = 8, .example = "only 2 of 10 locations"});
        QCOMPARE(
            gui::models::loadedPartOf(both, {}, kClock).sentence(),
            QStringLiteral("only some time was loaded; only 2 of 10 locations"));
    }
};

VELLUM_TEST_GUILESS(TestLoadedPart)
#include "test_loaded_part.moc"
