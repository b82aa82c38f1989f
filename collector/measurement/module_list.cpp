#include "collector/measurement/module_list.h"

#include "collector/measurement/clock.h"
#include "collector/measurement/lifecycle.h"
#include "collector/measurement/spool_file.h"

#include <link.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>

namespace vellum::collector::measurement {

namespace {

/// What was written down last of a place. A library that comes back to its place is the same to us, unless
/// another one lay there meanwhile.
struct Known {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::uint64_t pathHash = 0;
};

constexpr std::size_t kPlaces = 4096;
constinit Known known[kPlaces];
constinit std::size_t knownCount = 0;
constinit std::atomic_flag moduleLock;

/// Of who has the lock, and not on a stack, which may be small.
constinit char listPath[PATH_MAX];
constinit char listLine[PATH_MAX + 80];

std::uint64_t hashOf(const char* text)
{
    std::uint64_t hash = 14695981039346656037U;  // FNV-1a
    for (; *text != '\0'; ++text) {
        hash = (hash ^ static_cast<unsigned char>(*text)) * 1099511628211U;
    }
    return hash;
}

/// Of the same file one of the loader's tables says the first byte, another its page.
std::uint64_t pageOf(std::uint64_t address)
{
    constexpr std::uint64_t kPageBytes = 4096;
    return address / kPageBytes;
}

bool isNew(std::uint64_t begin, std::uint64_t end, const char* path)
{
    const std::uint64_t hash = hashOf(path);
    Known* const last = known + knownCount;
    const auto isSame = [begin, hash](const Known& one) {
        return pageOf(one.begin) == pageOf(begin) && one.pathHash == hash;
    };
    if (std::any_of(known, last, isSame)) {
        return false;
    }
    const auto isReplaced = [begin, end](const Known& one) {
        return one.begin < end && begin < one.end;
    };
    knownCount = static_cast<std::size_t>(std::remove_if(known, last, isReplaced) - known);
    if (knownCount < kPlaces) {
        known[knownCount++] = {.begin = begin, .end = end, .pathHash = hash};
    }
    return true;
}

/// With the lock, and `listPath` made.
void writeModule(const char* path, std::uint64_t base, std::uint64_t begin, std::uint64_t end)
{
    if (path == nullptr || path[0] == '\0') {
        path = process.header->executable;
    }
    // The kernel's vdso has no file.
    if (path[0] != '/' || begin >= end || !isNew(begin, end, path)) {
        return;
    }
    const int length = std::snprintf(
        listLine,
        sizeof listLine,
        "%llx %llx %llx %llx %s\n",
        static_cast<unsigned long long>(readClock(process.config.clock)),
        static_cast<unsigned long long>(base),
        static_cast<unsigned long long>(begin),
        static_cast<unsigned long long>(end),
        path);
    if (length > 0 && static_cast<std::size_t>(length) < sizeof listLine
        && !appendToFile(listPath, listLine, static_cast<std::size_t>(length))) {
        noteSpoolError(errno);
    }
}

int writeLoaded(dl_phdr_info* info, std::size_t /*size*/, void* /*unused*/)
{
    std::uint64_t begin = UINT64_MAX;
    std::uint64_t end = 0;
    for (int i = 0; i < info->dlpi_phnum; ++i) {
        const ElfW(Phdr)& segment = info->dlpi_phdr[i];
        if (segment.p_type == PT_LOAD) {
            begin = std::min<std::uint64_t>(begin, info->dlpi_addr + segment.p_vaddr);
            end = std::max<std::uint64_t>(end, info->dlpi_addr + segment.p_vaddr + segment.p_memsz);
        }
    }
    writeModule(info->dlpi_name, info->dlpi_addr, begin, end);
    return 0;
}

/// Tries the lock: a signal handler must not wait for what it may have interrupted.
class TriedLock {
public:
    TriedLock() : m_isHeld(!moduleLock.test_and_set(std::memory_order_acquire)) {}
    ~TriedLock()
    {
        if (m_isHeld) {
            moduleLock.clear(std::memory_order_release);
        }
    }
    TriedLock(const TriedLock&) = delete;
    TriedLock& operator=(const TriedLock&) = delete;

    [[nodiscard]] bool isHeld() const { return m_isHeld; }

private:
    bool m_isHeld;
};

}  // namespace

void noteModules()
{
    const TriedLock lock;
    if (!lock.isHeld()) {
        return;
    }
    process.modulesStale = false;
    if (spoolPath(listPath, "modules")) {
        ::dl_iterate_phdr(writeLoaded, nullptr);
    }
}

bool noteModule(const char* path, std::uint64_t base, std::uint64_t begin, std::uint64_t end)
{
    const TriedLock lock;
    if (lock.isHeld() && spoolPath(listPath, "modules")) {
        writeModule(path, base, begin, end);
    }
    return lock.isHeld();
}

void forgetModuleLock()
{
    moduleLock.clear();
}

}  // namespace vellum::collector::measurement
