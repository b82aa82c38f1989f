#include "collector/sources/io/handles.h"

#include "collector/measurement/event_buffer.h"
#include "collector/measurement/lifecycle.h"
#include "collector/sources/io/names.h"
#include "collector/sources/io/visit.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>

namespace vellum::collector::io {

using measurement::EventBuffer;
using measurement::EventKind;

constinit HandleTable descriptors(Paradigm::Posix);
constinit HandleTable streams(Paradigm::IsoC);

namespace {

constinit std::atomic<Handle> lastHandle = kNoHandle;

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

Handle HandleTable::describe(
    EventBuffer& buffer, int descriptor, bool isFound, const Made& made) const
{
    std::string_view name =
        made.path == nullptr ? std::string_view() : makeName(buffer, AT_FDCWD, made.path);
    // Only then: for the kernel to look a name up is far more work than to tell the working directory.
    name = name.empty() ? askName(buffer, descriptor) : name;
    name = name.empty() ? "unknown" : name;
    if (isInSpool(name)) {
        return kOurs;
    }
    const bool isStandard = isFound && descriptor <= STDERR_FILENO;
    const HandleInfo info{
        .handle = lastHandle.fetch_add(1) + 1,
        .paradigm = m_paradigm,
        .isFound = isFound,
        .standard = static_cast<std::uint8_t>(isStandard ? descriptor + 1 : 0)};
    storeNamed(
        buffer,
        EventKind::IoHandle,
        pack(info),
        std::uint64_t{made.parent} << 32U | static_cast<std::uint32_t>(made.flags),
        name);
    return info.handle;
}

Handle HandleTable::meet(int descriptor)
{
    EventBuffer& buffer = measurement::threadBuffer;
    const measurement::RecursionGuard guard(buffer.busy);
    if (descriptor < 0 || descriptor >= kPlaces || !guard.entered() || !isInOwnProcess()) {
        return kNoHandle;
    }
    const int error = errno;
    const int flags = ::fcntl(descriptor, F_GETFL);
    const Handle handle =
        flags < 0 ? kNoHandle : describe(buffer, descriptor, true, {.flags = flags});
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
    EventBuffer& buffer = measurement::threadBuffer;
    const measurement::RecursionGuard guard(buffer.busy);
    const int error = errno;
    const Handle handle = guard.entered() ? describe(buffer, descriptor, false, made) : kNoHandle;
    put(descriptor, handle);
    errno = error;
    return handle;
}

void HandleTable::duplicate(int original, int copy, int flags)
{
    const int error = errno;
    const Handle source = find(original);
    if (copy >= 0 && copy < kPlaces) {
        const bool isRecorded =
            source != kNoHandle && source != kOurs && !measurement::threadBuffer.busy;
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
