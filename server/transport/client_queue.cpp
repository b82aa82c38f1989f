#include "server/transport/client_queue.h"

#include <utility>

namespace vellum::server::transport {

namespace {

/// Enough to keep a socket busy, little enough to forget.
constexpr std::size_t kHeldBytes = std::size_t{4} << 20U;

}  // namespace

void ClientQueue::push(protocol::Bytes bytes)
{
    m_waitingBytes += bytes.size();
    m_waiting.push_back(std::make_shared<const protocol::Bytes>(std::move(bytes)));
}

bool ClientQueue::isReady() const
{
    const std::size_t held = m_held->load(std::memory_order_acquire);
    return !m_waiting.empty() && (held == 0 || held + m_waiting.front()->size() <= kHeldBytes);
}

std::function<void()> ClientQueue::handOver(const socket::WakeUp& wakeUp)
{
    const std::size_t size = m_waiting.front()->size();
    m_held->fetch_add(size, std::memory_order_acq_rel);
    return [held = m_held, size, &wakeUp] {
        held->fetch_sub(size, std::memory_order_acq_rel);
        wakeUp.wake();
    };
}

void ClientQueue::takeBack()
{
    m_held->fetch_sub(m_waiting.front()->size(), std::memory_order_acq_rel);
}

void ClientQueue::pop()
{
    m_waitingBytes -= m_waiting.front()->size();
    m_waiting.pop_front();
}

}  // namespace vellum::server::transport
