#include "server/match/message_matcher.h"

#include "common/base/narrow.h"
#include "server/match/communicators.h"
#include "server/match/message_ends.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace vellum::server::match {

namespace {

struct NumberedMessage {
    query::Message message;
    LocationIndex sender;
    LocationIndex receiver;
    std::uint64_t number = 0;  ///< k: its place among the messages of its key
};

auto keyOf(const MessageEnd& end)
{
    return std::tie(end.comm, end.sender, end.receiver, end.tag);
}

void sortByKeyAndPlace(std::vector<MessageEnd>& ends)
{
    std::ranges::sort(ends, [](const MessageEnd& a, const MessageEnd& b) {
        return std::tuple(keyOf(a), a.place) < std::tuple(keyOf(b), b.place);
    });
}

/// The ends left over, with the first of them in the order of locations and of their records.
class Unmatched {
public:
    void add(const MessageEnd& end, LocationIndex owner)
    {
        ++m_count;
        if (m_count == 1 || std::tuple(owner, end.record) < std::tuple(m_owner, m_first.record)) {
            m_owner = owner;
            m_first = end;
        }
    }
    [[nodiscard]] std::uint64_t count() const { return m_count; }
    [[nodiscard]] const MessageEnd& first() const { return m_first; }
    [[nodiscard]] LocationIndex owner() const { return m_owner; }

private:
    std::uint64_t m_count = 0;
    MessageEnd m_first;
    LocationIndex m_owner;
};

class Matcher {
public:
    explicit Matcher(store::TraceStore& store) : m_store(store), m_communicators(store.definitions)
    {
    }

    void run();

private:
    void collect();
    void join();
    void pair(const MessageEnd& send, const MessageEnd& receive);
    void leaveSend(const MessageEnd& send);
    void leaveReceive(const MessageEnd& receive);
    void writeMessages();
    void report(std::string_view kind, const Unmatched& unmatched, const char* what);
    void reportUndefinedCommunicators();

    store::TraceStore& m_store;
    Communicators m_communicators;
    MessageEnds m_ends;
    std::vector<NumberedMessage> m_messages;
    Unmatched m_sends;
    Unmatched m_receives;
    Unmatched m_undefined;  ///< ends of a communicator that nobody defines
    std::uint64_t m_number = 0;
};

void Matcher::collect()
{
    for (std::uint32_t i = 0; i < m_store.locations.size(); ++i) {
        const LocationIndex index(i);
        collectEnds(m_store.at(index).events, index, m_communicators, m_ends);
    }
    sortByKeyAndPlace(m_ends.sends);
    sortByKeyAndPlace(m_ends.receives);
}

void Matcher::leaveSend(const MessageEnd& send)
{
    m_sends.add(send, send.sender);
    ++m_store.locations[send.sender.value()].totals.unmatchedSends;
    if (m_store.definitions.find(send.comm) == nullptr) {
        m_undefined.add(send, send.sender);
    }
}

void Matcher::leaveReceive(const MessageEnd& receive)
{
    m_receives.add(receive, receive.receiver);
    ++m_store.locations[receive.receiver.value()].totals.unmatchedReceives;
    if (m_store.definitions.find(receive.comm) == nullptr) {
        m_undefined.add(receive, receive.receiver);
    }
}

void Matcher::pair(const MessageEnd& send, const MessageEnd& receive)
{
    const std::vector<Location>& locations = m_store.definitions.locations;
    m_messages.push_back(
        {.message =
             {.sender = locations[send.sender.value()].ref,
              .receiver = locations[send.receiver.value()].ref,
              .communicator = send.comm,
              .tag = send.tag,
              .bytes = send.bytes,
              .send = send.tick,
              .receive = receive.tick},
         .sender = send.sender,
         .receiver = send.receiver,
         .number = m_number++});
}

/// Both lists are sorted by key, then place: one pass joins the k-th of a key with the k-th. An
/// end whose partner is undefined never meets its like: the other side's location always is one.
void Matcher::join()
{
    auto send = m_ends.sends.cbegin();
    auto receive = m_ends.receives.cbegin();
    while (send != m_ends.sends.cend() && receive != m_ends.receives.cend()) {
        if (keyOf(*send) < keyOf(*receive)) {
            leaveSend(*send++);
        } else if (keyOf(*receive) < keyOf(*send)) {
            leaveReceive(*receive++);
        } else {
            pair(*send++, *receive++);
        }
    }
    std::for_each(send, m_ends.sends.cend(), [&](const MessageEnd& end) { leaveSend(end); });
    std::for_each(
        receive, m_ends.receives.cend(), [&](const MessageEnd& end) { leaveReceive(end); });
}

void Matcher::writeMessages()
{
    // Numbers rise within a key, which is all that the order asks of them.
    std::ranges::sort(m_messages, [](const NumberedMessage& a, const NumberedMessage& b) {
        const auto order = [](const NumberedMessage& m) {
            const query::Message& message = m.message;
            return std::tuple(
                message.send,
                m.sender,
                m.receiver,
                message.tag,
                message.receive,
                message.communicator,
                m.number);
        };
        return order(a) < order(b);
    });
    m_store.messages.clear();
    m_store.messages.reserve(m_messages.size());
    for (const NumberedMessage& message : m_messages) {
        m_store.messages.push_back(message.message);
    }
}

void Matcher::report(std::string_view kind, const Unmatched& unmatched, const char* what)
{
    if (unmatched.count() == 0) {
        return;
    }
    const MessageEnd& end = unmatched.first();
    const Location& location = m_store.definitions.locations[unmatched.owner().value()];
    m_store.report.add(
        kind,
        query::Severity::Warning,
        "location " + std::to_string(location.ref.value()) + " '" + location.name + "': " + what
            + " rank " + std::to_string(end.rank) + " of communicator "
            + std::to_string(end.comm.value()) + ", tag " + std::to_string(end.tag) + ", "
            + std::to_string(end.bytes) + " bytes, at tick " + std::to_string(end.tick)
            + " has no partner",
        unmatched.count());
}

void Matcher::reportUndefinedCommunicators()
{
    if (m_undefined.count() > 0) {
        m_store.report.add(
            "undefined-reference",
            query::Severity::Warning,
            "communicator " + std::to_string(m_undefined.first().comm.value())
                + " is named by a message at tick " + std::to_string(m_undefined.first().tick)
                + " and not defined",
            m_undefined.count());
    }
}

void Matcher::run()
{
    collect();
    join();
    writeMessages();
    report("unmatched-send", m_sends, "send to");
    report("unmatched-receive", m_receives, "receive from");
    reportUndefinedCommunicators();
}

}  // namespace

void matchMessages(store::TraceStore& store)
{
    Matcher(store).run();
}

}  // namespace vellum::server::match
