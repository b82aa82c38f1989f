// A whole session as somebody who looks for something plays it: real archive, real private server, real
// window; zoom by drag, select, step, find, bookmark, undo, filter, statistics, note, picture. At each
// step the numbers are those of the engine without any wire.

#include "gui/client/remote_data_source.h"
#include "gui/shell/main_window.h"
#include "server/import/importer.h"
#include "server/query/executor.h"
#include "tests/gui/mouse.h"
#include "tests/support/program/test_program.h"

#include <QAction>
#include <QCoreApplication>
#include <QFileInfo>
#include <QImage>
#include <QInputDialog>
#include <QLatin1Char>
#include <QPoint>
#include <QProcess>
#include <QRect>
#include <QRegularExpression>
#include <QSet>
#include <QSettings>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>
#include <QToolButton>

#include <functional>
#include <memory>

namespace vellum::gui {

namespace {

using charts::TimelineChart;
using models::Exactness;
using shell::MainWindow;
using shell::TraceView;

constexpr int kPatienceMs = 60'000;  // against hanging for ever; nothing is timed

QString binary(const char* name)
{
    return qEnvironmentVariable("VELLUM_BIN_DIR") + QLatin1Char('/') + QLatin1String(name);
}

bool comes(const std::function<bool()>& done)
{
    return QTest::qWaitFor(done, kPatienceMs);
}

/// A window with a private server, and hands on it.
struct Session {
    explicit Session(const QString& trace)
        : window(
            [](const QString& connectTo) {
                return std::make_unique<client::RemoteDataSource>(client::ServerChoice{
                    .connectTo = connectTo.toStdString(),
                    .program = binary("vellum").toStdString()});
            },
            QString())
    {
        window.resize(1'400, 900);
        window.show();
        window.openTrace(trace);
    }

    [[nodiscard]] TraceView& view() const { return *window.currentView(); }
    [[nodiscard]] TimelineChart& chart() const { return view().chart(); }
    [[nodiscard]] bool isExact() const
    {
        return window.currentView() != nullptr && view().exactness() == Exactness::Exact;
    }
    void run(const char* action) const
    {
        QVERIFY2(window.action(action)->isEnabled(), action);
        window.action(action)->trigger();
    }

    /// A point on a location's row, at a share of the chart's width.
    [[nodiscard]] QPoint at(double share, LocationRef location) const
    {
        const QRect row = chart().rowRect(location).value();
        return {row.left() + static_cast<int>(share * row.width()), row.center().y()};
    }
    void drag(QPoint from, QPoint to, Qt::KeyboardModifiers modifiers = {}) const
    {
        tests::dragPointer(chart(), from, to, Qt::LeftButton, modifiers);
    }
    void choose(const char* choice) const
    {
        auto* button = chart().selectionBar().findChild<QToolButton*>(QLatin1String(choice));
        QVERIFY2(button->isVisible(), choice);
        QTest::mouseClick(button, Qt::LeftButton);
    }

    MainWindow window;
};

}  // namespace

class TestAnalysisSession : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString m_trace;
    std::unique_ptr<Session> m_session;
    std::shared_ptr<const server::store::TraceStore> m_store;
    TickRange m_zoomed;
    models::SelectedVisit m_visit;

    template <typename Answer, typename Request>
    [[nodiscard]] Answer engine(const Request& request) const
    {
        const auto answer = server::query::execute(*m_store, request);
        return answer.isOk() ? std::get<Answer>(answer.value()) : Answer();
    }
    [[nodiscard]] bool settles() const
    {
        return comes([this] { return m_session->isExact(); });
    }
    [[nodiscard]] LocationRef location(std::size_t place) const
    {
        return m_store->definitions.locations[place].ref;
    }

private slots:
    // In this order: each step goes on from the one before.

    void initTestCase();
    void itOpensTheTrace();
    void itZoomsByDragging();
    void itSelectsAVisit();
    void itStepsToTheNextVisit();
    void itFindsAllOfThem();
    void itKeepsABookmark();
    void itUndoesAndRedoes();
    void itFiltersRows();
    void itMakesStatisticsOfAnArea();
    void itWritesANote();
    void itTakesPictures();
    void itComesBackTheNextDay();
};

void TestAnalysisSession::initTestCase()
{
    QVERIFY(m_folder.isValid());
    qputenv("XDG_RUNTIME_DIR", m_folder.path().toUtf8());
    QCoreApplication::setOrganizationName(QStringLiteral("vellum-test"));
    QCoreApplication::setApplicationName(QStringLiteral("vellum-test"));
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.path());
    const QString folder = m_folder.filePath(QStringLiteral("run"));
    const QStringList arguments = {"random", "--seed", "11", "--locations", "6", "--out", folder};
    QCOMPARE(QProcess::execute(binary("vellum-generate"), arguments), 0);
    m_trace = folder + QStringLiteral("/traces.otf2");
    auto store = server::import::importTrace(m_trace.toStdString());
    QVERIFY(store.isOk());
    m_store = store.value();
}

void TestAnalysisSession::itOpensTheTrace()
{
    m_session = std::make_unique<Session>(m_trace);
    QVERIFY(settles());
    QVERIFY(m_session->view().history().range() == m_store->range);
}

void TestAnalysisSession::itZoomsByDragging()
{
    const LocationRef first = location(0);
    m_session->drag(m_session->at(0.25, first), m_session->at(0.75, first), Qt::ControlModifier);
    QVERIFY(settles());
    m_zoomed = m_session->view().history().range();
    const double share =
        static_cast<double>(m_zoomed.length()) / static_cast<double>(m_store->range.length());
    QVERIFY2(std::abs(share - 0.5) < 0.02, qPrintable(QString::number(share)));
    const auto expected =
        engine<query::Profile>(query::ProfileRequest{.scope = {.window = m_zoomed}});
    QVERIFY(*m_session->view().summary().profile() == expected);
}

void TestAnalysisSession::itSelectsAVisit()
{
    // Some pixel of the first row under which there is a function, as the engine says.
    const QRect row = m_session->chart().rowRect(location(0)).value();
    const double ratio = m_session->chart().viewport()->devicePixelRatioF();
    const int columns = static_cast<int>(row.width() * ratio);
    query::VisitDetail detail;
    int x = row.width() / 3;
    for (; x < row.width() && detail.stack.empty(); ++x) {
        const Columns all{.range = m_zoomed, .count = columns};
        const Tick tick = all.boundary(static_cast<std::int64_t>(x * ratio));
        detail =
            engine<query::VisitDetail>(query::DetailRequest{.location = location(0), .tick = tick});
    }
    QVERIFY(!detail.stack.empty());
    QTest::mouseClick(
        m_session->chart().viewport(),
        Qt::LeftButton,
        {},
        QPoint(row.left() + x - 1, row.center().y()));
    const auto& selection = m_session->view().selection();
    QVERIFY(comes([&] { return selection.visit().has_value(); }));
    m_visit = *selection.visit();
    QVERIFY(m_visit.visit == detail.stack.back().visit);
    QVERIFY(m_visit.region == detail.stack.back().region);
}

void TestAnalysisSession::itStepsToTheNextVisit()
{
    const std::string name = m_store->definitions.find(m_visit.region)->name;
    const auto hits = engine<query::SearchHits>(query::SearchRequest{
        .scope = {.window = m_store->range, .locations = {m_visit.location}},
        .pattern =
            '^' + QRegularExpression::escape(QString::fromStdString(name)).toStdString() + '$',
        .limit = 10'000});
    const auto here = std::ranges::find_if(hits.hits, [this](const query::SearchHit& hit) {
        return hit.visit == m_visit.visit && hit.depth == m_visit.depth;
    });
    QVERIFY(here != hits.hits.end());
    const bool hasNext = std::next(here) != hits.hits.end();
    QTest::keyClick(&m_session->chart(), hasNext ? Qt::Key_Period : Qt::Key_Comma);
    const auto& selection = m_session->view().selection();
    QVERIFY(comes([&] { return selection.visit() && !(*selection.visit() == m_visit); }));
    QVERIFY(selection.visit()->visit == (hasNext ? std::next(here) : std::prev(here))->visit);
    QVERIFY(m_session->view().history().range().contains(selection.visit()->visit.begin));
}

void TestAnalysisSession::itFindsAllOfThem()
{
    const std::string name = m_store->definitions.find(m_visit.region)->name;
    const auto hits = engine<query::SearchHits>(query::SearchRequest{
        .scope = {.window = m_store->range},
        .pattern =
            '^' + QRegularExpression::escape(QString::fromStdString(name)).toStdString() + '$',
        .limit = 1});
    m_session->window.findField().findExactly(QString::fromStdString(name));
    auto& search = m_session->view().search();
    QVERIFY(comes([&] { return search.currentHit() != nullptr; }));
    QCOMPARE(search.count(), hits.count);
    const auto first = search.currentHit()->visit;
    m_session->run("findNext");
    QVERIFY(hits.count == 1 || !(search.currentHit()->visit == first));
    QVERIFY(settles());
}

void TestAnalysisSession::itKeepsABookmark()
{
    auto& history = m_session->view().history();
    history.showRange(m_zoomed, "test");
    m_session->run("storeBookmark1");
    m_session->run("fullRange");
    QVERIFY(history.range() == m_store->range);
    m_session->run("bookmark1");
    QVERIFY(history.range() == m_zoomed);
}

void TestAnalysisSession::itUndoesAndRedoes()
{
    auto& history = m_session->view().history();
    QCOMPARE(m_session->window.action("undo")->text(), QStringLiteral("&Undo bookmark 1"));
    m_session->run("undo");
    QVERIFY(history.range() == m_store->range);
    while (history.canUndo()) {
        m_session->run("undo");
    }
    QVERIFY(history.range() == m_store->range);
    while (history.canRedo()) {
        m_session->run("redo");
    }
    QVERIFY(history.range() == m_zoomed);
    QVERIFY(settles());
}

void TestAnalysisSession::itFiltersRows()
{
    m_session->drag(m_session->at(0.3, location(0)), m_session->at(0.6, location(1)));
    QVERIFY(m_session->view().selection().area());
    const auto kept = *m_session->view().selection().area()->locations;
    m_session->choose("Filter");
    QVERIFY(settles());
    QVERIFY(m_session->view().history().range() == m_zoomed);
    QVERIFY(m_session->chart().rowRect(location(0)) && m_session->chart().rowRect(location(1)));
    QVERIFY(!m_session->chart().rowRect(location(5)));
    const auto expected = engine<query::Profile>(
        query::ProfileRequest{.scope = {.window = m_zoomed, .locations = kept}});
    QVERIFY(*m_session->view().summary().profile() == expected);
}

void TestAnalysisSession::itMakesStatisticsOfAnArea()
{
    m_session->drag(m_session->at(0.2, location(0)), m_session->at(0.4, location(0)));
    const TickRange range = m_session->view().selection().area()->range;
    m_session->choose("Statistics");
    QVERIFY(settles());
    const auto expected = engine<query::Profile>(query::ProfileRequest{
        .scope = {.window = range, .locations = m_session->view().history().filters().scope()}});
    QVERIFY(*m_session->view().summary().profile() == expected);
    QTest::keyClick(&m_session->chart(), Qt::Key_Escape);
    QVERIFY(settles());
    QVERIFY(m_session->view().summary().profile()->window == m_zoomed);
}

void TestAnalysisSession::itWritesANote()
{
    m_session->run("addNote");
    auto* dialog = m_session->view().findChild<QInputDialog*>();
    QVERIFY(dialog != nullptr);
    dialog->setTextValue("here it waits");
    dialog->accept();
    QCOMPARE(m_session->view().moves().notes().notes().size(), std::size_t{1});
}

void TestAnalysisSession::itTakesPictures()
{
    for (const char* theme : {"theme1", "theme2"}) {
        m_session->run(theme);
        QVERIFY(settles());
        const QImage picture = m_session->window.grab().toImage();
        const QString file = m_folder.filePath(QLatin1String(theme) + QStringLiteral(".png"));
        QVERIFY(picture.save(file));
        QVERIFY(QFileInfo(file).size() > 10'000);
    }
    MainWindow::applyTheme(MainWindow::ThemeChoice::Light);
}

void TestAnalysisSession::itComesBackTheNextDay()
{
    m_session.reset();
    m_session = std::make_unique<Session>(m_trace);
    QVERIFY(settles());
    QCOMPARE(
        m_session->view().moves().notes().notes().front().text, QStringLiteral("here it waits"));
    m_session->run("bookmark1");
    QVERIFY(m_session->view().history().range() == m_zoomed);
    QVERIFY(settles());
    m_session.reset();
}

}  // namespace vellum::gui

VELLUM_TEST_GUI(vellum::gui::TestAnalysisSession)
#include "test_analysis_session.moc"
