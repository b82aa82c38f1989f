#include "common/query/duration_summary.h"
#include "server/cli/compare/measured_run.h"
#include "server/cli/compare/run_compare.h"
#include "server/cli/options.h"
#include "tests/support/program/test_program.h"
#include "tests/unit/server/cli/compare/planted_runs.h"
#include "tests/unit/server/cli/store_backend.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QJsonValue>
#include <QRegularExpression>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include <algorithm>
#include <iostream>
#include <sstream>
#include <vector>

using namespace vellum;       // NOLINT(google-build-using-namespace): a test across a few rooms
using namespace server::cli;  // NOLINT(google-build-using-namespace)
using tests::Planted;
using tests::PlantedRun;

namespace {

using Store = std::shared_ptr<const server::store::TraceStore>;

/// What was printed, what was complained about, and the exit status.
struct Said {
    int status = 0;
    QString output;
    QString complaint;

    [[nodiscard]] QJsonObject json() const
    {
        return QJsonDocument::fromJson(output.toUtf8()).object();
    }
    /// The row of a name; empty: there is none.
    [[nodiscard]] QJsonObject row(const QString& name) const
    {
        const QJsonArray rows = json()["result"].toObject()["rows"].toArray();
        const auto found = std::ranges::find_if(
            rows, [&](const QJsonValue& row) { return row.toObject()["name"] == name; });
        return found == rows.end() ? QJsonObject() : (*found).toObject();
    }
    [[nodiscard]] QString verdict(const QString& name) const
    {
        return row(name)["verdict"].toString();
    }
};

/// A trace that cannot be opened.
class NoTrace : public QueryBackend {
public:
    Result<OpenedTrace> open(const vellum::query::TraceSelection& selection) override
    {
        return Error{
            .kind = ErrorKind::NotFound, .message = "there is no trace '" + selection.name() + "'"};
    }
    Result<vellum::query::Answer> ask(const vellum::query::Request& /*request*/) override
    {
        return Error{};
    }
};

/// Finds durations of more than so many bits too much for one answer.
class FewDurations : public tests::StoreBackend {
public:
    FewDurations(Store store, std::uint32_t mostBits)
        : StoreBackend(std::move(store), 1)
        , m_mostBits(mostBits)
    {
    }
    Result<vellum::query::Answer> ask(const vellum::query::Request& request) override
    {
        const auto* table = std::get_if<vellum::query::TableRequest>(&request);
        const auto* asked =
            table == nullptr ? nullptr : table->asked.as<vellum::query::DurationSummaryQuestion>();
        if (asked != nullptr && asked->precision > m_mostBits) {
            return Error{.kind = ErrorKind::ResourceExhausted, .message = "too many rows"};
        }
        return StoreBackend::ask(request);
    }

private:
    std::uint32_t m_mostBits;
};

/// `vellum-query compare` about traces in memory, the first of which is A; an empty one cannot be opened.
///
/// \param bits  of durations that one answer has room for
Said compareStores(std::vector<Store> stores, const QStringList& options, std::uint32_t bits = 64)
{
    std::vector<std::string> words{"vellum-query", "compare"};
    for (std::size_t i = 0; i < stores.size(); ++i) {
        words.emplace_back(i == 0 ? "a.otf2" : "b.otf2");
    }
    for (const QString& option : options) {
        words.push_back(option.toStdString());
    }
    std::vector<const char*> arguments;
    std::ranges::transform(words, std::back_inserter(arguments), &std::string::c_str);
    std::ostringstream errors;
    std::streambuf* const before = std::cerr.rdbuf(errors.rdbuf());
    const auto parsed = parseCommandLine(static_cast<int>(arguments.size()), arguments.data());
    std::ostringstream out;
    std::size_t next = 0;
    const MakeBackend make = [&]() -> std::unique_ptr<QueryBackend> {
        const Store store = stores[next++];
        if (store == nullptr) {
            return std::make_unique<NoTrace>();
        }
        return std::make_unique<FewDurations>(store, bits);
    };
    const int status =
        parsed.exitStatus ? *parsed.exitStatus : runCompare(parsed.options, make, out);
    std::cerr.rdbuf(before);
    return {
        .status = status,
        .output = QString::fromStdString(out.str()),
        .complaint = QString::fromStdString(errors.str())};
}

Said compareJson(const Planted& a, const Planted& b, std::uint64_t seed, QStringList options = {})
{
    options += {"--format", "json"};
    return compareStores(
        {PlantedRun(2 * seed, a).make(), PlantedRun(2 * seed + 1, b).make()}, options);
}

Store emptyTrace()
{
    return tests::traceFromText("location 0 nothing\nlength 100\n");
}

}  // namespace

class TestRunCompare : public QObject {
    Q_OBJECT

private slots:
    void noiseAloneIsTheSame();
    void aSlowerFunctionIsFound();
    void aFunctionSlowerOnSomeRanksIsFound();
    void aRenamedFunctionIsOnlyInOneOfThem();
    void callsThatAreGoneAreFewerVisits();
    void pathsAndGroupsAreCompared();
    void renamedPathsAreGuessedAndMarkedInAllFormats();
    void renamedFunctionsAreGuessedByTheirPaths();
    void matchByNameUndoesGuesses();
    void aRunWithItselfDiffersInNothing();
    void anEmptyTraceIsComparedToo();
    void gatesDecideTheStatus_data();
    void gatesDecideTheStatus();
    void wrongUsageIsASentence_data();
    void wrongUsageIsASentence();
    void aTraceThatIsMissingIsStatusThree();
    void tooManyDurationsAreTakenLessPreciselyOrNotAtAll();
    void csvAndTextHaveTheRows();
    void aBaselineStandsForItsTrace();
    void windowsAndFiltersHoldForBoth();
};

void TestRunCompare::noiseAloneIsTheSame()
{
    constexpr std::uint64_t kSeeds = 200;
    std::uint64_t clean = 0;
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
        const Said said = compareJson({}, {}, seed);
        const bool isClean = said.verdict("solve") == "same" && said.verdict("setup") == "same"
                             && said.verdict("exchange") == "same";
        clean += isClean ? 1 : 0;
    }
    QVERIFY2(clean >= kSeeds * 95 / 100, qPrintable(QString::number(clean)));
}

void TestRunCompare::aSlowerFunctionIsFound()
{
    constexpr std::uint64_t kSeeds = 20;
    int others = 0;
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
        const Said said = compareJson({}, {.factor = 1.5}, seed);
        QCOMPARE(said.status, 0);
        const QJsonObject row = said.row("solve");
        QCOMPARE(said.json()["result"].toObject()["rows"].toArray()[0].toObject(), row);
        QCOMPARE(row["verdict"].toString(), QStringLiteral("slower"));
        QVERIFY(std::abs(row["visit_ratio"].toDouble() - 1.5) < 0.06);
        QVERIFY(
            row["visit_ratio_low"].toDouble() > 1.4 && row["visit_ratio_high"].toDouble() < 1.6);
        QVERIFY(row["effect"].toDouble() > 0.9);
        others += said.verdict("setup") == "same" && said.verdict("exchange") == "same" ? 0 : 1;
        QCOMPARE(compareJson({.factor = 1.5}, {}, seed).verdict("solve"), QStringLiteral("faster"));
    }
    QVERIFY2(others <= 2, qPrintable(QString::number(others)));  // noise, as seldom as it may be
}

/// On half of the ranks always; of the visits of one rank in four most often.
void TestRunCompare::aFunctionSlowerOnSomeRanksIsFound()
{
    constexpr std::uint64_t kSeeds = 20;
    int found = 0;
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
        const Said half = compareJson({}, {.factor = 3, .slowRanks = 2}, seed);
        QCOMPARE(half.verdict("solve"), QStringLiteral("slower"));
        QVERIFY(std::abs(half.row("solve")["visit_mean_ratio"].toDouble() - 2) < 0.1);
        const Said quarter = compareJson({}, {.factor = 3, .slowRanks = 1}, seed);
        found += quarter.verdict("solve") == "slower" ? 1 : 0;
        QVERIFY(std::abs(quarter.row("solve")["visit_mean_ratio"].toDouble() - 1.5) < 0.1);
    }
    QVERIFY2(found >= 15, qPrintable(QString::number(found)));
}

void TestRunCompare::aRenamedFunctionIsOnlyInOneOfThem()
{
    const Said said = compareJson({}, {.solve = "solve2"}, 1);
    QCOMPARE(said.row("solve")["in"].toString(), QStringLiteral("only-a"));
    QCOMPARE(said.row("solve2")["in"].toString(), QStringLiteral("only-b"));
    QCOMPARE(said.verdict("solve2"), QStringLiteral("too-few"));
    QVERIFY(said.row("solve2")["ratio"].isNull() && said.row("solve")["ratio"] == 0);
    QVERIFY2(
        said.complaint.contains("functions that only one has: 1, 'solve' in A, 1, 'solve2' in B"),
        qPrintable(said.complaint));
    const QJsonObject result = said.json()["result"].toObject();
    QCOMPARE(result["only_a"].toInt(), 1);
    QVERIFY(result["matched_share_a"].toDouble() < 0.5);
}

void TestRunCompare::callsThatAreGoneAreFewerVisits()
{
    const Said said = compareJson({.exchanges = 3}, {.exchanges = 1}, 1);
    const QJsonObject row = said.row("exchange");
    QCOMPARE(row["visits_a"].toInt(), 480);
    QCOMPARE(row["visits_b"].toInt(), 160);
    QVERIFY(std::abs(row["ratio"].toDouble() - 1.0 / 3) < 0.02);
    QCOMPARE(row["verdict"].toString(), QStringLiteral("same"));  // each takes as long as before
}

void TestRunCompare::pathsAndGroupsAreCompared()
{
    const Said paths = compareJson({}, {.factor = 2}, 3, {"--by", "path"});
    QCOMPARE(paths.verdict("main > solve"), QStringLiteral("slower"));
    QCOMPARE(paths.verdict("main > solve > exchange"), QStringLiteral("same"));
    const Said groups = compareJson({}, {.factor = 2}, 3, {"--by", "group"});
    QCOMPARE(groups.verdict("MPI"), QStringLiteral("same"));
    QVERIFY(groups.row("Application")["difference_ns"].toDouble() > 0);
}

void TestRunCompare::renamedPathsAreGuessedAndMarkedInAllFormats()
{
    const QStringList options{"--by", "path", "--match", "structure"};
    const Planted renamed{.solve = "solve.isra.0"};
    const Said json = compareJson({}, renamed, 1, options);
    QCOMPARE(json.status, 0);
    const QJsonObject row = json.row("main > solve");
    QCOMPARE(row["in"].toString(), QStringLiteral("both"));
    QCOMPARE(row["guessed"].toInt(), 1);
    QCOMPARE(row["name_b"].toString(), QStringLiteral("main > solve.isra.0"));
    const double likeness = row["likeness"].toDouble();
    QVERIFY(likeness > 0.9 && likeness < 1);
    QCOMPARE(row["verdict"].toString(), QStringLiteral("same"));
    const QJsonObject below = json.row("main > solve > exchange");
    QCOMPARE(below["name_b"].toString(), QStringLiteral("main > solve.isra.0 > exchange"));
    QCOMPARE(below["likeness"].toDouble(), likeness);  // no surer than what is above
    QCOMPARE(json.row("main > setup")["guessed"].toInt(), 0);
    QCOMPARE(json.row("main > setup")["likeness"].toDouble(), 1.0);
    const QJsonObject result = json.json()["result"].toObject();
    QCOMPARE(result["guessed"].toInt(), 2);
    QCOMPARE(result["only_a"].toInt() + result["only_b"].toInt(), 0);
    QCOMPARE(result["matched_share_a"].toDouble(), 1.0);
    const std::vector<Store> stores{PlantedRun(2, {}).make(), PlantedRun(3, renamed).make()};
    const Said csv = compareStores(stores, options + QStringList{"--format", "csv"});
    QVERIFY(csv.output.contains(",both,main > solve,1,0.9"));
    QVERIFY(csv.output.contains(",main > solve.isra.0\n"));
    const Said text = compareStores(stores, options);
    QVERIFY2(
        text.output.contains("main > solve ≈ main > solve.isra.0 (guessed, 0.9"),
        qPrintable(text.output));
    QVERIFY(text.output.contains("only in B: 0, guessed: 2\n"));
}

void TestRunCompare::renamedFunctionsAreGuessedByTheirPaths()
{
    const Planted renamed{.solve = "solve.isra.0"};
    const Said json = compareJson({}, renamed, 1, {"--match", "structure"});
    QCOMPARE(json.status, 0);
    const QJsonObject row = json.row("solve");
    QCOMPARE(row["guessed"].toInt(), 1);
    QCOMPARE(row["name_b"].toString(), QStringLiteral("solve.isra.0"));
    QCOMPARE(row["verdict"].toString(), QStringLiteral("same"));
    QCOMPARE(json.json()["result"].toObject()["guessed"].toInt(), 1);
    QCOMPARE(compareJson({}, renamed, 1, {}).row("solve")["in"].toString(), "only-a");
}

void TestRunCompare::matchByNameUndoesGuesses()
{
    const Planted renamed{.solve = "solve.isra.0"};
    const Said plain = compareJson({}, renamed, 1, {"--by", "path"});
    const Said byName = compareJson({}, renamed, 1, {"--by", "path", "--match", "name"});
    QCOMPARE(byName.output, plain.output);
    QCOMPARE(plain.row("main > solve")["in"].toString(), QStringLiteral("only-a"));
    QVERIFY(plain.row("main > solve")["likeness"].isNull());
    QCOMPARE(plain.json()["result"].toObject()["guessed"].toInt(), 0);
    // Where nothing was renamed there is nothing to guess.
    const Said same = compareJson({}, {.factor = 2}, 1, {"--by", "path"});
    QCOMPARE(
        compareJson({}, {.factor = 2}, 1, {"--by", "path", "--match", "structure"}).output,
        same.output);
}

void TestRunCompare::aRunWithItselfDiffersInNothing()
{
    const Store store = PlantedRun(1, {}).make();
    const Said said =
        compareStores({store, store}, {"--format", "json", "--gate", "total<=+0%;length<=+0ns"});
    QCOMPARE(said.status, 0);
    QCOMPARE(said.complaint, QString());
    const QJsonArray rows = said.json()["result"].toObject()["rows"].toArray();
    QCOMPARE(rows.size(), 4);
    QVERIFY(std::ranges::all_of(rows, [](const QJsonValue& row) {
        return row.toObject()["difference_ns"] == 0 && row.toObject()["share"].isNull();
    }));
    QVERIFY(said.json()["comparability"].toObject()["differences"].toArray().isEmpty());
}

void TestRunCompare::anEmptyTraceIsComparedToo()
{
    const Said said = compareStores(
        {emptyTrace(), PlantedRun(1, {}).make()},
        {"--format", "json", "--gate", "function:solve<+1%"});
    QCOMPARE(said.status, kWrongUsage);
    QVERIFY(said.complaint.contains("A has no function 'solve'"));
    QCOMPARE(said.json()["result"].toObject()["only_b"].toInt(), 4);
    QVERIFY(said.json()["result"].toObject()["total_ratio"].isNull());
    QCOMPARE(compareStores({emptyTrace(), emptyTrace()}, {}).status, 0);
}

void TestRunCompare::gatesDecideTheStatus_data()
{
    QTest::addColumn<QString>("gate");
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("complaint");
    QTest::newRow("kept") << "total<+60%; function:setup<+5%" << 0 << "";
    QTest::newRow("broken") << "total<+60%; function:solve<+5%" << 1
                            << "the rule 'function:solve<+5%' is broken: ";
    QTest::newRow("not there") << "function:nothing<+5%" << 2
                               << "neither A nor B has a function 'nothing'";
    QTest::newRow("worst") << "function:nothing<+5%;total<+1%" << 1
                           << "the rule 'total<+1%' is broken";
}

void TestRunCompare::gatesDecideTheStatus()
{
    QFETCH(QString, gate);
    QFETCH(int, status);
    QFETCH(QString, complaint);
    const Said said = compareJson({}, {.factor = 1.5}, 7, {"--gate", gate});
    QCOMPARE(said.status, status);
    QVERIFY2(said.complaint.contains(complaint), qPrintable(said.complaint));
    const QJsonObject all = said.json()["gate"].toObject();
    QCOMPARE(all["rules"].toArray().size(), gate.count('<'));
    QVERIFY(!all["rules"].toArray()[0].toObject()["says"].toString().isEmpty());
    QVERIFY(!said.json()["result"].toObject()["rows"].toArray().isEmpty());
}

void TestRunCompare::wrongUsageIsASentence_data()
{
    QTest::addColumn<int>("traces");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QString>("part");
    QTest::newRow("one trace") << 1 << QStringList() << "compare takes two traces, A and B, not 1";
    QTest::newRow("three traces") << 3 << QStringList()
                                  << "compare takes two traces, A and B, not 3";
    QTest::newRow("two and a file")
        << 2 << QStringList{"--baseline-file", "x"} << "--baseline-file goes with one trace, not 2";
    QTest::newRow("two to keep") << 2 << QStringList{"--write-baseline", "x"}
                                 << "--write-baseline goes with one trace, not 2";
    QTest::newRow("both") << 1 << QStringList{"--baseline-file", "x", "--write-baseline", "y"}
                          << "give one of the two";
    QTest::newRow("gate of one") << 1 << QStringList{"--write-baseline", "y", "--gate", "total<+1%"}
                                 << "--gate needs two runs";
    QTest::newRow("paths of a file") << 1 << QStringList{"--baseline-file", "x", "--by", "path"}
                                     << "a baseline file has no call paths";
    QTest::newRow("structure of a file")
        << 1 << QStringList{"--baseline-file", "x", "--match", "structure"}
        << "--match structure needs two traces";
    QTest::newRow("by") << 2 << QStringList{"--by", "region"}
                        << "--by of compare is one of function, group, path, not 'region'";
    QTest::newRow("match of groups") << 2 << QStringList{"--by", "group", "--match", "structure"}
                                     << "--match structure goes with --by function and --by path";
    QTest::newRow("match") << 2 << QStringList{"--by", "path", "--match", "likeness"}
                           << "--match of compare is one of name, structure, not 'likeness'";
    QTest::newRow("scaling") << 2 << QStringList{"--scaling", "weak"}
                             << "--scaling goes with --series";
    QTest::newRow("picture") << 2 << QStringList{"--format", "svg"}
                             << "--format svg is of compare --series only";
    QTest::newRow("gate") << 2 << QStringList{"--gate", "solve<+1%"}
                          << "the rule 'solve<+1%' is about";
    QTest::newRow("empty gate") << 2 << QStringList{"--gate", ""} << "--gate takes rules such as";
    QTest::newRow("offset") << 2 << QStringList{"--offset", "a.otf2=1s"}
                            << "--offset does not go with compare";
    QTest::newRow("columns") << 2 << QStringList{"--columns", "5"}
                             << "--metric and --columns go with compare --by counter";
    QTest::newRow("window") << 2 << QStringList{"--window", "5s:1s"} << "--window 5s:1s ";
    QTest::newRow("no such function") << 2 << QStringList{"--functions", "nothing"}
                                      << "'a.otf2': no function has 'nothing' in its name";
}

void TestRunCompare::wrongUsageIsASentence()
{
    QFETCH(int, traces);
    QFETCH(QStringList, options);
    QFETCH(QString, part);
    const std::vector<Store> stores(static_cast<std::size_t>(traces), PlantedRun(1, {}).make());
    const Said said = compareStores(stores, options);
    QCOMPARE(said.status, kWrongUsage);
    QVERIFY2(said.complaint.contains(part), qPrintable(said.complaint));
    QCOMPARE(said.complaint.count('\n'), 1);
    QCOMPARE(said.output, QString());
}

void TestRunCompare::aTraceThatIsMissingIsStatusThree()
{
    const Store store = PlantedRun(1, {}).make();
    const Said first = compareStores({nullptr, store}, {"--gate", "total<+1%"});
    QCOMPARE(first.status, kTraceUnreadable);
    QCOMPARE(first.complaint, QStringLiteral("vellum-query: there is no trace 'a.otf2'\n"));
    const Said second = compareStores({store, nullptr}, {});
    QCOMPARE(second.status, kTraceUnreadable);
    QCOMPARE(second.complaint, QStringLiteral("vellum-query: there is no trace 'b.otf2'\n"));
    const Said file = compareStores({store}, {"--baseline-file", "/nowhere/baseline.json"});
    QCOMPARE(file.status, kTraceUnreadable);
    QVERIFY(file.complaint.contains("there is no baseline file '/nowhere/baseline.json'"));
    QCOMPARE(file.output, QString());
}

void TestRunCompare::tooManyDurationsAreTakenLessPreciselyOrNotAtAll()
{
    const auto said = [](std::uint32_t bits) {
        const Store store = PlantedRun(1, {}).make();
        return compareStores({store, store}, {"--format", "json"}, bits);
    };
    const Said some = said(7);
    QCOMPARE(some.status, kAnswered);
    QVERIFY2(some.complaint.contains("7 bits of each are compared"), qPrintable(some.complaint));
    QVERIFY(some.output.contains(QRegularExpression(R"("verdict": ?"same")")));
    const Said none = said(5);
    QCOMPARE(none.status, kAnswered);
    QVERIFY2(none.complaint.contains("no visits are compared"), qPrintable(none.complaint));
    QVERIFY(!none.output.contains(QRegularExpression(R"("verdict": ?"same")")));
    QVERIFY(none.output.contains(QRegularExpression(R"("verdict": ?"too-few")")));
}

void TestRunCompare::csvAndTextHaveTheRows()
{
    const std::vector<Store> stores{PlantedRun(1, {}).make(), PlantedRun(2, {.factor = 2}).make()};
    const Said csv = compareStores(stores, {"--format", "csv", "--limit", "2"});
    const QStringList lines = csv.output.split('\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 3);
    QVERIFY(lines[0].startsWith("difference_ns,difference_seconds,share,"));
    QVERIFY(lines[1].endsWith(",both,solve,0,1,"));
    QCOMPARE(lines[0].count(','), lines[1].count(','));
    QVERIFY2(
        csv.complaint.contains("2 of 4 rows shown: --limit cut the list"),
        qPrintable(csv.complaint));
    const Said text = compareStores(stores, {"--limit", "2"});
    QVERIFY(text.output.contains("compare of A, a.otf2, and B, b.otf2"));
    QVERIFY(text.output.contains("slower"));
    QVERIFY(text.output.contains("the first 2 are shown, --limit shows more"));
    QVERIFY(!text.output.contains("nan") && !text.output.contains("inf "));
}

void TestRunCompare::aBaselineStandsForItsTrace()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath("baseline.json");
    const Store a = PlantedRun(1, {}).make();
    const Store b = PlantedRun(2, {.factor = 1.5}).make();
    const Said kept = compareStores({a}, {"--write-baseline", file});
    QCOMPARE(kept.status, 0);
    QCOMPARE(kept.output, QString());
    QVERIFY(kept.complaint.contains("keeps 4 functions of 'a.otf2'"));
    QCOMPARE(
        QFile::permissions(file)
            & (QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther),
        QFile::Permissions());
    const Said said = compareStores(
        {b}, {"--baseline-file", file, "--format", "json", "--gate", "function:solve<+5%"});
    QCOMPARE(said.status, kCheckFailed);
    const Said traces = compareStores({a, b}, {"--format", "json"});
    for (const char* key :
         {"exclusive_a_ns", "exclusive_b_ns", "difference_ns", "visits_a", "verdict"}) {
        QVERIFY(said.row("solve").contains(key));
        QCOMPARE(said.row("solve")[key], traces.row("solve")[key]);
    }
    QCOMPARE(said.row("solve")["samples_a"].toInt(), 100);
    const Said other = compareStores({b}, {"--baseline-file", file, "--window", "1us:"});
    QVERIFY2(
        other.complaint.contains("window: all in A, '1us:' in B"), qPrintable(other.complaint));
}

void TestRunCompare::windowsAndFiltersHoldForBoth()
{
    const Said said =
        compareJson({}, {}, 1, {"--functions", "^(solve|exchange)$", "--locations", "0"});
    QVERIFY(said.row("main").isEmpty());
    QCOMPARE(said.row("solve")["visits_a"].toInt(), 40);
    QCOMPARE(said.json()["a"].toObject()["locations"].toInt(), 1);
    const Said part = compareJson({}, {}, 1, {"--window", ":20us"});
    QVERIFY(part.row("solve")["visits_a"].toInt() < 20);
    QCOMPARE(part.json()["result"].toObject()["length_a_ns"].toInt(), 20'000);
}

VELLUM_TEST_APPLESS(TestRunCompare)
#include "test_run_compare.moc"
