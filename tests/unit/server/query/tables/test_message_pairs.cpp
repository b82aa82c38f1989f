#include "common/query/limits.h"
#include "common/query/message_pairs.h"
#include "server/query/executor.h"
#include "tests/support/program/test_program.h"
#include "tests/support/random_filter.h"
#include "tests/unit/server/query/random_trace.h"

#include <QString>

#include <algorithm>
#include <map>
#include <utility>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test across a few rooms
using query::MatrixBy;
using query::Message;
using query::MessagePairs;
using query::MessagePairsQuestion;
using query::MessagePairsRow;
using server::query::execute;

namespace {

/// Which of the definitions of its kind a location belongs to: its place there, and its reference.
using Place = std::pair<std::size_t, std::uint64_t>;

template <typename Definition, typename Ref>
Place placeIn(const std::vector<Definition>& all, Ref ref)
{
    const auto found = std::ranges::find(all, ref, &Definition::ref);
    return {static_cast<std::size_t>(found - all.begin()), ref.value()};
}

Place slowPlace(const Definitions& definitions, LocationRef ref, MatrixBy by)
{
    const Location& location = *definitions.find(ref);
    switch (by) {
    case MatrixBy::Location:
        return placeIn(definitions.locations, ref);
    case MatrixBy::LocationGroup:
        return placeIn(definitions.locationGroups, location.group);
    case MatrixBy::SystemTreeNode:
        break;
    }
    return placeIn(definitions.systemTreeNodes, definitions.find(location.group)->parent);
}

query::TransferSums slowSums(const std::vector<Message>& messages)
{
    query::TransferSums sums;
    for (const Message& message : messages) {
        const Tick duration = message.receive - message.send;
        ++sums.count;
        sums.bytes += message.bytes;
        sums.minBytes = std::min(sums.minBytes, message.bytes);
        sums.maxBytes = std::max(sums.maxBytes, message.bytes);
        sums.minDuration = std::min(sums.minDuration, duration);
        sums.maxDuration = std::max(sums.maxDuration, duration);
        sums.sumDuration += duration;
        if (duration > 0) {
            const double rate = static_cast<double>(message.bytes) / static_cast<double>(duration);
            ++sums.rated;
            sums.ratedBytes += message.bytes;
            sums.ratedDuration += duration;
            sums.minRate = std::min(sums.minRate, rate);
            sums.maxRate = std::max(sums.maxRate, rate);
        }
    }
    return sums;
}

/// From the messages themselves, which have an oracle of their own. The least pair in bytes goes first, of equal ones
/// the last.
MessagePairs slowPairs(
    const std::vector<Message>& messages,
    const Definitions& definitions,
    MessagePairsQuestion asked)
{
    std::map<std::pair<Place, Place>, std::vector<Message>> sorted;
    for (const Message& message : messages) {
        const Place from = slowPlace(definitions, message.sender, asked.by);
        const Place to = slowPlace(definitions, message.receiver, asked.by);
        sorted[{from, to}].push_back(message);
    }
    MessagePairs pairs{.by = asked.by, .pairs = sorted.size()};
    for (const auto& [ends, alike] : sorted) {
        pairs.rows.push_back(
            {.from = ends.first.second, .to = ends.second.second, .sums = slowSums(alike)});
    }
    while (pairs.rows.size() > asked.most) {
        auto least = pairs.rows.begin();
        for (auto row = pairs.rows.begin(); row != pairs.rows.end(); ++row) {
            least = row->sums.bytes <= least->sums.bytes ? row : least;
        }
        pairs.leftOutCount += least->sums.count;
        pairs.leftOutBytes += least->sums.bytes;
        pairs.rows.erase(least);
    }
    return pairs;
}

/// What is wrong with an answer; empty where nothing is. Adds to \p rows.
QString faultOf(
    const server::store::TraceStore& trace,
    const query::Scope& scope,
    const MessagePairsQuestion& question,
    std::uint64_t& rows)
{
    const auto listed =
        execute(trace, query::MessagesRequest{.scope = scope, .limit = query::kMaxItems});
    const auto asked = table::Value::of(question);
    const auto summed = execute(trace, query::TableRequest{.scope = scope, .asked = asked});
    if (!summed.isOk() || !listed.isOk()) {
        const bool areBoth = !summed.isOk() && !listed.isOk();
        return areBoth && summed.error() == listed.error() ? QString() : QString("another error");
    }
    std::vector<Message> messages = std::get<query::Messages>(listed.value()).messages;
    std::erase_if(messages, [&scope](const Message& message) {
        const auto has = [&scope](LocationRef ref) {
            return scope.locations.empty() || std::ranges::count(scope.locations, ref) > 0;
        };
        return !has(message.sender) || !has(message.receiver);
    });
    const MessagePairs slow = slowPairs(messages, trace.definitions, question);
    rows += slow.rows.size();
    const auto& table = std::get<query::Table>(summed.value());
    return table.answer == table::Value::of(slow) ? QString() : QString("another sum");
}

}  // namespace

class TestMessagePairs : public QObject {
    Q_OBJECT

private slots:
    void sumsEqualThoseOfTheMessages();
    void theyAreTheCellsOfTheMatrix();
    void pairsThatAreLeftOutAreCounted();
};

void TestMessagePairs::sumsEqualThoseOfTheMessages()
{
    std::uint64_t rows = 0;
    for (std::uint64_t seed = 0; seed < 600; ++seed) {
        tests::RandomTrace random(seed);
        const auto trace = random.trace();
        for (std::uint8_t by = 0; by < 3; ++by) {
            query::Scope scope{
                .window = random.window(trace->range), .locations = random.locations(*trace)};
            if (seed % 3 == 0) {
                scope.filter = tests::RandomFilter(seed).filterWithVisits();
            }
            const MessagePairsQuestion question{
                .by = static_cast<MatrixBy>(by),
                .most = seed % 4 == 0 ? seed % 5 : query::kMaxItems};
            QCOMPARE(faultOf(*trace, scope, question, rows), QString());
        }
    }
    QVERIFY2(rows > 200, qPrintable(QString::number(rows)));
}

void TestMessagePairs::theyAreTheCellsOfTheMatrix()
{
    std::size_t cells = 0;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const auto trace = tests::RandomTrace(seed).trace();
        const query::Scope scope{.window = trace->range, .locations = {}};
        const auto dense = execute(*trace, query::MatrixRequest{.scope = scope});
        const auto sparse = execute(
            *trace,
            query::TableRequest{.scope = scope, .asked = table::Value::of(MessagePairsQuestion{})});
        const auto& matrix = std::get<query::Matrix>(dense.value());
        const auto* pairs = std::get<query::Table>(sparse.value()).answer.as<MessagePairs>();
        auto row = pairs->rows.begin();
        for (std::size_t i = 0; i < matrix.cells.size(); ++i) {
            if (matrix.cells[i].count == 0) {
                continue;
            }
            QVERIFY(row != pairs->rows.end());
            QCOMPARE(row->from, matrix.labels[i / matrix.labels.size()]);
            QCOMPARE(row->to, matrix.labels[i % matrix.labels.size()]);
            QCOMPARE(row->sums.count, matrix.cells[i].count);
            QCOMPARE(row->sums.bytes, matrix.cells[i].bytes);
            QCOMPARE(row->sums.sumDuration, matrix.cells[i].sumDuration);
            ++row;
            ++cells;
        }
        QVERIFY(row == pairs->rows.end());
    }
    QVERIFY2(cells > 50, qPrintable(QString::number(cells)));
}

void TestMessagePairs::pairsThatAreLeftOutAreCounted()
{
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const auto trace = tests::RandomTrace(seed).trace();
        const auto answerTo = [&](std::uint64_t most) {
            const query::TableRequest request{
                .scope = {.window = trace->range, .locations = {}},
                .asked = table::Value::of(MessagePairsQuestion{.most = most})};
            const auto answer = execute(*trace, request);
            return *std::get<query::Table>(answer.value()).answer.as<MessagePairs>();
        };
        const MessagePairs all = answerTo(query::kMaxItems);
        if (all.rows.size() < 3) {
            continue;
        }
        const MessagePairs one = answerTo(1);
        std::uint64_t count = 0;
        for (const MessagePairsRow& row : all.rows) {
            count += row.sums.count;
            QVERIFY(row.sums.bytes <= one.rows.front().sums.bytes);
        }
        QCOMPARE(one.pairs, all.rows.size());
        QCOMPARE(one.leftOutCount + one.rows.front().sums.count, count);
        return;
    }
    QFAIL("no trace has three pairs");
}

VELLUM_TEST_APPLESS(TestMessagePairs)
#include "test_message_pairs.moc"
