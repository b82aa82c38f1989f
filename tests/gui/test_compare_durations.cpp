// How long visits of a function take in two traces, as the window shows it.

#include "gui/shell/distribution_view.h"
#include "tests/gui/compare_bench.h"
#include "tests/support/program/test_program.h"

#include <QComboBox>
#include <QImage>
#include <QSettings>
#include <QString>
#include <QTemporaryDir>

#include <cmath>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace vellum::gui {

namespace {

using charts::DistributionCanvas;
using compare::DurationClass;
using models::Exactness;
using tests::comes;
using tests::CompareWindow;

// Visits of work: 10, 10 and 100 ns in A, 1000 in B. What rest differs in is less.
constexpr const char* kA = R"(
ticks-per-second 1000000000
length 2000
enter 0 @0 work
leave 0 @10 work
enter 0 @20 work
leave 0 @30 work
enter 0 @40 work
leave 0 @140 work
enter 0 @200 rest
leave 0 @300 rest
enter 0 @1990 end
leave 0 @2000 end
)";

constexpr const char* kB = R"(
ticks-per-second 1000000000
length 2000
enter 0 @0 work
leave 0 @1000 work
enter 0 @1200 rest
leave 0 @1290 rest
enter 0 @1990 end
leave 0 @2000 end
)";

struct DurationsWindow : CompareWindow {
    explicit DurationsWindow(const QString& folder) : CompareWindow(folder, "/b.otf2", kA, kB)
    {
        run("differences");
        panel().chooseBy(QStringLiteral("duration"));
        wait();
    }

    [[nodiscard]] shell::DifferencesPanel& panel() const { return tab->differences(); }
    [[nodiscard]] shell::DistributionView& chart() const { return panel().durations(); }
    [[nodiscard]] DistributionCanvas& canvas() const { return chart().canvas(); }
    void wait() const
    {
        QVERIFY(
            comes([this] { return source->isIdle() && panel().exactness() == Exactness::Exact; }));
    }
};

std::shared_ptr<const compare::Distribution> someDistribution()
{
    const std::vector<DurationClass> a{{.ns = 10, .visits = 3}, {.ns = 100, .visits = 1}};
    const std::vector<DurationClass> b{{.ns = 1000, .visits = 2}};
    return std::make_shared<const compare::Distribution>(compare::distributionOf(a, b, 10));
}

}  // namespace

class TestCompareDurations : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

private slots:
    void init() { QSettings().clear(); }  // or the panel is shown already

    void theFunctionThatDiffersMostIsShownFirst();
    void whatStandsOutIsShown();
    void whatStandsOutWhileAnotherTableIsShownWaits();
    void aFunctionThatIsChosenStandsOut();
    void theCurvesStandWhereTheirBinsAre();
    void keysGoFromBinToBin();
    void histogramAndSharesAreDrawnUnlike();
    void itIsOfTheWindow();
    void whatWasChosenIsKept();
};

void TestCompareDurations::theFunctionThatDiffersMostIsShownFirst()
{
    const DurationsWindow made(m_folder.path());
    const compare::Distribution* shown = made.canvas().distribution();
    QVERIFY(shown != nullptr && shown->function == "work");
    QCOMPARE(shown->visitsA, std::uint64_t{3});
    QCOMPARE(shown->visitsB, std::uint64_t{1});
    QCOMPARE(shown->medianA, 10.0);
    QVERIFY(shown->medianB >= 999 && shown->medianB <= 1001);  // ten bits of it are kept
    QCOMPARE(
        made.panel().header().sentence(),
        QStringLiteral(
            "durations of work without what it calls, 3 visits in A (solid), 1 in B (dashed)"));
}

void TestCompareDurations::whatStandsOutIsShown()
{
    const DurationsWindow made(m_folder.path());
    made.view(0).selection().setHighlight(tests::markOf(made.view(0), "rest"));
    made.settle();
    QVERIFY(made.canvas().distribution()->function == "rest");
    QCOMPARE(made.chart().functionChoice().currentText(), QStringLiteral("rest"));
}

/// What it was offered last is gone by then: a sanitizer tells whether it is read.
void TestCompareDurations::whatStandsOutWhileAnotherTableIsShownWaits()
{
    const DurationsWindow made(m_folder.path());
    made.panel().chooseBy(QStringLiteral("group"));
    made.wait();
    made.view(0).selection().setHighlight(tests::markOf(made.view(0), "rest"));
    made.panel().chooseBy(QStringLiteral("duration"));
    made.wait();
    QVERIFY(made.canvas().distribution()->function == "rest");
}

void TestCompareDurations::aFunctionThatIsChosenStandsOut()
{
    const DurationsWindow made(m_folder.path());
    QComboBox& list = made.chart().functionChoice();
    QCOMPARE(list.count(), 3);
    list.setCurrentIndex(1);
    emit list.activated(1);
    made.settle();
    QVERIFY(made.canvas().distribution()->function == "rest");
    QVERIFY(made.view(1).selection().highlight() == tests::markOf(made.view(1), "rest"));
}

void TestCompareDurations::theCurvesStandWhereTheirBinsAre()
{
    DistributionCanvas canvas;
    canvas.resize(600, 300);
    const auto distribution = someDistribution();
    canvas.setDistribution(distribution);
    const auto& rows = distribution->rows;
    QCOMPARE(rows.size(), std::size_t{21});  // two decades and the bin of the last
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const double middle = (canvas.xOf(rows[i].low) + canvas.xOf(rows[i].high)) / 2;
        QCOMPARE(canvas.binAt(middle), std::optional(i));
        const double width = canvas.xOf(rows[i].high) - canvas.xOf(rows[i].low);
        QVERIFY(std::abs(width - (canvas.xOf(rows[0].high) - canvas.xOf(rows[0].low))) < 1e-6);
    }
    QVERIFY(canvas.yOf(1) < canvas.yOf(0));
    QVERIFY(!canvas.binAt(0));
    QCOMPARE(
        canvas.textOf(0),
        QStringLiteral(
            "10.0 ns … 13.0 ns: 75.0 % of the visits in A (3), 0.0 % in B (0); shorter than that: 75.0 % in A, 0.0 % in B"));
}

void TestCompareDurations::keysGoFromBinToBin()
{
    DistributionCanvas canvas;
    canvas.resize(600, 300);
    QTest::keyClick(&canvas, Qt::Key_Right);
    QVERIFY(!canvas.cursor());  // nothing is there
    canvas.setDistribution(someDistribution());
    QString said;
    connect(&canvas, &DistributionCanvas::hovered, &canvas, [&said](const QString& text) {
        said = text;
    });
    const std::pair<Qt::Key, std::size_t> steps[] = {
        {Qt::Key_Right, 0},
        {Qt::Key_Right, 1},
        {Qt::Key_Left, 0},
        {Qt::Key_Left, 0},
        {Qt::Key_End, 20},
        {Qt::Key_Right, 20},
        {Qt::Key_Home, 0}};
    for (const auto& [key, bin] : steps) {
        QTest::keyClick(&canvas, key);
        QCOMPARE(canvas.cursor(), std::optional(bin));
        QCOMPARE(said, canvas.textOf(bin));
    }
}

void TestCompareDurations::histogramAndSharesAreDrawnUnlike()
{
    DistributionCanvas canvas;
    canvas.resize(600, 300);
    const QImage empty = canvas.grab().toImage();
    canvas.setDistribution(someDistribution());
    const QImage histogram = canvas.grab().toImage();
    QVERIFY(histogram != empty);
    QTest::keyClick(&canvas, Qt::Key_Space);
    QVERIFY(canvas.shows() == DistributionCanvas::Shows::Shorter);
    QVERIFY(canvas.grab().toImage() != histogram);
    QTest::keyClick(&canvas, Qt::Key_Space);
    QVERIFY(canvas.grab().toImage() == histogram);
}

void TestCompareDurations::itIsOfTheWindow()
{
    const DurationsWindow made(m_folder.path());
    made.zoom(0, 15, 1100);
    made.wait();
    QCOMPARE(made.canvas().distribution()->visitsA, std::uint64_t{2});
    QCOMPARE(made.canvas().distribution()->visitsB, std::uint64_t{0});
}

void TestCompareDurations::whatWasChosenIsKept()
{
    const DurationsWindow made(m_folder.path());
    made.chart().chooseFunction(QStringLiteral("rest"));
    made.chart().setShowsWord(QStringLiteral("shorter"));
    const QVariantMap settings = made.panel().settings();
    const DurationsWindow other(m_folder.path());
    other.panel().applySettings(settings);
    other.wait();
    QVERIFY(other.panel().showsDurations());
    QVERIFY(other.canvas().distribution()->function == "rest");
    QVERIFY(other.canvas().shows() == DistributionCanvas::Shows::Shorter);
    other.panel().applySettings({{QStringLiteral("durationsAs"), QStringLiteral("pie")}});
    QVERIFY(other.canvas().shows() == DistributionCanvas::Shows::Shorter);
}

}  // namespace vellum::gui

VELLUM_TEST_GUI(vellum::gui::TestCompareDurations)
#include "test_compare_durations.moc"
