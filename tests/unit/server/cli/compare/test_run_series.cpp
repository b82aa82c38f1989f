#include "server/cli/compare/run_compare.h"
#include "server/cli/options.h"
#include "tests/support/program/test_program.h"
#include "tests/unit/server/cli/compare/planted_runs.h"
#include "tests/unit/server/cli/store_backend.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QString>
#include <QStringList>
#include <QXmlStreamReader>

#include <algorithm>
#include <iostream>
#include <sstream>
#include <vector>

using namespace vellum;       // NOLINT(google-build-using-namespace): a test across a few rooms
using namespace server::cli;  // NOLINT(google-build-using-namespace)
using tests::PlantedRun;

namespace {

using Store = std::shared_ptr<const server::store::TraceStore>;

struct Said {
    int status = 0;
    QString output;
    QString complaint;

    [[nodiscard]] QJsonObject result() const
    {
        return QJsonDocument::fromJson(output.toUtf8()).object()["result"].toObject();
    }
};

/// A trace in memory under any name; without one it cannot be opened.
class OneTrace : public QueryBackend {
public:
    explicit OneTrace(Store store) : m_store(std::move(store)) {}

    Result<OpenedTrace> open(const vellum::query::TraceSelection& selection) override
    {
        if (m_store == nullptr) {
            return Error{
                .kind = ErrorKind::NotFound,
                .message = "there is no trace '" + selection.name() + "'"};
        }
        m_backend = std::make_unique<tests::StoreBackend>(m_store, 1);
        return m_backend->open(selection);
    }
    Result<vellum::query::Answer> ask(const vellum::query::Request& request) override
    {
        if (std::holds_alternative<vellum::query::TableRequest>(request)) {
            return Error{.message = "a series asks for durations of visits"};
        }
        return m_backend->ask(request);
    }

private:
    Store m_store;
    std::unique_ptr<tests::StoreBackend> m_backend;
};

Said series(
    const std::vector<Store>& stores,
    const QStringList& options,
    const std::vector<std::string>& names = {})
{
    std::vector<std::string> words{"vellum-query", "compare", "--series"};
    for (std::size_t i = 0; i < stores.size(); ++i) {
        words.push_back(i < names.size() ? names[i] : "r" + std::to_string(i) + ".otf2");
    }
    for (const QString& option : options) {
        words.push_back(option.toStdString());
    }
    std::vector<const char*> arguments;
    std::ranges::transform(words, std::back_inserter(arguments), &std::string::c_str);
    std::ostringstream errors;
    std::streambuf* const before = std::cerr.rdbuf(errors.rdbuf());
    const auto parsed = parseCommandLine(static_cast<int>(arguments.size()), arguments.data());
    std::size_t next = 0;
    const MakeBackend make = [&] { return std::make_unique<OneTrace>(stores[next++]); };
    std::ostringstream out;
    const int status =
        parsed.exitStatus ? *parsed.exitStatus : runCompare(parsed.options, make, out);
    std::cerr.rdbuf(before);
    return {
        .status = status,
        .output = QString::fromStdString(out.str()),
        .complaint = QString::fromStdString(errors.str())};
}

Store ranks(std::uint32_t count)
{
    return PlantedRun(count, {.ranks = count}).make();
}

Store empty()
{
    return tests::traceFromText("location 0 nothing\nlength 0\n");
}

QString xmlErrorOf(const QString& svg)
{
    QXmlStreamReader reader(svg);
    while (!reader.atEnd()) {
        reader.readNext();
        if (reader.isStartElement() && reader.name() == QStringLiteral("script")) {
            return QStringLiteral("a script");
        }
    }
    return reader.errorString();
}

}  // namespace

class TestRunSeries : public QObject {
    Q_OBJECT

private slots:
    void runsAreByRanksThenAsGiven();
    void locationsAndFiltersHoldForEach();
    void oneTraceThatCannotBeReadIsNamedAndNothingIsPrinted();
    void wrongUsageIsASentence_data();
    void wrongUsageIsASentence();
    void aRunOfNothingHasNoNumbers();
    void sixtyFourRunsArePrintedInAllFormats();
    void hostileNamesStayText();
    void whatTheTableShowsIsNotComplainedOf();
};

void TestRunSeries::runsAreByRanksThenAsGiven()
{
    const Said said = series({ranks(4), ranks(2), ranks(4), ranks(1)}, {"--format", "json"});
    QCOMPARE(said.status, 0);
    QStringList paths;
    for (const auto run : said.result()["runs"].toArray()) {
        paths.push_back(run.toObject()["path"].toString());
    }
    QCOMPARE(paths, (QStringList{"r3.otf2", "r1.otf2", "r0.otf2", "r2.otf2"}));
    const QJsonArray rows = said.result()["rows"].toArray();
    QCOMPARE(rows.size(), 4);
    const QJsonObject solve = rows[0].toObject();
    QCOMPARE(solve["name"].toString(), QStringLiteral("solve"));
    QVERIFY(std::abs(solve["slope"].toDouble() - 1) < 0.05);  // each rank does as much
    QCOMPARE(solve["runs"].toArray().size(), 4);
}

void TestRunSeries::locationsAndFiltersHoldForEach()
{
    const Said said = series(
        {ranks(4), ranks(2)}, {"--format", "json", "--locations", "0", "--functions", "solve"});
    const QJsonArray runs = said.result()["runs"].toArray();
    QCOMPARE(runs[0].toObject()["ranks"].toInt(), 1);
    QCOMPARE(runs[1].toObject()["ranks"].toInt(), 1);
    QCOMPARE(said.result()["rows"].toArray().size(), 1);
}

void TestRunSeries::oneTraceThatCannotBeReadIsNamedAndNothingIsPrinted()
{
    const Said said = series({ranks(1), ranks(2), nullptr}, {});
    QCOMPARE(said.status, kTraceUnreadable);
    QCOMPARE(said.complaint, QStringLiteral("vellum-query: there is no trace 'r2.otf2'\n"));
    QCOMPARE(said.output, QString());
}

void TestRunSeries::wrongUsageIsASentence_data()
{
    QTest::addColumn<int>("traces");
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QString>("part");
    QTest::newRow("one") << 1 << QStringList() << "--series takes 2 to 64 traces, not 1";
    QTest::newRow("65") << 65 << QStringList() << "--series takes 2 to 64 traces, not 65";
    QTest::newRow("gate") << 2 << QStringList{"--gate", "total<+1%"}
                          << "--gate is about two runs, and does not go with --series";
    QTest::newRow("baseline") << 2 << QStringList{"--baseline-file", "x"}
                              << "--baseline-file is about two runs";
    QTest::newRow("write") << 2 << QStringList{"--write-baseline", "x"}
                           << "--write-baseline is about two runs";
    QTest::newRow("match") << 2 << QStringList{"--by", "path", "--match", "structure"}
                           << "--match is about two runs";
    QTest::newRow("by") << 2 << QStringList{"--by", "region"}
                        << "--by of compare is one of function, group, path";
    QTest::newRow("scaling") << 2 << QStringList{"--scaling", "odd"}
                             << "--scaling takes strong or weak";
    QTest::newRow("dot") << 2 << QStringList{"--format", "dot"} << "--format dot is of values flow";
}

void TestRunSeries::wrongUsageIsASentence()
{
    QFETCH(int, traces);
    QFETCH(QStringList, options);
    QFETCH(QString, part);
    const Said said = series(std::vector<Store>(static_cast<std::size_t>(traces)), options);
    QCOMPARE(said.status, kWrongUsage);
    QVERIFY2(said.complaint.contains(part), qPrintable(said.complaint));
    QCOMPARE(said.complaint.count('\n'), 1);
    QCOMPARE(said.output, QString());
}

void TestRunSeries::aRunOfNothingHasNoNumbers()
{
    const std::vector<Store> stores{empty(), ranks(2), ranks(4)};
    const Said json = series(stores, {"--format", "json"});
    QCOMPARE(json.status, 0);
    const QJsonObject first = json.result()["runs"].toArray()[0].toObject();
    QCOMPARE(first["total_ns"].toInt(), 0);
    QVERIFY(first.contains("mpi_share") && first["mpi_share"].isNull());
    QVERIFY(json.result()["rows"].toArray()[0].toObject()["slope"].isNull());
    for (const char* format : {"text", "csv", "svg"}) {
        const Said said = series(stores, {"--format", format});
        QCOMPARE(said.status, 0);
        const bool isFinite = !said.output.contains("nan") && !said.output.contains("inf\"");
        QVERIFY2(isFinite, qPrintable(said.output));
    }
    QCOMPARE(xmlErrorOf(series({empty(), empty()}, {"--format", "svg"}).output), QString());
}

void TestRunSeries::sixtyFourRunsArePrintedInAllFormats()
{
    const std::vector<Store> stores(64, ranks(3));
    const Said csv = series(stores, {"--format", "csv"});
    const QStringList lines = csv.output.split('\n');
    QCOMPARE(lines.size(), 1 + 64 + 1 + 1 + 4 + 1);
    QCOMPARE(lines[66].count(','), 1 + 3 * 64);
    QCOMPARE(lines[67].count(','), lines[66].count(','));
    QVERIFY(lines[66].startsWith("name,slope,exclusive_ns_1,exclusive_seconds_1,share_1,"));
    const Said text = series(stores, {"--limit", "1"});
    QVERIFY(text.output.contains("rows in all: 4; the first 1 are shown, --limit shows more"));
    const Said svg = series(stores, {"--format", "svg"});
    QCOMPARE(xmlErrorOf(svg.output), QString());
    QVERIFY(svg.output.contains("run 64, 3 ranks"));
}

void TestRunSeries::hostileNamesStayText()
{
    const std::string name =
        "</text><script>alert(1)</script>&\"'\x01\xff\xef\xbf\xbf\n" + std::string(5000, 'x');
    const Said said =
        series({ranks(1), ranks(2)}, {"--format", "svg"}, {name, "b\xf0\x9f\x98\x80"});
    QCOMPARE(said.status, 0);
    QCOMPARE(xmlErrorOf(said.output), QString());
    QVERIFY(said.output.contains("&lt;/text&gt;&lt;script&gt;"));
    QVERIFY(said.output.size() < 20'000);
}

void TestRunSeries::whatTheTableShowsIsNotComplainedOf()
{
    const Said said = series(
        {ranks(1), PlantedRun(3, {.solve = "other", .ranks = 2}).make()}, {"--format", "json"});
    QCOMPARE(
        said.complaint,
        QStringLiteral("vellum-query: functions that only one has: 1, 'solve' in run 1, 1, "
                       "'other' in run 2\n"));
    const QJsonArray all =
        QJsonDocument::fromJson(said.output.toUtf8()).object()["comparability"].toArray();
    QCOMPARE(all.size(), 1);
    QVERIFY(all[0].toObject()["differences"].toArray().size() > 1);
}

VELLUM_TEST_APPLESS(TestRunSeries)
#include "test_run_series.moc"
