#include "common/values/sidecar/reader.h"
#include "server/cli/options.h"
#include "server/cli/values/flow_dot.h"
#include "server/cli/values/values_command.h"
#include "tests/support/program/test_program.h"
#include "tests/unit/common/values/sidecar/contents.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include <fstream>
#include <iostream>
#include <sstream>

using namespace vellum::server::cli;  // NOLINT(google-build-using-namespace): a test

namespace {

struct Answer {
    int status = 0;
    QString out;
    QString error;
};

/// What the program says to `vellum-query values WORDS`.
Answer answerTo(const QStringList& words)
{
    std::vector<std::string> texts{"vellum-query", "values"};
    for (const QString& word : words) {
        texts.push_back(word.toStdString());
    }
    std::vector<const char*> arguments;
    arguments.reserve(texts.size());
    for (const std::string& text : texts) {
        arguments.push_back(text.c_str());
    }
    std::ostringstream out;
    const std::ostringstream error;
    auto* const before = std::cerr.rdbuf(error.rdbuf());
    const int status = valuesCommand(static_cast<int>(arguments.size()), arguments.data(), out);
    std::cerr.rdbuf(before);
    return {
        .status = status,
        .out = QString::fromStdString(out.str()),
        .error = QString::fromStdString(error.str())};
}

}  // namespace

class TestValuesCommand : public QObject {
    Q_OBJECT

    QTemporaryDir m_temporary;
    QString m_sound;
    QString m_damaged;

private slots:
    void initTestCase();
    void aFlowIsWrittenForGraphviz();
    void aSoundFileIsAnsweredWithZero();
    void aDamagedFileIsAnsweredWithOne();
    void ofSeveralFilesTheWorstCounts();
    void jsonAndCsvHaveTheFindings();
    void whatIsNoSideCarIsThree();
    void wrongUsageIsTwo();
    void theFirstWordDecides();
    void questionsAreThoseOfTraces();
};

void TestValuesCommand::initTestCase()
{
    const auto contents = vellum::tests::soundRun(1);
    m_sound = m_temporary.filePath("sound.vps");
    m_damaged = m_temporary.filePath("damaged.vps");
    vellum::tests::writeSideCar(contents, m_sound.toStdString());
    vellum::tests::writeSideCar(contents, m_damaged.toStdString());
    const auto sideCar = vellum::values::sidecar::SideCar::open(m_damaged.toStdString()).value();
    const std::uint64_t offset = sideCar->chunks().back().offset;
    std::fstream file(m_damaged.toStdString(), std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(offset + 40));
    file.put('\x7F');
}

void TestValuesCommand::aFlowIsWrittenForGraphviz()
{
    using namespace vellum::query;  // NOLINT(google-build-using-namespace): rows of it
    ValuesFlow flow;
    flow.vertices = {
        {.id = 3, .kind = FlowVertexKind::Allocation, .name = "a \"b\"\n\\"},
        {.id = 4, .kind = FlowVertexKind::Function, .name = "f"}};
    flow.edges = {
        {.from = 3,
         .to = 4,
         .type = FlowEdgeType::Write,
         .object = "o",
         .bytes = 4,
         .unchangedBytes = 3},
        {.from = 3, .to = 4, .type = FlowEdgeType::Read, .object = "o", .bytes = 4}};
    std::ostringstream out;
    writeFlowAsDot(out, flow);
    QCOMPARE(
        out.str(),
        std::string("digraph values {\n"
                    "  v3 [shape=box, label=\"a \\\"b\\\" \\\\\"]\n"
                    "  v4 [shape=ellipse, label=\"f\"]\n"
                    "  v3 -> v4 [label=\"o, 4 bytes, 75.0 % unchanged\", style=dashed]\n"
                    "  v3 -> v4 [label=\"o, 4 bytes\", color=gray50]\n"
                    "}\n"));
}

void TestValuesCommand::aSoundFileIsAnsweredWithZero()
{
    const Answer answer = answerTo({"verify", m_sound});
    QCOMPARE(answer.status, kAnswered);
    QVERIFY(answer.error.isEmpty());
    QVERIFY(answer.out.endsWith("\nsound\n"));
    QVERIFY(answer.out.contains(QRegularExpression("\nACCESS +\\d+ +120\n")));
}

void TestValuesCommand::aDamagedFileIsAnsweredWithOne()
{
    const Answer answer = answerTo({"verify", m_damaged});
    QCOMPARE(answer.status, kCheckFailed);
    QVERIFY(answer.error.isEmpty());
    QVERIFY(answer.out.contains("error damaged-chunk: 1\n  '" + m_damaged + "': chunk at "));
    QVERIFY(answer.out.endsWith("\ndamaged\n"));
}

void TestValuesCommand::ofSeveralFilesTheWorstCounts()
{
    const Answer both = answerTo({"verify", m_sound, m_damaged});
    QCOMPARE(both.status, 1);
    QVERIFY(both.out.startsWith(m_sound + ":\n"));
    QCOMPARE(
        both.out.count(
            QRegularExpression("^(sound|damaged)$", QRegularExpression::MultilineOption)),
        2);
    const Answer missing =
        answerTo({"verify", m_sound, m_temporary.filePath("none.vps"), m_damaged});
    QCOMPARE(missing.status, 3);
    QVERIFY(missing.out.contains(m_damaged + ":\n"));
    const Answer csv = answerTo({"verify", m_sound, m_sound, "--format", "csv"});
    QCOMPARE(csv.status, 2);
    QVERIFY(csv.error.contains("--format json and csv are for one file"));
}

void TestValuesCommand::jsonAndCsvHaveTheFindings()
{
    const Answer json = answerTo({"verify", m_damaged, "--format", "json"});
    QCOMPARE(json.status, kCheckFailed);
    const QJsonObject whole = QJsonDocument::fromJson(json.out.toUtf8()).object();
    QCOMPARE(whole["schema"].toString(), QString("vellum/1"));
    QCOMPARE(whole["query"].toString(), QString("values verify"));
    QCOMPARE(whole["trace"]["path"].toString(), m_damaged);
    const QJsonObject result = whole["result"].toObject();
    QCOMPARE(result["sound"].toBool(true), false);
    QCOMPARE(result["finished"].toBool(false), true);
    QCOMPARE(result["run_id"].toString(), QString("01020300000000000000000000000000"));
    const QJsonObject finding = result["findings"].toArray().at(0).toObject();
    QCOMPARE(finding["kind"].toString(), QString("damaged-chunk"));
    QCOMPARE(finding["count"].toInt(), 1);
    const QString example = finding["examples"].toArray().at(0).toString();
    QVERIFY(example.contains("does not fit its checksum"));

    const Answer csv = answerTo({"verify", "--format", "csv", m_damaged});
    QCOMPARE(csv.status, kCheckFailed);
    QVERIFY(csv.out.startsWith("kind,severity,count,example\ndamaged-chunk,error,1,"));
    QCOMPARE(
        answerTo({"verify", "--format", "csv", m_sound}).out,
        QString("kind,severity,count,example\n"));
}

void TestValuesCommand::whatIsNoSideCarIsThree()
{
    const QString other = m_temporary.filePath("other.vps");
    std::ofstream(other.toStdString()) << std::string(100, 'x');
    const Answer answer = answerTo({"verify", other});
    QCOMPARE(answer.status, kTraceUnreadable);
    QVERIFY(answer.out.isEmpty());
    QCOMPARE(
        answer.error,
        "vellum-query: '" + other + "' is no side-car: it does not begin with VLMVALUE\n");
    QCOMPARE(answerTo({"verify", m_temporary.filePath("none")}).status, kTraceUnreadable);
    QCOMPARE(answerTo({"verify", m_temporary.path()}).status, kTraceUnreadable);
}

void TestValuesCommand::wrongUsageIsTwo()
{
    QVERIFY(answerTo({}).error.contains("values needs a word: summary, "));
    QCOMPARE(answerTo({}).status, kWrongUsage);
    const Answer unknown = answerTo({"verfy", m_sound});
    QCOMPARE(unknown.status, kWrongUsage);
    QVERIFY(unknown.error.contains("there is no values verfy, but summary, "));
    QCOMPARE(answerTo({"verify"}).status, kWrongUsage);
    QCOMPARE(answerTo({"verify", m_sound, "--format", "xml"}).status, kWrongUsage);
    QCOMPARE(answerTo({"verify", m_sound, "--files"}).status, kWrongUsage);
    QCOMPARE(answerTo({"--help"}).status, kAnswered);
    QVERIFY(answerTo({"--help"}).out.contains("verify"));
}

void TestValuesCommand::theFirstWordDecides()
{
    const std::array<const char*, 3> asked{"vellum-query", "values", "verify"};
    const std::array<const char*, 3> other{"vellum-query", "profile", "values"};
    QVERIFY(isValuesCommand(3, asked.data()));
    QVERIFY(!isValuesCommand(3, other.data()));
    QVERIFY(!isValuesCommand(1, asked.data()));
}

/// Words about a trace are questions of vellum-query like all others.
void TestValuesCommand::questionsAreThoseOfTraces()
{
    std::vector<const char*> objects{"vellum-query", "values", "objects", "a.otf2"};
    putInOneWord(objects);
    QCOMPARE(objects.size(), std::size_t{5});
    QCOMPARE(QString(objects[1]), QString("values-summary"));
    QCOMPARE(QString(objects[2]), QString("a.otf2"));
    QCOMPARE(QString(objects[4]), QString("object"));
    std::vector<const char*> verify{"vellum-query", "values", "verify", "a.vps"};
    putInOneWord(verify);
    QCOMPARE(QString(verify[1]), QString("values"));
    std::vector<const char*> other{"vellum-query", "profile", "objects"};
    putInOneWord(other);
    QCOMPARE(other.size(), std::size_t{3});
}

VELLUM_TEST_GUILESS(TestValuesCommand)

#include "test_values_command.moc"
