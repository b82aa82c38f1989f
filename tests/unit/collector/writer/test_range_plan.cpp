#include "collector/writer/range_plan.h"
#include "common/trace/range_text.h"
#include "tests/support/program/test_program.h"
#include "tests/unit/collector/writer/spool_writer.h"

#include <QTemporaryDir>

#include <filesystem>
#include <map>
#include <random>
#include <utility>
#include <vector>

namespace measurement = vellum::collector::measurement;
namespace writer = vellum::collector::writer;
using measurement::EventKind;
using measurement::EventRecord;
using writer::RangePlan;

namespace {

/// Records at the ticks 10, 20, 30, …
class Thread {
public:
    void add(EventKind kind, std::uint64_t subject, std::uint64_t frame = 0)
    {
        m_records.push_back(
            {.tick = 10 * (m_records.size() + 1),
             .subject = measurement::packSubject(kind, subject),
             .frame = frame});
    }
    [[nodiscard]] const std::vector<EventRecord>& records() const { return m_records; }

    [[nodiscard]] RangePlan plan(writer::SpooledProcess process = {}) const
    {
        process.ranges.try_emplace(4);  // without names there is nothing to plan
        const QTemporaryDir folder;
        const std::filesystem::path file =
            std::filesystem::path(folder.path().toStdString()) / "t0";
        vellum::test::writeLocation(file, {}, vellum::test::fullWords(m_records));
        return writer::planRanges(process, writer::SpooledLocation(file, nullptr), 1'000'000);
    }

private:
    std::vector<EventRecord> m_records;
};

/// Begin and end among the records: 2 * record, and 1 more for what is behind it.
struct Interval {
    std::size_t begin = 0;
    std::size_t end = SIZE_MAX;
};

bool cross(const Interval& a, const Interval& b)
{
    return (a.begin < b.begin && b.begin < a.end && a.end < b.end)
           || (b.begin < a.begin && a.begin < b.end && b.end < a.end);
}

bool isLeave(const EventRecord& record)
{
    return measurement::kindOf(record) == EventKind::FunctionLeave;
}

bool isEnter(const EventRecord& record)
{
    return measurement::kindOf(record) == EventKind::FunctionEnter;
}

/// Slow and obvious: the intervals of all functions, and of all ranges by the record that pushed them.
void intervalsOf(
    const std::vector<EventRecord>& records,
    std::vector<Interval>& functions,
    std::map<std::size_t, Interval>& ranges)
{
    std::vector<std::size_t> openFunctions;
    std::vector<std::size_t> openRanges;
    for (std::size_t i = 0; i < records.size(); ++i) {
        if (isEnter(records[i])) {
            openFunctions.push_back(functions.size());
            functions.push_back({.begin = 2 * i});
        } else if (isLeave(records[i])) {
            functions[openFunctions.back()].end = 2 * i;
            openFunctions.pop_back();
        } else if (measurement::kindOf(records[i]) == EventKind::RangePush) {
            std::size_t at = i;
            while (at + 1 < records.size() && isLeave(records[at + 1])) {
                ++at;
            }
            ranges[i] = {.begin = 2 * at + 1};
            openRanges.push_back(i);
        } else if (!openRanges.empty()) {
            std::size_t at = i;
            while (at > 0 && isEnter(records[at - 1])) {
                --at;
            }
            ranges[openRanges.back()].end = 2 * at;
            openRanges.pop_back();
        }
    }
}

}  // namespace

class TestRangePlan : public QObject {
    Q_OBJECT
private slots:
    void aRangeThatNestsIsInItsRow();
    void aPayloadBelongsToThePushAfterIt();
    void domainsAreStacksOfTheirOwn();
    void anyMixtureIsPlacedAsTheSlowRuleSays();
    void textsOfOperatorsAreTakenApart();
};

void TestRangePlan::aRangeThatNestsIsInItsRow()
{
    Thread thread;
    thread.add(EventKind::FunctionEnter, 1);
    thread.add(EventKind::RangePush, 5);
    thread.add(EventKind::FunctionEnter, 2);
    thread.add(EventKind::FunctionLeave, 2);
    thread.add(EventKind::RangePop, 0);
    thread.add(EventKind::FunctionLeave, 1);
    const RangePlan plan = thread.plan();
    QCOMPARE(plan.steps.size(), 2U);
    QCOMPARE(plan.steps[0].record, 1U);
    QCOMPARE(plan.steps[0].name, 5U);
    QVERIFY(plan.steps[1].action == RangePlan::Action::Leave);
    QVERIFY(plan.beside.empty());
}

void TestRangePlan::aPayloadBelongsToThePushAfterIt()
{
    Thread thread;
    thread.add(EventKind::RangePayload, 4, 77);
    thread.add(EventKind::RangePush, 1);
    thread.add(EventKind::RangePush, 2);
    const RangePlan plan = thread.plan();
    QCOMPARE(plan.steps.size(), 2U);
    QCOMPARE(plan.steps[0].payload.type, 4U);
    QCOMPARE(plan.steps[0].payload.bits, 77U);
    QCOMPARE(plan.steps[1].payload.type, 0U);
}

void TestRangePlan::domainsAreStacksOfTheirOwn()
{
    writer::SpooledProcess process;
    process.ranges[1] = {.domain = 0, .text = "a"};
    process.ranges[2] = {.domain = 9, .text = "b"};
    Thread thread;
    thread.add(EventKind::RangePush, 1);
    thread.add(EventKind::RangePush, 2);
    thread.add(EventKind::RangePop, 0);  // the outer one, in its own domain
    thread.add(EventKind::RangePop, 9);
    thread.add(EventKind::RangePop, 9);
    const RangePlan plan = thread.plan(std::move(process));
    QCOMPARE(plan.unmatchedPops, 1U);
    QCOMPARE(plan.steps.size(), 2U);
    QCOMPARE(plan.steps[0].name, 2U);
    QCOMPARE(plan.beside.size(), 1U);
    QCOMPARE(plan.beside[0].name, 1U);
    QCOMPARE(plan.beside[0].begin, 10U);
    QCOMPARE(plan.beside[0].end, 30U);
}

void TestRangePlan::anyMixtureIsPlacedAsTheSlowRuleSays()
{
    std::mt19937 random(3);
    for (int round = 0; round < 2000; ++round) {
        Thread thread;
        std::vector<std::uint64_t> open;
        const std::size_t count = random() % 30;
        for (std::size_t i = 0; i < count; ++i) {
            const unsigned dice = random() % 4;
            if (dice == 0) {
                open.push_back(1 + random() % 3);
                thread.add(EventKind::FunctionEnter, open.back());
            } else if (dice == 1 && !open.empty()) {
                thread.add(EventKind::FunctionLeave, open.back());
                open.pop_back();
            } else {
                thread.add(
                    dice == 2 ? EventKind::RangePush : EventKind::RangePop, dice == 2 ? 4 : 0);
            }
        }
        std::vector<Interval> functions;
        std::map<std::size_t, Interval> ranges;
        intervalsOf(thread.records(), functions, ranges);
        std::size_t crossing = 0;
        for (const auto& range : ranges) {
            crossing += std::ranges::any_of(
                functions, [&](const Interval& function) { return cross(function, range.second); });
        }
        const RangePlan plan = thread.plan();
        QCOMPARE(plan.beside.size(), crossing);
        const auto enters = std::ranges::count_if(plan.steps, [](const RangePlan::Step& step) {
            return step.action == RangePlan::Action::Enter;
        });
        QCOMPARE(static_cast<std::size_t>(enters) + crossing, ranges.size());
    }
}

void TestRangePlan::textsOfOperatorsAreTakenApart()
{
    const vellum::RangeText text =
        vellum::splitRangeText("aten::addmm, seq = 47581, op_id = 999222, sizes = [[1, 2], [3]]");
    QCOMPARE(std::string(text.name), std::string("aten::addmm"));
    QCOMPARE(text.arguments.size(), 3U);
    QCOMPARE(std::string(text.arguments[0].second), std::string("47581"));
    QCOMPARE(std::string(text.arguments[2].first), std::string("sizes"));
    QCOMPARE(std::string(text.arguments[2].second), std::string("[[1, 2], [3]]"));
    QCOMPARE(std::string(vellum::splitRangeText("a, b = c").name), std::string("a, b = c"));
    QVERIFY(vellum::splitRangeText("").arguments.empty());
    QCOMPARE(std::string(vellum::splitRangeText("x, seq = ").arguments[0].second), std::string());
}

VELLUM_TEST_APPLESS(TestRangePlan)
#include "test_range_plan.moc"
