#include "common/codec/message_codec.h"
#include "server/transport/server_socket.h"
#include "server/transport/socket_file.h"
#include "tests/support/program/test_program.h"
#include "tests/support/raw_peer.h"

#include <QString>
#include <QTemporaryDir>

#include <sys/stat.h>

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <vector>

using namespace vellum;                     // NOLINT(google-build-using-namespace): a test
using namespace vellum::server::transport;  // NOLINT(google-build-using-namespace): of this room
using tests::RawPeer;

namespace {

/// Keeps what the socket tells; waiting ends after 20 seconds.
class Recorder final : public ReceiverInterface {
public:
    void onReceived(ClientId client, protocol::Bytes bytes) override
    {
        const std::lock_guard lock(m_mutex);
        m_received.emplace_back(client, std::move(bytes));
        m_changed.notify_all();
    }
    void onGone(ClientId client) override
    {
        const std::lock_guard lock(m_mutex);
        m_gone.push_back(client);
        m_changed.notify_all();
    }

    /// The client of message number \p index, once it is there; {0} if it never comes.
    [[nodiscard]] ClientId waitForMessage(std::size_t index)
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait_for(
            lock, std::chrono::seconds(20), [&] { return m_received.size() > index; });
        return m_received.size() > index ? m_received[index].first : ClientId{};
    }
    [[nodiscard]] bool waitForGone(ClientId client)
    {
        std::unique_lock lock(m_mutex);
        return m_changed.wait_for(lock, std::chrono::seconds(20), [&] {
            return std::ranges::find(m_gone, client) != m_gone.end();
        });
    }
    [[nodiscard]] protocol::Bytes message(std::size_t index)
    {
        const std::lock_guard lock(m_mutex);
        return m_received.at(index).second;
    }
    [[nodiscard]] std::size_t count()
    {
        const std::lock_guard lock(m_mutex);
        return m_received.size();
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::vector<std::pair<ClientId, protocol::Bytes>> m_received;
    std::vector<ClientId> m_gone;
};

protocol::Bytes probe()
{
    return codec::encode(0, codec::ServerContent(codec::Probe{})).value();
}

protocol::Bytes message(std::size_t size)
{
    return codec::encode(
               1,
               codec::ServerContent(
                   Error{.kind = ErrorKind::Internal, .message = std::string(size, 'x')}))
        .value();
}

}  // namespace

class TestServerSocket : public QObject {
    Q_OBJECT

    [[nodiscard]] ListenAddress local(const QString& name = QStringLiteral("s")) const
    {
        return parseListen("ipc://" + m_directory.filePath(name).toStdString()).value();
    }
    [[nodiscard]] std::unique_ptr<ServerSocket> start(
        const std::vector<ListenAddress>& addresses, const SocketLimits& limits = {})
    {
        auto socket = ServerSocket::start(
            addresses, m_keys, {.probe = probe(), .full = message(1)}, *m_recorder, limits);
        return socket.isOk() ? std::move(socket).value() : nullptr;
    }

    QTemporaryDir m_directory;
    Keys m_keys = makeKeys();
    std::unique_ptr<Recorder> m_recorder;

private slots:
    void init();
    void bytesGoBothWays();
    void aClientThatDisconnectsIsGone();
    void aDroppedClientIsHeardNoMore();
    void aClientThatNeverReadsIsDroppedAndOthersAreServed();
    void aClientThatReadsLateGetsEverything();
    void clientsPastTheLimitAreNotHeardAndToldSo();
    void aMessageOverTheFrameLimitIsNeverSeen();
    void tcpTakesOnlyOurKey();
    void twoAddressesAreServedAtOnce();
    void theSocketFileIsForUsAloneAndGoesAway();
    void aFileThatIsNoSocketIsKept();
    void addressesAreChecked_data();
    void addressesAreChecked();
};

void TestServerSocket::init()
{
    m_recorder = std::make_unique<Recorder>();
}

void TestServerSocket::bytesGoBothWays()
{
    const auto socket = start({local()});
    QVERIFY(socket != nullptr);
    RawPeer peer(socket->urls().front());
    peer.send(protocol::Bytes(5, std::byte{7}));
    const ClientId client = m_recorder->waitForMessage(0);
    QVERIFY(client.value != 0);
    QVERIFY(m_recorder->message(0) == protocol::Bytes(5, std::byte{7}));
    socket->send(client, message(1000));
    QVERIFY(peer.receiveError(1).has_value());
}

void TestServerSocket::aClientThatDisconnectsIsGone()
{
    const auto socket = start({local()});
    ClientId client;
    {
        RawPeer peer(socket->urls().front());
        peer.send(protocol::Bytes(1));
        client = m_recorder->waitForMessage(0);
    }
    QVERIFY(m_recorder->waitForGone(client));
    socket->send(client, message(10));  // harmless
}

void TestServerSocket::aDroppedClientIsHeardNoMore()
{
    const auto socket = start({local()});
    RawPeer bad(socket->urls().front());
    bad.send(protocol::Bytes(1));
    const ClientId client = m_recorder->waitForMessage(0);
    socket->send(client, message(10));
    socket->drop(client);
    QVERIFY(m_recorder->waitForGone(client));
    QVERIFY(bad.receiveError(1).has_value());  // last words arrive
    bad.send(protocol::Bytes(2));
    RawPeer good(socket->urls().front());
    good.send(protocol::Bytes(3));
    QVERIFY(m_recorder->waitForMessage(1).value != client.value);
    QCOMPARE(m_recorder->message(1).size(), std::size_t{3});
}

void TestServerSocket::aClientThatNeverReadsIsDroppedAndOthersAreServed()
{
    constexpr std::size_t kMessage = 1'000'000;
    const auto socket = start({local()}, {.maxQueuedBytes = 20 * kMessage});
    RawPeer silent(socket->urls().front());
    silent.send(protocol::Bytes(1));
    const ClientId client = m_recorder->waitForMessage(0);
    RawPeer reading(socket->urls().front());
    reading.send(protocol::Bytes(1));
    const ClientId other = m_recorder->waitForMessage(1);
    // The peer's own ZeroMQ takes up to a thousand messages for it; small ones cost little.
    for (int i = 0; i < 1500; ++i) {
        socket->send(client, message(kMessage / 10));
    }
    socket->send(other, message(10));
    QVERIFY(reading.receiveError(1).has_value());
    QVERIFY(m_recorder->waitForGone(client));
}

void TestServerSocket::aClientThatReadsLateGetsEverything()
{
    constexpr std::size_t kMessage = 1'000;
    constexpr int kMessages = 5'000;  // more than ZeroMQ holds on both sides
    constexpr std::size_t kLarge = 5'000'000;
    const auto socket = start({local()});
    RawPeer late(socket->urls().front());
    late.send(protocol::Bytes(1));
    const ClientId client = m_recorder->waitForMessage(0);
    for (int i = 0; i < kMessages; ++i) {
        socket->send(client, message(kMessage));
    }
    QTest::qWait(200);  // until no more is taken
    for (int i = 0; i < kMessages; ++i) {
        QVERIFY2(late.receiveError(1).has_value(), qPrintable(QString::number(i)));
    }
    // What ZeroMQ refused once must not count as held: this is sent only when little is.
    socket->send(client, message(kLarge));
    const auto last = late.receiveError(1);
    QVERIFY(last.has_value());
    QCOMPARE(last->message.size(), kLarge);
}

void TestServerSocket::clientsPastTheLimitAreNotHeardAndToldSo()
{
    const auto socket = start({local()}, {.maxClients = 1});
    RawPeer first(socket->urls().front());
    first.send(protocol::Bytes(1));
    QVERIFY(m_recorder->waitForMessage(0).value != 0);
    RawPeer second(socket->urls().front());
    second.send(protocol::Bytes(2));
    first.send(protocol::Bytes(3));
    QVERIFY(m_recorder->waitForMessage(1).value != 0);
    QCOMPARE(m_recorder->message(1).size(), std::size_t{3});
    const auto why = second.receiveError(1);
    QVERIFY(why && why->message == "x");
}

void TestServerSocket::aMessageOverTheFrameLimitIsNeverSeen()
{
    const auto socket = start({local()}, {.maxFrameBytes = 1000});
    RawPeer big(socket->urls().front());
    big.send(protocol::Bytes(1001));
    RawPeer small(socket->urls().front());
    small.send(protocol::Bytes(1000));
    QVERIFY(m_recorder->waitForMessage(0).value != 0);
    QCOMPARE(m_recorder->message(0).size(), std::size_t{1000});
}

void TestServerSocket::tcpTakesOnlyOurKey()
{
    const auto socket = start({parseListen("tcp://127.0.0.1:0").value()});
    QVERIFY(socket != nullptr);
    const std::string& url = socket->urls().front();
    QVERIFY2(url.starts_with("tcp://127.0.0.1:") && !url.ends_with(":0"), url.c_str());
    RawPeer plain(url);
    plain.send(protocol::Bytes(1));
    const socket::KeyPair stranger = socket::makeKeyPair();
    RawPeer wrong(url, m_keys.serverPublic, stranger.publicKey, stranger.secretKey);
    wrong.send(protocol::Bytes(2));
    RawPeer right(url, m_keys.serverPublic, m_keys.clientPublic, m_keys.clientSecret);
    right.send(protocol::Bytes(3));
    QVERIFY(m_recorder->waitForMessage(0).value != 0);
    QCOMPARE(m_recorder->message(0).size(), std::size_t{3});
    QCOMPARE(m_recorder->count(), std::size_t{1});
}

void TestServerSocket::twoAddressesAreServedAtOnce()
{
    const auto socket = start({local(QStringLiteral("a")), local(QStringLiteral("b"))});
    RawPeer first(socket->urls()[0]);
    RawPeer second(socket->urls()[1]);
    first.send(protocol::Bytes(1));
    const ClientId a = m_recorder->waitForMessage(0);
    second.send(protocol::Bytes(2));
    const ClientId b = m_recorder->waitForMessage(1);
    QVERIFY(a != b);
    socket->send(b, message(1));
    QVERIFY(second.receiveError(1).has_value());
}

void TestServerSocket::theSocketFileIsForUsAloneAndGoesAway()
{
    const std::string path = local().socketPath;
    {
        const auto socket = start({local()});
        struct stat status = {};
        QCOMPARE(::stat(path.c_str(), &status), 0);
        QCOMPARE(status.st_mode & 0777U, mode_t{0600});
        const auto second = ServerSocket::start(
            {local()}, m_keys, {.probe = probe(), .full = message(1)}, *m_recorder);
        QVERIFY(!second.isOk());
        QVERIFY(second.error().kind == ErrorKind::Unavailable);
        QVERIFY(second.error().message.find(path) != std::string::npos);
    }
    QVERIFY(!std::filesystem::exists(path));
}

void TestServerSocket::aFileThatIsNoSocketIsKept()
{
    const std::string path = m_directory.filePath(QStringLiteral("text")).toStdString();
    std::ofstream(path) << "precious";
    const auto refused = clearSocketFile(path);
    QVERIFY(!refused.isOk());
    QVERIFY(std::filesystem::exists(path));
    QVERIFY(clearSocketFile(path + "-absent").isOk());
}

void TestServerSocket::addressesAreChecked_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<bool>("good");
    QTest::newRow("local") << "ipc:///tmp/x" << true;
    QTest::newRow("local, relative") << "ipc://tmp/x" << false;
    QTest::newRow("local, abstract") << "ipc://@x" << false;
    QTest::newRow("local, any") << "ipc://*" << false;
    QTest::newRow("local, too long") << "ipc:///" + QString(107, u'x') << false;
    QTest::newRow("remote") << "tcp://127.0.0.1:0" << true;
    QTest::newRow("remote, six") << "tcp://[::1]:80" << true;
    QTest::newRow("remote, no port") << "tcp://127.0.0.1" << false;
    QTest::newRow("remote, no address") << "tcp://:80" << false;
    QTest::newRow("remote, port too large") << "tcp://h:65536" << false;
    QTest::newRow("another") << "inproc://x" << false;
}

void TestServerSocket::addressesAreChecked()
{
    QFETCH(const QString, url);
    QFETCH(const bool, good);
    const auto address = parseListen(url.toStdString());
    QCOMPARE(address.isOk(), good);
    if (!good) {
        QVERIFY(address.error().kind == ErrorKind::InvalidArgument);
    }
}

VELLUM_TEST_GUILESS(TestServerSocket)
#include "test_server_socket.moc"
