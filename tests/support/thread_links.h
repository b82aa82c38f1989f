#pragma once

#include "server/ranks/link.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace vellum::tests {

/// The ranks of a server as threads of one test.
class ThreadLinks {
public:
    explicit ThreadLinks(std::uint32_t ranks)
    {
        std::vector<server::ranks::Peer> peers;
        for (std::uint32_t rank = 0; rank < ranks; ++rank) {
            peers.push_back({.host = "node" + std::to_string(rank), .process = 1});
        }
        for (std::uint32_t rank = 0; rank < ranks; ++rank) {
            m_links.push_back(std::make_unique<OneLink>(*this, rank, peers));
        }
    }

    [[nodiscard]] server::ranks::Link& at(std::uint32_t rank) { return *m_links[rank]; }

    /// The next message for \p rank, which does not `run`; nothing if none comes.
    [[nodiscard]] std::optional<protocol::Bytes> next(std::uint32_t rank)
    {
        constexpr std::chrono::seconds kLong{20};
        const auto letter = m_links[rank]->take(kLong);
        return letter ? std::optional(letter->second) : std::nullopt;
    }

private:
    using Letter = std::pair<std::uint32_t, protocol::Bytes>;

    class OneLink final : public server::ranks::Link {
    public:
        OneLink(ThreadLinks& all, std::uint32_t rank, std::vector<server::ranks::Peer> peers)
            : m_all(all)
            , m_rank(rank)
            , m_peers(std::move(peers))
        {
        }

        [[nodiscard]] std::uint32_t rank() const override { return m_rank; }
        [[nodiscard]] std::uint32_t size() const override
        {
            return static_cast<std::uint32_t>(m_peers.size());
        }
        [[nodiscard]] const std::vector<server::ranks::Peer>& peers() const override
        {
            return m_peers;
        }
        void send(std::uint32_t to, protocol::Bytes bytes) override
        {
            m_all.m_links[to]->put({m_rank, std::move(bytes)});
        }
        void run(const Receive& receive) override
        {
            while (auto letter = take(std::chrono::hours(1))) {
                receive(letter->first, std::move(letter->second));
            }
        }
        void stop() override
        {
            const std::lock_guard lock(m_mutex);
            m_isOver = true;
            m_arrived.notify_all();
        }
        void put(Letter letter)
        {
            const std::lock_guard lock(m_mutex);
            m_letters.push_back(std::move(letter));
            m_arrived.notify_all();
        }
        std::optional<Letter> take(std::chrono::milliseconds patience)
        {
            std::unique_lock lock(m_mutex);
            m_arrived.wait_for(lock, patience, [&] { return m_isOver || !m_letters.empty(); });
            if (m_isOver || m_letters.empty()) {
                return std::nullopt;
            }
            Letter letter = std::move(m_letters.front());
            m_letters.pop_front();
            return letter;
        }

    private:
        ThreadLinks& m_all;
        std::uint32_t m_rank;
        std::vector<server::ranks::Peer> m_peers;
        std::mutex m_mutex;
        std::condition_variable m_arrived;
        std::deque<Letter> m_letters;
        bool m_isOver = false;
    };

    std::vector<std::unique_ptr<OneLink>> m_links;
};

}  // namespace vellum::tests
