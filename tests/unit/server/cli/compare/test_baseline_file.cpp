#include "server/cli/compare/baseline_file.h"
#include "tests/support/program/test_program.h"

#include <QByteArray>
#include <QFile>
#include <QIODevice>
#include <QString>
#include <QTemporaryDir>

#include <numeric>
#include <random>
#include <string>

using namespace vellum;       // NOLINT(google-build-using-namespace): a test across a few rooms
using namespace server::cli;  // NOLINT(google-build-using-namespace)
using compare::Run;

namespace {

Run someRun()
{
    Run run{
        .facts = {
            .name = "a \"trace\"",
            .format = "OTF2",
            .locations = 4,
            .locationGroups = 2,
            .ticksPerSecond = 1'000'000'000,
            .lengthNs = 99,
            .window = "1s:",
            .chosen = "0",
            .filter = "functions f"}};
    run.functions = {
        {.name = "f<int, \"x\">",
         .visits = ~std::uint64_t{0},
         .inclusiveNs = 9'000'000'000'000'000'000,
         .exclusiveNs = 5,
         .durationsNs = {0.5, 2, 2, 1e12}},
        {.name = "g", .visits = 1, .inclusiveNs = 1, .exclusiveNs = 1}};
    run.groups = {
        {.name = "MPI", .visits = 1, .inclusiveNs = 1, .exclusiveNs = 1, .durationsNs = {1}}};
    return run;
}

}  // namespace

class TestBaselineFile : public QObject {
    Q_OBJECT

    [[nodiscard]] QString file() const { return m_folder.filePath("baseline.json"); }
    [[nodiscard]] Result<Run> read() const { return readBaseline(file().toStdString()); }
    void put(const QByteArray& bytes) const
    {
        QFile out(file());
        QVERIFY(out.open(QIODevice::WriteOnly));
        QCOMPARE(out.write(bytes), bytes.size());
    }
    [[nodiscard]] QByteArray written() const
    {
        QFile in(file());
        const bool isDone = writeBaseline(file().toStdString(), someRun()).isOk();
        return isDone && in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
    }
    QTemporaryDir m_folder;

private slots:
    void whatIsWrittenIsRead();
    void ofManyDurationsSomeAreKept();
    void wrongFilesAreASentence_data();
    void wrongFilesAreASentence();
    void cutAndFlippedFilesDoNoHarm();
    void whatIsNoFileIsNotRead();
    void whereNoFileCanBeIsASentence();
};

void TestBaselineFile::whatIsWrittenIsRead()
{
    QVERIFY(!written().isEmpty());
    auto run = read();
    QVERIFY2(run.isOk(), run.isOk() ? "" : run.error().message.c_str());
    QCOMPARE(run.value().facts.name, file().toStdString());
    run.value().facts.name = someRun().facts.name;
    QVERIFY(run.value() == someRun());
}

void TestBaselineFile::ofManyDurationsSomeAreKept()
{
    Run run = someRun();
    run.functions[0].durationsNs.resize(10'000);
    std::iota(run.functions[0].durationsNs.begin(), run.functions[0].durationsNs.end(), 1.0);
    QVERIFY(writeBaseline(file().toStdString(), run).isOk());
    const auto kept = read();
    QVERIFY(kept.isOk());
    const auto& durations = kept.value().functions[0].durationsNs;
    QCOMPARE(durations.size(), kMostKeptDurations);
    QCOMPARE(durations.front(), 51.0);
    QCOMPARE(durations.back(), 9'951.0);
}

void TestBaselineFile::wrongFilesAreASentence_data()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<QString>("part");
    const auto row = [](const char* name, const char* from, const char* to, const char* part) {
        QTest::newRow(name) << QByteArray(from) << QByteArray(to) << QString(part);
    };
    row("other schema", "vellum-baseline/1", "vellum/1", "is no baseline of vellum-query");
    row("newer", "vellum-baseline/1", "vellum-baseline/2", "of the kind 'vellum-baseline/2'");
    row("no run", "\"run\"", "\"walk\"", "has no object 'run'");
    row("no functions",
        "\"functions\"",
        "\"function\"",
        "has no 'functions' in the file that is a list");
    row("negative",
        "\"exclusive_ns\":5",
        "\"exclusive_ns\":-5",
        "has no 'exclusive_ns' in functions[0] that is nanoseconds, 0 or more");
    row("fraction", "\"locations\":4", "\"locations\":4.5", "has no 'locations' in 'run'");
    row("too large", "9000000000000000000", "9900000000000000000", "has no 'inclusive_ns'");
    row("text", "\"name\":\"g\"", "\"name\":7", "has no 'name' in functions[1] that is a text");
    row("twice", "\"name\":\"f<int, \\\"x\\\">\"", "\"name\":\"g\"", "has 'g' twice in functions");
    row("no duration", "[0.5,2,2", "[0,2,2", "at most 10,000 ascending numbers above 0");
    row("unordered", "[0.5,2,2", "[0.5,3,2", "ascending");
    row("words", "[0.5,2,2", "[0.5,\"2\",2", "ascending");
    row("list of numbers", "\"groups\":[", "\"groups\":[5,", "has no object at groups[0]");
    row("flag", "\"damaged\":false", "\"damaged\":0", "true or false");
    row("no JSON", "{", "", "is no JSON: ");
}

void TestBaselineFile::wrongFilesAreASentence()
{
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QFETCH(QString, part);
    QByteArray bytes = written();
    QVERIFY(bytes.contains(from));
    bytes.replace(bytes.indexOf(from), from.size(), to);
    put(bytes);
    const auto run = read();
    QVERIFY(!run.isOk());
    const QString sentence = QString::fromStdString(run.error().message);
    QVERIFY2(sentence.contains(part), qPrintable(sentence));
    QVERIFY2(sentence.startsWith("the baseline '" + file() + "' "), qPrintable(sentence));
}

void TestBaselineFile::cutAndFlippedFilesDoNoHarm()
{
    const std::string whole = written().toStdString();
    const auto isRead = [](std::string_view text) {
        return parseBaseline(text, "baseline").isOk();
    };
    QVERIFY(isRead(whole));
    for (std::size_t size = 0; size + 1 < whole.size(); ++size) {  // the last one is a line feed
        QVERIFY(!isRead(std::string_view(whole).substr(0, size)));
    }
    std::mt19937 random(3);
    int refused = 0;
    for (int round = 0; round < 5000; ++round) {
        std::string text = whole;
        text[random() % text.size()] = static_cast<char>(random());
        refused += isRead(text) ? 0 : 1;
    }
    QVERIFY2(refused > 1000, qPrintable(QString::number(refused)));
    QVERIFY(!isRead(std::string(300'000, '[')));
}

void TestBaselineFile::whatIsNoFileIsNotRead()
{
    for (const char* path : {"/dev/zero", "/nowhere/at/all", "/"}) {
        const auto run = readBaseline(path);
        QVERIFY(!run.isOk());
        QCOMPARE(run.error().kind, ErrorKind::NotFound);
    }
    QFile large(m_folder.filePath("large"));
    QVERIFY(large.open(QIODevice::WriteOnly));
    QVERIFY(large.resize(static_cast<qint64>(kMostBaselineBytes) + 1));
    const auto run = readBaseline(large.fileName().toStdString());
    QVERIFY(!run.isOk());
    QVERIFY(run.error().message.find("of at most 64 MiB") != std::string::npos);
}

void TestBaselineFile::whereNoFileCanBeIsASentence()
{
    const auto result = writeBaseline("/nowhere/at/all", someRun());
    QVERIFY(!result.isOk());
    QCOMPARE(
        result.error().message,
        std::string("cannot write /nowhere/at/all: No such file or directory"));
}

VELLUM_TEST_APPLESS(TestBaselineFile)
#include "test_baseline_file.moc"
