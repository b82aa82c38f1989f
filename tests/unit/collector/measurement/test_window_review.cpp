#include "collector/measurement/auto_filter.h"
#include "collector/measurement/function_numbers.h"
#include "collector/measurement/window_review.h"
#include "collector/writer/replay.h"
#include "tests/support/program/test_program.h"
#include "tests/unit/collector/writer/word_writer.h"

#include <algorithm>
#include <map>
#include <memory>
#include <random>
#include <utility>
#include <vector>

namespace measurement = vellum::collector::measurement;
namespace writer = vellum::collector::writer;
using measurement::AutoFilter;
using measurement::EventKind;
using measurement::EventRecord;
using vellum::test::addressOf;
using vellum::test::WordWriter;

namespace {

constexpr std::uint64_t kFunctions = 40;

/// Visits and ticks by address.
using Sums = std::map<std::uint64_t, std::pair<std::uint64_t, std::uint64_t>>;

/// Those of the visits as the archive has them.
Sums slowSums(const std::vector<EventRecord>& records)
{
    Sums sums;
    writer::RegionStack stack;
    std::vector<std::uint64_t> begins;
    for (const EventRecord& record : records) {
        const writer::StackChange change = writer::apply(stack, record);
        for (const writer::RegionKey& region : change.closed) {
            const bool isLast = &region == &change.closed.back();
            if (isLast && measurement::kindOf(record) == EventKind::FunctionLeave) {
                auto& [visits, ticks] = sums[region.subject];
                ++visits;
                ticks += record.tick - begins.back();
            }
            begins.pop_back();
        }
        if (change.entered) {
            begins.push_back(record.tick);
        }
    }
    return sums;
}

/// A program with calls and returns, in which some leaves are missing.
WordWriter randomProgram(std::mt19937_64& random)
{
    WordWriter all;
    std::uint64_t tick = 1'000'000'000;
    std::vector<std::uint64_t> open;
    for (int i = 0; i < 2000; ++i) {
        tick += random() >> (20 + random() % 44);
        if (random() % 100 == 0) {
            all.nothing();
        }
        if (open.empty() || (open.size() < 60 && random() % 2 == 0)) {
            open.push_back(random() % kFunctions);
            all.enter(open.back(), tick, 0x7ffc'0000'0000 - 48 * open.size());
        } else {
            if (random() % 20 != 0) {
                all.leave(open.back(), tick);
            }
            open.pop_back();
        }
    }
    return all;
}

/// The filter with the table of functions that the writer of words supposes.
class Process {
public:
    Process()
        : m_filter(std::make_unique<AutoFilter>())
        , m_table(std::make_unique<measurement::LeftOutTable>())
    {
        m_functions.resize(measurement::words::kNumbers);
        for (std::uint64_t number = 0; number < kFunctions; ++number) {
            m_functions[number] = addressOf(number);
        }
        measurement::functionTable = m_functions.data();
        measurement::leftOutTable = m_table.get();
        m_filter->leastVisits = UINT64_MAX;
    }
    ~Process()
    {
        measurement::functionTable = nullptr;
        measurement::leftOutTable = nullptr;
    }
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    AutoFilter& filter() { return *m_filter; }
    [[nodiscard]] const measurement::LeftOutTable& table() const { return *m_table; }
    [[nodiscard]] bool isLeftOut(std::uint64_t number) const
    {
        return (m_functions[number] & measurement::kLeftOutMark) != 0;
    }

private:
    std::unique_ptr<AutoFilter> m_filter;
    std::unique_ptr<measurement::LeftOutTable> m_table;
    std::vector<std::uint64_t> m_functions;
};

}  // namespace

class TestWindowReview : public QObject {
    Q_OBJECT
private slots:
    void sumsAreThoseOfTheVisitsInTheArchive();
    void leavesOutWhatIsCalledOftenAndIsShort();
    void decidesOncePerFunction();
    void aFullTableLeavesOutNothingMore();
};

void TestWindowReview::sumsAreThoseOfTheVisitsInTheArchive()
{
    std::mt19937_64 random(5);
    for (int round = 0; round < 50; ++round) {
        Process process;
        const WordWriter all = randomProgram(random);
        const auto review = std::make_unique<measurement::WindowReview>();
        // In windows of any size that end between two records, as they do.
        const std::vector<std::uint64_t>& words = all.words();
        std::size_t from = 0;
        for (std::size_t at = 0; at < words.size();) {
            at += words[at] == measurement::words::kFull ? measurement::words::kFullWords : 1;
            if (at == words.size() || random() % 50 == 0) {
                review->take(words.data() + from, words.data() + at, process.filter());
                from = at;
            }
        }
        Sums found;
        for (std::uint64_t number = 0; number < kFunctions; ++number) {
            const AutoFilter::Totals& sum = process.filter().totals[number];
            if (sum.visits > 0) {
                found[addressOf(number)] = {sum.visits, sum.ticks};
            }
        }
        QVERIFY(found == slowSums(all.records()));
    }
}

void TestWindowReview::leavesOutWhatIsCalledOftenAndIsShort()
{
    Process process;
    process.filter().leastVisits = 100;
    process.filter().mostTicks = 50;
    for (int i = 0; i < 99; ++i) {
        process.filter().count(1, 49);
        process.filter().count(2, 50);
    }
    QVERIFY(!process.isLeftOut(1));
    process.filter().count(1, 49);
    process.filter().count(2, 50);
    QVERIFY(process.isLeftOut(1));
    QVERIFY(!process.isLeftOut(2));
    QVERIFY(!process.isLeftOut(0));
    QCOMPARE(measurement::findFunction(addressOf(1)), measurement::kLeftOutNumber | 1U);
    QCOMPARE(measurement::findFunction(addressOf(2)), std::uint64_t{2});
    QCOMPARE(process.table().functions[0].address, addressOf(1));
    QCOMPARE(process.table().functions[0].visits, std::uint64_t{100});
    QCOMPARE(process.table().functions[0].ticks, std::uint64_t{4900});
    QCOMPARE(process.table().places[1], std::uint16_t{1});
}

void TestWindowReview::decidesOncePerFunction()
{
    Process process;
    process.filter().leastVisits = 1;
    process.filter().mostTicks = 50;
    for (int i = 0; i < 10; ++i) {
        process.filter().count(3, 1);
        process.filter().count(4, 1);
    }
    QCOMPARE(process.table().taken, 2U);
    QCOMPARE(process.table().functions[1].address, addressOf(4));
    QCOMPARE(process.table().functions[2].address, std::uint64_t{0});
}

void TestWindowReview::aFullTableLeavesOutNothingMore()
{
    Process process;
    for (std::uint64_t number = 0; number < measurement::kMostLeftOut + 10; ++number) {
        measurement::functionTable[number] = addressOf(number);
        measurement::leaveOut(
            *measurement::leftOutTable,
            measurement::functionTable,
            number,
            {.address = addressOf(number)});
    }
    QVERIFY(process.isLeftOut(measurement::kMostLeftOut - 1));
    QVERIFY(!process.isLeftOut(measurement::kMostLeftOut));
    QCOMPARE(
        measurement::findFunction(addressOf(measurement::kMostLeftOut)),
        std::uint64_t{measurement::kMostLeftOut});
}

VELLUM_TEST_APPLESS(TestWindowReview)
#include "test_window_review.moc"
