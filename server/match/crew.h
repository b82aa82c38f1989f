#pragma once

#include <atomic>
#include <cstddef>
#include <functional>

namespace vellum::server::match {

/// Hands out the numbers from 0 up, each once.
class Numbers {
public:
    explicit Numbers(std::size_t count) : m_count(count) {}

    /// False where there are no more.
    [[nodiscard]] bool take(std::size_t& number)
    {
        number = m_next++;
        return number < m_count;
    }

private:
    std::size_t m_count;
    std::atomic<std::size_t> m_next{0};
};

/// Runs \p work on as many threads as are useful and \p threads allows (0: one per core), this one
/// among them; each takes numbers below \p count until there are no more.
///
/// Errors   What one of them throws is thrown here, once all have ended.
void workTogether(
    std::size_t count, unsigned threads, const std::function<void(Numbers& numbers)>& work);

}  // namespace vellum::server::match
