#include "collector/measurement/event_buffer.h"

#include "collector/measurement/auto_filter.h"
#include "collector/measurement/clock_rate.h"
#include "collector/measurement/function_numbers.h"
#include "collector/measurement/left_out.h"
#include "collector/measurement/lifecycle.h"
#include "collector/measurement/location_list.h"
#include "collector/measurement/module_list.h"
#include "collector/measurement/own_memory.h"
#include "collector/measurement/space_budget.h"
#include "collector/measurement/spool_file.h"
#include "collector/measurement/window_review.h"
#include "collector/measurement/window_ring.h"

#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>

namespace vellum::collector::measurement {

thread_local constinit EventBuffer threadBuffer;

namespace {

// Mapping costs about as much per byte whatever the size; smaller windows make shorter pauses.
constexpr std::uint64_t kMaxWindowBytes = std::uint64_t{768} * 1024;
constexpr std::size_t kPageBytes = 4096;

/// Of the thread's file, in the buffer's room for it. \return null where there is none
const char* locationPath(EventBuffer& buffer)
{
    char file[16];
    std::snprintf(file, sizeof file, "t%u", buffer.index);
    return buffer.findPaths() && spoolPath(buffer.paths->spool, file) ? buffer.paths->spool
                                                                      : nullptr;
}

// Other keys' destructors may still call instrumented functions: ours asks to be called again until
// the last round that POSIX promises.
extern "C" void vellumCollectorThreadEnds(void* rounds);

pthread_key_t threadEndKey()
{
    static pthread_key_t key = [] {
        pthread_key_t made{};
        ::pthread_key_create(&made, vellumCollectorThreadEnds);
        return made;
    }();
    return key;
}

void askForEndOfThread(std::uintptr_t rounds)
{
    // The key's value is a small number that never is a pointer.
    ::pthread_setspecific(
        threadEndKey(), reinterpret_cast<void*>(rounds));  // NOLINT(performance-no-int-to-ptr)
}

void findStack(LocationHeader& header)
{
    pthread_attr_t attributes;
    if (::pthread_getattr_np(::pthread_self(), &attributes) != 0) {
        return;
    }
    void* low = nullptr;
    std::size_t bytes = 0;
    if (::pthread_attr_getstack(&attributes, &low, &bytes) == 0) {
        header.stackLow = reinterpret_cast<std::uint64_t>(low);
        header.stackHigh = header.stackLow + bytes;
    }
    ::pthread_attr_destroy(&attributes);
}

/// What is mapped at the begin of a thread's file: where functions may be left out their counts, too.
std::uint64_t headerBytes()
{
    static_assert(sizeof(LocationHeader) <= kLeftOutCountsOffset);
    static_assert(kLeftOutCountsOffset + kLeftOutCountsBytes <= kHeaderBytes);
    return leftOutTable == nullptr ? kPageBytes : kLeftOutCountsOffset + kLeftOutCountsBytes;
}

void prepareLeavingOut(EventBuffer& buffer, void* header)
{
    if (leftOutTable != nullptr) {
        buffer.leftOut =
            reinterpret_cast<LeftOutCount*>(static_cast<std::byte*>(header) + kLeftOutCountsOffset);
    }
    if (autoFilter != nullptr) {
        buffer.review = mapZeros<WindowReview>();
    }
}

bool openLocation(EventBuffer& buffer)
{
    buffer.clock = process.config.clock;
    buffer.index = process.nextLocation.fetch_add(1);
    const char* const path = locationPath(buffer);
    // Most of a header with counts is never touched.
    const Touch touch = leftOutTable == nullptr ? Touch::AtOnce : Touch::WhenUsed;
    void* memory = path != nullptr ? mapFilePart(path, 0, headerBytes(), touch) : nullptr;
    if (memory == nullptr) {
        noteSpoolError(errno);
        return false;
    }
    prepareLeavingOut(buffer, memory);
    auto* header = static_cast<LocationHeader*>(memory);
    header->index = buffer.index;
    header->threadId = static_cast<std::uint32_t>(::syscall(SYS_gettid));
    header->startTick = readClock(buffer.clock);
    findStack(*header);
    noteOwnName(*header);
    header->magic = kSpoolMagic;
    buffer.header = header;
    if (process.config.lastNs != 0) {
        buffer.ring = mapZeros<WindowRing>();
        if (buffer.ring != nullptr) {
            buffer.ring->begin(buffer);
        }
    }
    buffer.windowOffset = kHeaderBytes;
    buffer.bufferOffset = kHeaderBytes;
    addLocation(header);
    askForEndOfThread(1);
    return true;
}

/// Windows are multiples of this: whole pages.
std::uint64_t windowUnit()
{
    static const auto kUnit = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    return kUnit;
}

/// The place up to which there is room for the longest record.
std::uint64_t* lastPlace(const EventBuffer& buffer)
{
    return buffer.window + buffer.windowBytes / sizeof(std::uint64_t) - (words::kFullWords - 1);
}

/// Twice the largest so far, so that short threads cost little and long ones rarely stop; no more than is
/// left of the buffer.
std::uint64_t nextWindowBytes(const EventBuffer& buffer, std::uint64_t offset)
{
    const std::uint64_t unit = windowUnit();
    const std::uint64_t used = offset - buffer.bufferOffset;
    const std::uint64_t rest =
        process.config.bufferBytes - std::min(process.config.bufferBytes, used);
    const std::uint64_t wanted = std::min({2 * buffer.largestWindowBytes, kMaxWindowBytes, rest});
    const std::uint64_t least =
        buffer.ring == nullptr ? 0 : (buffer.ring->beginBytes() / unit + 1) * unit;
    return std::max(wanted / unit * unit, 2 * unit + least);
}

bool mapNextWindow(EventBuffer& buffer)
{
    const std::uint64_t next = buffer.windowOffset + buffer.windowBytes;
    const std::uint64_t bytes = takeWindow(nextWindowBytes(buffer, next), windowUnit());
    if (bytes == 0) {
        return false;
    }
    const char* const path = locationPath(buffer);
    void* memory = path != nullptr ? mapFilePart(path, next, bytes) : nullptr;
    if (memory == nullptr) {
        noteSpoolError(errno);
        settleWindow(nullptr, nullptr, bytes);  // it is given back, all of it
        return false;
    }
    if (buffer.window != nullptr) {
        std::uint64_t* const end = buffer.window + buffer.windowBytes / sizeof(std::uint64_t);
        while (buffer.cursor != end) {
            __atomic_store_n(buffer.cursor++, words::kNothing, __ATOMIC_RELEASE);
        }
        unmapFilePart(buffer.window, buffer.windowBytes);
    }
    buffer.windowOffset = next;
    buffer.windowBytes = bytes;
    buffer.largestWindowBytes = std::max(buffer.largestWindowBytes, bytes);
    buffer.afterEnter = nullptr;
    buffer.window = static_cast<std::uint64_t*>(memory);
    buffer.cursor = buffer.window;
    buffer.limit = lastPlace(buffer);
    if (buffer.ring != nullptr) {
        buffer.ring->beginWindow(buffer, path);
    }
    return true;
}

/// Starts writing the buffer to the disk, and begins a new one.
void flush(EventBuffer& buffer)
{
    const std::uint64_t end = buffer.windowOffset + buffer.windowBytes;
    if (const char* const path = locationPath(buffer)) {
        startWriteBack(path, buffer.bufferOffset, end);
    }
    buffer.bufferOffset = end;
}

bool isFull(const EventBuffer& buffer)
{
    return buffer.windowOffset + buffer.windowBytes - buffer.bufferOffset
           >= process.config.bufferBytes;
}

/// Looks at the events of a window that is done with: which functions are left out from now on, which are open, what the
/// archive will need for them.
void reviewWindow(const EventBuffer& buffer)
{
    if (buffer.window == nullptr) {
        return;
    }
    if (buffer.review != nullptr) {
        autoFilter->mostTicks = ticksIn(process.config.autoFilterNs);
        buffer.review->take(buffer.window, buffer.cursor, *autoFilter);
    }
    if (buffer.ring != nullptr) {
        buffer.ring->endWindow(buffer);
    }
    settleWindow(buffer.window, buffer.cursor, buffer.windowBytes);
}

/// Goes on in the next window. What that costs the program is seen in the trace as a region.
bool changeWindow(EventBuffer& buffer)
{
    const std::uint64_t begin = readClock(buffer.clock);
    ApiRegion cause = ApiRegion::BufferGrowth;
    if (isFull(buffer)) {
        cause = ApiRegion::BufferFlush;
        flush(buffer);
    }
    reviewWindow(buffer);
    if (!mapNextWindow(buffer)) {
        return false;
    }
    const auto region = static_cast<std::uint64_t>(cause);
    storeFull(buffer, EventKind::ApiEnter, region, 0, begin);
    storeFull(buffer, EventKind::ApiLeave, region, 0, readClock(buffer.clock));
    return true;
}

bool makeRoom(EventBuffer& buffer)
{
    if (hasStopped()) {
        return false;
    }
    if (__atomic_load_n(&functionTable, __ATOMIC_ACQUIRE) == nullptr
        && !(buffer.findPaths() && openFunctionTable(buffer.paths->spool))) {
        noteSpoolError(errno);
        return false;
    }
    if (leftOutTable == nullptr && buffer.findPaths() && !openLeftOut(buffer.paths->spool)) {
        noteSpoolError(errno);
        return false;
    }
    if (buffer.header == nullptr && !openLocation(buffer)) {
        return false;
    }
    if (process.modulesStale) {
        noteModules();
    }
    if (buffer.window != nullptr && buffer.cursor < lastPlace(buffer)) {
        buffer.limit = lastPlace(buffer);  // lookAtModulesSoon() only made the window seem full
        return true;
    }
    return buffer.windowBytes == 0 ? mapNextWindow(buffer) : changeWindow(buffer);
}

void vellumCollectorThreadEnds(void* rounds)
{
    const auto done = reinterpret_cast<std::uintptr_t>(rounds);
    if (done + 1 < PTHREAD_DESTRUCTOR_ITERATIONS) {
        askForEndOfThread(done + 1);
        return;
    }
    EventBuffer& buffer = threadBuffer;
    const RecursionGuard guard(buffer.busy);
    if (guard.entered() && process.phase == Phase::Active) {
        buffer.close();
    }
}

}  // namespace

namespace {

/// Null of a function that is recorded, and where this thread can count nothing.
LeftOutCount* countOf(EventBuffer& buffer, std::uint64_t found)
{
    if (found < kLeftOutNumber || buffer.leftOut == nullptr) {
        return nullptr;
    }
    const std::uint16_t entry =
        __atomic_load_n(&leftOutTable->places[found & (kLeftOutNumber - 1)], __ATOMIC_ACQUIRE);
    return buffer.leftOut + (entry - 1);
}

}  // namespace

std::uint64_t findEntered(EventBuffer& buffer, std::uint64_t function)
{
    const std::uint64_t found = findFunction(function);
    if (LeftOutCount* const count = countOf(buffer, found)) {
        ++count->visits;
        ++count->depth;
        return kNotRecorded;
    }
    return found & (kLeftOutNumber - 1);
}

std::uint64_t findLeft(EventBuffer& buffer, std::uint64_t function)
{
    const std::uint64_t found = findFunction(function);
    LeftOutCount* const count = countOf(buffer, found);
    if (count != nullptr && count->depth > 0) {
        --count->depth;
        return kNotRecorded;
    }
    return found & (kLeftOutNumber - 1);
}

std::uint64_t* EventBuffer::refill()
{
    if (closed) {
        if (header != nullptr) {
            ++header->lostEvents;
        }
        return nullptr;
    }
    if (process.phase != Phase::Active && !ensureStarted()) {
        return nullptr;
    }
    const int error = errno;
    if (!makeRoom(*this)) {
        closed = true;
        limit = cursor;
        if (header != nullptr) {
            ++header->lostEvents;
        }
    }
    errno = error;
    return closed ? nullptr : cursor;
}

bool EventBuffer::findPaths()
{
    if (paths == nullptr) {
        void* const memory = ::mmap(
            nullptr, sizeof *paths, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        paths = memory == MAP_FAILED ? nullptr : static_cast<PathRoom*>(memory);
    }
    return paths != nullptr;
}

void EventBuffer::close()
{
    if (header == nullptr) {
        return;
    }
    header->endTick = readClock(clock);
    if (header->name[0] == '\0') {
        noteKernelName(*header);
    }
    removeLocation(header);
    if (!closed) {  // else the window was reviewed when it was full, and nothing came behind it
        reviewWindow(*this);  // of threads that end soon this is the only one
    }
    const char* const path = window == nullptr ? nullptr : locationPath(*this);
    if (path != nullptr) {
        const std::uint64_t end = kHeaderBytes + wordCount() * sizeof(std::uint64_t);
        unmapFilePart(window, windowBytes);
        shortenFile(path, end);
    }
    unmapFilePart(header, leftOut == nullptr ? kPageBytes : headerBytes());
    unmapZeros(review);
    unmapZeros(ring);
    if (paths != nullptr) {
        ::munmap(paths, sizeof *paths);
    }
    const std::uint32_t oldIndex = index;
    *this = EventBuffer{};
    index = oldIndex;
    busy = true;
    closed = true;
}

void EventBuffer::lookAtModulesSoon()
{
    process.modulesStale = true;
    limit = cursor;
}

std::uint64_t EventBuffer::wordCount() const
{
    if (window == nullptr) {
        return 0;
    }
    return (windowOffset - kHeaderBytes) / sizeof(std::uint64_t)
           + static_cast<std::uint64_t>(cursor - window);
}

}  // namespace vellum::collector::measurement
