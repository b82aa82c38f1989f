#include "collector/sources/openmp/constructs.h"
#include "collector/writer/openmp_region.h"
#include "collector/writer/openmp_teams.h"
#include "collector/writer/replay.h"
#include "tests/support/program/test_program.h"
#include "tests/unit/collector/writer/spool_writer.h"

#include <QTemporaryDir>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <random>
#include <string>
#include <vector>

using namespace vellum::collector::measurement;  // NOLINT(google-build-using-namespace): a test
namespace fs = std::filesystem;
namespace openmp = vellum::collector::openmp;
namespace writer = vellum::collector::writer;
using vellum::test::Locations;
using vellum::test::record;

/// What the writer makes of records of OpenMP, in any order and of any kind.
class TestOpenMp : public QObject {
    Q_OBJECT

private slots:
    void findsTeamsAsTheyWereDrawn();
    void knowsNoTeamOfANumberThatIsNone();
    void aLoneThreadIsItsOwnTeam();
    void makesAnArchiveOfAnyRecords();
    void aLeaveEndsTheInnermostRegionOfItsConstruct();
    void aLockInVainEndsBeforeWhatIsNext();
    void constructsWithoutAPlaceHaveTheirNames();
};

namespace {

using Team = std::vector<std::uint32_t>;  // locations by number in the team

/// Parallel regions with teams that are drawn at random; what each location stores of them.
struct Drawn {
    Locations locations;
    std::map<std::uint64_t, Team> teams;
    std::map<std::uint64_t, std::uint64_t> ends;
};

Drawn draw(std::mt19937_64& random)
{
    const std::size_t locations = 1 + random() % 6;
    Drawn drawn{.locations = Locations(locations)};
    std::uint64_t tick = 1;
    for (std::uint64_t region = 1; region <= 40; ++region) {
        Team team(locations);
        std::ranges::generate(team, [next = 0U]() mutable { return next++; });
        std::ranges::shuffle(team, random);
        team.resize(1 + random() % locations);
        drawn.locations[team.front()].push_back(
            record(EventKind::OmpParallelBegin, tick++, region, 0));
        for (std::uint32_t thread = 0; thread < team.size(); ++thread) {
            drawn.locations[team[thread]].push_back(
                record(EventKind::OmpTeamBegin, tick++, region, openmp::teamMember(thread, 99)));
        }
        drawn.ends[region] = tick;
        drawn.locations[team.front()].push_back(
            record(EventKind::OmpParallelEnd, tick++, region, 0));
        drawn.teams[region] = team;
    }
    return drawn;
}

/// The locations as they are read from files.
class Spool {
public:
    explicit Spool(const Locations& locations)
    {
        const fs::path folder = m_scratch.path().toStdString();
        vellum::test::writeLocations(folder, locations);
        for (std::size_t index = 0; index < locations.size(); ++index) {
            m_locations.emplace_back(folder / ("t" + std::to_string(index)), nullptr);
        }
    }
    [[nodiscard]] const std::vector<writer::SpooledLocation>& locations() const
    {
        return m_locations;
    }

private:
    QTemporaryDir m_scratch;
    std::vector<writer::SpooledLocation> m_locations;
};

constexpr std::array kKinds = {
    EventKind::OmpEnter,
    EventKind::OmpLeave,
    EventKind::OmpParallelBegin,
    EventKind::OmpParallelEnd,
    EventKind::OmpTeamBegin,
    EventKind::OmpTeamEnd,
    EventKind::OmpTaskCreate,
    EventKind::OmpTaskBegin,
    EventKind::OmpTaskPause,
    EventKind::OmpTaskEnd,
    EventKind::OmpTaskDrop,
    EventKind::OmpLock,
    EventKind::OmpUnlock};

/// Half of them with small numbers, so that they have to do with each other.
EventRecord anyRecord(std::mt19937_64& random, std::uint64_t tick)
{
    const auto number = [&] {
        const std::uint64_t small = (random() % 3) << 32U | random() % 5;
        return random() % 2 == 0 ? small : random();
    };
    return record(kKinds.at(random() % kKinds.size()), tick, number(), number());
}

EventRecord enter(openmp::Construct construct, std::uint64_t place)
{
    return record(EventKind::OmpEnter, 1, static_cast<std::uint64_t>(construct), place);
}

EventRecord leave(openmp::Construct construct)
{
    return record(EventKind::OmpLeave, 2, static_cast<std::uint64_t>(construct), 0);
}

/// Both ways: the same teams are one, and different ones are two.
bool isSameTeam(
    const writer::OpenMpTeams& teams, const Drawn& drawn, std::uint64_t a, std::uint64_t b)
{
    return (teams.teamOf(a) == teams.teamOf(b)) == (drawn.teams.at(a) == drawn.teams.at(b));
}

}  // namespace

void TestOpenMp::findsTeamsAsTheyWereDrawn()
{
    std::mt19937_64 random(1);
    for (int round = 0; round < 20; ++round) {
        const Drawn drawn = draw(random);
        const Spool spool(drawn.locations);
        const writer::OpenMpTeams teams(spool.locations());
        for (const auto& [region, team] : drawn.teams) {
            const auto found = teams.teamOf(region);
            QVERIFY(found.has_value());
            QVERIFY(teams.teams().at(*found) == team);
            QCOMPARE(teams.endOf(region), drawn.ends.at(region));
            QVERIFY(isSameTeam(teams, drawn, region, 1 + random() % drawn.teams.size()));
        }
    }
}

void TestOpenMp::knowsNoTeamOfANumberThatIsNone()
{
    const Spool spool(
        {{record(EventKind::OmpParallelBegin, 1, 1, 0),
          record(EventKind::OmpTeamBegin, 2, std::uint64_t{1} << 40U, 0),
          record(EventKind::OmpTeamBegin, 3, 0, 0),
          record(EventKind::OmpParallelEnd, 4, 2, 0)}});
    const writer::OpenMpTeams teams(spool.locations());
    for (const std::uint64_t region :
         {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{1} << 40U}) {
        QVERIFY(!teams.teamOf(region).has_value());
        QCOMPARE(teams.endOf(region), std::uint64_t{0});
    }
    QVERIFY(teams.teams().empty());
}

void TestOpenMp::aLoneThreadIsItsOwnTeam()
{
    writer::OpenMpTeams teams;
    const std::size_t first = teams.alone(7);
    const std::size_t second = teams.alone(3);
    QVERIFY(first != second);
    QCOMPARE(teams.alone(7), first);
    QVERIFY(teams.teams().at(first) == Team{7});
    QVERIFY(teams.teams().at(second) == Team{3});
}

void TestOpenMp::makesAnArchiveOfAnyRecords()
{
    std::mt19937_64 random(2);
    for (int round = 0; round < 40; ++round) {
        Locations locations(1 + random() % 3);
        for (std::vector<EventRecord>& location : locations) {
            for (std::uint64_t tick = 1; tick < 300; ++tick) {
                location.push_back(anyRecord(random, tick));
            }
        }
        const auto summary = vellum::test::archiveOf(locations, openmp::kRuntimeFile);
        QCOMPARE(summary.locations, locations.size());
        QVERIFY(summary.events > 0);
    }
}

void TestOpenMp::aLeaveEndsTheInnermostRegionOfItsConstruct()
{
    using openmp::Construct;
    writer::RegionStack stack(0, 0, {});
    for (const std::uint64_t place : {1U, 2U, 3U}) {
        writer::apply(stack, enter(Construct::Critical, place));
        writer::apply(stack, enter(Construct::CriticalBlock, place));
    }
    QVERIFY(writer::apply(stack, leave(Construct::Barrier)).closed.empty());
    for (const std::uint64_t place : {3U, 2U, 1U}) {
        const auto block = writer::apply(stack, leave(Construct::CriticalBlock));
        QCOMPARE(block.closed.size(), std::size_t{1});
        QCOMPARE(block.closed.front().subject, openmp::regionOf(Construct::CriticalBlock, place));
        writer::apply(stack, leave(Construct::Critical));
    }
    QVERIFY(stack.open().empty());
}

void TestOpenMp::aLockInVainEndsBeforeWhatIsNext()
{
    using openmp::Construct;
    writer::RegionStack stack(0, 0, {});
    writer::apply(stack, enter(Construct::SetLock, 1));
    QVERIFY(!writer::isLockInVain(stack, leave(Construct::SetLock)));
    QVERIFY(!writer::isLockInVain(stack, record(EventKind::ApiEnter, 2, 0, 0)));
    QVERIFY(writer::isLockInVain(stack, enter(Construct::Barrier, 1)));
    QVERIFY(writer::isLockInVain(stack, record(EventKind::FunctionLeave, 2, 1, 0)));
    writer::apply(stack, leave(Construct::SetLock));
    QVERIFY(!writer::isLockInVain(stack, enter(Construct::Barrier, 1)));
}

void TestOpenMp::constructsWithoutAPlaceHaveTheirNames()
{
    for (std::size_t number = 0; number < openmp::kNames.size(); ++number) {
        const auto construct = static_cast<openmp::Construct>(number);
        const auto region = writer::openMpRegion(openmp::regionOf(construct, 0), nullptr, 0);
        QCOMPARE(region.name, std::string(openmp::kNames.at(number)));
        QVERIFY(region.construct == construct && region.line == 0);
    }
    const auto unknown = writer::openMpRegion(std::uint64_t{200} << openmp::kPlaceBits, nullptr, 0);
    QCOMPARE(unknown.name, std::string("!$omp"));
}

VELLUM_TEST_GUILESS(TestOpenMp)
#include "test_openmp.moc"
