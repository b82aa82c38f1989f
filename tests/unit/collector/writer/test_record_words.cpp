#include "collector/measurement/record_words.h"
#include "collector/writer/record_reader.h"
#include "collector/writer/spool.h"
#include "tests/support/program/test_program.h"
#include "tests/unit/collector/writer/spool_writer.h"
#include "tests/unit/collector/writer/word_writer.h"

#include <QTemporaryDir>

#include <filesystem>
#include <memory>
#include <random>
#include <vector>

namespace measurement = vellum::collector::measurement;
namespace words = vellum::collector::measurement::words;
namespace writer = vellum::collector::writer;
using measurement::EventKind;
using measurement::EventRecord;
using measurement::WordBase;
using vellum::test::addressOf;
using vellum::test::WordWriter;

namespace {

std::vector<EventRecord> readBack(const std::vector<std::uint64_t>& stored)
{
    std::vector<std::uint64_t> functions;
    for (std::uint64_t number = 0; number < words::kNumbers; ++number) {
        functions.push_back(addressOf(number));
    }
    const QTemporaryDir folder;
    const std::filesystem::path file = std::filesystem::path(folder.path().toStdString()) / "t0";
    vellum::test::writeLocation(file, {}, stored);
    return writer::SpooledLocation(
               file, std::make_shared<const std::vector<std::uint64_t>>(std::move(functions)))
        .readAll();
}

bool areEqual(const std::vector<EventRecord>& a, const std::vector<EventRecord>& b)
{
    return std::ranges::equal(a, b, [](const EventRecord& x, const EventRecord& y) {
        return x.tick == y.tick && x.subject == y.subject && x.frame == y.frame;
    });
}

}  // namespace

class TestRecordWords : public QObject {
    Q_OBJECT
private slots:
    void mostEventsTakeOneWord();
    void whatDoesNotFitTakesFour();
    void aVisitWithoutCallsTakesOne();
    void anySequenceComesBack();
    void aReaderEndsWhereTheStoringEnded();
};

void TestRecordWords::mostEventsTakeOneWord()
{
    WordWriter all;
    std::uint64_t frame = 0x7ffc'0000'0000;
    all.enter(0, 1'000'000'000'000, frame);
    for (std::uint64_t i = 1; i < 1000; ++i) {
        frame -= 48;
        all.enter(i % 100, 1'000'000'000'000 + 50 * i, frame);
    }
    QCOMPARE(all.shortOnes(), std::size_t{999});  // all but the first
    QVERIFY(areEqual(readBack(all.words()), all.records()));
}

void TestRecordWords::whatDoesNotFitTakesFour()
{
    const WordBase base{.tick = 1000, .frame = 0x10000};
    QVERIFY(measurement::enterWord(base, 0, 1000, 0x10000) != 0);
    QVERIFY(measurement::enterWord(base, 0, 999, 0x10000) == 0);  // backwards
    QVERIFY(measurement::enterWord(base, 0, 1000 + words::kEnterTicks - 1, 0x10000) != 0);
    QVERIFY(measurement::enterWord(base, 0, 1000 + words::kEnterTicks, 0x10000) == 0);
    QVERIFY(measurement::enterWord(base, words::kNumbers - 1, 1000, 0x10000) != 0);
    QVERIFY(measurement::enterWord(base, words::kNumbers, 1000, 0x10000) == 0);
    QVERIFY(measurement::enterWord(base, 0, 1000, 0x10004) == 0);  // no multiple of 8
    const std::uint64_t most = words::kFrames / 2 * 8;
    QVERIFY(measurement::enterWord(base, 0, 1000, 0x10000 + most - 8) != 0);
    QVERIFY(measurement::enterWord(base, 0, 1000, 0x10000 + most) == 0);
    QVERIFY(measurement::enterWord({.frame = most}, 0, 0, 0) != 0);
    QVERIFY(measurement::enterWord({.frame = most + 8}, 0, 0, 0) == 0);
    QVERIFY(measurement::leaveWord(base, 0, 1000 + words::kLeaveTicks - 1) != 0);
    QVERIFY(measurement::leaveWord(base, 0, 1000 + words::kLeaveTicks) == 0);
}

void TestRecordWords::aVisitWithoutCallsTakesOne()
{
    WordWriter all;
    std::uint64_t tick = 1'000'000'000'000;
    all.enter(7, tick, 0x7ffc'0000'0000);
    for (std::uint64_t i = 0; i < 500; ++i) {
        all.enter(i, tick += 90, 0x7ffb'ffff'ff00);
        all.leave(i, tick += 40);
    }
    all.leave(7, tick + 10);
    QCOMPARE(all.visits(), std::size_t{500});
    QCOMPARE(all.words().size(), std::size_t{4 + 500 + 1});
    QVERIFY(areEqual(readBack(all.words()), all.records()));
    const std::uint64_t enter = measurement::enterWord({}, 3, words::kVisitTicks - 1, 0);
    QVERIFY(measurement::visitWord(enter, 3, words::kVisitLengths - 1) != 0);
    QVERIFY(measurement::visitWord(enter, 3, words::kVisitLengths) == 0);
    QVERIFY(measurement::visitWord(enter, 4, 0) == 0);
    QVERIFY(measurement::visitWord(enter + 1, 3, 0) == 0);
}

void TestRecordWords::anySequenceComesBack()
{
    std::mt19937_64 random(17);
    for (int round = 0; round < 200; ++round) {
        WordWriter all;
        std::uint64_t tick = random();
        std::uint64_t frame = 0x7000'0000'0000 + random() % 0x1000'0000;
        std::uint64_t last = 0;
        for (int i = 0; i < 300; ++i) {
            tick += random() >> (random() % 64);
            const std::uint64_t number = random() % (words::kNumbers + 100);
            const std::uint64_t known = std::min(number, words::kNumbers - 1);
            switch (random() % 5) {
            case 0:
            case 1:
                frame += random() >> (random() % 64);
                frame -= random() >> (random() % 64);
                all.enter(known, tick, frame);
                last = known;
                break;
            case 2:
                all.leave(random() % 2 == 0 ? known : last, tick);
                break;
            case 3:
                all.other(EventKind::CudaEnter, random() % 1000, random(), tick);
                break;
            default:
                all.nothing();
            }
        }
        QVERIFY(areEqual(readBack(all.words()), all.records()));
    }
}

/// A thread that is killed in the midst of a record has not stored its first word.
void TestRecordWords::aReaderEndsWhereTheStoringEnded()
{
    WordWriter all;
    constexpr std::uint64_t kBegin = 1'000'000'000'000;
    all.enter(1, kBegin, 0x7ffc'0000'0000);
    all.other(EventKind::UserEnter, 7, 0, kBegin + 20);
    all.leave(1, kBegin + 30);
    std::vector<std::uint64_t> cut = all.words();
    cut[4] = 0;  // of the second record, whose other words are there
    QCOMPARE(readBack(cut).size(), std::size_t{1});
    cut = all.words();
    cut[4] = std::uint64_t{3} << 62U | 9;  // of a kind that is not known
    QCOMPARE(readBack(cut).size(), std::size_t{1});
    QCOMPARE(readBack({}).size(), std::size_t{0});
}

VELLUM_TEST_APPLESS(TestRecordWords)
#include "test_record_words.moc"
