#include "common/base/number_text.h"
#include "common/client/blocking_client.h"
#include "common/client/connection_file.h"
#include "common/client/launch_server.h"
#include "common/protocol/protocol_version.h"
#include "server/import/importer.h"
#include "server/query/executor.h"
#include "tests/support/generated_traces.h"
#include "tests/support/program/test_program.h"
#include "tests/support/raw_peer.h"
#include "tests/support/recording_listener.h"
#include "tests/support/server_process.h"

#include <QByteArray>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <memory>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test across many rooms
using client::Connection;
using tests::RawPeer;
using tests::RecordingListener;
using tests::ServerProcess;

namespace {

namespace fs = std::filesystem;

/// One request of every kind over the whole trace.
std::vector<query::Request> everyRequest(const Definitions& definitions, TickRange range)
{
    const query::Scope all{.window = range, .locations = {}};
    const Tick third = range.length() / 3;
    const query::Scope some{
        .window = {.begin = range.begin + third, .end = range.end - third},
        .locations = {definitions.locations.front().ref}};
    return {
        query::InfoRequest{},
        query::LocationsRequest{},
        query::ProfileRequest{.scope = all, .by = query::GroupBy::Region, .perLocation = true},
        query::ProfileRequest{.scope = some, .by = query::GroupBy::FunctionGroup},
        query::CallTreeRequest{.scope = all},
        query::TimelineRequest{.scope = all, .columns = 333},
        query::TimelineRequest{.scope = some, .columns = 100, .by = query::GroupBy::FunctionGroup},
        query::SummaryTimelineRequest{.window = range, .columns = 50, .rows = {{}}},
        query::MessagesRequest{.scope = all, .limit = 1000},
        query::MatrixRequest{.scope = all, .by = query::MatrixBy::LocationGroup},
        query::SearchRequest{.scope = all, .pattern = "a", .limit = 100},
        query::EventsRequest{.scope = all, .limit = 500},
        query::DetailRequest{
            .location = definitions.locations.front().ref, .tick = range.begin + third}};
}

/// What the server has in memory, by its own word; 0: it does not answer.
std::uint64_t memoryOf(const ServerProcess& server)
{
    const auto client = client::BlockingClient::connect({.url = server.url()});
    return client.isOk() ? client.value()->server().memoryBytes : 0;
}

mode_t modeOf(const fs::path& path)
{
    struct stat status = {};
    return ::stat(path.c_str(), &status) == 0 ? status.st_mode & 0777U : 0;
}

/// The member of a message's union stands in the first two bytes after the number.
protocol::Bytes withUnknownMember(codec::RequestNumber number)
{
    protocol::Bytes bytes = codec::encode(number, codec::ClientContent(codec::Goodbye{})).value();
    constexpr std::size_t kMemberOffset = 24;
    bytes[kMemberOffset] = std::byte{99};
    return bytes;
}

}  // namespace

/// The real program over real sockets.
class TestServer : public QObject {
    Q_OBJECT

    [[nodiscard]] QString runtime() const { return m_runtime->path(); }
    [[nodiscard]] std::string archive() const { return m_traces.small(); }
    [[nodiscard]] std::vector<fs::path> connectionFiles() const;

    tests::GeneratedTraces m_traces;
    std::unique_ptr<QTemporaryDir> m_runtime;

private slots:
    void initTestCase();
    void init();
    void cleanup();

    void everyAnswerEqualsTheEnginesOwn();
    void cancellingAnOpenKeepsThePrefix();
    void twoClientsAreServedSideBySide();
    void garbageIsAnsweredOrDroppedAndTheServerLivesOn();
    void aPeerThatNeverStopsSendingGarbageIsDropped();
    void aRequestForABillionColumnsIsRefused();
    void anUnknownRequestIsUnimplementedAndTheConnectionStays();
    void aPeerOfAnotherProtocolIsToldBothNumbers();
    void aRequestBeforeTheHelloIsRefused();
    void theEndOfTheServerIsNoticedAndAllRequestsAreAnswered();
    void aServerToldToEndSaysSo();
    void nobodyListeningIsALostConnection();
    void onlyTheRootsAreServed();
    void aPrivateServerEndsWithItsInput();
    void aPrivateServerThatCannotStartSaysWhy();
    void anIdleServerEnds();
    void aTraceThatDoesNotFitIsRefusedWithTheLimit();
    void anAnswerThatDoesNotFitIsRefusedAndTheOthersAreGiven();
    void aLimitBelowWhatTheServerNeedsIsRefused();
    void everyAddressIsSaid();
    void tcpNeedsTheKeysOfTheConnectionFile();
    void aWrongKeyIsRefused();
    void theConnectionFileIsForUsAloneAndGoesAway();
    void aDeadServersSocketIsReplacedAndALiveOnesRefused();
    void wrongUsageEndsWithStatusTwo();
};

void TestServer::initTestCase()
{
    QVERIFY(m_traces.write());
}

void TestServer::init()
{
    m_runtime = std::make_unique<QTemporaryDir>();
    QVERIFY(m_runtime->isValid());
    qputenv("XDG_RUNTIME_DIR", runtime().toUtf8());  // for what runs inside this process
}

void TestServer::cleanup()
{
    m_runtime.reset();
}

std::vector<fs::path> TestServer::connectionFiles() const
{
    std::vector<fs::path> files;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(runtime().toStdString() + "/vellum", ignored)) {
        if (entry.path().extension() == client::kConnectionFileSuffix) {
            files.push_back(entry.path());
        }
    }
    return files;
}

void TestServer::everyAnswerEqualsTheEnginesOwn()
{
    const auto store = server::import::importTrace(archive());
    QVERIFY(store.isOk());
    ServerProcess server({}, runtime());
    QVERIFY(!server.url().empty());
    const auto client = client::BlockingClient::connect({.url = server.url()});
    QVERIFY2(client.isOk(), client.isOk() ? "" : client.error().message.c_str());
    const auto trace = client.value()->open(archive());
    QVERIFY2(trace.isOk(), trace.isOk() ? "" : trace.error().message.c_str());
    QVERIFY(trace.value().definitions->regions == store.value()->definitions.regions);
    QVERIFY(trace.value().definitions->locations == store.value()->definitions.locations);
    for (const query::Request& request :
         everyRequest(store.value()->definitions, store.value()->range)) {
        const auto expected = server::query::execute(*store.value(), request);
        QVERIFY(expected.isOk());
        const auto answer = client.value()->ask(trace.value().handle, request);
        QVERIFY2(answer.isOk(), answer.isOk() ? "" : answer.error().message.c_str());
        QVERIFY2(
            answer.value() == expected.value(),
            qPrintable(QStringLiteral("request kind %1").arg(request.index())));
    }
}

void TestServer::cancellingAnOpenKeepsThePrefix()
{
    ServerProcess server({QStringLiteral("--threads"), QStringLiteral("1")}, runtime());
    RecordingListener listener;
    const auto connection = Connection::start({.url = server.url()}, listener);
    const auto request = connection->open(m_traces.big());
    QVERIFY(listener.waitForProgress(request).has_value());
    connection->cancel(request);
    const auto opened = listener.waitForOpened(request);
    QVERIFY(opened && opened->isOk());
    const auto& trace = opened->value();
    QVERIFY(!trace.info.complete);
    QVERIFY(trace.info.events > 0);
    QVERIFY(trace.info.events < std::uint64_t{8} * 400'000);
    // What was read is served.
    const auto answer =
        listener.waitForAnswer(connection->ask(trace.handle, query::LocationsRequest{}));
    QVERIFY(answer && answer->isOk());
}

void TestServer::twoClientsAreServedSideBySide()
{
    ServerProcess server({}, runtime());
    auto first = client::BlockingClient::connect({.url = server.url()});
    auto second = client::BlockingClient::connect({.url = server.url()});
    QVERIFY(first.isOk() && second.isOk());
    const auto a = first.value()->open(archive());
    const auto b = second.value()->open(archive());
    QVERIFY(a.isOk() && b.isOk());
    QVERIFY(a.value().handle != b.value().handle);
    // A handle is its client's own, and outlives the other client's.
    const auto foreign = second.value()->ask(a.value().handle, query::InfoRequest{});
    QVERIFY(!foreign.isOk() && foreign.error().kind == ErrorKind::NotFound);
    first.value().reset();
    QVERIFY(second.value()->ask(b.value().handle, query::InfoRequest{}).isOk());
}

void TestServer::garbageIsAnsweredOrDroppedAndTheServerLivesOn()
{
    ServerProcess server({}, runtime());
    RawPeer peer(server.url());
    peer.send(protocol::Bytes(64, std::byte{0xff}));
    auto error = peer.receiveError(0);
    QVERIFY(error && error->kind == ErrorKind::InvalidArgument);
    protocol::Bytes half =
        codec::encode(2, codec::ClientContent(codec::Open{.trace = "/x"})).value();
    half.resize(half.size() / 2 / 8 * 8);
    peer.send(half);
    error = peer.receiveError(0);
    QVERIFY(error && error->kind == ErrorKind::InvalidArgument);
    peer.send({}, {"one part", "and another"});
    error = peer.receiveError(0);
    QVERIFY(error.has_value());
    // The same peer may come to its senses.
    peer.send(3, codec::Hello{.protocol = protocol::kProtocolVersion, .program = "late"});
    const auto hello = peer.receive();
    QVERIFY(hello && hello->content.isOk());
    QVERIFY(std::holds_alternative<codec::ServerDescription>(hello->content.value()));
}

void TestServer::aPeerThatNeverStopsSendingGarbageIsDropped()
{
    ServerProcess server({}, runtime());
    RawPeer peer(server.url());
    constexpr int kMany = 100;
    for (int i = 0; i < kMany; ++i) {
        peer.send(protocol::Bytes(16, std::byte{0xee}));
    }
    int answers = 0;
    while (answers < kMany && peer.receive(2000)) {
        ++answers;
    }
    QVERIFY2(answers >= 16 && answers < 20, qPrintable(QString::number(answers)));
    QVERIFY(client::BlockingClient::connect({.url = server.url()}).isOk());
}

void TestServer::aRequestForABillionColumnsIsRefused()
{
    ServerProcess server({}, runtime());
    const auto client = client::BlockingClient::connect({.url = server.url()});
    const auto trace = client.value()->open(archive());
    QVERIFY(trace.isOk());
    const auto answer = client.value()->ask(
        trace.value().handle,
        query::TimelineRequest{
            .scope = {.window = trace.value().info.range, .locations = {}},
            .columns = 1'000'000'000});
    QVERIFY(!answer.isOk());
    QVERIFY(answer.error().kind == ErrorKind::InvalidArgument);
    QVERIFY(client.value()->ask(trace.value().handle, query::InfoRequest{}).isOk());
}

void TestServer::anUnknownRequestIsUnimplementedAndTheConnectionStays()
{
    ServerProcess server({}, runtime());
    RawPeer peer(server.url());
    peer.send(1, codec::Hello{.protocol = protocol::kProtocolVersion, .program = "new"});
    QVERIFY(peer.receive().has_value());
    peer.send(withUnknownMember(77));
    const auto error = peer.receiveError(77);
    QVERIFY(error && error->kind == ErrorKind::Unimplemented);
    peer.send(78, codec::ListDirectory{.directory = "/"});
    const auto listing = peer.receive();
    QVERIFY(listing && listing->number == 78 && listing->content.isOk());
}

void TestServer::aPeerOfAnotherProtocolIsToldBothNumbers()
{
    ServerProcess server({}, runtime());
    RawPeer peer(server.url());
    peer.send(1, codec::Hello{.protocol = 4711, .program = "vellum 9.0"});
    const auto error = peer.receiveError(1);
    QVERIFY(error.has_value());
    const std::string own = "protocol " + std::to_string(protocol::kProtocolVersion);
    QVERIFY2(error->message.find(own) != std::string::npos, error->message.c_str());
    QVERIFY(error->message.find("protocol 4711") != std::string::npos);
    peer.send(2, codec::ListDirectory{.directory = "/"});
    QVERIFY(!peer.receive(500).has_value());
}

void TestServer::aRequestBeforeTheHelloIsRefused()
{
    ServerProcess server({}, runtime());
    RawPeer peer(server.url());
    peer.send(5, codec::ListDirectory{.directory = "/"});
    const auto error = peer.receiveError(5);
    QVERIFY(error && error->kind == ErrorKind::InvalidArgument);
}

void TestServer::theEndOfTheServerIsNoticedAndAllRequestsAreAnswered()
{
    ServerProcess server({QStringLiteral("--threads"), QStringLiteral("1")}, runtime());
    RecordingListener listener;
    const auto connection = Connection::start({.url = server.url()}, listener);
    const auto opening = connection->open(m_traces.big());
    QVERIFY(listener.waitForProgress(opening).has_value());
    ::kill(static_cast<pid_t>(server.process().processId()), SIGKILL);
    const auto lost = listener.waitForLost();
    QVERIFY(lost && lost->kind == ErrorKind::Unavailable);
    const auto opened = listener.waitForOpened(opening);
    QVERIFY(opened && !opened->isOk() && opened->error() == *lost);
    // What is asked now is answered too.
    const auto later = listener.waitForAnswer(connection->ask(1, query::InfoRequest{}));
    QVERIFY(later && !later->isOk() && later->error() == *lost);
    QCOMPARE(listener.doubles(), 0);
}

void TestServer::aServerToldToEndSaysSo()
{
    ServerProcess server({}, runtime());
    RecordingListener listener;
    const auto connection = Connection::start({.url = server.url()}, listener);
    QVERIFY(listener.waitForServer().has_value());
    server.process().terminate();
    const auto lost = listener.waitForLost();
    QVERIFY(lost.has_value());
    QVERIFY2(lost->message == "the server was told to end", lost->message.c_str());
    QCOMPARE(server.exitStatus(), 0);
}

void TestServer::nobodyListeningIsALostConnection()
{
    RecordingListener listener;
    const std::string url = "ipc://" + runtime().toStdString() + "/nobody.sock";
    const auto connection = Connection::start({.url = url}, listener);
    const auto number = connection->open("/x");
    const auto lost = listener.waitForLost();
    QVERIFY(lost && lost->kind == ErrorKind::Unavailable);
    QVERIFY(lost->message.find(url) != std::string::npos);
    const auto opened = listener.waitForOpened(number);
    QVERIFY(opened && !opened->isOk());
}

void TestServer::onlyTheRootsAreServed()
{
    const fs::path root = fs::path(archive()).parent_path();
    fs::create_directory(root / "inside");
    fs::create_symlink("/", root / "out");
    fs::create_symlink(m_traces.big(), root / "link.otf2");
    ServerProcess server(
        {QStringLiteral("--root"), QString::fromStdString(root.string())}, runtime());
    const auto client = client::BlockingClient::connect({.url = server.url()});
    QVERIFY(client.isOk());
    QVERIFY(client.value()->open(archive()).isOk());
    QVERIFY(client.value()->open("traces.otf2").isOk());
    for (const std::string& outside :
         {m_traces.big(), (root / "link.otf2").string(), (root / ".." / "big").string()}) {
        const auto refused = client.value()->open(outside);
        QVERIFY2(!refused.isOk(), outside.c_str());
        QVERIFY(refused.error().kind == ErrorKind::NotFound);
    }
    QVERIFY(!client.value()->list("/").isOk());
    const auto listing = client.value()->list("");
    QVERIFY(listing.isOk());
    QCOMPARE(listing.value().path, root.string());
    const auto& entries = listing.value().entries;
    QVERIFY(entries.size() >= 2 && entries.front().isDirectory);
    for (const auto& entry : entries) {
        QVERIFY(entry.name != "out" && entry.name != "link.otf2");
    }
    fs::remove(root / "out");
    fs::remove(root / "link.otf2");
}

void TestServer::aPrivateServerEndsWithItsInput()
{
    const fs::path beside = ServerProcess::program().toStdString();
    auto server = client::PrivateServer::launch(beside);
    QVERIFY2(server.isOk(), server.isOk() ? "" : server.error().message.c_str());
    RecordingListener listener;
    const auto connection = Connection::start(server.value()->endpoint(), listener);
    QVERIFY(listener.waitForServer().has_value());
    const std::string socket = server.value()->endpoint().url.substr(6);
    QCOMPARE(modeOf(socket), mode_t{0600});
    QCOMPARE(modeOf(fs::path(socket).parent_path()), mode_t{0700});
    const int process = server.value()->processId();
    server.value().reset();
    QVERIFY(::kill(process, 0) != 0);
    QVERIFY(!fs::exists(socket));
    QVERIFY(listener.waitForLost().has_value());
}

void TestServer::aPrivateServerThatCannotStartSaysWhy()
{
    const fs::path beside = ServerProcess::program().toStdString();
    const auto server = client::PrivateServer::launch(beside, {"--root", "/no/such/place"});
    QVERIFY(!server.isOk());
    QVERIFY(server.error().kind == ErrorKind::Unavailable);
    QVERIFY2(
        server.error().message.find("/no/such/place") != std::string::npos,
        server.error().message.c_str());
}

void TestServer::anIdleServerEnds()
{
    ServerProcess server({QStringLiteral("--idle-timeout"), QStringLiteral("1s")}, runtime());
    QVERIFY(!server.url().empty());
    {
        const auto client = client::BlockingClient::connect({.url = server.url()});
        QVERIFY(client.isOk());
    }
    QCOMPARE(server.exitStatus(), 0);
}

void TestServer::aTraceThatDoesNotFitIsRefusedWithTheLimit()
{
    constexpr std::uint64_t kMebi = std::uint64_t{1} << 20U;
    const std::uint64_t limit = (memoryOf(ServerProcess({}, runtime())) / kMebi + 2) * kMebi;
    const QTemporaryDir cache;  // without an index of it
    ServerProcess server(
        {QStringLiteral("--memory"),
         QString::number(limit),
         QStringLiteral("--cache"),
         cache.path()},
        runtime());
    const auto client = client::BlockingClient::connect({.url = server.url()});
    QVERIFY(client.isOk());
    const auto refused = client.value()->open(m_traces.big());
    QVERIFY(!refused.isOk());
    QVERIFY(refused.error().kind == ErrorKind::ResourceExhausted);
    QVERIFY2(
        refused.error().message.find(byteText(limit)) != std::string::npos,
        refused.error().message.c_str());
}

void TestServer::anAnswerThatDoesNotFitIsRefusedAndTheOthersAreGiven()
{
    std::uint64_t held = 0;
    {
        ServerProcess server({}, runtime());
        const auto client = client::BlockingClient::connect({.url = server.url()});
        QVERIFY(client.isOk() && client.value()->open(archive()).isOk());
        held = memoryOf(server);
    }
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
    constexpr std::uint64_t kRoom = std::uint64_t{100} << 20U;  // all memory has a shadow beside it
#else
    constexpr std::uint64_t kRoom = std::uint64_t{8} << 20U;
#endif
    const std::uint64_t limit = held + kRoom;
    ServerProcess server({QStringLiteral("--memory"), QString::number(limit)}, runtime());
    const auto client = client::BlockingClient::connect({.url = server.url()});
    const auto other = client::BlockingClient::connect({.url = server.url()});
    QVERIFY(client.isOk() && other.isOk());
    const auto trace = client.value()->open(archive());
    const auto same = other.value()->open(archive());
    QVERIFY2(trace.isOk(), trace.isOk() ? "" : trace.error().message.c_str());
    QVERIFY(same.isOk());
    const auto& definitions = *trace.value().definitions;
    query::SummaryTimelineRequest request{
        .window = trace.value().info.range, .columns = 65'536, .by = query::GroupBy::Region};
    for (std::size_t i = 0; i < 64; ++i) {
        request.rows.push_back({definitions.locations[i % definitions.locations.size()].ref});
    }
    const auto refused = client.value()->ask(trace.value().handle, request);
    QVERIFY(!refused.isOk());
    QCOMPARE(refused.error().kind, ErrorKind::ResourceExhausted);
    QVERIFY2(
        refused.error().message.find("--memory allows " + byteText(limit)) != std::string::npos,
        refused.error().message.c_str());
    QVERIFY(refused.error().message.find("fewer columns") != std::string::npos);
    QVERIFY(other.value()->ask(same.value().handle, query::LocationsRequest{}).isOk());
#if !defined(__SANITIZE_THREAD__)                                                                  \
    && !defined(__SANITIZE_ADDRESS__)  // which keep for a while what is freed
    // The memory of the refused answer goes back a moment after the refusal.
    request.columns = 10;
    QVERIFY(QTest::qWaitFor(
        [&] { return client.value()->ask(trace.value().handle, request).isOk(); }, 20'000));
#endif
}

void TestServer::aLimitBelowWhatTheServerNeedsIsRefused()
{
    ServerProcess server({QStringLiteral("--memory"), QStringLiteral("100K")}, runtime());
    QCOMPARE(server.exitStatus(), 5);
    QVERIFY(server.url().empty());
}

/// With port 0 nobody else knows them.
void TestServer::everyAddressIsSaid()
{
    const QString any = QStringLiteral("tcp://127.0.0.1:0");
    ServerProcess server(
        {QStringLiteral("--listen"), any, QStringLiteral("--listen"), any}, runtime());
    QProcess& process = server.process();
    QVERIFY(QTest::qWaitFor(
        [&process] { return process.canReadLine() || process.waitForReadyRead(100); }, 20'000));
    const QByteArray second = process.readLine().trimmed();
    QVERIFY2(second.startsWith("vellum-server ready: tcp://127.0.0.1:"), second.constData());
    QVERIFY(second.mid(21).toStdString() != server.url());
}

void TestServer::tcpNeedsTheKeysOfTheConnectionFile()
{
    ServerProcess server(
        {QStringLiteral("--listen"), QStringLiteral("tcp://127.0.0.1:0")}, runtime());
    QVERIFY(QByteArray::fromStdString(server.url()).startsWith("tcp://127.0.0.1:"));
    const auto endpoint = client::resolveEndpoint(server.url());
    QVERIFY2(endpoint.isOk(), endpoint.isOk() ? "" : endpoint.error().message.c_str());
    const auto client = client::BlockingClient::connect(endpoint.value());
    QVERIFY2(client.isOk(), client.isOk() ? "" : client.error().message.c_str());
    QVERIFY(client.value()->open(archive()).isOk());
    const auto byFile = client::resolveEndpoint(connectionFiles().front().string());
    QVERIFY(byFile.isOk());
    QCOMPARE(byFile.value().url, server.url());
    // Without keys nobody is even asked.
    QVERIFY(!client::BlockingClient::connect({.url = server.url()}).isOk());
    RawPeer plain(server.url());
    plain.send(1, codec::Hello{.protocol = protocol::kProtocolVersion, .program = "plain"});
    QVERIFY(!plain.receive(500).has_value());
}

void TestServer::aWrongKeyIsRefused()
{
    ServerProcess server(
        {QStringLiteral("--listen"), QStringLiteral("tcp://127.0.0.1:0")}, runtime());
    auto endpoint = client::resolveEndpoint(server.url());
    QVERIFY(endpoint.isOk());
    const socket::KeyPair other = socket::makeKeyPair();
    endpoint.value().clientPublicKey = other.publicKey;
    endpoint.value().clientSecretKey = other.secretKey;
    const auto client = client::BlockingClient::connect(endpoint.value());
    QVERIFY(!client.isOk());
    QVERIFY(client.error().kind == ErrorKind::Unavailable);
    QVERIFY2(
        client.error().message.find("refuses") != std::string::npos,
        client.error().message.c_str());
}

void TestServer::theConnectionFileIsForUsAloneAndGoesAway()
{
    fs::path file;
    {
        ServerProcess server({}, runtime());
        QVERIFY(!server.url().empty());
        const auto files = connectionFiles();
        QCOMPARE(files.size(), std::size_t{1});
        file = files.front();
        QCOMPARE(modeOf(file), mode_t{0600});
        const auto endpoint = client::readConnectionFile(file);
        QVERIFY(endpoint.isOk());
        QCOMPARE(endpoint.value().url, server.url());
    }
    QVERIFY(!fs::exists(file));
}

void TestServer::aDeadServersSocketIsReplacedAndALiveOnesRefused()
{
    const std::string path = runtime().toStdString() + "/v.sock";
    const QStringList listen{QStringLiteral("--listen"), QString::fromStdString("ipc://" + path)};
    {
        ServerProcess killed(listen, runtime());
        QVERIFY(!killed.url().empty());
        killed.process().kill();
        killed.process().waitForFinished();
    }
    QVERIFY(fs::exists(path));
    ServerProcess server(listen, runtime());
    QVERIFY(!server.url().empty());
    QCOMPARE(connectionFiles().size(), std::size_t{1});  // the killed one's was cleared away
    ServerProcess second(listen, runtime());
    QCOMPARE(second.exitStatus(), 4);
    const QByteArray complaint = second.complaint();
    QVERIFY2(complaint.contains(path.c_str()), complaint.constData());
    QVERIFY(client::BlockingClient::connect({.url = server.url()}).isOk());
}

void TestServer::wrongUsageEndsWithStatusTwo()
{
    for (const QStringList& arguments :
         {QStringList{QStringLiteral("--listen"), QStringLiteral("http://x")},
          QStringList{QStringLiteral("--no-such-option")},
          QStringList{QStringLiteral("--root"), QStringLiteral("/no/such/place")}}) {
        ServerProcess server(arguments, runtime());
        QCOMPARE(server.exitStatus(), 2);
        QVERIFY(!server.complaint().isEmpty());
    }
}

VELLUM_TEST_GUILESS(TestServer)
#include "test_server.moc"
