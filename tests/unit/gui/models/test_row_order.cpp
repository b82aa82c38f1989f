// The rows of a chart, from the system tree, whole and damaged.

#include "gui/models/row_order.h"
#include "tests/support/program/test_program.h"
#include "tests/support/trace_text.h"

#include <QLatin1Char>
#include <QString>
#include <QStringList>

#include <algorithm>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using gui::models::Row;
using gui::models::RowKind;
using gui::models::visibleRows;

namespace {

/// "0 rank 0", "1 Master thread": level and name of each row, a mark for folded ones.
QStringList outline(const std::vector<Row>& rows)
{
    QStringList lines;
    for (const Row& row : rows) {
        lines << QString::number(row.level) + QLatin1Char(' ') + row.name
                     + (row.folded ? QStringLiteral(" +") : QString());
    }
    return lines;
}

Definitions definitionsOf(const char* text)
{
    return tests::traceFromText(text)->definitions;
}

std::uint64_t keyOf(const Definitions& definitions, const QString& name)
{
    const auto rows = visibleRows(definitions, {});
    const auto found = std::ranges::find(rows, name, &Row::name);
    return found == rows.end() ? 0 : found->key;
}

/// Every location once, whatever is folded: none is lost, none is shown twice.
void checkComplete(const Definitions& definitions, const std::set<std::uint64_t>& folded)
{
    std::vector<LocationRef> seen;
    for (const Row& row : visibleRows(definitions, folded)) {
        if (row.kind == RowKind::Location || row.folded) {
            seen.insert(seen.end(), row.locations.begin(), row.locations.end());
        }
    }
    std::vector<LocationRef> all;
    for (const Location& location : definitions.locations) {
        all.push_back(location.ref);
    }
    std::ranges::sort(seen);
    std::ranges::sort(all);
    QVERIFY(seen == all);
}

constexpr const char* kMachine = R"(
node 0 "machine"
node 1 "node 1" parent 0
node 2 "node 2" parent 0
group 0 "rank 0" node 1
group 1 "rank 1" node 1
group 2 "rank 2" node 2
group 3 "rank 3" node 2
location 0 "master 0" group 0
location 1 "worker 0" group 0
location 2 "master 1" group 1
location 3 "power" group 1 type metric
location 4 "master 2" group 2
location 5 "master 3" group 3
)";

}  // namespace

class TestRowOrder : public QObject {
    Q_OBJECT

private slots:
    static void aTreeIsDrawnWhereItTellsApart()
    {
        const Definitions definitions = definitionsOf(kMachine);
        const QStringList expected = {
            "0 node 1",
            "1 rank 0",
            "2 master 0",
            "2 worker 0",
            "1 rank 1",
            "2 master 1",
            "2 1 metric location",
            "3 power",
            "0 node 2",
            "1 rank 2",
            "1 rank 3"};
        QCOMPARE(outline(visibleRows(definitions, {})), expected);
        checkComplete(definitions, {});
    }

    static void aSingleNodeIsSkipped()
    {
        const Definitions definitions = definitionsOf(R"(
node 0 "machine"
node 1 "node" parent 0
group 0 "rank 0" node 1
group 1 "rank 1" node 1
location 0 "a" group 0
location 1 "b" group 1
location 2 "c" group 0
)");
        QCOMPARE(
            outline(visibleRows(definitions, {})),
            (QStringList{"0 rank 0", "1 a", "1 c", "0 rank 1"}));
    }

    /// A thread alone has its process's name, what is no thread both names; but metrics have theirs.
    static void aProcessOfASingleLocationIsOneRow()
    {
        const Definitions definitions = definitionsOf(R"(
group 0 "rank 0"
group 1 "GPU 1" type accelerator
group 2 "power"
location 0 "Master thread" group 0
location 1 "stream 7" group 1 type stream
location 2 "power" group 2 type metric
)");
        QCOMPARE(
            outline(visibleRows(definitions, {})),
            (QStringList{
                "0 rank 0", "0 GPU 1 · stream 7", "0 power", "1 1 metric location", "2 power"}));
        const std::vector<Row> rows = visibleRows(definitions, {});
        QVERIFY(rows[0].kind == RowKind::Location && !rows[0].foldable);
        QVERIFY(rows[0].locations == std::vector{LocationRef(0)});
        checkComplete(definitions, {});
    }

    static void aNodeForEachProcessIsSkipped()
    {
        const Definitions definitions = definitionsOf(R"(
node 0 "machine"
node 1 "node 1" parent 0
node 2 "node 2" parent 0
group 0 "rank 0" node 1
group 1 "rank 1" node 2
location 0 "a" group 0
location 1 "b" group 1
)");
        QCOMPARE(outline(visibleRows(definitions, {})), (QStringList{"0 rank 0", "0 rank 1"}));
    }

    static void foldingHidesWhatIsBelow()
    {
        const Definitions definitions = definitionsOf(kMachine);
        const std::uint64_t node = keyOf(definitions, "node 1");
        const std::uint64_t rank = keyOf(definitions, "rank 1");
        const auto rows = visibleRows(definitions, {node, rank});
        QCOMPARE(outline(rows), (QStringList{"0 node 1 +", "0 node 2", "1 rank 2", "1 rank 3"}));
        const std::vector<LocationRef> below = {
            LocationRef(0), LocationRef(1), LocationRef(2), LocationRef(3)};
        QVERIFY(rows[0].locations == below);
        QVERIFY(rows[1].locations == (std::vector{LocationRef(4), LocationRef(5)}));
        const auto onlyRank = visibleRows(definitions, {rank});
        QVERIFY(
            std::ranges::find(onlyRank, rank, &Row::key)->locations
            == (std::vector{LocationRef(2), LocationRef(3)}));
        checkComplete(definitions, {node, rank});
    }

    static void manyMetricLocationsStartFolded()
    {
        std::string text = "group 0 \"rank 0\"\n";
        for (int i = 0; i < 5; ++i) {
            const Definitions definitions = definitionsOf(text.c_str());
            const auto rows = visibleRows(definitions, {});
            const auto metrics = std::ranges::find(rows, RowKind::Metrics, &Row::kind);
            QCOMPARE(metrics != rows.end(), i > 0);
            if (i > 0) {
                QVERIFY(!metrics->folded && !metrics->startsFolded && metrics->foldable);
                QVERIFY(outline(visibleRows(definitions, {metrics->key})).last().endsWith(" +"));
            }
            text += "location " + std::to_string(i) + " \"power\" type metric\n";
        }
        const Definitions definitions = definitionsOf(text.c_str());
        const auto rows = visibleRows(definitions, {});
        const auto metrics = std::ranges::find(rows, RowKind::Metrics, &Row::kind);
        QVERIFY(metrics != rows.end() && metrics->folded && metrics->startsFolded);
        QCOMPARE(metrics->locations.size(), std::size_t{5});
        const auto open = outline(visibleRows(definitions, {metrics->key}));
        QCOMPARE(open.count("2 power"), 5);
        checkComplete(definitions, {metrics->key});
    }

    static void keysAreUnique()
    {
        const Definitions definitions = definitionsOf(kMachine);
        std::set<std::uint64_t> keys;
        const auto rows = visibleRows(definitions, {});
        for (const Row& row : rows) {
            keys.insert(row.key);
        }
        QCOMPARE(keys.size(), rows.size());
    }

    static void namelessThingsHaveNumbers()
    {
        Definitions definitions;
        definitions.locationGroups = {{.ref = LocationGroupRef(4)}};
        definitions.locations = {
            {.ref = LocationRef(9), .group = LocationGroupRef(4)},
            {.ref = LocationRef(10), .group = LocationGroupRef(4)}};
        definitions.buildLookups();
        QCOMPARE(
            outline(visibleRows(definitions, {})),
            (QStringList{"0 group 4", "1 location 9", "1 location 10"}));
    }

    static void anEmptyGroupCannotBeFolded()
    {
        Definitions definitions;
        definitions.systemTreeNodes = {
            {.ref = SystemTreeNodeRef(0), .name = "empty"},
            {.ref = SystemTreeNodeRef(1), .name = "other"}};
        definitions.locationGroups = {{.ref = LocationGroupRef(4), .name = "group"}};
        definitions.buildLookups();
        for (const Row& row : visibleRows(definitions, {})) {
            QVERIFY2(!row.foldable, qPrintable(row.name));
        }
    }

    static void bandsSayWhatTheyStandFor()
    {
        const auto definitions = definitionsOf(R"(
group 0 "rank 0"
group 1 "rank 1"
location 0 "a" group 0
location 1 "b" group 0
location 2 "a" group 1
location 3 "b" group 1
)");
        const auto rows = visibleRows(definitions, {});
        const QString dots = QStringLiteral(" … ");
        const gui::models::RowSpan all{.begin = 0, .end = rows.size()};
        const auto two = gui::models::banded(rows, 2, all);
        QCOMPARE(outline(two), QStringList({"0 a" + dots + "b", "0 a" + dots + "b"}));
        const auto one = gui::models::banded(rows, 1, all);
        QCOMPARE(outline(one), QStringList({"0 rank 0" + dots + "rank 1"}));
        QCOMPARE(one.front().locations.size(), std::size_t{4});
        QCOMPARE(
            outline(gui::models::banded(rows, 9, all)), QStringList({"0 a", "0 b", "0 a", "0 b"}));
    }

    /// Of rank 0, a, b, rank 1, a, b from b on: three leaves, of which two make a band.
    static void bandsOfSomeRowsStandForNoOthers()
    {
        const auto definitions = definitionsOf(R"(
group 0 "rank 0"
group 1 "rank 1"
location 0 "a" group 0
location 1 "b" group 0
location 2 "a" group 1
location 3 "b" group 1
)");
        const auto rows = visibleRows(definitions, {});
        const auto bands = gui::models::banded(rows, 2, {.begin = 2, .end = 6});
        QCOMPARE(outline(bands), QStringList({"0 b", QString::fromUtf8("0 a … b")}));
        QCOMPARE(bands[0].locations, std::vector{LocationRef(1)});
        QCOMPARE(bands[1].locations, (std::vector{LocationRef(2), LocationRef(3)}));
        // Bands of the same rows have one key, wherever the others are.
        const auto both = gui::models::banded(rows, 2, {.begin = 0, .end = 6});
        QCOMPARE(bands[1].key, both[1].key);
        QVERIFY(both[0].key != gui::models::banded(rows, 1, {.begin = 2, .end = 6})[0].key);
    }

    static void nothingMakesNoRows() { QVERIFY(visibleRows({}, {}).empty()); }

    // ---- Damage -----------------------------------------------------------------------------

    /// Whatever is wrong above them, locations keep their rows.
    static void damagedParents_data()
    {
        QTest::addColumn<std::uint32_t>("parentOfNode");
        QTest::addColumn<std::uint32_t>("parentOfGroup");
        QTest::addColumn<std::uint32_t>("groupOfLocation");
        const std::uint32_t none = SystemTreeNodeRef::undefined().value();
        QTest::newRow("whole") << none << 0U << 0U;
        QTest::newRow("group without a node") << none << none << 0U;
        QTest::newRow("group below an unknown node") << none << 77U << 0U;
        QTest::newRow("node below an unknown node") << 77U << 0U << 0U;
        QTest::newRow("node below itself") << 0U << 0U << 0U;
        QTest::newRow("a ring of nodes") << 1U << 0U << 0U;
        QTest::newRow("location in an unknown group") << none << 0U << 77U;
        QTest::newRow("location without a group") << none << 0U << none;
    }

    static void damagedParents()
    {
        QFETCH(const std::uint32_t, parentOfNode);
        QFETCH(const std::uint32_t, parentOfGroup);
        QFETCH(const std::uint32_t, groupOfLocation);
        Definitions definitions;
        definitions.systemTreeNodes = {
            {.ref = SystemTreeNodeRef(0), .name = "a", .parent = SystemTreeNodeRef(parentOfNode)},
            {.ref = SystemTreeNodeRef(1), .name = "b", .parent = SystemTreeNodeRef(0)}};
        definitions.locationGroups = {
            {.ref = LocationGroupRef(0), .parent = SystemTreeNodeRef(parentOfGroup)},
            {.ref = LocationGroupRef(1), .parent = SystemTreeNodeRef(1)}};
        definitions.locations = {
            {.ref = LocationRef(0), .group = LocationGroupRef(groupOfLocation)},
            {.ref = LocationRef(1), .group = LocationGroupRef(1)},
            {.ref = LocationRef(2),
             .type = LocationType::Metric,
             .group = LocationGroupRef(groupOfLocation)}};
        definitions.buildLookups();
        checkComplete(definitions, {});
    }

    static void aDeepTreeLosesNothing()
    {
        Definitions definitions;
        for (std::uint32_t i = 0; i < 5'000; ++i) {
            definitions.systemTreeNodes.push_back(
                {.ref = SystemTreeNodeRef(i),
                 .parent = i == 0 ? SystemTreeNodeRef() : SystemTreeNodeRef(i - 1)});
        }
        definitions.locationGroups = {
            {.ref = LocationGroupRef(0), .parent = SystemTreeNodeRef(4'999)}};
        definitions.locations = {{.ref = LocationRef(0), .group = LocationGroupRef(0)}};
        definitions.buildLookups();
        checkComplete(definitions, {});
    }

    static void aGroupDefinedTwiceIsShownOnce()
    {
        Definitions definitions;
        definitions.locationGroups = {
            {.ref = LocationGroupRef(0), .name = "first"},
            {.ref = LocationGroupRef(0), .name = "second"}};
        definitions.locations = {
            {.ref = LocationRef(0), .group = LocationGroupRef(0)},
            {.ref = LocationRef(1), .group = LocationGroupRef(0)}};
        definitions.buildLookups();
        checkComplete(definitions, {});
        QVERIFY(outline(visibleRows(definitions, {})).contains("0 first"));
    }
};

VELLUM_TEST_GUILESS(TestRowOrder)
#include "test_row_order.moc"
