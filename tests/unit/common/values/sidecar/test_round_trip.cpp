#include "common/values/sidecar/crc32c.h"
#include "common/values/sidecar/reader.h"
#include "common/values/sidecar/rewrite_links.h"
#include "common/values/sidecar/sidecar_set.h"
#include "common/values/sidecar/string_pool.h"
#include "tests/support/program/test_program.h"
#include "tests/unit/common/values/sidecar/contents.h"

#include <QString>
#include <QTemporaryDir>

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include <set>

using namespace vellum::values::sidecar;  // NOLINT(google-build-using-namespace): a test
using namespace vellum::tests;            // NOLINT(google-build-using-namespace): a test

namespace {

std::uint32_t slowCrc(std::span<const std::byte> bytes)
{
    std::uint32_t crc = 0xFFFFFFFF;
    for (const std::byte byte : bytes) {
        crc ^= static_cast<std::uint8_t>(byte);
        for (int bit = 0; bit < 8; ++bit) {
            crc = (crc >> 1U) ^ ((crc & 1U) != 0 ? 0x82F63B78U : 0U);
        }
    }
    return ~crc;
}

QString described(const Writer& writer)
{
    std::array<char, 5'000> text{};
    const std::size_t length = writer.describe(text);
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(length));
}

}  // namespace

class TestRoundTrip : public QObject {
    Q_OBJECT

    QTemporaryDir m_temporary;

    [[nodiscard]] std::filesystem::path pathOf(const std::string& name) const
    {
        return std::filesystem::path(m_temporary.path().toStdString()) / name;
    }

private slots:
    void linksAreRewrittenAndNothingElse();
    void theChecksumIsThatOfTheStandard();
    void randomRecordsOfEveryTypeComeBack();
    void manyRecordsComeBackInOrder();
    void aStringHasOneNumber();
    void whatIsNotFinishedIsReadAllTheSame();
    void aChunkNamesItsOperationsInTheFooter();
    void theFileIsTheUsersAlone();
    void somethingElseIsNotOverwritten();
    void aSideCarIsReplacedAndItsReaderKeepsIt();
    void beyondTheBudgetIsLostAndCounted();
    void beyondTheLimitOfFilesIsLostAndTheProgramLives();
    void aFileThatWasReplacedIsNotWritten();
    void aChildDoesNotWriteItsParentsFile();
    void severalFilesAreOneWhereIdsKeepTheirFile();
};

void TestRoundTrip::linksAreRewrittenAndNothingElse()
{
    constexpr std::uint64_t kSeeds = 8;
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
        Contents expected = randomBytes(seed, 5'000);
        const auto path = pathOf("links.vps");
        writeSideCar(expected, path);
        const auto moved = [](LinkRecord& link) {
            link.location += 1'000;
            link.time ^= link.op;
        };
        QVERIFY(rewriteLinks(path, moved).isOk());
        for (LinkRecord& link : expected.of<LinkRecord>()) {
            moved(link);
        }
        const auto file = SideCar::open(path).value();
        file->checkAll();
        QVERIFY(file->findings().empty());
        QVERIFY(file->isFinished());
        QVERIFY(holdsAll(*file, expected));
    }
    std::ofstream(pathOf("none.vps")) << "none";
    QVERIFY(!rewriteLinks(pathOf("none.vps"), [](LinkRecord& /*link*/) {}).isOk());
}

void TestRoundTrip::theChecksumIsThatOfTheStandard()
{
    const std::string digits = "123456789";
    QCOMPARE(crc32c(std::as_bytes(std::span(digits))), 0xE3069283U);
    std::mt19937_64 random(7);
    std::vector<std::byte> bytes(300);
    for (std::byte& byte : bytes) {
        byte = static_cast<std::byte>(random());
    }
    for (std::size_t length = 0; length <= bytes.size(); ++length) {
        const auto part = std::span(bytes).first(length);
        const std::uint32_t wanted = slowCrc(part);
        const std::size_t half = length / 3;
        QCOMPARE(crc32c(part), wanted);
        QCOMPARE(crc32cByTables(part), wanted);
        QCOMPARE(crc32c(part.subspan(half), crc32c(part.first(half))), wanted);
        QCOMPARE(crc32cByTables(part.subspan(half), crc32cByTables(part.first(half))), wanted);
    }
}

void TestRoundTrip::randomRecordsOfEveryTypeComeBack()
{
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        const Contents contents = randomBytes(seed, seed * 7);
        QCOMPARE(writeSideCar(contents, pathOf("random.vps"), seed), WriterFault::None);
        const auto sideCar = SideCar::open(pathOf("random.vps"));
        QVERIFY(sideCar.isOk());
        QVERIFY(sideCar.value()->isFinished());
        QVERIFY2(holdsAll(*sideCar.value(), contents), qPrintable(QString::number(seed)));
        QVERIFY(sideCar.value()->findings().empty());
        QCOMPARE(sideCar.value()->head().tEnd, std::uint64_t{1'000'000});
        QCOMPARE(sideCar.value()->head().runId[2], std::uint8_t{3});
    }
}

void TestRoundTrip::manyRecordsComeBackInOrder()
{
    Contents contents = randomBytes(99, 9'000);
    std::string longText(100'000, 'x');
    longText += "end";
    QCOMPARE(writeSideCar(contents, pathOf("many.vps")), WriterFault::None);
    const auto sideCar = SideCar::open(pathOf("many.vps"));
    QVERIFY(sideCar.isOk());
    QVERIFY(holdsAll(*sideCar.value(), contents));
    QVERIFY(sideCar.value()->findings().empty());
    QVERIFY(sideCar.value()->chunks().size() > 100);
}

void TestRoundTrip::aStringHasOneNumber()
{
    Writer writer;
    QCOMPARE(writer.string("before"), StringId{0});
    QCOMPARE(writer.create(pathOf("strings.vps").c_str(), {}), WriterFault::None);
    QCOMPARE(writer.string(""), StringId{0});
    QCOMPARE(writer.string("a"), StringId{1});
    QCOMPARE(writer.string("b"), StringId{2});
    QCOMPARE(writer.flush(), WriterFault::None);
    QCOMPARE(writer.string("a"), StringId{1});
    const std::string tooLong(StringPool::kLongest + 9, 'l');
    QCOMPARE(writer.string(tooLong), StringId{3});
    for (std::uint32_t i = 4; i < 50'000; ++i) {
        QCOMPARE(writer.string(std::to_string(i)), StringId{i});
    }
    QCOMPARE(writer.string("b"), StringId{2});
    QCOMPARE(writer.finish(1), WriterFault::None);
    const auto sideCar = SideCar::open(pathOf("strings.vps"));
    QVERIFY(sideCar.isOk());
    QVERIFY(sideCar.value()->string(2) == "b");
    QVERIFY(sideCar.value()->string(3) == tooLong.substr(0, StringPool::kLongest));
    QVERIFY(sideCar.value()->string(49'999) == "49999");
    QVERIFY(sideCar.value()->hasString(0));
    QVERIFY(!sideCar.value()->hasString(50'000));
    QVERIFY(sideCar.value()->string(50'000).empty());
}

void TestRoundTrip::whatIsNotFinishedIsReadAllTheSame()
{
    const Contents contents = randomBytes(5, 3'000);
    Writer writer;
    QCOMPARE(writer.create(pathOf("open.vps").c_str(), {}), WriterFault::None);
    addAll(contents, writer, 5);
    QCOMPARE(writer.flush(), WriterFault::None);
    const auto sideCar = SideCar::open(pathOf("open.vps"));
    QVERIFY(sideCar.isOk());
    QVERIFY(!sideCar.value()->isFinished());
    QVERIFY(holdsAll(*sideCar.value(), contents));
    const auto findings = sideCar.value()->findings();
    QCOMPARE(findings.size(), std::size_t{1});
    QCOMPARE(findings[0].kind, FindingKind::NotFinished);
}

void TestRoundTrip::aChunkNamesItsOperationsInTheFooter()
{
    Contents contents;
    contents.of<AccessRecord>() = {{.op = 9}, {.op = 0}, {.op = 4}};
    contents.of<EdgeRecord>() = {{.firstOp = 3, .lastOp = 8}};
    QCOMPARE(writeSideCar(contents, pathOf("ops.vps")), WriterFault::None);
    const auto sideCar = SideCar::open(pathOf("ops.vps"));
    QVERIFY(sideCar.isOk());
    std::ifstream file(pathOf("ops.vps"), std::ios::binary);
    file.seekg(
        static_cast<std::streamoff>(sideCar.value()->head().footerOffset + sizeof(ChunkHead)));
    std::vector<FooterRecord> footer(sideCar.value()->chunks().size());
    file.read(
        reinterpret_cast<char*>(footer.data()),
        static_cast<std::streamsize>(footer.size() * sizeof(FooterRecord)));
    QVERIFY(file.good());
    for (const FooterRecord& entry : footer) {
        const bool isAccess = entry.type == ChunkType::Access;
        QCOMPARE(entry.firstOp, std::uint64_t{isAccess ? 4U : 3U});
        QCOMPARE(entry.lastOp, std::uint64_t{isAccess ? 9U : 8U});
    }
}

void TestRoundTrip::theFileIsTheUsersAlone()
{
    const mode_t before = ::umask(0);
    QCOMPARE(writeSideCar({}, pathOf("mine.vps")), WriterFault::None);
    ::umask(0777);
    QCOMPARE(writeSideCar({}, pathOf("umask.vps")), WriterFault::None);
    ::umask(before);
    for (const char* name : {"mine.vps", "umask.vps"}) {
        struct stat status {};
        QCOMPARE(::stat(pathOf(name).c_str(), &status), 0);
        QCOMPARE(status.st_mode & 07777U, 0600U);
    }
}

void TestRoundTrip::somethingElseIsNotOverwritten()
{
    const auto other = pathOf("notes.txt");
    std::ofstream(other) << "my notes, much longer than a magic";
    Writer writer;
    QCOMPARE(writer.create(other.c_str(), {}), WriterFault::NotOurs);
    QVERIFY(described(writer).contains("is no side-car of this user"));
    QVERIFY(described(writer).contains("notes.txt"));
    QCOMPARE(std::filesystem::file_size(other), std::uintmax_t{34});

    const auto link = pathOf("link.vps");
    const auto target = pathOf("target.vps");
    std::filesystem::create_symlink(target, link);
    QCOMPARE(writeSideCar({}, link), WriterFault::NotOurs);
    QVERIFY(!std::filesystem::exists(target));
    QCOMPARE(writeSideCar({}, target), WriterFault::None);
    QCOMPARE(writeSideCar({}, link), WriterFault::NotOurs);

    const auto pipe = pathOf("pipe.vps");
    QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
    QCOMPARE(writeSideCar({}, pipe), WriterFault::NotOurs);
    QCOMPARE(writeSideCar({}, pathOf("")), WriterFault::System);
    QCOMPARE(writeSideCar({}, pathOf("no-folder") / "x.vps"), WriterFault::System);
    QCOMPARE(writeSideCar({}, std::string(5'000, 'x')), WriterFault::PathTooLong);
}

void TestRoundTrip::aSideCarIsReplacedAndItsReaderKeepsIt()
{
    const Contents first = randomBytes(1, 300);
    const Contents second = randomBytes(2, 300);
    QCOMPARE(writeSideCar(first, pathOf("twice.vps")), WriterFault::None);
    const auto old = SideCar::open(pathOf("twice.vps"));
    QVERIFY(old.isOk());
    QCOMPARE(writeSideCar(second, pathOf("twice.vps")), WriterFault::None);
    QVERIFY(holdsAll(*old.value(), first));
    const auto fresh = SideCar::open(pathOf("twice.vps"));
    QVERIFY(fresh.isOk());
    QVERIFY(holdsAll(*fresh.value(), second));
}

void TestRoundTrip::beyondTheBudgetIsLostAndCounted()
{
    constexpr std::uint64_t kMost = 200'000;
    constexpr std::size_t kRecords = 10'000;
    Writer writer;
    WriterOptions options;
    options.mostBytes = kMost;
    QCOMPARE(writer.create(pathOf("budget.vps").c_str(), options), WriterFault::None);
    std::vector<AccessRecord> records(kRecords);
    for (std::size_t i = 0; i < records.size(); ++i) {
        records[i].op = i + 1;
    }
    writer.add(std::span<const AccessRecord>(records));
    QCOMPARE(writer.finish(5), WriterFault::OverBudget);
    QVERIFY(described(writer).contains("as large as it may be"));
    QVERIFY(std::filesystem::file_size(pathOf("budget.vps")) <= kMost);
    const auto sideCar = SideCar::open(pathOf("budget.vps"));
    QVERIFY(sideCar.isOk() && sideCar.value()->isFinished());
    const std::size_t kept = sideCar.value()->records<AccessRecord>().size();
    QVERIFY(kept > 1'000);
    QCOMPARE(writer.lost(), std::uint64_t{kRecords - kept});
    const auto losses = sideCar.value()->records<LossRecord>();
    QCOMPARE(losses.size(), std::size_t{1});
    losses.forEach([&](const LossRecord& loss, std::uint64_t /*index*/) {
        QCOMPARE(loss.kind, LossKind::OverBudget);
        QCOMPARE(loss.where, static_cast<std::uint32_t>(ChunkType::Access));
        QCOMPARE(loss.count, writer.lost());
    });
}

void TestRoundTrip::beyondTheLimitOfFilesIsLostAndTheProgramLives()
{
    const auto path = pathOf("limit.vps");
    const pid_t child = ::fork();
    if (child == 0) {
        const rlimit limit{100'000, 100'000};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        Writer writer;
        const bool isMade = writer.create(path.c_str(), {}) == WriterFault::None;
        const std::vector<AccessRecord> records(5'000);
        writer.add(std::span<const AccessRecord>(records));
        const bool isTold = writer.finish(5) == WriterFault::System && writer.systemError() == EFBIG
                            && writer.lost() > 0;
        ::_exit(isMade && isTold ? 7 : 8);
    }
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QVERIFY(WIFEXITED(status));
    QCOMPARE(WEXITSTATUS(status), 7);
    const auto sideCar = SideCar::open(path);
    QVERIFY(sideCar.isOk());
    QVERIFY(sideCar.value()->isFinished());  // footer and losses fit below the limit
    QVERIFY(sideCar.value()->records<AccessRecord>().size() > 500);
    QCOMPARE(sideCar.value()->records<LossRecord>().size(), std::size_t{1});
    QVERIFY(sideCar.value()->findings().empty());
}

void TestRoundTrip::aFileThatWasReplacedIsNotWritten()
{
    const auto path = pathOf("replaced.vps");
    Writer writer;
    QCOMPARE(writer.create(path.c_str(), {}), WriterFault::None);
    std::filesystem::remove(path);
    std::ofstream(path) << "somebody else's";
    writer.add(AccessRecord{});
    QCOMPARE(writer.flush(), WriterFault::Replaced);
    QCOMPARE(writer.finish(1), WriterFault::Replaced);
    QCOMPARE(std::filesystem::file_size(path), std::uintmax_t{15});
}

void TestRoundTrip::aChildDoesNotWriteItsParentsFile()
{
    Writer writer;
    QCOMPARE(writer.create(pathOf("fork.vps").c_str(), {}), WriterFault::None);
    writer.add(AccessRecord{});
    const pid_t child = ::fork();
    if (child == 0) {
        ::_exit(writer.finish(1) == WriterFault::OtherProcess ? 7 : 8);
    }
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QCOMPARE(WEXITSTATUS(status), 7);
    QCOMPARE(std::filesystem::file_size(pathOf("fork.vps")), std::uintmax_t{sizeof(FileHead)});
    QCOMPARE(writer.finish(1), WriterFault::None);
}

void TestRoundTrip::severalFilesAreOneWhereIdsKeepTheirFile()
{
    const Contents first = soundRun(1);
    const Contents second = soundRun(2);
    QCOMPARE(writeSideCar(first, pathOf("rank0.vps")), WriterFault::None);
    QCOMPARE(writeSideCar(second, pathOf("rank1.vps")), WriterFault::None);
    const std::vector<std::filesystem::path> paths{
        pathOf("rank0.vps"), pathOf("no-such-rank.vps"), pathOf("rank1.vps")};
    const auto set = SideCarSet::open(paths);
    QVERIFY(set.isOk());
    QCOMPARE(set.value().size(), std::size_t{2});
    QCOMPARE(set.value().left().size(), std::size_t{1});
    QVERIFY(set.value().left()[0].message.find("no-such-rank.vps") != std::string::npos);
    QVERIFY(set.value().isOneRun());
    QVERIFY(set.value().findings().empty());
    std::set<GlobalId> ids;
    set.value().forEach<OperationRecord>(
        [&](std::uint32_t file, const OperationRecord& op, std::uint64_t index) {
            QVERIFY(op == (file == 0 ? first : second).of<OperationRecord>()[index]);
            ids.insert({.file = file, .id = op.id});
        });
    QCOMPARE(ids.size(), first.of<OperationRecord>().size() + second.of<OperationRecord>().size());

    Writer other;
    QCOMPARE(other.create(pathOf("rank1.vps").c_str(), {}), WriterFault::None);
    QCOMPARE(other.finish(1), WriterFault::None);
    QVERIFY(!SideCarSet::open(paths).value().isOneRun());
    QVERIFY(!SideCarSet::open({}).isOk());
    QVERIFY(!SideCarSet::open(std::span(paths).subspan(1, 1)).isOk());
}

VELLUM_TEST_GUILESS(TestRoundTrip)

#include "test_round_trip.moc"
