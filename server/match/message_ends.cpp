#include "server/match/message_ends.h"

#include "common/base/narrow.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <unordered_map>

namespace vellum::server::match {

namespace {

using Payload = std::span<const std::uint64_t>;

/// One location's records in file order.
class Collector {
public:
    Collector(LocationIndex me, Communicators& communicators, MessageEnds& ends)
        : m_me(me)
        , m_communicators(communicators)
        , m_ends(ends)
        , m_firstSend(ends.sends.size())
    {
    }

    void add(std::uint32_t record, Tick tick, EventKind kind, Payload payload);
    void finish();

private:
    [[nodiscard]] MessageEnd end(std::uint32_t record, Tick tick, Payload payload) const;
    void addSend(MessageEnd send);
    void addReceive(MessageEnd receive);
    void cancel(std::uint64_t request);

    LocationIndex m_me;
    Communicators& m_communicators;
    MessageEnds& m_ends;
    std::size_t m_firstSend;
    bool m_anyCancelled = false;
    std::unordered_map<std::uint64_t, std::size_t> m_openSends;    ///< request → place in `sends`
    std::unordered_map<std::uint64_t, std::uint32_t> m_openRecvs;  ///< request → its record
};

constexpr std::size_t kRequest = 4;  // after rank, communicator, tag, bytes

// A send taken back keeps its place until `finish`, so that places of others stay what they are.
constexpr std::uint32_t kCancelled = 0xffffffff;

MessageEnd Collector::end(std::uint32_t record, Tick tick, Payload payload) const
{
    return {
        .comm = CommRef(static_cast<std::uint32_t>(payload[1])),
        .sender = m_me,
        .receiver = m_me,
        .tag = static_cast<std::uint32_t>(payload[2]),
        .rank = static_cast<std::uint32_t>(payload[0]),
        .place = record,
        .record = record,
        .bytes = payload[3],
        .tick = tick};
}

void Collector::addSend(MessageEnd send)
{
    send.receiver = m_communicators.locationOf(send.comm, send.rank, m_me);
    send.isPartnerLeftOut = m_communicators.isLeftOut(send.comm, send.rank, m_me);
    m_ends.sends.push_back(send);
}

void Collector::addReceive(MessageEnd receive)
{
    receive.sender = m_communicators.locationOf(receive.comm, receive.rank, m_me);
    receive.isPartnerLeftOut = m_communicators.isLeftOut(receive.comm, receive.rank, m_me);
    m_ends.receives.push_back(receive);
}

void Collector::cancel(std::uint64_t request)
{
    m_openRecvs.erase(request);
    const auto found = m_openSends.find(request);
    if (found != m_openSends.end()) {
        m_ends.sends[found->second].record = kCancelled;
        m_anyCancelled = true;
        m_openSends.erase(found);
    }
}

void Collector::add(std::uint32_t record, Tick tick, EventKind kind, Payload payload)
{
    switch (kind) {
    case event_kind::kMpiSend:
        addSend(end(record, tick, payload));
        break;
    case event_kind::kMpiIsend:
        addSend(end(record, tick, payload));
        m_openSends[payload[kRequest]] = m_ends.sends.size() - 1;
        break;
    case event_kind::kMpiIsendComplete:
        m_openSends.erase(payload[0]);
        break;
    case event_kind::kMpiRecv:
        addReceive(end(record, tick, payload));
        break;
    case event_kind::kMpiIrecvRequest:
        m_openRecvs[payload[0]] = record;
        break;
    case event_kind::kMpiIrecv: {
        MessageEnd receive = end(record, tick, payload);
        if (const auto posted = m_openRecvs.extract(payload[kRequest]); !posted.empty()) {
            receive.place = posted.mapped();
        }
        addReceive(receive);
        break;
    }
    case event_kind::kMpiRequestCancelled:
        cancel(payload[0]);
        break;
    default:
        break;
    }
}

void Collector::finish()
{
    if (m_anyCancelled) {
        const auto first = m_ends.sends.begin() + static_cast<std::ptrdiff_t>(m_firstSend);
        const auto last = std::remove_if(first, m_ends.sends.end(), [](const MessageEnd& send) {
            return send.record == kCancelled;
        });
        m_ends.sends.erase(last, m_ends.sends.end());
    }
}

}  // namespace

void collectEnds(
    const store::RecordTable& records,
    LocationIndex me,
    Communicators& communicators,
    MessageEnds& ends)
{
    Collector collector(me, communicators, ends);
    for (std::size_t i = 0; i < records.size(); ++i) {
        const EventKind kind = records.kind[i];
        if (kind >= event_kind::kMpiSend && kind <= event_kind::kMpiRequestCancelled) {
            collector.add(
                narrow<std::uint32_t>(i), records.time[i], kind, records.payloadOf(i).view());
        }
    }
    collector.finish();
}

}  // namespace vellum::server::match
