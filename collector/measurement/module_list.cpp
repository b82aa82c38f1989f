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
#include <cstring>

namespace vellum::collector::measurement {

namespace {

/// A library that is loaded a second time at the same place is the same to us.
struct Known {
    std::uint64_t begin = 0;
    std::uint64_t pathHash = 0;
};

constexpr std::size_t kPlaces = 4096;
constinit Known known[kPlaces];
constinit std::size_t knownCount = 0;
constinit std::atomic_flag moduleLock;

std::uint64_t hashOf(const char* text)
{
    std::uint64_t hash = 14695981039346656037U;  // FNV-1a
    for (; *text != '\0'; ++text) {
        hash = (hash ^ static_cast<unsigned char>(*text)) * 1099511628211U;
    }
    return hash;
}

bool isNew(std::uint64_t begin, const char* path)
{
    const std::uint64_t hash = hashOf(path);
    for (std::size_t i = 0; i < knownCount; ++i) {
        if (known[i].begin == begin && known[i].pathHash == hash) {
            return false;
        }
    }
    if (knownCount < kPlaces) {
        known[knownCount++] = {.begin = begin, .pathHash = hash};
    }
    return true;
}

int noteModule(dl_phdr_info* info, std::size_t /*size*/, void* file)
{
    const char* path = info->dlpi_name;
    if (path == nullptr || path[0] == '\0') {
        path = process.header->executable;
    }
    if (path[0] != '/') {
        return 0;  // the kernel's vdso has no file
    }
    std::uint64_t begin = UINT64_MAX;
    std::uint64_t end = 0;
    for (int i = 0; i < info->dlpi_phnum; ++i) {
        const ElfW(Phdr)& segment = info->dlpi_phdr[i];
        if (segment.p_type == PT_LOAD) {
            begin = std::min<std::uint64_t>(begin, info->dlpi_addr + segment.p_vaddr);
            end = std::max<std::uint64_t>(end, info->dlpi_addr + segment.p_vaddr + segment.p_memsz);
        }
    }
    if (end == 0 || !isNew(begin, path)) {
        return 0;
    }
    char line[PATH_MAX + 80];
    const int length = std::snprintf(
        line,
        sizeof line,
        "%llx %llx %llx %llx %s\n",
        static_cast<unsigned long long>(readClock(process.config.clock)),
        static_cast<unsigned long long>(info->dlpi_addr),
        static_cast<unsigned long long>(begin),
        static_cast<unsigned long long>(end),
        path);
    if (length > 0 && static_cast<std::size_t>(length) < sizeof line
        && !appendToFile(static_cast<const char*>(file), line, static_cast<std::size_t>(length))) {
        noteSpoolError(errno);
    }
    return 0;
}

}  // namespace

void noteModules()
{
    if (moduleLock.test_and_set(std::memory_order_acquire)) {
        return;
    }
    process.modulesStale = false;
    char path[PATH_MAX];
    if (spoolPath(path, "modules")) {
        ::dl_iterate_phdr(noteModule, path);
    }
    moduleLock.clear(std::memory_order_release);
}

void forgetModuleLock()
{
    moduleLock.clear();
}

}  // namespace vellum::collector::measurement
