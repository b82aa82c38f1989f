#include "server/ranks/rounds.h"

#include <utility>

namespace vellum::server::ranks {

void Rounds::begin(std::uint64_t number, const std::vector<std::uint32_t>& ranks)
{
    const std::lock_guard lock(m_mutex);
    Round& round = m_rounds[number];
    for (const std::uint32_t rank : ranks) {
        round.replies[rank];
    }
    round.missing = round.replies.size();
}

void Rounds::deliver(std::uint64_t number, Reply reply)
{
    const std::lock_guard lock(m_mutex);
    const auto round = m_rounds.find(number);
    if (round == m_rounds.end()) {
        return;
    }
    const auto place = round->second.replies.find(reply.rank);
    if (place != round->second.replies.end() && !place->second) {
        place->second = std::move(reply.bytes);
        --round->second.missing;
        m_changed.notify_all();
    }
}

void Rounds::fail(std::uint64_t number, const Error& error)
{
    const std::lock_guard lock(m_mutex);
    if (const auto round = m_rounds.find(number); round != m_rounds.end()) {
        round->second.failure = error;
        m_changed.notify_all();
    }
}

void Rounds::failRank(std::uint32_t rank, const Error& error)
{
    const std::lock_guard lock(m_mutex);
    for (auto& [number, round] : m_rounds) {
        const auto place = round.replies.find(rank);
        if (place != round.replies.end() && !place->second) {
            round.failure = error;
        }
    }
    m_changed.notify_all();
}

Result<std::vector<Reply>> Rounds::wait(
    std::uint64_t number, std::optional<std::chrono::milliseconds> patience)
{
    std::unique_lock lock(m_mutex);
    const auto place = m_rounds.find(number);
    Round& round = place->second;
    const auto isOver = [&] { return round.missing == 0 || round.failure; };
    if (!patience) {
        m_changed.wait(lock, isOver);
    } else if (!m_changed.wait_for(lock, *patience, isOver)) {
        round.failure =
            Error{.kind = ErrorKind::Unavailable, .message = "a rank does not answer in time"};
    }
    Round ended = std::move(m_rounds.extract(place).mapped());
    if (ended.missing > 0) {
        return *ended.failure;
    }
    std::vector<Reply> replies;
    for (auto& [rank, bytes] : ended.replies) {
        replies.push_back({.rank = rank, .bytes = std::move(*bytes)});
    }
    return replies;
}

}  // namespace vellum::server::ranks
