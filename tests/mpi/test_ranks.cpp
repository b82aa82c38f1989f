#include "common/client/blocking_client.h"
#include "tests/generate/random_archive.h"
#include "tests/mpi/golden_archive.h"
#include "tests/mpi/mpi_server.h"
#include "tests/mpi/one_process.h"
#include "tests/support/eventually.h"
#include "tests/support/every_request.h"
#include "tests/support/limit_requests.h"
#include "tests/support/program/test_program.h"
#include "tests/support/recording_listener.h"

#include <QByteArray>
#include <QDir>
#include <QDirIterator>
#include <QLatin1Char>
#include <QList>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include <csignal>
#include <map>
#include <memory>
#include <vector>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test across a few rooms
using client::Connection;
using tests::contentOf;
using tests::eventually;
using tests::MpiServer;
using tests::RecordingListener;

namespace {

QDir goldens()
{
    return {qEnvironmentVariable("VELLUM_SOURCE_DIR") + QStringLiteral("/tests/query")};
}

/// The questions of one golden test, each in words.
QList<QStringList> questionsOf(const QString& golden)
{
    QList<QStringList> all;
    for (const QByteArray& line : contentOf(goldens().filePath(golden)).split('\n')) {
        // Comparisons are made of other answers, and name traces of their own.
        if (!line.isEmpty() && !line.startsWith('#') && !line.startsWith("compare ")) {
            all.append(QString::fromUtf8(line).split(QLatin1Char(' '), Qt::SkipEmptyParts));
        }
    }
    return all;
}

QStringList goldenQueries()
{
    return goldens().entryList({QStringLiteral("*.query")}, QDir::Files);
}

/// Those of all golden tests, and more that a larger trace allows.
QList<QStringList> questions()
{
    QList<QStringList> all;
    for (const QString& golden : goldenQueries()) {
        all.append(questionsOf(golden));
    }
    for (
        const char* more :
        {"timeline --columns 333 --format json",
         "timeline --columns 200 --present collectives --present io --present markers --format json",
         "summary-timeline --columns 40 --by region --format json",
         "profile --per-location --format json",
         "call-tree --format json",
         "search --name . --limit 500 --format json",
         "events --limit 2000 --format json",
         "counters --columns 50 --format json",
         "markers --format json",
         "launches --format json",
         "collectives --format json",
         "io --format json",
         "locations --format json",
         "matrix --by location --format json"}) {
        all.append(QString::fromLatin1(more).split(QLatin1Char(' ')));
    }
    return all;
}

/// One rank beside four.
class TwoServers {
public:
    using Requests = std::vector<query::Request> (*)(const Definitions&, TickRange);

    TwoServers()
        : m_here(client::BlockingClient::connect({.url = m_one.url()}))
        , m_there(client::BlockingClient::connect({.url = m_four.url()}))
    {
    }

    /// The first request about \p path that the two answer differently; empty if there is none.
    [[nodiscard]] QString faultOf(const QString& path, Requests requests) const
    {
        if (!m_here.isOk() || !m_there.isOk()) {
            return QStringLiteral("a server does not start");
        }
        const auto here = m_here.value()->open(path.toStdString());
        const auto there = m_there.value()->open(path.toStdString());
        if (!here.isOk() || !there.isOk() || !(here.value().info == there.value().info)) {
            return path + QStringLiteral(" is opened differently");
        }
        for (const query::Request& request :
             requests(*here.value().definitions, here.value().info.range)) {
            const auto a = m_here.value()->ask(here.value().handle, request);
            const auto b = m_there.value()->ask(there.value().handle, request);
            if (a.isOk() != b.isOk()
                || (a.isOk() ? a.value() != b.value() : a.error() != b.error())) {
                return path + QStringLiteral(": kind %1").arg(request.index());
            }
        }
        return {};
    }

private:
    MpiServer m_one{1};
    MpiServer m_four{4};
    Result<std::unique_ptr<client::BlockingClient>> m_here;
    Result<std::unique_ptr<client::BlockingClient>> m_there;
};

Result<query::Answer> profileOf(client::BlockingClient& client, const client::OpenedTrace& trace)
{
    return client.ask(
        trace.handle,
        query::ProfileRequest{.scope = {.window = trace.info.range, .locations = {}}});
}

}  // namespace

/// The real program under the real mpirun.
class TestRanks : public QObject {
    Q_OBJECT

    void writeGoldens();

    QTemporaryDir m_folder;
    QStringList m_traces;
    std::map<QString, QString> m_goldens;  ///< *.query → its trace as an archive
    tests::OneProcess m_alone;

private slots:
    void initTestCase();
    void answersAreThoseOfOneProcess_data();
    void answersAreThoseOfOneProcess();
    void aKilledRankEndsTheSessionWithItsName();
    void aStoppedRankIsNamedAndWorksAgainOnceItGoesOn();
    void requestsAtTheLimitsAreAnsweredAsByOneRank();
    void realTracesAreAnsweredAsByOneRank();
    void aServerToldToEndSaysSo();
    void cancellingAnOpenKeepsThePrefix();
    void aNewerViewTakesTheOlderBackAndIsAnsweredProvisionallyFirst();
};

void TestRanks::initTestCase()
{
    if (!MpiServer::isThereMpirun()) {
        QSKIP("there is no mpirun on this machine (Debian: openmpi-bin)");
    }
    for (const auto& [name, seed] : {std::pair("seven", 7U), std::pair("thirty", 30U)}) {
        const QString folder = m_folder.filePath(QString::fromLatin1(name));
        generate::writeRandomArchive({.seed = seed, .out = folder.toStdString(), .locations = 11});
        m_traces.append(folder);
    }
    writeGoldens();
}

void TestRanks::answersAreThoseOfOneProcess_data()
{
    QTest::addColumn<int>("ranks");
    for (const int ranks : {1, 2, 4, 7}) {
        QTest::addRow("%d ranks", ranks) << ranks;
    }
}

void TestRanks::writeGoldens()
{
    for (const QString& golden : goldenQueries()) {
        const QString name = golden.chopped(6);
        const QByteArray text = contentOf(goldens().filePath(name + QStringLiteral(".trace.txt")));
        const QString folder = m_folder.filePath(name);
        const std::string unknown =
            tests::writeGoldenArchive(text.toStdString(), folder.toStdString());
        if (unknown.empty()) {
            m_goldens[golden] = folder;
        } else {
            qWarning("%s is left out, for '%s'", qPrintable(name), unknown.c_str());
        }
    }
    QVERIFY(!m_goldens.empty());
}

void TestRanks::answersAreThoseOfOneProcess()
{
    QFETCH(const int, ranks);
    MpiServer server(ranks, {QStringLiteral("--threads"), QString::number(1 + ranks % 3)});
    QVERIFY2(!server.url().empty(), server.process().readAllStandardError().constData());
    const QStringList connect{QStringLiteral("--connect"), QString::fromStdString(server.url())};
    QVERIFY(questions().size() > 30);
    for (const QString& trace : m_traces) {
        QCOMPARE(m_alone.faultOf(trace, questions(), connect), QString());
    }
    for (const auto& [golden, trace] : m_goldens) {
        QCOMPARE(m_alone.faultOf(trace, questionsOf(golden), connect), QString());
    }
}

void TestRanks::aKilledRankEndsTheSessionWithItsName()
{
    MpiServer server(4);
    QVERIFY(!server.url().empty());
    RecordingListener listener;
    const auto connection = Connection::start({.url = server.url()}, listener);
    QVERIFY(listener.waitForServer().has_value());
    const auto opened = listener.waitForOpened(connection->open(m_traces.front().toStdString()));
    QVERIFY(opened && opened->isOk());
    const pid_t victim = server.processOf(2);
    QVERIFY(victim > 0);
    QCOMPARE(::kill(victim, SIGKILL), 0);
    const auto lost = listener.waitForLost();
    QVERIFY(lost.has_value());
    QVERIFY2(
        QString::fromStdString(lost->message).startsWith(QStringLiteral("rank 2 on ")),
        lost->message.c_str());
    QVERIFY2(lost->message.find("has ended") != std::string::npos, lost->message.c_str());
    QVERIFY(server.process().waitForFinished(30'000));
    QVERIFY(server.process().exitCode() != 0);
    QVERIFY(eventually([&] {
        return server.processOf(0) == 0 && server.processOf(1) == 0 && server.processOf(3) == 0;
    }));
}

void TestRanks::aStoppedRankIsNamedAndWorksAgainOnceItGoesOn()
{
    MpiServer server(4);
    QVERIFY(!server.url().empty());
    const auto client = client::BlockingClient::connect({.url = server.url()});
    QVERIFY(client.isOk());
    const auto trace = client.value()->open(m_traces.front().toStdString());
    QVERIFY(trace.isOk());
    const auto before = profileOf(*client.value(), trace.value());
    QVERIFY(before.isOk());

    const pid_t victim = server.processOf(3);
    QVERIFY(victim > 0);
    QCOMPARE(::kill(victim, SIGSTOP), 0);
    const auto refused = profileOf(*client.value(), trace.value());
    QVERIFY(!refused.isOk());
    QCOMPARE(refused.error().kind, ErrorKind::Unavailable);
    QVERIFY2(
        QString::fromStdString(refused.error().message).startsWith(QStringLiteral("rank 3 on ")),
        refused.error().message.c_str());
    // What rank 0 knows by itself is still told.
    QVERIFY(client.value()->ask(trace.value().handle, query::InfoRequest{}).isOk());

    QCOMPARE(::kill(victim, SIGCONT), 0);
    QVERIFY(eventually([&] { return profileOf(*client.value(), trace.value()).isOk(); }));
    QVERIFY(profileOf(*client.value(), trace.value()).value() == before.value());
}

void TestRanks::requestsAtTheLimitsAreAnsweredAsByOneRank()
{
    const TwoServers servers;
    QCOMPARE(servers.faultOf(m_traces.front(), tests::limitRequests), QString());
}

void TestRanks::realTracesAreAnsweredAsByOneRank()
{
    const QDir folder = qEnvironmentVariable(
        "VELLUM_TRACE_DATA",
        qEnvironmentVariable("VELLUM_SOURCE_DIR") + QStringLiteral("/../shared/traces"));
    QStringList traces;
    QDirIterator files(
        folder.path(), {QStringLiteral("*.otf2")}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        traces.append(files.next());
    }
    if (traces.isEmpty()) {
        QSKIP("there are no real traces (VELLUM_TRACE_DATA)");
    }
    const TwoServers servers;
    for (const QString& trace : traces) {
        QCOMPARE(servers.faultOf(trace, tests::everyRequest), QString());
    }
}

void TestRanks::aServerToldToEndSaysSo()
{
    MpiServer server(3);
    QVERIFY(!server.url().empty());
    RecordingListener listener;
    const auto connection = Connection::start({.url = server.url()}, listener);
    QVERIFY(listener.waitForServer().has_value());
    const pid_t head = server.processOf(0);
    QVERIFY(head > 0);
    QCOMPARE(::kill(head, SIGTERM), 0);
    const auto lost = listener.waitForLost();
    QVERIFY(lost.has_value());
    QCOMPARE(lost->message, std::string("the server was told to end"));
    QVERIFY(server.process().waitForFinished(30'000));
    QCOMPARE(server.process().exitCode(), 0);
}

void TestRanks::cancellingAnOpenKeepsThePrefix()
{
    const QString folder = m_folder.filePath(QStringLiteral("big"));
    generate::writeRandomArchive(
        {.seed = 3, .out = folder.toStdString(), .locations = 8, .events = 200'000});
    MpiServer server(3);
    RecordingListener listener;
    const auto connection = Connection::start({.url = server.url()}, listener);
    QVERIFY(listener.waitForServer().has_value());
    const auto opening = connection->open(folder.toStdString());
    connection->cancel(opening);
    const auto opened = listener.waitForOpened(opening);
    QVERIFY(opened && opened->isOk());
    QVERIFY(!opened->value().info.complete);
}

void TestRanks::aNewerViewTakesTheOlderBackAndIsAnsweredProvisionallyFirst()
{
    constexpr std::uint64_t kViews = 8;
    MpiServer server(4);
    RecordingListener listener;
    const auto connection = Connection::start({.url = server.url()}, listener);
    QVERIFY(listener.waitForServer().has_value());
    const auto opened = listener.waitForOpened(connection->open(m_traces.front().toStdString()));
    QVERIFY(opened && opened->isOk());
    const client::OpenedTrace& trace = opened->value();
    const query::TimelineRequest request{
        .scope = {.window = trace.info.range, .locations = {}}, .columns = 65'536};
    client::RequestNumber newest = 0;
    for (std::uint64_t i = 1; i <= kViews; ++i) {
        newest = connection->ask(
            trace.handle, request, {.view = 5, .generation = i, .progressive = true});
    }
    const auto provisional = listener.waitForProvisional(newest);
    QVERIFY(provisional.has_value());
    QVERIFY(!std::get<query::Timeline>(*provisional).exact);
    QCOMPARE(
        std::get<query::Timeline>(*provisional).rows.size(), trace.definitions->locations.size());
    const auto exact = listener.waitForAnswer(newest);
    const auto same = listener.waitForAnswer(connection->ask(trace.handle, request));
    QVERIFY(exact && exact->isOk() && same && same->isOk());
    QVERIFY(exact->value() == same->value());
    // Summed rows likewise.
    const query::SummaryTimelineRequest sums{
        .window = trace.info.range, .columns = 65'536, .rows = {{}}};
    const auto summed = connection->ask(trace.handle, sums, {.progressive = true});
    const auto roughSums = listener.waitForProvisional(summed);
    QVERIFY(roughSums && !std::get<query::SummaryTimeline>(*roughSums).exact);
    const auto exactSums = listener.waitForAnswer(summed);
    const auto sameSums = listener.waitForAnswer(connection->ask(trace.handle, sums));
    QVERIFY(exactSums && exactSums->isOk() && sameSums && sameSums->isOk());
    QVERIFY(exactSums->value() == sameSums->value());
    std::size_t takenBack = 0;
    for (std::uint64_t i = 1; i < kViews; ++i) {
        const auto older = listener.waitForAnswer(newest - i);
        QVERIFY(older.has_value());
        QVERIFY(older->isOk() || older->error().kind == ErrorKind::Cancelled);
        takenBack += older->isOk() ? 0U : 1U;
    }
    QVERIFY(takenBack > 0);
    QCOMPARE(listener.doubles(), 0);
}

VELLUM_TEST_GUILESS(TestRanks)
#include "test_ranks.moc"
