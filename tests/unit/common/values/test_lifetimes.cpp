#include "common/values/lifetimes.h"
#include "tests/support/program/test_program.h"

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <vector>

using namespace vellum::values;  // NOLINT(google-build-using-namespace): all of this is about it

namespace {

struct Event {
    enum class Kind : std::uint8_t { Allocate, Access, Free };

    std::uint64_t op = 0;
    std::uint64_t object = 0;
    Kind kind = Kind::Allocate;
    AccessKind access = AccessKind::Read;
    Interval bytes;
};

constexpr std::uint64_t kBytes = 100;

std::vector<Event> randomEvents(unsigned seed, std::uint64_t count)
{
    std::mt19937 random(seed);
    std::vector<Event> events;
    std::vector<std::uint64_t> live;
    std::uint64_t next = 1;
    for (std::uint64_t op = 0; op < count; ++op) {
        const std::size_t which = live.empty() ? 0 : random() % live.size();
        const auto dice = static_cast<unsigned>(random() % 10);
        if (live.empty() || dice == 0) {
            events.push_back({.op = op, .object = next});
            live.push_back(next++);
        } else if (dice == 1) {
            events.push_back({.op = op, .object = live[which], .kind = Event::Kind::Free});
            live.erase(live.begin() + static_cast<std::ptrdiff_t>(which));
        } else {
            const std::uint64_t begin = random() % kBytes;
            events.push_back(
                {.op = op,
                 .object = live[which],
                 .kind = Event::Kind::Access,
                 .access = static_cast<AccessKind>(random() % 3),
                 .bytes = {.begin = begin, .end = std::min(kBytes, begin + random() % 20)}});
        }
    }
    return events;
}

Lifetimes lifetimesOf(const std::vector<Event>& events)
{
    Lifetimes lifetimes({.idleOps = 8, .idleBytes = 50});
    for (const Event& event : events) {
        if (event.kind == Event::Kind::Allocate) {
            lifetimes.allocate(event.op, event.object, kBytes);
        } else if (event.kind == Event::Kind::Free) {
            lifetimes.free(event.op, event.object);
        } else {
            lifetimes.access(event.op, event.object, event.access, event.bytes);
        }
    }
    return lifetimes;
}

/// One object's life from all events, by the rules as they are written down.
ObjectLife slowLife(const std::vector<Event>& events, std::uint64_t object)
{
    ObjectLife life = {.object = object, .bytes = kBytes, .isLeaked = true, .isUnused = true};
    std::vector<Event> mine;
    std::ranges::copy_if(events, std::back_inserter(mine), [&](const Event& event) {
        return event.object == object;
    });
    const auto othersBetween = [&](Event::Kind kind, std::uint64_t begin, std::uint64_t end) {
        return std::ranges::any_of(events, [&](const Event& event) {
            return event.kind == kind && event.object != object && event.op > begin
                   && event.op < end;
        });
    };
    life.allocatedBy = mine.front().op;
    std::set<std::uint64_t> accessed;
    const Event* last = nullptr;
    bool isUnread = false;
    for (const Event& event : mine) {
        if (event.kind == Event::Kind::Free) {
            life.isLeaked = false;
            life.freedBy = event.op;
            life.isLate =
                last != nullptr && othersBetween(Event::Kind::Allocate, last->op, event.op);
        }
        if (event.kind != Event::Kind::Access) {
            continue;
        }
        if (last == nullptr) {
            life.isEarly = othersBetween(Event::Kind::Free, life.allocatedBy, event.op);
        } else {
            life.longestIdleOps = std::max(life.longestIdleOps, event.op - last->op - 1);
        }
        life.isUnused = false;
        ++life.accessingOps;
        if (event.access == AccessKind::Write && isUnread) {
            ++life.writesNeverRead;
        }
        isUnread = event.access != AccessKind::Read;
        for (std::uint64_t at = event.bytes.begin; at < event.bytes.end; ++at) {
            accessed.insert(at);
        }
        last = &event;
    }
    life.writesNeverRead += isUnread ? 1U : 0U;
    life.isIdle = life.longestIdleOps > 8;
    life.accessedBytes = accessed.size();
    std::uint64_t row = 0;
    for (std::uint64_t at = 0; at < kBytes; ++at) {
        row = accessed.contains(at) ? 0 : row + 1;
        life.largestUnaccessed = std::max(life.largestUnaccessed, row);
    }
    if (accessed.size() < kBytes) {
        life.fragmentation = 1
                             - static_cast<double>(life.largestUnaccessed)
                                   / static_cast<double>(kBytes - accessed.size());
    }
    return life;
}

}  // namespace

class TestLifetimes : public QObject {
    Q_OBJECT

private slots:
    void findsEarlyLateAndIdleObjects();
    void findsWhatIsNeverUsedReadOrFreed();
    void findsThePeak();
    void agreesWithTheRulesOnRandomEvents();
    void losesAndSaysSo();
};

void TestLifetimes::findsEarlyLateAndIdleObjects()
{
    constexpr std::uint64_t kMiB = 1 << 20;
    Lifetimes lifetimes;
    lifetimes.allocate(0, 1, kMiB);
    lifetimes.allocate(1, 2, kMiB - 1);
    lifetimes.access(2, 2, AccessKind::Write, {0, 8});
    lifetimes.access(11, 2, AccessKind::Write, {0, 8});
    lifetimes.free(12, 2);
    lifetimes.access(13, 1, AccessKind::Write, {0, 8});
    lifetimes.access(23, 1, AccessKind::Read, {0, 8});
    lifetimes.allocate(24, 3, 8);
    lifetimes.free(25, 1);
    const std::vector<ObjectLife> lives = lifetimes.lives();
    QVERIFY(lives[0].isEarly && lives[0].isLate && lives[0].isIdle);
    QCOMPARE(lives[0].longestIdleOps, 9U);
    QCOMPARE(lives[0].writesNeverRead, 0U);
    // Eight ops are not too many, and it is a byte too small.
    QVERIFY(!lives[1].isEarly && !lives[1].isLate && !lives[1].isIdle);
    QCOMPARE(lives[1].writesNeverRead, 2U);
}

void TestLifetimes::findsWhatIsNeverUsedReadOrFreed()
{
    Lifetimes lifetimes;
    lifetimes.allocate(0, 1, 100);
    lifetimes.allocate(1, 2, 100);
    lifetimes.access(2, 2, AccessKind::Write, {10, 20});
    lifetimes.access(2, 2, AccessKind::Write, {50, 60});
    lifetimes.free(3, 2);
    const std::vector<ObjectLife> lives = lifetimes.lives();
    QVERIFY(lives[0].isUnused && lives[0].isLeaked);
    QCOMPARE(lives[0].largestUnaccessed, 100U);
    QCOMPARE(lives[0].fragmentation, 0.0);
    QVERIFY(!lives[1].isUnused && !lives[1].isLeaked);
    QCOMPARE(lives[1].accessingOps, 1U);
    QCOMPARE(lives[1].writesNeverRead, 1U);
    QCOMPARE(lives[1].accessedBytes, 20U);
    QCOMPARE(lives[1].largestUnaccessed, 40U);
    QCOMPARE(lives[1].fragmentation, 0.5);
}

void TestLifetimes::findsThePeak()
{
    Lifetimes lifetimes;
    lifetimes.allocate(0, 1, 100);
    lifetimes.allocate(1, 2, 50);
    lifetimes.free(2, 1);
    lifetimes.allocate(3, 3, 100);
    QCOMPARE(lifetimes.peakBytes(), 150U);
    QCOMPARE(lifetimes.peakOp(), 1U);
}

void TestLifetimes::agreesWithTheRulesOnRandomEvents()
{
    unsigned early = 0;
    unsigned late = 0;
    unsigned idle = 0;
    for (unsigned seed = 0; seed < 20; ++seed) {
        const std::vector<Event> events = randomEvents(seed, 300);
        const Lifetimes lifetimes = lifetimesOf(events);
        QCOMPARE(lifetimes.lost(), 0U);
        for (const ObjectLife& life : lifetimes.lives()) {
            QCOMPARE(life, slowLife(events, life.object));
            early += life.isEarly ? 1U : 0U;
            late += life.isLate ? 1U : 0U;
            idle += life.isIdle ? 1U : 0U;
        }
    }
    QVERIFY(early > 0 && late > 0 && idle > 0);
}

void TestLifetimes::losesAndSaysSo()
{
    Lifetimes lifetimes({}, 1);
    lifetimes.allocate(0, 1, 100);
    lifetimes.allocate(0, 2, 100);
    lifetimes.access(1, 2, AccessKind::Read, {0, 1});
    lifetimes.free(1, 2);
    lifetimes.access(1, 1, AccessKind::Read, {90, 110});
    QCOMPARE(lifetimes.lost(), 4U);
    QCOMPARE(lifetimes.lives().at(0).accessedBytes, 10U);
}

VELLUM_TEST_GUILESS(TestLifetimes)
#include "test_lifetimes.moc"
