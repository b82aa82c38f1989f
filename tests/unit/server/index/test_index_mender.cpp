// Of a damaged index only what is damaged is read from the trace again, and its files are what they were.

#include "server/import/importer.h"
#include "server/index/index_mender.h"
#include "server/index/shard_reader.h"
#include "server/index/shard_writer.h"
#include "tests/generate/big_archive.h"
#include "tests/generate/random_archive.h"
#include "tests/support/program/test_program.h"

#include <QTemporaryDir>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <random>
#include <set>
#include <string>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
namespace fs = std::filesystem;
namespace sindex = vellum::server::index;

namespace {

std::string contentOf(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void flipByte(const fs::path& path, std::uint64_t place)
{
    std::fstream stream(path, std::ios::in | std::ios::out | std::ios::binary);
    stream.seekg(static_cast<std::streamoff>(place));
    const auto byte = static_cast<char>(stream.get() ^ 1);
    stream.seekp(static_cast<std::streamoff>(place));
    stream.put(byte);
}

}  // namespace

class TestIndexMender : public QObject {
    Q_OBJECT

    static constexpr std::size_t kLocationsPerShard = 2;

    [[nodiscard]] fs::path folder() const { return m_temporary.path().toStdString(); }
    [[nodiscard]] fs::path archive() const { return folder() / "archive" / "traces.otf2"; }
    [[nodiscard]] fs::path index() const { return folder() / "index"; }
    [[nodiscard]] sindex::SourceKey source() const { return sindex::keyOf(archive()).value(); }
    [[nodiscard]] Result<std::size_t> mend() const
    {
        return sindex::mendIndex(index(), source(), archive(), {.threads = 2});
    }
    /// Indexes the archive, \p selection of it.
    void build(const query::TraceSelection& selection)
    {
        fs::remove_all(index());
        fs::create_directories(index());
        const auto trace = server::import::importTrace(selection, {.threads = 1});
        QVERIFY(trace.isOk());
        QVERIFY(sindex::writeIndex(
                    *trace.value(),
                    sindex::keyOf(selection).value(),
                    index(),
                    {.locations = kLocationsPerShard})
                    .isOk());
        m_locations = trace.value()->locations.size();
        m_files.clear();
        for (const auto& entry : fs::directory_iterator(index())) {
            m_files[entry.path()] = contentOf(entry.path());
        }
    }
    /// Whether all files are there and what they were.
    [[nodiscard]] bool isWhole() const
    {
        std::map<fs::path, std::string> now;
        for (const auto& entry : fs::directory_iterator(index())) {
            now[entry.path()] = contentOf(entry.path());
        }
        return now == m_files;
    }
    [[nodiscard]] std::size_t locationsIn(std::size_t shard) const
    {
        return std::min(kLocationsPerShard, m_locations - shard * kLocationsPerShard);
    }

    QTemporaryDir m_temporary;
    std::size_t m_locations = 0;
    std::map<fs::path, std::string> m_files;

private slots:
    void init();
    void aMissingShardAloneIsReadAgain_data();
    void aMissingShardAloneIsReadAgain();
    void aDamagedLocationAloneIsReadAgain();
    void aPartialLoadLikewise();
    void aSoundIndexIsLeftAlone();
    void aManifestThatIsDamagedIsNotMended();
    void tablesThatAreDamagedAreNotMended();
    void aTraceThatSaysOtherThingsNowMendsNothing();
};

void TestIndexMender::init()
{
    fs::remove_all(folder() / "archive");
}

void TestIndexMender::aMissingShardAloneIsReadAgain_data()
{
    QTest::addColumn<quint64>("seed");
    for (quint64 seed = 1; seed <= 15; ++seed) {
        QTest::addRow("seed %llu", seed) << seed;
    }
}

void TestIndexMender::aMissingShardAloneIsReadAgain()
{
    QFETCH(quint64, seed);
    generate::writeRandomArchive(
        {.seed = seed, .out = folder() / "archive", .damage = seed % 3 == 0});
    build(archive());
    std::mt19937_64 random(seed);
    const std::size_t shards = (m_locations + kLocationsPerShard - 1) / kLocationsPerShard;
    const std::size_t shard = random() % shards;
    fs::remove(index() / sindex::shardName(static_cast<std::uint32_t>(shard)));
    QVERIFY(!sindex::readIndex(index(), source()).isOk());
    const auto read = mend();
    QVERIFY2(read.isOk(), read.isOk() ? "" : read.error().message.c_str());
    QCOMPARE(read.value(), locationsIn(shard));
    QVERIFY(isWhole());
    QVERIFY(sindex::readIndex(index(), source()).isOk());
}

void TestIndexMender::aDamagedLocationAloneIsReadAgain()
{
    generate::writeBigArchive({.out = folder() / "archive", .locations = 5, .events = 3'000});
    build(archive());
    std::mt19937_64 random(1);
    std::set<std::size_t> counts;
    for (int i = 0; i < 60; ++i) {
        const auto shard = static_cast<std::uint32_t>(random() % 3);
        const fs::path path = index() / sindex::shardName(shard);
        const std::uint64_t place =
            sizeof(sindex::ShardHeader)
            + random() % (fs::file_size(path) - sizeof(sindex::ShardHeader));
        flipByte(path, place);
        const auto read = mend();
        QVERIFY(read.isOk());
        counts.insert(read.value());
        // None: between two locations, where nobody reads.
        QVERIFY(read.value() == 0 || isWhole());
        if (read.value() == 0) {
            flipByte(path, place);
        }
    }
    counts.erase(0);
    QVERIFY(counts == std::set<std::size_t>{1});
}

void TestIndexMender::aPartialLoadLikewise()
{
    generate::writeRandomArchive({.seed = 5, .out = folder() / "archive"});
    query::TraceSelection selection(archive());
    const TickRange range = server::import::importTrace(selection).value()->range;
    selection.window = std::to_string(range.begin + range.length() / 5)
                       + "t:" + std::to_string(range.end - range.length() / 4) + "t";
    build(selection);
    fs::remove(index() / sindex::shardName(0));
    const auto read =
        sindex::mendIndex(index(), sindex::keyOf(selection).value(), selection, {.threads = 2});
    QVERIFY2(read.isOk(), read.isOk() ? "" : read.error().message.c_str());
    QVERIFY(isWhole());
}

void TestIndexMender::aSoundIndexIsLeftAlone()
{
    generate::writeRandomArchive({.seed = 2, .out = folder() / "archive"});
    build(archive());
    QCOMPARE(mend().value(), std::size_t{0});
    QVERIFY(isWhole());
}

void TestIndexMender::aManifestThatIsDamagedIsNotMended()
{
    generate::writeRandomArchive({.seed = 3, .out = folder() / "archive"});
    build(archive());
    flipByte(index() / "manifest", fs::file_size(index() / "manifest") / 2);
    QCOMPARE(mend().error().kind, ErrorKind::DataLoss);
}

void TestIndexMender::tablesThatAreDamagedAreNotMended()
{
    generate::writeBigArchive({.out = folder() / "archive", .locations = 4, .events = 3'000});
    build(archive());
    const fs::path tables = index() / "tables";
    flipByte(tables, fs::file_size(tables) - 1);
    const auto opened = sindex::readIndex(index(), source());
    QVERIFY(opened.isOk());  // nobody has looked
    const auto& store = *opened.value().store;
    QVERIFY(!store.messages.empty() && !store.check->isDamaged());
    QVERIFY_THROWS_EXCEPTION(
        server::store::DamagedLocation, static_cast<void>(store.sound(store.messages)));
    QVERIFY(store.check->isDamaged());
    QCOMPARE(mend().error().kind, ErrorKind::DataLoss);
    fs::remove(tables);
    QVERIFY(!sindex::readIndex(index(), source()).isOk());
    QVERIFY(!mend().isOk());
}

void TestIndexMender::aTraceThatSaysOtherThingsNowMendsNothing()
{
    generate::writeRandomArchive({.seed = 4, .out = folder() / "archive"});
    build(archive());
    const sindex::SourceKey before = source();
    fs::remove_all(folder() / "archive");
    generate::writeRandomArchive({.seed = 6, .out = folder() / "archive"});
    fs::remove(index() / sindex::shardName(0));
    const auto read = sindex::mendIndex(index(), before, archive(), {.threads = 2});
    QVERIFY(!read.isOk());
    QVERIFY(!fs::exists(index() / sindex::shardName(0)));
    QVERIFY(!fs::exists(index() / (sindex::shardName(0) + ".new")));
}

VELLUM_TEST_APPLESS(TestIndexMender)
#include "test_index_mender.moc"
