#include "tests/generate/kineto_file.h"
#include "tests/generate/random_archive.h"
#include "tests/mpi/golden_archive.h"
#include "tests/mpi/mpi_server.h"
#include "tests/mpi/one_process.h"
#include "tests/support/program/test_program.h"

#include <QByteArray>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QIODevice>
#include <QLatin1Char>
#include <QList>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include <algorithm>
#include <string>
#include <utility>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test across a few rooms
using tests::contentOf;
using tests::MpiServer;
using tests::run;

namespace {

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

}  // namespace

/// Indexes that ranks make and open, and what comes of them when they are damaged.
class TestRankIndexes : public QObject {
    Q_OBJECT

    [[nodiscard]] QString faultOf(
        const QString& trace, const QList<QStringList>& asked, const QStringList& connect)
    {
        return m_alone.faultOf(trace, asked, connect);
    }
    void writeLarge();

    QTemporaryDir m_folder;
    QString m_large;  ///< empty until it is needed
    tests::OneProcess m_alone;

private slots:
    void initTestCase();
    void anIndexAnswersAsTheTraceDoes_data();
    void anIndexAnswersAsTheTraceDoes();
    void aDamagedIndexIsNeverShown();
    void aDamagedTableIsNeverShown_data();
    void aDamagedTableIsNeverShown();
    void aFolderThatCannotBeWrittenKeepsNothingAndOpensAll();
};

void TestRankIndexes::initTestCase()
{
    if (!MpiServer::isThereMpirun()) {
        QSKIP("there is no mpirun on this machine (Debian: openmpi-bin)");
    }
}

void TestRankIndexes::writeLarge()
{
    if (!m_large.isEmpty()) {
        return;
    }
    m_large = m_folder.filePath(QStringLiteral("large"));
    generate::writeRandomArchive(
        {.seed = 12, .out = m_large.toStdString(), .locations = 11, .events = 30'000});
}

/// Of a trace that is large enough for one, made by the first number of ranks and opened by the second.
void TestRankIndexes::anIndexAnswersAsTheTraceDoes_data()
{
    QTest::addColumn<int>("builders");
    QTest::addColumn<int>("ranks");
    for (const auto& [builders, ranks] :
         {std::pair(1, 2), std::pair(2, 4), std::pair(4, 7), std::pair(7, 1), std::pair(4, 4)}) {
        QTest::addRow("made by %d, opened by %d", builders, ranks) << builders << ranks;
    }
}

void TestRankIndexes::anIndexAnswersAsTheTraceDoes()
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

void TestRankIndexes::aDamagedIndexIsNeverShown()
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
void TestRankIndexes::aDamagedTableIsNeverShown_data()
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

void TestRankIndexes::aDamagedTableIsNeverShown()
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

void TestRankIndexes::aFolderThatCannotBeWrittenKeepsNothingAndOpensAll()
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

VELLUM_TEST_GUILESS(TestRankIndexes)
#include "test_rank_indexes.moc"
