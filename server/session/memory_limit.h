#pragma once

#include "common/base/error.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace vellum::server::session {

/// How large this process may grow by reading traces.
///
/// Threads  Any.
class MemoryLimit {
public:
    /// \param bytes  0: no limit
    explicit MemoryLimit(std::uint64_t bytes) : m_bytes(bytes) {}

    [[nodiscard]] bool isPassed() const;

    /// \param who  has grown: "the server"
    [[nodiscard]] Error refusal(const std::string& path, std::string_view who) const;

private:
    std::uint64_t m_bytes;
};

}  // namespace vellum::server::session
