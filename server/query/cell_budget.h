#pragma once

#include "common/query/limits.h"

#include <atomic>
#include <cstdint>

namespace vellum::server::query {

/// Keeps what is allocated for an answer below its limit.
///
/// Threads  Safe from any number of threads at once.
class CellBudget {
public:
    explicit CellBudget(std::uint64_t most = vellum::query::kMaxCells) : m_most(most) {}

    [[nodiscard]] bool take(std::uint64_t cells)
    {
        return m_taken.fetch_add(cells) + cells <= m_most;
    }
    void giveBack(std::uint64_t cells) { m_taken -= cells; }
    [[nodiscard]] bool isOver() const { return m_over; }
    void setOver() { m_over = true; }

private:
    std::uint64_t m_most;
    std::atomic<std::uint64_t> m_taken{0};
    std::atomic<bool> m_over{false};
};

}  // namespace vellum::server::query
