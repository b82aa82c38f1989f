#pragma once

#include <pthread.h>

#include <cstddef>
#include <functional>

namespace stencil {

/// Threads that go through the same steps and wait for each other between them.
///
/// Threads  run() by the owner; barrier() by the members.
class Team {
public:
    explicit Team(std::size_t members);
    ~Team();
    Team(const Team&) = delete;
    Team& operator=(const Team&) = delete;

    [[nodiscard]] std::size_t members() const { return m_members; }

    /// Calls \p work on every member with its number; the caller is number 0.
    void run(const std::function<void(std::size_t)>& work) const;

    /// Returns when all members are here.
    void barrier();

private:
    std::size_t m_members;
    pthread_barrier_t m_barrier{};
};

}  // namespace stencil
