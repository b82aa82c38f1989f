// The program's operator new: memory is malloc's as before, and a watched thread's is asked for first.

#include "server/query/counted_new.h"

#include "common/base/allocation_watch.h"

#include <cstddef>
#include <cstdlib>
#include <new>

// NOLINTBEGIN(cppcoreguidelines-no-malloc,hicpp-no-malloc,misc-new-delete-overloads): this is the place for them

namespace {

constexpr std::size_t kPageBytes = 4096;

void* blockOf(std::size_t bytes, std::size_t alignment)
{
    if (alignment <= alignof(std::max_align_t)) {
        return std::malloc(bytes);
    }
    const std::size_t whole = (bytes + alignment - 1) / alignment * alignment;
    return whole < bytes ? nullptr : std::aligned_alloc(alignment, whole);
}

void takePages(void* memory, std::size_t bytes)
{
    auto* page = static_cast<volatile std::byte*>(memory);
    for (std::size_t at = 0; at < bytes; at += kPageBytes) {
        page[at] = std::byte{0};
    }
}

void* obtain(std::size_t bytes, std::size_t alignment = 1)
{
    const auto room = vellum::AllocationWatch::before(bytes);
    void* memory = blockOf(bytes > 0 ? bytes : 1, alignment);
    if (memory == nullptr) {
        throw std::bad_alloc();
    }
    if (room.isOfBlock()) {
        takePages(memory, bytes);
    }
    return memory;
}

void* obtainOrNot(std::size_t bytes, std::size_t alignment = 1) noexcept
{
    try {
        return obtain(bytes, alignment);
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}

}  // namespace

namespace vellum::server::query {

void linkCountedNew() {}

}  // namespace vellum::server::query

void* operator new(std::size_t bytes)
{
    return obtain(bytes);
}
void* operator new[](std::size_t bytes)
{
    return obtain(bytes);
}
void* operator new(std::size_t bytes, std::align_val_t alignment)
{
    return obtain(bytes, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t bytes, std::align_val_t alignment)
{
    return obtain(bytes, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t bytes, const std::nothrow_t& /*tag*/) noexcept
{
    return obtainOrNot(bytes);
}
void* operator new[](std::size_t bytes, const std::nothrow_t& /*tag*/) noexcept
{
    return obtainOrNot(bytes);
}
void* operator new(
    std::size_t bytes, std::align_val_t alignment, const std::nothrow_t& /*tag*/) noexcept
{
    return obtainOrNot(bytes, static_cast<std::size_t>(alignment));
}
void* operator new[](
    std::size_t bytes, std::align_val_t alignment, const std::nothrow_t& /*tag*/) noexcept
{
    return obtainOrNot(bytes, static_cast<std::size_t>(alignment));
}

void operator delete(void* memory) noexcept
{
    std::free(memory);
}
void operator delete[](void* memory) noexcept
{
    std::free(memory);
}
void operator delete(void* memory, std::size_t /*bytes*/) noexcept
{
    std::free(memory);
}
void operator delete[](void* memory, std::size_t /*bytes*/) noexcept
{
    std::free(memory);
}
void operator delete(void* memory, std::align_val_t /*alignment*/) noexcept
{
    std::free(memory);
}
void operator delete[](void* memory, std::align_val_t /*alignment*/) noexcept
{
    std::free(memory);
}
void operator delete(void* memory, std::size_t /*bytes*/, std::align_val_t /*alignment*/) noexcept
{
    std::free(memory);
}
void operator delete[](void* memory, std::size_t /*bytes*/, std::align_val_t /*alignment*/) noexcept
{
    std::free(memory);
}
void operator delete(void* memory, const std::nothrow_t& /*tag*/) noexcept
{
    std::free(memory);
}
void operator delete[](void* memory, const std::nothrow_t& /*tag*/) noexcept
{
    std::free(memory);
}
void operator delete(
    void* memory, std::align_val_t /*alignment*/, const std::nothrow_t& /*tag*/) noexcept
{
    std::free(memory);
}
void operator delete[](
    void* memory, std::align_val_t /*alignment*/, const std::nothrow_t& /*tag*/) noexcept
{
    std::free(memory);
}

// NOLINTEND(cppcoreguidelines-no-malloc,hicpp-no-malloc,misc-new-delete-overloads)
