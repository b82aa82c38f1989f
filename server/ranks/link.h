#pragma once

#include "common/protocol/bytes.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace vellum::server::ranks {

/// Where a rank runs.
struct Peer {
    std::string host;
    std::int64_t process = 0;  ///< its number on that host
};

/// Carries bytes between the ranks of one server. Who they are is fixed.
///
/// Order    What one rank sends to another arrives in the order sent.
/// Threads  `send` and `stop` from any; the rest by the thread that made it.
class Link {
public:
    using Receive = std::function<void(std::uint32_t from, protocol::Bytes bytes)>;

    Link() = default;
    Link(const Link&) = delete;
    Link& operator=(const Link&) = delete;
    virtual ~Link() = default;

    [[nodiscard]] virtual std::uint32_t rank() const = 0;
    [[nodiscard]] virtual std::uint32_t size() const = 0;
    [[nodiscard]] virtual const std::vector<Peer>& peers() const = 0;  ///< by rank

    /// Queues \p bytes and returns at once. \p to is another rank.
    virtual void send(std::uint32_t to, protocol::Bytes bytes) = 0;

    /// Sends what is queued and hands over what arrives, until `stop`; what was queued before that is
    /// still sent if the others take it.
    virtual void run(const Receive& receive) = 0;
    virtual void stop() = 0;
};

}  // namespace vellum::server::ranks
