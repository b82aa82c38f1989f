#include "collector/launch/rank_recording.h"

#include "collector/launch/archive_output.h"
#include "collector/launch/child_process.h"
#include "collector/launch/clock_choice.h"
#include "collector/launch/job_spool.h"
#include "collector/launch/measurement_facts.h"
#include "collector/launch/outcome.h"
#include "collector/launch/output_folder.h"
#include "collector/launch/program_environment.h"
#include "collector/launch/rank_wait.h"
#include "collector/launch/ring_sweep.h"
#include "collector/launch/value_recording.h"
#include "collector/measurement/clock.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <thread>
#include <utility>

namespace vellum::collector::launch {

namespace fs = std::filesystem;
using measurement::ClockKind;

namespace {

/// The clock of this host, or the one that a test gives this rank.
ClockKind clockOf(const JobSpool& spool)
{
    const char* const skew = std::getenv(measurement::kEnvClockSkew);  // NOLINT: no other thread
    if (skew == nullptr) {
        return spool.agreeOnClock(chooseClock());
    }
    measurement::clockSkew = measurement::readClockSkew(skew);
    return ClockKind::Skewed;
}

/// Who writes the archive: waits for everybody's end, then writes.
class RankWriter {
public:
    RankWriter(
        const Options& options,
        const JobSpool& spool,
        const MpiJob& job,
        const ClockComparison& clock,
        writer::ArchiveRequest request)
        : m_options(options)
        , m_spool(spool)
        , m_job(job)
        , m_clock(clock)
        , m_request(std::move(request))
    {
    }

    /// \return whether there is an archive
    bool write()
    {
        m_request.notes = waitForRanks(m_spool, m_job.size, rankPatience(), m_options.quiet);
        m_request.spool = m_spool.folder();
        m_request.clock = m_clock.finish();
        for (std::uint32_t rank = 0; rank < m_job.size; ++rank) {
            if (m_spool.stateOf(rank) != JobSpool::RankState::Absent) {
                addRank(rank);
            }
        }
        nameRankValues(m_options, m_spool, m_request);
        WriteValues writeValues;
        if (hasRankValues(m_options, m_request)) {
            writeValues = [this](const writer::ArchiveSummary& summary) {
                return gatherRankValues(m_spool, m_request, summary);
            };
        }
        return writeArchive(m_options, m_request.directory, m_request, writeValues);
    }

private:
    void addRank(std::uint32_t rank)
    {
        const RankNote note = m_spool.noteOf(rank);
        const RankNote::End end = note.end.value_or(RankNote::End{});
        m_request.ranks.push_back(
            {.spool = m_spool.rankFolder(rank),
             .rank = rank,
             .node = note.node,
             .mainPid = note.pid,
             .mainEndTick = end.tick,
             .ticksPerSecond =
                 end.ticksPerSecond != 0 ? end.ticksPerSecond : m_request.clock.ticksPerSecond});
    }

    const Options& m_options;
    const JobSpool& m_spool;
    const MpiJob& m_job;
    const ClockComparison& m_clock;
    writer::ArchiveRequest m_request;
};

/// A process in a session of its own that begins its work when this one ends, or lets it.
///
/// Threads  Owner thread.
class Afterwards {
public:
    Afterwards() = default;
    ~Afterwards() { finish(); }
    Afterwards(const Afterwards&) = delete;
    Afterwards& operator=(const Afterwards&) = delete;

    template <typename Work>
    void prepare(const Work& work)
    {
        std::array<int, 2> ends{};
        if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
            return;
        }
        m_pid = ::fork();
        if (m_pid == 0) {
            ::setsid();
            std::signal(SIGPIPE, SIG_IGN);  // mpirun may be gone
            std::signal(SIGXFSZ, SIG_IGN);  // a full disk is said, as everywhere
            ::close(ends[1]);
            char nothing = 0;
            while (::read(ends[0], &nothing, 1) < 0 && errno == EINTR) {}
            work();
            ::_exit(0);
        }
        ::close(ends[0]);
        m_end = ends[1];
    }

    /// Waits for it.
    void finish()
    {
        if (m_end >= 0) {
            ::close(std::exchange(m_end, -1));
            while (::waitpid(m_pid, nullptr, 0) < 0 && errno == EINTR) {}
        }
    }

    [[nodiscard]] bool isPrepared() const { return m_end >= 0; }

private:
    pid_t m_pid = -1;
    int m_end = -1;
};

/// Where rank 0 is not recorded, the lowest rank that is writes the archive, unless that was done before this rank's end.
/// Ranks start at about the same time.
bool mustWrite(const JobSpool& spool, const MpiJob& job)
{
    constexpr int kLooks = 60;
    constexpr std::chrono::milliseconds kPause{50};
    const auto isThere = [&](std::uint32_t rank) {
        return spool.stateOf(rank) != JobSpool::RankState::Absent;
    };
    for (int i = 0; i < kLooks && !isThere(0) && isThere(job.rank); ++i) {
        std::this_thread::sleep_for(kPause);
    }
    for (std::uint32_t rank = 0; rank < job.rank; ++rank) {
        if (isThere(rank)) {
            return false;
        }
    }
    return isThere(job.rank);
}

void noteMissingLibrary(const Options& options, const fs::path& collector, const fs::path& spool)
{
    if (isWanted(options, "mpi") && !findMpiLibrary(collector)) {
        std::ofstream(spool / measurement::kUnavailableFile, std::ios::app)
            << "source mpi: unavailable: this vellum-record was built without MPI\n";
    }
}

}  // namespace

int recordRank(
    const Options& options,
    const fs::path& collector,
    const MpiJob& job,
    writer::ArchiveRequest request)
{
    const mode_t mask = ::umask(077);  // for our files, not for the command's
    // Alone, as in a shell of Slurm's, nobody else must come to the same name, but the next recording must not.
    const std::string number = job.size == 1 ? std::to_string(::getpid()) : job.id;
    request.directory = expandOutput(options.output, options.command.front(), number);
    request.mpi = isWanted(options, "mpi");
    Result<JobSpool> joined = JobSpool::join(request.directory, job);
    if (!joined.isOk()) {
        return refuse(joined.error().message);
    }
    JobSpool spool = std::move(joined).value();
    const fs::path own = spool.rankFolder(job.rank);
    noteMissingLibrary(options, collector, own);
    const ClockComparison clock(clockOf(spool));
    const auto facts = measurementFacts(options, clock.kind());
    request.properties.insert(request.properties.end(), facts.begin(), facts.end());
    request.nanosecondsPerEvent = nanosecondsPerEvent(clock.kind());
    ChildProcess child;
    if (child.isChild()) {
        child.become(options.command, [&] {
            ::umask(mask);
            setEnvironment(
                options,
                {.collector = collector,
                 .spool = own,
                 .job = spool.folder(),
                 .clock = clock.kind(),
                 .ranks = job.size});
        });
    }
    // Names are looked up on this machine; nobody asked for the network.
    ::unsetenv("DEBUGINFOD_URLS");  // NOLINT(concurrency-mt-unsafe): no other thread yet
    const fs::path directory = request.directory;
    RankWriter writer(options, spool, job, clock, std::move(request));
    Afterwards afterwards;
    const auto write = [&] {
        spool.forgetLock();
        if (writer.write() && options.open) {
            openInVellum(directory / "traces.otf2");
        }
    };
    spool.noteBegin(clock.kind(), static_cast<std::uint32_t>(child.pid()));
    if (job.rank == 0) {
        afterwards.prepare(write);
    }
    // Its thread begins behind the fork.
    const auto values = ValueRecording::beginRank(options, clock.kind(), spool, job.rank);
    std::unique_ptr<RingSweep> sweep =
        RingSweep::begin(own, clock.kind(), options.lastSeconds * 1'000'000'000);
    const int error = child.release();
    if (error != 0) {
        say(startFailure(options.command.front(), error));
    }
    const int status = exitStatusOf(child.wait());
    sweep.reset();  // from here on the files are to be read
    const std::uint64_t endTick = measurement::readClock(clock.kind());
    if (values) {
        values->stop();
        values->writeRank(own, endTick, clock.finish().ticksPerSecond);
    }
    spool.noteEnd({.tick = endTick, .ticksPerSecond = clock.finish().ticksPerSecond});
    if (job.rank != 0 && mustWrite(spool, job)) {
        afterwards.prepare(write);
    }
    afterwards.finish();
    return status;
}

}  // namespace vellum::collector::launch
