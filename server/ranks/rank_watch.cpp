#include "server/ranks/rank_watch.h"

#include "server/ranks/placement.h"

#include <algorithm>
#include <fstream>

namespace vellum::server::ranks {

namespace {

constexpr std::chrono::seconds kBetweenPings{1};

/// The state letter of a process of this host as proc(5) has it; 'X' if there is none.
char processState(std::int64_t process)
{
    std::ifstream file("/proc/" + std::to_string(process) + "/stat");
    std::string line;
    if (!std::getline(file, line)) {
        return 'X';
    }
    // The name in parentheses may hold anything.
    const std::size_t end = line.rfind(')');
    return end != std::string::npos && end + 2 < line.size() ? line[end + 2] : 'X';
}

bool isGone(char state)
{
    return state == 'X' || state == 'Z';
}

bool isStopped(char state)
{
    return state == 'T' || state == 't';
}

}  // namespace

RankWatch::RankWatch(Link& link, const Patience& patience)
    : m_link(link)
    , m_patience(patience)
    , m_others(link.size())
{
    const std::string& host = link.peers()[link.rank()].host;
    for (std::uint32_t rank = 1; rank < link.size(); ++rank) {
        // Ranks of one host may still be in containers that do not see each other's processes.
        const Peer& peer = link.peers()[rank];
        m_others[rank].isLocal = peer.host == host && !isGone(processState(peer.process));
    }
}

void RankWatch::onPong(std::uint32_t rank, const PongContent& content)
{
    const std::lock_guard lock(m_mutex);
    Other& other = m_others[rank];
    other.asked.reset();
    other.lastPong = Clock::now();
    other.content = content;
    other.isSilent = false;
    ++other.pongs;
    m_pong.notify_all();
}

void RankWatch::ping(std::uint32_t rank, Clock::time_point now)
{
    m_others[rank].asked = now;
    m_link.send(rank, bare(MessageKind::Ping, 0));
}

std::vector<std::uint32_t> RankWatch::look()
{
    const std::lock_guard lock(m_mutex);
    const auto now = Clock::now();
    std::vector<std::uint32_t> silent;
    for (std::uint32_t rank = 1; rank < m_others.size(); ++rank) {
        Other& other = m_others[rank];
        if (!other.asked) {
            if (now - other.lastPong >= kBetweenPings) {
                ping(rank, now);
            }
            continue;
        }
        const auto waited = now - *other.asked;
        const bool isOverdue = waited >= m_patience.any
                               || (waited >= m_patience.stopped && other.isLocal
                                   && isStopped(processState(m_link.peers()[rank].process)));
        if (isOverdue && !other.isSilent) {
            other.isSilent = true;
            silent.push_back(rank);
        }
    }
    return silent;
}

std::optional<std::string> RankWatch::whoDied() const
{
    const std::lock_guard lock(m_mutex);
    for (std::uint32_t rank = 1; rank < m_others.size(); ++rank) {
        if (m_others[rank].isLocal && isGone(processState(m_link.peers()[rank].process))) {
            return nameOf(rank, m_link.peers()) + " has ended";
        }
    }
    return std::nullopt;
}

std::optional<std::uint32_t> RankWatch::firstMissing(
    const std::vector<std::uint64_t>& before, LookedFor lookedFor) const
{
    for (std::uint32_t rank = 1; rank < m_others.size(); ++rank) {
        const Other& other = m_others[rank];
        const bool isLookedFor = !other.isSilent && (lookedFor == LookedFor::All || !other.isLocal);
        if (isLookedFor && other.pongs <= before[rank]) {
            return rank;
        }
    }
    return std::nullopt;
}

std::optional<std::string> RankWatch::whoIsMissing(
    std::chrono::milliseconds patience, LookedFor lookedFor)
{
    std::unique_lock lock(m_mutex);
    const auto now = Clock::now();
    std::vector<std::uint64_t> before(m_others.size());
    for (std::uint32_t rank = 1; rank < m_others.size(); ++rank) {
        before[rank] = m_others[rank].pongs;
        if (!m_others[rank].asked) {
            ping(rank, now);
        }
    }
    m_pong.wait_for(lock, patience, [&] { return !firstMissing(before, lookedFor); });
    const auto missing = firstMissing(before, lookedFor);
    return missing ? std::optional(nameOf(*missing, m_link.peers()) + " does not answer")
                   : std::nullopt;
}

std::optional<Error> RankWatch::silence(std::uint32_t rank) const
{
    const std::lock_guard lock(m_mutex);
    const Other& other = m_others[rank];
    if (!other.isSilent || !other.asked) {
        return std::nullopt;
    }
    const auto seconds =
        std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - *other.asked).count();
    return Error{
        .kind = ErrorKind::Unavailable,
        .message = nameOf(rank, m_link.peers()) + " has not answered for " + std::to_string(seconds)
                   + " s; the server waits for it, ask again later"};
}

unsigned RankWatch::threads() const
{
    const std::lock_guard lock(m_mutex);
    unsigned sum = 0;
    for (const Other& other : m_others) {
        sum += other.content.threads;
    }
    return sum;
}

std::uint64_t RankWatch::residentBytes() const
{
    const std::lock_guard lock(m_mutex);
    std::uint64_t sum = 0;
    for (const Other& other : m_others) {
        sum += other.content.residentBytes;
    }
    return sum;
}

}  // namespace vellum::server::ranks
