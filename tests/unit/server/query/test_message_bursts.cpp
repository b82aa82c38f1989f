// Messages that look alike in a picture, beside a slow obvious way to put them together.

#include "server/query/executor.h"
#include "server/store/trace_store.h"
#include "tests/support/program/test_program.h"

#include <algorithm>
#include <map>
#include <random>
#include <tuple>
#include <utility>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using server::store::TraceStore;

namespace {

constexpr Tick kLength = 10'000;
constexpr std::uint64_t kTen = 10;  // locations are numbered from here on

TraceStore traceOf(std::uint32_t locations, std::vector<query::Message> messages)
{
    TraceStore made;
    for (std::uint32_t i = 0; i < locations; ++i) {
        made.definitions.locations.push_back({.ref = LocationRef(kTen + i)});
        made.locations.emplace_back();
    }
    made.definitions.buildLookups();
    made.range = {.begin = 0, .end = kLength};
    std::ranges::stable_sort(messages, {}, &query::Message::send);
    made.messages = std::move(messages);
    return made;
}

query::Message message(std::uint64_t from, std::uint64_t to, Tick send, Tick receive)
{
    return {
        .sender = LocationRef(kTen + from),
        .receiver = LocationRef(kTen + to),
        .bytes = 8,
        .send = send,
        .receive = receive};
}

query::MessagesRequest request(std::uint32_t columns, std::uint64_t most = 1'000)
{
    return {
        .scope = {.window = {.begin = 0, .end = kLength}, .locations = {}},
        .limit = most,
        .columns = columns};
}

query::Messages ask(const TraceStore& trace, const query::MessagesRequest& request)
{
    const auto answer = server::query::execute(trace, request, {});
    return answer.isOk() ? std::get<query::Messages>(answer.value()) : query::Messages();
}

std::string refusalOf(const TraceStore& trace, const query::MessagesRequest& request)
{
    const auto answer = server::query::execute(trace, request, {});
    return answer.isOk() ? std::string() : answer.error().message;
}

// ---- The slow way ---------------------------------------------------------------------------

std::int64_t floorDiv(std::int64_t number, std::int64_t by)
{
    return number / by - (number % by < 0 ? 1 : 0);
}

/// The column of any tick: by trying, from a little before on.
std::int64_t columnOf(Tick tick, TickRange window, std::int64_t columns)
{
    std::int64_t column = floorDiv((tick - window.begin) * columns, window.length()) - 3;
    while (window.begin + floorDiv((column + 1) * window.length(), columns) <= tick) {
        ++column;
    }
    return column;
}

using Place = std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t>;

/// Steps from fine to coarse: columns by two five times, then columns and rows in turn.
std::vector<std::pair<int, int>> steps()
{
    std::vector<std::pair<int, int>> all;
    for (int columns = 0; columns <= 5; ++columns) {
        all.emplace_back(columns, 0);
    }
    for (int i = 1; i < 20; ++i) {
        all.emplace_back(5 + i, i - 1);
        all.emplace_back(5 + i, i);
    }
    return all;
}

/// Rows of any communicator, and of one communicator those that go before them.
struct RowsOfPicture {
    std::map<std::uint64_t, std::int64_t> any;
    std::map<std::pair<std::uint32_t, std::uint64_t>, std::int64_t> own;

    [[nodiscard]] std::int64_t of(LocationRef location, CommRef communicator) const
    {
        const auto first = own.find({communicator.value(), location.value()});
        const auto second = any.find(location.value());
        return first != own.end() ? first->second : second != any.end() ? second->second : -1;
    }
};

query::Messages slowly(
    const TraceStore& trace, const query::MessagesRequest& request, const RowsOfPicture& rows)
{
    const TickRange window = request.scope.window;
    query::Messages answer{.window = window};
    for (const auto& [columnStep, rowStep] : steps()) {
        const std::int64_t columnsTogether = std::int64_t{1} << columnStep;
        const std::int64_t rowsTogether = std::int64_t{1} << rowStep;
        std::map<Place, std::size_t> places;
        answer.messages.clear();
        answer.bursts.clear();
        answer.count = 0;
        answer.columnsTogether = static_cast<std::uint32_t>(columnsTogether);
        answer.rowsTogether = static_cast<std::uint32_t>(rowsTogether);
        for (const query::Message& one : trace.messages) {
            const bool isInside = std::min(one.send, one.receive) < window.end
                                  && std::max(one.send, one.receive) >= window.begin;
            const std::int64_t from = rows.of(one.sender, one.communicator);
            const std::int64_t to = rows.of(one.receiver, one.communicator);
            if (!isInside || from < 0 || to < 0) {
                continue;
            }
            ++answer.count;
            const Place place(
                floorDiv(columnOf(one.send, window, request.columns), columnsTogether),
                floorDiv(columnOf(one.receive, window, request.columns), columnsTogether),
                from / rowsTogether,
                to / rowsTogether);
            const auto [found, isNew] = places.try_emplace(place, answer.messages.size());
            if (isNew) {
                answer.messages.push_back(one);
                answer.bursts.push_back(
                    {.lastSend = one.send,
                     .firstReceive = one.receive,
                     .lastReceive = one.receive});
            }
            query::MessageBurst& burst = answer.bursts[found->second];
            burst.count += 1;
            burst.bytes += one.bytes;
            burst.lastSend = std::max(burst.lastSend, one.send);
            burst.firstReceive = std::min(burst.firstReceive, one.receive);
            burst.lastReceive = std::max(burst.lastReceive, one.receive);
        }
        if (answer.messages.size() <= request.limit) {
            return answer;
        }
    }
    return answer;
}

RowsOfPicture ownRows(std::uint32_t locations)
{
    RowsOfPicture rows;
    for (std::uint32_t i = 0; i < locations; ++i) {
        rows.any.emplace(kTen + i, i);
    }
    return rows;
}

std::vector<query::Message> randomMessages(
    std::mt19937_64& random, std::uint32_t locations, std::size_t count)
{
    std::vector<query::Message> messages;
    for (std::size_t i = 0; i < count; ++i) {
        const auto send = static_cast<Tick>(random() % kLength);
        const auto takes = static_cast<Tick>(random() % 400) - 50;
        messages.push_back(message(
            random() % locations,
            random() % locations,
            send,
            std::clamp(send + takes, Tick{0}, kLength - 1)));
        messages.back().bytes = random() % 1'000;
    }
    return messages;
}

}  // namespace

class TestMessageBursts : public QObject {
    Q_OBJECT

private slots:
    static void whatLooksAlikeIsOneBurst()
    {
        const TraceStore trace = traceOf(
            3,
            {message(0, 1, 100, 250),
             message(0, 1, 150, 299),  // the same pair of columns
             message(0, 1, 199, 300),  // is received in the next one
             message(0, 2, 120, 250),  // another receiver
             message(1, 0, 120, 250)});
        const query::Messages answer = ask(trace, request(100));
        QCOMPARE(answer.count, std::uint64_t{5});
        QCOMPARE(answer.messages.size(), std::size_t{4});
        QVERIFY(answer.messages.front() == message(0, 1, 100, 250));
        const query::MessageBurst expected{
            .count = 2, .bytes = 16, .lastSend = 150, .firstReceive = 250, .lastReceive = 299};
        QVERIFY(answer.bursts.front() == expected);
        QCOMPARE(answer.columnsTogether, 1U);
        QCOMPARE(answer.rowsTogether, 1U);
    }

    static void columnsAndThenRowsAreJoinedUntilTheLimitHolds()
    {
        std::vector<query::Message> messages;
        for (Tick tick = 0; tick < 64; ++tick) {
            messages.push_back(message(0, 2, tick * 100, tick * 100 + 50));
            messages.push_back(message(1, 3, tick * 100, tick * 100 + 50));
        }
        const TraceStore trace = traceOf(4, std::move(messages));
        query::Messages answer = ask(trace, request(100, 64));
        QCOMPARE(answer.bursts.size(), std::size_t{64});
        QCOMPARE(answer.columnsTogether, 2U);
        QCOMPARE(answer.rowsTogether, 1U);
        answer = ask(trace, request(100, 4));
        QCOMPARE(answer.bursts.size(), std::size_t{4});
        QCOMPARE(answer.columnsTogether, 32U);
        QCOMPARE(answer.count, std::uint64_t{128});
    }

    /// Other than a list that a limit cuts.
    static void noMessageIsLost_data()
    {
        QTest::addColumn<std::uint32_t>("locations");
        QTest::addColumn<std::uint32_t>("columns");
        QTest::addColumn<std::uint64_t>("most");
        QTest::newRow("all apart") << 5U << 1'000U << std::uint64_t{10'000};
        QTest::newRow("wider columns") << 5U << 1'000U << std::uint64_t{200};
        QTest::newRow("rows, too") << 40U << 500U << std::uint64_t{150};
        QTest::newRow("almost one") << 40U << 77U << std::uint64_t{4};
        QTest::newRow("more columns than ticks") << 3U << 20'000U << std::uint64_t{300};
    }
    static void noMessageIsLost()
    {
        QFETCH(std::uint32_t, locations);
        QFETCH(std::uint32_t, columns);
        QFETCH(std::uint64_t, most);
        for (std::uint64_t seed = 1; seed <= 12; ++seed) {
            std::mt19937_64 random(seed);
            const TraceStore trace = traceOf(locations, randomMessages(random, locations, 600));
            query::MessagesRequest asked = request(columns, most);
            if (seed % 2 == 0) {
                asked.scope.window = {.begin = 3'000, .end = 4'234};
            }
            const query::Messages answer = ask(trace, asked);
            QVERIFY(answer.count > 20);
            QVERIFY(answer == slowly(trace, asked, ownRows(locations)));
            QVERIFY(answer.bursts.size() <= most);
        }
    }

    /// Of what stands in one row there is one burst; what has no row is not in the picture.
    static void rowsMayBeSets()
    {
        std::mt19937_64 random(7);
        const TraceStore trace = traceOf(6, randomMessages(random, 6, 500));
        query::MessagesRequest asked = request(200, 100);
        asked.rows = {
            {LocationRef(kTen + 4), LocationRef(kTen + 1)},
            {LocationRef(kTen)},
            {LocationRef(kTen + 2)}};
        const RowsOfPicture rows{
            .any = {{kTen + 4, 0}, {kTen + 1, 0}, {kTen, 1}, {kTen + 2, 2}}, .own = {}};
        const query::Messages answer = ask(trace, asked);
        QVERIFY(answer.count > 50 && answer.count < 400);
        QVERIFY(answer == slowly(trace, asked, rows));
    }

    /// A location is in several rows, in each with what was sent on one communicator.
    static void rowsMayBeOfCommunicators()
    {
        std::mt19937_64 random(8);
        std::vector<query::Message> messages = randomMessages(random, 4, 600);
        for (query::Message& one : messages) {
            one.communicator = CommRef(static_cast<std::uint32_t>(random() % 3));
        }
        const TraceStore trace = traceOf(4, std::move(messages));
        query::MessagesRequest asked = request(200, 150);
        asked.rows = {
            {LocationRef(kTen)},
            {LocationRef(kTen + 1), LocationRef(kTen + 2)},
            {LocationRef(kTen), LocationRef(kTen + 1)},
            {LocationRef(kTen)}};
        asked.rowCommunicators = {
            CommRef::undefined(), CommRef::undefined(), CommRef(1), CommRef(2)};
        const RowsOfPicture rows{
            .any = {{kTen, 0}, {kTen + 1, 1}, {kTen + 2, 1}},
            .own = {{{1, kTen}, 2}, {{1, kTen + 1}, 2}, {{2, kTen}, 3}}};
        const query::Messages answer = ask(trace, asked);
        QVERIFY(answer.count > 50 && answer.count < 500);
        QVERIFY(answer == slowly(trace, asked, rows));
    }

    static void refusalsNameTheNumbers()
    {
        const TraceStore trace = traceOf(2, {message(0, 1, 1, 2)});
        QVERIFY(refusalOf(trace, request(65'537)).find("65,537") != std::string::npos);
        QCOMPARE(
            refusalOf(trace, request(10, 3)),
            std::string("at most 3 bursts of messages are asked for, at least 4 may be needed"));
        query::MessagesRequest asked = request(10);
        asked.rows = {{LocationRef(kTen)}, {LocationRef(kTen)}};
        QCOMPARE(
            refusalOf(trace, asked),
            std::string("location 10 is in two rows of the picture of messages"));
        asked.rowCommunicators = {CommRef(1), CommRef(2)};
        QCOMPARE(refusalOf(trace, asked), std::string());
        asked.rowCommunicators = {CommRef(1)};
        QCOMPARE(refusalOf(trace, asked), std::string("1 communicators of 2 rows of messages"));
        asked.rowCommunicators = {};
        asked.rows = {{LocationRef(99)}};
        QVERIFY(refusalOf(trace, asked).find("99") != std::string::npos);
    }
};

VELLUM_TEST_APPLESS(TestMessageBursts)
#include "test_message_bursts.moc"
