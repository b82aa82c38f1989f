#include "collector/writer/region_stack.h"
#include "tests/support/program/test_program.h"

#include <vector>

using vellum::collector::writer::RegionKey;
using vellum::collector::writer::RegionStack;
using Keys = std::vector<RegionKey>;

namespace {

constexpr RegionKey kMain{.subject = 1};
constexpr RegionKey kOuter{.subject = 2};
constexpr RegionKey kInner{.subject = 3};
constexpr RegionKey kOther{.subject = 4};

RegionStack makeStack()
{
    return {0x1000, 0x2000, {}};  // the thread's stack lies in [0x1000, 0x2000)
}

}  // namespace

class TestRegionStack : public QObject {
    Q_OBJECT

private slots:
    void leavesInnermostFirst();
    void aLeaveClosesWhatWasForgottenAboveIt();
    void aLeaveOfWhatIsNotOpenChangesNothing();
    void enteringFindsDeeperFramesDead();
    void equalFramesAreInlinedFunctionsAndAlive();
    void framesOnOtherStacksDoNotCompare();
    void anExceptionClosesAllBelowItsCatcher();
    void recursionLeavesOneVisitAtATime();
};

void TestRegionStack::leavesInnermostFirst()
{
    RegionStack stack = makeStack();
    QVERIFY(stack.enter(kMain, 0x1f00).empty());
    QVERIFY(stack.enter(kOuter, 0x1e00).empty());
    QVERIFY(stack.leave(kOuter) == Keys{kOuter});
    stack.enter(kInner, 0x1e00);
    QVERIFY((stack.leaveAll() == Keys{kInner, kMain}));
    QVERIFY(stack.open().empty());
}

void TestRegionStack::aLeaveClosesWhatWasForgottenAboveIt()
{
    RegionStack stack = makeStack();
    stack.enter(kMain, 0x1f00);
    stack.enter(kOuter, 0x1e00);
    stack.enter(kInner, 0x1d00);
    QVERIFY((stack.leave(kMain) == Keys{kInner, kOuter, kMain}));
}

void TestRegionStack::aLeaveOfWhatIsNotOpenChangesNothing()
{
    RegionStack stack = makeStack();
    stack.enter(kMain, 0x1f00);
    QVERIFY(stack.leave(kOther).empty());
    QCOMPARE(stack.open().size(), std::size_t{1});
}

void TestRegionStack::enteringFindsDeeperFramesDead()
{
    RegionStack stack = makeStack();
    stack.enter(kMain, 0x1f00);
    stack.enter(kOuter, 0x1e00);
    stack.enter(kInner, 0x1d00);
    QVERIFY((stack.enter(kOther, 0x1e80) == Keys{kInner, kOuter}));
    QVERIFY(stack.open().back().region == kOther);
}

void TestRegionStack::equalFramesAreInlinedFunctionsAndAlive()
{
    RegionStack stack = makeStack();
    stack.enter(kOuter, 0x1e00);
    QVERIFY(stack.enter(kInner, 0x1e00).empty());
    QCOMPARE(stack.open().size(), std::size_t{2});
}

void TestRegionStack::framesOnOtherStacksDoNotCompare()
{
    RegionStack stack = makeStack();
    stack.enter(kMain, 0x1f00);
    QVERIFY(stack.enter(kOther, 0x9000).empty());  // a signal handler with a stack of its own
    QVERIFY(stack.enter(kInner, 0x1f80).empty());  // back, while the handler's frame is undecided
    QVERIFY(stack.unwindTo(0x9100).empty());
    RegionStack unknown;  // a thread whose stack is not known compares nothing
    unknown.enter(kMain, 0x100);
    QVERIFY(unknown.enter(kOuter, 0x200).empty());
}

void TestRegionStack::anExceptionClosesAllBelowItsCatcher()
{
    RegionStack stack = makeStack();
    stack.enter(kMain, 0x1f00);
    stack.enter(kOuter, 0x1e00);
    stack.enter(kInner, 0x1d00);
    QVERIFY((stack.unwindTo(0x1f00) == Keys{kInner, kOuter}));
    QCOMPARE(stack.open().size(), std::size_t{1});
}

void TestRegionStack::recursionLeavesOneVisitAtATime()
{
    RegionStack stack = makeStack();
    stack.enter(kMain, 0x1f00);
    stack.enter(kMain, 0x1e00);
    // A leave hook in tail position is called with the frame of its caller.
    QVERIFY(stack.leave(kMain) == Keys{kMain});
    QCOMPARE(stack.open().size(), std::size_t{1});
    QCOMPARE(stack.open().front().frame, std::uint64_t{0x1f00});
}

VELLUM_TEST_GUILESS(TestRegionStack)
#include "test_region_stack.moc"
