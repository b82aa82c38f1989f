// Where large heap blocks come from and go to. The program's own allocator, whichever it is, does the work. operator new
// ends in malloc, and so do deletes in free.
#include "collector/measurement/recursion_guard.h"
#include "collector/sources/allocator.h"
#include "collector/sources/hook.h"
#include "collector/values/pages/process_pages.h"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>

using namespace vellum::collector::values;  // NOLINT(google-build-using-namespace): hooks only
using vellum::collector::measurement::RecursionGuard;
using vellum::collector::sources::allocator;
using vellum::collector::sources::early;
using vellum::collector::sources::findAllocator;

namespace {

void* noteAllocated(void* block, std::size_t bytes)
{
    if (bytes >= kLeastWatchedBytes && block != nullptr && processPages.isActive()) [[unlikely]] {
        const RecursionGuard guard(isInPageHook);
        if (guard.entered()) {
            processPages.allocated(block, bytes);
        }
    }
    return block;
}

/// Before the block is given back: another thread may have its address at once. \return its bytes if it was watched
std::size_t noteFreed(void* block)
{
    if (block == nullptr || !processPages.isActive()) {
        return 0;
    }
    const std::size_t bytes = allocator.usableSize(block);
    if (bytes != 0 && bytes < kLeastWatchedBytes) [[likely]] {
        return 0;  // 0: the allocator does not say
    }
    const RecursionGuard guard(isInPageHook);
    return guard.entered() ? processPages.freed(block) : 0;
}

}  // namespace

// Parameters have the names of the system's headers.

VELLUM_HOOK void* malloc(std::size_t size) noexcept
{
    return findAllocator() ? noteAllocated(allocator.malloc(size), size) : early.take(size);
}

VELLUM_HOOK void* calloc(std::size_t nmemb, std::size_t size) noexcept
{
    return findAllocator() ? noteAllocated(allocator.calloc(nmemb, size), nmemb * size)
                           : early.take(nmemb * size);
}

VELLUM_HOOK void free(void* ptr) noexcept
{
    if (early.holds(ptr) || !findAllocator()) {
        return;
    }
    noteFreed(ptr);
    allocator.free(ptr);
}

VELLUM_HOOK void* realloc(void* ptr, std::size_t size) noexcept
{
    if (!findAllocator()) {
        void* const moved = early.take(size);
        if (moved != nullptr && early.holds(ptr)) {
            // It lies behind the block, whose end is not known.
            std::memmove(moved, ptr, std::min(size, early.bytesFrom(ptr)));
        }
        return moved;
    }
    if (early.holds(ptr)) {
        void* const moved = noteAllocated(allocator.malloc(size), size);
        if (moved != nullptr) {
            std::memcpy(moved, ptr, std::min(size, early.bytesFrom(ptr)));
        }
        return moved;
    }
    const std::size_t before = noteFreed(ptr);
    void* const moved = allocator.realloc(ptr, size);
    if (moved == nullptr && size > 0) {
        noteAllocated(ptr, before);  // it is still there
        return nullptr;
    }
    return noteAllocated(moved, size);
}

VELLUM_HOOK void* reallocarray(void* ptr, std::size_t nmemb, std::size_t size) noexcept
{
    std::size_t product = 0;
    if (__builtin_mul_overflow(nmemb, size, &product)) {
        errno = ENOMEM;
        return nullptr;
    }
    return realloc(ptr, product);  // NOLINT(cppcoreguidelines-no-malloc): it is one
}

VELLUM_HOOK int posix_memalign(void** memptr, std::size_t alignment, std::size_t size) noexcept
{
    if (!findAllocator()) {
        return ENOMEM;
    }
    const int error = allocator.posixMemalign(memptr, alignment, size);
    if (error == 0) {
        noteAllocated(*memptr, size);
    }
    return error;
}

VELLUM_HOOK void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept
{
    return findAllocator() ? noteAllocated(allocator.alignedAlloc(alignment, size), size) : nullptr;
}

VELLUM_HOOK void* memalign(std::size_t alignment, std::size_t size) noexcept
{
    return findAllocator() ? noteAllocated(allocator.memalign(alignment, size), size) : nullptr;
}
