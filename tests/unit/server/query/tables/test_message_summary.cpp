#include "common/query/limits.h"
#include "common/query/message_summary.h"
#include "common/query/questions.h"
#include "server/query/executor.h"
#include "server/query/registry.h"
#include "tests/support/program/test_program.h"
#include "tests/support/random_filter.h"
#include "tests/unit/server/query/random_trace.h"

#include <QString>

#include <algorithm>
#include <map>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test across a few rooms
using query::Message;
using query::MessageSummary;
using query::MessageSummaryBy;
using query::MessageSummaryQuestion;
using query::MessageSummaryRow;
using server::query::execute;

namespace {

std::uint64_t slowKey(const Message& message, MessageSummaryBy by)
{
    switch (by) {
    case MessageSummaryBy::Size:
        return message.bytes;
    case MessageSummaryBy::SizeClass: {
        std::uint64_t least = 1;
        while (least <= message.bytes / 2) {
            least *= 2;
        }
        return message.bytes == 0 ? 0 : least;
    }
    case MessageSummaryBy::Tag:
        return message.tag;
    case MessageSummaryBy::Communicator:
        break;
    }
    return message.communicator.value();
}

/// From the messages themselves, which have an oracle of their own.
MessageSummary slowSummary(const std::vector<Message>& messages, MessageSummaryBy by)
{
    std::map<std::uint64_t, std::vector<Message>> sorted;
    for (const Message& message : messages) {
        sorted[slowKey(message, by)].push_back(message);
    }
    MessageSummary summary{.by = by};
    for (const auto& [key, alike] : sorted) {
        MessageSummaryRow row{.key = key};
        query::TransferSums& sums = row.sums;
        sums.count = alike.size();
        std::vector<std::uint64_t> sizes;
        std::vector<Tick> durations;
        for (const Message& message : alike) {
            sizes.push_back(message.bytes);
            durations.push_back(message.receive - message.send);
            sums.bytes += sizes.back();
            sums.sumDuration += durations.back();
            if (durations.back() > 0) {
                const double rate =
                    static_cast<double>(message.bytes) / static_cast<double>(durations.back());
                sums.minRate = sums.rated == 0 ? rate : std::min(sums.minRate, rate);
                sums.maxRate = sums.rated == 0 ? rate : std::max(sums.maxRate, rate);
                sums.ratedBytes += message.bytes;
                sums.ratedDuration += durations.back();
                ++sums.rated;
            }
        }
        sums.minBytes = std::ranges::min(sizes);
        sums.maxBytes = std::ranges::max(sizes);
        sums.minDuration = std::ranges::min(durations);
        sums.maxDuration = std::ranges::max(durations);
        summary.rows.push_back(row);
    }
    return summary;
}

/// What is wrong with an answer; empty where nothing is. Adds to \p rows.
QString faultOf(
    const server::store::TraceStore& trace,
    const query::Scope& scope,
    MessageSummaryBy by,
    std::uint64_t& rows)
{
    const auto listed =
        execute(trace, query::MessagesRequest{.scope = scope, .limit = query::kMaxItems});
    const auto asked = table::Value::of(MessageSummaryQuestion{.by = by});
    const auto summed = execute(trace, query::TableRequest{.scope = scope, .asked = asked});
    if (!summed.isOk() || !listed.isOk()) {
        const bool areBoth = !summed.isOk() && !listed.isOk();
        return areBoth && summed.error() == listed.error() ? QString() : QString("another error");
    }
    const auto& table = std::get<query::Table>(summed.value());
    const auto& messages = std::get<query::Messages>(listed.value());
    const MessageSummary slow = slowSummary(messages.messages, by);
    rows += slow.rows.size();
    if (table.window != messages.window) {
        return "another window";
    }
    return table.answer == table::Value::of(slow) ? QString() : QString("another sum");
}

}  // namespace

class TestMessageSummary : public QObject {
    Q_OBJECT

private slots:
    void everyQuestionHasSomebodyWhoAnswersIt();
    void sumsEqualThoseOfTheMessages();
    void anUnknownLocationIsNamed();
};

void TestMessageSummary::everyQuestionHasSomebodyWhoAnswersIt()
{
    const auto questions = query::tableQuestions();
    const auto queries = server::query::tableQueries();
    QCOMPARE(queries.size(), questions.size());
    for (std::size_t i = 0; i < questions.size(); ++i) {
        QVERIFY(queries[i]->question == questions[i]);
        QVERIFY(&server::query::queryOf(*questions[i]) == queries[i]);
    }
}

void TestMessageSummary::sumsEqualThoseOfTheMessages()
{
    std::uint64_t rows = 0;
    for (std::uint64_t seed = 0; seed < 600; ++seed) {
        tests::RandomTrace random(seed);
        const auto trace = random.trace();
        for (std::uint8_t by = 0; by < 4; ++by) {
            query::Scope scope{
                .window = random.window(trace->range), .locations = random.locations(*trace)};
            if (seed % 3 == 0) {
                scope.filter = tests::RandomFilter(seed).filterWithVisits();
            }
            QCOMPARE(faultOf(*trace, scope, static_cast<MessageSummaryBy>(by), rows), QString());
        }
    }
    QVERIFY2(rows > 500, qPrintable(QString::number(rows)));
}

void TestMessageSummary::anUnknownLocationIsNamed()
{
    const auto trace = tests::RandomTrace(1).trace();
    const query::Scope scope{.window = trace->range, .locations = {LocationRef(987'654)}};
    const auto asked = table::Value::of(MessageSummaryQuestion{});
    const auto answer = execute(*trace, query::TableRequest{.scope = scope, .asked = asked});
    QVERIFY(!answer.isOk());
    QVERIFY(answer.error().kind == ErrorKind::NotFound);
    QVERIFY(answer.error().message.find("987654") != std::string::npos);
}

VELLUM_TEST_APPLESS(TestMessageSummary)
#include "test_message_summary.moc"
