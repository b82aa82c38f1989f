#include "collector/values/recorder/thread_recorder.h"

#include "collector/measurement/spool_file.h"
#include "collector/sources/bridge/bridge.h"
#include "collector/values/recorder/process_recorder.h"

#include <sched.h>
#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <ctime>

namespace vellum::collector::values {

thread_local constinit ThreadRecorder threadRecorder;

namespace {

constexpr std::size_t kMostFrames = std::size_t{1} << 16U;
constexpr std::size_t kRingBytes = kRingBytesBefore + kRingPlaces * sizeof(RingRecord);

template <typename Type>
std::uint64_t loadAs(const unsigned char* address)
{
    Type value;
    __builtin_memcpy(&value, address, sizeof value);
    return value;
}

/// Without the library's memcpy, which is one of our hooks.
std::uint64_t load(const unsigned char* address, std::size_t bytes)
{
    switch (bytes) {
    case 1:
        return *address;
    case 2:
        return loadAs<std::uint16_t>(address);
    case 4:
        return loadAs<std::uint32_t>(address);
    case 8:
        return loadAs<std::uint64_t>(address);
    default:
        break;
    }
    std::uint64_t value = 0;
    for (std::size_t i = bytes; i-- > 0;) {
        value = value << 8U | address[i];
    }
    return value;
}

// Addresses come from the program. NOLINTBEGIN(performance-no-int-to-ptr)
const unsigned char* pointerTo(std::uint64_t address)
{
    return reinterpret_cast<const unsigned char*>(address);
}
// NOLINTEND(performance-no-int-to-ptr)

void keepOld(unsigned char* to, const unsigned char* from, std::size_t bytes)
{
    std::size_t at = 0;
    for (; at + sizeof(std::uint64_t) <= bytes; at += sizeof(std::uint64_t)) {
        __builtin_memcpy(to + at, from + at, sizeof(std::uint64_t));
    }
    for (; at < bytes; ++at) {
        to[at] = from[at];
        asm volatile("" ::: "memory");  // or the compiler would make it a call of memcpy
    }
}

/// Calls \p use with offset and length of pieces of at most 8 bytes that do not cross an address divisible by 8.
template <typename Use>
void forPieces(std::uint64_t address, std::size_t bytes, Use use)
{
    constexpr std::size_t kWord = sizeof(std::uint64_t);
    for (std::size_t done = 0; done < bytes;) {
        const std::size_t toNext = kWord - (address + done) % kWord;
        const std::size_t length = std::min(toNext, bytes - done);
        use(done, length);
        done += length;
    }
}

/// Accesses of one scalar stay whole where they lie; others become words.
template <typename Use>
void forScalars(std::uint64_t address, std::size_t bytes, Use use)
{
    if (bytes == 0) {
        return;
    }
    if (bytes <= sizeof(std::uint64_t)) {
        use(std::size_t{0}, bytes);
    } else {
        forPieces(address, bytes, use);
    }
}

void sleepFor(long nanoseconds)
{
    const timespec time{.tv_sec = 0, .tv_nsec = nanoseconds};
    ::nanosleep(&time, nullptr);
}

}  // namespace

void ThreadRecorder::countLost()
{
    if (m_ring != nullptr) {
        m_ring->lost.fetch_add(1, std::memory_order_relaxed);
    }
}

bool ThreadRecorder::open()
{
    if (processRecorder.control == nullptr) {
        m_closed = true;
        return false;
    }
    const int error = errno;
    const bool opened = openRing();
    m_closed = !opened;
    errno = error;
    return opened;
}

bool ThreadRecorder::makeFrames()
{
    void* const frames = ::mmap(
        nullptr,
        kMostFrames * sizeof(Frame),
        PROT_READ | PROT_WRITE,
        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
        -1,
        0);
    if (frames == MAP_FAILED) {
        return false;
    }
    m_frames = static_cast<Frame*>(frames);
    return true;
}

bool ThreadRecorder::openRing()
{
    const std::uint32_t location = vellum_collector_location(&m_stackLow, &m_stackHigh);
    char file[32];
    std::snprintf(file, sizeof file, "v%u", location);
    char path[PATH_MAX];
    void* memory = filePath(path, file)
                       ? measurement::mapFilePart(path, 0, kRingBytes, measurement::Touch::WhenUsed)
                       : nullptr;
    if (memory == nullptr) {
        return false;
    }
    if (m_frames == nullptr && !makeFrames()) {
        measurement::unmapFilePart(memory, kRingBytes);
        return false;
    }
    m_places = reinterpret_cast<RingRecord*>(static_cast<char*>(memory) + kRingBytesBefore);
    m_limit = kRingPlaces;
    m_ring = static_cast<RingHeader*>(memory);
    m_ring->location = location;
    __atomic_store_n(&m_ring->magic, kValuesMagic, __ATOMIC_RELEASE);
    askForEndOfThread();
    for (std::size_t i = 0; i < m_depth; ++i) {  // open since before a fork
        put(
            {.head = ringHead(RingKind::Enter, 0),
             .value = m_frames[i].function,
             .other = vellum_collector_now(),
             .site = m_frames[i].frame});
    }
    return true;
}

/// Waits as long as the launcher is seen to live.
bool ThreadRecorder::waitForRoom()
{
    constexpr unsigned kYields = 64;
    constexpr unsigned kPatience = 100'000;  ///< sleeps of 100 microseconds: ten seconds
    const std::atomic<std::uint64_t>& heartbeat = processRecorder.control->heartbeat;
    std::uint64_t beat = heartbeat.load(std::memory_order_relaxed);
    const int error = errno;
    for (unsigned waits = 0; waits < kPatience; ++waits) {
        m_limit = m_ring->read.load(std::memory_order_acquire) + kRingPlaces;
        if (m_written < m_limit) {
            m_stalledAt = 0;
            errno = error;
            return true;
        }
        const std::uint64_t now = heartbeat.load(std::memory_order_relaxed);
        if (m_stalledAt != 0 && std::max<std::uint64_t>(now, 1) == m_stalledAt) {
            break;
        }
        if (now != beat) {
            beat = now;
            waits = std::min(waits, kYields);
        }
        if (waits < kYields) {
            ::sched_yield();
        } else {
            sleepFor(100'000);
        }
    }
    m_stalledAt = std::max<std::uint64_t>(beat, 1);
    errno = error;
    return false;
}

void ThreadRecorder::put(const RingRecord& record)
{
    if (m_written >= m_limit && !waitForRoom()) [[unlikely]] {
        countLost();
        return;
    }
    m_places[m_written % kRingPlaces] = record;
    ++m_written;
    m_ring->written.store(m_written, std::memory_order_release);
}

/// What another thread allocated or freed before is to be known before this access is looked at.
void ThreadRecorder::putAccess(const RingRecord& record)
{
    const std::uint64_t epoch = processRecorder.control->epoch.load(std::memory_order_relaxed);
    if (epoch != m_epoch) [[unlikely]] {
        m_epoch = epoch;
        put({.head = ringHead(RingKind::Epoch, 0), .other = epoch});
    }
    put(record);
}

void ThreadRecorder::completePending()
{
    const PendingStore& pending = m_pending;
    const std::size_t bytes = pending.bytes;
    m_pending.bytes = 0;  // first: reading may fault, and a handler may come here
    forScalars(pending.address, bytes, [&](std::size_t at, std::size_t length) {
        const bool known = at + length <= PendingStore::kOldBytes;
        const std::uint64_t address = pending.address + at;
        putAccess(
            {.head = ringHead(
                 RingKind::Write, address, length, pending.flags | (known ? kOldKnown : 0)),
             .value = load(pointerTo(address), length),
             .other = known ? load(pending.old + at, length) : 0,
             .site = pending.site});
    });
}

void ThreadRecorder::read(
    std::uint64_t address, std::size_t bytes, std::uint64_t site, unsigned flags)
{
    if (m_pending.bytes != 0 && address < m_pending.address + m_pending.bytes
        && m_pending.address < address + bytes) {
        completePending();
    }
    forScalars(address, bytes, [&](std::size_t at, std::size_t length) {
        putAccess(
            {.head = ringHead(RingKind::Read, address + at, length, flags),
             .value = load(pointerTo(address + at), length),
             .site = site});
    });
}

void ThreadRecorder::write(
    std::uint64_t address, std::size_t bytes, std::uint64_t site, unsigned flags)
{
    complete();
    keepOld(m_pending.old, pointerTo(address), std::min(bytes, PendingStore::kOldBytes));
    m_pending.address = address;
    m_pending.site = site;
    m_pending.flags = flags;
    m_pending.bytes = bytes;
}

void ThreadRecorder::wasRead(
    std::uint64_t address,
    std::size_t bytes,
    std::uint64_t value,
    std::uint64_t site,
    unsigned flags)
{
    putAccess(
        {.head = ringHead(RingKind::Read, address, bytes, flags), .value = value, .site = site});
}

void ThreadRecorder::written(
    std::uint64_t address,
    std::size_t bytes,
    std::uint64_t value,
    std::uint64_t old,
    std::uint64_t site,
    unsigned flags)
{
    putAccess(
        {.head = ringHead(RingKind::Write, address, bytes, flags | kOldKnown),
         .value = value,
         .other = old,
         .site = site});
}

/// Deeper calls have lower frames: what lies below \p frame ended without saying so. Frames beside the thread's own
/// stack (of signal handlers, of coroutines) tell nothing.
void ThreadRecorder::popDead(std::uint64_t frame)
{
    const auto isOnStack = [this](std::uint64_t place) {
        return place >= m_stackLow && place < m_stackHigh;
    };
    while (isOnStack(frame) && m_depth > 0 && isOnStack(m_frames[m_depth - 1].frame)
           && m_frames[m_depth - 1].frame < frame) {
        m_tooDeep = 0;
        dropFrame();
    }
}

void ThreadRecorder::dropFrame()
{
    --m_depth;
    const std::uint64_t function = m_frames[m_depth].function;
    const std::uint64_t tick = vellum_collector_leave(function);
    put({.head = ringHead(RingKind::Leave, 0), .value = function, .other = tick});
}

void ThreadRecorder::enter(std::uint64_t caller, std::uint64_t function, std::uint64_t frame)
{
    complete();
    popDead(frame);
    if (m_depth == kMostFrames || m_tooDeep > 0) {
        ++m_tooDeep;
        return;
    }
    m_frames[m_depth++] = {.function = function, .frame = frame};
    const std::uint64_t tick = vellum_collector_enter(function, frame);
    put(
        {.head = ringHead(RingKind::Enter, caller),
         .value = function,
         .other = tick,
         .site = frame});
}

void ThreadRecorder::leave()
{
    complete();
    if (m_tooDeep > 0) {
        --m_tooDeep;
    } else if (m_depth > 0) {
        dropFrame();
    }
}

void ThreadRecorder::allocated(const void* block, std::size_t bytes, const void* site)
{
    m_epoch = processRecorder.control->epoch.fetch_add(1) + 1;
    put(
        {.head = ringHead(RingKind::Allocate, reinterpret_cast<std::uint64_t>(block)),
         .value = bytes,
         .other = m_epoch,
         .site = reinterpret_cast<std::uint64_t>(site)});
}

void ThreadRecorder::freed(const void* block, const void* site)
{
    complete();
    m_epoch = processRecorder.control->epoch.fetch_add(1) + 1;
    put(
        {.head = ringHead(RingKind::Free, reinterpret_cast<std::uint64_t>(block)),
         .other = m_epoch,
         .site = reinterpret_cast<std::uint64_t>(site)});
}

void ThreadRecorder::close()
{
    if (m_ring != nullptr) {
        complete();
        m_ring->ended.store(1, std::memory_order_release);
        measurement::unmapFilePart(m_ring, kRingBytes);
        ::munmap(m_frames, kMostFrames * sizeof(Frame));
        m_ring = nullptr;
        m_frames = nullptr;
    }
    m_closed = true;
}

void ThreadRecorder::forget()
{
    m_ring = nullptr;  // the mapping stays: it is the parent's file, and nobody writes to it here
    m_places = nullptr;
    m_written = 0;
    m_limit = 0;
    m_epoch = 0;
    m_stalledAt = 0;
    m_closed = false;
    m_pending.bytes = 0;
}

}  // namespace vellum::collector::values
