#include "collector/sources/allocator.h"

#include "collector/sources/hook.h"

#include <dlfcn.h>

namespace vellum::collector::sources {

constinit Allocator allocator;
constinit EarlyMemory early;

namespace {

constinit std::atomic<bool> isKnown = false;
constinit thread_local bool isLookingUp __attribute__((tls_model("initial-exec"))) = false;

std::size_t unknownSize(void* /*block*/)
{
    return 0;
}

bool areOfOneLibrary(const void* left, const void* right)
{
    Dl_info leftInfo{};
    Dl_info rightInfo{};
    return ::dladdr(left, &leftInfo) != 0 && ::dladdr(right, &rightInfo) != 0
           && leftInfo.dli_fbase == rightInfo.dli_fbase;
}

}  // namespace

bool findAllocator()
{
    if (isKnown.load(std::memory_order_acquire)) [[likely]] {
        return true;
    }
    if (isLookingUp) {
        return false;
    }
    isLookingUp = true;
    Allocator found{
        .malloc = nextFunction<void*(std::size_t)>("malloc"),
        .calloc = nextFunction<void*(std::size_t, std::size_t)>("calloc"),
        .realloc = nextFunction<void*(void*, std::size_t)>("realloc"),
        .free = nextFunction<void(void*)>("free"),
        .posixMemalign = nextFunction<int(void**, std::size_t, std::size_t)>("posix_memalign"),
        .alignedAlloc = nextFunction<void*(std::size_t, std::size_t)>("aligned_alloc"),
        .memalign = nextFunction<void*(std::size_t, std::size_t)>("memalign"),
        .valloc = nextFunction<void*(std::size_t)>("valloc"),
        .pvalloc = nextFunction<void*(std::size_t)>("pvalloc"),
        .usableSize = nextFunction<std::size_t(void*)>("malloc_usable_size"),
    };
    // The C library's, behind an allocator that has none, would look for its own words in front of foreign blocks.
    if (found.usableSize == nullptr
        || !areOfOneLibrary(
            reinterpret_cast<void*>(found.malloc), reinterpret_cast<void*>(found.usableSize))) {
        found.usableSize = unknownSize;
    }
    // Two threads may both come here: they store the same.
    allocator = found;
    isKnown.store(true, std::memory_order_release);
    isLookingUp = false;
    return true;
}

}  // namespace vellum::collector::sources
