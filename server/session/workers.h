#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace vellum::server::session {

/// A few threads that do tasks in the order given.
///
/// Threads  `post` from any; made and destroyed by one owner. The destructor waits for the tasks
///          under way and throws away the others.
class Workers {
public:
    explicit Workers(unsigned threads);
    ~Workers();
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    void post(std::function<void()> task);

private:
    void work();

    std::mutex m_mutex;
    std::condition_variable m_arrived;
    std::deque<std::function<void()>> m_tasks;
    bool m_isEnding = false;
    std::vector<std::jthread> m_threads;  // last: they use the others
};

}  // namespace vellum::server::session
