#include "server/session/request_queue.h"
#include "tests/support/program/test_program.h"

#include <QList>

using vellum::server::session::RequestQueue;
using vellum::server::session::Turns;
using vellum::server::transport::ClientId;

namespace {

constexpr Turns kFew{.atOnce = 3, .sharedBelow = 2};

RequestQueue::Job job(std::uint64_t client, std::uint64_t number, std::size_t kind)
{
    return {.client = ClientId{client}, .number = number, .kind = kind, .run = {}};
}

/// The numbers in the order in which they would be worked on.
QList<quint64> order(RequestQueue& queue)
{
    QList<quint64> numbers;
    while (const auto next = queue.pop()) {
        numbers << next->number;
        queue.finished(next->client);
    }
    return numbers;
}

}  // namespace

class TestRequestQueue : public QObject {
    Q_OBJECT

private slots:
    void theNewestOfAKindComesFirst();
    void kindsTakeTurns();
    void clientsTakeTurns();
    void whatIsRemovedNeverRuns();
    void aClientThatLeavesTakesItsRequestsAlong();
    void aClientHasTwoUnderWayAtMost();
    void whoHasNothingUnderWayComesFirst();
    void placesAreKeptForWhoHasNothingUnderWay();
};

void TestRequestQueue::theNewestOfAKindComesFirst()
{
    RequestQueue queue(kFew);
    for (const std::uint64_t number : {1U, 2U, 3U}) {
        queue.push(job(1, number, 0));
    }
    QCOMPARE(order(queue), (QList<quint64>{3, 2, 1}));
    QVERIFY(!queue.pop().has_value());
}

void TestRequestQueue::kindsTakeTurns()
{
    RequestQueue queue(kFew);
    for (const std::uint64_t number : {1U, 2U, 3U}) {
        queue.push(job(1, number, 0));
    }
    queue.push(job(1, 4, 1));
    QCOMPARE(order(queue), (QList<quint64>{3, 4, 2, 1}));
}

void TestRequestQueue::clientsTakeTurns()
{
    RequestQueue queue(kFew);
    for (const std::uint64_t number : {1U, 2U, 3U}) {
        queue.push(job(1, number, 0));
    }
    queue.push(job(2, 10, 0));
    queue.push(job(2, 11, 0));
    QCOMPARE(order(queue), (QList<quint64>{3, 11, 2, 10, 1}));
}

void TestRequestQueue::whatIsRemovedNeverRuns()
{
    RequestQueue queue(kFew);
    queue.push(job(1, 1, 0));
    queue.push(job(1, 2, 1));
    queue.push(job(2, 1, 0));
    QVERIFY(queue.remove(ClientId{1}, 1));
    QVERIFY(!queue.remove(ClientId{1}, 1));
    QVERIFY(!queue.remove(ClientId{3}, 1));
    QVERIFY(queue.remove(ClientId{1}, 2));
    QCOMPARE(order(queue), (QList<quint64>{1}));
}

void TestRequestQueue::aClientThatLeavesTakesItsRequestsAlong()
{
    RequestQueue queue(kFew);
    queue.push(job(1, 1, 0));
    queue.push(job(2, 2, 0));
    queue.push(job(1, 3, 1));
    queue.removeAll(ClientId{1});
    queue.removeAll(ClientId{1});
    QCOMPARE(order(queue), (QList<quint64>{2}));
}

void TestRequestQueue::aClientHasTwoUnderWayAtMost()
{
    RequestQueue queue(Turns{.atOnce = 8, .sharedBelow = 8});
    for (const std::uint64_t number : {1U, 2U, 3U}) {
        queue.push(job(1, number, 0));
    }
    QCOMPARE(queue.pop()->number, 3U);
    QCOMPARE(queue.pop()->number, 2U);
    QVERIFY(!queue.pop());
    queue.finished(ClientId{1});
    QCOMPARE(queue.pop()->number, 1U);
}

void TestRequestQueue::whoHasNothingUnderWayComesFirst()
{
    RequestQueue queue(kFew);
    queue.push(job(1, 1, 0));
    QCOMPARE(queue.pop()->number, 1U);
    queue.push(job(1, 2, 0));
    queue.push(job(2, 3, 0));
    QCOMPARE(queue.pop()->number, 3U);
    QVERIFY(!queue.pop());  // two are under way: client 1 waits until one of them is done
    queue.finished(ClientId{2});
    QCOMPARE(queue.pop()->number, 2U);
}

void TestRequestQueue::placesAreKeptForWhoHasNothingUnderWay()
{
    RequestQueue queue(kFew);
    for (const std::uint64_t number : {1U, 2U, 3U}) {
        queue.push(job(1, number, 0));
    }
    QVERIFY(queue.pop() && queue.pop());
    QVERIFY(!queue.pop());
    queue.push(job(2, 10, 0));
    queue.push(job(2, 11, 0));
    queue.push(job(3, 20, 0));
    QCOMPARE(queue.pop()->number, 11U);
    QVERIFY(!queue.pop());  // all three places are taken
    queue.finished(ClientId{1});
    QCOMPARE(queue.pop()->number, 20U);
    queue.finished(ClientId{2});
    QCOMPARE(queue.pop()->number, 10U);
}

VELLUM_TEST_GUILESS(TestRequestQueue)
#include "test_request_queue.moc"
