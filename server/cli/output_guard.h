#pragma once

#include <cstdint>
#include <exception>
#include <ostream>
#include <stop_token>
#include <utility>

namespace vellum::server::cli {

/// Nobody wants the rest of what is being printed: it was cancelled, or cannot be written.
class OutputStopped : public std::exception {
public:
    [[nodiscard]] const char* what() const noexcept override { return "printing was stopped"; }
};

/// Asked by whatever makes text, once for every piece: looks now and then whether to go on.
class OutputGuard {
public:
    OutputGuard() = default;
    explicit OutputGuard(std::stop_token cancel) : m_cancel(std::move(cancel)) {}

    /// Errors  throws OutputStopped
    void poll()
    {
        constexpr std::uint32_t kEvery = 1024;
        if (++m_calls % kEvery == 0 && m_cancel.stop_requested()) {
            throw OutputStopped();
        }
    }
    void poll(const std::ostream& out)
    {
        if (!out) {
            throw OutputStopped();
        }
        poll();
    }

private:
    std::stop_token m_cancel;
    std::uint32_t m_calls = 0;
};

}  // namespace vellum::server::cli
