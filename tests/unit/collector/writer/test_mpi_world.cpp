#include "collector/writer/mpi_spool.h"
#include "collector/writer/mpi_world.h"
#include "tests/support/program/test_program.h"

#include <QTemporaryDir>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

using vellum::collector::writer::MpiWorld;
using vellum::collector::writer::Otf2Archive;
using vellum::collector::writer::readMpi;
using vellum::collector::writer::SpooledMpi;

class TestMpiWorld : public QObject {
    Q_OBJECT

private slots:
    void readsWhatARankWroteDown();
    void passesOverWhatIsDamaged();
    void givesACommunicatorOneReferenceForAllItsMembers();
    void isTheSameInWhateverOrderRanksCome();
    void takesThoseWhoUseACommunicatorWhereItsMembersAreLost();
    void keepsTimeWithTheClockOfRankZero();
};

namespace {

std::optional<SpooledMpi> rankOf(const std::string& text)
{
    const QTemporaryDir folder;
    const std::filesystem::path path = folder.path().toStdString();
    std::ofstream(path / "mpi") << text;
    return readMpi(path);
}

/// Ranks 2 and 0, in this order, split off from four; rank 2 made a copy of that.
std::vector<SpooledMpi> fourRanks()
{
    return {
        *rankOf("rank 0 4\ncomm 2 2 1 0\ncomm 3 2 2 2\n"),
        *rankOf("rank 1 4\ncomm 2 3 1 0\n"),
        *rankOf(
            "rank 2 4\ncomm 2 2 1 0\nmembers 2 2 0\nname 2 even\ncomm 3 2 2 2\nmembers 3 2 0\n"),
        *rankOf("rank 3 4\ncomm 2 3 1 0\nmembers 2 3 1\n")};
}

MpiWorld worldOf(const std::vector<SpooledMpi>& ranks)
{
    MpiWorld world;
    for (const SpooledMpi& rank : ranks) {
        world.add(rank, 1'000'000'000);
    }
    world.finish();
    return world;
}

QString textOf(const MpiWorld& world)
{
    QString text;
    for (const Otf2Archive::Communicator& communicator : world.communicators()) {
        text += QString::fromStdString(communicator.name) + u':';
        for (const std::uint64_t member : communicator.members) {
            text += QStringLiteral(" %1").arg(member);
        }
        text += communicator.parent ? QStringLiteral(" of %1; ").arg(*communicator.parent)
                                    : QStringLiteral("; ");
    }
    return text;
}

}  // namespace

void TestMpiWorld::readsWhatARankWroteDown()
{
    const auto rank = rankOf("rank 3 8\nclock 255 16\nsync 0 100 7 120\nsync 1 900 9 920\n"
                             "comm 2 1 5 0\nmembers 2 1 3\nname 2 a name\nleft-out 6\n");
    QVERIFY(rank.has_value());
    QCOMPARE(rank->rank, 3U);
    QCOMPARE(rank->size, 8U);
    QCOMPARE(rank->clock, std::uint64_t{255});
    QCOMPARE(rank->master, std::uint64_t{16});
    QCOMPARE(rank->firstTries.size(), std::size_t{1});
    QCOMPARE(rank->lastTries.front().end, std::uint64_t{920});
    QCOMPARE(rank->communicators.at(2).identity.count, 5U);
    QVERIFY((rank->members.at(2) == std::vector<std::uint64_t>{1, 3}));
    QCOMPARE(rank->names.at(2), std::string("a name"));
    QCOMPARE(rank->leftOut, std::uint64_t{6});
}

void TestMpiWorld::passesOverWhatIsDamaged()
{
    QVERIFY(!rankOf(""));
    QVERIFY(!rankOf("comm 2 0 1 0\n"));
    QVERIFY(!rankOf("rank 4 4\n"));
    QVERIFY(!rankOf("rank 1 2"));
    const auto rank = rankOf("rank 1 2\nsync 0 x\ncomm 2\nnonsense\n\ncomm 3 0 1 0\ncomm 4 0 2");
    QVERIFY(rank.has_value());
    QVERIFY(rank->firstTries.empty());
    QCOMPARE(rank->communicators.size(), std::size_t{1});
}

void TestMpiWorld::givesACommunicatorOneReferenceForAllItsMembers()
{
    const std::vector<SpooledMpi> ranks = fourRanks();
    const MpiWorld world = worldOf(ranks);
    QVERIFY(world.find(ranks[0], 2) == world.find(ranks[2], 2));
    QVERIFY(world.find(ranks[1], 2) == world.find(ranks[3], 2));
    QVERIFY(world.find(ranks[0], 2) != world.find(ranks[1], 2));
    QVERIFY(world.find(ranks[0], 0) == std::optional(MpiWorld::Ref{0}));
    QVERIFY(!world.find(ranks[1], 3));
    QCOMPARE(
        textOf(world),
        QStringLiteral(
            "MPI_COMM_WORLD: 0 1 2 3; MPI_COMM_SELF:; even: 2 0 of 0; communicator 2.2: 2 0 of 2; "
            "communicator 3.1: 3 1 of 0; "));
}

void TestMpiWorld::isTheSameInWhateverOrderRanksCome()
{
    std::vector<SpooledMpi> ranks = fourRanks();
    const QString expected = textOf(worldOf(ranks));
    std::reverse(ranks.begin(), ranks.end());
    QCOMPARE(textOf(worldOf(ranks)), expected);
}

void TestMpiWorld::takesThoseWhoUseACommunicatorWhereItsMembersAreLost()
{
    const MpiWorld world = worldOf(
        {*rankOf("rank 0 3\n"),
         *rankOf("rank 2 3\ncomm 2 0 1 0\n"),
         *rankOf("rank 1 3\ncomm 2 0 1 0\n")});
    QCOMPARE(
        textOf(world),
        QStringLiteral("MPI_COMM_WORLD: 0 1 2; MPI_COMM_SELF:; communicator 0.1: 1 2 of 0; "));
}

void TestMpiWorld::keepsTimeWithTheClockOfRankZero()
{
    const std::string here = "clock 0000000000000001 0000000000000001\n";
    const std::string there = "clock 0000000000000002 0000000000000001\n";
    const MpiWorld world = worldOf(
        {*rankOf("rank 0 4\n" + here),
         *rankOf("rank 1 4\n" + there + "sync 0 100 5000 100\nsync 1 200 5200 200\n"),
         *rankOf("rank 2 4\n" + here),
         *rankOf("rank 3 4\n" + there)});
    const std::vector<std::uint64_t> expected = {150, 5100, 150, 5100};
    for (std::uint32_t rank = 0; rank < 4; ++rank) {
        QCOMPARE(world.clockOf(rank)(150), expected[rank]);
    }
}

VELLUM_TEST_GUILESS(TestMpiWorld)
#include "test_mpi_world.moc"
