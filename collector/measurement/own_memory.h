#pragma once

#include <sys/mman.h>

namespace vellum::collector::measurement {

/// Memory of the collector's own beside that of the program: zeros, which \p Type must be able to begin with. Pages that nobody
/// touches cost nothing.
///
/// Errors   Null, with errno.
/// Threads  Any.
template <typename Type>
[[nodiscard]] Type* mapZeros()
{
    void* const memory = ::mmap(
        nullptr,
        sizeof(Type),
        PROT_READ | PROT_WRITE,
        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
        -1,
        0);
    return memory == MAP_FAILED ? nullptr : static_cast<Type*>(memory);
}

template <typename Type>
void unmapZeros(Type* memory)
{
    if (memory != nullptr) {
        ::munmap(memory, sizeof *memory);
    }
}

}  // namespace vellum::collector::measurement
