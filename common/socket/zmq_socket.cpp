#include "common/socket/zmq_socket.h"

#include "common/base/check.h"

#include <zmq.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <utility>

namespace vellum::socket {

namespace {

/// What keeps a message's bytes until ZeroMQ has sent them.
///
/// Threads  Filled by the sender, destroyed by ZeroMQ's thread. ZeroMQ orders the two; `isFilled`
///          says so once more for the thread sanitizer, which cannot see into the library.
struct Holder {
    std::shared_ptr<const protocol::Bytes> bytes;
    std::function<void()> taken;
    std::atomic<bool> isFilled{false};
};

void release(void* /*data*/, void* hint)
{
    const std::unique_ptr<Holder> holder(static_cast<Holder*>(hint));
    VELLUM_ASSERT(holder->isFilled.load(std::memory_order_acquire));
    holder->bytes.reset();
    if (holder->taken) {
        holder->taken();
    }
}

Error unavailable(const std::string& what)
{
    return {.kind = ErrorKind::Unavailable, .message = what + ": " + zmq_strerror(zmq_errno())};
}

protocol::Bytes copyOf(zmq_msg_t& message)
{
    const auto* begin = static_cast<const std::byte*>(zmq_msg_data(&message));
    return {begin, begin + zmq_msg_size(&message)};
}

Socket::Sent outcome(int code)
{
    if (code >= 0) {
        return Socket::Sent::Yes;
    }
    return zmq_errno() == EHOSTUNREACH ? Socket::Sent::Unreachable : Socket::Sent::WouldBlock;
}

}  // namespace

Context::Context() : m_handle(zmq_ctx_new())
{
    VELLUM_ASSERT(m_handle != nullptr);
}

Context::~Context()
{
    while (zmq_ctx_term(m_handle) != 0 && zmq_errno() == EINTR) {}
}

Socket::Socket(const Context& context, int type) : m_handle(zmq_socket(context.handle(), type))
{
    VELLUM_ASSERT(m_handle != nullptr);
    set(ZMQ_LINGER, 0);
}

Socket::~Socket()
{
    if (m_isMonitored) {
        zmq_socket_monitor(m_handle, nullptr, 0);
    }
    zmq_close(m_handle);
}

void Socket::set(int option, int value)
{
    VELLUM_ASSERT(zmq_setsockopt(m_handle, option, &value, sizeof value) == 0);
}
void Socket::set(int option, std::int64_t value)
{
    VELLUM_ASSERT(zmq_setsockopt(m_handle, option, &value, sizeof value) == 0);
}
void Socket::set(int option, std::string_view value)
{
    VELLUM_ASSERT(zmq_setsockopt(m_handle, option, value.data(), value.size()) == 0);
}

Result<void> Socket::bind(const std::string& url)
{
    return zmq_bind(m_handle, url.c_str()) == 0
               ? Result<void>()
               : Result<void>(unavailable("cannot listen at " + url));
}

Result<void> Socket::connect(const std::string& url)
{
    return zmq_connect(m_handle, url.c_str()) == 0
               ? Result<void>()
               : Result<void>(unavailable("cannot connect to " + url));
}

std::string Socket::lastEndpoint() const
{
    std::array<char, 1024> text{};
    std::size_t size = text.size();
    VELLUM_ASSERT(zmq_getsockopt(m_handle, ZMQ_LAST_ENDPOINT, text.data(), &size) == 0);
    return text.data();
}

std::unique_ptr<Socket> Socket::monitor(const Context& context, const std::string& name)
{
    const std::string url = "inproc://" + name;
    VELLUM_ASSERT(zmq_socket_monitor(m_handle, url.c_str(), ZMQ_EVENT_ALL) == 0);
    m_isMonitored = true;
    auto monitor = std::make_unique<Socket>(context, ZMQ_PAIR);
    VELLUM_ASSERT(monitor->connect(url).isOk());
    return monitor;
}

std::optional<std::vector<protocol::Bytes>> Socket::receive(std::size_t maxParts)
{
    std::vector<protocol::Bytes> parts;
    bool hasMore = true;
    while (hasMore) {
        zmq_msg_t message;
        zmq_msg_init(&message);
        if (zmq_msg_recv(&message, m_handle, ZMQ_DONTWAIT) < 0) {
            zmq_msg_close(&message);
            return std::nullopt;  // only ever at the first part: messages arrive whole
        }
        hasMore = zmq_msg_more(&message) != 0;
        if (parts.size() < maxParts) {
            parts.push_back(copyOf(message));
        }
        zmq_msg_close(&message);
    }
    return parts;
}

Socket::Sent Socket::send(
    const std::vector<std::string_view>& prefix,
    std::shared_ptr<const protocol::Bytes> bytes,
    std::function<void()> taken)
{
    for (const std::string_view part : prefix) {
        const Sent sent =
            outcome(zmq_send(m_handle, part.data(), part.size(), ZMQ_DONTWAIT | ZMQ_SNDMORE));
        if (sent != Sent::Yes) {
            return sent;
        }
    }
    // ZeroMQ takes a pointer to what it may change; it changes nothing that it sends.
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast)
    auto* data = const_cast<std::byte*>(bytes->data());
    const std::size_t size = bytes->size();
    auto holder = std::make_unique<Holder>();
    holder->bytes = std::move(bytes);
    holder->taken = std::move(taken);
    holder->isFilled.store(true, std::memory_order_release);
    zmq_msg_t message;
    VELLUM_ASSERT(zmq_msg_init_data(&message, data, size, release, holder.get()) == 0);
    Holder* released = holder.release();  // ZeroMQ's from here on
    const Sent sent = outcome(zmq_msg_send(&message, m_handle, ZMQ_DONTWAIT));
    if (sent != Sent::Yes) {
        released->taken = {};  // not sent, not taken
        zmq_msg_close(&message);
    }
    return sent;
}

std::optional<MonitorEvent> receiveEvent(Socket& monitor)
{
    const auto parts = monitor.receive(1);
    constexpr std::size_t kEventBytes = sizeof(std::uint16_t) + sizeof(std::uint32_t);
    if (!parts || parts->empty() || parts->front().size() < kEventBytes) {
        return std::nullopt;
    }
    std::uint16_t event = 0;
    MonitorEvent result;
    std::memcpy(&event, parts->front().data(), sizeof event);
    std::memcpy(&result.value, parts->front().data() + sizeof event, sizeof result.value);
    result.event = event;
    return result;
}

KeyPair makeKeyPair()
{
    std::array<char, 41> publicKey{};
    std::array<char, 41> secretKey{};
    VELLUM_ASSERT(zmq_curve_keypair(publicKey.data(), secretKey.data()) == 0);
    return {.publicKey = publicKey.data(), .secretKey = secretKey.data()};
}

}  // namespace vellum::socket
