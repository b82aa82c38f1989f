// One-sided operations from their records: which way data go, and when they are done.

#include "gui/models/one_sided.h"
#include "tests/support/program/test_program.h"

#include <string>
#include <utility>
#include <vector>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using gui::models::OneSided;
using gui::models::oneSidedOf;

namespace {

constexpr LocationRef kHost(0);
constexpr LocationRef kStream(7);

/// A window over a host thread (rank 0) and a stream (rank 1).
Definitions definitions()
{
    Definitions made;
    made.locations = {
        {.ref = kHost, .name = "thread", .type = LocationType::CpuThread},
        {.ref = kStream, .name = "stream", .type = LocationType::AcceleratorStream}};
    made.groups = {
        {.ref = GroupRef(3), .type = GroupType::CommLocations, .members = {0, 7}},
    };
    made.communicators = {{.ref = CommRef(2), .name = "CUDA", .group = GroupRef(3)}};
    made.rmaWindows = {{.ref = RmaWinRef(5), .name = "window", .communicator = CommRef(2)}};
    made.buildLookups();
    return made;
}

query::EventRecord record(
    LocationRef location,
    Tick tick,
    EventKind kind,
    std::vector<std::pair<std::string, std::uint64_t>> members)
{
    return {
        .location = location,
        .tick = tick,
        .kind = std::string(infoOf(kind).name),
        .attributes = std::move(members)};
}

query::EventRecord operation(Tick tick, EventKind kind, std::uint64_t remote, std::uint64_t id)
{
    return record(
        kStream, tick, kind, {{"win", 5}, {"remote", remote}, {"bytes", 64}, {"matching_id", id}});
}

query::EventRecord completion(Tick tick, std::uint64_t id, LocationRef location = kStream)
{
    return record(
        location, tick, event_kind::kRmaOpCompleteBlocking, {{"win", 5}, {"matching_id", id}});
}

std::vector<OneSided> found(std::vector<query::EventRecord> records)
{
    const query::Events events{.window = {}, .events = std::move(records), .count = 0};
    return oneSidedOf(events, definitions());
}

}  // namespace

class TestOneSided : public QObject {
    Q_OBJECT

private slots:
    static void aGetBringsDataAndAPutTakesThem()
    {
        const auto all = found(
            {operation(10, event_kind::kRmaGet, 0, 1),
             completion(20, 1),
             operation(30, event_kind::kRmaPut, 0, 2),
             completion(50, 2)});
        QCOMPARE(all.size(), std::size_t{2});
        QCOMPARE(all[0].from, kHost);
        QCOMPARE(all[0].to, kStream);
        QCOMPARE(all[0].origin, kStream);
        QCOMPARE(all[0].range, (TickRange{.begin = 10, .end = 20}));
        QCOMPARE(all[0].bytes, std::uint64_t{64});
        QCOMPARE(all[1].from, kStream);
        QCOMPARE(all[1].to, kHost);
        QCOMPARE(all[1].range, (TickRange{.begin = 30, .end = 50}));
    }

    /// Recorders use one number over and over: first begun, first done.
    static void completionsOfOneNumberAreTakenInOrder()
    {
        const auto all = found(
            {operation(10, event_kind::kRmaPut, 0, 42),
             operation(11, event_kind::kRmaPut, 0, 42),
             operation(12, event_kind::kRmaPut, 0, 43),
             completion(15, 42, kHost),  // another location's
             completion(20, 42),
             completion(30, 42),
             completion(40, 42)});
        QCOMPARE(all.size(), std::size_t{3});
        QCOMPARE(all[0].range.end, Tick{20});
        QCOMPARE(all[1].range.end, Tick{30});
        QCOMPARE(all[2].range, (TickRange{.begin = 12, .end = 12}));  // never done
    }

    static void whoIsNotThereHasNoLine()
    {
        QVERIFY(found({operation(10, event_kind::kRmaPut, 2, 1)}).empty());
        QVERIFY(found({record(
                          kStream,
                          10,
                          event_kind::kRmaPut,
                          {{"win", 6}, {"remote", 0}, {"bytes", 1}, {"matching_id", 1}})})
                    .empty());
        QVERIFY(found({record(kStream, 10, event_kind::kMpiSend, {})}).empty());
    }

    static void anAtomicSendsAndReceives()
    {
        const auto all = found({record(
            kStream,
            10,
            event_kind::kRmaAtomic,
            {{"win", 5},
             {"remote", 0},
             {"type", 1},
             {"bytes_sent", 8},
             {"bytes_received", 4},
             {"matching_id", 1}})});
        QCOMPARE(all.size(), std::size_t{1});
        QCOMPARE(all[0].from, kStream);
        QCOMPARE(all[0].bytes, std::uint64_t{12});
    }
};

VELLUM_TEST_GUILESS(TestOneSided)
#include "test_one_sided.moc"
