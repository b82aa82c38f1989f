#include "gui/client/remote_data_source.h"
#include "gui/shell/layouts.h"
#include "gui/shell/main_window.h"
#include "server/import/importer.h"
#include "server/query/executor.h"
#include "tests/support/program/test_program.h"

#include <QAction>
#include <QApplication>
#include <QByteArray>
#include <QCoreApplication>
#include <QCursor>
#include <QDir>
#include <QEventLoop>
#include <QFile>
#include <QGuiApplication>
#include <QIODevice>
#include <QImage>
#include <QLatin1Char>
#include <QLocale>
#include <QProcess>
#include <QPushButton>
#include <QScreen>
#include <QSettings>
#include <QSignalSpy>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>
#include <QWidget>

#include <cerrno>
#include <csignal>
#include <functional>
#include <memory>

namespace vellum::gui {

namespace {

using models::Exactness;
using shell::FailurePage;
using shell::LoadingPage;
using shell::MainWindow;
using shell::TraceTab;
using shell::TraceView;

constexpr int kPatienceMs = 60'000;  // against hanging for ever; nothing is timed

constexpr std::uint64_t kBigLocations = 8;
constexpr std::uint64_t kBigEvents = 1'000'000;

QString binary(const char* name)
{
    return qEnvironmentVariable("VELLUM_BIN_DIR") + QLatin1Char('/') + QLatin1String(name);
}

bool generate(const QStringList& arguments)
{
    return QProcess::execute(binary("vellum-generate"), arguments) == 0;
}

bool isRunning(int process)
{
    return ::kill(process, 0) == 0 || errno != ESRCH;
}

/// Whether \p done becomes true, while events are handled. (QTRY_VERIFY nests too deep for the lint.)
bool comes(const std::function<bool()>& done)
{
    return QTest::qWaitFor(done, kPatienceMs);
}

/// The window as the program makes it, with a private server.
class Window {
public:
    Window()
        : m_window(
            [](const QString& connectTo) {
                return std::make_unique<client::RemoteDataSource>(client::ServerChoice{
                    .connectTo = connectTo.toStdString(),
                    .program = binary("vellum").toStdString()});
            },
            QString())
    {
        m_window.resize(1'200, 800);
        m_window.show();
        // A pointer over the chart would be painted.
        QCursor::setPos(QGuiApplication::primaryScreen()->geometry().bottomRight());
    }

    [[nodiscard]] MainWindow& operator*() { return m_window; }
    [[nodiscard]] MainWindow* operator->() { return &m_window; }

    [[nodiscard]] client::RemoteDataSource& source() const
    {
        return dynamic_cast<client::RemoteDataSource&>(*m_window.source());
    }
    [[nodiscard]] TraceView& view() const { return *m_window.currentView(); }
    [[nodiscard]] bool isExact() const
    {
        return m_window.currentView() != nullptr && view().exactness() == Exactness::Exact;
    }
    [[nodiscard]] QImage picture() const { return view().chart().viewport()->grab().toImage(); }

private:
    MainWindow m_window;
};

/// The button on \p page, by a part of its text.
QPushButton* button(QWidget* page, const QString& text)
{
    for (QPushButton* one : page->findChildren<QPushButton*>()) {
        if (one->text().contains(text)) {
            return one;
        }
    }
    return nullptr;
}

void press(QPushButton* button)
{
    QVERIFY(button != nullptr);
    QVERIFY(button->isVisible() && button->isEnabled());
    QTest::mouseClick(button, Qt::LeftButton);
}

/// What the window shows of each location is what the engine answers without any wire.
void compareWithEngine(TraceView& view, const server::store::TraceStore& store)
{
    int compared = 0;
    for (const Location& location : store.definitions.locations) {
        const models::RowPicture* picture = view.timeline().pictureOf(location.ref);
        if (picture == nullptr) {
            continue;  // scrolled away, or folded
        }
        ++compared;
        QVERIFY(picture->timeline->exact);
        QVERIFY(picture->timeline->window == view.history().range());
        const auto expected = server::query::execute(
            store,
            query::TimelineRequest{
                .scope = {.window = view.history().range(), .locations = {location.ref}},
                .columns = picture->timeline->columns,
                .present = view.timeline().present()});
        QVERIFY(expected.isOk());
        QVERIFY(picture->runs() == std::get<query::Timeline>(expected.value()).rows.at(0));
    }
    QVERIFY(compared > 0);
    const query::MessagesRequest& asked = view.timeline().messagesRequest();
    const auto messages = server::query::execute(
        store,
        query::MessagesRequest{
            .scope = asked.scope,
            .limit = models::TimelineModel::kMostBursts,
            .columns = asked.columns,
            .rows = asked.rows});
    QVERIFY(messages.isOk());
    QVERIFY(asked.scope.window == view.history().range());
    if (const auto shown = view.timeline().messages()) {
        QVERIFY(*shown == std::get<query::Messages>(messages.value()));
    } else {
        QVERIFY(store.messages.empty());
    }
}

}  // namespace

/// The window, the real server between, and real archives.
class TestGuiEndToEnd : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString m_small;
    QString m_other;
    QString m_big;

    void writeFile(const QString& name, const QByteArray& bytes);
    /// A tab that is being read right now, with a first sign of progress.
    TraceTab* beginLoadingBig(Window& window);

private slots:
    void initTestCase();

    void whatIsShownIsWhatTheEngineAnswers();
    void cancellingKeepsWhatWasRead();
    void aDeadServerIsSaidAndRestarted();
    void aSecondLossIsSurvivedAsWell();
    void aServerMayDieWhileItIsRestarted();
    void aServerThatDiesWhileLoadingIsRestartedByTryAgain();
    void aPartialTraceComesBackAfterALoss();
    void badInputIsOneSentenceInTheWindow_data();
    void badInputIsOneSentenceInTheWindow();
    void twoTracesAreTwoTabs();
    void aTabMayBeClosedWhileItLoads();
    void closingTheWindowEndsTheServer_data();
    void closingTheWindowEndsTheServer();
    void aWindowMayGoBeforeItsServerIsThere();
};

void TestGuiEndToEnd::writeFile(const QString& name, const QByteArray& bytes)
{
    QFile file(m_folder.filePath(name));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
}

void TestGuiEndToEnd::initTestCase()
{
    QVERIFY(m_folder.isValid());
    qputenv("XDG_RUNTIME_DIR", m_folder.path().toUtf8());
    QCoreApplication::setOrganizationName(QStringLiteral("vellum-test"));
    QCoreApplication::setApplicationName(QStringLiteral("vellum-test"));
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.path());
    const auto folder = [this](const char* name) { return m_folder.filePath(QLatin1String(name)); };
    QVERIFY(generate({"random", "--seed", "11", "--locations", "6", "--out", folder("small")}));
    QVERIFY(generate({"random", "--seed", "12", "--locations", "3", "--out", folder("other")}));
    QVERIFY(generate(
        {"big",
         "--locations",
         QString::number(kBigLocations),
         "--events",
         QString::number(kBigEvents),
         "--out",
         folder("big")}));
    QVERIFY(generate({"damaged", "--kind", "truncated-anchor", "--out", folder("cut")}));
    m_small = folder("small") + QStringLiteral("/traces.otf2");
    m_other = folder("other") + QStringLiteral("/traces.otf2");
    m_big = folder("big") + QStringLiteral("/traces.otf2");
    QVERIFY(QDir(m_folder.path()).mkdir(QStringLiteral("hollow")));
    writeFile("empty.otf2", {});
    writeFile(
        "export.sqlite",
        QByteArray("SQLite format 3\0", 16) + "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL");
    writeFile("long.txt", QByteArray("All work and no play.\n").repeated(1'000'000));
}

void TestGuiEndToEnd::whatIsShownIsWhatTheEngineAnswers()
{
    const auto store = server::import::importTrace(m_small.toStdString());
    QVERIFY(store.isOk());
    Window window;
    window->openTrace(m_small);
    QVERIFY(comes([&] { return window.isExact(); }));
    QVERIFY(window.view().history().range() == store.value()->range);
    compareWithEngine(window.view(), *store.value());
    for (int i = 0; i < 5; ++i) {
        window->action("zoomIn")->trigger();
        QVERIFY(comes([&] { return window.isExact(); }));
        compareWithEngine(window.view(), *store.value());
    }
    QVERIFY(window.view().history().range().length() < store.value()->range.length());
    window->action("undo")->trigger();
    window->action("fullRange")->trigger();
    QVERIFY(comes([&] { return window.isExact(); }));
    QVERIFY(window.view().history().range() == store.value()->range);
    compareWithEngine(window.view(), *store.value());
}

TraceTab* TestGuiEndToEnd::beginLoadingBig(Window& window)
{
    TraceTab* tab = window->openTrace(m_big);
    QSignalSpy progress(window->source(), &data::DataSource::openProgress);
    while (tab->isLoading() && progress.empty()) {
        progress.wait(kPatienceMs);
    }
    return tab;
}

void TestGuiEndToEnd::cancellingKeepsWhatWasRead()
{
    Window window;
    TraceTab* tab = beginLoadingBig(window);
    QVERIFY2(tab->isLoading(), "the trace is too small to be caught while it is read");
    auto* page = tab->findChild<LoadingPage*>();
    QVERIFY(page != nullptr);
    press(button(page, "Cancel"));
    QVERIFY(comes([&] { return window.isExact(); }));
    const query::TraceInfo& info = tab->view()->trace().info;
    QVERIFY(!info.complete);
    QVERIFY(info.events < kBigLocations * kBigEvents);
    const QString events = QLocale(QLocale::English).toString(static_cast<qulonglong>(info.events));
    QVERIFY2(tab->notice().sentence().contains(events), qPrintable(tab->notice().sentence()));
}

void TestGuiEndToEnd::aDeadServerIsSaidAndRestarted()
{
    Window window;
    window->openTrace(m_small);
    QVERIFY(comes([&] { return window.isExact(); }));
    // Of several charts each would give some of its height to the notice, and draw lower rows.
    window.view().frame().applyLayout(shell::layouts::layoutOf({QStringLiteral("master")}));
    window->action("zoomIn")->trigger();
    QVERIFY(comes([&] { return window.isExact(); }));
    const QImage before = window.picture();
    const TickRange range = window.view().history().range();
    TraceView* view = &window.view();

    const int first = window.source().serverProcessId();
    QVERIFY(first > 0);
    QCOMPARE(::kill(first, SIGKILL), 0);
    shell::NoticeBar& notice = window->currentTab()->notice();
    QVERIFY(comes([&] { return notice.isVisible(); }));
    QVERIFY2(notice.sentence().contains("server"), qPrintable(notice.sentence()));
    QVERIFY(notice.actionButton()->isVisible());
    QCoreApplication::processEvents();
    // The notice takes some height from the chart; what is left of it is as it was.
    const QImage kept = window.picture();
    QVERIFY(kept.height() > before.height() / 2);
    QCOMPARE(kept, before.copy(kept.rect()));

    press(notice.actionButton());
    QVERIFY(comes([&] { return !notice.isVisible() && window.isExact(); }));
    const int second = window.source().serverProcessId();
    QVERIFY(second > 0 && second != first);
    QCOMPARE(window->currentView(), view);
    QVERIFY(view->history().range() == range);
    QCOMPARE(window.picture(), before);
    // It answers, and does not only look so.
    const auto store = server::import::importTrace(m_small.toStdString());
    window->action("zoomIn")->trigger();
    QVERIFY(comes([&] { return window.isExact(); }));
    compareWithEngine(*view, *store.value());
}

void TestGuiEndToEnd::aSecondLossIsSurvivedAsWell()
{
    Window window;
    window->openTrace(m_small);
    QVERIFY(comes([&] { return window.isExact(); }));
    const QImage before = window.picture();
    shell::NoticeBar& notice = window->currentTab()->notice();
    for (int i = 0; i < 3; ++i) {
        QCOMPARE(::kill(window.source().serverProcessId(), SIGKILL), 0);
        QVERIFY(comes([&] { return notice.isVisible(); }));
        QCOMPARE(window.source().serverProcessId(), 0);
        press(notice.actionButton());
        QVERIFY(comes([&] { return !notice.isVisible() && window.isExact(); }));
        QCOMPARE(window.picture(), before);
    }
}

void TestGuiEndToEnd::aServerMayDieWhileItIsRestarted()
{
    Window window;
    window->openTrace(m_small);
    QVERIFY(comes([&] { return window.isExact(); }));
    const QImage before = window.picture();
    QPushButton* restart = window->currentTab()->notice().actionButton();
    const auto isOffered = [restart] { return restart->isVisible() && restart->isEnabled(); };
    QCOMPARE(::kill(window.source().serverProcessId(), SIGKILL), 0);
    for (int i = 0; i < 3; ++i) {
        QVERIFY(comes([&] { return isOffered(); }));
        press(restart);
        QVERIFY(comes([&] { return window.source().serverProcessId() > 0; }));
        QCOMPARE(::kill(window.source().serverProcessId(), SIGKILL), 0);
    }
    QVERIFY(comes([&] { return isOffered(); }));
    press(restart);
    QVERIFY(comes([&] { return !restart->isVisible() && window.isExact(); }));
    QCOMPARE(window.picture(), before);
}

void TestGuiEndToEnd::aServerThatDiesWhileLoadingIsRestartedByTryAgain()
{
    Window window;
    TraceTab* tab = beginLoadingBig(window);
    QVERIFY(tab->isLoading());
    QCOMPARE(::kill(window.source().serverProcessId(), SIGKILL), 0);
    QVERIFY(comes([&] { return tab->failure().has_value(); }));
    QCOMPARE(tab->failure()->kind, ErrorKind::Unavailable);
    press(button(tab->findChild<FailurePage*>(), "Try again"));
    QVERIFY(comes([&] { return window.isExact(); }));
    QVERIFY(tab->view()->trace().info.complete);
}

void TestGuiEndToEnd::aPartialTraceComesBackAfterALoss()
{
    Window window;
    TraceTab* tab = beginLoadingBig(window);
    QVERIFY(tab->isLoading());
    tab->cancelLoading();
    QVERIFY(comes([&] { return window.isExact(); }));
    QVERIFY(!tab->view()->trace().info.complete);
    QCOMPARE(::kill(window.source().serverProcessId(), SIGKILL), 0);
    QVERIFY(comes([&] { return tab->notice().actionButton()->isVisible(); }));
    QSignalSpy restored(window->source(), &data::DataSource::restored);
    QSignalSpy lost(window->source(), &data::DataSource::lost);
    press(tab->notice().actionButton());
    QVERIFY(comes([&] { return !restored.empty() || !lost.empty(); }));
    QVERIFY2(lost.empty(), lost.empty() ? "" : lost[0][0].value<vellum::Error>().message.c_str());
    QVERIFY(comes([&] { return window.isExact(); }));
}

void TestGuiEndToEnd::badInputIsOneSentenceInTheWindow_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("fact");
    QTest::newRow("no file") << "nothing.otf2"
                             << "";
    QTest::newRow("a directory without an archive") << "hollow"
                                                    << "";
    QTest::newRow("an empty file") << "empty.otf2"
                                   << "empty";
    QTest::newRow("a damaged Nsight export") << "export.sqlite"
                                             << "no SQLite database";
    QTest::newRow("a long text") << "long.txt"
                                 << "";
    QTest::newRow("a truncated anchor") << "cut/traces.otf2"
                                        << "";
}

void TestGuiEndToEnd::badInputIsOneSentenceInTheWindow()
{
    QFETCH(const QString, name);
    QFETCH(const QString, fact);
    Window window;
    TraceTab* tab = window->openTrace(m_folder.filePath(name));
    QVERIFY(comes([&] { return !tab->isLoading(); }));
    QVERIFY(tab->failure().has_value());
    const auto* page = tab->findChild<FailurePage*>();
    QVERIFY(page != nullptr && page->isVisible());
    QVERIFY2(page->sentence().contains(m_folder.filePath(name)), qPrintable(page->sentence()));
    QVERIFY2(page->sentence().contains(fact), qPrintable(page->sentence()));
    QVERIFY2(!page->sentence().contains('\n'), qPrintable(page->sentence()));
    QCOMPARE(QApplication::activeModalWidget(), nullptr);
    for (const QWidget* top : QApplication::topLevelWidgets()) {
        QVERIFY2(!top->isVisible() || top == &*window, top->metaObject()->className());
    }
    // The server lives on.
    window->openTrace(m_small);
    QVERIFY(comes([&] { return window.isExact(); }));
    QCOMPARE(window->tabCount(), 2);
}

void TestGuiEndToEnd::twoTracesAreTwoTabs()
{
    const auto small = server::import::importTrace(m_small.toStdString());
    const auto other = server::import::importTrace(m_other.toStdString());
    QVERIFY(small.isOk() && other.isOk());
    Window window;
    TraceTab* first = window->openTrace(m_small);
    TraceTab* second = window->openTrace(m_other);
    QCOMPARE(window->tabCount(), 2);
    QCOMPARE(window->currentTab(), second);
    QVERIFY(comes([&] { return window.isExact() && first->view() != nullptr; }));
    compareWithEngine(*second->view(), *other.value());
    window->action("closeTab")->trigger();
    QCOMPARE(window->currentTab(), first);
    QVERIFY(comes([&] { return window.isExact(); }));
    compareWithEngine(*first->view(), *small.value());
    // Its overview came with it.
    QVERIFY(first->view()->overview().isVisible());
}

void TestGuiEndToEnd::aTabMayBeClosedWhileItLoads()
{
    Window window;
    (void)beginLoadingBig(window);
    QSignalSpy opened(window->source(), &data::DataSource::opened);
    window->action("closeTab")->trigger();
    QCOMPARE(window->tabCount(), 0);
    QVERIFY(comes([&] { return !opened.empty(); }));
    const auto trace = opened[0][1].value<std::shared_ptr<const data::Trace>>();
    if (trace) {
        // Nobody has it: the server must not keep it either.
        QSignalSpy answered(window->source(), &data::DataSource::answered);
        window->source()->ask(trace->id, query::InfoRequest{});
        QVERIFY(comes([&] { return !answered.empty(); }));
        QVERIFY(!answered[0][1].value<std::shared_ptr<const query::Answer>>());
    }
    window->openTrace(m_small);
    QVERIFY(comes([&] { return window.isExact(); }));
}

void TestGuiEndToEnd::closingTheWindowEndsTheServer_data()
{
    QTest::addColumn<bool>("isLoading");
    QTest::newRow("at rest") << false;
    QTest::newRow("while loading") << true;
}

void TestGuiEndToEnd::closingTheWindowEndsTheServer()
{
    QFETCH(const bool, isLoading);
    auto window = std::make_unique<Window>();
    if (isLoading) {
        QVERIFY(beginLoadingBig(*window)->isLoading());
    } else {
        (**window).openTrace(m_small);
        QVERIFY(comes([&] { return window->isExact(); }));
    }
    const int process = window->source().serverProcessId();
    QVERIFY(process > 0);
    QVERIFY(isRunning(process));
    (**window).close();
    window.reset();
    QVERIFY(!isRunning(process));
}

void TestGuiEndToEnd::aWindowMayGoBeforeItsServerIsThere()
{
    for (int i = 0; i < 10; ++i) {
        Window window;
        window->openTrace(m_small);
        // At every stage of connecting: the events of the first rounds have not been handled.
        for (int j = 0; j < i; ++j) {
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        }
    }
}

}  // namespace vellum::gui

VELLUM_TEST_GUI(vellum::gui::TestGuiEndToEnd)
#include "test_gui_end_to_end.moc"
