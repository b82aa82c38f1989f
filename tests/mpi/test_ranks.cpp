#include "common/client/blocking_client.h"
#include "tests/generate/kineto_file.h"
#include "tests/generate/random_archive.h"
#include "tests/mpi/golden_archive.h"
#include "tests/mpi/mpi_server.h"
#include "tests/support/eventually.h"
#include "tests/support/every_request.h"
#include "tests/support/limit_requests.h"
#include "tests/support/recording_listener.h"

#include <QDirIterator>
#include <QTemporaryDir>
#include <QtTest/QtTest>

#include <algorithm>
#include <csignal>
#include <map>
#include <memory>
#include <vector>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test across a few rooms
using client::Connection;
using tests::eventually;
using tests::MpiServer;
using tests::RecordingListener;

namespace {

struct Printed {
    int status = -1;
    QByteArray output;
};

Printed run(const QString& program, const QStringList& arguments)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(
        qEnvironmentVariable("VELLUM_BIN_DIR") + QStringLiteral("/") + program, arguments);
    process.waitForFinished(60'000);
    return {
        .status = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
        .output = process.readAll()};
}

QDir goldens()
{
    return {qEnvironmentVariable("VELLUM_SOURCE_DIR") + QStringLiteral("/tests/query")};
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// The questions of one golden test, each in words.
QList<QStringList> questionsOf(const QString& golden)
{
    QList<QStringList> all;
    for (const QByteArray& line : contentOf(goldens().filePath(golden)).split('\n')) {
        if (!line.isEmpty() && !line.startsWith('#')) {
            all.append(QString::fromUtf8(line).split(QLatin1Char(' '), Qt::SkipEmptyParts));
        }
    }
    return all;
}

QStringList goldenQueries()
{
    return goldens().entryList({QStringLiteral("*.query")}, QDir::Files);
}

/// Those of all golden tests, and more that a larger trace allows.
QList<QStringList> questions()
{
    QList<QStringList> all;
    for (const QString& golden : goldenQueries()) {
        all.append(questionsOf(golden));
    }
    for (const char* more :
         {"timeline --columns 333 --format json",
          "summary-timeline --columns 40 --by region --format json",
          "profile --per-location --format json",
          "call-tree --format json",
          "search --name . --limit 500 --format json",
          "events --limit 2000 --format json",
          "counters --columns 50 --format json",
          "markers --format json",
          "launches --format json",
          "collectives --format json",
          "io --format json",
          "locations --format json",
          "matrix --by location --format json"}) {
        all.append(QString::fromLatin1(more).split(QLatin1Char(' ')));
    }
    return all;
}

/// Those that a trace of 300,000 events answers in little time.
QList<QStringList> largeQuestions()
{
    QList<QStringList> all;
    for (const char* words :
         {"timeline --columns 333 --format json",
          "profile --per-location --format json",
          "summary-timeline --columns 40 --by region --format json",
          "counters --columns 50 --format json",
          "messages --limit 500 --format json",
          "collectives --limit 500 --format json",
          "info --format json",
          "locations --format json",
          "events --limit 2000 --format json"}) {
        all.append(QString::fromLatin1(words).split(QLatin1Char(' ')));
    }
    return all;
}

/// About a part of the time, which has an index of its own.
QList<QStringList> partialQuestions()
{
    QList<QStringList> all;
    for (const char* words :
         {"profile --load-window 20%:70% --per-location --format json",
          "timeline --load-window 20%:70% --columns 50 --format json"}) {
        all.append(QString::fromLatin1(words).split(QLatin1Char(' ')));
    }
    return all;
}

/// What lies in a cache folder, and since when.
QByteArray namesAndTimesIn(const QString& cache)
{
    QStringList lines;
    QDirIterator files(cache, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        files.next();
        // The manifest's time says when an index was last used.
        const bool isShard = files.fileName().startsWith(QLatin1String("shard-"));
        lines.append(
            files.fileName() + QLatin1Char(' ')
            + (isShard ? files.fileInfo().lastModified().toString(Qt::ISODateWithMs) : QString()));
    }
    lines.sort();
    return lines.join(QLatin1Char('\n')).toUtf8();
}

QString shardIn(const QString& cache)
{
    const QStringList indexes = QDir(cache).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    return indexes.isEmpty() ? QString()
                             : QDir(cache).filePath(indexes.front() + QLatin1String("/shard-0000"));
}

/// All but the header, in place.
bool zeroMost(const QString& path)
{
    constexpr qint64 kHeader = 32;
    QFile file(path);
    return file.open(QIODevice::ReadWrite) && file.seek(kHeader)
           && file.write(QByteArray(static_cast<int>(file.size() - kHeader), '\0')) > 0;
}

/// The files called \p name of all indexes in \p cache.
QStringList filesIn(const QString& cache, const QString& name)
{
    QStringList paths;
    QDirIterator files(cache, {name}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        paths.append(files.next());
    }
    paths.sort();
    return paths;
}

bool isWritten(const QString& path, const QByteArray& content)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(content) == content.size();
}

QByteArray withByteChanged(QByteArray content, qsizetype place)
{
    content[place] = static_cast<char>(content.at(place) ^ 1);
    return content;
}

/// \p content as \p damage makes it, a word of `aDamagedTableIsNeverShown_data`.
QByteArray damaged(const QByteArray& content, const QString& damage)
{
    constexpr qsizetype kHeader = 32;
    if (damage == QLatin1String("zeroed")) {
        return content.left(kHeader) + QByteArray(content.size() - kHeader, '\0');
    }
    if (damage == QLatin1String("in the header")) {
        return withByteChanged(content, kHeader / 2);
    }
    if (damage == QLatin1String("in the first entry")) {
        return withByteChanged(content, kHeader + 2);
    }
    if (damage == QLatin1String("in the middle")) {
        return withByteChanged(content, content.size() / 2);
    }
    if (damage == QLatin1String("in the last byte")) {
        return withByteChanged(content, content.size() - 1);
    }
    return damage == QLatin1String("cut off") ? content.left(content.size() / 2)
                                              : content + QByteArray(80, '\1');
}

/// Three locations that meet in four operations.
std::string collectives()
{
    std::string text = "length 1000\n";
    for (int location = 0; location < 3; ++location) {
        const std::string event = "event " + std::to_string(location) + " @";
        for (int operation = 0; operation < 4; ++operation) {
            const int begin = 100 * operation + 10 + location;
            text.append(event).append(std::to_string(begin)).append(" MpiCollectiveBegin\n");
            text.append(event).append(std::to_string(begin + 40));
            text.append(" MpiCollectiveEnd 11 0 4294967295 8 64\n");
        }
    }
    return text;
}

/// Each file of \p paths gets what the one before has.
bool areRotated(const QStringList& paths)
{
    QByteArray before = contentOf(paths.back());
    for (const QString& path : paths) {
        const QByteArray own = contentOf(path);
        if (own == before || !isWritten(path, before)) {
            return false;
        }
        before = own;
    }
    return true;
}

bool areDamaged(const QStringList& paths, const QString& damage)
{
    if (damage == QLatin1String("of another trace")) {
        return areRotated(paths);
    }
    return std::all_of(paths.begin(), paths.end(), [&](const QString& path) {
        return damage == QLatin1String("missing")
                   ? QFile::remove(path)
                   : isWritten(path, damaged(contentOf(path), damage));
    });
}

/// Those that the tables of an index answer.
QList<QStringList> tableQuestions()
{
    QList<QStringList> all;
    for (const char* words :
         {"messages --limit 500 --format json",
          "matrix --by location --format json",
          "collectives --format json",
          "launches --limit 500 --format json",
          "info --format json"}) {
        all.append(QString::fromLatin1(words).split(QLatin1Char(' ')));
    }
    return all;
}

QStringList withTrace(QStringList words, const QString& trace)
{
    words.insert(1, trace);
    return words;
}

/// One rank beside four.
class TwoServers {
public:
    using Requests = std::vector<query::Request> (*)(const Definitions&, TickRange);

    TwoServers()
        : m_here(client::BlockingClient::connect({.url = m_one.url()}))
        , m_there(client::BlockingClient::connect({.url = m_four.url()}))
    {
    }

    /// The first request about \p path that the two answer differently; empty if there is none.
    [[nodiscard]] QString faultOf(const QString& path, Requests requests) const
    {
        if (!m_here.isOk() || !m_there.isOk()) {
            return QStringLiteral("a server does not start");
        }
        const auto here = m_here.value()->open(path.toStdString());
        const auto there = m_there.value()->open(path.toStdString());
        if (!here.isOk() || !there.isOk() || !(here.value().info == there.value().info)) {
            return path + QStringLiteral(" is opened differently");
        }
        for (const query::Request& request :
             requests(*here.value().definitions, here.value().info.range)) {
            const auto a = m_here.value()->ask(here.value().handle, request);
            const auto b = m_there.value()->ask(there.value().handle, request);
            if (a.isOk() != b.isOk()
                || (a.isOk() ? a.value() != b.value() : a.error() != b.error())) {
                return path + QStringLiteral(": kind %1").arg(request.index());
            }
        }
        return {};
    }

private:
    MpiServer m_one{1};
    MpiServer m_four{4};
    Result<std::unique_ptr<client::BlockingClient>> m_here;
    Result<std::unique_ptr<client::BlockingClient>> m_there;
};

Result<query::Answer> profileOf(client::BlockingClient& client, const client::OpenedTrace& trace)
{
    return client.ask(
        trace.handle,
        query::ProfileRequest{.scope = {.window = trace.info.range, .locations = {}}});
}

}  // namespace

/// The real program under the real mpirun.
class TestRanks : public QObject {
    Q_OBJECT

    /// What the program prints that has no server; kept for all numbers of ranks.
    const Printed& printedByOneProcess(const QStringList& words)
    {
        const auto [place, isNew] = m_printed.try_emplace(words.join(QLatin1Char(' ')));
        if (isNew) {
            place->second = run(QStringLiteral("vellum-query"), words);
        }
        return place->second;
    }

    [[nodiscard]] QString faultOf(
        const QString& trace, const QList<QStringList>& asked, const QStringList& connect);
    void writeGoldens();
    void writeLarge();

    QTemporaryDir m_folder;
    QString m_large;  ///< empty until it is needed
    QStringList m_traces;
    std::map<QString, QString> m_goldens;  ///< *.query → its trace as an archive
    std::map<QString, Printed> m_printed;

private slots:
    void initTestCase();
    void answersAreThoseOfOneProcess_data();
    void answersAreThoseOfOneProcess();
    void anIndexAnswersAsTheTraceDoes_data();
    void anIndexAnswersAsTheTraceDoes();
    void aDamagedIndexIsNeverShown();
    void aDamagedTableIsNeverShown_data();
    void aDamagedTableIsNeverShown();
    void aFolderThatCannotBeWrittenKeepsNothingAndOpensAll();
    void aKilledRankEndsTheSessionWithItsName();
    void aStoppedRankIsNamedAndWorksAgainOnceItGoesOn();
    void requestsAtTheLimitsAreAnsweredAsByOneRank();
    void realTracesAreAnsweredAsByOneRank();
    void aServerToldToEndSaysSo();
    void cancellingAnOpenKeepsThePrefix();
};

void TestRanks::initTestCase()
{
    if (!MpiServer::isThereMpirun()) {
        QSKIP("there is no mpirun on this machine (Debian: openmpi-bin)");
    }
    for (const auto& [name, seed] : {std::pair("seven", 7U), std::pair("thirty", 30U)}) {
        const QString folder = m_folder.filePath(QString::fromLatin1(name));
        generate::writeRandomArchive({.seed = seed, .out = folder.toStdString(), .locations = 11});
        m_traces.append(folder);
    }
    writeGoldens();
}

void TestRanks::answersAreThoseOfOneProcess_data()
{
    QTest::addColumn<int>("ranks");
    for (const int ranks : {1, 2, 4, 7}) {
        QTest::addRow("%d ranks", ranks) << ranks;
    }
}

void TestRanks::writeGoldens()
{
    for (const QString& golden : goldenQueries()) {
        const QString name = golden.chopped(6);
        const QByteArray text = contentOf(goldens().filePath(name + QStringLiteral(".trace.txt")));
        const QString folder = m_folder.filePath(name);
        const std::string unknown =
            tests::writeGoldenArchive(text.toStdString(), folder.toStdString());
        if (unknown.empty()) {
            m_goldens[golden] = folder;
        } else {
            qWarning("%s is left out, for '%s'", qPrintable(name), unknown.c_str());
        }
    }
    QVERIFY(!m_goldens.empty());
}

/// The first question about \p trace that a server answers otherwise; empty if there is none.
QString TestRanks::faultOf(
    const QString& trace, const QList<QStringList>& asked, const QStringList& connect)
{
    for (const QStringList& question : asked) {
        const QStringList words = withTrace(question, trace);
        const Printed& here = printedByOneProcess(words);
        const Printed there = run(QStringLiteral("vellum-query"), words + connect);
        if (there.status != here.status || there.output != here.output) {
            return words.join(QLatin1Char(' ')) + QStringLiteral(": ") + there.output;
        }
    }
    return {};
}

void TestRanks::answersAreThoseOfOneProcess()
{
    QFETCH(const int, ranks);
    MpiServer server(ranks, {QStringLiteral("--threads"), QString::number(1 + ranks % 3)});
    QVERIFY2(!server.url().empty(), server.process().readAllStandardError().constData());
    const QStringList connect{QStringLiteral("--connect"), QString::fromStdString(server.url())};
    QVERIFY(questions().size() > 30);
    for (const QString& trace : m_traces) {
        QCOMPARE(faultOf(trace, questions(), connect), QString());
    }
    for (const auto& [golden, trace] : m_goldens) {
        QCOMPARE(faultOf(trace, questionsOf(golden), connect), QString());
    }
}

void TestRanks::writeLarge()
{
    if (!m_large.isEmpty()) {
        return;
    }
    m_large = m_folder.filePath(QStringLiteral("large"));
    generate::writeRandomArchive(
        {.seed = 12, .out = m_large.toStdString(), .locations = 11, .events = 30'000});
}

/// Of a trace that is large enough for one, made by the first number of ranks and opened by the second.
void TestRanks::anIndexAnswersAsTheTraceDoes_data()
{
    QTest::addColumn<int>("builders");
    QTest::addColumn<int>("ranks");
    for (const auto& [builders, ranks] :
         {std::pair(1, 2), std::pair(2, 4), std::pair(4, 7), std::pair(7, 1), std::pair(4, 4)}) {
        QTest::addRow("made by %d, opened by %d", builders, ranks) << builders << ranks;
    }
}

void TestRanks::anIndexAnswersAsTheTraceDoes()
{
    QFETCH(const int, builders);
    QFETCH(const int, ranks);
    writeLarge();
    const QTemporaryDir cache;
    const QStringList options{QStringLiteral("--cache"), cache.path()};
    QByteArray shards;
    for (const int count : {builders, ranks}) {
        MpiServer server(count, options);
        QVERIFY(!server.url().empty());
        const QStringList connect{
            QStringLiteral("--connect"), QString::fromStdString(server.url())};
        QCOMPARE(faultOf(m_large, largeQuestions() + partialQuestions(), connect), QString());
        const QByteArray now = namesAndTimesIn(cache.path());
        QVERIFY(now.contains("manifest"));
        QVERIFY2(shards.isEmpty() || shards == now, "it was written again");
        shards = now;
    }
}

void TestRanks::aDamagedIndexIsNeverShown()
{
    writeLarge();
    const QTemporaryDir cache;
    const QStringList options{QStringLiteral("--cache"), cache.path()};
    QCOMPARE(
        run(QStringLiteral("vellum-query"), QStringList{QStringLiteral("info"), m_large} + options)
            .status,
        0);
    MpiServer server(4, options);
    const QStringList connect{QStringLiteral("--connect"), QString::fromStdString(server.url())};
    const QByteArray before = contentOf(shardIn(cache.path()));
    QVERIFY(!before.isEmpty());
    // Every location of it; what is missing and what was opened before, too.
    for (const bool isMissing : {false, true}) {
        QVERIFY(isMissing ? QFile::remove(shardIn(cache.path())) : zeroMost(shardIn(cache.path())));
        QCOMPARE(faultOf(m_large, largeQuestions(), connect), QString());
        QVERIFY2(contentOf(shardIn(cache.path())) == before, isMissing ? "missing" : "damaged");
    }
}

/// Messages, collective operations and launches, as an index has them, damaged while no server runs.
void TestRanks::aDamagedTableIsNeverShown_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("damage");
    for (const char* damage :
         {"zeroed",
          "in the header",
          "in the first entry",
          "in the last byte",
          "cut off",
          "longer",
          "missing",
          "of another trace"}) {
        QTest::addRow("tables, %s", damage) << "tables" << damage;
    }
    for (const char* damage : {"in the middle", "cut off", "of another trace"}) {
        QTest::addRow("manifest, %s", damage) << "manifest" << damage;
    }
}

void TestRanks::aDamagedTableIsNeverShown()
{
    QFETCH(const QString, file);
    QFETCH(const QString, damage);
    writeLarge();
    const QString launches = m_folder.filePath(QStringLiteral("launches.json"));
    if (!QFile::exists(launches)) {
        generate::writeKinetoFile({.out = launches.toStdString(), .megabytes = 1});
    }
    const QString meeting = m_folder.filePath(QStringLiteral("meeting"));
    if (!QFile::exists(meeting)) {
        QCOMPARE(tests::writeGoldenArchive(collectives(), meeting.toStdString()), std::string());
    }
    const QStringList traces{m_large, meeting, launches};
    const QTemporaryDir cache;
    const QStringList options{QStringLiteral("--cache"), cache.path()};
    for (const QString& trace : traces) {
        const QStringList words{QStringLiteral("info"), trace, QStringLiteral("--rebuild")};
        QCOMPARE(run(QStringLiteral("vellum-query"), words + options).status, 0);
    }
    const QStringList paths = filesIn(cache.path(), file);
    QCOMPARE(paths.size(), traces.size());
    for (const QString& path : paths) {
        QVERIFY2(contentOf(path).size() > 32, "there is nothing in it");
    }
    QVERIFY(areDamaged(paths, damage));
    const MpiServer server(2, options);
    QVERIFY(!server.url().empty());
    const QStringList connect{QStringLiteral("--connect"), QString::fromStdString(server.url())};
    for (const QString& trace : traces) {
        QCOMPARE(faultOf(trace, tableQuestions(), connect), QString());
    }
}

void TestRanks::aFolderThatCannotBeWrittenKeepsNothingAndOpensAll()
{
    writeLarge();
    const QTemporaryDir folder;
    QFile occupied(folder.filePath(QStringLiteral("occupied")));
    QVERIFY(occupied.open(QIODevice::WriteOnly));
    for (const QString& cache :
         {occupied.fileName() + QStringLiteral("/below"), QStringLiteral("/proc/no-folder")}) {
        MpiServer server(3, {QStringLiteral("--cache"), cache});
        const QStringList connect{
            QStringLiteral("--connect"), QString::fromStdString(server.url())};
        QCOMPARE(faultOf(m_large, {largeQuestions().front()}, connect), QString());
    }
}

void TestRanks::aKilledRankEndsTheSessionWithItsName()
{
    MpiServer server(4);
    QVERIFY(!server.url().empty());
    RecordingListener listener;
    const auto connection = Connection::start({.url = server.url()}, listener);
    QVERIFY(listener.waitForServer().has_value());
    const auto opened = listener.waitForOpened(connection->open(m_traces.front().toStdString()));
    QVERIFY(opened && opened->isOk());
    const pid_t victim = server.processOf(2);
    QVERIFY(victim > 0);
    QCOMPARE(::kill(victim, SIGKILL), 0);
    const auto lost = listener.waitForLost();
    QVERIFY(lost.has_value());
    QVERIFY2(
        QString::fromStdString(lost->message).startsWith(QStringLiteral("rank 2 on ")),
        lost->message.c_str());
    QVERIFY2(lost->message.find("has ended") != std::string::npos, lost->message.c_str());
    QVERIFY(server.process().waitForFinished(30'000));
    QVERIFY(server.process().exitCode() != 0);
    QVERIFY(eventually([&] {
        return server.processOf(0) == 0 && server.processOf(1) == 0 && server.processOf(3) == 0;
    }));
}

void TestRanks::aStoppedRankIsNamedAndWorksAgainOnceItGoesOn()
{
    MpiServer server(4);
    QVERIFY(!server.url().empty());
    const auto client = client::BlockingClient::connect({.url = server.url()});
    QVERIFY(client.isOk());
    const auto trace = client.value()->open(m_traces.front().toStdString());
    QVERIFY(trace.isOk());
    const auto before = profileOf(*client.value(), trace.value());
    QVERIFY(before.isOk());

    const pid_t victim = server.processOf(3);
    QVERIFY(victim > 0);
    QCOMPARE(::kill(victim, SIGSTOP), 0);
    const auto refused = profileOf(*client.value(), trace.value());
    QVERIFY(!refused.isOk());
    QCOMPARE(refused.error().kind, ErrorKind::Unavailable);
    QVERIFY2(
        QString::fromStdString(refused.error().message).startsWith(QStringLiteral("rank 3 on ")),
        refused.error().message.c_str());
    // What rank 0 knows by itself is still told.
    QVERIFY(client.value()->ask(trace.value().handle, query::InfoRequest{}).isOk());

    QCOMPARE(::kill(victim, SIGCONT), 0);
    QVERIFY(eventually([&] { return profileOf(*client.value(), trace.value()).isOk(); }));
    QVERIFY(profileOf(*client.value(), trace.value()).value() == before.value());
}

void TestRanks::requestsAtTheLimitsAreAnsweredAsByOneRank()
{
    const TwoServers servers;
    QCOMPARE(servers.faultOf(m_traces.front(), tests::limitRequests), QString());
}

void TestRanks::realTracesAreAnsweredAsByOneRank()
{
    const QDir folder = qEnvironmentVariable(
        "VELLUM_TRACE_DATA",
        qEnvironmentVariable("VELLUM_SOURCE_DIR") + QStringLiteral("/../shared/traces"));
    QStringList traces;
    QDirIterator files(
        folder.path(), {QStringLiteral("*.otf2")}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        traces.append(files.next());
    }
    if (traces.isEmpty()) {
        QSKIP("there are no real traces (VELLUM_TRACE_DATA)");
    }
    const TwoServers servers;
    for (const QString& trace : traces) {
        QCOMPARE(servers.faultOf(trace, tests::everyRequest), QString());
    }
}

void TestRanks::aServerToldToEndSaysSo()
{
    MpiServer server(3);
    QVERIFY(!server.url().empty());
    RecordingListener listener;
    const auto connection = Connection::start({.url = server.url()}, listener);
    QVERIFY(listener.waitForServer().has_value());
    const pid_t head = server.processOf(0);
    QVERIFY(head > 0);
    QCOMPARE(::kill(head, SIGTERM), 0);
    const auto lost = listener.waitForLost();
    QVERIFY(lost.has_value());
    QCOMPARE(lost->message, std::string("the server was told to end"));
    QVERIFY(server.process().waitForFinished(30'000));
    QCOMPARE(server.process().exitCode(), 0);
}

void TestRanks::cancellingAnOpenKeepsThePrefix()
{
    const QString folder = m_folder.filePath(QStringLiteral("big"));
    generate::writeRandomArchive(
        {.seed = 3, .out = folder.toStdString(), .locations = 8, .events = 200'000});
    MpiServer server(3);
    RecordingListener listener;
    const auto connection = Connection::start({.url = server.url()}, listener);
    QVERIFY(listener.waitForServer().has_value());
    const auto opening = connection->open(folder.toStdString());
    connection->cancel(opening);
    const auto opened = listener.waitForOpened(opening);
    QVERIFY(opened && opened->isOk());
    QVERIFY(!opened->value().info.complete);
}

QTEST_GUILESS_MAIN(TestRanks)
#include "test_ranks.moc"
