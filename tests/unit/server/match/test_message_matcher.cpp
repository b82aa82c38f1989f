#include "server/match/message_matcher.h"
#include "server/store/written_out.h"
#include "tests/support/program/test_program.h"
#include "tests/support/trace_text.h"

#include <QByteArray>
#include <QString>

#include <algorithm>
#include <optional>
#include <random>
#include <sstream>
#include <tuple>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using server::store::LocationStore;
using server::store::TraceStore;
using tests::traceFromText;

namespace {

struct Typed {
    LocationRef sender;
    LocationRef receiver;
    Tick send = 0;
    Tick receive = 0;
    std::uint64_t bytes = 0;

    friend bool operator==(const Typed&, const Typed&) = default;
    // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy sees the 0 inside
    friend auto operator<=>(const Typed&, const Typed&) = default;
};

std::vector<Typed> messagesOf(const TraceStore& store)
{
    std::vector<Typed> messages;
    for (const query::Message& m : store.messages) {
        messages.push_back(
            {.sender = m.sender,
             .receiver = m.receiver,
             .send = m.send,
             .receive = m.receive,
             .bytes = m.bytes});
    }
    return messages;
}

Typed message(std::uint64_t from, std::uint64_t to, Tick send, Tick receive, std::uint64_t bytes)
{
    return {
        .sender = LocationRef(from),
        .receiver = LocationRef(to),
        .send = send,
        .receive = receive,
        .bytes = bytes};
}

/// A random run of `locations` ranks in one communicator; request ids are used again and again.
class RandomRun {
public:
    explicit RandomRun(unsigned seed) : m_random(seed) {}

    std::string text()
    {
        std::ostringstream out;
        const std::uint32_t locations = 2 + below(3);
        for (std::uint32_t i = 0; i < locations; ++i) {
            out << "location " << i * 10 << " l" << i << "\n";
        }
        for (std::uint32_t i = 0; i < locations; ++i) {
            Tick tick = 0;
            for (std::uint32_t n = below(30); n > 0; --n) {
                tick += below(3);
                addEvent(out, i * 10, tick, locations);
            }
        }
        return out.str();
    }

private:
    std::uint32_t below(std::uint32_t bound)
    {
        return static_cast<std::uint32_t>(m_random() % bound);
    }

    void addEvent(std::ostream& out, std::uint32_t location, Tick tick, std::uint32_t ranks)
    {
        // One rank too many, so that some messages go nowhere.
        const std::uint32_t rank = below(ranks + 1);
        const std::uint32_t request = below(3);
        std::ostringstream rest;
        rest << rank << " comm 0 tag " << below(2) << " bytes " << below(1000) << " request "
             << request << "\n";
        const std::string at = " " + std::to_string(location) + " @" + std::to_string(tick) + " ";
        switch (below(7)) {
        case 0:
            out << "send" << at << "to " << rest.str();
            break;
        case 1:
            out << "isend" << at << "to " << rest.str();
            break;
        case 2:
            out << "recv" << at << "from " << rest.str();
            break;
        case 3:
            out << "irecv-request" << at << "request " << request << "\n";
            break;
        case 4:
            out << "irecv" << at << "from " << rest.str();
            break;
        case 5:
            out << "event" << at << "MpiIsendComplete " << request << "\n";
            break;
        default:
            out << "event" << at << "MpiRequestCancelled " << request << "\n";
        }
    }

    std::mt19937 m_random;
};

struct SlowMatches {
    std::vector<Typed> messages;
    std::uint64_t unmatchedSends = 0;
    std::uint64_t unmatchedReceives = 0;
};

/// The rules of docs/semantics.md over one communicator of all locations, by search.
class SlowMatcher {
public:
    explicit SlowMatcher(const TraceStore& store) : m_store(store)
    {
        for (const server::store::LocationStore& location : store.locations) {
            m_events.push_back(server::store::eventsOf(location));
        }
    }

    SlowMatches run()
    {
        for (std::size_t i = 0; i < m_store.locations.size(); ++i) {
            collect(i);
        }
        // Places are compared within one location only: a stable sort keeps them apart.
        std::ranges::stable_sort(m_receives, {}, &End::place);
        for (const End& send : m_sends) {
            matchOne(send);
        }
        m_result.unmatchedReceives = m_receives.size();
        return m_result;
    }

private:
    struct End {
        std::size_t me = 0;
        std::uint64_t rank = 0;
        std::uint64_t tag = 0;
        std::uint64_t bytes = 0;
        Tick tick = 0;
        std::size_t place = 0;
    };

    /// Which record is the last of \p kind with \p request before \p end and not used since.
    [[nodiscard]] std::optional<std::size_t> pending(
        std::size_t location,
        EventKind kind,
        std::vector<EventKind> enders,
        std::uint64_t request,
        std::size_t end) const
    {
        const server::store::EventTable& events = m_events[location];
        for (std::size_t i = end; i-- > 0;) {
            const auto payload = events.payloadOf(i);
            const bool isIsend = events.kind[i] == event_kind::kMpiIsend;
            const bool isIrecv = events.kind[i] == event_kind::kMpiIrecv;
            const bool hasRequest = isIsend || isIrecv || payload.size() == 1;
            if (!hasRequest || payload.back() != request) {
                continue;
            }
            if (events.kind[i] == kind) {
                return i;
            }
            if (std::ranges::find(enders, events.kind[i]) != enders.end()) {
                return std::nullopt;
            }
        }
        return std::nullopt;
    }

    [[nodiscard]] bool isCancelled(std::size_t location, std::size_t send) const
    {
        using namespace event_kind;  // NOLINT(google-build-using-namespace)
        const server::store::EventTable& events = m_events[location];
        for (std::size_t i = send + 1; i < events.size(); ++i) {
            const std::uint64_t request = events.payloadOf(send).back();
            if (events.kind[i] == kMpiRequestCancelled && events.payloadOf(i)[0] == request) {
                return pending(
                           location,
                           kMpiIsend,
                           {kMpiIsendComplete, kMpiRequestCancelled},
                           request,
                           i)
                       == send;
            }
        }
        return false;
    }

    void collect(std::size_t location)
    {
        using namespace event_kind;  // NOLINT(google-build-using-namespace)
        const server::store::EventTable& events = m_events[location];
        for (std::size_t i = 0; i < events.size(); ++i) {
            const EventKind kind = events.kind[i];
            const auto payload = events.payloadOf(i);
            if (kind != kMpiSend && kind != kMpiIsend && kind != kMpiRecv && kind != kMpiIrecv) {
                continue;
            }
            End end{
                .me = location,
                .rank = payload[0],
                .tag = payload[2],
                .bytes = payload[3],
                .tick = events.tick[i],
                .place = i};
            if (kind == kMpiSend || (kind == kMpiIsend && !isCancelled(location, i))) {
                m_sends.push_back(end);
            } else if (kind == kMpiRecv || kind == kMpiIrecv) {
                if (kind == kMpiIrecv) {
                    end.place = pending(
                                    location,
                                    kMpiIrecvRequest,
                                    {kMpiIrecv, kMpiRequestCancelled},
                                    payload[4],
                                    i)
                                    .value_or(i);
                }
                m_receives.push_back(end);
            }
        }
    }

    void matchOne(const End& send)
    {
        const auto found = std::ranges::find_if(m_receives, [&](const End& receive) {
            return receive.me == send.rank && receive.rank == send.me && receive.tag == send.tag;
        });
        if (found == m_receives.end()) {
            ++m_result.unmatchedSends;
            return;
        }
        const auto& locations = m_store.definitions.locations;
        m_result.messages.push_back(message(
            locations[send.me].ref.value(),
            locations[found->me].ref.value(),
            send.tick,
            found->tick,
            send.bytes));
        m_receives.erase(found);
    }

    const TraceStore& m_store;
    std::vector<server::store::EventTable> m_events;
    std::vector<End> m_sends;
    std::vector<End> m_receives;
    SlowMatches m_result;
};

}  // namespace

class TestMessageMatcher : public QObject {
    Q_OBJECT

private slots:
    void equalsTheSlowMatcherOnRandomRuns();
    void receivesMatchInTheOrderOfTheirPosting();
    void cancelledRequestsMatchNothing();
    void groupsTranslateRanks();
    void ownCommunicatorHasOneRank();
    void interCommunicatorNamesTheOtherSide();
    void leftOversAreCountedAndReported();
    void undefinedCommunicatorIsReported();
    void messagesStandInTheirOrder();
    void manyMessagesOfOneKeyAreQuick();
};

void TestMessageMatcher::equalsTheSlowMatcherOnRandomRuns()
{
    std::size_t matched = 0;
    for (unsigned seed = 0; seed < 2000; ++seed) {
        const auto store = traceFromText(RandomRun(seed).text());
        SlowMatches slow = SlowMatcher(*store).run();
        std::vector<Typed> fast = messagesOf(*store);
        std::ranges::sort(fast);
        std::ranges::sort(slow.messages);
        const QByteArray where = "seed " + QByteArray::number(seed);
        QVERIFY2(fast == slow.messages, where);
        std::uint64_t sends = 0;
        std::uint64_t receives = 0;
        for (const LocationStore& location : store->locations) {
            sends += location.totals.unmatchedSends;
            receives += location.totals.unmatchedReceives;
        }
        QVERIFY2(sends == slow.unmatchedSends, where);
        QVERIFY2(receives == slow.unmatchedReceives, where);
        QVERIFY2(store->report.countOf("unmatched-send") == sends, where);
        QVERIFY2(store->report.countOf("unmatched-receive") == receives, where);
        matched += fast.size();
    }
    QVERIFY(matched > 500);  // or the random runs test nothing
}

void TestMessageMatcher::receivesMatchInTheOrderOfTheirPosting()
{
    const auto store = traceFromText(R"(
        location 7 a
        location 8 b
        send 7 @1 to 1 bytes 100
        send 7 @2 to 1 bytes 200
        irecv-request 8 @1 request 1
        irecv-request 8 @2 request 2
        irecv 8 @5 from 0 bytes 200 request 2
        irecv 8 @6 from 0 bytes 100 request 1
    )");
    QCOMPARE(
        messagesOf(*store),
        (std::vector<Typed>{message(7, 8, 1, 6, 100), message(7, 8, 2, 5, 200)}));
}

void TestMessageMatcher::cancelledRequestsMatchNothing()
{
    const auto store = traceFromText(R"(
        location 7 a
        location 8 b
        isend 7 @1 to 1 bytes 100 request 3
        event 7 @2 MpiRequestCancelled 3
        isend 7 @3 to 1 bytes 200 request 3
        event 7 @4 MpiIsendComplete 3
        event 7 @5 MpiRequestCancelled 3
        irecv-request 8 @1 request 9
        event 8 @2 MpiRequestCancelled 9
        recv 8 @8 from 0
    )");
    QCOMPARE(messagesOf(*store), (std::vector<Typed>{message(7, 8, 3, 8, 200)}));
    QVERIFY(store->report.entries().empty());
}

void TestMessageMatcher::groupsTranslateRanks()
{
    const auto store = traceFromText(R"(
        location 100 a
        location 200 b
        location 300 c
        locations-group 0 100 200 300
        comm-group 1 2 1
        comm 0 1
        send 300 @1 to 1 bytes 5
        recv 200 @2 from 0
    )");
    QCOMPARE(messagesOf(*store), (std::vector<Typed>{message(300, 200, 1, 2, 5)}));
}

void TestMessageMatcher::ownCommunicatorHasOneRank()
{
    const auto store = traceFromText(R"(
        location 100 a
        location 200 b
        comm-self 2
        comm 0 2
        send 200 @1 to 0 bytes 5
        recv 200 @2 from 0
        recv 100 @2 from 0
        send 100 @1 to 1
    )");
    QCOMPARE(messagesOf(*store), (std::vector<Typed>{message(200, 200, 1, 2, 5)}));
    QCOMPARE(store->report.countOf("unmatched-send"), 1U);
    QCOMPARE(store->report.countOf("unmatched-receive"), 1U);
}

void TestMessageMatcher::interCommunicatorNamesTheOtherSide()
{
    const auto store = traceFromText(R"(
        location 1 a
        location 2 b
        location 3 c
        locations-group 0 1 2 3
        comm-group 1 0 1
        comm-group 2 2
        comm 0 1 remote 2
        send 2 @1 to 0 bytes 5
        recv 3 @2 from 1
        send 3 @3 to 0 bytes 6
        recv 1 @4 from 0
    )");
    QCOMPARE(
        messagesOf(*store), (std::vector<Typed>{message(2, 3, 1, 2, 5), message(3, 1, 3, 4, 6)}));
}

void TestMessageMatcher::leftOversAreCountedAndReported()
{
    const auto store = traceFromText(R"(
        location 7 a
        location 8 b
        send 8 @3 to 5 tag 1 bytes 64
        send 8 @4 to 0 tag 1 bytes 65
        recv 7 @9 from 1 tag 2 bytes 66
    )");
    QCOMPARE(store->locations[1].totals.unmatchedSends, 2U);
    QCOMPARE(store->locations[0].totals.unmatchedReceives, 1U);
    QCOMPARE(store->report.entries().size(), 2U);
    QCOMPARE(
        QString::fromStdString(store->report.entries().front().example),
        QStringLiteral(
            "location 8 'b': send to rank 5 of communicator 0, tag 1, 64 bytes, at tick 3 "
            "has no partner"));
}

void TestMessageMatcher::undefinedCommunicatorIsReported()
{
    const auto store = traceFromText(R"(
        location 7 a
        location 8 b
        send 7 @3 to 1 comm 6
        recv 8 @4 from 0 comm 6
    )");
    QVERIFY(store->messages.empty());
    QCOMPARE(store->report.countOf("undefined-reference"), 2U);
    QCOMPARE(store->report.countOf("unmatched-send"), 1U);
}

void TestMessageMatcher::messagesStandInTheirOrder()
{
    const auto store = traceFromText(R"(
        location 9 a
        location 1 b
        location 5 c
        send 1 @3 to 0 tag 2 bytes 1
        send 1 @3 to 0 tag 1 bytes 2
        send 1 @3 to 2 tag 0 bytes 3
        send 9 @3 to 1 tag 0 bytes 4
        send 9 @2 to 1 tag 0 bytes 5
        recv 9 @4 from 1 tag 2
        recv 9 @4 from 1 tag 1
        recv 5 @4 from 1 tag 0
        recv 1 @1 from 0 tag 0
        recv 1 @4 from 0 tag 0
    )");
    // The clock of location 9 runs backwards: both its sends stand at tick 3, and keep their order.
    std::vector<std::uint64_t> bytes;
    for (const query::Message& m : store->messages) {
        bytes.push_back(m.bytes);
    }
    QCOMPARE(bytes, (std::vector<std::uint64_t>{4, 5, 2, 1, 3}));
}

// A search per message would take 10^10 steps here and meet the test's time limit.
void TestMessageMatcher::manyMessagesOfOneKeyAreQuick()
{
    TraceStore store;
    store.definitions.locations = {{.ref = LocationRef(0)}, {.ref = LocationRef(1)}};
    store.definitions.groups = {
        {.ref = GroupRef(0), .type = GroupType::CommLocations, .members = {0, 1}}};
    store.definitions.communicators = {{.ref = CommRef(0), .group = GroupRef(0)}};
    store.definitions.buildLookups();
    store.locations.resize(2);
    constexpr std::uint32_t kCount = 200'000;
    server::store::RecordTableBuilder sends;
    server::store::RecordTableBuilder receives;
    const auto add = [](auto& records, EventKind kind, Tick tick, std::uint64_t rank) {
        const std::uint64_t words[] = {rank, 0, 0, 8};
        QVERIFY(records.add(static_cast<std::uint32_t>(records.size()), tick, kind, words));
    };
    for (std::uint32_t i = 0; i < kCount; ++i) {
        add(sends, event_kind::kMpiSend, i, 1);
        add(receives, event_kind::kMpiRecv, i + 1, 0);
    }
    store.locations[0].records = sends.finish();
    store.locations[1].records = receives.finish();
    server::match::matchMessages(store);
    QCOMPARE(store.messages.size(), std::size_t{kCount});
    QCOMPARE(store.messages.back().receive, Tick{kCount});
}

VELLUM_TEST_APPLESS(TestMessageMatcher)
#include "test_message_matcher.moc"
