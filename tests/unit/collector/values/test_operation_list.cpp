// Which visits are one operation.
#include "collector/values/analysis/operation_list.h"
#include "tests/support/program/test_program.h"

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

using namespace vellum::collector::values;  // NOLINT(google-build-using-namespace): the subject
using vellum::values::sidecar::OperationRecord;

namespace {

constexpr std::uint64_t kWindow = 100;
constexpr std::uint64_t kBegin = 900;

/// A thread of a process without any file.
struct Thread {
    ModuleFiles files;
    CodeLists code;
    OperationLists lists;
    CodeMap map{{}, 0, files, code};
    ContextTree contexts{lists};
    std::vector<std::uint64_t> ended;
    ThreadOperations operations{
        map, contexts, lists, {.window = kWindow, .begin = kBegin}, [this](std::uint64_t op) {
            ended.push_back(op);
        }};

    void visit(
        std::uint64_t function, std::uint64_t begin, std::uint64_t end, std::uint64_t caller = 1)
    {
        operations.enter(function, caller, begin);
        operations.count(1, 8);
        operations.leave(function, end);
    }
    [[nodiscard]] const OperationRecord& at(std::size_t i) const
    {
        return lists.operations.at(i).record;
    }
};

}  // namespace

class TestOperationList : public QObject {
    Q_OBJECT

private slots:
    void aLongVisitIsOneOperation();
    void shortVisitsAreMerged();
    void callSitesAreKeptApart();
    void aVisitWithoutAccessesIsNone();
    void whatACalledFunctionDoesIsNotItsCallers();
    void recursionIsOneOperation();
    void accessesInNoFunctionBeginWithTheThread();
    void aVisitThatBeginsBeforeItsOperationJoins();
    void everyAccessIsCountedOnceWhateverComes();
};

void TestOperationList::aLongVisitIsOneOperation()
{
    Thread thread;
    thread.visit(10, 1000, 5000);
    thread.visit(10, 5001, 9000);
    QCOMPARE(thread.lists.operations.size(), std::size_t{2});
    QCOMPARE(thread.at(0).t0, std::uint64_t{1000});
    QCOMPARE(thread.at(0).t1, std::uint64_t{5000});
    QCOMPARE(thread.at(1).ordinal, 1U);
    QCOMPARE(thread.at(1).flags, 0U);
    QCOMPARE(thread.ended, (std::vector<std::uint64_t>{1, 2}));
}

void TestOperationList::shortVisitsAreMerged()
{
    Thread thread;
    for (std::uint64_t tick = 1000; tick < 1090; tick += 10) {
        thread.visit(10, tick, tick + 5);
    }
    QCOMPARE(thread.lists.operations.size(), std::size_t{1});
    QCOMPARE(thread.at(0).grid[0], 9U);
    QCOMPARE(thread.at(0).flags, OperationRecord::kMerged);
    QCOMPARE(thread.at(0).t1, std::uint64_t{1085});
    QVERIFY(thread.ended.empty());
    thread.visit(10, 1200, 1205);
    QCOMPARE(thread.ended, std::vector<std::uint64_t>{1});
    QCOMPARE(thread.lists.operations.size(), std::size_t{2});
}

void TestOperationList::callSitesAreKeptApart()
{
    Thread thread;
    for (std::uint64_t tick = 1000; tick < 1080; tick += 20) {
        thread.visit(10, tick, tick + 5, 1);
        thread.visit(10, tick + 10, tick + 15, 2);
    }
    QCOMPARE(thread.lists.operations.size(), std::size_t{2});
    QCOMPARE(thread.at(0).grid[0], 4U);
    QCOMPARE(thread.at(1).grid[0], 4U);
    QVERIFY(thread.at(0).callingContext != thread.at(1).callingContext);
}

void TestOperationList::aVisitWithoutAccessesIsNone()
{
    Thread thread;
    thread.operations.enter(10, 1, 1000);
    thread.operations.leave(10, 9000);
    thread.operations.end();
    QVERIFY(thread.lists.operations.empty());
}

void TestOperationList::whatACalledFunctionDoesIsNotItsCallers()
{
    Thread thread;
    thread.operations.enter(10, 1, 1000);
    thread.operations.count(1, 8);
    thread.visit(20, 2000, 3000);
    thread.operations.count(2, 16);
    thread.operations.leave(10, 4000);
    QCOMPARE(thread.lists.operations.size(), std::size_t{2});
    QCOMPARE(thread.at(0).accesses, std::uint64_t{3});
    QCOMPARE(thread.at(1).accesses, std::uint64_t{1});
    QCOMPARE(thread.lists.contexts.at(thread.at(1).callingContext - 1).depth, 1U);
}

void TestOperationList::recursionIsOneOperation()
{
    Thread thread;
    thread.operations.enter(10, 1, 1000);
    thread.operations.count(1, 8);
    thread.visit(10, 1010, 5000);
    QVERIFY(thread.ended.empty());
    thread.operations.leave(10, 6000);
    QCOMPARE(thread.lists.operations.size(), std::size_t{1});
    QCOMPARE(thread.at(0).t1, std::uint64_t{6000});
    QCOMPARE(thread.ended, std::vector<std::uint64_t>{1});
}

void TestOperationList::accessesInNoFunctionBeginWithTheThread()
{
    Thread thread;
    thread.operations.count(1, 8);
    thread.visit(10, 1000, 5000);
    thread.operations.end();
    QCOMPARE(thread.lists.operations.size(), std::size_t{2});
    QCOMPARE(thread.at(0).t0, kBegin);
    QCOMPARE(thread.at(0).t1, std::uint64_t{5000});
}

/// An outer visit has its first access after the inner one of the same function.
void TestOperationList::aVisitThatBeginsBeforeItsOperationJoins()
{
    Thread thread;
    thread.operations.enter(10, 1, 1000);
    thread.visit(10, 1010, 1020);
    thread.operations.count(1, 8);
    thread.operations.leave(10, 1030);
    QVERIFY(thread.ended.empty());
    QCOMPARE(thread.lists.operations.size(), std::size_t{1});
    QCOMPARE(thread.at(0).accesses, std::uint64_t{2});
}

void TestOperationList::everyAccessIsCountedOnceWhateverComes()
{
    std::mt19937 random(3);
    for (int run = 0; run < 200; ++run) {
        Thread thread;
        std::uint64_t made = 0;
        std::uint64_t tick = 1;
        for (int step = 0; step < 500; ++step) {
            tick += random() % 60;
            const std::uint64_t function = 10 + random() % 4;
            switch (random() % 4) {
            case 0:
                thread.operations.enter(function, random() % 3, tick);
                break;
            case 1:
                thread.operations.leave(function, tick);  // perhaps of one that is not open
                break;
            case 2:
                thread.operations.sweep();
                break;
            default:
                thread.operations.count(1, 4);
                ++made;
            }
        }
        thread.operations.end();
        std::uint64_t counted = 0;
        for (const OperationLists::Operation& operation : thread.lists.operations) {
            counted += operation.record.accesses;
            QVERIFY(operation.record.t0 <= operation.record.t1 && operation.record.t1 <= tick);
        }
        QCOMPARE(counted, made);
        std::vector<std::uint64_t> ended = thread.ended;
        std::ranges::sort(ended);
        QCOMPARE(ended.size(), thread.lists.operations.size());
        QVERIFY(std::ranges::adjacent_find(ended) == ended.end());
    }
}

VELLUM_TEST_GUILESS(TestOperationList)
#include "test_operation_list.moc"
