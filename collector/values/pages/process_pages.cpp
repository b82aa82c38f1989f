#include "collector/values/pages/process_pages.h"

#include "collector/measurement/recursion_guard.h"
#include "collector/measurement/spool_file.h"
#include "collector/measurement/spool_format.h"
#include "collector/sources/bridge/bridge.h"
#include "collector/values/pages/call_path.h"
#include "collector/values/ring_format.h"

#include <link.h>
#include <linux/futex.h>
#include <linux/limits.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

namespace vellum::collector::values {

constinit ProcessPages processPages;
constinit thread_local bool isInPageHook = false;

namespace {

constexpr std::uint64_t kPage = 4096;
constexpr std::uint64_t kEmpty = 0;
constexpr std::uint64_t kGone = 1;   ///< was in use: those behind it are still found
constexpr std::uint64_t kTaken = 2;  ///< is being filled

std::uint64_t roundUp(std::uint64_t address)
{
    return (address + kPage - 1) / kPage * kPage;
}

std::uint64_t roundDown(std::uint64_t address)
{
    return address / kPage * kPage;
}

std::size_t placeOf(std::uint64_t address, std::size_t slots)
{
    constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15;
    return static_cast<std::size_t>((address >> 4U) * kOdd >> 40U) % slots;
}

/// The system's libraries have no variables of the user.
bool isSystems(const char* path)
{
    constexpr const char* kRoots[] = {"/lib/", "/lib64/", "/usr/", "linux-vdso"};
    return std::any_of(std::begin(kRoots), std::end(kRoots), [path](const char* root) {
        return std::strncmp(path, root, std::strlen(root)) == 0;
    });
}

using UseSegment = void(std::uint64_t begin, std::uint64_t end);

int forWritable(dl_phdr_info* module, std::size_t /*bytes*/, void* use)
{
    const bool isProgram = module->dlpi_name == nullptr || module->dlpi_name[0] == '\0';
    // Our own libraries have "libvellum-" in their names.
    if (!isProgram
        && (isSystems(module->dlpi_name)
            || std::strstr(module->dlpi_name, "/libvellum-") != nullptr)) {
        return 0;
    }
    for (unsigned i = 0; i < module->dlpi_phnum; ++i) {
        const auto& segment = module->dlpi_phdr[i];
        if (segment.p_type == PT_LOAD && (segment.p_flags & PF_W) != 0) {
            const std::uint64_t begin = module->dlpi_addr + segment.p_vaddr;
            reinterpret_cast<UseSegment*>(use)(begin, begin + segment.p_memsz);
        }
    }
    return 0;
}

/// What we take of the program's time, as a region.
class OwnVisit {
public:
    explicit OwnVisit(measurement::ApiRegion region) : m_region(static_cast<std::uint64_t>(region))
    {
        tell(measurement::EventKind::ApiEnter);
    }
    ~OwnVisit() { tell(measurement::EventKind::ApiLeave); }
    OwnVisit(const OwnVisit&) = delete;
    OwnVisit& operator=(const OwnVisit&) = delete;

private:
    void tell(measurement::EventKind kind) const
    {
        vellum_collector_record(static_cast<std::uint16_t>(kind), m_region, 0);
    }

    std::uint64_t m_region;
};

void onForkChild()
{
    processPages.startAgain();
}

/// After the collector's own constructor, which reads what the launcher wants.
__attribute__((constructor(103))) void onLoad()
{
    processPages.ensureStarted();
}

__attribute__((destructor(103))) void onUnload()
{
    processPages.end();
}

}  // namespace

void ProcessPages::ensureStarted()
{
    if (m_isStarted) {
        return;
    }
    m_isStarted = true;
    const char* const level = std::getenv(kEnvValues);  // NOLINT(concurrency-mt-unsafe)
    if (level == nullptr || std::strcmp(level, kCoarseLevel) != 0) {
        return;
    }
    const measurement::RecursionGuard guard(isInPageHook);
    // Also so that a program without any event of its own has a row.
    const OwnVisit visit(measurement::ApiRegion::SourceStart);
    if (start()) {
        addSegments();
        // Behind the collector's own handler, which it needs.
        ::pthread_atfork(nullptr, nullptr, onForkChild);
    }
}

bool ProcessPages::start()
{
    m_header = nullptr;
    char path[PATH_MAX];
    const char* const folder = vellum_collector_folder();
    const int length =
        folder == nullptr ? -1 : std::snprintf(path, sizeof path, "%s/%s", folder, kPagesFile);
    if (length < 0 || static_cast<std::size_t>(length) >= sizeof path) {
        return false;
    }
    void* const memory =
        measurement::mapFilePart(path, 0, kPagesFileBytes, measurement::Touch::WhenUsed);
    if (memory == nullptr) {
        return false;
    }
    auto* const header = static_cast<PageHeader*>(memory);
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    header->location = vellum_collector_location(&low, &high);
    header->mechanism = m_watch.start();
    header->error = static_cast<std::uint32_t>(m_watch.error());
    __atomic_store_n(&header->magic, kPagesMagic, __ATOMIC_RELEASE);
    if (header->mechanism == PageMechanism::None) {
        return false;
    }
    m_events = reinterpret_cast<BlockEvent*>(static_cast<char*>(memory) + kPageBytesBefore);
    m_header = header;
    return true;
}

/// Of the program and of the libraries it is linked with. The launcher knows which variables lie there.
void ProcessPages::addSegments()
{
    UseSegment* const use = [](std::uint64_t begin, std::uint64_t end) {
        // A variable at the edge shares its page with others: only whole pages within a variable are looked at later. Small
        // segments have pointers to blocks, by which these get their names.
        const bool isLarge = end - begin >= kLeastWatchedBytes;
        if (isLarge && processPages.m_watch.watch(roundDown(begin), roundUp(end)) != 0) {
            ++processPages.m_header->unwatched;
            processPages.m_header->unwatchedBytes += end - begin;
            return;
        }
        processPages.tell(BlockEventKind::Segment, begin, end - begin);
    };
    ::dl_iterate_phdr(forWritable, reinterpret_cast<void*>(use));
}

bool ProcessPages::tell(BlockEventKind kind, std::uint64_t address, std::uint64_t bytes)
{
    std::uint64_t number = m_header->written.load();
    do {
        if (number - m_header->read.load(std::memory_order_acquire) >= kPagePlaces) {
            return false;
        }
    } while (!m_header->written.compare_exchange_weak(number, number + 1));
    BlockEvent& event = m_events[number % kPagePlaces];
    event.kind = kind;
    event.address = address;
    event.bytes = bytes;
    event.tick = vellum_collector_now();
    event.frames = kind == BlockEventKind::Allocate ? callPath(event.path) : 0;
    event.number.store(number + 1, std::memory_order_release);
    return true;
}

ProcessPages::Slot* ProcessPages::claimSlot(std::uint64_t address)
{
    constexpr std::size_t kMostSteps = 64;
    const std::size_t first = placeOf(address, kSlots);
    for (std::size_t step = 0; step < kMostSteps; ++step) {
        Slot& slot = m_slots[(first + step) % kSlots];
        std::uint64_t before = slot.address.load(std::memory_order_relaxed);
        if ((before == kEmpty || before == kGone)
            && slot.address.compare_exchange_strong(before, kTaken)) {
            return &slot;
        }
    }
    return nullptr;
}

void ProcessPages::allocated(const void* block, std::size_t bytes)
{
    const auto address = reinterpret_cast<std::uint64_t>(block);
    const std::uint64_t begin = roundUp(address);
    const std::uint64_t end = roundDown(address + bytes);
    if (begin >= end) {
        return;
    }
    Slot* const slot = m_watched.load() < kMostWatched ? claimSlot(address) : nullptr;
    if (slot == nullptr || m_watch.watch(begin, end) != 0
        || !tell(BlockEventKind::Allocate, address, bytes)) {
        if (slot != nullptr) {
            slot->address.store(kGone);
            m_watch.unwatch(begin, end);
        }
        ++m_header->unwatched;
        m_header->unwatchedBytes += bytes;
        return;
    }
    slot->bytes = bytes;
    slot->address.store(address, std::memory_order_release);
    ++m_watched;
}

std::size_t ProcessPages::freed(const void* block)
{
    const auto address = reinterpret_cast<std::uint64_t>(block);
    constexpr std::size_t kMostSteps = 64;
    const std::size_t first = placeOf(address, kSlots);
    for (std::size_t step = 0; step < kMostSteps; ++step) {
        Slot& slot = m_slots[(first + step) % kSlots];
        const std::uint64_t there = slot.address.load(std::memory_order_acquire);
        if (there == kEmpty) {
            return 0;
        }
        if (there == address) {
            const std::uint64_t bytes = slot.bytes;
            slot.address.store(kGone, std::memory_order_release);
            --m_watched;
            if (!tell(BlockEventKind::Free, address, bytes)) {
                ++m_header->lostEvents;
            }
            m_watch.unwatch(roundUp(address), roundDown(address + bytes));
            return bytes;
        }
    }
    return 0;
}

void ProcessPages::startAgain()
{
    if (m_header == nullptr) {
        return;
    }
    const int error = errno;
    const measurement::RecursionGuard guard(isInPageHook);
    if (start()) {
        addSegments();
        watchAgain();
    }
    errno = error;
}

void ProcessPages::watchAgain()
{
    for (Slot& slot : m_slots) {
        const std::uint64_t address = slot.address.load();
        if (address <= kTaken) {
            slot.address = address == kTaken ? kGone : address;
            continue;
        }
        if (m_watch.watch(roundUp(address), roundDown(address + slot.bytes)) != 0
            || !tell(BlockEventKind::Allocate, address, slot.bytes)) {
            slot.address = kGone;
            --m_watched;
        }
    }
}

void ProcessPages::endSlice(SliceOwner owner, std::uint64_t subject)
{
    if (m_header == nullptr || vellum_collector_now() < m_header->restUntil.load()) {
        return;
    }
    std::uint32_t nobody = 0;
    if (!m_header->isAsking.compare_exchange_strong(nobody, 1)) {
        return;  // another thread is at it
    }
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    m_header->owner = owner;
    m_header->ownerSubject = subject;
    m_header->ownerLocation = vellum_collector_location(&low, &high);
    {
        const OwnVisit visit(measurement::ApiRegion::PageComparison);
        waitForAnswer(m_header->asked.fetch_add(1) + 1);
    }
    m_header->isAsking.store(0);
}

/// As long as the launcher lives.
void ProcessPages::waitForAnswer(std::uint32_t asked)
{
    const int error = errno;
    constexpr int kMostWaits = 20;
    const timespec patience{.tv_sec = 0, .tv_nsec = 100'000'000};
    std::uint64_t heartbeat = m_header->heartbeat.load();
    for (int waits = 0; waits < kMostWaits; ++waits) {
        const std::uint32_t answered = m_header->answered.load();
        if (static_cast<std::int32_t>(answered - asked) >= 0) {
            break;
        }
        ::syscall(SYS_futex, &m_header->answered, FUTEX_WAIT, answered, &patience, nullptr, 0);
        const std::uint64_t now = m_header->heartbeat.load();
        waits = now != heartbeat ? 0 : waits;
        heartbeat = now;
    }
    if (static_cast<std::int32_t>(m_header->answered.load() - asked) < 0) {
        m_header->restUntil.store(
            UINT64_MAX);  // nobody is there; an answer that comes after all sets it anew
    }
    errno = error;
}

void ProcessPages::end()
{
    if (m_header != nullptr) {
        m_header->restUntil = 0;
        endSlice(SliceOwner::None, 0);
        m_header->hasEnded = 1;
    }
}

}  // namespace vellum::collector::values
