#include "common/protocol/limits.h"
#include "tests/support/program/test_program.h"
#include "tests/unit/server/session/house.h"

using namespace vellum;                   // NOLINT(google-build-using-namespace): a test
using namespace vellum::server::session;  // NOLINT(google-build-using-namespace): of this room
using tests::House;

namespace {

const query::Request kQuick = query::LocationsRequest{};
const query::Request kSlow = query::DetailRequest{};

/// A timeline so large that an overview is worth it.
query::Request manyCells()
{
    return query::TimelineRequest{
        .scope = {.window = {}, .locations = std::vector<LocationRef>(1'024, LocationRef(1))},
        .columns = 1'920};
}

codec::Ask askedBy(codec::TraceHandle trace, query::Request request, const query::Asking& asking)
{
    return {.trace = trace, .request = std::move(request), .asking = asking};
}

}  // namespace

class TestDispatcher : public QObject {
    Q_OBJECT

private slots:
    void aHelloIsAnsweredWithWhatTheServerIs();
    void openAskCloseIsAnswered();
    void oneImportServesAllWhoWaitForIt();
    void aTraceInMemoryIsNotReadAgain();
    void aTraceNobodyHoldsIsReadAgain();
    void cancelOfTheOnlyWaiterKeepsThePrefix();
    void cancelOfOneOfTwoWaitersLeavesTheOther();
    void aCancelledTraceIsNotSharedWithLaterClients();
    void aClientThatLeavesEndsItsImport();
    void cancelOfAQueryUnderWayIsCancelled();
    void cancelOfAWaitingQueryNeverReachesTheEngine();
    void aNewerGenerationTakesBackTheOlderOfItsView();
    void aNewerGenerationLeavesOtherViewsAndClients();
    void anOlderGenerationIsCancelled();
    void aProgressiveTimelineIsProvisionalAndThenExact();
    void whatIsTakenBackAfterItsOverviewEndsWithCancelled();
    void noOverviewComesUnaskedOrOfFewCells();
    void unknownCancelsAndClosesAreIgnored();
    void tooManyRequestsAreRefused();
    void aNumberUnderWayIsRefused();
    void whatALibraryThrowsIsAnInternalError();
    void aMissingFileIsNotFound();
    void numberZeroIsMalformed();
    void aGoodbyeGivesEverythingBack();
    void aClientIsAnsweredWhileAnothersQuestionsAreUnderWay();
    void aClientOpensWhileAnothersTracesAreRead();
    void aMessageThatDoesNotFitIsAnsweredWithTheSentence();
};

void TestDispatcher::aHelloIsAnsweredWithWhatTheServerIs()
{
    House house;
    house.greet(1);
    const auto answer = house.outbox().answer(1, 1);
    QVERIFY(answer.has_value());
    QVERIFY(
        std::get<codec::ServerDescription>(*answer)
        == (codec::ServerDescription{
            .program = "server 1",
            .protocol = protocol::kProtocolVersion,
            .threads = 3,
            .memoryBytes = 4}));
}

void TestDispatcher::openAskCloseIsAnswered()
{
    House house;
    house.greet(1);
    const auto handle = house.open(1, 2, "a");
    QVERIFY(handle != 0);
    house.say(1, 3, codec::Ask{.trace = handle, .request = kQuick});
    QVERIFY(house.isAnswered(1, 3));
    house.say(1, 4, codec::Close{.trace = handle});
    house.say(1, 5, codec::Ask{.trace = handle, .request = kQuick});
    QVERIFY(house.errorOf(1, 5) == ErrorKind::NotFound);
}

void TestDispatcher::oneImportServesAllWhoWaitForIt()
{
    House house;
    house.greet(1);
    house.greet(2);
    house.say(1, 2, codec::Open{.trace = house.path("slow")});
    house.say(2, 2, codec::Open{.trace = house.path("slow")});
    QVERIFY(house.engine().gate().waitForWaiters(1));
    QVERIFY(!house.isIdle());  // both have been taken by now
    house.engine().gate().open();
    QVERIFY(house.open(1, 3, "a") != 0);
    const auto first = house.outbox().answer(1, 2);
    const auto second = house.outbox().answer(2, 2);
    QVERIFY(first && second);
    QVERIFY(std::get<codec::OpenedTrace>(*first).info.complete);
    QVERIFY(
        std::get<codec::OpenedTrace>(*first).handle
        != std::get<codec::OpenedTrace>(*second).handle);
    QCOMPARE(house.engine().imports(), 2);  // slow and a
}

void TestDispatcher::aTraceInMemoryIsNotReadAgain()
{
    House house;
    house.greet(1);
    house.greet(2);
    QVERIFY(house.open(1, 2, "a") != 0);
    QVERIFY(house.open(2, 2, "a") != 0);
    QCOMPARE(house.engine().imports(), 1);
}

void TestDispatcher::aTraceNobodyHoldsIsReadAgain()
{
    House house;
    house.greet(1);
    const auto handle = house.open(1, 2, "a");
    house.say(1, 3, codec::Close{.trace = handle});
    // The tasks that read it and sent the answer may hold it a moment longer than the client.
    QVERIFY(house.engine().waitForRelease());
    QVERIFY(house.open(1, 4, "a") != 0);
    QCOMPARE(house.engine().imports(), 2);
}

void TestDispatcher::cancelOfTheOnlyWaiterKeepsThePrefix()
{
    House house;
    house.greet(1);
    house.say(1, 2, codec::Open{.trace = house.path("slow")});
    QVERIFY(house.outbox().waitForProgress(1, 2));
    house.say(1, 3, codec::Cancel{.request = 2});
    const auto answer = house.outbox().answer(1, 2);
    QVERIFY(answer && std::holds_alternative<codec::OpenedTrace>(*answer));
    QVERIFY(!std::get<codec::OpenedTrace>(*answer).info.complete);
}

void TestDispatcher::cancelOfOneOfTwoWaitersLeavesTheOther()
{
    House house;
    house.greet(1);
    house.greet(2);
    house.say(1, 2, codec::Open{.trace = house.path("slow")});
    house.say(2, 2, codec::Open{.trace = house.path("slow")});
    house.say(1, 3, codec::Cancel{.request = 2});
    QVERIFY(house.errorOf(1, 2) == ErrorKind::Cancelled);
    house.engine().gate().open();
    const auto answer = house.outbox().answer(2, 2);
    QVERIFY(answer && std::get<codec::OpenedTrace>(*answer).info.complete);
}

void TestDispatcher::aCancelledTraceIsNotSharedWithLaterClients()
{
    House house;
    house.greet(1);
    house.greet(2);
    house.say(1, 2, codec::Open{.trace = house.path("slow")});
    house.say(1, 3, codec::Cancel{.request = 2});
    QVERIFY(house.outbox().answer(1, 2).has_value());
    house.engine().gate().open();
    QVERIFY(house.open(2, 2, "slow") != 0);
    const auto answer = house.outbox().answer(2, 2);
    QVERIFY(std::get<codec::OpenedTrace>(*answer).info.complete);
    QCOMPARE(house.engine().imports(), 2);
}

void TestDispatcher::aClientThatLeavesEndsItsImport()
{
    House house;
    house.greet(1);
    house.say(1, 2, codec::Open{.trace = house.path("slow")});
    QVERIFY(house.engine().gate().waitForWaiters(1));
    house.forget(1);
    QVERIFY(house.engine().gate().waitForWaiters(0));  // though the gate never opened
    QVERIFY(house.becomesIdle());
}

void TestDispatcher::cancelOfAQueryUnderWayIsCancelled()
{
    House house;
    house.greet(1);
    const auto handle = house.open(1, 2, "a");
    house.say(1, 3, codec::Ask{.trace = handle, .request = kSlow});
    QVERIFY(house.engine().gate().waitForWaiters(1));
    house.say(1, 4, codec::Cancel{.request = 3});
    QVERIFY(house.errorOf(1, 3) == ErrorKind::Cancelled);
}

void TestDispatcher::cancelOfAWaitingQueryNeverReachesTheEngine()
{
    House house;
    house.greet(1);
    const auto handle = house.open(1, 2, "a");
    for (codec::RequestNumber number = 10; number < 15; ++number) {  // more than there are workers
        house.say(1, number, codec::Ask{.trace = handle, .request = kSlow});
    }
    QVERIFY(house.engine().gate().waitForWaiters(2));
    for (codec::RequestNumber number = 10; number < 15; ++number) {
        house.say(1, number + 10, codec::Cancel{.request = number});
    }
    for (codec::RequestNumber number = 10; number < 15; ++number) {
        QVERIFY(house.errorOf(1, number) == ErrorKind::Cancelled);
    }
}

void TestDispatcher::aNewerGenerationTakesBackTheOlderOfItsView()
{
    House house;
    house.greet(1);
    const auto handle = house.open(1, 2, "a");
    // Two are worked on, the third waits.
    for (codec::RequestNumber number = 3; number <= 5; ++number) {
        house.say(1, number, askedBy(handle, kSlow, {.view = 7, .generation = 1}));
    }
    QVERIFY(house.engine().gate().waitForWaiters(2));
    house.say(1, 6, askedBy(handle, kQuick, {.view = 7, .generation = 2}));
    for (codec::RequestNumber number = 3; number <= 5; ++number) {
        QVERIFY(house.errorOf(1, number) == ErrorKind::Cancelled);
    }
    QVERIFY(house.isAnswered(1, 6));
    QVERIFY(house.engine().gate().waitForWaiters(0));
    for (codec::RequestNumber number = 3; number <= 6; ++number) {
        QCOMPARE(house.outbox().sent(1, number, 1).size(), std::size_t{1});
    }
}

void TestDispatcher::aNewerGenerationLeavesOtherViewsAndClients()
{
    House house;
    house.greet(1);
    house.greet(2);
    const auto first = house.open(1, 2, "a");
    const auto second = house.open(2, 2, "a");
    house.say(1, 3, askedBy(first, kSlow, {.view = 7, .generation = 1}));
    house.say(2, 3, askedBy(second, kSlow, {.view = 7, .generation = 1}));
    house.say(1, 4, askedBy(first, kSlow, {.view = 8, .generation = 1}));
    house.say(1, 5, askedBy(first, kSlow, {.view = 0, .generation = 1}));
    house.say(1, 6, askedBy(first, kSlow, {.view = 7, .generation = 1}));
    house.say(1, 7, askedBy(first, kQuick, {.view = 8, .generation = 2}));
    house.say(1, 8, askedBy(first, kQuick, {.view = 0, .generation = 2}));
    QVERIFY(house.errorOf(1, 4) == ErrorKind::Cancelled);
    house.engine().gate().open();
    QVERIFY(house.isAnswered(1, 3));
    QVERIFY(house.isAnswered(2, 3));
    QVERIFY(house.isAnswered(1, 5));
    QVERIFY(house.isAnswered(1, 6));
    QVERIFY(house.isAnswered(1, 7));
    QVERIFY(house.isAnswered(1, 8));
}

void TestDispatcher::anOlderGenerationIsCancelled()
{
    House house;
    house.greet(1);
    const auto handle = house.open(1, 2, "a");
    house.say(1, 3, askedBy(handle, kSlow, {.view = 7, .generation = 5}));
    house.say(1, 4, askedBy(handle, kQuick, {.view = 7, .generation = 4}));
    QVERIFY(house.errorOf(1, 4) == ErrorKind::Cancelled);
    house.engine().gate().open();
    QVERIFY(house.isAnswered(1, 3));
    // An answer is sent a moment before its request is struck off; then nobody is in the way.
    QVERIFY(house.becomesAnswered(1, 5, askedBy(handle, kQuick, {.view = 7, .generation = 4})));
}

void TestDispatcher::aProgressiveTimelineIsProvisionalAndThenExact()
{
    House house;
    house.greet(1);
    const auto handle = house.open(1, 2, "a");
    house.say(1, 3, askedBy(handle, manyCells(), {.progressive = true}));
    const auto early = house.outbox().sent(1, 3, 1);  // though the exact one cannot be answered
    QCOMPARE(early.size(), std::size_t{1});
    const auto* provisional = std::get_if<codec::ProvisionalAnswer>(&early.front());
    QVERIFY(provisional != nullptr);
    QVERIFY(!std::get<query::Timeline>(provisional->answer).exact);
    QCOMPARE(std::get<query::Timeline>(provisional->answer).columns, kOverviewColumns);
    house.engine().gate().open();
    const auto all = house.outbox().sent(1, 3, 2);
    QCOMPARE(all.size(), std::size_t{2});
    const auto& exact = std::get<query::Timeline>(std::get<query::Answer>(all.back()));
    QVERIFY(exact.exact);
    QCOMPARE(exact.columns, 1'920U);
}

void TestDispatcher::whatIsTakenBackAfterItsOverviewEndsWithCancelled()
{
    House house;
    house.greet(1);
    const auto handle = house.open(1, 2, "a");
    const query::Asking asking{.view = 1, .generation = 1, .progressive = true};
    house.say(1, 3, askedBy(handle, manyCells(), asking));
    QCOMPARE(house.outbox().sent(1, 3, 1).size(), std::size_t{1});
    house.say(1, 4, askedBy(handle, kQuick, {.view = 1, .generation = 2}));
    QVERIFY(house.errorOf(1, 3) == ErrorKind::Cancelled);
    QVERIFY(house.isAnswered(1, 4));
    QVERIFY(house.engine().gate().waitForWaiters(0));
    QCOMPARE(house.outbox().sent(1, 3, 2).size(), std::size_t{2});
}

void TestDispatcher::noOverviewComesUnaskedOrOfFewCells()
{
    House house;
    house.engine().gate().open();
    house.greet(1);
    const auto handle = house.open(1, 2, "a");
    query::Request few = manyCells();
    std::get<query::TimelineRequest>(few).scope.locations.resize(100);
    query::Request levels = manyCells();
    std::get<query::TimelineRequest>(levels).levels = 3;
    house.say(1, 3, askedBy(handle, manyCells(), {}));
    house.say(1, 4, askedBy(handle, few, {.progressive = true}));
    house.say(1, 5, askedBy(handle, levels, {.progressive = true}));
    house.say(1, 6, askedBy(handle, kQuick, {.progressive = true}));
    for (codec::RequestNumber number = 3; number <= 6; ++number) {
        QVERIFY(house.isAnswered(1, number));
        QCOMPARE(house.outbox().sent(1, number, 1).size(), std::size_t{1});
    }
}

void TestDispatcher::unknownCancelsAndClosesAreIgnored()
{
    House house;
    house.greet(1);
    house.say(1, 2, codec::Cancel{.request = 99});
    house.say(1, 3, codec::Close{.trace = 99});
    QVERIFY(house.open(1, 4, "a") != 0);
    QCOMPARE(house.outbox().count(1), std::size_t{3});  // hello, progress, opened
}

void TestDispatcher::tooManyRequestsAreRefused()
{
    House house;
    house.greet(1);
    const auto handle = house.open(1, 2, "a");
    const codec::RequestNumber last = 10 + protocol::kMaxRequestsPerClient;
    for (codec::RequestNumber number = 10; number <= last; ++number) {
        house.say(1, number, codec::Ask{.trace = handle, .request = kSlow});
    }
    QVERIFY(house.errorOf(1, last) == ErrorKind::ResourceExhausted);
    house.engine().gate().open();
    QVERIFY(house.isAnswered(1, 10));
}

void TestDispatcher::aNumberUnderWayIsRefused()
{
    House house;
    house.greet(1);
    const auto handle = house.open(1, 2, "a");
    house.say(1, 3, codec::Ask{.trace = handle, .request = kSlow});
    house.say(1, 3, codec::Ask{.trace = handle, .request = kSlow});
    QVERIFY(house.errorOf(1, 3) == ErrorKind::InvalidArgument);
}

void TestDispatcher::whatALibraryThrowsIsAnInternalError()
{
    House house;
    house.greet(1);
    house.say(1, 2, codec::Open{.trace = house.path("bad")});
    QVERIFY(house.errorOf(1, 2) == ErrorKind::Internal);
}

void TestDispatcher::aMissingFileIsNotFound()
{
    House house;
    house.greet(1);
    house.say(1, 2, codec::Open{.trace = house.path("missing")});
    QVERIFY(house.errorOf(1, 2) == ErrorKind::NotFound);
}

void TestDispatcher::numberZeroIsMalformed()
{
    House house;
    house.greet(1);
    for (std::size_t i = 0; i <= protocol::kMaxMalformedPerClient; ++i) {
        house.say(1, 0, codec::ListDirectory{.directory = "/"});
    }
    QVERIFY(house.errorOf(1, 0) == ErrorKind::InvalidArgument);
    QVERIFY(!house.isIdle());
    QVERIFY(house.outbox().isDropped(1));
}

void TestDispatcher::aGoodbyeGivesEverythingBack()
{
    House house;
    house.greet(1);
    QVERIFY(house.open(1, 2, "a") != 0);
    QVERIFY(!house.isIdle());
    house.say(1, 3, codec::Goodbye{});
    QVERIFY(house.isIdle());
}

void TestDispatcher::aClientIsAnsweredWhileAnothersQuestionsAreUnderWay()
{
    House house;
    constexpr std::uint64_t kBusy = kQueryTurns.atOnce - kQueryTurns.sharedBelow;
    for (std::uint64_t client = 1; client <= kBusy + 1; ++client) {
        house.greet(client);
        const auto handle = house.open(client, 2, "a");
        const auto& request = client <= kBusy ? kSlow : kQuick;
        for (codec::RequestNumber number = 10; number < 20; ++number) {
            house.say(client, number, codec::Ask{.trace = handle, .request = request});
        }
    }
    for (codec::RequestNumber number = 10; number < 20; ++number) {
        QVERIFY(house.isAnswered(kBusy + 1, number));  // though the gate is closed
    }
    house.engine().gate().open();
    for (std::uint64_t client = 1; client <= kBusy; ++client) {
        for (codec::RequestNumber number = 10; number < 20; ++number) {
            QVERIFY(house.isAnswered(client, number));
        }
    }
}

void TestDispatcher::aClientOpensWhileAnothersTracesAreRead()
{
    House house;
    house.greet(1);
    house.greet(2);
    codec::RequestNumber number = 2;
    for (const char* name : {"slow", "slow2", "slow3"}) {
        house.say(1, number++, codec::Open{.trace = house.path(name)});
    }
    QVERIFY(house.engine().gate().waitForWaiters(2));
    QVERIFY(house.open(2, 2, "a") != 0);
    house.engine().gate().open();
    QVERIFY(house.outbox().answer(1, number - 1).has_value());
}

void TestDispatcher::aMessageThatDoesNotFitIsAnsweredWithTheSentence()
{
    House house;
    house.greet(1);
    const auto handle = house.open(1, 2, "a");
    house.engine().setFull();
    house.say(1, 3, codec::Ask{.trace = handle, .request = kQuick});
    QVERIFY(house.errorOf(1, 3) == ErrorKind::ResourceExhausted);
}

VELLUM_TEST_GUILESS(TestDispatcher)
#include "test_dispatcher.moc"
