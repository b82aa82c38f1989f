#pragma once

#include "common/base/error.h"
#include "server/ranks/link.h"
#include "server/ranks/rank_messages.h"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace vellum::server::ranks {

/// How long a rank may take to answer a ping before it counts as silent.
struct Patience {
    std::chrono::milliseconds any{
        10'000};  ///< a busy machine may keep a thread waiting for seconds
    std::chrono::milliseconds stopped{
        2'000};  ///< where the system says that the process is stopped
};

/// Knows which ranks are there: asks each once a second, and looks at the processes of those that run on
/// this host.
///
/// Threads  Any.
class RankWatch {
public:
    using Clock = std::chrono::steady_clock;

    /// \p link must outlive it.
    explicit RankWatch(Link& link, const Patience& patience = {});

    void onPong(std::uint32_t rank, const PongContent& content);

    /// To be called a few times a second. The ranks that have fallen silent since the last call.
    [[nodiscard]] std::vector<std::uint32_t> look();

    /// A rank that is gone for good, in a sentence: "rank 3 on node17 has ended".
    [[nodiscard]] std::optional<std::string> whoDied() const;

    /// Of the ranks that are looked for, one that does not answer a ping of now within \p patience, in a
    /// sentence. One that was silent before is not looked for.
    enum class LookedFor : std::uint8_t {
        All,
        Remote,  ///< those whose processes cannot be looked at: of the others `whoDied` is surer
    };
    [[nodiscard]] std::optional<std::string> whoIsMissing(
        std::chrono::milliseconds patience, LookedFor lookedFor);

    /// Set while \p rank has not answered for long.
    [[nodiscard]] std::optional<Error> silence(std::uint32_t rank) const;

    /// Of the other ranks, as they last said.
    [[nodiscard]] unsigned threads() const;
    [[nodiscard]] std::uint64_t residentBytes() const;

private:
    struct Other {
        std::optional<Clock::time_point> asked;  ///< a ping is on its way since
        Clock::time_point lastPong;
        PongContent content;
        std::uint64_t pongs = 0;
        bool isSilent = false;
        bool isLocal = false;  ///< its process can be looked at
    };

    void ping(std::uint32_t rank, Clock::time_point now);
    /// The first rank that has answered no more pings than \p before says.
    [[nodiscard]] std::optional<std::uint32_t> firstMissing(
        const std::vector<std::uint64_t>& before, LookedFor lookedFor) const;

    Link& m_link;
    Patience m_patience;
    mutable std::mutex m_mutex;
    std::condition_variable m_pong;
    std::vector<Other> m_others;  ///< by rank; the first is unused
};

}  // namespace vellum::server::ranks
