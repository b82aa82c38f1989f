#include "server/transport/server_socket.h"

#include "common/base/log.h"
#include "common/socket/wake_up.h"
#include "common/socket/zmq_socket.h"
#include "server/transport/authentication.h"
#include "server/transport/client_queue.h"
#include "server/transport/socket_file.h"

#include <zmq.h>

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string_view>
#include <thread>
#include <tuple>
#include <utility>
#include <variant>

namespace vellum::server::transport {

namespace {

using Clock = std::chrono::steady_clock;
using protocol::Bytes;
using socket::Context;
using socket::Socket;

constexpr std::chrono::milliseconds kProbeInterval{5000};  ///< how often clients are looked after
/// After somebody has disconnected: ZeroMQ tells before it has taken the peer out of its tables.
constexpr std::chrono::milliseconds kQuickProbeInterval{20};
constexpr int kQuickProbes = 25;
constexpr int kHeartbeatMs = 5000;
constexpr int kHeartbeatTimeoutMs = 15'000;
constexpr int kLingerMs = 2'000;
/// Where ZeroMQ's queue is full it does not always tell when there is room again.
constexpr std::chrono::milliseconds kShortestRetry{1};
constexpr std::chrono::milliseconds kLongestRetry{512};
constexpr int kMaxMessagesInside = 64;  ///< per client in ZeroMQ's own queue

/// What other threads ask of the socket's.
struct SendCommand {
    ClientId client;
    Bytes bytes;
};
struct DropCommand {
    ClientId client;
};
using Command = std::variant<SendCommand, DropCommand>;

/// Threads  Any.
class Mailbox {
public:
    void post(Command command)
    {
        const std::lock_guard lock(m_mutex);
        m_commands.push_back(std::move(command));
        m_wakeUp.wake();
    }
    void end()
    {
        const std::lock_guard lock(m_mutex);
        m_isEnding = true;
        m_wakeUp.wake();
    }
    [[nodiscard]] std::deque<Command> takeAll()
    {
        m_wakeUp.drain();
        const std::lock_guard lock(m_mutex);
        return std::exchange(m_commands, {});
    }
    [[nodiscard]] bool isEnding() const
    {
        const std::lock_guard lock(m_mutex);
        return m_isEnding;
    }
    [[nodiscard]] const socket::WakeUp& wakeUp() const { return m_wakeUp; }

private:
    mutable std::mutex m_mutex;
    std::deque<Command> m_commands;
    bool m_isEnding = false;
    socket::WakeUp m_wakeUp;
};

/// A peer: the socket it came in by and the routing id it has there.
struct Peer {
    std::size_t listener = 0;
    Bytes routingId;

    friend bool operator<(const Peer& a, const Peer& b)
    {
        return std::tie(a.listener, a.routingId) < std::tie(b.listener, b.routingId);
    }
};

struct Client {
    Peer peer;
    ClientQueue queue;
    /// Dropped: its messages are thrown away until it disconnects, for ZeroMQ cannot hang up.
    bool isDropped = false;
};

struct Listener {
    std::unique_ptr<Socket> monitor;  // outlives the router
    std::unique_ptr<Socket> router;
    std::string socketPath;
};

std::string_view asText(const Bytes& bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Everything of the socket that lives on its thread.
class SocketLoop {
public:
    SocketLoop(
        const Keys& keys,
        OwnMessages messages,
        ReceiverInterface& receiver,
        const SocketLimits& limits,
        Mailbox& mailbox)
        : m_keys(keys)
        , m_probe(std::make_shared<const Bytes>(std::move(messages.probe)))
        , m_full(std::make_shared<const Bytes>(std::move(messages.full)))
        , m_receiver(receiver)
        , m_limits(limits)
        , m_mailbox(mailbox)
        , m_authentication(m_context, keys.clientPublic)
    {
    }

    /// The address as bound. Before `run`.
    Result<std::string> listen(const ListenAddress& address);

    void run();

private:
    void configure(Socket& router, const ListenAddress& address) const;
    void wait();
    void obey();
    void obey(SendCommand&& command);
    void obey(const DropCommand& command);
    void receiveAll(std::size_t listener);
    void take(std::size_t listener, std::vector<Bytes> parts);
    [[nodiscard]] std::optional<ClientId> clientOf(Peer peer);
    void sendAll();
    void sendTo(ClientId id, Client& client);
    void drop(ClientId id, Client& client);
    void watchDisconnects();
    void probeIfDue();
    void probeAll();
    void forget(ClientId id);
    void close();

    Keys m_keys;
    std::shared_ptr<const Bytes> m_probe;
    std::shared_ptr<const Bytes> m_full;
    ReceiverInterface& m_receiver;
    SocketLimits m_limits;
    Mailbox& m_mailbox;
    Context m_context;
    Authentication m_authentication;
    std::vector<Listener> m_listeners;
    std::map<ClientId, Client> m_clients;
    std::map<Peer, ClientId> m_ids;
    std::uint64_t m_lastId = 0;
    std::vector<ClientId> m_unreachable;  ///< found while sending, forgotten afterwards
    Clock::time_point m_nextProbe = Clock::now() + kProbeInterval;
    int m_quickProbes = 0;
    bool m_isFull = false;  ///< ZeroMQ's queue to somebody takes no message now
    std::chrono::milliseconds m_retry = kShortestRetry;  ///< until it is tried again
};

void SocketLoop::configure(Socket& router, const ListenAddress& address) const
{
    router.set(ZMQ_ROUTER_MANDATORY, 1);
    router.set(ZMQ_MAXMSGSIZE, static_cast<std::int64_t>(m_limits.maxFrameBytes));
    router.set(ZMQ_SNDHWM, kMaxMessagesInside);
    router.set(ZMQ_RCVHWM, kMaxMessagesInside);
    if (!address.socketPath.empty()) {
        return;
    }
    // Otherwise an IPv4 address would be reported as an IPv6 one that stands for it.
    router.set(ZMQ_IPV6, address.url.find('[') == std::string::npos ? 0 : 1);
    router.set(ZMQ_CURVE_SERVER, 1);
    router.set(ZMQ_CURVE_SECRETKEY, m_keys.serverSecret);
    router.set(ZMQ_ZAP_DOMAIN, "vellum");
    router.set(ZMQ_HEARTBEAT_IVL, kHeartbeatMs);
    router.set(ZMQ_HEARTBEAT_TIMEOUT, kHeartbeatTimeoutMs);
}

Result<std::string> SocketLoop::listen(const ListenAddress& address)
{
    if (!address.socketPath.empty()) {
        VELLUM_RETURN_IF_ERROR(clearSocketFile(address.socketPath));
    }
    Listener& listener = m_listeners.emplace_back();
    listener.router = std::make_unique<Socket>(m_context, ZMQ_ROUTER);
    configure(*listener.router, address);
    listener.monitor =
        listener.router->monitor(m_context, "monitor-" + std::to_string(m_listeners.size()));
    const PrivateFileMode mode;
    VELLUM_RETURN_IF_ERROR(listener.router->bind(address.url));
    listener.socketPath = address.socketPath;  // ours to remove from now on
    return listener.router->lastEndpoint();
}

void SocketLoop::run()
{
    while (!m_mailbox.isEnding()) {
        wait();
        m_authentication.answerAll();
        for (std::size_t i = 0; i < m_listeners.size(); ++i) {
            receiveAll(i);
        }
        obey();
        sendAll();
        watchDisconnects();
        probeIfDue();
    }
    obey();
    sendAll();
    close();
}

void SocketLoop::wait()
{
    std::vector<zmq_pollitem_t> items;
    items.push_back(
        {.socket = nullptr,
         .fd = m_mailbox.wakeUp().descriptor(),
         .events = ZMQ_POLLIN,
         .revents = 0});
    const auto add = [&](const Socket& socket) {
        items.push_back({.socket = socket.handle(), .fd = 0, .events = ZMQ_POLLIN, .revents = 0});
    };
    add(m_authentication.socket());
    for (const Listener& listener : m_listeners) {
        add(*listener.router);
        add(*listener.monitor);
    }
    auto left = std::chrono::ceil<std::chrono::milliseconds>(m_nextProbe - Clock::now());
    if (m_isFull) {
        left = std::min(left, m_retry);
    }
    zmq_poll(items.data(), static_cast<int>(items.size()), std::max<long>(0, left.count()));
}

void SocketLoop::receiveAll(std::size_t listener)
{
    // Bounded, so that one client that never stops does not keep the others from being sent to.
    constexpr int kMaxAtOnce = 100;
    constexpr std::size_t kParts = 2;  // routing id, message
    for (int i = 0; i < kMaxAtOnce; ++i) {
        auto parts = m_listeners[listener].router->receive(kParts);
        if (!parts) {
            return;
        }
        take(listener, std::move(*parts));
    }
}

void SocketLoop::take(std::size_t listener, std::vector<Bytes> parts)
{
    const auto id = clientOf({.listener = listener, .routingId = std::move(parts.front())});
    if (!id || m_clients.at(*id).isDropped) {
        return;
    }
    // A message without a second part is as malformed as an empty one.
    m_receiver.onReceived(*id, parts.size() > 1 ? std::move(parts[1]) : Bytes());
}

std::optional<ClientId> SocketLoop::clientOf(Peer peer)
{
    if (const auto known = m_ids.find(peer); known != m_ids.end()) {
        return known->second;
    }
    if (m_clients.size() >= m_limits.maxClients) {
        log::debug(
            "refused a client: there are " + std::to_string(m_clients.size()) + ", the limit is "
            + std::to_string(m_limits.maxClients));
        // As often as it asks, which it does once; where there is no room it waits in vain.
        (void)m_listeners[peer.listener].router->send({asText(peer.routingId)}, m_full);
        return std::nullopt;
    }
    const ClientId id{++m_lastId};
    m_ids.emplace(peer, id);
    m_clients[id].peer = std::move(peer);
    return id;
}

void SocketLoop::obey()
{
    for (Command& command : m_mailbox.takeAll()) {
        if (auto* sending = std::get_if<SendCommand>(&command)) {
            obey(std::move(*sending));
        } else {
            obey(std::get<DropCommand>(command));
        }
    }
}

void SocketLoop::obey(SendCommand&& command)
{
    const auto found = m_clients.find(command.client);
    if (found == m_clients.end() || found->second.isDropped) {
        return;
    }
    Client& client = found->second;
    if (client.queue.waitingBytes() > m_limits.maxQueuedBytes) {
        log::warning(
            "dropped client " + std::to_string(command.client.value) + ": it does not read, "
            + std::to_string(client.queue.waitingBytes()) + " bytes wait for it");
        drop(command.client, client);
        return;
    }
    client.queue.push(std::move(command.bytes));
}

void SocketLoop::obey(const DropCommand& command)
{
    const auto found = m_clients.find(command.client);
    if (found != m_clients.end() && !found->second.isDropped) {
        sendTo(command.client, found->second);  // its last words
        drop(command.client, found->second);
    }
}

void SocketLoop::drop(ClientId id, Client& client)
{
    client.isDropped = true;
    client.queue = ClientQueue();
    m_receiver.onGone(id);
}

void SocketLoop::sendAll()
{
    m_isFull = false;
    for (auto& [id, client] : m_clients) {
        sendTo(id, client);
    }
    for (const ClientId id : std::exchange(m_unreachable, {})) {
        forget(id);
    }
    m_retry = m_isFull ? std::min(2 * m_retry, kLongestRetry) : kShortestRetry;
}

void SocketLoop::sendTo(ClientId id, Client& client)
{
    Socket& router = *m_listeners[client.peer.listener].router;
    while (client.queue.isReady()) {
        const Socket::Sent sent = router.send(
            {asText(client.peer.routingId)},
            client.queue.front(),
            client.queue.handOver(m_mailbox.wakeUp()));
        if (sent == Socket::Sent::Unreachable) {
            m_unreachable.push_back(id);
        }
        if (sent != Socket::Sent::Yes) {
            client.queue.takeBack();
            m_isFull = m_isFull || sent == Socket::Sent::WouldBlock;
            return;
        }
        client.queue.pop();
    }
}

void SocketLoop::watchDisconnects()
{
    bool isAnyoneGone = false;
    for (const Listener& listener : m_listeners) {
        while (const auto event = socket::receiveEvent(*listener.monitor)) {
            isAnyoneGone = isAnyoneGone || event->event == ZMQ_EVENT_DISCONNECTED;
        }
    }
    if (isAnyoneGone) {  // the event does not say who
        m_quickProbes = kQuickProbes;
        m_nextProbe = Clock::now();
    }
}

void SocketLoop::probeIfDue()
{
    if (Clock::now() >= m_nextProbe) {
        probeAll();
    }
}

void SocketLoop::probeAll()
{
    m_nextProbe = Clock::now() + (m_quickProbes > 0 ? kQuickProbeInterval : kProbeInterval);
    m_quickProbes = std::max(0, m_quickProbes - 1);
    std::vector<ClientId> gone;
    for (const auto& [id, client] : m_clients) {
        Socket& router = *m_listeners[client.peer.listener].router;
        if (router.send({asText(client.peer.routingId)}, m_probe) == Socket::Sent::Unreachable) {
            gone.push_back(id);
        }
    }
    for (const ClientId id : gone) {
        forget(id);
    }
}

void SocketLoop::forget(ClientId id)
{
    const auto found = m_clients.find(id);
    if (found == m_clients.end()) {
        return;
    }
    const bool isKnownToReceiver = !found->second.isDropped;
    m_ids.erase(found->second.peer);
    m_clients.erase(found);
    if (isKnownToReceiver) {
        m_receiver.onGone(id);
    }
}

void SocketLoop::close()
{
    for (Listener& listener : m_listeners) {
        listener.router->set(ZMQ_LINGER, kLingerMs);
        listener.router.reset();
        listener.monitor.reset();
        if (!listener.socketPath.empty()) {
            ::unlink(listener.socketPath.c_str());  // ZeroMQ leaves it
        }
    }
}

class ThreadedSocket final : public ServerSocket {
public:
    ThreadedSocket(
        const Keys& keys,
        OwnMessages messages,
        ReceiverInterface& receiver,
        const SocketLimits& limits)
        : m_loop(
            std::make_unique<SocketLoop>(keys, std::move(messages), receiver, limits, m_mailbox))
    {
    }
    ThreadedSocket(const ThreadedSocket&) = delete;
    ThreadedSocket& operator=(const ThreadedSocket&) = delete;
    ~ThreadedSocket() override
    {
        m_mailbox.end();
        if (m_thread.joinable()) {
            m_thread.join();
        }
        m_loop.reset();  // ends ZeroMQ, whose thread may call our mailbox until then
    }

    Result<void> listen(const ListenAddress& address)
    {
        auto url = m_loop->listen(address);
        VELLUM_RETURN_IF_ERROR(url);
        m_urls.push_back(std::move(url).value());
        return {};
    }
    void begin()
    {
        // ZeroMQ's sockets may change threads once, with everything before seen by the new one.
        m_thread = std::thread([this] { m_loop->run(); });
    }

    [[nodiscard]] const std::vector<std::string>& urls() const override { return m_urls; }
    void send(ClientId client, Bytes bytes) override
    {
        m_mailbox.post(SendCommand{.client = client, .bytes = std::move(bytes)});
    }
    void drop(ClientId client) override { m_mailbox.post(DropCommand{.client = client}); }

private:
    Mailbox m_mailbox;
    std::unique_ptr<SocketLoop> m_loop;
    std::vector<std::string> m_urls;
    std::thread m_thread;
};

}  // namespace

Keys makeKeys()
{
    const socket::KeyPair server = socket::makeKeyPair();
    const socket::KeyPair client = socket::makeKeyPair();
    return {
        .serverPublic = server.publicKey,
        .serverSecret = server.secretKey,
        .clientPublic = client.publicKey,
        .clientSecret = client.secretKey};
}

Result<std::unique_ptr<ServerSocket>> ServerSocket::start(
    const std::vector<ListenAddress>& addresses,
    const Keys& keys,
    OwnMessages messages,
    ReceiverInterface& receiver,
    const SocketLimits& limits)
{
    auto socket = std::make_unique<ThreadedSocket>(keys, std::move(messages), receiver, limits);
    for (const ListenAddress& address : addresses) {
        VELLUM_RETURN_IF_ERROR(socket->listen(address));
    }
    socket->begin();
    return std::unique_ptr<ServerSocket>(std::move(socket));
}

}  // namespace vellum::server::transport
