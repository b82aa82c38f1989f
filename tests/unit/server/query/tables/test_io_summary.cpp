#include "common/query/io_summary.h"
#include "common/trace/event_kinds.h"
#include "server/query/executor.h"
#include "server/store/io_operations.h"
#include "tests/support/program/test_program.h"
#include "tests/support/trace_text.h"

#include <QString>

#include <algorithm>
#include <map>
#include <random>
#include <string>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test across a few rooms
using query::IoKind;
using query::IoSummary;
using query::IoSummaryBy;
using query::IoSummaryQuestion;
using query::IoSummaryRow;

namespace {

constexpr const char* kFiles = R"(
length 9999
location 3 "one"
location 5 "two"
io-paradigm 0 POSIX
io-file 0 "/data/in"
io-file 1 "/data/out"
io-handle 5 "" file 0 paradigm 0
io-handle 6 "" file 1 paradigm 0
io-handle 7 "pipe" paradigm 0
)";

/// An operation as it was written down.
struct Operation {
    std::uint64_t location = 3;
    std::uint64_t handle = 5;
    std::uint64_t mode = 0;
    std::uint64_t bytes = 0;
    Tick begin = 0;
    Tick end = 0;
};

/// One after the other on each location, of all modes and some that OTF2 does not have.
std::vector<Operation> randomOperations(std::mt19937& random)
{
    std::vector<Operation> operations;
    Tick ticks[2] = {0, 0};
    for (std::uint64_t i = random() % 30; i > 0; --i) {
        const std::size_t who = random() % 2;
        Operation one{
            .location = who == 0 ? 3U : 5U,
            .handle = 5 + random() % 3,
            .mode = random() % 5,
            .bytes = random() % 7 == 0 ? ~std::uint64_t{0} : random() % 5000};
        one.begin = ticks[who] + static_cast<Tick>(random() % 20);
        one.end = one.begin + static_cast<Tick>(random() % 4) * 25;
        ticks[who] = one.end + 1;
        operations.push_back(one);
    }
    return operations;
}

std::string textOf(const std::vector<Operation>& operations)
{
    std::string text = kFiles;
    std::uint64_t id = 1;
    for (const Operation& one : operations) {
        const std::string event = "event " + std::to_string(one.location) + " @";
        const std::string number = ' ' + std::to_string(id++) + '\n';
        const std::string handle = std::to_string(one.handle) + ' ';
        text.append(event).append(std::to_string(one.begin)).append(" IoOperationBegin ");
        text.append(handle).append(std::to_string(one.mode)).append(" 0 1000").append(number);
        text.append(event).append(std::to_string(one.end)).append(" IoOperationComplete ");
        text.append(handle).append(std::to_string(one.bytes)).append(number);
    }
    return text;
}

std::uint64_t slowKey(const Operation& one, std::uint64_t bytes, IoSummaryBy by)
{
    switch (by) {
    case IoSummaryBy::File:
        return one.handle == 5 ? 0 : one.handle == 6 ? 1 : IoFileRef::undefined().value();
    case IoSummaryBy::Location:
        return one.location;
    case IoSummaryBy::SizeClass: {
        std::uint64_t least = bytes == 0 ? 0 : 1;
        while (least != 0 && least * 2 <= bytes) {
            least *= 2;
        }
        return least;
    }
    case IoSummaryBy::Operation:
        break;
    }
    return 0;
}

IoSummary slowSummary(const std::vector<Operation>& operations, TickRange window, IoSummaryBy by)
{
    std::map<std::pair<std::uint64_t, IoKind>, IoSummaryRow> rows;
    for (const Operation& one : operations) {
        if (one.begin < window.begin || one.begin >= window.end) {
            continue;
        }
        const std::uint64_t bytes = one.bytes == ~std::uint64_t{0} ? 0 : one.bytes;
        const auto kind = one.mode > 2 ? IoKind::Other : static_cast<IoKind>(one.mode);
        const Tick length = one.end - one.begin;
        const std::uint64_t key = slowKey(one, bytes, by);
        IoSummaryRow& row = rows[{key, kind}];
        row.key = key;
        row.operation = kind;
        query::TransferSums& sums = row.sums;
        sums.minBytes = sums.count == 0 ? bytes : std::min(sums.minBytes, bytes);
        sums.maxBytes = std::max(sums.maxBytes, bytes);
        sums.minDuration = sums.count == 0 ? length : std::min(sums.minDuration, length);
        sums.maxDuration = std::max(sums.maxDuration, length);
        sums.sumDuration += length;
        sums.bytes += bytes;
        ++sums.count;
        if (length > 0) {
            const double rate = static_cast<double>(bytes) / static_cast<double>(length);
            sums.minRate = sums.rated == 0 ? rate : std::min(sums.minRate, rate);
            sums.maxRate = sums.rated == 0 ? rate : std::max(sums.maxRate, rate);
            sums.ratedBytes += bytes;
            sums.ratedDuration += length;
            ++sums.rated;
        }
    }
    IoSummary summary{.by = by};
    for (const auto& [key, row] : rows) {
        summary.rows.push_back(row);
    }
    return summary;
}

/// Of no kind where there is none.
table::Value answerOf(
    const server::store::TraceStore& trace, TickRange window, IoSummaryBy by, unsigned threads)
{
    const query::Scope scope{.window = window, .locations = {}};
    const auto asked = table::Value::of(IoSummaryQuestion{.by = by});
    const auto answer = server::query::execute(
        trace, query::TableRequest{.scope = scope, .asked = asked}, {.threads = threads});
    return answer.isOk() ? std::get<query::Table>(answer.value()).answer : table::Value();
}

}  // namespace

class TestIoSummary : public QObject {
    Q_OBJECT

private slots:
    void sumsEqualThoseOfTheOperations();
    void filtersLeaveSome();
    void bytesEndAtTheEndOf64Bits();
};

void TestIoSummary::sumsEqualThoseOfTheOperations()
{
    std::mt19937 random(9);
    std::size_t rows = 0;
    for (int round = 0; round < 300; ++round) {
        const auto operations = randomOperations(random);
        const auto trace = tests::traceFromText(textOf(operations));
        TickRange window = trace->range;
        if (round % 2 == 1) {
            window.begin = static_cast<Tick>(random() % 100);
            window.end = window.begin + 1 + static_cast<Tick>(random() % 300);
        }
        for (std::uint8_t by = 0; by < 4; ++by) {
            const auto one = static_cast<IoSummaryBy>(by);
            const IoSummary slow = slowSummary(operations, window, one);
            QVERIFY(answerOf(*trace, window, one, 1) == table::Value::of(slow));
            QVERIFY(answerOf(*trace, window, one, 3) == table::Value::of(slow));
            rows += 2 * slow.rows.size();
        }
    }
    QVERIFY2(rows > 5000, qPrintable(QString::number(rows)));
}

void TestIoSummary::filtersLeaveSome()
{
    std::vector<Operation> operations;
    for (Tick i = 0; i < 12; ++i) {
        operations.push_back(
            {.location = i % 2 == 0 ? 3U : 5U,
             .handle = 5 + static_cast<std::uint64_t>(i) % 3,
             .mode = static_cast<std::uint64_t>(i) % 2,
             .bytes = 10,
             .begin = 100 * i,
             .end = 100 * i + 7});
    }
    const auto trace = tests::traceFromText(textOf(operations));
    query::Scope scope{.window = trace->range, .locations = {}};
    scope.filter.io = {{.files = {IoFileRef(1)}, .kinds = {IoKind::Write}}};
    std::erase_if(
        operations, [](const Operation& one) { return one.handle != 6 || one.mode != 1; });
    QCOMPARE(operations.size(), std::size_t{2});
    const IoSummaryQuestion question{.by = IoSummaryBy::File};
    const auto asked = table::Value::of(question);
    const auto answer =
        server::query::execute(*trace, query::TableRequest{.scope = scope, .asked = asked});
    QVERIFY(answer.isOk());
    const IoSummary slow = slowSummary(operations, trace->range, question.by);
    QVERIFY(std::get<query::Table>(answer.value()).answer == table::Value::of(slow));
}

/// What a damaged trace claims does not wrap around.
void TestIoSummary::bytesEndAtTheEndOf64Bits()
{
    constexpr std::uint64_t kHuge = ~std::uint64_t{0} - 1;  // one more is unknown
    const auto trace = tests::traceFromText(
        textOf({{.bytes = kHuge, .begin = 0, .end = 5}, {.bytes = kHuge, .begin = 10, .end = 15}}));
    const table::Value answer = answerOf(*trace, trace->range, IoSummaryBy::Operation, 1);
    const auto* summary = answer.as<IoSummary>();
    QVERIFY(summary != nullptr && summary->rows.size() == 1);
    QCOMPARE(summary->rows[0].sums.bytes, ~std::uint64_t{0});
    QCOMPARE(summary->rows[0].sums.ratedBytes, ~std::uint64_t{0});
    QCOMPARE(summary->rows[0].sums.maxBytes, kHuge);
}

VELLUM_TEST_APPLESS(TestIoSummary)
#include "test_io_summary.moc"
