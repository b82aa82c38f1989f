#include "common/query/call_path.h"
#include "common/query/message_summary.h"
#include "server/cli/json_writer.h"
#include "server/cli/machine_tree.h"
#include "server/cli/naming.h"
#include "server/cli/printing.h"
#include "server/cli/text_table.h"
#include "tests/support/program/test_program.h"
#include "tests/support/trace_text.h"

#include <QByteArray>
#include <QChar>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QJsonParseError>
#include <QString>

#include <algorithm>
#include <array>
#include <sstream>
#include <stop_token>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using namespace server::cli;  // NOLINT(google-build-using-namespace)

namespace {

/// A trace with one location whose region is called \p name.
Printing printingOf(const std::string& query, const std::string& name)
{
    auto definitions = std::make_shared<Definitions>();
    definitions->clock.ticksPerSecond = 1000;
    definitions->locations.push_back({.ref = LocationRef(7), .name = name});
    definitions->regions.push_back({.ref = RegionRef(3), .name = name});
    definitions->buildLookups();
    return {
        .query = query,
        .trace = {.path = "a.otf2", .definitions = definitions, .info = {.format = "OTF2"}},
        .window = {.begin = 0, .end = 100}};
}

query::Answer profileOfOneRow()
{
    return query::Profile{
        .window = {.begin = 0, .end = 100},
        .rows = {query::ProfileRow{
            .key = {.value = 3},
            .visits = 2,
            .inclusive = 9'007'199'254'740'993,
            .exclusive = 1,
            .minInclusive = 1,
            .maxInclusive = 2,
            .sumInclusive = 3}},
        .outside = 42};
}

template <typename Print>
std::string printed(Print print, const Printing& printing, const query::Answer& answer)
{
    std::ostringstream out;
    print(out, printing, answer);
    return out.str();
}

QJsonObject parsed(const std::string& text)
{
    QJsonParseError error;
    const auto document = QJsonDocument::fromJson(QByteArray::fromStdString(text), &error);
    if (error.error != QJsonParseError::NoError) {
        qWarning("%s in %s", qPrintable(error.errorString()), text.c_str());
    }
    return document.object();
}

}  // namespace

class TestPrinting : public QObject {
    Q_OBJECT

private slots:
    void jsonHasTheCommonFrame();
    void jsonNumbersAreExact();
    void jsonIsUtf8WhateverNamesHold_data();
    void jsonIsUtf8WhateverNamesHold();
    void jsonDoublesReadBackAsTheSameBits();
    void jsonColumnsAreOnePerColumn();
    void csvQuotesWhatNeedsIt();
    void textAlignsAndHidesControlCharacters();
    void countersAreNullWhereNoSampleIs();
    void everyAnswerPrintsInEveryFormat();
    void locationsHaveTheShortestUniqueLabel();
    void csvOfInfoHasTheWholeReport();
    void printingStopsWhenToldTo();
    void printingStopsWhereTheStreamHasFailed();
    void machineIsATreeWithEveryPartOnce();
    void longCallPathsAreAbbreviated();
    void deepCallTreesTakeRoomByNodes();
};

void TestPrinting::jsonHasTheCommonFrame()
{
    const auto json = parsed(printed(printJson, printingOf("profile", "main"), profileOfOneRow()));
    QCOMPARE(json["schema"].toString(), QStringLiteral("vellum/1"));
    QCOMPARE(json["query"].toString(), QStringLiteral("profile"));
    QCOMPARE(json["trace"].toObject()["path"].toString(), QStringLiteral("a.otf2"));
    QCOMPARE(json["window"].toObject()["end_seconds"].toDouble(), 0.1);
    QVERIFY(json["exact"].toBool());
    const auto result = json["result"].toObject();
    QCOMPARE(result["outside_ticks"].toInt(), 42);
    const auto row = result["rows"].toArray().first().toObject();
    QCOMPARE(row["name"].toString(), QStringLiteral("main"));
    QCOMPARE(row["mean_seconds"].toDouble(), 0.0015);
}

void TestPrinting::jsonNumbersAreExact()
{
    // 2^53 + 1 is no double.
    const auto text = printed(printJson, printingOf("profile", "main"), profileOfOneRow());
    QVERIFY(text.find("\"inclusive_ticks\":9007199254740993,") != std::string::npos);
}

void TestPrinting::jsonIsUtf8WhateverNamesHold_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QString>("expected");
    const QString replacement(QChar(0xfffd));
    QTest::newRow("plain") << QByteArray("main") << "main";
    QTest::newRow("umlaut") << QByteArray("gr\xc3\xbc n") << QString::fromUtf8("gr\xc3\xbc n");
    QTest::newRow("latin-1") << QByteArray("gr\xfcn") << "gr" + replacement + "n";
    QTest::newRow("cut off") << QByteArray("a\xe2\x82") << "a" + replacement + replacement;
    QTest::newRow("overlong") << QByteArray("\xc0\xaf") << replacement + replacement;
    QTest::newRow("surrogate") << QByteArray("\xed\xa0\x80")
                               << replacement + replacement + replacement;
    QTest::newRow("beyond") << QByteArray("\xf4\x90\x80\x80") << replacement.repeated(4);
    QTest::newRow("four bytes") << QByteArray("\xf0\x9f\x98\x80")
                                << QString::fromUtf8("\xf0\x9f\x98\x80");
    QTest::newRow("quotes") << QByteArray("a\"b\\c\n\t\x01\x7f") << QString("a\"b\\c\n\t\x01\x7f");
}

void TestPrinting::jsonIsUtf8WhateverNamesHold()
{
    QFETCH(QByteArray, name);
    QFETCH(QString, expected);
    const auto text =
        printed(printJson, printingOf("profile", name.toStdString()), profileOfOneRow());
    const auto row = parsed(text)["result"].toObject()["rows"].toArray().first().toObject();
    QCOMPARE(row["name"].toString(), expected);
}

void TestPrinting::jsonDoublesReadBackAsTheSameBits()
{
    for (const double value : {0.1, 1.0 / 3.0, 5e-324, 1.7976931348623157e308, -0.0, 2.69892}) {
        std::ostringstream out;
        {
            JsonWriter json(out);
            json.number(value);
        }
        QCOMPARE(std::strtod(out.str().c_str(), nullptr), value);
    }
    std::ostringstream out;
    {
        JsonWriter json(out);
        json.number(std::numeric_limits<double>::quiet_NaN());
    }
    QCOMPARE(QString::fromStdString(out.str()), QStringLiteral("null"));
}

void TestPrinting::jsonColumnsAreOnePerColumn()
{
    const query::Timeline timeline{
        .window = {.begin = 0, .end = 100},
        .columns = 4,
        .rows = {query::TimelineRow{
            .location = LocationRef(7),
            .runs = {
                query::TimelineRun{.firstColumn = 0},
                query::TimelineRun{
                    .firstColumn = 1, .winner = {.value = 3}, .missing = 5, .visits = 1}}}}};
    const auto json = parsed(printed(printJson, printingOf("timeline", "main"), timeline));
    const auto row = json["result"].toObject()["rows"].toArray().first().toObject();
    const auto columns = row["columns"].toArray();
    QCOMPARE(columns.size(), 4);
    QVERIFY(columns[0].toObject()["name"].isNull());
    QCOMPARE(columns[0].toObject()["share"].toDouble(), 0.0);
    QCOMPARE(columns[3].toObject()["name"].toString(), QStringLiteral("main"));
    QCOMPARE(columns[3].toObject()["share"].toDouble(), 0.8);
    QCOMPARE(columns[3].toObject()["visits"].toInt(), 1);
}

void TestPrinting::csvQuotesWhatNeedsIt()
{
    const auto text = printed(printCsv, printingOf("profile", "f(a, \"b\")"), profileOfOneRow());
    QCOMPARE(
        QString::fromStdString(text),
        QStringLiteral("name,group,paradigm,visits,inclusive_ticks,exclusive_ticks,"
                       "inclusive_seconds,exclusive_seconds,min_seconds,max_seconds,mean_seconds,"
                       "outside_ticks\n"
                       "\"f(a, \"\"b\"\")\",Unknown,unknown,2,9007199254740993,1,"
                       "9007199254740.992,0.001,0.001,0.002,0.0015,42\n"));
}

void TestPrinting::textAlignsAndHidesControlCharacters()
{
    TextTable table({{"n", TextTable::Align::Right}, {"name"}, {"x"}});
    table.add({"1", "gr\xc3\xbcn", "a"});
    table.add({"100", "\x1b[31mred", ""});
    std::ostringstream out;
    table.printAligned(out);
    QCOMPARE(
        QString::fromStdString(out.str()),
        QString::fromUtf8("  n  name      x\n  1  gr\xc3\xbcn      a\n100  ?[31mred\n"));
}

void TestPrinting::countersAreNullWhereNoSampleIs()
{
    query::Counters counters{.window = {.begin = 0, .end = 3}, .columns = 3, .rows = {}};
    counters.rows.push_back(
        {.location = LocationRef(7),
         .metric = MetricMemberRef(5),
         .before = {},
         .points = {{.column = 1, .count = 2, .min = 1.5, .max = 4, .mean = 3, .last = 4}}});
    const Printing printing = printingOf("some", "main");
    const std::string json = printed(printJson, printing, counters);
    QVERIFY(
        json.find(R"("metric":"metric 5","unit":"","mode":"accumulated-start","before":null,)"
                  R"("min":[null,1.5,null],"max":[null,4,null],"mean":[null,3,null],)"
                  R"("last":[null,4,null],"count":[0,2,0])")
        != std::string::npos);
    const std::string csv = printed(printCsv, printing, counters);
    QVERIFY(csv.find("metric 5,,accumulated-start,1,1,2,2,1.5,4,3,4\n") != std::string::npos);
}

void TestPrinting::everyAnswerPrintsInEveryFormat()
{
    const auto trace = tests::traceFromText("enter 1 @1 main\nleave 1 @9 main\n");
    const std::vector<query::Answer> answers{
        query::TraceInfo{},
        query::LocationCounts{},
        query::Profile{},
        query::CallTree{},
        query::Timeline{},
        query::SummaryTimeline{},
        query::Messages{},
        query::Matrix{},
        query::SearchHits{},
        query::Events{},
        query::VisitDetail{},
        query::Markers{},
        query::Launches{},
        query::Counters{},
        query::Collectives{},
        query::Io{},
        query::CollectiveMembers{.members = {{.operation = 1}}},
        query::Table{.answer = table::Value::of(query::MessageSummary{.rows = {{.key = 1}}})}};
    QCOMPARE(answers.size(), std::variant_size_v<query::Answer>);
    for (const query::Answer& answer : answers) {
        const Printing printing = printingOf("some", "main");
        QVERIFY(parsed(printed(printJson, printing, answer)).contains("result"));
        QVERIFY(!printed(printCsv, printing, answer).empty());
        QVERIFY(!printed(printText, printing, answer).empty());
    }
}

namespace {

query::Answer manyEvents()
{
    constexpr std::size_t kMany = 100'000;
    query::Events events{.count = kMany};
    events.events.assign(kMany, {.location = LocationRef(7), .kind = "Enter"});
    return events;
}

query::Answer deepTree(std::uint32_t depth)
{
    query::CallTree tree;
    for (std::uint32_t i = 0; i < depth; ++i) {
        tree.nodes.push_back(
            {.region = RegionRef(3), .depth = i + 1, .parent = i > 0 ? i - 1 : 0, .visits = 1});
    }
    return tree;
}

using Print = void (*)(std::ostream&, const Printing&, const query::Answer&);
constexpr std::array<Print, 3> kPrints{&printText, &printJson, &printCsv};

bool stops(Print print, std::ostream& out, const Printing& printing)
{
    try {
        print(out, printing, manyEvents());
    } catch (const OutputStopped&) {
        return true;
    }
    return false;
}

}  // namespace

void TestPrinting::locationsHaveTheShortestUniqueLabel()
{
    const auto trace = tests::traceFromText(R"(
        node 0 machine
        node 1 a parent 0
        node 2 b parent 0
        group 0 "rank 0" node 1
        group 1 "rank 1" node 1
        group 2 "rank 0" node 2
        location 1 main group 0
        location 2 main group 1
        location 3 main group 2
        location 4 alone group 1
        location 5 twin group 1
        location 6 twin group 1
    )");
    const LocationLabels labels(trace->definitions);
    const auto label = [&](std::uint64_t ref) { return labels.of(LocationRef(ref)); };
    QCOMPARE(label(1), std::string("a/rank 0/main"));
    QCOMPARE(label(2), std::string("rank 1/main"));
    QCOMPARE(label(3), std::string("b/rank 0/main"));
    QCOMPARE(label(4), std::string("alone"));
    QCOMPARE(label(5), std::string("machine/a/rank 1/twin (5)"));
    QCOMPARE(label(6), std::string("machine/a/rank 1/twin (6)"));
    QCOMPARE(label(7), std::string("location 7"));
}

void TestPrinting::csvOfInfoHasTheWholeReport()
{
    const query::TraceInfo info{
        .ticksPerSecond = 1,
        .importReport = {
            {.kind = "open-visit",
             .severity = query::Severity::Warning,
             .count = 3,
             .example = "location 1, at tick 2"}}};
    const auto text = printed(printCsv, printingOf("info", "main"), info);
    QVERIFY(text.ends_with("import_report.open-visit,3\nimport_report.open-visit.severity,warning\n"
                           "import_report.open-visit.example,\"location 1, at tick 2\"\n"));
}

void TestPrinting::printingStopsWhenToldTo()
{
    std::stop_source source;
    source.request_stop();
    Printing printing = printingOf("events", "main");
    printing.cancel = source.get_token();
    for (const Print print : kPrints) {
        std::ostringstream out;
        QVERIFY(stops(print, out, printing));
        QVERIFY(out.str().size() < 100'000);
    }
}

void TestPrinting::printingStopsWhereTheStreamHasFailed()
{
    const Printing printing = printingOf("events", "main");
    for (const Print print : kPrints) {
        std::ostringstream out;
        out.setstate(std::ios::badbit);
        QVERIFY(stops(print, out, printing));
    }
}

void TestPrinting::machineIsATreeWithEveryPartOnce()
{
    Definitions definitions;
    const auto none = SystemTreeNodeRef::undefined();
    definitions.systemTreeNodes = {
        {.ref = SystemTreeNodeRef(0), .name = "cluster", .className = "machine", .parent = none},
        {.ref = SystemTreeNodeRef(1),
         .name = "n1",
         .className = "",
         .parent = SystemTreeNodeRef(0)},
        {.ref = SystemTreeNodeRef(2),
         .name = "a",
         .className = "x",
         .parent = SystemTreeNodeRef(3)},
        {.ref = SystemTreeNodeRef(3),
         .name = "b",
         .className = "x",
         .parent = SystemTreeNodeRef(2)}};
    definitions.locationGroups = {
        {.ref = LocationGroupRef(7),
         .name = "rank 0",
         .type = LocationGroupType::Process,
         .parent = SystemTreeNodeRef(1)}};
    definitions.locations = {{.ref = LocationRef(1), .group = LocationGroupRef(7)}};
    definitions.properties = {
        {.target = PropertyTarget::SystemTreeNode, .ref = 1, .name = "cpu", .value = "x86"}};
    definitions.buildLookups();
    QCOMPARE(
        server::cli::machineTree(definitions, 99),
        (std::vector<std::string>{
            "machine cluster",
            "  n1",
            "    cpu: x86",
            "    process rank 0, 1 location",
            "x a",
            "  x b"}));
    QCOMPARE(
        server::cli::machineTree(definitions, 2),
        (std::vector<std::string>{
            "machine cluster", "  n1", "and 4 lines more; --format json has them all"}));
}

void TestPrinting::longCallPathsAreAbbreviated()
{
    query::CallPath path;
    path.enter(1, "main");
    path.enter(2, "solve");
    QCOMPARE(path.joined(), std::string("main > solve"));
    path.enter(2, "other");
    QCOMPARE(path.joined(), std::string("main > other"));
    for (std::uint32_t depth = 3; depth <= 20'000; ++depth) {
        path.enter(depth, "f" + std::to_string(depth));
        QVERIFY(path.joined().size() <= query::CallPath::kMaxBytes);
    }
    const auto names = path.names();
    QCOMPARE(names.front(), std::string_view("main"));
    QCOMPARE(names.back(), std::string_view("f20000"));
    QCOMPARE(std::ranges::count(names, query::CallPath::kGap), 1);
    QVERIFY(path.joined().size() > query::CallPath::kMaxBytes - 20);
    // One name of each end stands, however long it is.
    const std::string wide(3 * query::CallPath::kMaxBytes, 'x');
    path.enter(1, wide);
    path.enter(2, "a");
    QCOMPARE(path.joined(), wide + " > a");
    path.enter(3, wide);
    QCOMPARE(path.joined(), wide + " > … > " + wide);
}

void TestPrinting::deepCallTreesTakeRoomByNodes()
{
    constexpr std::uint32_t kDepth = 4'000;
    constexpr std::size_t kRowBytes = 6'000;  // a path's 4,096, as JSON with quotes
    for (const Print print : kPrints) {
        const auto text = printed(print, printingOf("call-tree", "recurse"), deepTree(kDepth));
        QVERIFY(text.size() < kDepth * kRowBytes);
        QVERIFY(text.find("4000") != std::string::npos || text.find("4,000") != std::string::npos);
    }
}

VELLUM_TEST_APPLESS(TestPrinting)
#include "test_printing.moc"
