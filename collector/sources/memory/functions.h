#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace vellum::collector::memory {

enum class Role : std::uint8_t { Allocate, Reallocate, Deallocate };

/// Functions of the allocator, as EventKind::AllocationEnter numbers them.
enum class Function : std::uint8_t {
    Malloc,
    Calloc,
    Realloc,
    Reallocarray,
    PosixMemalign,
    AlignedAlloc,
    Memalign,
    Valloc,
    Pvalloc,
    Free
};

struct FunctionInfo {
    const char* name = nullptr;
    Role role = Role::Allocate;
};

/// By number.
inline constexpr auto kFunctions = std::to_array<FunctionInfo>(
    {{"malloc", Role::Allocate},
     {"calloc", Role::Allocate},
     {"realloc", Role::Reallocate},
     {"reallocarray", Role::Reallocate},
     {"posix_memalign", Role::Allocate},
     {"aligned_alloc", Role::Allocate},
     {"memalign", Role::Allocate},
     {"valloc", Role::Allocate},
     {"pvalloc", Role::Allocate},
     {"free", Role::Deallocate}});

/// Calls about blocks of so many bytes are regions of their own.
inline constexpr std::size_t kLargeBytes = std::size_t{1} << 20U;

}  // namespace vellum::collector::memory
