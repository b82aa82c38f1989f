#include "collector/writer/causal_order.h"
#include "tests/support/program/test_program.h"
#include "tests/unit/collector/writer/spool_writer.h"

#include <QTemporaryDir>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

using namespace vellum::collector;  // NOLINT(google-build-using-namespace): a test of this alone
using measurement::EventKind;
using measurement::EventRecord;
using writer::findTimeFloors;
using writer::MpiWorld;
using writer::RankSpool;
using writer::SpoolPlace;
using writer::TimeFloors;

class TestCausalOrder : public QObject {
    Q_OBJECT

private slots:
    void putsEveryReceiveBehindItsSendAndMovesNoMore();
    void movesNothingWhereClocksAgree();
    void goesOnWithoutSendsThatAreNotThere();
};

namespace {

constexpr std::uint32_t kRanks = 4;

/// A send or a receive as its rank's clock has it.
struct Event {
    EventKind kind = EventKind::MpiSend;
    std::uint32_t partner = 0;
    std::uint32_t tag = 0;
    std::uint64_t tick = 0;
    std::pair<std::uint32_t, std::size_t> send;  ///< of a receive: rank, and place there
};
using Program = std::vector<std::vector<Event>>;  ///< by rank

/// Messages at random in the order of their causes, a tick after the other, by clocks that are wrong by up to \p wrong.
Program randomProgram(std::uint32_t seed, std::uint64_t wrong)
{
    std::mt19937 random(seed);
    const auto below = [&](std::uint32_t end) {
        return static_cast<std::uint32_t>(random() % end);
    };
    std::vector<std::uint64_t> errors;
    for (std::uint32_t rank = 0; rank < kRanks; ++rank) {
        errors.push_back(wrong == 0 ? 0 : random() % wrong);
    }
    Program program(kRanks);
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::deque<std::size_t>> underWay;
    for (std::uint64_t now = 1000; now < 2000; ++now) {
        const std::uint32_t from = below(kRanks);
        const std::uint32_t to = below(kRanks);
        auto& channel = underWay[{from, to}];
        if (below(2) == 0 || channel.empty()) {
            channel.push_back(program[from].size());
            program[from].push_back({.partner = to, .tag = 7, .tick = now + errors[from]});
        } else {
            program[to].push_back(
                {.kind = EventKind::MpiReceive,
                 .partner = from,
                 .tag = 7,
                 .tick = now + errors[to],
                 .send = {from, channel.front()}});
            channel.pop_front();
        }
    }
    return program;
}

using Times = std::vector<std::vector<std::uint64_t>>;

/// The slow way: again and again, until nothing changes any more.
Times expectedTimes(const Program& program)
{
    Times times(kRanks);
    for (std::uint32_t rank = 0; rank < kRanks; ++rank) {
        for (const Event& event : program[rank]) {
            times[rank].push_back(event.tick);
        }
    }
    const auto relax = [&](std::uint32_t rank, std::size_t i) {
        const Event& event = program[rank][i];
        std::uint64_t least = i == 0 ? 0 : times[rank][i - 1];
        if (event.kind == EventKind::MpiReceive) {
            least = std::max(least, times[event.send.first][event.send.second] + 1);
        }
        return std::exchange(times[rank][i], std::max(times[rank][i], least)) != times[rank][i];
    };
    for (bool changes = true; changes;) {
        changes = false;
        for (std::uint32_t rank = 0; rank < kRanks; ++rank) {
            for (std::size_t i = 0; i < times[rank].size(); ++i) {
                changes = relax(rank, i) || changes;
            }
        }
    }
    return times;
}

void writeRank(
    const std::filesystem::path& folder, std::uint32_t rank, const std::vector<Event>& events)
{
    std::filesystem::create_directories(folder);
    const std::string name = std::to_string(rank);
    std::ofstream(folder / "mpi") << "rank " << name << " 4\nclock " << name
                                  << " 0\nsync 0 0 0 0\n";
    std::vector<EventRecord> records;
    for (const Event& event : events) {
        records.push_back(
            {.tick = event.tick,
             .subject = measurement::packSubject(EventKind::MpiOperand, 4),
             .frame = measurement::mpiPartner(event.partner, event.tag)});
        records.push_back(
            {.tick = event.tick, .subject = measurement::packSubject(event.kind, 0), .frame = 0});
    }
    vellum::test::writeLocation(folder / "t0", {}, vellum::test::fullWords(records));
}

std::map<SpoolPlace, TimeFloors> floorsOf(const Program& program)
{
    const QTemporaryDir scratch;
    const std::filesystem::path job = scratch.path().toStdString();
    std::vector<RankSpool> ranks;
    MpiWorld world;
    for (std::uint32_t rank = 0; rank < kRanks; ++rank) {
        const std::filesystem::path spool = job / std::to_string(rank);
        writeRank(spool / "p1-0", rank, program[rank]);
        ranks.push_back({.spool = spool, .rank = rank});
        world.add(*writer::readMpi(spool / "p1-0"), 1'000'000'000);
    }
    world.finish();
    return findTimeFloors(ranks, world);
}

/// Each event is two records, whose second is the message.
std::vector<std::uint64_t> timesUnder(const TimeFloors& floors, const std::vector<Event>& events)
{
    std::vector<std::uint64_t> times;
    std::uint64_t floor = 0;
    auto next = floors.begin();
    for (std::size_t i = 0; i < events.size(); ++i) {
        if (next != floors.end() && next->record == 2 * i + 1) {
            floor = (next++)->time;
        }
        times.push_back(std::max(floor, events[i].tick));
    }
    return times;
}

}  // namespace

void TestCausalOrder::putsEveryReceiveBehindItsSendAndMovesNoMore()
{
    std::size_t moved = 0;
    for (std::uint32_t seed = 1; seed <= 20; ++seed) {
        const Program program = randomProgram(seed, 40);
        std::map<SpoolPlace, TimeFloors> floors = floorsOf(program);
        const Times expected = expectedTimes(program);
        for (std::uint32_t rank = 0; rank < kRanks; ++rank) {
            const TimeFloors& its = floors[{.rank = rank, .process = "p1-0", .location = 0}];
            QCOMPARE(timesUnder(its, program[rank]), expected[rank]);
            moved += its.size();
        }
    }
    QVERIFY(moved > 100);
}

void TestCausalOrder::movesNothingWhereClocksAgree()
{
    QVERIFY(floorsOf(randomProgram(1, 0)).empty());
}

void TestCausalOrder::goesOnWithoutSendsThatAreNotThere()
{
    const Event lost{.kind = EventKind::MpiReceive, .partner = 1, .tag = 9, .tick = 100};
    const Event sent{.partner = 0, .tag = 7, .tick = 300};
    const Event received{.kind = EventKind::MpiReceive, .partner = 1, .tag = 7, .tick = 200};
    const auto floors = floorsOf({{lost, received}, {lost, sent}, {}, {lost}});
    QCOMPARE(floors.size(), std::size_t{1});
    QCOMPARE(floors.begin()->second.front().record, std::size_t{3});
    QCOMPARE(floors.begin()->second.front().time, std::uint64_t{301});
}

VELLUM_TEST_GUILESS(TestCausalOrder)
#include "test_causal_order.moc"
