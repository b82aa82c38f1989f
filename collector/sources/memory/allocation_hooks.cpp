// The functions of the heap. The program's own allocator, whichever it is, does the work; here blocks are counted, and
// calls about large ones are told as regions. operator new and strdup end in malloc.
#include "collector/measurement/spool_format.h"
#include "collector/sources/allocator.h"
#include "collector/sources/bridge/bridge.h"
#include "collector/sources/hook.h"
#include "collector/sources/memory/functions.h"
#include "collector/sources/memory/totals.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>

using namespace vellum::collector;          // NOLINT(google-build-using-namespace): hooks only
using namespace vellum::collector::memory;  // NOLINT(google-build-using-namespace): hooks only
using sources::allocator;
using sources::early;
using sources::findAllocator;

namespace {

void tell(measurement::EventKind kind, Function function, std::size_t bytes)
{
    vellum_collector_record(
        static_cast<std::uint16_t>(kind), static_cast<std::uint64_t>(function), bytes);
}

/// A call about a large block, while it lives.
class Visit {
public:
    Visit(Function function, std::size_t bytes)
        : m_function(function)
        , m_isLarge(bytes >= kLargeBytes)
    {
        if (m_isLarge) [[unlikely]] {
            tell(measurement::EventKind::AllocationEnter, m_function, bytes);
        }
    }
    ~Visit()
    {
        if (m_isLarge) [[unlikely]] {
            tell(measurement::EventKind::AllocationLeave, m_function, 0);
        }
    }
    Visit(const Visit&) = delete;
    Visit& operator=(const Visit&) = delete;

private:
    Function m_function;
    bool m_isLarge;
};

void* counted(void* block)
{
    if (block != nullptr) {
        totals.allocated(allocator.usableSize(block));
    }
    return block;
}

/// Calls \p next, which returns a new block.
template <typename Next>
void* allocate(Function function, std::size_t bytes, Next next)
{
    if (!findAllocator()) {
        return early.take(bytes);
    }
    const Visit visit(function, bytes);
    return counted(next());
}

void* reallocate(Function function, void* block, std::size_t bytes)
{
    if (!findAllocator()) {
        void* const moved = early.take(bytes);
        if (moved != nullptr && early.holds(block)) {
            // It lies behind the block, whose end is not known.
            std::memmove(moved, block, std::min(bytes, early.bytesFrom(block)));
        }
        return moved;
    }
    if (early.holds(block)) {
        void* const moved = counted(allocator.malloc(bytes));
        if (moved != nullptr) {
            std::memcpy(moved, block, std::min(bytes, early.bytesFrom(block)));
        }
        return moved;
    }
    const std::size_t before = block == nullptr ? 0 : allocator.usableSize(block);
    const Visit visit(function, std::max(before, bytes));
    void* const moved = allocator.realloc(block, bytes);
    const bool isGone = moved != nullptr || bytes == 0;
    if (isGone && block != nullptr) {
        totals.freed(before);
    }
    return counted(moved);
}

/// Whose totals they are.
constinit pid_t process = 0;

/// What the collector's samples ask for; first of all in a forked child, while it is the only thread.
void readTotals(std::uint64_t* values)
{
    const pid_t own = ::getpid();
    if (process != own) {
        totals.beginAnew();
        process = own;
    }
    const Totals::Reading reading = totals.read();
    values[0] = reading.inUse;
    values[1] = reading.peak;
    values[2] = reading.allocations;
    values[3] = reading.allocatedBytes;
}

__attribute__((constructor)) void onLoad()
{
    process = ::getpid();
    vellum_collector_heap(readTotals);
}

}  // namespace

// Parameters have the names of the system's headers.

VELLUM_HOOK void* malloc(std::size_t size) noexcept
{
    return allocate(Function::Malloc, size, [=] { return allocator.malloc(size); });
}

VELLUM_HOOK void* calloc(std::size_t nmemb, std::size_t size) noexcept
{
    std::size_t product = 0;
    if (__builtin_mul_overflow(nmemb, size, &product)) {
        product = SIZE_MAX;  // no allocator has so much
    }
    return allocate(Function::Calloc, product, [=] { return allocator.calloc(nmemb, size); });
}

VELLUM_HOOK void* realloc(void* ptr, std::size_t size) noexcept
{
    return reallocate(Function::Realloc, ptr, size);
}

VELLUM_HOOK void* reallocarray(void* ptr, std::size_t nmemb, std::size_t size) noexcept
{
    std::size_t product = 0;
    if (__builtin_mul_overflow(nmemb, size, &product)) {
        errno = ENOMEM;
        return nullptr;
    }
    return reallocate(Function::Reallocarray, ptr, product);
}

VELLUM_HOOK int posix_memalign(void** memptr, std::size_t alignment, std::size_t size) noexcept
{
    if (!findAllocator()) {
        return ENOMEM;
    }
    const Visit visit(Function::PosixMemalign, size);
    const int error = allocator.posixMemalign(memptr, alignment, size);
    if (error == 0) {
        counted(*memptr);
    }
    return error;
}

VELLUM_HOOK void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept
{
    return allocate(
        Function::AlignedAlloc, size, [=] { return allocator.alignedAlloc(alignment, size); });
}

VELLUM_HOOK void* memalign(std::size_t alignment, std::size_t size) noexcept
{
    return allocate(Function::Memalign, size, [=] { return allocator.memalign(alignment, size); });
}

VELLUM_HOOK void* valloc(std::size_t size) noexcept
{
    return allocate(Function::Valloc, size, [=] { return allocator.valloc(size); });
}

VELLUM_HOOK void* pvalloc(std::size_t size) noexcept
{
    return allocate(Function::Pvalloc, size, [=] { return allocator.pvalloc(size); });
}

VELLUM_HOOK void free(void* ptr) noexcept
{
    if (ptr == nullptr || early.holds(ptr) || !findAllocator()) {
        return;
    }
    const std::size_t bytes = allocator.usableSize(ptr);
    const Visit visit(Function::Free, bytes);
    totals.freed(bytes);
    allocator.free(ptr);
}
