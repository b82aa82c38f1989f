#include "collector/measurement/open_regions.h"
#include "collector/writer/replay.h"
#include "tests/support/program/test_program.h"
#include "tests/unit/collector/writer/word_writer.h"

#include <memory>
#include <random>
#include <vector>

namespace measurement = vellum::collector::measurement;
namespace writer = vellum::collector::writer;
using measurement::EventKind;
using measurement::EventRecord;
using vellum::test::addressOf;
using vellum::test::WordWriter;

namespace {

constexpr std::uint64_t kLow = 0x7ff0'0000'0000;
constexpr std::uint64_t kHigh = 0x7fff'0000'0000;

std::vector<std::uint64_t> functionTable()
{
    std::vector<std::uint64_t> functions;
    for (std::uint64_t number = 0; number < measurement::words::kNumbers; ++number) {
        functions.push_back(addressOf(number));
    }
    return functions;
}

void storeOne(WordWriter& all, std::mt19937_64& random, std::uint64_t tick)
{
    const std::uint64_t number = random() % 8;
    // Deeper, as deep or less deep than before, and now and then on another stack.
    const std::uint64_t frame =
        random() % 20 == 0 ? 0x1000 + 8 * number : kHigh - 0x1000 - 64 * (random() % 100);
    switch (random() % 12) {
    case 0:
        return all.other(EventKind::ApiEnter, number % 3, 0, tick);
    case 1:
        return all.other(EventKind::ApiLeave, number % 3, 0, tick);
    case 2:
        return all.other(EventKind::UserEnter, number, frame, tick);
    case 3:
        return all.other(EventKind::UserLeave, number, frame, tick);
    case 4:
        return random() % 4 == 0 ? all.other(EventKind::Catch, 0, frame, tick) : all.nothing();
    case 5:
        return all.other(EventKind::AllocationEnter, number, random() % 5000, tick);
    case 6:
        return all.other(EventKind::AllocationLeave, number, 0, tick);
    case 7:
    case 8:
        return all.leave(number, tick);
    default:
        return all.enter(number, tick, frame);
    }
}

bool areEqual(
    std::span<const EventRecord> found, const std::vector<writer::RegionStack::Entry>& expected)
{
    using Kind = writer::RegionKey::Kind;
    const auto kindOf = [](const EventRecord& record) {
        switch (measurement::kindOf(record)) {
        case EventKind::FunctionEnter:
            return Kind::Function;
        case EventKind::ApiEnter:
            return Kind::Api;
        case EventKind::UserEnter:
            return Kind::User;
        default:
            return Kind::Heap;
        }
    };
    return std::ranges::equal(
        found, expected, [&](const EventRecord& a, const writer::RegionStack::Entry& b) {
            return kindOf(a) == b.region.kind && measurement::subjectOf(a) == b.region.subject
                   && a.frame == b.frame;
        });
}

}  // namespace

class TestOpenRegions : public QObject {
    Q_OBJECT
private slots:
    void areThoseOfTheWriter();
    void deeperOnesThanFitAreCounted();
};

void TestOpenRegions::areThoseOfTheWriter()
{
    std::mt19937_64 random(11);
    const std::vector<std::uint64_t> functions = functionTable();
    std::size_t deepest = 0;
    for (int round = 0; round < 300; ++round) {
        WordWriter all;
        std::uint64_t tick = 1'000'000'000;
        for (int i = 0; i < 100; ++i) {
            storeOne(all, random, tick += random() % 1000);
        }
        const auto regions = std::make_unique<measurement::OpenRegions>();
        regions->setStack(kLow, kHigh);
        const std::vector<std::uint64_t>& words = all.words();
        regions->take(words.data(), words.data() + words.size(), functions.data());
        writer::RegionStack stack(kLow, kHigh, {});
        for (const EventRecord& record : all.records()) {
            (void)writer::apply(stack, record);
        }
        QVERIFY(areEqual(regions->open(), stack.open()));
        deepest = std::max(deepest, stack.open().size());
    }
    QVERIFY(deepest > 5);
}

void TestOpenRegions::deeperOnesThanFitAreCounted()
{
    const std::vector<std::uint64_t> functions = functionTable();
    const auto regions = std::make_unique<measurement::OpenRegions>();
    constexpr std::size_t kDeep = measurement::OpenRegions::kMostOpen + 100;
    WordWriter all;
    for (std::size_t i = 0; i < kDeep; ++i) {
        all.enter(i % 10, 1'000'000 + i, kHigh - 8 * i);
    }
    regions->take(all.words().data(), all.words().data() + all.words().size(), functions.data());
    QCOMPARE(regions->open().size(), measurement::OpenRegions::kMostOpen);
    const std::size_t before = all.words().size();
    all.nothing();  // else the last enter's word becomes that of its visit
    for (std::size_t i = kDeep; i-- > 3;) {
        all.leave(i % 10, 2'000'000'000 - i);
    }
    regions->take(
        all.words().data() + before, all.words().data() + all.words().size(), functions.data());
    QCOMPARE(regions->open().size(), std::size_t{3});
}

VELLUM_TEST_APPLESS(TestOpenRegions)
#include "test_open_regions.moc"
