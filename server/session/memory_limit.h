#pragma once

#include "common/base/error.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace vellum::server::session {

/// How large this process may grow by reading traces.
///
/// Threads  Any.
class MemoryLimit {
public:
    /// \param bytes  0: no limit
    /// \param resident  what the process has in memory now
    MemoryLimit(std::uint64_t bytes, std::function<std::uint64_t()> resident)
        : m_bytes(bytes)
        , m_resident(std::move(resident))
    {
    }

    /// Freed memory does not count: it is given back to the system first.
    [[nodiscard]] bool isPassed() const;

    /// Of a trace that was being read.
    /// \param who  has grown: "the server"
    [[nodiscard]] Error refusal(const std::string& path, std::string_view who) const;
    /// Of a trace of which nothing was read yet.
    [[nodiscard]] Error refusalToBegin(const std::string& path, std::string_view who) const;

private:
    std::uint64_t m_bytes;
    std::function<std::uint64_t()> m_resident;
};

}  // namespace vellum::server::session
