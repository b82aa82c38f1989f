#include "server/match/message_matcher.h"

#include "common/base/narrow.h"
#include "server/match/communicators.h"
#include "server/match/crew.h"
#include "server/match/message_ends.h"
#include "server/match/message_merge.h"
#include "server/store/columns.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace vellum::server::match {

namespace {

/// The location at the other side, which is undefined where a rank means none.
LocationIndex receiverOf(const MessageEnd& send)
{
    return send.receiver;
}
LocationIndex senderOf(const MessageEnd& receive)
{
    return receive.sender;
}

auto channelOf(const MessageEnd& end)
{
    return std::tie(end.comm, end.tag);
}

/// By the other side, then by channel, then as they count in matching.
template <typename Peer>
void sortEnds(std::vector<MessageEnd>& ends, Peer peerOf)
{
    const auto order = [peerOf](const MessageEnd& a, const MessageEnd& b) {
        return std::tuple(peerOf(a), channelOf(a), a.place)
               < std::tuple(peerOf(b), channelOf(b), b.place);
    };
    if (!std::ranges::is_sorted(ends, order)) {
        std::ranges::sort(ends, order);
    }
}

/// The ends left over, with the first of them in the order of locations and of their records.
class Unmatched {
public:
    void add(const MessageEnd& end, LocationIndex owner) { add(end, owner, 1); }
    void add(const Unmatched& other)
    {
        if (other.m_count > 0) {
            add(other.m_first, other.m_owner, other.m_count);
        }
    }
    [[nodiscard]] std::uint64_t count() const { return m_count; }
    [[nodiscard]] const MessageEnd& first() const { return m_first; }
    [[nodiscard]] LocationIndex owner() const { return m_owner; }

private:
    void add(const MessageEnd& end, LocationIndex owner, std::uint64_t count)
    {
        if (m_count == 0 || std::tuple(owner, end.record) < std::tuple(m_owner, m_first.record)) {
            m_owner = owner;
            m_first = end;
        }
        m_count += count;
    }

    std::uint64_t m_count = 0;
    MessageEnd m_first;
    LocationIndex m_owner;
};

struct LeftOver {
    Unmatched sends;
    Unmatched receives;
    std::uint64_t leftOut = 0;

    [[nodiscard]] bool isAny() const { return sends.count() + receives.count() + leftOut > 0; }
    void add(const LeftOver& other)
    {
        sends.add(other.sends);
        receives.add(other.receives);
        leftOut += other.leftOut;
    }
};

/// Makes room for the ends that a location's records have.
void reserve(MessageEnds& ends, const store::LocationTotals& totals)
{
    std::uint64_t sends = 0;
    std::uint64_t receives = 0;
    for (const auto& [kind, count] : totals.kinds) {
        const bool isSend = kind == event_kind::kMpiSend || kind == event_kind::kMpiIsend;
        const bool isReceive = kind == event_kind::kMpiRecv || kind == event_kind::kMpiIrecv;
        sends += isSend ? count : 0;
        receives += isReceive ? count : 0;
    }
    store::reserveColumn(ends.sends, sends);
    store::reserveColumn(ends.receives, receives);
}

class Matcher {
public:
    Matcher(
        store::TraceStore& store,
        unsigned threads,
        std::vector<MessageEnds> elsewhere,
        const FileNames& files)
        : m_store(store)
        , m_files(files)
        , m_threads(threads)
        , m_ends(std::move(elsewhere))
        , m_messages(store.locations.size())
    {
        m_ends.resize(store.locations.size());
    }

    void run();

private:
    /// Calls \p work for every location, each on one of the threads.
    template <typename Work>
    void forEachLocation(Work work);
    void collect();
    void join(LocationIndex sender);
    void joinWith(LocationIndex sender, std::span<MessageEnd> sends);
    void sortMessages(LocationIndex sender);
    void countLeftOver(LocationIndex location, LeftOver& left);
    void report(std::string_view kind, const Unmatched& unmatched, const char* what);

    store::TraceStore& m_store;
    const FileNames& m_files;
    unsigned m_threads;
    std::vector<MessageEnds> m_ends;                   ///< by location
    std::vector<std::vector<SentMessage>> m_messages;  ///< by sender
    LeftOver m_left;
    std::map<LocationIndex, LeftOver> m_leftOf;  ///< by the location whose ends they are
};

template <typename Work>
void Matcher::forEachLocation(Work work)
{
    workTogether(m_ends.size(), m_threads, [&](Numbers& numbers) {
        for (std::size_t i = 0; numbers.take(i);) {
            work(LocationIndex(narrow<std::uint32_t>(i)));
        }
    });
}

void Matcher::collect()
{
    workTogether(m_ends.size(), m_threads, [&](Numbers& numbers) {
        Communicators communicators(m_store.definitions, m_store.leftOut);
        for (std::size_t i = 0; numbers.take(i);) {
            const LocationIndex me(narrow<std::uint32_t>(i));
            reserve(m_ends[i], m_store.at(me).totals);
            collectEnds(m_store.at(me).records, me, communicators, m_ends[i]);
            sortEnds(m_ends[i].sends, receiverOf);
            sortEnds(m_ends[i].receives, senderOf);
        }
    });
}

/// All sends of one location with the receives of them. An end whose partner is undefined never
/// meets its like: the other side's location always is one.
void Matcher::join(LocationIndex sender)
{
    std::span<MessageEnd> sends = m_ends[sender.value()].sends;
    store::reserveColumn(m_messages[sender.value()], sends.size());
    while (!sends.empty()) {
        const LocationIndex receiver = sends.front().receiver;
        const auto end = std::ranges::upper_bound(sends, receiver, {}, receiverOf);
        const auto count = static_cast<std::size_t>(end - sends.begin());
        if (receiver.isDefined()) {
            joinWith(sender, sends.first(count));
        }
        sends = sends.subspan(count);
    }
    sortMessages(sender);
}

/// Sends to one receiver: the k-th of a channel belongs to the k-th receive of it.
void Matcher::joinWith(LocationIndex sender, std::span<MessageEnd> sends)
{
    const std::vector<Location>& locations = m_store.definitions.locations;
    const LocationIndex receiver = sends.front().receiver;
    std::vector<MessageEnd>& all = m_ends[receiver.value()].receives;
    auto receive = std::ranges::lower_bound(all, sender, {}, senderOf);
    const auto last = std::ranges::upper_bound(all, sender, {}, senderOf);
    for (MessageEnd& send : sends) {
        while (receive != last && channelOf(*receive) < channelOf(send)) {
            ++receive;
        }
        if (receive == last) {
            return;
        }
        if (channelOf(send) < channelOf(*receive)) {
            continue;
        }
        m_messages[sender.value()].push_back(
            {.message =
                 {.sender = locations[sender.value()].ref,
                  .receiver = locations[receiver.value()].ref,
                  .communicator = send.comm,
                  .tag = send.tag,
                  .bytes = send.bytes,
                  .send = send.tick,
                  .receive = receive->tick},
             .receiver = receiver});
        send.isMatched = true;
        receive->isMatched = true;
        ++receive;
    }
}

/// What is equal here stays in the order of matching, as the order of messages has it.
void Matcher::sortMessages(LocationIndex sender)
{
    const auto order = [](const SentMessage& a, const SentMessage& b) {
        const auto key = [](const SentMessage& sent) {
            const query::Message& message = sent.message;
            return std::tuple(
                message.send, sent.receiver, message.tag, message.receive, message.communicator);
        };
        return key(a) < key(b);
    };
    std::vector<SentMessage>& messages = m_messages[sender.value()];
    if (!std::ranges::is_sorted(messages, order)) {
        std::ranges::stable_sort(messages, order);
    }
}

void Matcher::countLeftOver(LocationIndex location, LeftOver& left)
{
    store::LocationTotals& totals = m_store.locations[location.value()].totals;
    const auto count = [&](const MessageEnd& end, Unmatched& to, std::uint64_t& total) {
        // Without a partner, but nobody's fault: outside the window that was loaded, or with the partner
        // in a location that was not.
        if (end.isMatched || !m_store.range.contains(end.tick)) {
            return;
        }
        if (end.isPartnerLeftOut) {
            ++left.leftOut;
            return;
        }
        to.add(end, location);
        ++total;
    };
    for (const MessageEnd& send : m_ends[location.value()].sends) {
        count(send, left.sends, totals.unmatchedSends);
    }
    for (const MessageEnd& receive : m_ends[location.value()].receives) {
        count(receive, left.receives, totals.unmatchedReceives);
    }
}

void Matcher::report(std::string_view kind, const Unmatched& unmatched, const char* what)
{
    if (unmatched.count() == 0) {
        return;
    }
    const MessageEnd& end = unmatched.first();
    const Location& location = m_store.definitions.locations[unmatched.owner().value()];
    const std::string place = store::placeOf(location);
    m_store.report.setPlace(
        m_files.ofEvents ? m_files.ofEvents(unmatched.owner()) : std::string(), place);
    m_store.report.add(
        kind,
        query::Severity::Warning,
        place + ": " + what + " rank " + std::to_string(end.rank) + " of communicator "
            + std::to_string(end.comm.value()) + ", tag " + std::to_string(end.tag) + ", "
            + std::to_string(end.bytes) + " bytes, at tick " + std::to_string(end.tick)
            + " has no partner",
        unmatched.count());
    m_store.report.setPlace({}, {});
}

void Matcher::run()
{
    collect();
    forEachLocation([this](LocationIndex sender) { join(sender); });
    std::mutex guard;
    workTogether(m_ends.size(), m_threads, [&](Numbers& numbers) {
        for (std::size_t i = 0; numbers.take(i);) {
            LeftOver left;
            const LocationIndex location(narrow<std::uint32_t>(i));
            countLeftOver(location, left);
            if (left.isAny()) {
                const std::lock_guard lock(guard);
                m_left.add(left);
                m_leftOf.emplace(location, left);
            }
        }
    });
    m_store.setMessages(mergeMessages(m_messages, m_threads));
    for (const auto& [location, left] : m_leftOf) {
        report("unmatched-send", left.sends, "send to");
    }
    for (const auto& [location, left] : m_leftOf) {
        report("unmatched-receive", left.receives, "receive from");
    }
    if (m_left.leftOut > 0) {
        m_store.report.add(
            "partner-left-out",
            query::Severity::Info,
            std::to_string(m_left.leftOut)
                + " sends and receives have their partner in a location that was not loaded",
            m_left.leftOut);
    }
}

}  // namespace

void matchMessages(
    store::TraceStore& store,
    unsigned threads,
    std::vector<MessageEnds> elsewhere,
    const FileNames& files)
{
    Matcher(store, threads, std::move(elsewhere), files).run();
}

}  // namespace vellum::server::match
