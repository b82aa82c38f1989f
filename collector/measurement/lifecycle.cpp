#include "collector/measurement/lifecycle.h"

#include "collector/measurement/auto_filter.h"
#include "collector/measurement/clock.h"
#include "collector/measurement/clock_rate.h"
#include "collector/measurement/event_buffer.h"
#include "collector/measurement/function_numbers.h"
#include "collector/measurement/location_list.h"
#include "collector/measurement/module_list.h"
#include "collector/measurement/space_budget.h"
#include "collector/measurement/spool_file.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace vellum::collector::measurement {

constinit Process process;

namespace {

bool makeDirectory()
{
    for (unsigned attempt = 0; attempt < 1000; ++attempt) {
        std::snprintf(
            process.directoryName, sizeof process.directoryName, "p%d-%u", ::getpid(), attempt);
        const int length = std::snprintf(
            process.directory,
            sizeof process.directory,
            "%s/%s",
            process.config.spool,
            process.directoryName);
        if (length < 0 || static_cast<std::size_t>(length) >= sizeof process.directory) {
            return false;
        }
        if (::mkdir(process.directory, 0700) == 0) {
            return ::chmod(process.directory, 0700) == 0;
        }
        if (errno != EEXIST) {
            return false;
        }
    }
    return false;
}

/// As the system has it, which is the parent's after a fork. Without allocation: a forked child runs it.
void readCommandLine(char (&text)[sizeof(ProcessHeader::commandLine)])
{
    const int file = ::open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return;
    }
    const ssize_t length = ::read(file, text, sizeof text - 1);
    ::close(file);
    for (ssize_t i = 0; i + 1 < length; ++i) {
        text[i] = text[i] == '\0' ? ' ' : text[i];
    }
    text[length > 0 ? length : 0] = '\0';
}

bool makeHeader(const ForkOrigin& origin)
{
    char path[PATH_MAX];
    if (!spoolPath(path, "process")) {
        return false;
    }
    void* memory = mapFilePart(path, 0, kHeaderBytes);
    if (memory == nullptr) {
        return false;
    }
    auto* header = static_cast<ProcessHeader*>(memory);
    header->pid = static_cast<std::uint32_t>(::getpid());
    header->clock = process.config.clock;
    header->origin = origin;
    const ssize_t length =
        ::readlink("/proc/self/exe", header->executable, sizeof header->executable - 1);
    header->executable[length > 0 ? length : 0] = '\0';
    readCommandLine(header->commandLine);
    header->startTick = readClock(process.config.clock);
    header->magic = kSpoolMagic;
    process.header = header;
    return true;
}

bool startProcess(const ForkOrigin& origin)
{
    process.nextLocation = 0;
    return makeDirectory() && makeHeader(origin);
}

/// What is stored is what the child has open: an enter's word stays one.
void onForkPrepare()
{
    threadBuffer.afterEnter = nullptr;
}

// Runs in the child with only the forking thread; no locks, no allocation.
void onForkChild()
{
    if (process.phase != Phase::Active) {
        return;
    }
    const int error = errno;
    EventBuffer& buffer = threadBuffer;
    ForkOrigin origin;
    std::memcpy(origin.directory, process.directoryName, sizeof origin.directory);
    origin.hasLocation = buffer.header == nullptr ? 0 : 1;
    origin.location = buffer.index;
    origin.wordCount = buffer.wordCount();
    // The parent's windows stay its own: the child forgets them without storing a byte.
    PathRoom* const paths = buffer.paths;
    buffer = EventBuffer{};
    buffer.paths = paths;
    forgetLocations();
    forgetFunctionTable();
    forgetLeftOut();
    forgetModuleLock();
    process.phase = Phase::Inert;
    if (process.config.followFork && startProcess(origin)) {
        process.phase = Phase::Active;
    }
    errno = error;
}

bool isWanted(const Config& config)
{
    return config.spool != nullptr
           && (config.followFork || config.targetPid == static_cast<std::uint32_t>(::getpid()));
}

bool start()
{
    process.config = readConfig();
    if (!isWanted(process.config) || !startProcess(ForkOrigin{})) {
        return false;
    }
    beginComparingClocks();
    if (!openSpaceBudget()) {
        noteSpoolError(errno);
        return false;
    }
    process.modulesStale = true;
    ::prctl(PR_GET_NAME, process.programName);
    ::pthread_atfork(onForkPrepare, nullptr, onForkChild);
    return true;
}

__attribute__((constructor(101))) void onLoad()
{
    ensureStarted();
}

__attribute__((destructor(101))) void onUnload()
{
    noteProcessEnd();
}

}  // namespace

bool spoolPath(char (&path)[PATH_MAX], const char* file)
{
    const int length = std::snprintf(path, sizeof path, "%s/%s", process.directory, file);
    return length > 0 && static_cast<std::size_t>(length) < sizeof path;
}

bool ensureStarted()
{
    Phase expected = process.phase;
    if (expected == Phase::Unstarted
        && process.phase.compare_exchange_strong(expected, Phase::Starting)) {
        const int error = errno;
        const bool started = start();
        errno = error;
        expected = started ? Phase::Active : Phase::Inert;
        process.phase = expected;
    }
    return expected == Phase::Active;
}

void noteProcessEnd()
{
    EventBuffer& buffer = threadBuffer;
    const RecursionGuard guard(buffer.busy);
    // A child of vfork shares our memory but not our number: its _exit is not our end.
    if (!guard.entered() || process.phase != Phase::Active
        || process.header->pid != static_cast<std::uint32_t>(::getpid())) {
        return;
    }
    const int error = errno;
    if (auto* const bringIn = process.atEnd.exchange(nullptr)) {
        bringIn();
    }
    if (auto* const look = process.lastLook.load()) {
        look();
    }
    noteModules();
    noteThreadNames();
    process.header->endTick = readClock(process.config.clock);
    errno = error;
}

void noteUnavailable(const char* sentence)
{
    const int error = errno;
    char path[PATH_MAX];
    char line[1024];
    const int pathBytes =
        std::snprintf(path, sizeof path, "%s/%s", process.config.spool, kUnavailableFile);
    const int bytes = std::snprintf(  // what is longer is cut
        line,
        sizeof line,
        "%.*s\n",
        static_cast<int>(sizeof line) - 2,
        sentence);
    if (pathBytes <= 0 || static_cast<std::size_t>(pathBytes) >= sizeof path || bytes <= 0) {
        noteSpoolError(ENAMETOOLONG);
    } else if (!appendToFile(path, line, static_cast<std::size_t>(bytes))) {
        noteSpoolError(errno);
    }
    errno = error;
}

void noteSpoolError(int error)
{
    if (process.header != nullptr && process.header->spoolError == 0) {
        process.header->spoolError = static_cast<std::uint32_t>(error);
    }
}

}  // namespace vellum::collector::measurement
