#include "collector/writer/causal_order.h"

#include "collector/measurement/spool_format.h"
#include "collector/writer/record_reader.h"
#include "collector/writer/spool.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <optional>
#include <system_error>
#include <tuple>
#include <utility>

namespace vellum::collector::writer {

namespace {

using measurement::EventKind;
using measurement::EventRecord;

/// Sender, receiver, tag, communicator: messages of one channel arrive in the order in which they were sent.
using Channel = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, MpiWorld::Ref>;

/// One location, read from its begin.
struct Reading {
    SpoolPlace place;
    const SpooledMpi* rank = nullptr;
    ClockMap clock;
    SpooledLocation location;
    RecordReader reader;
    std::size_t next = 0;  ///< the record's number
    EventRecord operand;
    std::optional<EventRecord> waiting;  ///< a receive whose send was not met yet
    std::uint64_t floor = 0;

    Reading(SpoolPlace where, const SpooledMpi& mpi, const ClockMap& map, SpooledLocation spooled)
        : place(std::move(where))
        , rank(&mpi)
        , clock(map)
        , location(std::move(spooled))
        , reader(location.read())
    {
    }
};

bool isSend(EventKind kind)
{
    return kind == EventKind::MpiSend || kind == EventKind::MpiIsend;
}

bool isReceive(EventKind kind)
{
    return kind == EventKind::MpiReceive || kind == EventKind::MpiIreceive;
}

class Replay {
public:
    explicit Replay(const MpiWorld& world) : m_world(world) {}

    void add(std::unique_ptr<Reading> reading)
    {
        m_ready.push_back(reading.get());
        m_readings.push_back(std::move(reading));
    }

    std::map<SpoolPlace, TimeFloors> run()
    {
        while (!m_ready.empty() || letOneGo()) {
            Reading& reading = *m_ready.front();
            m_ready.pop_front();
            advance(reading);
        }
        return std::move(m_floors);
    }

private:
    /// As far as it goes without a send that is still to come.
    void advance(Reading& reading)
    {
        if (reading.waiting) {
            const EventRecord record = *std::exchange(reading.waiting, std::nullopt);
            receive(reading, record);
        }
        EventRecord record;
        while (!reading.waiting && reading.reader.next(record)) {
            ++reading.next;
            const EventKind kind = measurement::kindOf(record);
            if (kind == EventKind::MpiOperand) {
                reading.operand = record;
            } else if (isSend(kind)) {
                send(reading, record);
            } else if (isReceive(kind)) {
                receive(reading, record);
            }
        }
    }

    void send(Reading& reading, const EventRecord& record)
    {
        const std::optional<Channel> channel = channelOf(reading, record, true);
        if (!channel) {
            return;
        }
        m_underWay[*channel].push_back(timeOf(reading, record));
        if (const auto waiter = m_waiters.find(*channel); waiter != m_waiters.end()) {
            m_ready.push_back(waiter->second);
            m_waiters.erase(waiter);
        }
    }

    void receive(Reading& reading, const EventRecord& record)
    {
        const std::optional<Channel> channel = channelOf(reading, record, false);
        if (!channel) {
            return;
        }
        const auto messages = m_underWay.find(*channel);
        if (messages == m_underWay.end()) {
            reading.waiting = record;
            m_waiters.emplace(*channel, &reading);
            return;
        }
        const std::uint64_t sent = messages->second.front();
        messages->second.pop_front();
        if (messages->second.empty()) {
            m_underWay.erase(messages);
        }
        if (timeOf(reading, record) <= sent) {
            reading.floor = sent + 1;
            m_floors[reading.place].push_back({.record = reading.next - 1, .time = sent + 1});
        }
    }

    /// Whoever waits waits in vain: the earliest one goes on without its message.
    bool letOneGo()
    {
        const auto earliest = std::ranges::min_element(m_waiters, {}, [](const auto& waiter) {
            return timeOf(*waiter.second, *waiter.second->waiting);
        });
        if (earliest == m_waiters.end()) {
            return false;
        }
        earliest->second->waiting.reset();
        m_ready.push_back(earliest->second);
        m_waiters.erase(earliest);
        return true;
    }

    static std::uint64_t timeOf(const Reading& reading, const EventRecord& record)
    {
        return std::max(reading.floor, reading.clock(record.tick));
    }

    std::optional<Channel> channelOf(
        const Reading& reading, const EventRecord& record, bool isSent) const
    {
        const auto number = static_cast<std::uint32_t>(measurement::subjectOf(record));
        const auto communicator = m_world.find(*reading.rank, number);
        if (!communicator) {
            return std::nullopt;
        }
        const std::uint32_t own = reading.rank->rank;
        const auto partner = m_world.worldRank(
            *communicator, static_cast<std::uint32_t>(reading.operand.frame >> 32U), own);
        const auto tag = static_cast<std::uint32_t>(reading.operand.frame);
        return isSent ? Channel{own, partner, tag, *communicator}
                      : Channel{partner, own, tag, *communicator};
    }

    const MpiWorld& m_world;
    std::vector<std::unique_ptr<Reading>> m_readings;
    std::deque<Reading*> m_ready;
    std::multimap<Channel, Reading*>
        m_waiters;  ///< several threads of a rank may wait for the same
    std::map<Channel, std::deque<std::uint64_t>> m_underWay;  ///< when they were sent; never empty
    std::map<SpoolPlace, TimeFloors> m_floors;
};

/// All locations of a process that is a rank.
void addProcess(
    Replay& replay,
    std::uint32_t rank,
    const std::filesystem::path& folder,
    const SpooledMpi& mpi,
    const ClockMap& clock)
{
    std::error_code ignored;
    for (std::uint32_t index = 0;; ++index) {
        const std::filesystem::path file = folder / ("t" + std::to_string(index));
        if (!std::filesystem::exists(file, ignored)) {
            return;
        }
        replay.add(std::make_unique<Reading>(
            SpoolPlace{.rank = rank, .process = folder.filename().string(), .location = index},
            mpi,
            clock,
            SpooledLocation(file, nullptr)));
    }
}

}  // namespace

std::map<SpoolPlace, TimeFloors> findTimeFloors(
    const std::vector<RankSpool>& ranks, const MpiWorld& world)
{
    if (!world.hasSeveralClocks()) {
        return {};
    }
    Replay replay(world);
    std::deque<SpooledMpi> mpis;
    for (const RankSpool& rank : ranks) {
        std::error_code ignored;
        for (const auto& folder : std::filesystem::directory_iterator(rank.spool, ignored)) {
            if (std::optional<SpooledMpi> mpi = readMpi(folder.path())) {
                mpis.push_back(std::move(*mpi));
                addProcess(
                    replay, rank.rank, folder.path(), mpis.back(), world.clockOf(mpis.back().rank));
            }
        }
    }
    return replay.run();
}

}  // namespace vellum::collector::writer
