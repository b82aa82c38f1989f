#include "server/ranks/rank_messages.h"
#include "tests/support/program/test_program.h"

#include <array>

using namespace vellum;                 // NOLINT(google-build-using-namespace): a test of these two
using namespace vellum::server::ranks;  // NOLINT(google-build-using-namespace): alone
using server::import::LocationFacts;

namespace {

LocationFacts someFacts()
{
    LocationFacts facts;
    facts.location = LocationIndex(7);
    facts.extent = {.begin = -5, .end = 1'000};
    facts.report.add("unmatched-leave", query::Severity::Warning, "location 7: an example", 3);
    facts.report.add("empty-location", query::Severity::Info, "", 1);
    facts.totals.events = 11;
    facts.totals.workWithoutLaunch = 12;
    facts.totals.kinds = {{EventKind{1}, 4}, {EventKind{2}, 7}};
    facts.totals.visitsOf.back() = 13;
    facts.undefinedRegions = {{.region = RegionRef(9), .visits = 2}};
    facts.deviceMarks = {{.visit = {.begin = 1, .end = 2}, .correlation = 5}};
    facts.ends.sends = {{.comm = CommRef(1), .tag = 3, .bytes = 64, .tick = 10}};
    facts.ends.receives.resize(2);
    facts.collectives.ends = {{.comm = CommRef(4), .sent = 65}};
    facts.collectives.openBegins = {5, 6};
    return facts;
}

std::span<const std::byte> contentOf(const protocol::Bytes& bytes)
{
    MessageHead head;
    std::span<const std::byte> content;
    VELLUM_ASSERT(readHead(bytes, head, content));
    return content;
}

}  // namespace

class TestRankMessages : public QObject {
    Q_OBJECT

private slots:
    void factsComeBackAsTheyWent();
    void anErrorComesBackAsItWent();
    void aHeadHasKindAndNumber();
    void everyCutOfAMessageIsAnErrorAndNoCrash();
};

void TestRankMessages::factsComeBackAsTheyWent()
{
    const auto bytes = opened(3, OpenedContent{.key = 99, .facts = {someFacts(), someFacts()}});
    const auto back = readOpened(contentOf(bytes));
    QVERIFY(back.isOk());
    QCOMPARE(back.value().key, 99U);
    QCOMPARE(back.value().facts.size(), std::size_t{2});
    const LocationFacts& facts = back.value().facts.back();
    const LocationFacts expected = someFacts();
    QCOMPARE(facts.location, expected.location);
    QCOMPARE(facts.extent, expected.extent);
    QVERIFY(facts.report.entries() == expected.report.entries());
    QCOMPARE(facts.totals.events, expected.totals.events);
    QCOMPARE(facts.totals.workWithoutLaunch, expected.totals.workWithoutLaunch);
    QVERIFY(facts.totals.kinds == expected.totals.kinds);
    QVERIFY(facts.totals.visitsOf == expected.totals.visitsOf);
    QCOMPARE(facts.undefinedRegions.front().region, RegionRef(9));
    QCOMPARE(facts.deviceMarks.front().correlation, 5U);
    QCOMPARE(facts.ends.sends.front().bytes, 64U);
    QCOMPARE(facts.ends.receives.size(), std::size_t{2});
    QCOMPARE(facts.collectives.ends.front().sent, 65U);
    QCOMPARE(facts.collectives.openBegins, expected.collectives.openBegins);
}

void TestRankMessages::anErrorComesBackAsItWent()
{
    const Error error{.kind = ErrorKind::NotFound, .message = "there is no file"};
    QCOMPARE(readOpened(contentOf(opened(3, error))).error(), error);
    QCOMPARE(readReady(contentOf(ready(3, error))).error(), error);
    QCOMPARE(readAnswer(contentOf(answer(3, error))).error(), error);
    QVERIFY(readReady(contentOf(ready(3, {}))).isOk());
}

void TestRankMessages::aHeadHasKindAndNumber()
{
    MessageHead head;
    std::span<const std::byte> content;
    QVERIFY(readHead(bare(MessageKind::Cancel, 1'234'567'890'123), head, content));
    QVERIFY(head.kind == MessageKind::Cancel);
    QCOMPARE(head.number, 1'234'567'890'123U);
    QVERIFY(content.empty());
    const std::array<std::byte, 9> unknown{std::byte{200}};
    QVERIFY(!readHead(unknown, head, content));
    QVERIFY(!readHead({}, head, content));
}

void TestRankMessages::everyCutOfAMessageIsAnErrorAndNoCrash()
{
    const auto bytes = opened(3, OpenedContent{.key = 99, .facts = {someFacts()}});
    const auto content = contentOf(bytes);
    for (std::size_t size = 0; size < content.size(); ++size) {
        QVERIFY(!readOpened(content.first(size)).isOk());
    }
    const auto agreed = agree(
        1,
        {.range = {.begin = 1, .end = 2},
         .undefinedRegions = {{.region = RegionRef(1), .visits = 1}}});
    const auto shared = contentOf(agreed);
    for (std::size_t size = 0; size < shared.size(); ++size) {
        QVERIFY(!readAgree(shared.first(size)).isOk());
    }
    QVERIFY(!readAsk(content).isOk());
    QVERIFY(!readAnswer(content).isOk());
    QVERIFY(!readOpen(content).isOk());
}

VELLUM_TEST_APPLESS(TestRankMessages)
#include "test_rank_messages.moc"
