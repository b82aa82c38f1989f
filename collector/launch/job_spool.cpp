#include "collector/launch/job_spool.h"

#include "collector/sources/mpi/functions.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <sstream>
#include <string_view>
#include <system_error>
#include <utility>

namespace vellum::collector::launch {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kSpool = ".spool";
constexpr const char* kJobFile = "job";
constexpr const char* kNoteFile = "launcher";

Error refusal(const fs::path& directory, const std::string& fact)
{
    return {
        .kind = ErrorKind::InvalidArgument, .message = "output " + directory.string() + " " + fact};
}

std::string hostName()
{
    utsname system{};
    ::uname(&system);
    return system.nodename;
}

std::string nameOf(measurement::ClockKind clock)
{
    switch (clock) {
    case measurement::ClockKind::Tsc:
        return "tsc";
    case measurement::ClockKind::Skewed:
        return "skewed";
    case measurement::ClockKind::Monotonic:
        break;
    }
    return "monotonic";
}

std::string readLine(const fs::path& file)
{
    std::ifstream in(file);
    std::string line;
    std::getline(in, line);
    return line;
}

/// Spools are what launchers of the same job have made by now.
bool hasOtherFiles(const fs::path& directory)
{
    std::error_code failure;
    return std::ranges::any_of(
        fs::directory_iterator(directory, failure), [](const fs::directory_entry& entry) {
            return !std::string_view(entry.path().filename().native()).starts_with(kSpool);
        });
}

/// Makes the spool under another name and moves it into its place, complete; the first one stays.
void makeSpool(const fs::path& directory, const std::string& job)
{
    std::string draft = (directory / kSpool).string() + "-XXXXXX";
    if (::mkdtemp(draft.data()) == nullptr) {
        return;
    }
    std::ofstream(fs::path(draft) / kJobFile) << job << '\n';
    if (::rename(draft.c_str(), (directory / kSpool).c_str()) != 0) {
        std::error_code ignored;
        fs::remove_all(draft, ignored);
    }
}

}  // namespace

Result<JobSpool> JobSpool::join(const fs::path& directory, const MpiJob& job)
{
    std::error_code failure;
    fs::create_directories(directory, failure);
    if (!failure) {
        fs::permissions(
            directory, fs::perms::owner_all, failure);  // fails where it is another user's
    }
    if (failure) {
        return refusal(directory, "cannot be made: " + failure.message());
    }
    if (hasOtherFiles(directory)) {
        return refusal(directory, "exists and is not an empty folder");
    }
    const std::string ours = job.id + " " + std::to_string(job.size);
    const fs::path folder = directory / kSpool;
    if (!fs::exists(folder, failure)) {
        makeSpool(directory, ours);
    }
    const std::string found = readLine(folder / kJobFile);
    if (found != ours) {
        return refusal(
            directory,
            found.empty() ? "cannot be written"
                          : "holds what is left of another recording, of job " + found);
    }
    JobSpool spool(folder, job);
    if (!fs::create_directory(spool.rankFolder(job.rank), failure)) {
        return refusal(
            directory,
            failure ? "cannot be written: " + failure.message()
                    : "has rank " + std::to_string(job.rank) + " already");
    }
    return spool;
}

JobSpool::~JobSpool()
{
    if (m_lock >= 0) {
        ::close(m_lock);
    }
}

JobSpool::JobSpool(JobSpool&& other) noexcept
    : m_folder(std::move(other.m_folder))
    , m_job(std::move(other.m_job))
    , m_lock(std::exchange(other.m_lock, -1))
{
}

fs::path JobSpool::rankFolder(std::uint32_t rank) const
{
    return m_folder / (mpi::kRankPrefix + std::to_string(rank));
}

std::string JobSpool::agreeOn(const std::string& name, const std::string& wish) const
{
    const fs::path link = m_folder / name;
    std::error_code ignored;
    fs::create_symlink(wish, link, ignored);
    return fs::read_symlink(link, ignored).string();
}

measurement::ClockKind JobSpool::agreeOnClock(measurement::ClockKind wish) const
{
    if (wish == measurement::ClockKind::Skewed) {
        return wish;
    }
    const std::string agreed = agreeOn("clock-" + hostName(), nameOf(wish));
    return agreed == nameOf(measurement::ClockKind::Tsc) ? measurement::ClockKind::Tsc
                                                         : measurement::ClockKind::Monotonic;
}

void JobSpool::noteBegin(measurement::ClockKind clock, std::uint32_t pid)
{
    const fs::path note = rankFolder(m_job.rank) / kNoteFile;
    const std::string draft = note.string() + ".draft";
    m_lock = ::open(draft.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (m_lock < 0) {
        return;
    }
    ::flock(m_lock, LOCK_EX | LOCK_NB);
    const std::string text =
        "node " + hostName() + "\nclock " + nameOf(clock) + "\npid " + std::to_string(pid) + "\n";
    (void)!::write(m_lock, text.data(), text.size());
    ::rename(draft.c_str(), note.c_str());
}

void JobSpool::noteEnd(const RankNote::End& end) const
{
    const std::string text =
        "end " + std::to_string(end.tick) + " " + std::to_string(end.ticksPerSecond) + "\n";
    (void)!::write(m_lock, text.data(), text.size());
}

void JobSpool::forgetLock()
{
    ::close(std::exchange(m_lock, -1));  // of a forked process: the lock stays with the other
}

JobSpool::RankState JobSpool::stateOf(std::uint32_t rank) const
{
    std::error_code failure;
    if (!fs::exists(rankFolder(rank), failure)) {
        return RankState::Absent;
    }
    const int note = ::open((rankFolder(rank) / kNoteFile).c_str(), O_RDWR | O_CLOEXEC);
    if (note < 0) {
        return RankState::Starting;
    }
    // An end that is noted after this look at the lock is noticed below all the same.
    const bool isAlive = ::flock(note, LOCK_SH | LOCK_NB) != 0;
    ::close(note);
    if (noteOf(rank).end) {
        return RankState::Ended;
    }
    return isAlive ? RankState::Running : RankState::Gone;
}

RankNote JobSpool::noteOf(std::uint32_t rank) const
{
    RankNote note;
    std::ifstream in(rankFolder(rank) / kNoteFile);
    for (std::string line; std::getline(in, line) && !in.eof();) {
        std::istringstream fields(line);
        std::string what;
        fields >> what;
        if (what == "node") {
            fields >> note.node;
        } else if (what == "clock") {
            fields >> note.clock;
        } else if (what == "pid") {
            fields >> note.pid;
        } else if (RankNote::End end; what == "end" && fields >> end.tick >> end.ticksPerSecond) {
            note.end = end;
        }
    }
    return note;
}

}  // namespace vellum::collector::launch
