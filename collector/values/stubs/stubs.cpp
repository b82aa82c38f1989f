// The functions that gcc and clang call with -fsanitize=thread. While nobody records nothing happens, only the atomic
// operations are performed; else the recorder's table is asked. The C++ library is not used: C programs link it.
#include "collector/values/hook_table.h"
#include "collector/values/stubs/atomic_operations.h"

#include <dlfcn.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

/// Weak, so that the runtime of a real thread sanitizer wins; hidden, so that each module has its own.
#define VELLUM_STUB extern "C" __attribute__((weak, visibility("hidden")))
#define VELLUM_SITE __builtin_return_address(0)

namespace {

using vellum::collector::values::HookTable;

const HookTable* hooks = nullptr;

inline const HookTable* recorder()
{
    return __atomic_load_n(&hooks, __ATOMIC_RELAXED);
}

/// See atomic_operations.h.
class AtomicNote {
public:
    explicit AtomicNote(void* site) : m_site(site)
    {
        if (const HookTable* const table = recorder()) {
            table->atomicBegin();
        }
    }
    void read(const volatile void* address, std::size_t bytes, std::uint64_t value) const
    {
        if (const HookTable* const table = recorder()) {
            table->atomicRead(address, bytes, value, m_site);
        }
    }
    void write(
        const volatile void* address,
        std::size_t bytes,
        std::uint64_t value,
        std::uint64_t old) const
    {
        if (const HookTable* const table = recorder()) {
            table->atomicWrite(address, bytes, value, old, m_site);
        }
    }
    void update(
        const volatile void* address,
        std::size_t bytes,
        std::uint64_t value,
        std::uint64_t old) const
    {
        if (const HookTable* const table = recorder()) {
            table->atomicUpdate(address, bytes, value, old, m_site);
        }
    }

private:
    void* m_site;
};

}  // namespace

// The names are the compiler's. NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming)

/// Called by each object file before its other initialisers.
VELLUM_STUB void __tsan_init()
{
    using namespace vellum::collector::values;  // NOLINT(google-build-using-namespace): two names
    using Ask = const HookTable* (*)(unsigned);
    if (recorder() != nullptr) {
        return;
    }
    if (const auto ask = reinterpret_cast<Ask>(::dlsym(RTLD_DEFAULT, kHookTableName))) {
        __atomic_store_n(&hooks, ask(kHookTableVersion), __ATOMIC_RELAXED);
    }
}

VELLUM_STUB void __tsan_func_entry(void* caller)
{
    if (const HookTable* const table = recorder()) {
        table->enter(caller, VELLUM_SITE, reinterpret_cast<std::uint64_t>(__builtin_dwarf_cfa()));
    }
}
VELLUM_STUB void __tsan_func_exit()
{
    if (const HookTable* const table = recorder()) {
        table->leave();
    }
}

#define VELLUM_READ(name, size)                                                                    \
    VELLUM_STUB void name(void* address)                                                           \
    {                                                                                              \
        if (const HookTable* const table = recorder()) {                                           \
            table->read[size](address, VELLUM_SITE);                                               \
        }                                                                                          \
    }
#define VELLUM_WRITE(name, size)                                                                   \
    VELLUM_STUB void name(void* address)                                                           \
    {                                                                                              \
        if (const HookTable* const table = recorder()) {                                           \
            table->write[size](address, VELLUM_SITE);                                              \
        }                                                                                          \
    }
#define VELLUM_READ_WRITE(name, size)                                                              \
    VELLUM_STUB void name(void* address)                                                           \
    {                                                                                              \
        if (const HookTable* const table = recorder()) {                                           \
            table->read[size](address, VELLUM_SITE);                                               \
            table->write[size](address, VELLUM_SITE);                                              \
        }                                                                                          \
    }
#define VELLUM_ACCESSES(bytes, size)                                                               \
    VELLUM_READ(__tsan_read##bytes, size)                                                          \
    VELLUM_READ(__tsan_volatile_read##bytes, size)                                                 \
    VELLUM_READ(__tsan_unaligned_read##bytes, size)                                                \
    VELLUM_WRITE(__tsan_write##bytes, size)                                                        \
    VELLUM_WRITE(__tsan_volatile_write##bytes, size)                                               \
    VELLUM_WRITE(__tsan_unaligned_write##bytes, size)                                              \
    VELLUM_READ_WRITE(__tsan_read_write##bytes, size)                                              \
    VELLUM_READ_WRITE(__tsan_unaligned_read_write##bytes, size)
VELLUM_ACCESSES(1, 0)
VELLUM_ACCESSES(2, 1)
VELLUM_ACCESSES(4, 2)
VELLUM_ACCESSES(8, 3)
VELLUM_ACCESSES(16, 4)

VELLUM_STUB void __tsan_read_range(void* address, std::size_t bytes)
{
    if (const HookTable* const table = recorder()) {
        table->readRange(address, bytes, VELLUM_SITE);
    }
}
VELLUM_STUB void __tsan_write_range(void* address, std::size_t bytes)
{
    if (const HookTable* const table = recorder()) {
        table->writeRange(address, bytes, VELLUM_SITE);
    }
}

/// The pointer to a class's virtual functions.
VELLUM_STUB void __tsan_vptr_update(void** address, void* /*value*/)
{
    if (const HookTable* const table = recorder()) {
        table->write[3](address, VELLUM_SITE);
    }
}
VELLUM_STUB void __tsan_vptr_read(void** address)
{
    if (const HookTable* const table = recorder()) {
        table->read[3](address, VELLUM_SITE);
    }
}

// Of newer compilers; the recorder sees the library's own functions.
VELLUM_STUB void* __tsan_memcpy(void* to, const void* from, std::size_t bytes)
{
    return std::memcpy(to, from, bytes);
}
VELLUM_STUB void* __tsan_memmove(void* to, const void* from, std::size_t bytes)
{
    return std::memmove(to, from, bytes);
}
VELLUM_STUB void* __tsan_memset(void* to, int value, std::size_t bytes)
{
    return std::memset(to, value, bytes);
}

VELLUM_STUB void __tsan_atomic_thread_fence(int order)
{
    if (const HookTable* const table = recorder()) {
        table->atomicBegin();
    }
    __atomic_thread_fence(order);
}
VELLUM_STUB void __tsan_atomic_signal_fence(int order)
{
    __atomic_signal_fence(order);
}
VELLUM_ATOMIC_SIZES(VELLUM_STUB, AtomicNote)
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)
