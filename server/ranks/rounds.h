#pragma once

#include "common/base/result.h"
#include "common/protocol/bytes.h"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

namespace vellum::server::ranks {

/// A reply to a message that went to several ranks.
struct Reply {
    std::uint32_t rank = 0;
    protocol::Bytes bytes;  ///< the whole message
};

/// Messages on their way that are waited for, by number.
///
/// Threads  Any; each round is begun and waited for by one thread.
class Rounds {
public:
    /// Before the messages are sent.
    void begin(std::uint64_t number, const std::vector<std::uint32_t>& ranks);

    /// What nobody waits for is thrown away.
    void deliver(std::uint64_t number, Reply reply);

    /// Ends the waiting for \p number with an error.
    void fail(std::uint64_t number, const Error& error);

    /// Ends all waiting for \p rank.
    void failRank(std::uint32_t rank, const Error& error);

    /// Waits for the replies of all ranks, or for a failure; they are in the order of ranks.
    ///
    /// Errors   What `fail` or `failRank` was called with. unavailable: not within \p patience.
    [[nodiscard]] Result<std::vector<Reply>> wait(
        std::uint64_t number, std::optional<std::chrono::milliseconds> patience = std::nullopt);

private:
    struct Round {
        std::map<std::uint32_t, std::optional<protocol::Bytes>> replies;
        std::size_t missing = 0;
        std::optional<Error> failure;
    };

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::map<std::uint64_t, Round> m_rounds;
};

}  // namespace vellum::server::ranks
