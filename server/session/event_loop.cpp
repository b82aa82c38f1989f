#include "server/session/event_loop.h"

#include <utility>

namespace vellum::server::session {

void EventLoop::post(Task task)
{
    const std::lock_guard lock(m_mutex);
    m_posted.push_back({.task = std::move(task), .bytes = 0});
    m_arrived.notify_one();
}

void EventLoop::postReceived(Task task, std::size_t bytes)
{
    std::unique_lock lock(m_mutex);
    m_hasRoom.wait(lock, [this] { return m_postedBytes <= kMaxPostedBytes || m_hasEnded; });
    m_postedBytes += bytes;
    m_posted.push_back({.task = std::move(task), .bytes = bytes});
    m_arrived.notify_one();
}

void EventLoop::run(std::chrono::milliseconds interval, const Task& tick)
{
    auto nextTick = std::chrono::steady_clock::now() + interval;
    std::unique_lock lock(m_mutex);
    while (!m_hasEnded) {
        m_arrived.wait_until(lock, nextTick, [this] { return !m_posted.empty() || m_hasEnded; });
        Posted next;
        if (!m_posted.empty()) {
            next = std::move(m_posted.front());
            m_posted.pop_front();
            m_postedBytes -= next.bytes;
            m_hasRoom.notify_all();
        }
        lock.unlock();
        if (next.task) {
            next.task();
        }
        if (const auto now = std::chrono::steady_clock::now(); now >= nextTick) {
            nextTick = now + interval;
            tick();
        }
        lock.lock();
    }
}

void EventLoop::end()
{
    const std::lock_guard lock(m_mutex);
    m_hasEnded = true;
    m_arrived.notify_all();
    m_hasRoom.notify_all();
}

}  // namespace vellum::server::session
