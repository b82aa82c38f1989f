#include "collector/launch/job_spool.h"
#include "collector/launch/rank_wait.h"
#include "tests/support/program/test_program.h"

#include <QTemporaryDir>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using vellum::collector::launch::JobSpool;
using vellum::collector::launch::RankNote;
using vellum::collector::launch::RankPatience;
using vellum::collector::launch::waitForRanks;
using vellum::collector::measurement::ClockKind;
using State = JobSpool::RankState;

class TestJobSpool : public QObject {
    Q_OBJECT

private slots:
    void init();
    void takesEachRankOnce();
    void refusesWhatIsNotThisJobs();
    void knowsRunningFromEndedAndFromDead();
    void keepsTheFirstWordOfAJob();
    void keepsTheFirstClockOfAHost();
    void readsANoteThatIsBeingWritten();
    void waitsForNobodyWhoIsGone();
    void saysWhoDidNotEndInTime();

private:  // NOLINT(readability-redundant-access-specifiers): no slots
    vellum::Result<JobSpool> join(std::uint32_t rank, std::uint32_t size, const char* id = "7")
    {
        return JobSpool::join(m_directory, {.rank = rank, .size = size, .id = id});
    }

    std::unique_ptr<QTemporaryDir> m_scratch;
    std::filesystem::path m_directory;
};

namespace {

constexpr RankPatience kNone{
    .toAppear = std::chrono::milliseconds(0), .toEnd = std::chrono::milliseconds(0)};

QString joined(const std::vector<std::string>& sentences)
{
    QString text;
    for (const std::string& sentence : sentences) {
        text += QString::fromStdString(sentence) + u'\n';
    }
    return text;
}

}  // namespace

void TestJobSpool::init()
{
    m_scratch = std::make_unique<QTemporaryDir>();
    m_directory = std::filesystem::path(m_scratch->path().toStdString()) / "out";
}

void TestJobSpool::takesEachRankOnce()
{
    QVERIFY(join(0, 2).isOk());
    QVERIFY(join(1, 2).isOk());
    const auto again = join(1, 2);
    QVERIFY(!again.isOk());
    QVERIFY(again.error().message.ends_with("has rank 1 already"));
}

void TestJobSpool::refusesWhatIsNotThisJobs()
{
    QVERIFY(join(0, 2).isOk());
    const auto other = join(1, 2, "8");
    QVERIFY(!other.isOk());
    QVERIFY(other.error().message.ends_with("of another recording, of job 7 2"));
    std::ofstream(m_directory / "traces.otf2") << "x";
    const auto late = join(1, 2);
    QVERIFY(!late.isOk());
    QVERIFY(late.error().message.ends_with("exists and is not an empty folder"));
}

void TestJobSpool::knowsRunningFromEndedAndFromDead()
{
    const JobSpool looker = join(0, 3).value();
    QVERIFY(looker.stateOf(1) == State::Absent);
    std::optional<JobSpool> one(join(1, 3).value());
    QVERIFY(looker.stateOf(1) == State::Starting);
    one->noteBegin(ClockKind::Tsc, 4711);
    QVERIFY(looker.stateOf(1) == State::Running);
    one->noteEnd({.tick = 12, .ticksPerSecond = 1000});
    QVERIFY(looker.stateOf(1) == State::Ended);
    const RankNote note = looker.noteOf(1);
    QCOMPARE(note.pid, 4711U);
    QCOMPARE(note.clock, std::string("tsc"));
    QCOMPARE(note.end->tick, std::uint64_t{12});
    QCOMPARE(note.end->ticksPerSecond, std::uint64_t{1000});

    std::optional<JobSpool> two(join(2, 3).value());
    two->noteBegin(ClockKind::Monotonic, 4712);
    QVERIFY(looker.stateOf(2) == State::Running);
    two.reset();  // its lock goes, as with a launcher that is killed
    QVERIFY(looker.stateOf(2) == State::Gone);
}

void TestJobSpool::keepsTheFirstWordOfAJob()
{
    const JobSpool first = join(1, 2).value();
    QCOMPARE(first.agreeOn("run", "0a1b"), std::string("0a1b"));
    const JobSpool second = join(0, 2).value();
    QCOMPARE(second.agreeOn("run", "ffff"), std::string("0a1b"));
    QCOMPARE(second.agreeOn("other", "word"), std::string("word"));
}

void TestJobSpool::keepsTheFirstClockOfAHost()
{
    const JobSpool first = join(0, 2).value();
    const JobSpool second = join(1, 2).value();
    QVERIFY(first.agreeOnClock(ClockKind::Monotonic) == ClockKind::Monotonic);
    QVERIFY(second.agreeOnClock(ClockKind::Tsc) == ClockKind::Monotonic);
    QVERIFY(second.agreeOnClock(ClockKind::Skewed) == ClockKind::Skewed);
}

void TestJobSpool::readsANoteThatIsBeingWritten()
{
    const JobSpool spool = join(0, 1).value();
    std::ofstream(spool.rankFolder(0) / "launcher") << "node here\npid 5\nend 12 1000";
    const RankNote note = spool.noteOf(0);
    QCOMPARE(note.node, std::string("here"));
    QVERIFY(!note.end);
}

void TestJobSpool::waitsForNobodyWhoIsGone()
{
    JobSpool spool = join(0, 2).value();
    spool.noteBegin(ClockKind::Tsc, 1);
    spool.noteEnd({});
    {
        JobSpool dead = join(1, 2).value();
        dead.noteBegin(ClockKind::Tsc, 2);
    }
    // With the usual patience: a hang would be the failure.
    QCOMPARE(joined(waitForRanks(spool, 2, RankPatience{}, true)), QString());
}

void TestJobSpool::saysWhoDidNotEndInTime()
{
    JobSpool spool = join(0, 9).value();
    spool.noteBegin(ClockKind::Tsc, 1);
    JobSpool one = join(1, 9).value();
    one.noteBegin(ClockKind::Tsc, 2);
    one.noteEnd({});
    QCOMPARE(
        joined(waitForRanks(spool, 9, kNone, true)),
        QStringLiteral(
            "source mpi: the archive was written before the end of rank 0\n"
            "source mpi: vellum-record did not start ranks 2, 3, 4, 5, 6 and 2 others\n"));
}

VELLUM_TEST_GUILESS(TestJobSpool)
#include "test_job_spool.moc"
