// Filtered answers beside those of a trace in which a slow look left only what the filters leave.

#include "server/query/executor.h"
#include "tests/support/program/test_program.h"
#include "tests/support/random_filter.h"
#include "tests/support/trace_text.h"
#include "tests/unit/server/query/slow_io_filter.h"

#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using query::CollectiveFilter;
using query::IoFilter;
using query::IoKind;
using query::MessageFilter;
using query::RecordFilter;
using server::store::TraceStore;
using tests::fitsHandle;
using tests::isAmong;
using tests::isLeftAs;
using tests::isLeftInPart;
using tests::RandomFilter;
using tests::traceFromText;

namespace {

constexpr std::uint64_t kRanks = 3;
constexpr std::uint64_t kLimit = 100'000;

constexpr const char* kHouse =
    "ticks-per-second 1000\nnode 0 machine\n"
    "group 0 \"rank 0\" node 0\ngroup 1 \"rank 1\" node 0\ngroup 2 \"rank 2\" node 0\n"
    "location 0 a group 0\nlocation 1 b group 1\nlocation 2 c group 2\n"
    "locations-group 0 0 1 2\ncomm-group 1 0 1 2\ncomm 0 1\ncomm 1 1\n";

std::string joined(std::initializer_list<std::uint64_t> numbers)
{
    std::string text;
    for (const std::uint64_t number : numbers) {
        text.append(" ").append(std::to_string(number));
    }
    return text;
}

/// Messages, collectives and I/O of three ranks, in random order and often without their other half.
class RandomRun {
public:
    explicit RandomRun(std::uint64_t seed) : m_random(seed)
    {
        for (std::uint64_t location = 0; location < kRanks; ++location) {
            std::uint64_t tick = below(9);
            for (int i = 0; i < 60; ++i) {
                const std::string at = std::to_string(location) + " @" + std::to_string(tick);
                m_text.append(step(at)).append("\n");
                tick += below(4);
            }
        }
    }

    [[nodiscard]] const std::string& text() const { return m_text; }

private:
    std::uint64_t below(std::uint64_t bound) { return m_random() % bound; }

    std::string step(const std::string& at)
    {
        switch (below(4)) {
        case 0:
            return message(at);
        case 1:
            return collective(at);
        default:
            return io(at);
        }
    }

    std::string message(const std::string& at)
    {
        const bool sends = below(2) == 0;
        std::string line = (sends ? "send " : "recv ") + at + (sends ? " to" : " from");
        line.append(joined({below(kRanks)})).append(" comm").append(joined({below(2)}));
        line.append(" tag").append(joined({below(4)})).append(" bytes");
        return line.append(joined({below(3) * 40}));
    }

    std::string collective(const std::string& at)
    {
        return below(2) == 0 ? "event " + at + " MpiCollectiveBegin"
                             : "event " + at + " MpiCollectiveEnd"
                                   + joined({below(2) * 11, below(2), 0, below(60), below(20)});
    }

    std::string io(const std::string& at)
    {
        const std::uint64_t handle = below(4);
        const std::uint64_t id = below(3);
        std::string line = "event " + at;
        switch (below(9)) {
        case 0:
            return line.append(" IoCreateHandle").append(joined({handle, 0, 0, 0}));
        case 1:
            return line.append(" IoDestroyHandle").append(joined({handle}));
        case 2:
            return line.append(" IoSeek").append(joined({handle, 0, 0, 0}));
        case 3:
            return line.append(" IoDuplicateHandle").append(joined({handle, below(4), 0}));
        case 4:
            return line.append(" IoDeleteFile").append(joined({below(2), below(3)}));
        case 5:
            return line.append(" IoAcquireLock").append(joined({handle, 0}));
        case 6:
        case 7:
            return line.append(" IoOperationBegin")
                .append(joined({handle, below(5), below(4), below(99), id}));
        default:
            return line.append(" IoOperationComplete").append(joined({handle, below(99), id}));
        }
    }

    std::mt19937_64 m_random;
    std::string m_text = std::string(kHouse) + tests::kIoHouse;
};

bool fits(const MessageFilter& filter, std::uint32_t comm, std::uint32_t tag, std::uint64_t bytes)
{
    bool fitsTag = filter.tags.empty();
    for (const query::NumberRange& range : filter.tags) {
        fitsTag = fitsTag || (range.least <= tag && tag <= range.most);
    }
    return fitsTag && isAmong(filter.communicators, comm) && filter.bytes.least <= bytes
           && bytes <= filter.bytes.most;
}

bool fits(
    const CollectiveFilter& filter,
    std::uint32_t operation,
    std::uint32_t comm,
    std::uint64_t bytes)
{
    return isAmong(filter.operations, operation) && isAmong(filter.communicators, comm)
           && filter.bytes.least <= bytes && bytes <= filter.bytes.most;
}

bool isLeft(const RecordFilter& filter, const query::Message& message)
{
    return std::ranges::all_of(filter.messages, [&](const MessageFilter& one) {
        return fits(one, message.communicator.value(), message.tag, message.bytes) != one.hides;
    });
}

bool isLeft(const RecordFilter& filter, const query::Collective& row)
{
    return std::ranges::all_of(filter.collectives, [&](const CollectiveFilter& one) {
        return fits(one, row.operation, row.communicator.value(), row.bytesSent + row.bytesReceived)
               != one.hides;
    });
}

/// The trace with nothing in it that the filter does not leave.
TraceStore without(const TraceStore& trace, const RecordFilter& filter)
{
    TraceStore rest = trace;
    std::vector<query::Message> messages(rest.messages.begin(), rest.messages.end());
    std::erase_if(messages, [&](const auto& message) { return !isLeft(filter, message); });
    rest.setMessages(std::move(messages));
    std::vector<query::Collective> rows(rest.collectives.begin(), rest.collectives.end());
    std::erase_if(rows, [&](const auto& row) { return !isLeft(filter, row); });
    rest.collectives = std::move(rows);
    return rest;
}

std::uint64_t memberOf(const query::EventRecord& record, std::string_view name)
{
    const auto found =
        std::ranges::find(record.attributes, name, [](const auto& member) { return member.first; });
    return found != record.attributes.end() ? found->second : 0;
}

bool isLeft(const IoFilter& filter, const query::EventRecord& record)
{
    const std::uint64_t handle =
        memberOf(record, record.kind == "IoDuplicateHandle" ? "new_handle" : "handle");
    if (record.kind == "IoCreateHandle" || record.kind == "IoDuplicateHandle") {
        return isLeftAs(filter, handle, IoKind::Open, 0);
    }
    if (record.kind == "IoDestroyHandle") {
        return isLeftAs(filter, handle, IoKind::Close, 0);
    }
    if (record.kind == "IoSeek") {
        return isLeftAs(filter, handle, IoKind::Seek, 0);
    }
    if (record.kind == "IoOperationBegin") {
        const auto mode = std::min<std::uint64_t>(memberOf(record, "mode"), 3);
        return isLeftAs(
            filter, handle, static_cast<IoKind>(mode), memberOf(record, "operation_flags"));
    }
    if (record.kind == "IoDeleteFile") {
        const bool fitsFile =
            filter.files.empty()
                ? filter.handles.empty()
                : isAmong(filter.files, static_cast<std::uint8_t>(memberOf(record, "file")));
        return isLeftInPart(
            filter,
            fitsFile
                && isAmong(
                    filter.paradigms, static_cast<std::uint8_t>(memberOf(record, "io_paradigm"))));
    }
    return isLeftInPart(filter, fitsHandle(filter, handle));
}

bool isLeft(const RecordFilter& filter, const query::EventRecord& record)
{
    const auto comm = static_cast<std::uint32_t>(memberOf(record, "communicator"));
    if (record.kind == "MpiSend" || record.kind == "MpiRecv") {
        return std::ranges::all_of(filter.messages, [&](const MessageFilter& one) {
            const auto tag = static_cast<std::uint32_t>(memberOf(record, "msg_tag"));
            return fits(one, comm, tag, memberOf(record, "msg_length")) != one.hides;
        });
    }
    if (record.kind == "MpiCollectiveEnd") {
        const auto operation = static_cast<std::uint32_t>(memberOf(record, "collective_op"));
        const std::uint64_t bytes =
            memberOf(record, "size_sent") + memberOf(record, "size_received");
        return std::ranges::all_of(filter.collectives, [&](const CollectiveFilter& one) {
            return fits(one, operation, comm, bytes) != one.hides;
        });
    }
    return !record.kind.starts_with("Io")
           || std::ranges::all_of(
               filter.io, [&](const IoFilter& one) { return isLeft(one, record); });
}

template <typename Answer>
Answer answerOf(const TraceStore& trace, const query::Request& request)
{
    return std::get<Answer>(server::query::execute(trace, request).value());
}

/// A window of the trace and a filter, drawn for each of many runs.
struct Turn {
    std::shared_ptr<const TraceStore> trace;
    query::Scope plain;
    query::Scope filtered;
};

Turn turnOf(std::uint64_t seed)
{
    RandomFilter random(seed);
    Turn turn{.trace = traceFromText(RandomRun(seed / 4).text())};
    const Tick length = turn.trace->range.length();
    const auto begin = static_cast<Tick>(random.below(static_cast<std::uint64_t>(length)));
    const auto size = static_cast<Tick>(1 + random.below(100));
    turn.plain.window =
        random.below(2) == 0 ? turn.trace->range : TickRange{.begin = begin, .end = begin + size};
    turn.plain.window = turn.plain.window.intersected(turn.trace->range);
    if (random.below(3) == 0) {
        turn.plain.locations = {LocationRef(random.below(kRanks))};
    }
    turn.filtered = turn.plain;
    turn.filtered.filter = random.filter();
    return turn;
}

constexpr std::uint64_t kTurns = 600;

}  // namespace

class TestRecordFilters : public QObject {
    Q_OBJECT

private slots:
    void messagesAreThoseThatASlowLookLeaves();
    void matrixCountsThoseThatASlowLookLeaves();
    void collectivesAreThoseThatASlowLookLeaves();
    void eventsAreThoseThatASlowLookLeaves();
    void aLimitTakesTheFirstEventsThatAreLeft();
    void profilesKnowNoFilters();
    void aRangeUpsideDownHoldsNothing();
};

void TestRecordFilters::messagesAreThoseThatASlowLookLeaves()
{
    std::uint64_t left = 0;
    std::uint64_t gone = 0;
    for (std::uint64_t seed = 0; seed < kTurns; ++seed) {
        const Turn turn = turnOf(seed);
        const std::uint64_t limit = seed % 3 == 0 ? 2 : kLimit;
        const auto answer = answerOf<query::Messages>(
            *turn.trace, query::MessagesRequest{.scope = turn.filtered, .limit = limit});
        const auto expected = answerOf<query::Messages>(
            without(*turn.trace, turn.filtered.filter),
            query::MessagesRequest{.scope = turn.plain, .limit = limit});
        QVERIFY2(answer == expected, ("seed " + std::to_string(seed)).c_str());
        left += answer.count;
        gone += answerOf<query::Messages>(
                    *turn.trace, query::MessagesRequest{.scope = turn.plain, .limit = limit})
                    .count
                - answer.count;
    }
    QVERIFY(left > 300 && gone > 300);
}

void TestRecordFilters::matrixCountsThoseThatASlowLookLeaves()
{
    for (std::uint64_t seed = 0; seed < kTurns; ++seed) {
        const Turn turn = turnOf(seed);
        const auto by = static_cast<query::MatrixBy>(seed % 3);
        const auto answer = answerOf<query::Matrix>(
            *turn.trace, query::MatrixRequest{.scope = turn.filtered, .by = by});
        const auto expected = answerOf<query::Matrix>(
            without(*turn.trace, turn.filtered.filter),
            query::MatrixRequest{.scope = turn.plain, .by = by});
        QVERIFY2(answer == expected, ("seed " + std::to_string(seed)).c_str());
    }
}

void TestRecordFilters::collectivesAreThoseThatASlowLookLeaves()
{
    std::uint64_t left = 0;
    std::uint64_t gone = 0;
    for (std::uint64_t seed = 0; seed < kTurns; ++seed) {
        const Turn turn = turnOf(seed);
        const std::uint64_t limit = seed % 3 == 0 ? 2 : kLimit;
        const auto answer = answerOf<query::Collectives>(
            *turn.trace, query::CollectivesRequest{.scope = turn.filtered, .limit = limit});
        const auto expected = answerOf<query::Collectives>(
            without(*turn.trace, turn.filtered.filter),
            query::CollectivesRequest{.scope = turn.plain, .limit = limit});
        QVERIFY2(answer == expected, ("seed " + std::to_string(seed)).c_str());
        left += answer.count;
        gone += answerOf<query::Collectives>(
                    *turn.trace, query::CollectivesRequest{.scope = turn.plain, .limit = limit})
                    .count
                - answer.count;
    }
    QVERIFY(left > 300 && gone > 300);
}

void TestRecordFilters::eventsAreThoseThatASlowLookLeaves()
{
    std::uint64_t left = 0;
    std::uint64_t gone = 0;
    for (std::uint64_t seed = 0; seed < kTurns; ++seed) {
        const Turn turn = turnOf(seed);
        auto expected = answerOf<query::Events>(
            *turn.trace, query::EventsRequest{.scope = turn.plain, .limit = kLimit});
        gone += std::erase_if(expected.events, [&](const query::EventRecord& record) {
            return !isLeft(turn.filtered.filter, record);
        });
        expected.count = expected.events.size();
        const auto answer = answerOf<query::Events>(
            *turn.trace, query::EventsRequest{.scope = turn.filtered, .limit = kLimit});
        QVERIFY2(answer == expected, ("seed " + std::to_string(seed)).c_str());
        left += answer.count;
    }
    QVERIFY(left > 10'000 && gone > 10'000);
}

void TestRecordFilters::aLimitTakesTheFirstEventsThatAreLeft()
{
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const Turn turn = turnOf(seed);
        auto all = answerOf<query::Events>(
            *turn.trace, query::EventsRequest{.scope = turn.filtered, .limit = kLimit});
        const auto some = answerOf<query::Events>(
            *turn.trace, query::EventsRequest{.scope = turn.filtered, .limit = 7});
        all.events.resize(std::min<std::size_t>(all.events.size(), 7));
        QVERIFY2(some == all, ("seed " + std::to_string(seed)).c_str());
    }
}

void TestRecordFilters::profilesKnowNoFilters()
{
    const Turn turn = turnOf(5);
    query::Scope filtered = turn.plain;
    filtered.filter.messages = {{.hides = true}};
    QVERIFY(
        answerOf<query::Profile>(*turn.trace, query::ProfileRequest{.scope = filtered})
        == answerOf<query::Profile>(*turn.trace, query::ProfileRequest{.scope = turn.plain}));
}

void TestRecordFilters::aRangeUpsideDownHoldsNothing()
{
    const auto trace =
        traceFromText("send 0 @1 to 1 tag 5 bytes 8\nrecv 1 @2 from 0 tag 5 bytes 8\n");
    query::MessagesRequest request{.scope = {.window = trace->range}, .limit = 9};
    QCOMPARE(answerOf<query::Messages>(*trace, request).count, 1U);
    request.scope.filter.messages = {{.tags = {{.least = 9, .most = 3}}}};
    QCOMPARE(answerOf<query::Messages>(*trace, request).count, 0U);
}

VELLUM_TEST_APPLESS(TestRecordFilters)
#include "test_record_filters.moc"
