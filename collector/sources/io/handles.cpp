#include "collector/sources/io/handles.h"

#include "collector/measurement/event_buffer.h"
#include "collector/measurement/lifecycle.h"
#include "collector/sources/io/visit.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstring>
#include <string_view>

namespace vellum::collector::io {

using measurement::EventKind;

constinit HandleTable descriptors(Paradigm::Posix);
constinit HandleTable streams(Paradigm::IsoC);

namespace {

constinit std::atomic<Handle> lastHandle = kNoHandle;

/// While a hook of ours runs, or a signal handler inside of one, nothing can be recorded.
bool isBusy()
{
    return measurement::threadBuffer.busy;
}

/// As the kernel has it: an absolute path, or `pipe:[4711]`. \return its length, 0 where there is no such descriptor
std::size_t askName(int descriptor, char (&name)[PATH_MAX])
{
    char link[32];
    std::snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    const ssize_t length = ::readlink(link, name, sizeof name);
    return length > 0 ? static_cast<std::size_t>(length) : 0;
}

/// \p path from the root on. Asking the kernel takes ten times as long as an open. \return its length, 0: ask
std::size_t makeName(const char* path, char (&name)[PATH_MAX])
{
    std::size_t begin = 0;
    if (path[0] != '/') {
        begin = ::getcwd(name, sizeof name - 1) == nullptr ? 0 : std::strlen(name);
        if (begin == 0 || name[0] != '/') {
            return 0;
        }
        name[begin++] = '/';
    }
    const std::size_t length = std::strlen(path);
    if (begin + length > sizeof name) {
        return 0;
    }
    std::memcpy(name + begin, path, length);
    return begin + length;
}

bool isInSpool(std::string_view name)
{
    const std::string_view spool = measurement::process.config.spool;
    return name.starts_with(spool) && name.size() > spool.size() && name[spool.size()] == '/';
}

}  // namespace

void HandleTable::put(int descriptor, Handle handle)
{
    if (descriptor < 0 || descriptor >= kPlaces) {
        return;
    }
    m_handles[descriptor].store(handle, std::memory_order_relaxed);
    int end = m_end.load(std::memory_order_relaxed);
    while (descriptor >= end && !m_end.compare_exchange_weak(end, descriptor + 1)) {}
}

Handle HandleTable::describe(int descriptor, bool isFound, const Made& made) const
{
    char name[PATH_MAX];
    std::size_t length = made.path == nullptr ? 0 : makeName(made.path, name);
    length = length == 0 ? askName(descriptor, name) : length;
    const std::string_view text = length == 0 ? "unknown" : std::string_view(name, length);
    if (isInSpool(text)) {
        return kOurs;
    }
    const bool isStandard = isFound && descriptor <= STDERR_FILENO;
    const HandleInfo info{
        .handle = lastHandle.fetch_add(1) + 1,
        .paradigm = m_paradigm,
        .isFound = isFound,
        .standard = static_cast<std::uint8_t>(isStandard ? descriptor + 1 : 0)};
    recordNamed(
        EventKind::IoHandle,
        pack(info),
        std::uint64_t{made.parent} << 32U | static_cast<std::uint32_t>(made.flags),
        text);
    return info.handle;
}

Handle HandleTable::meet(int descriptor)
{
    if (descriptor < 0 || descriptor >= kPlaces || isBusy() || !isInOwnProcess()) {
        return kNoHandle;
    }
    const int error = errno;
    const int flags = ::fcntl(descriptor, F_GETFL);
    const Handle handle = flags < 0 ? kNoHandle : describe(descriptor, true, {.flags = flags});
    if (handle != kNoHandle) {
        put(descriptor, handle);
    }
    errno = error;
    return handle;
}

Handle HandleTable::create(int descriptor, const Made& made)
{
    if (descriptor < 0 || descriptor >= kPlaces) {
        return kNoHandle;
    }
    const int error = errno;
    const Handle handle = isBusy() ? kNoHandle : describe(descriptor, false, made);
    put(descriptor, handle);
    errno = error;
    return handle;
}

void HandleTable::duplicate(int original, int copy, int flags)
{
    const int error = errno;
    const Handle source = find(original);
    if (copy >= 0 && copy < kPlaces) {
        const bool isRecorded = source != kNoHandle && source != kOurs && !isBusy();
        const Handle handle = isRecorded ? lastHandle.fetch_add(1) + 1 : kNoHandle;
        put(copy, source == kOurs ? kOurs : handle);
        if (isRecorded) {
            measurement::record(
                EventKind::IoDuplicate,
                source,
                std::uint64_t{handle} << 32U | static_cast<std::uint32_t>(flags));
        }
    }
    errno = error;
}

Handle HandleTable::release(int descriptor)
{
    return peek(descriptor) == kNoHandle
               ? kNoHandle
               : m_handles[descriptor].exchange(kNoHandle, std::memory_order_relaxed);
}

void HandleTable::noteClosed(Handle handle)
{
    if (handle != kNoHandle && handle != kOurs) {
        measurement::record(EventKind::IoDestroy, handle, 0);
    }
}

void HandleTable::putBack(int descriptor, Handle handle)
{
    if (handle != kNoHandle) {
        put(descriptor, handle);
    }
}

void HandleTable::closeAll(unsigned first, unsigned last)
{
    const auto end = static_cast<unsigned>(m_end.load(std::memory_order_relaxed));
    for (unsigned place = first; place < end && place <= last; ++place) {
        noteClosed(release(static_cast<int>(place)));
    }
}

void HandleTable::forgetAll()
{
    const int end = m_end.exchange(0);
    for (int place = 0; place < end; ++place) {
        m_handles[place].store(kNoHandle, std::memory_order_relaxed);
    }
    lastHandle = kNoHandle;
}

}  // namespace vellum::collector::io
