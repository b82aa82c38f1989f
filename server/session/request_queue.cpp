#include "server/session/request_queue.h"

#include <algorithm>
#include <utility>

namespace vellum::server::session {

void RequestQueue::push(Job job)
{
    const std::lock_guard lock(m_mutex);
    const auto [client, isNew] = m_waiting.try_emplace(job.client);
    if (isNew) {
        m_turns.push_back(job.client);
    }
    Kinds& kinds = client->second;
    const auto kind = std::ranges::find_if(
        kinds, [&](const std::vector<Job>& jobs) { return jobs.front().kind == job.kind; });
    if (kind != kinds.end()) {
        kind->push_back(std::move(job));
    } else {
        kinds.emplace_back().push_back(std::move(job));
    }
}

std::deque<transport::ClientId>::iterator RequestQueue::next()
{
    constexpr unsigned kMostOfOne = 2;
    if (m_allUnderWay >= m_limits.atOnce) {
        return m_turns.end();
    }
    const auto idle =
        std::ranges::find_if(m_turns, [&](auto client) { return !m_underWay.contains(client); });
    if (idle != m_turns.end() || m_allUnderWay >= m_limits.sharedBelow) {
        return idle;
    }
    return std::ranges::find_if(
        m_turns, [&](auto client) { return m_underWay.at(client) < kMostOfOne; });
}

std::optional<RequestQueue::Job> RequestQueue::pop()
{
    const std::lock_guard lock(m_mutex);
    const auto turn = next();
    if (turn == m_turns.end()) {
        return std::nullopt;
    }
    const transport::ClientId client = *turn;
    m_turns.erase(turn);
    ++m_underWay[client];
    ++m_allUnderWay;
    Kinds& kinds = m_waiting.at(client);
    std::vector<Job> jobs = std::move(kinds.front());
    kinds.pop_front();
    Job job = std::move(jobs.back());
    jobs.pop_back();
    if (!jobs.empty()) {
        kinds.push_back(std::move(jobs));
    }
    if (kinds.empty()) {
        m_waiting.erase(client);
    } else {
        m_turns.push_back(client);
    }
    return job;
}

void RequestQueue::finished(transport::ClientId client)
{
    const std::lock_guard lock(m_mutex);
    --m_allUnderWay;
    const auto count = m_underWay.find(client);
    if (--count->second == 0) {
        m_underWay.erase(count);
    }
}

bool RequestQueue::remove(transport::ClientId client, codec::RequestNumber number)
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_waiting.find(client);
    if (found == m_waiting.end()) {
        return false;
    }
    Kinds& kinds = found->second;
    std::size_t removed = 0;
    for (std::vector<Job>& jobs : kinds) {
        removed += std::erase_if(jobs, [&](const Job& job) { return job.number == number; });
    }
    std::erase_if(kinds, [](const std::vector<Job>& jobs) { return jobs.empty(); });
    if (kinds.empty()) {
        m_waiting.erase(found);
        std::erase(m_turns, client);
    }
    return removed != 0;
}

void RequestQueue::removeAll(transport::ClientId client)
{
    const std::lock_guard lock(m_mutex);
    m_waiting.erase(client);
    std::erase(m_turns, client);
}

}  // namespace vellum::server::session
