#include "common/client/connection.h"
#include "tests/support/program/test_program.h"
#include "tests/support/recording_listener.h"
#include "tests/support/server_process.h"

#include <QDir>
#include <QProcess>
#include <QString>
#include <QTemporaryDir>

#include <optional>
#include <string>
#include <vector>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test across many rooms
using client::Connection;
using client::OpenedTrace;
using tests::RecordingListener;
using tests::ServerProcess;

namespace {

constexpr int kLocations = 1'024;

query::TimelineRequest timelineOf(const OpenedTrace& trace, Tick begin = 0)
{
    const TickRange range = trace.info.range;
    return {
        .scope = {.window = {.begin = range.begin + begin, .end = range.end}}, .columns = 1'920};
}

}  // namespace

/// Questions of views that go on, asked of the real program over real sockets.
class TestNewerView : public QObject {
    Q_OBJECT

    [[nodiscard]] QString runtime() const { return m_folder.filePath(QStringLiteral("run")); }
    [[nodiscard]] static std::optional<OpenedTrace> open(
        Connection& connection, RecordingListener& listener, const std::string& path)
    {
        const auto opened = listener.waitForOpened(connection.open(path));
        return opened && opened->isOk() ? std::optional(opened->value()) : std::nullopt;
    }

    QTemporaryDir m_folder;
    std::string m_archive;

private slots:
    void initTestCase()
    {
        const QString out = m_folder.filePath(QStringLiteral("many"));
        QVERIFY(QDir().mkdir(runtime()));
        QCOMPARE(
            QProcess::execute(
                qEnvironmentVariable("VELLUM_BIN_DIR") + QStringLiteral("/vellum-generate"),
                {QStringLiteral("big"),
                 QStringLiteral("--locations"),
                 QString::number(kLocations),
                 QStringLiteral("--events"),
                 QStringLiteral("600"),
                 QStringLiteral("--out"),
                 out}),
            0);
        m_archive = out.toStdString() + "/traces.otf2";
    }

    void aProgressiveTimelineIsProvisionalAndThenExact()
    {
        ServerProcess server({}, runtime());
        RecordingListener listener;
        const auto connection = Connection::start({.url = server.url()}, listener);
        const auto trace = open(*connection, listener, m_archive);
        QVERIFY(trace.has_value());
        query::TimelineRequest request = timelineOf(*trace);
        const auto number = connection->ask(trace->handle, request, {.progressive = true});
        const auto provisional = listener.waitForProvisional(number);
        const auto exact = listener.waitForAnswer(number);
        QVERIFY(provisional && exact && exact->isOk());
        // The one is what fewer columns would be answered with, the other what is answered unprogressively.
        const auto same = listener.waitForAnswer(connection->ask(trace->handle, request));
        QVERIFY(same && same->isOk() && same->value() == exact->value());
        QVERIFY(std::get<query::Timeline>(exact->value()).exact);
        query::Timeline rough = std::get<query::Timeline>(*provisional);
        QVERIFY(!rough.exact);
        QCOMPARE(rough.rows.size(), std::size_t{kLocations});
        QVERIFY(rough.columns < request.columns);
        request.columns = rough.columns;
        rough.exact = true;
        const auto few = listener.waitForAnswer(connection->ask(trace->handle, request));
        QVERIFY(few && few->isOk() && few->value() == query::Answer(rough));
        QCOMPARE(listener.doubles(), 0);
    }

    /// What summed rows, the summary chart and the overview strip ask.
    void aProgressiveSummaryTimelineIsProvisionalAndThenExact()
    {
        ServerProcess server({}, runtime());
        RecordingListener listener;
        const auto connection = Connection::start({.url = server.url()}, listener);
        const auto trace = open(*connection, listener, m_archive);
        QVERIFY(trace.has_value());
        query::SummaryTimelineRequest request{
            .window = trace->info.range, .columns = 1'920, .rows = {{}}};
        const auto number = connection->ask(trace->handle, request, {.progressive = true});
        const auto provisional = listener.waitForProvisional(number);
        const auto exact = listener.waitForAnswer(number);
        QVERIFY(provisional && exact && exact->isOk());
        const auto same = listener.waitForAnswer(connection->ask(trace->handle, request));
        QVERIFY(same && same->isOk() && same->value() == exact->value());
        QVERIFY(std::get<query::SummaryTimeline>(exact->value()).exact);
        query::SummaryTimeline rough = std::get<query::SummaryTimeline>(*provisional);
        QVERIFY(!rough.exact && rough.columns < request.columns);
        request.columns = rough.columns;
        rough.exact = true;
        const auto few = listener.waitForAnswer(connection->ask(trace->handle, request));
        QVERIFY(few && few->isOk() && few->value() == query::Answer(rough));
        QCOMPARE(listener.doubles(), 0);
    }

    void aNewerGenerationTakesTheOlderBack()
    {
        constexpr std::uint64_t kViews = 12;
        ServerProcess server({QStringLiteral("--threads"), QStringLiteral("1")}, runtime());
        RecordingListener listener;
        const auto connection = Connection::start({.url = server.url()}, listener);
        const auto trace = open(*connection, listener, m_archive);
        QVERIFY(trace.has_value());
        std::vector<client::RequestNumber> numbers;
        for (std::uint64_t i = 1; i <= kViews; ++i) {
            numbers.push_back(connection->ask(
                trace->handle,
                timelineOf(*trace, static_cast<Tick>(i)),
                {.view = 5, .generation = i, .progressive = true}));
        }
        const auto newest = listener.waitForAnswer(numbers.back());
        QVERIFY(newest && newest->isOk());
        std::size_t takenBack = 0;
        for (const client::RequestNumber number : numbers) {
            const auto answer = listener.waitForAnswer(number);
            QVERIFY(answer.has_value());
            QVERIFY(answer->isOk() || answer->error().kind == ErrorKind::Cancelled);
            takenBack += answer->isOk() ? 0U : 1U;
        }
        QVERIFY(takenBack > 0);
        // An answer to what comes last shows that nothing else was on its way.
        QVERIFY(listener.waitForAnswer(connection->ask(trace->handle, query::InfoRequest{})));
        QCOMPARE(listener.doubles(), 0);
    }
};

VELLUM_TEST_GUILESS(TestNewerView)
#include "test_newer_view.moc"
