#pragma once

#include <atomic>
#include <cstddef>

namespace vellum::collector::sources {

/// The functions of the program's own allocator, whichever it is, for libraries that stand in front of it.
///
/// Threads  Any; written once.
struct Allocator {
    void* (*malloc)(std::size_t) = nullptr;
    void* (*calloc)(std::size_t, std::size_t) = nullptr;
    void* (*realloc)(void*, std::size_t) = nullptr;
    void (*free)(void*) = nullptr;
    int (*posixMemalign)(void**, std::size_t, std::size_t) = nullptr;
    void* (*alignedAlloc)(std::size_t, std::size_t) = nullptr;
    void* (*memalign)(std::size_t, std::size_t) = nullptr;
    void* (*valloc)(std::size_t) = nullptr;
    void* (*pvalloc)(std::size_t) = nullptr;
    std::size_t (*usableSize)(void*) =
        nullptr;  ///< 0 for every block, where the allocator has no such function
};

/// Memory for calls that come while those functions are still being looked up. It is never freed.
class EarlyMemory {
public:
    void* take(std::size_t bytes)
    {
        constexpr std::size_t kAlignment = alignof(std::max_align_t);
        if (bytes > sizeof m_bytes) {
            return nullptr;
        }
        const std::size_t begin =
            m_used.fetch_add((bytes + kAlignment - 1) / kAlignment * kAlignment);
        return begin <= sizeof m_bytes - bytes ? m_bytes + begin : nullptr;
    }
    [[nodiscard]] bool holds(const void* block) const
    {
        return block >= m_bytes && block < m_bytes + sizeof m_bytes;
    }
    /// From the block to the end of all of it: more than the block has, but it is ours to read.
    [[nodiscard]] std::size_t bytesFrom(const void* block) const
    {
        return static_cast<std::size_t>(m_bytes + sizeof m_bytes - static_cast<const char*>(block));
    }

private:
    std::atomic<std::size_t> m_used = 0;
    alignas(std::max_align_t) char m_bytes[16384] = {};
};

extern Allocator allocator __attribute__((visibility("hidden")));
extern EarlyMemory early __attribute__((visibility("hidden")));

/// Fills `allocator`. \return false while this very thread is at it: then `early` has to do
bool findAllocator();

}  // namespace vellum::collector::sources
