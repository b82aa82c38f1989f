// A trace opened from its index answers as it does from memory, whatever happened to the files.

#include "server/import/importer.h"
#include "server/index/indexed_trace.h"
#include "server/index/shard_reader.h"
#include "server/index/shard_writer.h"
#include "server/query/executor.h"
#include "tests/generate/big_archive.h"
#include "tests/generate/damaged_archive.h"
#include "tests/generate/random_archive.h"
#include "tests/support/program/test_program.h"
#include "tests/support/random_values.h"

#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <thread>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using server::index::CacheOptions;
using server::index::IndexedTrace;
using server::store::TraceStore;
namespace fs = std::filesystem;

namespace {

using Trace = std::shared_ptr<const TraceStore>;
using Indexed = std::shared_ptr<IndexedTrace>;

std::vector<query::Request> questions(const TraceStore& trace, std::mt19937_64& random)
{
    constexpr std::uint64_t kAll = 100'000;
    const auto room = static_cast<std::uint64_t>(trace.range.length());
    query::Scope scope{.window = trace.range};
    if (random() % 2 == 0) {
        scope.window.begin += static_cast<Tick>(random() % room);
        scope.window.end = scope.window.begin + 1 + static_cast<Tick>(random() % room);
        scope.window = scope.window.intersected(trace.range);
    }
    std::vector<query::Request> asked{
        query::InfoRequest{},
        query::LocationsRequest{},
        query::ProfileRequest{.scope = scope, .perLocation = true},
        query::CallTreeRequest{.scope = scope},
        query::TimelineRequest{.scope = scope, .columns = 61},
        query::TimelineRequest{.scope = scope, .columns = 7, .maxDepth = 2},
        query::SummaryTimelineRequest{.window = scope.window, .columns = 37, .rows = {{}}},
        query::MessagesRequest{.scope = scope, .limit = kAll},
        query::CollectivesRequest{.scope = scope, .limit = kAll},
        query::CollectiveMembersRequest{
            .scope = scope, .communicator = CommRef(0), .instance = 1, .limit = kAll},
        query::IoRequest{.scope = scope, .limit = kAll},
        query::MatrixRequest{.scope = scope},
        query::LaunchesRequest{.scope = scope, .limit = kAll},
        query::MarkersRequest{.scope = scope, .limit = kAll},
        query::CountersRequest{.scope = scope, .columns = 37, .metric = {}},
        query::SearchRequest{.scope = scope, .pattern = ".", .limit = kAll},
        query::EventsRequest{.scope = scope, .limit = kAll}};
    const auto& locations = trace.definitions.locations;
    if (!locations.empty()) {
        asked.emplace_back(query::DetailRequest{
            .location = locations[random() % locations.size()].ref, .tick = scope.window.begin});
    }
    return asked;
}

std::string contentOf(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// What a user gets: an answer, from a trace that was read anew where its index turned out damaged.
Result<query::Answer> ask(IndexedTrace& trace, const query::Request& request)
{
    const Trace store = trace.store();
    auto answer = server::query::execute(*store, request, {.threads = 2});
    if (answer.isOk() || store->check == nullptr || !store->check->isDamaged()) {
        return answer;
    }
    VELLUM_RETURN_IF_ERROR(trace.replace(store));
    return server::query::execute(*trace.store(), request, {.threads = 2});
}

/// The number of the first question that is answered otherwise; nothing if none is.
std::optional<std::size_t> difference(const Trace& memory, const Indexed& indexed, quint64 seed)
{
    std::mt19937_64 random(seed);
    for (const query::Request& request : questions(*memory, random)) {
        const auto expected = server::query::execute(*memory, request);
        const auto answer = ask(*indexed, request);
        const bool isAlike = expected.isOk() == answer.isOk()
                             && (!expected.isOk() || expected.value() == answer.value());
        if (!isAlike) {
            return request.index();
        }
    }
    return std::nullopt;
}

}  // namespace

class TestIndexedTrace : public QObject {
    Q_OBJECT

    [[nodiscard]] static std::vector<fs::path> filesBelow(const fs::path& folder)
    {
        std::vector<fs::path> files;
        for (const auto& entry : fs::recursive_directory_iterator(folder)) {
            if (entry.is_regular_file()) {
                files.push_back(entry.path());
            }
        }
        return files;
    }

    [[nodiscard]] fs::path folder() const { return m_temporary.path().toStdString(); }
    [[nodiscard]] fs::path archive() const { return folder() / "archive" / "traces.otf2"; }
    [[nodiscard]] CacheOptions cache() const
    {
        return {.folder = folder() / "cache", .leastEvents = 0};
    }
    void write(quint64 seed) const
    {
        fs::remove_all(folder() / "archive");
        fs::remove_all(folder() / "cache");
        generate::writeRandomArchive({.seed = seed, .out = folder() / "archive"});
    }
    void writeBig() const
    {
        fs::remove_all(folder() / "archive");
        fs::remove_all(folder() / "cache");
        generate::writeBigArchive(
            {.out = folder() / "archive",
             .locations = 3,
             .events = 25'000,
             .callees = 2,
             .samples = 10});
    }
    [[nodiscard]] Indexed open(const CacheOptions& options) const
    {
        const auto opened = IndexedTrace::open(archive(), {.threads = 2}, options);
        return opened.isOk() ? opened.value() : nullptr;
    }
    [[nodiscard]] Indexed open() const { return open(cache()); }
    [[nodiscard]] Trace imported() const
    {
        const auto trace = server::import::importTrace(archive());
        return trace.isOk() ? trace.value() : nullptr;
    }
    /// Files of the one index there is.
    [[nodiscard]] std::vector<fs::path> indexFiles() const
    {
        std::vector<fs::path> files;
        for (const auto& entry : fs::recursive_directory_iterator(folder() / "cache")) {
            if (entry.is_regular_file() && entry.path().extension() != ".lock") {
                files.push_back(entry.path());
            }
        }
        std::ranges::sort(files);
        return files;
    }

    QTemporaryDir m_temporary;

private slots:
    void anIndexAnswersAsTheTraceDoes_data();
    void anIndexAnswersAsTheTraceDoes();
    void aBigTraceLikewise();
    void damageIsNeverShown();
    void cutOffFilesAreReadAnew();
    void filesCutWhileTheyAreOpenAreReadAnew();
    void changedFilesAreReadAnew();
    void valuesThatComeChangeOrGoAreReadAnew();
    void partsOfOtherNamesAreWatchedToo_data();
    void partsOfOtherNamesAreWatchedToo();
    void aFileWrittenAnewInTheSameTickIsReadAnew();
    void aFolderThatCannotBeMadeKeepsNothingAndOpensAll();
    void aFullDiskKeepsNothingAndOpensAll();
    void whatAnotherBuildsIsLeftToIt();
    void aKilledBuilderLeavesNothingBad();
    void theOldestIndexGoesFirst();
    void smallTracesKeepNoIndex();
    void filesAreTheUsersAlone();
    void pathsAreNamedAsTheyAreAskedForNow();
};

void TestIndexedTrace::anIndexAnswersAsTheTraceDoes_data()
{
    QTest::addColumn<quint64>("seed");
    for (quint64 seed = 1; seed <= 25; ++seed) {
        QTest::addRow("seed %llu", seed) << seed;
    }
}

void TestIndexedTrace::anIndexAnswersAsTheTraceDoes()
{
    QFETCH(quint64, seed);
    write(seed);
    const Trace memory = imported();
    QVERIFY(memory != nullptr);
    QVERIFY(open() != nullptr);
    const Indexed indexed = open();
    QVERIFY(indexed != nullptr && indexed->store()->check != nullptr);
    for (quint64 question = 0; question < 4; ++question) {
        const auto other = difference(memory, indexed, question);
        QVERIFY2(!other, qPrintable(QString::number(other.value_or(0))));
    }
}

void TestIndexedTrace::aBigTraceLikewise()
{
    writeBig();
    const Trace memory = imported();
    QVERIFY(open() != nullptr);
    const Indexed indexed = open();
    QVERIFY(indexed->store()->check != nullptr);
    QVERIFY(!indexed->store()->locations.front().rows->empty());
    QVERIFY(!indexed->store()->locations.front().counterRows->empty());
    QVERIFY(!indexed->store()->locations.front().pathRows->empty());
    for (quint64 question = 0; question < 6; ++question) {
        QVERIFY(!difference(memory, indexed, question));
    }
}

void TestIndexedTrace::damageIsNeverShown()
{
    writeBig();
    const Trace memory = imported();
    std::mt19937_64 random(5);
    int repaired = 0;
    for (int i = 0; i < 200; ++i) {
        QVERIFY(open() != nullptr);
        const std::vector<fs::path> files = indexFiles();
        const fs::path& file = files[random() % files.size()];
        const std::uint64_t place = random() % fs::file_size(file);
        const std::string before = contentOf(file);
        {
            std::fstream stream(file, std::ios::in | std::ios::out | std::ios::binary);
            stream.seekg(static_cast<std::streamoff>(place));
            const auto byte =
                static_cast<char>(stream.get() ^ (1 + static_cast<int>(random() % 255)));
            stream.seekp(static_cast<std::streamoff>(place));
            stream.put(byte);
        }
        const Indexed indexed = open();
        QVERIFY(indexed != nullptr);
        const auto other = difference(memory, indexed, 1);
        QVERIFY2(!other, qPrintable(QStringLiteral("%1 at %2").arg(file.c_str()).arg(place)));
        // A shard is mended; for the manifest and the tables all is read anew.
        const bool isShard = file.filename().string().starts_with("shard");
        const bool isMended = isShard && contentOf(file) == before;
        repaired += isMended || indexed->store()->check == nullptr ? 1 : 0;
        fs::remove_all(folder() / "cache");
    }
    // All but what fell between columns and locations, which nobody reads.
    QVERIFY2(repaired > 190, qPrintable(QString::number(repaired)));
}

void TestIndexedTrace::cutOffFilesAreReadAnew()
{
    writeBig();
    const Trace memory = imported();
    std::mt19937_64 random(6);
    for (int i = 0; i < 20; ++i) {
        QVERIFY(open() != nullptr);
        const std::vector<fs::path> files = indexFiles();
        const fs::path& file = files[random() % files.size()];
        fs::resize_file(file, random() % fs::file_size(file));
        const Indexed indexed = open();
        QVERIFY(indexed != nullptr);
        // All but shards can only be made anew.
        const bool isShard = file.filename().string().starts_with("shard");
        QCOMPARE(indexed->store()->check == nullptr, !isShard);
        QVERIFY(!difference(memory, indexed, 2));
    }
}

void TestIndexedTrace::filesCutWhileTheyAreOpenAreReadAnew()
{
    writeBig();
    const Trace memory = imported();
    std::mt19937_64 random(8);
    for (int i = 0; i < 20; ++i) {
        QVERIFY(open() != nullptr);
        const Indexed indexed = open();
        QVERIFY(indexed != nullptr && indexed->store()->check != nullptr);
        if (i % 2 == 1) {  // what was looked at is taken for sound
            QVERIFY(!difference(memory, indexed, 3));
        }
        for (const fs::path& file : indexFiles()) {
            fs::resize_file(file, random() % fs::file_size(file));
        }
        const auto other = difference(memory, indexed, 3);
        QVERIFY2(
            !other,
            qPrintable(QStringLiteral("question %1, round %2").arg(other.value_or(0)).arg(i)));
    }
}

void TestIndexedTrace::changedFilesAreReadAnew()
{
    constexpr quint64 kWithMarkers = 5;
    write(kWithMarkers);
    QVERIFY(fs::exists(folder() / "archive" / "traces.marker"));
    QVERIFY(open() != nullptr);
    QVERIFY(open()->store()->check != nullptr);
    for (const auto& entry : fs::recursive_directory_iterator(folder() / "archive")) {
        if (!entry.is_regular_file()) {
            continue;
        }
        fs::last_write_time(
            entry.path(), fs::last_write_time(entry.path()) + std::chrono::milliseconds(1));
        QVERIFY2(open()->store()->check == nullptr, entry.path().c_str());
        QVERIFY(open()->store()->check != nullptr);
    }
}

void TestIndexedTrace::valuesThatComeChangeOrGoAreReadAnew()
{
    constexpr quint64 kSeed = 5;
    write(kSeed);
    const auto metrics = [this] { return open()->store()->definitions.metricMembers.size(); };
    const auto isFromIndex = [this] { return open()->store()->check != nullptr; };
    const std::size_t without = metrics();
    QVERIFY(isFromIndex());
    const auto sideCar = folder() / "archive" / "traces.vps";
    const Definitions definitions = open()->store()->definitions;
    std::mt19937_64 random(kSeed);
    QVERIFY(tests::writeValues(tests::randomValues(random, definitions, 50), sideCar));
    QVERIFY(metrics() > without);
    QVERIFY(isFromIndex());
    QVERIFY(metrics() > without);
    std::mt19937_64 other(kSeed + 1);
    QVERIFY(tests::writeValues(tests::randomValues(other, definitions, 60), sideCar));
    QVERIFY(!isFromIndex());
    QVERIFY(isFromIndex());
    fs::remove(sideCar);
    QCOMPARE(metrics(), without);
}

void TestIndexedTrace::partsOfOtherNamesAreWatchedToo_data()
{
    QTest::addColumn<QString>("asked");
    QTest::newRow("an anchor of another name") << "archive/anchor";
    QTest::newRow("a link elsewhere") << "link.otf2";
    QTest::newRow("a folder of links") << "links";
}

/// Whatever of a trace is read, wherever it lies, is part of what an index is of.
void TestIndexedTrace::partsOfOtherNamesAreWatchedToo()
{
    QFETCH(QString, asked);
    constexpr quint64 kWithMarkers = 5;
    write(kWithMarkers);
    const fs::path real = folder() / "archive";
    fs::remove_all(folder() / "links");
    fs::remove(folder() / "link.otf2");
    fs::create_directory(folder() / "links");
    for (const char* part : {"traces", "traces.def", "traces.marker", "traces.otf2"}) {
        fs::create_symlink(real / part, folder() / "links" / part);
    }
    fs::create_symlink(archive(), folder() / "link.otf2");
    if (asked.endsWith(QLatin1String("anchor"))) {
        fs::rename(archive(), real / "anchor");
    }
    const fs::path path = folder() / asked.toStdString();
    const auto isIndexed = [&] {
        const auto opened = IndexedTrace::open(path, {.threads = 2}, cache());
        return opened.isOk() && opened.value()->store()->check != nullptr;
    };
    QVERIFY(!isIndexed());
    QVERIFY(isIndexed());
    for (const fs::path& file : filesBelow(real)) {
        fs::last_write_time(file, fs::last_write_time(file) + std::chrono::milliseconds(1));
        QVERIFY2(!isIndexed(), file.c_str());
        QVERIFY(isIndexed());
    }
    // A part that was not there.
    fs::remove(real / "traces.marker");
    QVERIFY(!isIndexed());
    QVERIFY(isIndexed());
}

void TestIndexedTrace::aFileWrittenAnewInTheSameTickIsReadAnew()
{
    write(3);
    QVERIFY(open() != nullptr);
    QVERIFY(open()->store()->check != nullptr);
    for (const auto& entry : fs::recursive_directory_iterator(folder() / "archive")) {
        if (entry.is_regular_file()) {  // all that its writer may set is as before
            const auto time = fs::last_write_time(entry.path());
            fs::last_write_time(entry.path(), time);
        }
    }
    QVERIFY(open()->store()->check == nullptr);
}

void TestIndexedTrace::aFolderThatCannotBeMadeKeepsNothingAndOpensAll()
{
    write(4);
    std::ofstream(folder() / "occupied") << "a file";
    const CacheOptions options{.folder = folder() / "occupied" / "below", .leastEvents = 0};
    const Indexed indexed = open(options);
    QVERIFY(indexed != nullptr);
    QVERIFY(!difference(imported(), indexed, 1));
}

void TestIndexedTrace::aFullDiskKeepsNothingAndOpensAll()
{
    writeBig();
    const pid_t child = ::fork();
    if (child == 0) {
        // As little as a disk that is full in the midst of a shard.
        constexpr rlim_t kRoom = 100'000;
        const rlimit limit{.rlim_cur = kRoom, .rlim_max = kRoom};
        ::signal(SIGXFSZ, SIG_IGN);  // NOLINT(cert-err33-c)
        const bool isLimited = ::setrlimit(RLIMIT_FSIZE, &limit) == 0;
        const Indexed indexed = open();
        const bool isRight = isLimited && indexed != nullptr && !difference(imported(), indexed, 1);
        ::_exit(isRight && indexFiles().empty() ? 0 : 1);
    }
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QVERIFY(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    QVERIFY(open()->store()->check == nullptr);
    QVERIFY(open()->store()->check != nullptr);
}

void TestIndexedTrace::whatAnotherBuildsIsLeftToIt()
{
    write(5);
    const query::TraceSelection selection(archive());
    fs::create_directories(cache().folder);
    {
        const auto lock = server::index::BuildLock::tryTake(
            (cache().folder / server::index::nameOf(selection)).string() + ".lock");
        QVERIFY(lock.isOk());
        QVERIFY(!difference(imported(), open(), 1));
        QVERIFY(indexFiles().empty());
    }
    QVERIFY(open() != nullptr);
    QVERIFY(!indexFiles().empty());
}

void TestIndexedTrace::aKilledBuilderLeavesNothingBad()
{
    writeBig();
    const Trace memory = imported();
    std::mt19937_64 random(7);
    for (int i = 0; i < 20; ++i) {
        const pid_t child = ::fork();
        if (child == 0) {
            for (;;) {
                CacheOptions options = cache();
                options.rebuild = true;
                static_cast<void>(open(options));
            }
        }
        std::this_thread::sleep_for(std::chrono::microseconds(random() % 60'000));
        QCOMPARE(::kill(child, SIGKILL), 0);
        int status = 0;
        QCOMPARE(::waitpid(child, &status, 0), child);
        const Indexed indexed = open();
        QVERIFY(indexed != nullptr);
        QVERIFY(!difference(memory, indexed, 3));
    }
    QVERIFY(open()->store()->check != nullptr);
}

void TestIndexedTrace::theOldestIndexGoesFirst()
{
    write(8);
    std::uint64_t bytes = 0;
    for (int i = 0; i < 3; ++i) {
        const fs::path copy = folder() / ("copy" + std::to_string(i));
        fs::remove_all(copy);
        fs::copy(folder() / "archive", copy, fs::copy_options::recursive);
        const auto opened = IndexedTrace::open(copy / "traces.otf2", {}, cache());
        QVERIFY(opened.isOk());
    }
    for (const fs::path& file : indexFiles()) {
        bytes += fs::file_size(file);
    }
    // The first is used once more, and then there is room for two.
    QVERIFY(IndexedTrace::open(folder() / "copy0" / "traces.otf2", {}, cache()).isOk());
    server::index::makeRoom(cache().folder, bytes - 1, {});
    const auto isIndexed = [&](const char* name) {
        const auto source = server::index::keyOf(folder() / name / "traces.otf2");
        return server::index::readIndex(
                   cache().folder / server::index::nameOf(folder() / name / "traces.otf2"),
                   source.value())
            .isOk();
    };
    QVERIFY(isIndexed("copy0"));
    QVERIFY(!isIndexed("copy1"));
    QVERIFY(isIndexed("copy2"));
}

void TestIndexedTrace::smallTracesKeepNoIndex()
{
    write(9);
    CacheOptions options = cache();
    options.leastEvents = 200'000;
    QVERIFY(open(options) != nullptr);
    QVERIFY(!fs::exists(cache().folder));
}

void TestIndexedTrace::filesAreTheUsersAlone()
{
    write(10);
    QVERIFY(open() != nullptr);
    for (const fs::path& file : indexFiles()) {
        QVERIFY(
            (fs::status(file).permissions() & ~(fs::perms::owner_read | fs::perms::owner_write))
            == fs::perms::none);
    }
    QVERIFY(
        (fs::status(cache().folder).permissions() & (fs::perms::group_all | fs::perms::others_all))
        == fs::perms::none);
}

namespace {

/// Of the trace and of what its report tells of.
QStringList namesOf(const server::store::TraceStore& store)
{
    QStringList names{QString::fromStdString(store.path)};
    for (const auto& entry : store.report.entries()) {
        for (const auto& place : entry.places) {
            names << QString::fromStdString(place.file);
        }
    }
    return names;
}

}  // namespace

void TestIndexedTrace::pathsAreNamedAsTheyAreAskedForNow()
{
    const fs::path before = fs::current_path();
    fs::remove_all(folder() / "cache");
    fs::remove_all(folder() / "lone");
    fs::create_directories(folder() / "elsewhere" / "deep");
    generate::writeDamagedArchive({.out = folder() / "lone", .kind = "unmatched-leave"});
    const auto namesIn = [&](const fs::path& from, const fs::path& asked) {
        fs::current_path(from);
        const auto opened = IndexedTrace::open(asked, {.threads = 2}, cache());
        fs::current_path(before);
        return opened.isOk() ? namesOf(*opened.value()->store()) : QStringList();
    };
    const QStringList first = namesIn(folder(), "lone/traces.otf2");
    QVERIFY(first.size() > 1);
    QVERIFY(first.contains("lone/traces.otf2"));
    for (const auto& [from, asked] :
         {std::pair<fs::path, fs::path>(folder() / "elsewhere" / "deep", "../../lone/traces.otf2"),
          {folder() / "lone", "traces.otf2"},
          {folder(), folder() / "lone" / "traces.otf2"},
          {folder(), "lone/traces.otf2"}}) {
        QStringList expected = first;
        for (QString& name : expected) {
            name.replace(QString("lone/traces.otf2"), QString::fromStdString(asked.string()));
        }
        QCOMPARE(namesIn(from, asked), expected);
    }
}

VELLUM_TEST_APPLESS(TestIndexedTrace)
#include "test_indexed_trace.moc"
