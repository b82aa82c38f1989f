#include "gui/shell/live_bar.h"
#include "gui/shell/live_watch.h"
#include "tests/gui/window_bench.h"
#include "tests/support/program/test_program.h"

#include <QPushButton>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test
using gui::shell::LiveBar;
using gui::shell::TraceTab;
using query::LivePhase;
using query::LiveState;
using tests::comes;

namespace {

const QString kPath = QStringLiteral("live:run");

/// The archive of a run that has lasted \p ticks milliseconds: main, with a step of work in each 100.
std::string runOf(Tick ticks)
{
    std::string text = "ticks-per-second 1000\nenter 0 @0 main\n";
    for (Tick at = 0; at + 100 <= ticks; at += 100) {
        text += "enter 0 @" + std::to_string(at + 10) + " work\nleave 0 @" + std::to_string(at + 60)
                + " work\n";
    }
    return text + "leave 0 @" + std::to_string(ticks) + " main\n";
}

/// A window with a live run, whose generations are at hand.
struct LiveWindow : tests::Window {
    explicit LiveWindow(const QString& folder) : Window(folder)
    {
        window.setKeepsLayouts(false);
        window.openTrace(kPath);
        tab().live()->setPause(1);
    }

    void grow(Tick ticks, LivePhase phase = LivePhase::Recording)
    {
        source->add(kPath, tests::traceFromText(runOf(ticks)));
        ++state.generation;
        state.events = static_cast<std::uint64_t>(ticks);
        state.nanoseconds = static_cast<std::uint64_t>(ticks) * 1'000'000;
        state.phase = phase;
        source->setLive(state);
    }
    [[nodiscard]] TraceTab& tab() const { return *window.currentTab(); }
    [[nodiscard]] gui::shell::TraceView& view() const { return *window.currentView(); }
    [[nodiscard]] LiveBar& bar() const { return *window.findChild<LiveBar*>(); }
    /// The end of the whole that is shown; 0 while there is nothing.
    [[nodiscard]] Tick shownEnd() const
    {
        return window.currentView() == nullptr ? 0 : view().history().whole().end;
    }
    [[nodiscard]] bool shows(Tick ticks) const
    {
        return comes([&] { return shownEnd() == ticks + 1 && tests::isShown(&tab()); });
    }
    /// Whether what is shown is still that after several looks of the watch.
    [[nodiscard]] bool staysAt(Tick ticks) const
    {
        int looks = 0;
        const auto counted = QObject::connect(
            source, &gui::data::DataSource::liveAnswered, source, [&looks] { ++looks; });
        constexpr int kLooks = 20;
        const bool looked = comes([&] { return looks >= kLooks; });
        QObject::disconnect(counted);
        return looked && shownEnd() == ticks + 1;
    }

    LiveState state{.name = "run"};
};

}  // namespace

class TestLiveTab : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;

private slots:
    void init() { m_folder = tests::makeFolder(); }

    void aTabWaitsForTheFirstArchive();
    void anUnknownRunIsASentence();
    void timelinesExtendAndStatisticsFollow();
    void whoIsZoomedInStaysWhereHeIs();
    void chartsRowsAndSelectionStay();
    void pauseHoldsThePictureAndCatchesUp();
    void stopAsksTheRecorderOnce();
    void anEndedRunSaysWhereItsArchiveIs();
    void aLostRecorderIsToldByAnotherSign();
    void olderArchivesAreClosed();
    void buttonsAreReachedByKeyboardAndNamed();
};

void TestLiveTab::aTabWaitsForTheFirstArchive()
{
    LiveWindow live(m_folder->path());
    live.source->setLive(live.state);
    QVERIFY(comes([&] { return live.bar().sentence() == "live, nothing has come yet"; }));
    QVERIFY(live.window.currentView() == nullptr);
    QVERIFY(!live.tab().failure());
    live.grow(500);
    QVERIFY(live.shows(500));
    QCOMPARE(live.bar().sentence(), QString("live, 0.5 s, 500 events"));
}

void TestLiveTab::anUnknownRunIsASentence()
{
    const LiveWindow live(m_folder->path());
    QVERIFY(comes([&] { return live.tab().failure().has_value(); }));
    QVERIFY(live.tab().failure()->kind == ErrorKind::NotFound);
}

void TestLiveTab::timelinesExtendAndStatisticsFollow()
{
    LiveWindow live(m_folder->path());
    Tick before = 0;
    for (const Tick ticks : {500, 1'000, 1'700}) {
        live.grow(ticks);
        QVERIFY(live.shows(ticks));
        QVERIFY(live.view().history().range() == live.view().history().whole());
        QVERIFY(live.shownEnd() > before);
        before = live.shownEnd();
        QCOMPARE(live.view().trace().info.range.end, ticks + 1);
    }
    QCOMPARE(live.bar().sentence(), QString("live, 1.7 s, 1.7 k events"));
}

void TestLiveTab::whoIsZoomedInStaysWhereHeIs()
{
    LiveWindow live(m_folder->path());
    live.grow(500);
    QVERIFY(live.shows(500));
    const TickRange zoomed{.begin = 100, .end = 200};
    live.view().history().showRange(zoomed, QStringLiteral("zoom"));
    live.grow(900);
    QVERIFY(live.shows(900));
    QVERIFY(live.view().history().range() == zoomed);
}

void TestLiveTab::chartsRowsAndSelectionStay()
{
    LiveWindow live(m_folder->path());
    live.grow(500);
    QVERIFY(live.shows(500));
    live.view().history().setRowHeightPercent(150);
    const gui::models::SelectedVisit visit{
        .location = LocationRef(0),
        .region = live.view().trace().definitions->regions.back().ref,
        .visit = {.begin = 110, .end = 160},
        .depth = 2};
    live.view().selection().selectVisit(visit);
    live.grow(900);
    QVERIFY(live.shows(900));
    QCOMPARE(live.view().history().state().rowHeightPercent, 150);
    QVERIFY(live.view().selection().visit() == visit);
}

void TestLiveTab::pauseHoldsThePictureAndCatchesUp()
{
    LiveWindow live(m_folder->path());
    live.grow(500);
    QVERIFY(live.shows(500));
    live.bar().pauseButton().click();
    live.grow(900);
    QVERIFY(live.staysAt(500));
    QCOMPARE(
        live.bar().sentence(), QString("paused at 0.5 s; the recording goes on, 0.9 s so far"));
    live.grow(1'300);
    live.bar().pauseButton().click();
    QVERIFY(live.shows(1'300));
}

void TestLiveTab::stopAsksTheRecorderOnce()
{
    LiveWindow live(m_folder->path());
    live.grow(500);
    QVERIFY(live.shows(500));
    live.bar().stopButton().click();
    QCOMPARE(live.source->stopsAsked(), 1);
    live.grow(600, LivePhase::Stopping);
    QVERIFY(live.shows(600));
    QVERIFY(!live.bar().stopButton().isEnabled());
    QVERIFY(
        live.bar().sentence().startsWith("the recording was told to stop; the program runs on"));
}

void TestLiveTab::anEndedRunSaysWhereItsArchiveIs()
{
    LiveWindow live(m_folder->path());
    live.grow(500);
    QVERIFY(live.shows(500));
    live.state.archive = "/there/traces.otf2";
    live.grow(700, LivePhase::Ended);
    QVERIFY(live.shows(700));
    QVERIFY(
        comes([&] { return live.bar().sentence().contains("Its archive is /there/traces.otf2"); }));
    QVERIFY(!live.bar().stopButton().isVisible());
    QVERIFY(!live.bar().pauseButton().isVisible());
}

void TestLiveTab::aLostRecorderIsToldByAnotherSign()
{
    LiveWindow live(m_folder->path());
    live.grow(500);
    QVERIFY(live.shows(500));
    const QRect sign(0, 0, 30, live.bar().height());
    const QImage before = live.bar().grab(sign).toImage().convertToFormat(QImage::Format_Mono);
    live.state.phase = LivePhase::Lost;
    live.source->setLive(live.state);
    QVERIFY(comes([&] { return live.bar().sentence().startsWith("the recorder is gone"); }));
    QVERIFY(before != live.bar().grab(sign).toImage().convertToFormat(QImage::Format_Mono));
    QVERIFY(live.shownEnd() == 501);
}

void TestLiveTab::olderArchivesAreClosed()
{
    LiveWindow live(m_folder->path());
    for (const Tick ticks : {500, 1'000, 1'700}) {
        live.grow(ticks);
        QVERIFY(live.shows(ticks));
    }
    QCOMPARE(live.source->closed().size(), std::size_t{2});
}

void TestLiveTab::buttonsAreReachedByKeyboardAndNamed()
{
    LiveWindow live(m_folder->path());
    live.grow(500);
    QVERIFY(live.shows(500));
    for (const QPushButton* button : {&live.bar().pauseButton(), &live.bar().stopButton()}) {
        QVERIFY((button->focusPolicy() & Qt::TabFocus) != 0);
        QVERIFY(!button->text().isEmpty());
        QVERIFY(!button->toolTip().isEmpty());
        QVERIFY(!button->accessibleDescription().isEmpty());
    }
    QTest::keyClick(&live.bar().pauseButton(), Qt::Key_Space);
    QVERIFY(live.tab().live()->isPaused());
}

VELLUM_TEST_GUI(TestLiveTab)
#include "test_live_tab.moc"
