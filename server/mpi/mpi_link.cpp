#include "server/mpi/mpi_link.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <thread>
#include <utility>

namespace vellum::server::mpi {

namespace {

constexpr int kLastTag = 1;
constexpr int kMoreTag = 2;

/// How long what was queued before `stop` may take: a rank that is gone takes nothing.
constexpr std::chrono::seconds kFarewell{2};

}  // namespace

MpiLink::MpiLink(std::size_t pieceBytes) : m_pieceBytes(pieceBytes)
{
    int rank = 0;
    int size = 1;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    m_rank = static_cast<std::uint32_t>(rank);
    m_size = static_cast<std::uint32_t>(size);
    exchangePeers();
}

void MpiLink::exchangePeers()
{
    struct Card {
        std::array<char, 256> host{};
        std::int64_t process = 0;
    };
    Card mine{.process = ::getpid()};
    ::gethostname(mine.host.data(), mine.host.size() - 1);
    std::vector<Card> cards(m_size);
    constexpr int kBytes = sizeof(Card);
    MPI_Allgather(&mine, kBytes, MPI_BYTE, cards.data(), kBytes, MPI_BYTE, MPI_COMM_WORLD);
    for (const Card& card : cards) {
        m_peers.push_back({.host = card.host.data(), .process = card.process});
    }
}

void MpiLink::send(std::uint32_t to, protocol::Bytes bytes)
{
    const std::lock_guard lock(m_mutex);
    m_queue.push_back({.to = to, .bytes = std::move(bytes), .requests = {}});
    m_hasWork.notify_one();
}

void MpiLink::stop()
{
    const std::lock_guard lock(m_mutex);
    m_isStopped = true;
    m_stoppedAt = std::chrono::steady_clock::now();
    m_hasWork.notify_one();
}

void MpiLink::run(const Receive& receive)
{
    unsigned idleRounds = 0;
    while (!isOver()) {
        bool isBusy = startSends();
        isBusy = finishSends() || isBusy;
        isBusy = startReceives() || isBusy;
        isBusy = finishReceives(receive) || isBusy;
        idleRounds = isBusy ? 0 : idleRounds + 1;
        if (!isBusy) {
            rest(idleRounds);
        }
    }
}

bool MpiLink::isOver()
{
    const std::lock_guard lock(m_mutex);
    return m_isStopped
           && ((m_queue.empty() && m_sending.empty())
               || std::chrono::steady_clock::now() - m_stoppedAt >= kFarewell);
}

bool MpiLink::startSends()
{
    std::deque<Outgoing> queue;
    {
        const std::lock_guard lock(m_mutex);
        queue.swap(m_queue);
    }
    const bool isAny = !queue.empty();
    for (Outgoing& outgoing : queue) {
        m_sending.push_back(std::move(outgoing));
        Outgoing& now = m_sending.back();
        std::size_t begin = 0;
        do {
            const std::size_t size = std::min(m_pieceBytes, now.bytes.size() - begin);
            const bool isLast = begin + size == now.bytes.size();
            MPI_Isend(
                now.bytes.data() + begin,
                static_cast<int>(size),
                MPI_BYTE,
                static_cast<int>(now.to),
                isLast ? kLastTag : kMoreTag,
                MPI_COMM_WORLD,
                &now.requests.emplace_back(MPI_REQUEST_NULL));
            begin += size;
        } while (begin < now.bytes.size());
    }
    return isAny;
}

bool MpiLink::finishSends()
{
    return std::erase_if(
               m_sending,
               [](Outgoing& outgoing) {
                   int isDone = 0;
                   MPI_Testall(
                       static_cast<int>(outgoing.requests.size()),
                       outgoing.requests.data(),
                       &isDone,
                       MPI_STATUSES_IGNORE);
                   return isDone != 0;
               })
           > 0;
}

bool MpiLink::startReceives()
{
    int isThere = 0;
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Status status;
    MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &isThere, &message, &status);
    if (isThere == 0) {
        return false;
    }
    int bytes = 0;
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    auto& pieces = m_receiving[static_cast<std::uint32_t>(status.MPI_SOURCE)].pieces;
    Piece& piece = pieces.emplace_back();
    piece.isLast = status.MPI_TAG == kLastTag;
    piece.bytes.resize(static_cast<std::size_t>(bytes));
    MPI_Imrecv(piece.bytes.data(), bytes, MPI_BYTE, &message, &piece.request);
    return true;
}

bool MpiLink::finishReceives(const Receive& receive)
{
    bool isAny = false;
    for (auto& [from, incoming] : m_receiving) {
        isAny = takePieces(from, incoming, receive) || isAny;
    }
    return isAny;
}

bool MpiLink::takePieces(std::uint32_t from, Incoming& incoming, const Receive& receive)
{
    bool isAny = false;
    while (!incoming.pieces.empty()) {
        Piece& piece = incoming.pieces.front();
        int isDone = 0;
        MPI_Test(&piece.request, &isDone, MPI_STATUS_IGNORE);
        if (isDone == 0) {
            break;
        }
        isAny = true;
        if (incoming.message.empty()) {
            incoming.message = std::move(piece.bytes);
        } else {
            incoming.message.insert(incoming.message.end(), piece.bytes.begin(), piece.bytes.end());
        }
        const bool isLast = piece.isLast;
        incoming.pieces.pop_front();
        if (isLast) {
            receive(from, std::exchange(incoming.message, {}));
        }
    }
    return isAny;
}

/// Waits for something to send, or until it is time to look for what has arrived.
void MpiLink::rest(unsigned idleRounds)
{
    constexpr unsigned kEager = 50;
    constexpr std::chrono::microseconds kStep{20};
    constexpr std::chrono::microseconds kLongest{1000};
    if (idleRounds < kEager) {
        std::this_thread::yield();
        return;
    }
    const auto pause = std::min(kLongest, kStep * (idleRounds - kEager + 1));
    std::unique_lock lock(m_mutex);
    m_hasWork.wait_for(lock, pause, [this] { return !m_queue.empty() || m_isStopped; });
}

}  // namespace vellum::server::mpi
