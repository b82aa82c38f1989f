#pragma once

#include <cstddef>
#include <cstdint>

namespace vellum::collector::values {

/// What a program compiled for values calls while it is recorded. Its stubs, which are linked into each of its modules,
/// ask for the table once, by the name kHookTableName; without a recorder nobody answers, and the stubs do nothing.
///
/// Why      A recorder that only defined the compiler's names could not be put in front of stubs that lie in the
///          program itself: calls within a program are bound when it is linked.
/// Threads  Any. `site` is where the stub returns to: just behind the call that announces the access.
struct HookTable {
    using Access = void (*)(const void* address, void* site);
    using Range = void (*)(const void* address, std::size_t bytes, void* site);

    /// Kinds and sizes of the accesses: index 0 to 4 are 1, 2, 4, 8 and 16 bytes. The access follows the call.
    Access read[5];
    Access write[5];
    Range readRange;
    Range writeRange;

    /// \param frame  the function's stack pointer at its call of the hook
    void (*enter)(void* caller, void* function, std::uint64_t frame);
    void (*leave)();

    /// An atomic operation begins; then, when it is done: a read, a write, or both in one step.
    void (*atomicBegin)();
    void (*atomicRead)(
        const volatile void* address, std::size_t bytes, std::uint64_t value, void* site);
    void (*atomicUpdate)(
        const volatile void* address,
        std::size_t bytes,
        std::uint64_t value,
        std::uint64_t old,
        void* site);
    void (*atomicWrite)(
        const volatile void* address,
        std::size_t bytes,
        std::uint64_t value,
        std::uint64_t old,
        void* site);
};

/// `const HookTable* NAME(unsigned version)`; null where nothing is recorded, or the version is another one.
inline constexpr const char* kHookTableName = "vellum_values_hooks";
inline constexpr unsigned kHookTableVersion = 1;

}  // namespace vellum::collector::values
