// Rows put together by something else than the system tree, and in groups of the user's own.

#include "gui/models/row_groups.h"
#include "gui/models/row_order.h"
#include "tests/support/program/test_program.h"
#include "tests/support/trace_text.h"

#include <QLatin1Char>
#include <QString>
#include <QStringList>

#include <algorithm>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using gui::models::arrangedRows;
using gui::models::groupedAnew;
using gui::models::groupedByCommunicator;
using gui::models::groupedByType;
using gui::models::Row;
using gui::models::RowGrouping;
using gui::models::RowKind;
using gui::models::RowsBy;
using gui::models::ViewState;
using gui::models::withoutOwnGroups;
using gui::models::withOwnGroup;

namespace {

constexpr const char* kMachine = R"(
node 0 "machine"
node 1 "node 1" parent 0
node 2 "node 2" parent 0
group 0 "rank 0" node 1
group 1 "rank 1" node 1
group 2 "rank 2" node 2
group 3 "gpu" node 2
location 0 "master" group 0
location 1 "worker" group 0
location 2 "master" group 1
location 3 "power" group 1 type metric
location 4 "master" group 2
location 5 "stream" group 3 type stream
locations-group 0 0 2 4
comm-group 1 0 1 2
comm-group 2 2 1
comm-self 3
comm 0 1
comm 1 2
comm 2 1
comm 3 3
)";

Definitions machine()
{
    return tests::traceFromText(kMachine)->definitions;
}

QStringList outline(const std::vector<Row>& rows)
{
    QStringList lines;
    for (const Row& row : rows) {
        lines << QString::number(row.level) + QLatin1Char(' ') + row.name
                     + (row.folded ? QStringLiteral(" +") : QString());
    }
    return lines;
}

ViewState stateWith(std::shared_ptr<const RowGrouping> grouping)
{
    ViewState state;
    state.grouping = std::move(grouping);
    return state;
}

ViewState stateWith(RowGrouping groups)
{
    return stateWith(groupedAnew(nullptr, std::move(groups)));
}

std::vector<LocationRef> refs(std::initializer_list<std::uint64_t> numbers)
{
    std::vector<LocationRef> locations;
    locations.reserve(numbers.size());
    for (const std::uint64_t number : numbers) {
        locations.emplace_back(number);
    }
    return locations;
}

const Row* find(const std::vector<Row>& rows, const QString& name)
{
    const auto found = std::ranges::find(rows, name, &Row::name);
    return found == rows.end() ? nullptr : &*found;
}

}  // namespace

class TestRowGroups : public QObject {
    Q_OBJECT

private slots:
    /// Whatever the order in which profilers write them; what has no name says what it is of.
    static void communicatorsOfMpiAndTheLargestStandFirst()
    {
        Definitions definitions = machine();
        for (Group& group : definitions.groups) {
            group.paradigm = Paradigm::Mpi;
        }
        // A team of threads, locations of its own paradigm, before those of MPI.
        definitions.groups.push_back(
            {.ref = GroupRef(8),
             .type = GroupType::CommLocations,
             .paradigm = Paradigm::OpenMp,
             .name = {},
             .members = {0, 1}});
        definitions.groups.push_back(
            {.ref = GroupRef(9),
             .type = GroupType::CommGroup,
             .paradigm = Paradigm::OpenMp,
             .name = {},
             .members = {0, 1}});
        definitions.communicators[0].group = GroupRef(9);
        definitions.communicators[0].name.clear();
        definitions.communicators[1].name.clear();
        definitions.communicators[1].parent = definitions.communicators[2].ref;
        definitions.communicators[2].name = "MPI_COMM_WORLD";
        definitions.buildLookups();
        const RowGrouping grouping = groupedByCommunicator(definitions);
        QStringList names;
        for (const auto& group : grouping.groups) {
            names << group.name;
        }
        QCOMPARE(
            names,
            (QStringList{
                "MPI_COMM_WORLD",
                "communicator 1 of MPI_COMM_WORLD",
                "OpenMP team 0",
                "In no communicator"}));
    }

    static void communicatorsHoldTheProcessesOfTheirMembersByRank()
    {
        const QStringList expected = {
            "0 comm 0 and 1 more",
            "1 rank 0",
            "2 master",
            "2 worker",
            "1 rank 1",
            "2 master",
            "2 1 metric location",
            "3 power",
            "1 rank 2",
            "0 comm 1",
            "1 rank 2",
            "1 rank 1",
            "2 master",
            "2 1 metric location",
            "3 power",
            "0 In no communicator",
            "1 gpu · stream"};
        const Definitions definitions = machine();
        const ViewState state = stateWith(groupedByCommunicator(definitions));
        QCOMPARE(outline(arrangedRows(definitions, state)), expected);
    }

    static void membersOfOneProcessStandForThemselvesAlone()
    {
        const Definitions definitions = tests::traceFromText(R"(
group 0 "p"
location 0 "main" group 0
location 1 "stream 1" group 0
location 2 "stream 2" group 0
locations-group 0 1 2
comm-group 1 0 1
comm 0 1
)")
                                            ->definitions;
        const RowGrouping grouping = groupedByCommunicator(definitions);
        QVERIFY(*grouping.groups.front().locations == refs({1, 2}));
        QVERIFY(*grouping.groups.back().locations == refs({0}));
    }

    static void membersBeyondTheBoundAreLeftOutAndCounted()
    {
        const Definitions definitions = machine();
        const RowGrouping grouping = groupedByCommunicator(definitions, 5);
        QCOMPARE(grouping.groups.front().name, QStringLiteral("comm 0 and 1 more"));
        QCOMPARE(grouping.leftOut, std::uint64_t{1});
    }

    static void typesAreGroupsAndMetricsStartFolded()
    {
        const QStringList expected = {
            "0 CPU threads",
            "1 rank 0",
            "2 master",
            "2 worker",
            "1 rank 1 · master",
            "1 rank 2",
            "0 GPU streams",
            "1 gpu · stream",
            "0 Metrics +"};
        const Definitions definitions = machine();
        QCOMPARE(
            outline(arrangedRows(definitions, stateWith(groupedByType(definitions)))), expected);
    }

    static void aFoldedGroupStandsForAllItsLocations()
    {
        const Definitions definitions = machine();
        ViewState state = stateWith(groupedByCommunicator(definitions));
        state.folded.insert(find(arrangedRows(definitions, state), "comm 1")->key);
        const auto rows = arrangedRows(definitions, state);
        const Row* pair = find(rows, "comm 1");
        QVERIFY(pair->folded && pair->foldable && pair->kind == RowKind::Set);
        QVERIFY(pair->locations == refs({4, 2, 3}));
        QVERIFY(pair->summed == refs({4, 2}));  // metrics are in no region
    }

    static void everyRowHasAKeyOfItsOwn()
    {
        const Definitions definitions = machine();
        const auto own = withOwnGroup(nullptr, "mine", refs({4}));
        for (const auto& groups :
             {groupedByCommunicator(definitions), groupedByType(definitions), RowGrouping()}) {
            const auto rows = arrangedRows(definitions, stateWith(groupedAnew(own.get(), groups)));
            std::set<std::uint64_t> keys;
            std::ranges::for_each(rows, [&keys](const Row& row) { keys.insert(row.key); });
            QCOMPARE(keys.size(), rows.size());
        }
    }

    static void ownGroupsStandFirstAndTheirLocationsNowhereElse()
    {
        const QStringList expected = {
            "0 mine",
            "1 rank 0 · worker",
            "1 rank 2",
            "0 node 1",
            "1 rank 0",
            "2 master",
            "1 rank 1",
            "2 master",
            "2 1 metric location",
            "3 power",
            "0 node 2",
            "1 gpu · stream"};
        const Definitions definitions = machine();
        const ViewState state = stateWith(withOwnGroup(nullptr, "mine", refs({1, 4})));
        QCOMPARE(outline(arrangedRows(definitions, state)), expected);
    }

    static void aLocationIsInTheNewestOfTheOwnGroups()
    {
        const auto first = withOwnGroup(nullptr, "first", refs({0, 1}));
        const auto second = withOwnGroup(first.get(), "second", refs({1, 2}));
        QCOMPARE(second->own.size(), std::size_t{2});
        QVERIFY(*second->own[0].locations == refs({0}));
        QVERIFY(*second->own[1].locations == refs({1, 2}));
        const auto third = withOwnGroup(second.get(), "third", refs({0}));
        QCOMPARE(third->own.size(), std::size_t{2});
        QCOMPARE(third->own[0].name, QStringLiteral("second"));
        QVERIFY(third->own[0].number != third->own[1].number);
    }

    static void ungroupingLeavesTheOthers()
    {
        const auto first = withOwnGroup(nullptr, "first", refs({0, 1}));
        const auto second = withOwnGroup(first.get(), "second", refs({2}));
        const auto left = withoutOwnGroups(*second, refs({1}));
        QCOMPARE(left->own.size(), std::size_t{1});
        QCOMPARE(left->own[0].name, QStringLiteral("second"));
        QVERIFY(withoutOwnGroups(*left, refs({2})) == nullptr);
    }

    static void filteredLocationsLeaveTheirGroups()
    {
        const Definitions definitions = machine();
        ViewState state = stateWith(groupedByType(definitions));
        state.filters = std::make_shared<const gui::models::FilterSet>(
            definitions,
            std::vector<gui::models::Filter>{
                {.kind = gui::models::Filter::Kind::HideLocations,
                 .text = {},
                 .locations = std::make_shared<const std::vector<LocationRef>>(refs({5, 1}))}},
            true);
        const QStringList expected = {
            "0 CPU threads", "1 rank 0 · master", "1 rank 1 · master", "1 rank 2", "0 Metrics +"};
        QCOMPARE(outline(arrangedRows(definitions, state)), expected);
    }

    static void aRepresentativeStandsForItsCluster()
    {
        const Definitions definitions = machine();
        RowGrouping groups{.by = RowsBy::Likeness, .onlyRepresentatives = true};
        groups.groups.push_back(
            {.number = 0,
             .name = "Cluster 1 (3 of 3 like rank 1)",
             .locations = std::make_shared<const std::vector<LocationRef>>(refs({0, 2, 4})),
             .startsFolded = true,
             .representative = LocationRef(2)});
        const auto rows = arrangedRows(definitions, stateWith(groups));
        QCOMPARE(outline(rows), QStringList{"0 Cluster 1 (3 of 3 like rank 1)"});
        QVERIFY(rows.front().kind == RowKind::Location);
        QVERIFY(rows.front().locations == refs({2}));
    }

    static void whatCannotTellRowsApartIsNotOffered()
    {
        const Definitions definitions = machine();
        QVERIFY(gui::models::canGroupBy(definitions, RowsBy::Communicator));
        QVERIFY(gui::models::canGroupBy(definitions, RowsBy::LocationType));
        const Definitions one =
            tests::traceFromText("group 0 \"p\"\nlocation 0 \"t\" group 0\n")->definitions;
        for (const RowsBy by : {RowsBy::Communicator, RowsBy::LocationType, RowsBy::Likeness}) {
            QVERIFY(!gui::models::canGroupBy(one, by));
        }
    }
};

VELLUM_TEST_GUILESS(TestRowGroups)
#include "test_row_groups.moc"
