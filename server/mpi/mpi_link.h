#pragma once

#include "server/ranks/link.h"

#include <mpi.h>

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace vellum::server::mpi {

/// A link over MPI_COMM_WORLD.
///
/// Layout   A message goes as pieces of at most so many bytes; the tag says whether more follow.
/// Cost     `run` polls: MPI cannot be waited for together with anything else. After a while without
///          traffic it looks a thousand times a second.
/// Threads  As Link says; only the one that made it calls MPI.
class MpiLink final : public ranks::Link {
public:
    static constexpr std::size_t kPieceBytes = std::size_t{64} << 20U;

    /// Precondition: MPI is started. All ranks make theirs at the same time.
    explicit MpiLink(std::size_t pieceBytes = kPieceBytes);

    [[nodiscard]] std::uint32_t rank() const override { return m_rank; }
    [[nodiscard]] std::uint32_t size() const override { return m_size; }
    [[nodiscard]] const std::vector<ranks::Peer>& peers() const override { return m_peers; }
    void send(std::uint32_t to, protocol::Bytes bytes) override;
    void run(const Receive& receive) override;
    void stop() override;

private:
    struct Outgoing {
        std::uint32_t to = 0;
        protocol::Bytes bytes;
        std::vector<MPI_Request> requests;
    };
    struct Piece {
        protocol::Bytes bytes;
        bool isLast = false;
        MPI_Request request = MPI_REQUEST_NULL;
    };
    struct Incoming {
        std::list<Piece> pieces;  ///< in the order sent
        protocol::Bytes message;  ///< of those that have come
    };

    void exchangePeers();
    bool startSends();
    bool finishSends();
    bool startReceives();
    bool finishReceives(const Receive& receive);
    static bool takePieces(std::uint32_t from, Incoming& incoming, const Receive& receive);
    void rest(unsigned idleRounds);
    [[nodiscard]] bool isOver();

    std::size_t m_pieceBytes;
    std::uint32_t m_rank = 0;
    std::uint32_t m_size = 1;
    std::vector<ranks::Peer> m_peers;
    std::list<Outgoing> m_sending;
    std::map<std::uint32_t, Incoming> m_receiving;

    std::mutex m_mutex;
    std::condition_variable m_hasWork;
    std::deque<Outgoing> m_queue;  ///< under the mutex, like the next
    bool m_isStopped = false;
    std::chrono::steady_clock::time_point m_stoppedAt;
};

}  // namespace vellum::server::mpi
