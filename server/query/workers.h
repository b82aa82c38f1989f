#pragma once

#include "common/base/result.h"
#include "server/query/executor.h"

#include <cstddef>
#include <functional>

namespace vellum::server::query {

/// Calls \p work with 0 … \p count − 1, each once, on as many threads as \p options says. Each call
/// writes to a place of its own, so that what comes out is equal for any number of threads. All are under the
/// caller's AllocationWatch.
///
/// Errors   cancelled, where it was asked for: what \p work left behind is then not to be used.
///          resourceExhausted, where \p work ran out of memory.
[[nodiscard]] Result<void> forEach(
    std::size_t count,
    const ExecutionOptions& options,
    const std::function<void(std::size_t)>& work);

/// Tells now and then whether to stop: a look at the token costs more than a step of a scan.
class StopPoll {
public:
    explicit StopPoll(const ExecutionOptions& options) : m_token(options.cancel) {}

    /// \param steps  done since the last call
    [[nodiscard]] bool stopNow(std::size_t steps = 1)
    {
        m_steps += steps;
        if (m_steps < kInterval) {
            return false;
        }
        m_steps = 0;
        return m_token.stop_requested();
    }

private:
    static constexpr std::size_t kInterval = std::size_t{1} << 14;

    const std::stop_token& m_token;
    std::size_t m_steps = 0;
};

[[nodiscard]] Error cancelledError();

}  // namespace vellum::server::query
