#include "common/client/connection.h"

#include "common/client/conversation.h"
#include "common/codec/message_codec.h"
#include "common/protocol/limits.h"
#include "common/protocol/protocol_version.h"
#include "common/socket/wake_up.h"
#include "common/socket/zmq_socket.h"

#include <zmq.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <deque>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>

namespace vellum::client {

namespace {

using Clock = std::chrono::steady_clock;
using socket::Context;
using socket::Socket;

constexpr int kHeartbeatMs = 5000;
constexpr int kHeartbeatTimeoutMs = 15'000;
constexpr int kNeverMs = 24 * 60 * 60 * 1000;  ///< the socket is gone long before
constexpr int kGoodbyeMs = 200;                ///< how long a last message may linger

/// No request ever gets this far.
constexpr RequestNumber kGoodbyeNumber = std::numeric_limits<RequestNumber>::max();

struct Outgoing {
    RequestNumber number = 0;
    codec::ClientContent content;
};

/// What any thread hands to the connection's own.
///
/// Threads  Any.
class Mailbox {
public:
    void post(Outgoing outgoing)
    {
        const std::lock_guard lock(m_mutex);
        m_outgoing.push_back(std::move(outgoing));
        m_wakeUp.wake();
    }
    void end()
    {
        m_isEnding.store(true);
        m_wakeUp.wake();
    }
    [[nodiscard]] std::deque<Outgoing> takeAll()
    {
        m_wakeUp.drain();
        const std::lock_guard lock(m_mutex);
        return std::exchange(m_outgoing, {});
    }
    [[nodiscard]] bool isEnding() const { return m_isEnding.load(); }
    [[nodiscard]] int descriptor() const { return m_wakeUp.descriptor(); }

private:
    std::mutex m_mutex;
    std::deque<Outgoing> m_outgoing;
    std::atomic<bool> m_isEnding{false};
    socket::WakeUp m_wakeUp;
};

/// The part that lives on the connection's own thread: socket, monitor, and the loop around them.
class SocketLoop {
public:
    SocketLoop(Endpoint endpoint, ConnectionListener& listener, Mailbox& mailbox)
        : m_endpoint(std::move(endpoint))
        , m_mailbox(mailbox)
        , m_conversation(listener)
        , m_deadline(Clock::now() + protocol::kHelloTimeout)
    {
    }

    void run();

private:
    void connect();
    [[nodiscard]] Result<void> checkEndpoint() const;
    void applyKeys();
    void greet();
    void wait();
    [[nodiscard]] long waitMs() const;
    void takeOutgoing();
    void queue(RequestNumber number, const codec::ClientContent& content);
    void sendQueued();
    void receiveAll();
    void watch();
    void checkHello();
    void lose(std::string message, ErrorKind kind = ErrorKind::Unavailable);
    void hangUp();

    Endpoint m_endpoint;
    Mailbox& m_mailbox;
    Conversation m_conversation;
    Clock::time_point m_deadline;
    Context m_context;
    std::unique_ptr<Socket> m_monitor;  // outlives the socket
    std::unique_ptr<Socket> m_socket;
    std::deque<std::shared_ptr<const protocol::Bytes>> m_queue;  ///< sent once we are greeted
};

void SocketLoop::run()
{
    connect();
    while (!m_mailbox.isEnding()) {
        wait();
        takeOutgoing();
        if (m_conversation.isLost()) {
            m_socket.reset();
            m_monitor.reset();
            continue;
        }
        receiveAll();
        watch();
        checkHello();
        sendQueued();
    }
    hangUp();
}

Result<void> SocketLoop::checkEndpoint() const
{
    if (m_endpoint.url.starts_with("ipc://")) {
        return {};
    }
    if (!m_endpoint.url.starts_with("tcp://")) {
        return Error{
            .kind = ErrorKind::InvalidArgument,
            .message = "'" + m_endpoint.url + "' is neither ipc:// nor tcp://"};
    }
    constexpr std::size_t kKeyLength = 40;
    if (m_endpoint.serverPublicKey.size() != kKeyLength
        || m_endpoint.clientPublicKey.size() != kKeyLength
        || m_endpoint.clientSecretKey.size() != kKeyLength) {
        return Error{
            .kind = ErrorKind::InvalidArgument,
            .message = m_endpoint.url
                       + " needs the keys of its connection file: tcp is always "
                         "encrypted"};
    }
    return {};
}

void SocketLoop::applyKeys()
{
    m_socket->set(ZMQ_IPV6, m_endpoint.url.find('[') == std::string::npos ? 0 : 1);
    m_socket->set(ZMQ_CURVE_SERVERKEY, m_endpoint.serverPublicKey);
    m_socket->set(ZMQ_CURVE_PUBLICKEY, m_endpoint.clientPublicKey);
    m_socket->set(ZMQ_CURVE_SECRETKEY, m_endpoint.clientSecretKey);
    m_socket->set(ZMQ_HEARTBEAT_IVL, kHeartbeatMs);
    m_socket->set(ZMQ_HEARTBEAT_TIMEOUT, kHeartbeatTimeoutMs);
}

void SocketLoop::connect()
{
    if (const auto checked = checkEndpoint(); !checked.isOk()) {
        lose(checked.error().message, checked.error().kind);
        return;
    }
    m_socket = std::make_unique<Socket>(m_context, ZMQ_DEALER);
    // A server that went away is another server when it comes back: traces and handles are gone. Not -1, which
    // takes the connection's queue away with it, and in that the server's last words.
    m_socket->set(ZMQ_RECONNECT_IVL, kNeverMs);
    m_socket->set(ZMQ_MAXMSGSIZE, static_cast<std::int64_t>(protocol::kMaxServerFrameBytes));
    if (!m_endpoint.serverPublicKey.empty()) {
        applyKeys();
    }
    m_monitor = m_socket->monitor(m_context, "monitor");
    if (const auto connected = m_socket->connect(m_endpoint.url); !connected.isOk()) {
        lose(connected.error().message);
        return;
    }
    greet();
}

void SocketLoop::greet()
{
    const auto hello = codec::encode(
        kHelloNumber,
        codec::Hello{
            .protocol = protocol::kProtocolVersion, .program = program_invocation_short_name});
    m_socket->send({}, std::make_shared<const protocol::Bytes>(hello.value()));
}

long SocketLoop::waitMs() const
{
    if (m_conversation.isGreeted() || m_conversation.isLost()) {
        return -1;
    }
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(m_deadline - Clock::now());
    return std::max<long>(0, left.count());
}

void SocketLoop::wait()
{
    std::array<zmq_pollitem_t, 3> items{};
    items[0].fd = m_mailbox.descriptor();
    items[0].events = ZMQ_POLLIN;
    int count = 1;
    if (m_socket != nullptr && !m_conversation.isLost()) {
        items[1].socket = m_socket->handle();
        const bool isWriting = m_conversation.isGreeted() && !m_queue.empty();
        items[1].events = static_cast<short>(isWriting ? ZMQ_POLLIN | ZMQ_POLLOUT : ZMQ_POLLIN);
        items[2].socket = m_monitor->handle();
        items[2].events = ZMQ_POLLIN;
        count = 3;
    }
    zmq_poll(items.data(), count, waitMs());
}

void SocketLoop::takeOutgoing()
{
    for (const Outgoing& outgoing : m_mailbox.takeAll()) {
        if (m_conversation.expect(outgoing.number, outgoing.content)) {
            queue(outgoing.number, outgoing.content);
        }
    }
}

void SocketLoop::queue(RequestNumber number, const codec::ClientContent& content)
{
    auto bytes = codec::encode(number, content);
    if (!bytes.isOk()) {
        m_conversation.refuse(number, bytes.error());
        return;
    }
    m_queue.push_back(std::make_shared<const protocol::Bytes>(std::move(bytes).value()));
}

void SocketLoop::sendQueued()
{
    while (m_conversation.isGreeted() && !m_queue.empty()
           && m_socket->send({}, m_queue.front()) == Socket::Sent::Yes) {
        m_queue.pop_front();
    }
}

void SocketLoop::receiveAll()
{
    while (!m_conversation.isLost()) {
        const auto parts = m_socket->receive(1);
        if (!parts) {
            return;
        }
        m_conversation.receive(parts->front());
    }
}

void SocketLoop::watch()
{
    while (const auto event = socket::receiveEvent(*m_monitor)) {
        switch (event->event) {
        case ZMQ_EVENT_DISCONNECTED:
            receiveAll();  // its last words may say why
            lose(
                m_conversation.isGreeted() ? "the server at " + m_endpoint.url + " is gone"
                                           : m_endpoint.url + " hung up before the first word");
            return;
        case ZMQ_EVENT_CLOSED:
        case ZMQ_EVENT_CONNECT_RETRIED:
            lose("no server answers at " + m_endpoint.url);
            return;
        case ZMQ_EVENT_HANDSHAKE_FAILED_AUTH:
        case ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL:
        case ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL:
            lose("the server at " + m_endpoint.url + " refuses the keys, or is no vellum-server");
            return;
        default:
            break;
        }
    }
}

void SocketLoop::checkHello()
{
    if (!m_conversation.isGreeted() && !m_conversation.isLost() && Clock::now() >= m_deadline) {
        lose(
            m_endpoint.url + " did not answer within "
            + std::to_string(protocol::kHelloTimeout.count() / 1000) + " seconds");
    }
}

void SocketLoop::lose(std::string message, ErrorKind kind)
{
    m_conversation.lose({.kind = kind, .message = std::move(message)});
    m_queue.clear();
}

void SocketLoop::hangUp()
{
    if (m_socket == nullptr || m_conversation.isLost()) {
        return;
    }
    takeOutgoing();
    queue(kGoodbyeNumber, codec::Goodbye{});
    m_socket->set(ZMQ_LINGER, kGoodbyeMs);
    sendQueued();
}

class ZmqConnection final : public Connection {
public:
    ZmqConnection(const Endpoint& endpoint, ConnectionListener& listener)
        : m_thread([this, endpoint, &listener] { SocketLoop(endpoint, listener, m_mailbox).run(); })
    {
    }
    ZmqConnection(const ZmqConnection&) = delete;
    ZmqConnection& operator=(const ZmqConnection&) = delete;
    ~ZmqConnection() override
    {
        m_mailbox.end();
        m_thread.join();
    }

    RequestNumber open(const query::TraceSelection& trace) override
    {
        return post(codec::Open{.trace = trace});
    }
    void close(TraceHandle trace) override { post(codec::Close{.trace = trace}); }
    RequestNumber list(const std::string& directory) override
    {
        return post(codec::ListDirectory{.directory = directory});
    }
    RequestNumber live(codec::LiveRequest request) override { return post(std::move(request)); }
    using Connection::ask;
    RequestNumber ask(
        TraceHandle trace, query::Request request, const query::Asking& asking) override
    {
        return post(codec::Ask{.trace = trace, .request = std::move(request), .asking = asking});
    }
    void cancel(RequestNumber request) override { post(codec::Cancel{.request = request}); }

private:
    RequestNumber post(codec::ClientContent content)
    {
        const RequestNumber number = m_next.fetch_add(1);
        m_mailbox.post({.number = number, .content = std::move(content)});
        return number;
    }

    Mailbox m_mailbox;
    std::atomic<RequestNumber> m_next{kHelloNumber + 1};
    std::thread m_thread;  // last: it uses the others
};

}  // namespace

std::unique_ptr<Connection> Connection::start(
    const Endpoint& endpoint, ConnectionListener& listener)
{
    return std::make_unique<ZmqConnection>(endpoint, listener);
}

}  // namespace vellum::client
