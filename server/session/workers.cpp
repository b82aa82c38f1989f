#include "server/session/workers.h"

#include <utility>

namespace vellum::server::session {

Workers::Workers(unsigned threads)
{
    for (unsigned i = 0; i < threads; ++i) {
        m_threads.emplace_back([this] { work(); });
    }
}

Workers::~Workers()
{
    {
        const std::lock_guard lock(m_mutex);
        m_isEnding = true;
        m_tasks.clear();
    }
    m_arrived.notify_all();
    m_threads.clear();  // joins
}

void Workers::post(std::function<void()> task)
{
    const std::lock_guard lock(m_mutex);
    if (!m_isEnding) {
        m_tasks.push_back(std::move(task));
        m_arrived.notify_one();
    }
}

void Workers::work()
{
    std::unique_lock lock(m_mutex);
    while (true) {
        m_arrived.wait(lock, [this] { return m_isEnding || !m_tasks.empty(); });
        if (m_isEnding) {
            return;
        }
        const auto task = std::move(m_tasks.front());
        m_tasks.pop_front();
        lock.unlock();
        task();
        lock.lock();
    }
}

}  // namespace vellum::server::session
