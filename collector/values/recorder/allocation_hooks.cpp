// Where heap blocks come from and go to. The program's own allocator, whichever it is, does the work; here it is only
// noted who asked. operator new is here too, so that the one who wrote `new` is named and not the C++ library.
#include "collector/sources/allocator.h"
#include "collector/sources/hook.h"
#include "collector/values/recorder/process_recorder.h"
#include "collector/values/recorder/thread_recorder.h"

#include <malloc.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

using namespace vellum::collector::values;  // NOLINT(google-build-using-namespace): hooks only
using vellum::collector::sources::allocator;
using vellum::collector::sources::early;
using vellum::collector::sources::findAllocator;
using vellum::collector::sources::nextFunction;

namespace {

void* noteAllocated(void* block, std::size_t bytes, const void* site)
{
    // For one block: a `new` that throws runs no destructor of ours.
    const void* const asked = std::exchange(threadRecorder.allocationSite, nullptr);
    if (block != nullptr && processRecorder.control != nullptr) {
        withRecorder([&](ThreadRecorder& recorder) {
            recorder.allocated(block, bytes, asked != nullptr ? asked : site);
        });
    }
    return block;
}

/// Before the block is given back: another thread may have its address at once.
void noteFreed(const void* block, const void* site)
{
    if (block != nullptr && processRecorder.control != nullptr) {
        withRecorder([&](ThreadRecorder& recorder) { recorder.freed(block, site); });
    }
}

/// While it lives, what malloc gives was asked for at \p site.
class AllocationSite {
public:
    explicit AllocationSite(const void* site) : m_before(threadRecorder.allocationSite)
    {
        if (m_before == nullptr) {
            threadRecorder.allocationSite = site;
        }
    }
    ~AllocationSite() { threadRecorder.allocationSite = m_before; }
    AllocationSite(const AllocationSite&) = delete;
    AllocationSite& operator=(const AllocationSite&) = delete;

private:
    const void* m_before;
};

}  // namespace

// Parameters have the names of the system's headers.
#define VELLUM_SITE __builtin_return_address(0)

VELLUM_HOOK void* malloc(std::size_t size) noexcept
{
    return findAllocator() ? noteAllocated(allocator.malloc(size), size, VELLUM_SITE)
                           : early.take(size);
}

VELLUM_HOOK void* calloc(std::size_t nmemb, std::size_t size) noexcept
{
    return findAllocator() ? noteAllocated(allocator.calloc(nmemb, size), nmemb * size, VELLUM_SITE)
                           : early.take(nmemb * size);
}

VELLUM_HOOK void free(void* ptr) noexcept
{
    if (early.holds(ptr) || !findAllocator()) {
        return;
    }
    noteFreed(ptr, VELLUM_SITE);
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
        void* const moved = noteAllocated(allocator.malloc(size), size, VELLUM_SITE);
        if (moved != nullptr) {
            std::memcpy(moved, ptr, std::min(size, early.bytesFrom(ptr)));
        }
        return moved;
    }
    const std::size_t before = ptr == nullptr ? 0 : allocator.usableSize(ptr);
    noteFreed(ptr, VELLUM_SITE);
    void* const moved = allocator.realloc(ptr, size);
    if (moved == nullptr && size > 0) {
        noteAllocated(ptr, before, VELLUM_SITE);  // it is still there
        return nullptr;
    }
    return noteAllocated(moved, size, VELLUM_SITE);
}

VELLUM_HOOK void* reallocarray(void* ptr, std::size_t nmemb, std::size_t size) noexcept
{
    std::size_t product = 0;
    if (__builtin_mul_overflow(nmemb, size, &product)) {
        errno = ENOMEM;
        return nullptr;
    }
    const AllocationSite scope(VELLUM_SITE);
    return realloc(ptr, product);  // NOLINT(cppcoreguidelines-no-malloc): it is one
}

VELLUM_HOOK int posix_memalign(void** memptr, std::size_t alignment, std::size_t size) noexcept
{
    if (!findAllocator()) {
        return ENOMEM;
    }
    const int error = allocator.posixMemalign(memptr, alignment, size);
    if (error == 0) {
        noteAllocated(*memptr, size, VELLUM_SITE);
    }
    return error;
}

VELLUM_HOOK void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept
{
    return findAllocator()
               ? noteAllocated(allocator.alignedAlloc(alignment, size), size, VELLUM_SITE)
               : nullptr;
}

VELLUM_HOOK void* memalign(std::size_t alignment, std::size_t size) noexcept
{
    return findAllocator() ? noteAllocated(allocator.memalign(alignment, size), size, VELLUM_SITE)
                           : nullptr;
}

// The C++ library's operators, which call malloc. Sized and aligned deletes end in free.
// The linker's names, and types. NOLINTBEGIN(readability-identifier-naming,bugprone-macro-parentheses)
#define VELLUM_NEW(name, parameters, arguments)                                                    \
    VELLUM_HOOK void* name parameters                                                              \
    {                                                                                              \
        using Operator = void* parameters;                                                         \
        static constinit Operator* next = nullptr;                                                 \
        if (next == nullptr) {                                                                     \
            next = nextFunction<Operator>(#name);                                                  \
        }                                                                                          \
        const AllocationSite scope(VELLUM_SITE);                                                   \
        return next arguments;                                                                     \
    }
VELLUM_NEW(_Znwm, (std::size_t bytes), (bytes))
VELLUM_NEW(_Znam, (std::size_t bytes), (bytes))
VELLUM_NEW(_ZnwmSt11align_val_t, (std::size_t bytes, std::size_t alignment), (bytes, alignment))
VELLUM_NEW(_ZnamSt11align_val_t, (std::size_t bytes, std::size_t alignment), (bytes, alignment))
VELLUM_NEW(_ZnwmRKSt9nothrow_t, (std::size_t bytes, const std::nothrow_t* tag), (bytes, tag))
VELLUM_NEW(_ZnamRKSt9nothrow_t, (std::size_t bytes, const std::nothrow_t* tag), (bytes, tag))
// NOLINTEND(readability-identifier-naming,bugprone-macro-parentheses)
