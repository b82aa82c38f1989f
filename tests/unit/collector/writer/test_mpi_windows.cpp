#include "collector/writer/mpi_spool.h"
#include "collector/writer/mpi_windows.h"
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

class TestMpiWindows : public QObject {
    Q_OBJECT

private slots:
    void givesAWindowOneReferenceOnAllItsRanks();
    void givesEachRankItsOwnWindowOfItself();
    void isTheSameInWhateverOrderRanksCome();
    void passesOverWhatIsDamaged();
    void knowsAGroupByItsRanks();
};

namespace {

SpooledMpi rankOf(const std::string& text)
{
    const QTemporaryDir folder;
    const std::filesystem::path path = folder.path().toStdString();
    std::ofstream(path / "mpi") << text;
    return readMpi(path).value_or(SpooledMpi{});
}

/// Each numbers its windows in an order of its own: two of MPI_COMM_WORLD, and one of MPI_COMM_SELF of rank 0 and 1 each.
std::vector<SpooledMpi> twoRanks()
{
    return {
        rankOf("rank 0 2\nwindow 0 0 0\nwindow 1 1 0\nwindow 2 0 1\nwindow-name 2 a table\n"
               "group 0 1\ngroup 1 0 1\n"),
        rankOf("rank 1 2\nwindow 0 1 0\nwindow 1 0 0\nwindow 2 0 1\ngroup 0 0 1\n")};
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

std::optional<std::uint32_t> refOf(
    const MpiWorld& world, const SpooledMpi& rank, std::uint32_t number)
{
    return world.windows().find(world, rank, number);
}

QString textOf(const MpiWorld& world)
{
    QString text;
    for (const Otf2Archive::Window& window : world.windows().windows()) {
        text += QString::fromStdString(window.name)
                + QStringLiteral(" (%1); ").arg(window.communicator);
    }
    return text;
}

}  // namespace

void TestMpiWindows::givesAWindowOneReferenceOnAllItsRanks()
{
    const std::vector<SpooledMpi> ranks = twoRanks();
    const MpiWorld world = worldOf(ranks);
    QVERIFY(refOf(world, ranks[0], 0).has_value());
    QVERIFY(refOf(world, ranks[0], 0) == refOf(world, ranks[1], 1));
    QVERIFY(refOf(world, ranks[0], 2) == refOf(world, ranks[1], 2));
    QVERIFY(refOf(world, ranks[0], 0) != refOf(world, ranks[0], 2));
    QCOMPARE(
        textOf(world),
        QStringLiteral(
            "window 0 of MPI_COMM_WORLD (0); a table (0); window 0 of MPI_COMM_SELF (1); "
            "window 0 of MPI_COMM_SELF (1); "));
}

void TestMpiWindows::givesEachRankItsOwnWindowOfItself()
{
    const std::vector<SpooledMpi> ranks = twoRanks();
    const MpiWorld world = worldOf(ranks);
    QVERIFY(refOf(world, ranks[0], 1).has_value());
    QVERIFY(refOf(world, ranks[1], 0).has_value());
    QVERIFY(refOf(world, ranks[0], 1) != refOf(world, ranks[1], 0));
}

void TestMpiWindows::isTheSameInWhateverOrderRanksCome()
{
    std::vector<SpooledMpi> ranks = twoRanks();
    const QString expected = textOf(worldOf(ranks));
    std::reverse(ranks.begin(), ranks.end());
    QCOMPARE(textOf(worldOf(ranks)), expected);
}

void TestMpiWindows::passesOverWhatIsDamaged()
{
    const SpooledMpi rank =
        rankOf("rank 0 1\nwindow\nwindow 3\nwindow 4 7 0\nwindow-name 9 nobody\n"
               "group x\nfile 1 0\ndeleted\ngrid\nwindow 5 0 0\nwindow 6 0");
    const MpiWorld world = worldOf({rank});
    QCOMPARE(rank.windows.size(), std::size_t{2});
    QVERIFY(rank.files.empty());
    QVERIFY(rank.groups.empty());
    QVERIFY(!refOf(world, rank, 4));  // of a communicator that nobody made
    QVERIFY(refOf(world, rank, 5).has_value());
    QVERIFY(!refOf(world, rank, 17));
    QCOMPARE(world.windows().windows().size(), std::size_t{1});
}

void TestMpiWindows::knowsAGroupByItsRanks()
{
    const std::vector<SpooledMpi> ranks = twoRanks();
    const MpiWorld world = worldOf(ranks);
    QCOMPARE(world.windows().groups().size(), std::size_t{2});
    QVERIFY(world.windows().findGroup(ranks[0], 1).has_value());
    QVERIFY(world.windows().findGroup(ranks[0], 1) == world.windows().findGroup(ranks[1], 0));
    QVERIFY(world.windows().findGroup(ranks[0], 0) != world.windows().findGroup(ranks[0], 1));
    QVERIFY(!world.windows().findGroup(ranks[1], 1));
}

VELLUM_TEST_GUILESS(TestMpiWindows)
#include "test_mpi_windows.moc"
