// Messages, kernels and other things that are no functions of two traces, as the window shows them.

#include "gui/shell/tally_choices.h"
#include "tests/gui/differences_bench.h"
#include "tests/support/program/test_program.h"

#include <QComboBox>
#include <QSettings>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

namespace vellum::gui {

namespace {

using models::Exactness;
using tests::comes;
using tests::CompareWindow;

constexpr const char* kA = R"(
ticks-per-second 1000
group 0 "rank 0"
group 1 "rank 1"
location 0 "thread" group 0
location 1 "thread" group 1
region 0 "gemm" role 40
send 0 @5 to 1 tag 7 bytes 100
recv 1 @15 from 0 tag 7 bytes 100
send 0 @20 to 1 tag 7 bytes 300
recv 1 @50 from 0 tag 7 bytes 300
enter 1 @60 gemm
leave 1 @90 gemm
enter 0 @100 main
leave 0 @1000 main
)";

constexpr const char* kB = R"(
ticks-per-second 1000
group 0 "rank 0"
group 1 "rank 1"
location 0 "thread" group 0
location 1 "thread" group 1
region 0 "gemm" role 40
region 1 "sgemm" role 40
send 1 @5 to 0 tag 7 bytes 100
recv 0 @6 from 1 tag 7 bytes 100
enter 1 @60 gemm
leave 1 @70 gemm
enter 1 @70 sgemm
leave 1 @75 sgemm
enter 0 @100 main
leave 0 @1000 main
)";

constexpr const char* kNeither = R"(
ticks-per-second 1000
enter 0 @0 main
leave 0 @1000 main
)";

/// Two traces with their numbers below them.
struct TallyWindow : CompareWindow {
    explicit TallyWindow(const QString& folder, const char* a = kA, const char* b = kB)
        : CompareWindow(folder, "/b.otf2", a, b)
    {
        run("differences");
        wait();
    }

    [[nodiscard]] shell::DifferencesPanel& panel() const { return tab->differences(); }
    [[nodiscard]] const charts::AnswerModel& model() const { return panel().table().model(); }
    void wait() const
    {
        QVERIFY(
            comes([this] { return source->isIdle() && panel().exactness() == Exactness::Exact; }));
    }
    void choose(const char* by) const
    {
        panel().chooseBy(QLatin1String(by));
        wait();
    }
    static void pick(QComboBox& list, const char* word)
    {
        const int place = list.findData(QLatin1String(word));
        QVERIFY(place >= 0);
        list.setCurrentIndex(place);
    }
    /// The kinds that are offered, by their words.
    [[nodiscard]] QStringList offered() const
    {
        QStringList words;
        for (int i = 0; i < panel().byChoice().count(); ++i) {
            words << panel().byChoice().itemData(i).toString();
        }
        return words;
    }
    /// What a row says under these titles.
    [[nodiscard]] QStringList row(int number, const QStringList& titles) const
    {
        QStringList cells;
        for (const QString& title : titles) {
            for (int column = 0; column < model().columnCount(); ++column) {
                if (model().headerData(column, Qt::Horizontal, Qt::DisplayRole) == title) {
                    cells
                        << model().data(model().index(number, column), Qt::DisplayRole).toString();
                    break;
                }
            }
        }
        return cells;
    }
};

const QStringList& titles()
{
    static const QStringList kTitles = {
        QStringLiteral("Name"),
        QStringLiteral("A"),
        QStringLiteral("B"),
        QStringLiteral("B − A"),
        QStringLiteral("Share"),
        QStringLiteral("Count A"),
        QStringLiteral("Bytes B"),
        QStringLiteral("In")};
    return kTitles;
}

}  // namespace

class TestCompareTallies : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

private slots:
    void init() { QSettings().clear(); }  // or the panel is shown already

    void messagesOfBothStandSideBySide();
    void whatMakesARowAndItsOrderAreChosen();
    void onlyWhatEitherHasIsOffered();
    void theTableIsOfTheWindow();
    void aKernelStandsOutWhereItsRowIsMarked();
    void itGoesBackToFunctions();
    void whatWasChosenIsKept();
    void whoAsksForWhatThereIsNotReadsThatThereIsNone();
};

void TestCompareTallies::messagesOfBothStandSideBySide()
{
    const TallyWindow made(m_folder.path());
    made.choose("message");
    QCOMPARE(made.model().rowCount(), 2);
    const QStringList first = {
        QStringLiteral("rank 0 · thread → rank 1 · thread"),
        QStringLiteral("40.0 ms"),
        QStringLiteral("0 s"),
        QStringLiteral("-40.0 ms"),
        QStringLiteral("-97.6 %"),
        QStringLiteral("2"),
        QStringLiteral("0 bytes"),
        QStringLiteral("only in A")};
    QCOMPARE(made.row(0, titles()), first);
    const QStringList second = {
        QStringLiteral("rank 1 · thread → rank 0 · thread"),
        QStringLiteral("0 s"),
        QStringLiteral("1.00 ms"),
        QStringLiteral("+1.00 ms"),
        QStringLiteral("+2.4 %"),
        QStringLiteral("0"),
        QStringLiteral("100 bytes"),
        QStringLiteral("only in B")};
    QCOMPARE(made.row(1, titles()), second);
    QCOMPARE(
        made.panel().header().sentence(),
        QStringLiteral("time of messages in the window, 40.0 ms in A, 1.00 ms in B · 2 rows"));
}

void TestCompareTallies::whatMakesARowAndItsOrderAreChosen()
{
    const TallyWindow made(m_folder.path());
    made.choose("message");
    shell::TallyChoices& choices = made.panel().tallies();
    TallyWindow::pick(choices.keyChoice(), "size");
    TallyWindow::pick(choices.measureChoice(), "bytes");
    made.wait();
    QCOMPARE(made.model().rowCount(), 2);
    const QStringList first = {
        QStringLiteral("300 B"), QStringLiteral("300 bytes"), QStringLiteral("-300 bytes")};
    const QStringList titles = {
        QStringLiteral("Name"), QStringLiteral("A"), QStringLiteral("B − A")};
    QCOMPARE(made.row(0, titles), first);
    const QStringList second = {
        QStringLiteral("100 B"), QStringLiteral("100 bytes"), QStringLiteral("0 bytes")};
    QCOMPARE(made.row(1, titles), second);
}

void TestCompareTallies::onlyWhatEitherHasIsOffered()
{
    const QStringList always = {
        QStringLiteral("function"),
        QStringLiteral("group"),
        QStringLiteral("path"),
        QStringLiteral("flame"),
        QStringLiteral("timeline"),
        QStringLiteral("counters"),
        QStringLiteral("duration")};
    const TallyWindow made(m_folder.path());
    QCOMPARE(
        made.offered(),
        always + QStringList({QStringLiteral("message"), QStringLiteral("kernel")}));
    const TallyWindow one(m_folder.path(), kNeither, kB);
    QCOMPARE(one.offered(), made.offered());
    const TallyWindow none(m_folder.path(), kNeither, kNeither);
    QCOMPARE(none.offered(), always);
}

void TestCompareTallies::theTableIsOfTheWindow()
{
    const TallyWindow made(m_folder.path());
    made.choose("message");
    made.zoom(0, 18, 1000);  // the others follow
    made.wait();
    const QStringList titles = {QStringLiteral("A"), QStringLiteral("Count A")};
    QCOMPARE(made.row(0, titles), QStringList({QStringLiteral("30.0 ms"), QStringLiteral("1")}));
    QCOMPARE(made.model().rowCount(), 1);
}

void TestCompareTallies::aKernelStandsOutWhereItsRowIsMarked()
{
    const TallyWindow made(m_folder.path());
    made.choose("kernel");
    QCOMPARE(made.model().rowCount(), 2);
    made.panel().table().view().setCurrentIndex(made.model().index(0, 0));
    made.settle();
    QVERIFY(made.view(0).selection().highlight() == tests::markOf(made.view(0), "gemm"));
    QVERIFY(made.view(1).selection().highlight() == tests::markOf(made.view(1), "gemm"));
    QTest::keyClick(&made.panel().table().view(), Qt::Key_Return);
    QVERIFY(comes([&] { return !made.tab->isGoing(); }));
    made.settle();
    const TickRange inA{.begin = 60, .end = 90};
    QVERIFY(made.view(0).selection().visit() && made.view(0).selection().visit()->visit == inA);
    const TickRange inB{.begin = 60, .end = 70};
    QVERIFY(made.view(1).selection().visit() && made.view(1).selection().visit()->visit == inB);
}

void TestCompareTallies::itGoesBackToFunctions()
{
    const TallyWindow made(m_folder.path());
    const QStringList titles = {QStringLiteral("Name"), QStringLiteral("Verdict")};
    const QStringList before = made.row(0, titles);
    QCOMPARE(before.size(), qsizetype{2});
    for (const char* by : {"kernel", "path", "message", "function"}) {
        made.choose(by);
        QVERIFY2(made.model().rowCount() > 0, by);
    }
    QCOMPARE(made.row(0, titles), before);
}

void TestCompareTallies::whatWasChosenIsKept()
{
    const TallyWindow made(m_folder.path());
    made.choose("message");
    TallyWindow::pick(made.panel().tallies().keyChoice(), "tag");
    TallyWindow::pick(made.panel().tallies().measureChoice(), "count");
    made.wait();
    const QVariantMap settings = made.panel().settings();
    const TallyWindow other(m_folder.path());
    other.panel().applySettings(settings);
    other.wait();
    QCOMPARE(other.panel().byChoice().currentData().toString(), QStringLiteral("message"));
    const QStringList titles = {
        QStringLiteral("Name"), QStringLiteral("A"), QStringLiteral("B − A")};
    QCOMPARE(
        other.row(0, titles),
        QStringList({QStringLiteral("tag 7"), QStringLiteral("2"), QStringLiteral("-1")}));
    other.panel().applySettings(
        {{QStringLiteral("tallies"),
          QStringList({QStringLiteral("message wait wait"), QStringLiteral("kernel")})}});
    other.wait();
    QCOMPARE(
        other.row(0, titles).first(),
        QStringLiteral("tag 7"));  // what means nothing changes nothing
}

void TestCompareTallies::whoAsksForWhatThereIsNotReadsThatThereIsNone()
{
    const TallyWindow made(m_folder.path());
    for (const char* by : {"copy", "value", "io"}) {
        made.choose(by);
        QCOMPARE(made.model().rowCount(), 0);
        QVERIFY2(made.panel().notes().startsWith(QStringLiteral("A has no ")), by);
    }
}

}  // namespace vellum::gui

VELLUM_TEST_GUI(vellum::gui::TestCompareTallies)
#include "test_compare_tallies.moc"
