#include "common/client/blocking_client.h"
#include "common/codec/message_codec.h"
#include "server/import/importer.h"
#include "server/query/executor.h"
#include "tests/support/limit_requests.h"
#include "tests/support/program/test_program.h"
#include "tests/support/recording_listener.h"
#include "tests/support/server_process.h"

#include <QCoreApplication>
#include <QProcess>
#include <QString>
#include <QTemporaryDir>
#include <QTest>

#include <sys/types.h>
#include <unistd.h>

#include <csignal>
#include <exception>
#include <iostream>
#include <memory>
#include <string_view>
#include <vector>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test across many rooms
using client::Connection;
using tests::RecordingListener;
using tests::ServerProcess;

namespace {

constexpr const char* kGreedy = "--greedy-client";

protocol::Bytes encoded(const Result<query::Answer>& answer)
{
    return answer.isOk() ? codec::encode(1, codec::ServerContent(answer.value())).value()
                         : codec::encode(1, codec::ServerContent(answer.error())).value();
}

/// What this program does when the test starts it as a client: asks for much, says so, and waits for its
/// standard input to close.
int beGreedy(const char* url, const char* archive)
{
    RecordingListener listener;
    const auto connection = Connection::start({.url = url}, listener);
    const auto opened = listener.waitForOpened(connection->open(archive));
    if (!opened || !opened->isOk()) {
        return 1;
    }
    const auto& trace = opened->value();
    constexpr int kMany = 30;
    for (int i = 0; i < kMany; ++i) {
        connection->ask(
            trace.handle,
            query::EventsRequest{
                .scope = {.window = trace.info.range, .locations = {}}, .limit = 50'000});
    }
    std::cout << "asked" << std::endl;
    std::cin.get();
    return 0;
}

/// Such a client as a process of its own.
class GreedyClient {
public:
    GreedyClient(const std::string& url, const std::string& archive)
    {
        m_process.start(
            QCoreApplication::applicationFilePath(),
            {QStringLiteral("test_crowd"),
             QString::fromLatin1(kGreedy),
             QString::fromStdString(url),
             QString::fromStdString(archive)});
        m_hasAsked = m_process.waitForReadyRead(60'000) && m_process.readLine() == "asked\n";
    }
    GreedyClient(const GreedyClient&) = delete;
    GreedyClient& operator=(const GreedyClient&) = delete;
    ~GreedyClient()
    {
        m_process.kill();
        m_process.waitForFinished();
    }

    [[nodiscard]] bool hasAsked() const { return m_hasAsked; }
    void signal(int number) const { ::kill(static_cast<pid_t>(m_process.processId()), number); }

private:
    QProcess m_process;
    bool m_hasAsked = false;
};

}  // namespace

/// Many clients, bad clients, and requests at the limits.
class TestCrowd : public QObject {
    Q_OBJECT

    [[nodiscard]] QString runtime() const { return m_folder.path(); }
    /// Whether a new client is served.
    [[nodiscard]] bool isServing(const ServerProcess& server) const;

    QTemporaryDir m_folder;
    std::string m_small;
    std::string m_big;

private slots:
    void initTestCase();
    void aHundredClientsAtOnceGetTheSameAnswers();
    void aStoppedClientHoldsUpNobody();
    void aClientGoneInTheMiddleOfItsAnswersHoldsUpNobody();
    void requestsAtTheLimitsAreAnsweredAsByTheEngine();
};

void TestCrowd::initTestCase()
{
    qputenv("XDG_RUNTIME_DIR", runtime().toUtf8());
    const QString generator =
        qEnvironmentVariable("VELLUM_BIN_DIR") + QStringLiteral("/vellum-generate");
    for (const auto& [name, events] : {std::pair("small", "400"), std::pair("big", "30000")}) {
        const QString folder = m_folder.filePath(QString::fromLatin1(name));
        QCOMPARE(
            QProcess::execute(
                generator,
                {QStringLiteral("random"),
                 QStringLiteral("--seed"),
                 QStringLiteral("7"),
                 QStringLiteral("--events"),
                 QString::fromLatin1(events),
                 QStringLiteral("--out"),
                 folder}),
            0);
    }
    m_small = m_folder.filePath(QStringLiteral("small/traces.otf2")).toStdString();
    m_big = m_folder.filePath(QStringLiteral("big/traces.otf2")).toStdString();
}

bool TestCrowd::isServing(const ServerProcess& server) const
{
    const auto client = client::BlockingClient::connect({.url = server.url()});
    const auto trace =
        client.isOk() ? client.value()->open(m_small) : Result<client::OpenedTrace>(Error{});
    return trace.isOk() && client.value()->ask(trace.value().handle, query::InfoRequest{}).isOk();
}

void TestCrowd::aHundredClientsAtOnceGetTheSameAnswers()
{
    constexpr std::size_t kClients = 100;
    ServerProcess server({}, runtime());
    std::vector<std::unique_ptr<RecordingListener>> listeners;
    std::vector<std::unique_ptr<Connection>> connections;
    std::vector<client::RequestNumber> requests;
    for (std::size_t i = 0; i < kClients; ++i) {
        listeners.push_back(std::make_unique<RecordingListener>());
        connections.push_back(Connection::start({.url = server.url()}, *listeners.back()));
        requests.push_back(connections.back()->open(m_small));
    }
    for (std::size_t i = 0; i < kClients; ++i) {
        const auto opened = listeners[i]->waitForOpened(requests[i]);
        QVERIFY2(opened && opened->isOk(), qPrintable(QString::number(i)));
        const auto& trace = opened->value();
        requests[i] = connections[i]->ask(
            trace.handle,
            query::TimelineRequest{
                .scope = {.window = trace.info.range, .locations = {}}, .columns = 500});
    }
    protocol::Bytes first;
    for (std::size_t i = 0; i < kClients; ++i) {
        const auto answer = listeners[i]->waitForAnswer(requests[i]);
        QVERIFY(answer && answer->isOk());
        const auto bytes = encoded(*answer);
        first = i == 0 ? bytes : first;
        QVERIFY(bytes == first);
    }
}

void TestCrowd::aStoppedClientHoldsUpNobody()
{
    ServerProcess server({}, runtime());
    const GreedyClient greedy(server.url(), m_big);
    QVERIFY(greedy.hasAsked());
    greedy.signal(SIGSTOP);
    QVERIFY(isServing(server));
    greedy.signal(SIGCONT);
    QVERIFY(isServing(server));
}

void TestCrowd::aClientGoneInTheMiddleOfItsAnswersHoldsUpNobody()
{
    ServerProcess server({}, runtime());
    for (int i = 0; i < 5; ++i) {
        const GreedyClient greedy(server.url(), m_big);
        QVERIFY(greedy.hasAsked());
        greedy.signal(SIGKILL);
        QVERIFY(isServing(server));
    }
}

void TestCrowd::requestsAtTheLimitsAreAnsweredAsByTheEngine()
{
    const auto store = server::import::importTrace(query::TraceSelection(m_small)).value();
    ServerProcess server({}, runtime());
    const auto client = client::BlockingClient::connect({.url = server.url()});
    QVERIFY(client.isOk());
    const auto trace = client.value()->open(m_small);
    QVERIFY(trace.isOk());
    const auto requests = tests::limitRequests(store->definitions, store->range);
    for (std::size_t i = 0; i < requests.size(); ++i) {
        const auto answer = client.value()->ask(trace.value().handle, requests[i]);
        const auto expected = server::query::execute(*store, requests[i]);
        // Some are refused at the door, in other words.
        const bool isAlike = answer.isOk() && expected.isOk()
                                 ? encoded(answer) == encoded(expected)
                                 : !answer.isOk() && !expected.isOk()
                                       && answer.error().kind == expected.error().kind;
        QVERIFY2(
            isAlike,
            qPrintable(QStringLiteral("request %1 of kind %2: %3")
                           .arg(i)
                           .arg(requests[i].index())
                           .arg(QString::fromStdString(
                               answer.isOk() ? "answered" : answer.error().message))));
    }
    QVERIFY(isServing(server));
}

/// The test, or a client of it in a process of its own.
static const vellum::tests::TestEntry testOfThisFile(__FILE__, [](int argc, char** argv) {
    if (argc == 4 && std::string_view(argv[1]) == kGreedy) {
        return beGreedy(argv[2], argv[3]);
    }
    const QCoreApplication application(argc, argv);
    TestCrowd test;
    QTEST_SET_MAIN_SOURCE_PATH
    return QTest::qExec(&test, argc, argv);
});

#include "test_crowd.moc"
