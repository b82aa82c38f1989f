#include "common/values/sidecar/reader.h"
#include "common/values/sidecar/verify.h"
#include "tests/support/program/test_program.h"
#include "tests/unit/common/values/sidecar/contents.h"

#include <QString>
#include <QTemporaryDir>

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <random>

using namespace vellum::values::sidecar;  // NOLINT(google-build-using-namespace): a test
using namespace vellum::tests;            // NOLINT(google-build-using-namespace): a test

namespace {

using Bytes = std::vector<std::byte>;

/// A side-car and what stands in it.
struct Sample {
    Contents contents;
    Bytes bytes;
    std::vector<std::uint64_t> chunks;  ///< offsets of heads, the footer's included
    std::uint64_t footer = 0;           ///< 0: not finished
};

bool hasDamage(const std::vector<Finding>& findings)
{
    return std::ranges::any_of(findings, [](const Finding& some) { return isDamage(some.kind); });
}

/// How many mutations: a million in the slow run of this program.
std::size_t mutations()
{
    return qEnvironmentVariableIsSet("VELLUM_MANY_MUTATIONS") ? 1'000'000 : 100'000;
}

/// Changes a few bytes of a file, or its length.
class Mutator {
public:
    explicit Mutator(std::uint64_t seed) : m_engine(seed) {}

    Bytes mutated(const Sample& sample)
    {
        Bytes bytes = sample.bytes;
        for (std::uint64_t change = upTo(2);; --change) {
            changeOnce(sample, bytes);
            if (change == 0 || bytes.empty()) {
                return bytes;
            }
        }
    }
    std::uint64_t upTo(std::uint64_t most)
    {
        return std::uniform_int_distribution<std::uint64_t>(0, most)(m_engine);
    }

private:
    void changeOnce(const Sample& sample, Bytes& bytes)
    {
        switch (upTo(5)) {
        case 0:
            bytes[upTo(bytes.size() - 1)] ^= static_cast<std::byte>(1U << upTo(7));
            return;
        case 1:
            bytes[upTo(bytes.size() - 1)] = static_cast<std::byte>(upTo(255));
            return;
        case 2:
            bytes.resize(upTo(bytes.size()));
            return;
        case 3:
            bytes.resize(bytes.size() + 1 + upTo(100), static_cast<std::byte>(upTo(1) * 255));
            return;
        case 4:
            return putOddNumber(bytes, 8 * upTo(7));
        default:  // a field of a chunk's head, which says what there is
            return putOddNumber(bytes, sample.chunks[upTo(sample.chunks.size() - 1)] + 4 * upTo(7));
        }
    }
    void putOddNumber(Bytes& bytes, std::uint64_t offset)
    {
        constexpr std::array<std::uint64_t, 10> kOdd{
            0,
            1,
            7,
            40,
            64,
            0x7FFFFFFF,
            0xFFFFFFFF,
            0x100000000,
            ~std::uint64_t{0} - 7,
            ~std::uint64_t{0}};
        const std::uint64_t number = upTo(3) == 0 ? upTo(5'000) : kOdd[upTo(kOdd.size() - 1)];
        const std::size_t size = upTo(1) == 0 ? 4 : 8;
        if (offset + size <= bytes.size()) {
            std::memcpy(bytes.data() + offset, &number, size);
        }
    }

    std::mt19937_64 m_engine;
};

}  // namespace

class TestDamage : public QObject {
    Q_OBJECT

    QTemporaryDir m_temporary;

    [[nodiscard]] std::filesystem::path path() const
    {
        return std::filesystem::path(m_temporary.path().toStdString()) / "damage.vps";
    }
    [[nodiscard]] Sample sampleOf(const Contents& contents, bool isFinished) const
    {
        Sample sample{.contents = contents};
        Writer writer;
        static_cast<void>(writer.create(path().c_str(), {}));
        addAll(contents, writer, 3);
        static_cast<void>(isFinished ? writer.finish(9) : writer.flush());
        sample.bytes = bytesOf(path());
        const auto sideCar = SideCar::open(path()).value();
        for (const ChunkPlace& chunk : sideCar->chunks()) {
            sample.chunks.push_back(chunk.offset);
        }
        sample.footer = sideCar->head().footerOffset;
        if (isFinished) {
            sample.chunks.push_back(sample.footer);
        }
        return sample;
    }

private slots:
    void cutAtAnyByteItIsReadUpToTheLastWholeChunk();
    void killedAtAnyInstantItIsReadUpToTheLastWholeChunk();
    void aChangedByteIsFoundAndTheRestIsRight();
    void whatFitsItsChecksumsMaySayAnything();
    void aDamagedHeadCostsItsChunkOnly();
    void laterVersionsAreSkippedOrRefused();
    void whatIsNoSideCarIsToldSo();
};

void TestDamage::cutAtAnyByteItIsReadUpToTheLastWholeChunk()
{
    for (const bool isFinished : {true, false}) {
        const Sample sample = sampleOf(randomBytes(11, 200), isFinished);
        std::vector<std::uint64_t> ends{sample.bytes.size()};
        std::mt19937_64 random(4);
        for (const std::uint64_t chunk : sample.chunks) {
            ends.insert(
                ends.end(), {chunk - 1, chunk, chunk + 1, chunk + 31, chunk + 32, chunk + 33});
        }
        for (int i = 0; i < 500; ++i) {
            ends.push_back(random() % (sample.bytes.size() + 1));
        }
        for (const std::uint64_t end : ends) {
            const Bytes cut(sample.bytes.begin(), sample.bytes.begin() + static_cast<long>(end));
            const auto sideCar = SideCar::ofBytes("cut.vps", cut);
            QCOMPARE(sideCar.isOk(), end >= sizeof(FileHead));
            if (!sideCar.isOk()) {
                continue;
            }
            sideCar.value()->checkAll();
            // As many chunks as end before the cut.
            const auto whole = std::ranges::count_if(sample.chunks, [&](std::uint64_t chunk) {
                ChunkHead head;
                std::memcpy(&head, sample.bytes.data() + chunk, sizeof head);
                const std::uint64_t behind = chunk + sizeof head + (head.bytes + 7) / 8 * 8;
                return head.type != ChunkType::Footer && behind <= end;
            });
            QCOMPARE(sideCar.value()->chunks().size(), static_cast<std::size_t>(whole));
            QVERIFY(givesOnly(*sideCar.value(), sample.contents));
            const bool isWhole = end == sample.bytes.size();
            QCOMPARE(sideCar.value()->isFinished(), isFinished && isWhole);
            const auto findings = sideCar.value()->findings();
            const bool isAtChunk = std::ranges::find(sample.chunks, end) != sample.chunks.end();
            QVERIFY(hasDamage(findings) || isWhole || (isAtChunk && !isFinished));
            const bool hasBadChecksum = std::ranges::any_of(findings, [](const Finding& some) {
                return some.kind == FindingKind::DamagedChunk;
            });
            QVERIFY(!hasBadChecksum);
        }
    }
}

void TestDamage::killedAtAnyInstantItIsReadUpToTheLastWholeChunk()
{
    const Contents contents = randomBytes(12, 3'000);
    std::mt19937_64 random(8);
    std::size_t kept = 0;  // one that is killed early may have strings only
    for (int kill = 0; kill < 25; ++kill) {
        std::filesystem::remove(path());
        const pid_t child = ::fork();
        if (child == 0) {
            Writer writer;
            static_cast<void>(writer.create(path().c_str(), {}));
            for (;;) {  // the same strings and records again, until the end comes
                addAll(contents, writer, 3);
            }
        }
        const auto enough = 1'000 + random() % 4'000'000;
        std::error_code none;
        while (std::filesystem::file_size(path(), none) < enough || none) {
            none.clear();
        }
        ::kill(child, SIGKILL);
        int status = 0;
        QCOMPARE(::waitpid(child, &status, 0), child);
        const auto sideCar = SideCar::open(path());
        QVERIFY(sideCar.isOk());
        sideCar.value()->checkAll();
        const auto& wanted = contents.of<AccessRecord>();
        sideCar.value()->records<AccessRecord>().forEach(
            [&](const AccessRecord& record, std::uint64_t index) {
                QVERIFY(record == wanted[index % wanted.size()]);
            });
        kept += sideCar.value()->records<AccessRecord>().size();
        for (const Finding& finding : sideCar.value()->findings()) {
            QVERIFY(
                finding.kind == FindingKind::NotFinished
                || finding.kind == FindingKind::UnreadBytes);
        }
    }
    QVERIFY(kept > 10'000);
}

void TestDamage::aChangedByteIsFoundAndTheRestIsRight()
{
    const Sample finished = sampleOf(randomBytes(13, 30), true);
    const Sample open = sampleOf(randomBytes(14, 30), false);
    Mutator mutator(21);
    std::size_t opened = 0;
    for (std::size_t i = 0; i < mutations() / 2; ++i) {
        const Sample& sample = i % 2 == 0 ? finished : open;
        Bytes bytes = mutator.mutated(sample);
        const bool isSame = bytes == sample.bytes;
        const bool isCut = bytes.size() < sample.bytes.size()
                           && std::equal(bytes.begin(), bytes.end(), sample.bytes.begin());
        const auto sideCar = SideCar::ofBytes("mutated.vps", std::move(bytes));
        if (!sideCar.isOk()) {
            continue;
        }
        ++opened;
        sideCar.value()->checkAll();
        const bool isNamed = hasDamage(sideCar.value()->findings());
        // A file that is not finished may end after any chunk.
        const bool isShort = &sample == &open && isCut;
        QVERIFY2(isNamed || isSame || isShort, qPrintable(QStringLiteral("mutation %1").arg(i)));
        QVERIFY2(
            givesOnly(*sideCar.value(), sample.contents),
            qPrintable(QStringLiteral("mutation %1").arg(i)));
    }
    QVERIFY(opened > mutations() / 8);
}

void TestDamage::whatFitsItsChecksumsMaySayAnything()
{
    const Sample sample = sampleOf(soundRun(2, 3), true);
    Mutator mutator(22);
    std::size_t opened = 0;
    std::size_t sentences = 0;
    for (std::size_t i = 0; i < mutations() / 2; ++i) {
        Bytes bytes = mutator.mutated(sample);
        seal(bytes, sample.chunks);
        const std::size_t size = bytes.size();
        const auto sideCar = SideCar::ofBytes("sealed.vps", std::move(bytes));
        if (!sideCar.isOk()) {
            QVERIFY(!sideCar.error().message.empty());
            continue;
        }
        ++opened;
        std::size_t records = 0;
        for (const Finding& finding : verify(*sideCar.value())) {
            QVERIFY(finding.examples.size() <= FindingList::kExamples);
            QVERIFY(finding.count >= finding.examples.size());
            QVERIFY(finding.examples.at(0).starts_with("'sealed.vps': "));
            ++sentences;
        }
        std::apply(
            [&](const auto&... lists) {
                ((records += sideCar.value()
                                 ->records<typename std::decay_t<decltype(lists)>::value_type>()
                                 .size()),
                 ...);
            },
            sample.contents.records);
        QVERIFY(records <= size / 8);
        for (StringId id = 0; id < 20; ++id) {
            QVERIFY(sideCar.value()->string(id).size() <= size);
        }
    }
    QVERIFY(opened > mutations() / 8);
    QVERIFY(sentences > opened / 2);
}

void TestDamage::aDamagedHeadCostsItsChunkOnly()
{
    const Sample sample = sampleOf(randomBytes(15, 3'000), true);
    QVERIFY(sample.chunks.size() > 10);
    Bytes bytes = sample.bytes;
    bytes[sample.chunks[4] + 9] ^= std::byte{1};
    const auto sideCar = SideCar::ofBytes("head.vps", bytes);
    QVERIFY(sideCar.isOk());
    QCOMPARE(sideCar.value()->chunks().size(), sample.chunks.size() - 2);
    QVERIFY(givesOnly(*sideCar.value(), sample.contents));
    const auto findings = sideCar.value()->findings();
    QCOMPARE(findings.size(), std::size_t{1});
    QCOMPARE(
        QString::fromStdString(findings[0].examples[0]).section("is not what", 0, 0),
        QString("'head.vps': the head of the chunk at %1 ").arg(sample.chunks[4]));
}

void TestDamage::laterVersionsAreSkippedOrRefused()
{
    Contents contents;
    contents.of<AccessRecord>().resize(5);
    contents.of<LinkRecord>().resize(3);
    const Sample sample = sampleOf(contents, false);
    QCOMPARE(sample.chunks.size(), std::size_t{2});
    const auto findingsWith = [&](std::uint64_t offset, std::uint32_t number) {
        Bytes bytes = sample.bytes;
        std::memcpy(bytes.data() + sample.chunks[0] + offset, &number, sizeof number);
        seal(bytes, sample.chunks);
        const auto sideCar = SideCar::ofBytes("later.vps", bytes).value();
        const bool isRestThere = sideCar->records<LinkRecord>().size() == 3
                                 && sideCar->records<AccessRecord>().size() == 0;
        const auto findings = sideCar->findings();
        return isRestThere && findings.size() == 2 ? QString::fromStdString(findings[1].examples[0])
                                                   : QString("?");
    };
    QCOMPARE(
        findingsWith(offsetof(ChunkHead, type), 99),
        QString("'later.vps': chunk at 64 of type 99 with 5 records is not known and skipped"));
    QCOMPARE(
        findingsWith(offsetof(ChunkHead, recordSize), 72),
        QString("'later.vps': chunk at 64 of type 9 has records of 72 bytes, and those of 80 are "
                "read: it is of another version, 1"));
    QCOMPARE(
        findingsWith(offsetof(ChunkHead, codec), 3),
        QString("'later.vps': chunk at 64 of type 9 is packed by codec 3, which is not known"));
    QCOMPARE(
        findingsWith(offsetof(ChunkHead, count), 4),
        QString("'later.vps': chunk at 64 of type 9 says 4 records of 80 bytes in 400 bytes"));
}

void TestDamage::whatIsNoSideCarIsToldSo()
{
    const Sample sample = sampleOf({}, true);
    const auto errorWith = [&](std::uint64_t offset, std::uint32_t number, std::size_t size = 0) {
        Bytes bytes = sample.bytes;
        std::memcpy(bytes.data() + offset, &number, sizeof number);
        bytes.resize(size == 0 ? bytes.size() : size);
        const auto sideCar = SideCar::ofBytes("x.vps", bytes);
        return sideCar.isOk() ? QString() : QString::fromStdString(sideCar.error().message);
    };
    QCOMPARE(errorWith(0, 0), QString("'x.vps' is no side-car: it does not begin with VLMVALUE"));
    QCOMPARE(errorWith(8, 7), QString("'x.vps' is a side-car of version 7, and 1 is read"));
    QCOMPARE(
        errorWith(12, 0x04030201),
        QString("'x.vps' is a side-car of byte order 67305985, which is not read"));
    QCOMPARE(
        errorWith(0, 0, 10), QString("'x.vps' is 10 bytes long and no side-car: its head has 64"));
    QVERIFY(!SideCar::open(path().parent_path() / "none.vps").isOk());
    QVERIFY(!SideCar::open(path().parent_path()).isOk());
}

VELLUM_TEST_GUILESS(TestDamage)

#include "test_damage.moc"
