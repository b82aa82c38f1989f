#include "collector/sources/mpi/process.h"

#include "collector/measurement/spool_file.h"
#include "collector/measurement/spool_format.h"
#include "collector/sources/bridge/bridge.h"
#include "collector/sources/hook.h"
#include "collector/sources/mpi/clock_sync.h"
#include "collector/sources/mpi/communicators.h"
#include "collector/sources/mpi/mpi_library.h"
#include "collector/sources/mpi/visit.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/limits.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

namespace vellum::collector::mpi {

namespace {

constexpr timespec kPause{.tv_sec = 0, .tv_nsec = 20'000'000};
constexpr int kLooksForDecision = 1500;  ///< half a minute
constexpr int kLooksForBegun = 250;      ///< five seconds, well within what the others wait
constexpr int kLooksForFirstRank = 150;  ///< file systems of several nodes may be late

constinit std::atomic<bool> following = false;
constinit WorldPlace place;
constinit char mpiFile[PATH_MAX];

void sayUnavailable(const char* folder, const char* reason)
{
    char path[PATH_MAX + 32];
    std::snprintf(path, sizeof path, "%s/../%s", folder, measurement::kUnavailableFile);
    char line[256];
    const int length = std::snprintf(line, sizeof line, "source mpi: unavailable: %s\n", reason);
    measurement::appendToFile(path, line, static_cast<std::size_t>(length));
}

/// How many names in the folder begin so.
std::uint32_t countNames(const char* job, const char* prefix)
{
    DIR* const folder = ::opendir(job);
    if (folder == nullptr) {
        return 0;
    }
    std::uint32_t count = 0;
    // Only this thread has the folder. NOLINTNEXTLINE(concurrency-mt-unsafe)
    while (const dirent* entry = ::readdir(folder)) {
        count += std::strncmp(entry->d_name, prefix, std::strlen(prefix)) == 0 ? 1 : 0;
    }
    ::closedir(folder);
    return count;
}

/// \return false while nobody has decided
bool readDecision(const char* link, bool& isWhole)
{
    char text[16] = {};
    if (::readlink(link, text, sizeof text - 1) <= 0) {
        return false;
    }
    isWhole = std::strcmp(text, kWhole) == 0;
    return true;
}

/// Tells the others that this rank follows MPI.
void noteBegun(const char* job, std::uint32_t rank)
{
    char path[PATH_MAX];
    std::snprintf(path, sizeof path, "%s/%s%u", job, kBegunPrefix, rank);
    const int file = ::open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
    if (file >= 0) {
        ::close(file);
    }
}

/// Whether every rank follows MPI: a launcher alone does not say so, as its rank may be a script, or have MPI without PMPI.
/// Only rank 0 asks, and not for long: all ranks come out of MPI_Init at about the same time.
bool areAllBegun(const char* job, std::uint32_t size)
{
    for (int i = 0; countNames(job, kRankPrefix) >= size && i < kLooksForBegun; ++i) {
        if (countNames(job, kBegunPrefix) >= size) {
            return true;
        }
        ::nanosleep(&kPause, nullptr);
    }
    return false;
}

/// Whether every rank is recorded. All ranks get the same answer: rank 0 counts, and whoever waits in vain for its word
/// decides against it.
bool decideWhether(std::uint32_t rank, std::uint32_t size)
{
    // The environment is read when MPI begins. NOLINTNEXTLINE(concurrency-mt-unsafe)
    const char* const job = std::getenv(kEnvJob);
    if (job == nullptr || *job == '\0') {
        return size == 1;
    }
    char link[PATH_MAX];
    std::snprintf(link, sizeof link, "%s/%s", job, kModeLink);
    bool isWhole = false;
    noteBegun(job, rank);
    if (rank == 0) {
        (void)!::symlink(areAllBegun(job, size) ? kWhole : kPart, link);
    }
    char first[PATH_MAX];
    std::snprintf(first, sizeof first, "%s/%s0", job, kRankPrefix);
    for (int i = 0; i < kLooksForDecision && !readDecision(link, isWhole); ++i) {
        if (i >= kLooksForFirstRank && ::access(first, F_OK) != 0) {
            break;
        }
        ::nanosleep(&kPause, nullptr);
    }
    (void)!::symlink(kPart, link);
    return readDecision(link, isWhole) && isWhole;
}

}  // namespace

bool isFollowing()
{
    return following.load(std::memory_order_acquire);
}

const WorldPlace& worldPlace()
{
    return place;
}

void note(const std::string& lines)
{
    const int error = errno;
    measurement::appendToFile(mpiFile, lines.data(), lines.size());
    errno = error;
}

void beginFollowing()
{
    const char* const folder = ::vellum_collector_folder();
    if (folder == nullptr || isFollowing()) {
        return;
    }
    const char* reason = nullptr;
    if (!findHandles(reason)) {
        sayUnavailable(folder, reason);
        return;
    }
    int rank = 0;
    int size = 1;
    VELLUM_PMPI(Comm_rank)(handles().world, &rank);
    VELLUM_PMPI(Comm_size)(handles().world, &size);
    place = {.rank = static_cast<std::uint32_t>(rank), .size = static_cast<std::uint32_t>(size)};
    std::snprintf(mpiFile, sizeof mpiFile, "%s/%s", folder, kMpiFile);
    note(lineOf("rank", place.rank, place.size));
    place.isWhole = decideWhether(place.rank, place.size);
    if (!place.isWhole) {
        sayUnavailable(
            folder,
            "not all ranks are recorded, so communicators that the program makes and differences "
            "between clocks are not followed");
    }
    followPredefined();
    beginClockSync();
    following.store(true, std::memory_order_release);
}

void endFollowing()
{
    if (following.exchange(false)) {
        endClockSync();
        if (const std::uint64_t count = messagesLeftOut()) {
            note(lineOf("left-out", count));
        }
    }
}

}  // namespace vellum::collector::mpi

using namespace vellum::collector::mpi;  // NOLINT(google-build-using-namespace): hooks only

// The names are MPI's. NOLINTBEGIN(readability-identifier-naming)
VELLUM_HOOK int MPI_Init(int* argc, char*** argv)
{
    const Visit visit(Function::Init);
    const int result = VELLUM_PMPI(Init)(argc, argv);
    if (result == MPI_SUCCESS) {
        beginFollowing();
    }
    return result;
}

VELLUM_HOOK int MPI_Init_thread(int* argc, char*** argv, int required, int* provided)
{
    const Visit visit(Function::Init_thread);
    const int result = VELLUM_PMPI(Init_thread)(argc, argv, required, provided);
    if (result == MPI_SUCCESS) {
        beginFollowing();
    }
    return result;
}

VELLUM_HOOK int MPI_Finalize()
{
    const Visit visit(Function::Finalize);
    endFollowing();
    return VELLUM_PMPI(Finalize)();
}
// NOLINTEND(readability-identifier-naming)
