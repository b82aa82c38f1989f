#include "collector/sources/io/functions.h"
#include "collector/writer/archive_builder.h"
#include "tests/support/program/test_program.h"
#include "tests/unit/collector/writer/spool_writer.h"

#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

using namespace vellum::collector::measurement;  // NOLINT(google-build-using-namespace): a test
namespace io = vellum::collector::io;
namespace writer = vellum::collector::writer;

/// Records of input and output as no program leaves them behind.
class TestIoPass : public QObject {
    Q_OBJECT

private slots:
    void packsAndUnpacks();
    void makesAnArchiveOfAnyRecords();
    void followsALongChainOfDuplicates();
    void endsWhereDuplicatesGoInACircle();
};

namespace {

using vellum::test::archiveOf;
using vellum::test::Locations;
using vellum::test::record;

/// \p copy is made of \p original, without flags.
EventRecord duplicate(std::uint64_t tick, std::uint64_t original, std::uint64_t copy)
{
    return record(EventKind::IoDuplicate, tick, original, copy << 32U);
}

constexpr std::array kKinds = {
    EventKind::IoEnter,
    EventKind::IoLeave,
    EventKind::IoAlso,
    EventKind::IoText,
    EventKind::IoHandle,
    EventKind::IoDuplicate,
    EventKind::IoDestroy,
    EventKind::IoDelete,
    EventKind::AllocationEnter,
    EventKind::AllocationLeave};

/// Half of them with small numbers, so that they have to do with each other.
EventRecord anyRecord(std::mt19937_64& random, std::uint64_t tick)
{
    const std::uint64_t small = (random() % 70) << 32U | random() % 5;
    const std::uint64_t subject = random() % 2 == 0 ? small : random();
    const std::uint64_t frame = random() % 2 == 0 ? small : random();
    return record(kKinds.at(random() % kKinds.size()), tick, subject, frame);
}

}  // namespace

void TestIoPass::packsAndUnpacks()
{
    const io::Call call = io::callOf(
        io::pack({.function = io::Function::fsetpos, .handle = 0xFFFF'FFFE, .whence = 4}));
    QVERIFY(call.function == io::Function::fsetpos);
    QCOMPARE(call.handle, 0xFFFF'FFFEU);
    QCOMPARE(int{call.whence}, 4);
    const io::HandleInfo info = io::handleInfoOf(io::pack(io::HandleInfo{
        .handle = 7, .paradigm = io::Paradigm::IsoC, .isFound = true, .standard = 3}));
    QCOMPARE(info.handle, 7U);
    QVERIFY(info.paradigm == io::Paradigm::IsoC && info.isFound);
    QCOMPARE(int{info.standard}, 3);
}

void TestIoPass::makesAnArchiveOfAnyRecords()
{
    std::mt19937_64 random(1);
    for (int round = 0; round < 20; ++round) {
        Locations locations(1 + random() % 3);
        for (std::vector<EventRecord>& location : locations) {
            for (std::uint64_t tick = 1; tick < 300; ++tick) {
                location.push_back(anyRecord(random, tick));
            }
        }
        const writer::ArchiveSummary summary = archiveOf(locations);
        QCOMPARE(summary.locations, locations.size());
        QVERIFY(summary.events > 0);
    }
}

/// Each is the copy of the one before it, and the first is told of in another location, read later.
void TestIoPass::followsALongChainOfDuplicates()
{
    constexpr std::uint64_t kCopies = 200'000;
    Locations locations(2);
    for (std::uint64_t copy = kCopies; copy > 1; --copy) {
        locations[0].push_back(duplicate(kCopies - copy + 1, copy - 1, copy));
    }
    locations[1].push_back(
        record(EventKind::IoHandle, 1, io::pack(io::HandleInfo{.handle = 1}), 0));
    const writer::ArchiveSummary summary = archiveOf(locations);
    QCOMPARE(summary.events, kCopies);
}

void TestIoPass::endsWhereDuplicatesGoInACircle()
{
    const writer::ArchiveSummary summary =
        archiveOf({{duplicate(1, 1, 2), duplicate(2, 2, 1), duplicate(3, 3, 3)}});
    QCOMPARE(summary.events, std::uint64_t{3});
}

VELLUM_TEST_GUILESS(TestIoPass)
#include "test_io_pass.moc"
