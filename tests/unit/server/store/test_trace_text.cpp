#include "server/store/written_out.h"
#include "tests/support/program/test_program.h"
#include "tests/support/trace_text.h"

#include <QString>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using tests::traceFromText;

class TestTraceText : public QObject {
    Q_OBJECT

private slots:
    void eventsBecomeVisits();
    void definitionsAreTheTypedOnes();
    void everyKindOfEventCanBeTyped();
    void messagesAreMatched();
};

void TestTraceText::eventsBecomeVisits()
{
    const auto trace = traceFromText(R"(
        length 40
        enter 7 @10 main   # a comment
        enter 7 @12 work
        leave 7 @20 work
        leave 7 @30 main
    )");
    QCOMPARE(trace->locations.size(), 1U);
    const auto& location = trace->locations.front();
    const auto visits = server::store::visitsOf(location.calls);
    QCOMPARE(visits.enter, (std::vector<Tick>{10, 12}));
    QCOMPARE(visits.leave, (std::vector<Tick>{30, 20}));
    QCOMPARE(visits.depth, (std::vector<std::uint32_t>{1, 2}));
    QCOMPARE(location.calls.size(), std::size_t{4});
    QCOMPARE(location.totals.events, 4U);
    QCOMPARE(location.totals.visits, 2U);
    QVERIFY((trace->range == TickRange{.begin = 0, .end = 41}));
    QVERIFY(trace->report.entries().empty());
}

void TestTraceText::definitionsAreTheTypedOnes()
{
    const auto trace = traceFromText(R"(
        ticks-per-second 1000
        node 0 cluster
        node 1 "node 1" parent 0
        group 3 "rank 3" node 1
        location 4294967296 "Master thread" group 3 type stream claims 9
        region 5 MPI_Send paradigm 4 role 28
    )");
    const Definitions& definitions = trace->definitions;
    QCOMPARE(definitions.clock.ticksPerSecond, 1000U);
    QCOMPARE(definitions.locations.front().type, LocationType::AcceleratorStream);
    QCOMPARE(definitions.locations.front().claimedEvents, 9U);
    QCOMPARE(
        QString::fromStdString(definitions.pathOf(definitions.locations.front())),
        QStringLiteral("cluster/node 1/rank 3/Master thread"));
    QCOMPARE(definitions.regions.front().group, FunctionGroup::Mpi);
    QCOMPARE(definitions.locationGroups.size(), 1U);
}

void TestTraceText::everyKindOfEventCanBeTyped()
{
    for (EventKind kind = 0; kind < event_kind::kCount; ++kind) {
        const EventKindInfo& info = infoOf(kind);
        std::string line = "event 1 @5 " + std::string(info.name);
        for (std::size_t i = 0; i < info.attributes.size(); ++i) {
            line += " " + std::to_string(i + 1);
        }
        const auto trace = traceFromText(line);
        const auto events = server::store::eventsOf(trace->locations.front());
        QCOMPARE(events.size(), 1U);
        QCOMPARE(events.kind.front(), kind);
        QCOMPARE(events.payloadOf(0).size(), info.attributes.size());
    }
}

void TestTraceText::messagesAreMatched()
{
    const auto trace = traceFromText(R"(
        location 7 a
        location 8 b
        send 7 @12 to 1 comm 0 tag 5 bytes 64
        recv 8 @15 from 0 comm 0 tag 5 bytes 64
    )");
    QCOMPARE(trace->messages.size(), 1U);
    QCOMPARE(trace->messages[0].receive, 15);
    QCOMPARE(trace->messages[0].sender, LocationRef(7));
}

VELLUM_TEST_APPLESS(TestTraceText)
#include "test_trace_text.moc"
