#include "collector/measurement/location_list.h"

#include "collector/measurement/lifecycle.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <atomic>
#include <cstddef>
#include <cstdio>
#include <cstring>

namespace vellum::collector::measurement {

namespace {

struct Entry {
    LocationHeader* header = nullptr;
    pthread_t thread{};
};

constexpr std::size_t kPlaces = 1024;
constinit Entry entries[kPlaces];
constinit std::atomic_flag listLock;

class SpinLock {
public:
    SpinLock()
    {
        while (listLock.test_and_set(std::memory_order_acquire)) {}
    }
    ~SpinLock() { listLock.clear(std::memory_order_release); }
    SpinLock(const SpinLock&) = delete;
    SpinLock& operator=(const SpinLock&) = delete;
};

void copyName(LocationHeader& header, const char* name)
{
    const std::size_t length = ::strnlen(name, sizeof header.name - 1);
    std::memcpy(header.name, name, length);
    header.name[length] = '\0';
}

using Name = char[sizeof(LocationHeader::name) + 1];

void readName(const char* path, Name& name)
{
    const int file = ::open(path, O_RDONLY | O_CLOEXEC);
    const ssize_t length = file < 0 ? 0 : ::read(file, name, sizeof name - 1);
    if (file >= 0) {
        ::close(file);
    }
    name[length > 0 ? length - 1 : 0] = '\0';  // the kernel ends it with a line feed
}

}  // namespace

void addLocation(LocationHeader* header)
{
    const SpinLock lock;
    for (Entry& entry : entries) {
        if (entry.header == nullptr) {
            entry = {.header = header, .thread = ::pthread_self()};
            return;
        }
    }
}

void removeLocation(const LocationHeader* header)
{
    const SpinLock lock;
    for (Entry& entry : entries) {
        if (entry.header == header) {
            entry.header = nullptr;
            return;
        }
    }
}

void noteThreadName(pthread_t thread, const char* name)
{
    const SpinLock lock;
    for (const Entry& entry : entries) {
        if (entry.header != nullptr && ::pthread_equal(entry.thread, thread) != 0) {
            copyName(*entry.header, name);
            return;
        }
    }
}

void noteKernelName(LocationHeader& header)
{
    Name programName = {};
    readName("/proc/self/comm", programName);
    char path[64];
    std::snprintf(path, sizeof path, "/proc/self/task/%u/comm", header.threadId);
    Name name = {};
    readName(path, name);
    if (std::strcmp(name, programName) != 0) {
        copyName(header, name);
    }
}

void noteOwnName(LocationHeader& header)
{
    Name name = {};
    if (::prctl(PR_GET_NAME, name) == 0 && std::strcmp(name, process.programName) != 0) {
        copyName(header, name);
    }
}

void noteThreadNames()
{
    const SpinLock lock;
    for (const Entry& entry : entries) {
        if (entry.header != nullptr && entry.header->name[0] == '\0') {
            noteKernelName(*entry.header);
        }
    }
}

void forgetLocations()
{
    listLock.clear();
    for (Entry& entry : entries) {
        entry.header = nullptr;
    }
}

}  // namespace vellum::collector::measurement
