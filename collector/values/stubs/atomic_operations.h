#pragma once

#include <cstdint>

/// The atomic operations that code compiled with -fsanitize=thread leaves to its runtime: here they are performed.
///
/// `Note` is what else happens:
///   Note(site)                                    before the operation
///   .read(address, bytes, value)                  what was read
///   .write(address, bytes, value, old)            what was written, and what that replaced
///   .update(address, bytes, value, old)           both in one step
///
/// Exact    The operation is done in the order asked for, or a stronger one.
/// Threads  Any.
/// Source   LLVM, sanitizer/tsan_interface_atomic.h; calls in object code of gcc 12 and clang 14.
namespace vellum::collector::values::atomics {

template <typename Note, typename Type>
Type load(const volatile Type* address, int order, void* site)
{
    Note note(site);
    const Type value = __atomic_load_n(address, order);
    note.read(address, sizeof(Type), static_cast<std::uint64_t>(value));
    return value;
}

/// A store, and an exchange whose result nobody wants: the old value is known exactly either way.
template <typename Note, typename Type>
Type exchange(volatile Type* address, Type value, int order, void* site)
{
    Note note(site);
    const Type old = __atomic_exchange_n(address, value, order);
    note.update(
        address, sizeof(Type), static_cast<std::uint64_t>(value), static_cast<std::uint64_t>(old));
    return old;
}

template <typename Note, typename Type>
void store(volatile Type* address, Type value, int order, void* site)
{
    Note note(site);
    const Type old = __atomic_load_n(address, __ATOMIC_RELAXED);
    __atomic_store_n(address, value, order);
    note.write(
        address, sizeof(Type), static_cast<std::uint64_t>(value), static_cast<std::uint64_t>(old));
}

template <typename Note, typename Type>
bool compareExchange(
    volatile Type* address, Type* expected, Type value, int order, int failure, void* site)
{
    Note note(site);
    const bool done = __atomic_compare_exchange_n(address, expected, value, false, order, failure);
    if (!done) {
        note.read(address, sizeof(Type), static_cast<std::uint64_t>(*expected));
    } else {
        note.update(
            address,
            sizeof(Type),
            static_cast<std::uint64_t>(value),
            static_cast<std::uint64_t>(*expected));
    }
    return done;
}

/// \p fetch performs the operation and returns what was there; \p after is what is there then.
template <typename Note, typename Type, typename Fetch, typename After>
Type fetch(volatile Type* address, Fetch fetch, After after, void* site)
{
    Note note(site);
    const Type old = fetch();
    note.update(
        address,
        sizeof(Type),
        static_cast<std::uint64_t>(after(old)),
        static_cast<std::uint64_t>(old));
    return old;
}

}  // namespace vellum::collector::values::atomics

#define VELLUM_DEFINE_FETCH(HOOK, Note, bits, Type, name, result)                                  \
    HOOK Type __tsan_atomic##bits##_fetch_##name(volatile Type* address, Type operand, int order)  \
    {                                                                                              \
        return vellum::collector::values::atomics::fetch<Note, Type>(                              \
            address,                                                                               \
            [&] { return __atomic_fetch_##name(address, operand, order); },                        \
            [&](Type before) { return static_cast<Type>(result); },                                \
            __builtin_return_address(0));                                                          \
    }

/// All functions of one size.
#define VELLUM_DEFINE_ATOMICS(HOOK, Note, bits, Type)                                              \
    HOOK Type __tsan_atomic##bits##_load(const volatile Type* address, int order)                  \
    {                                                                                              \
        return vellum::collector::values::atomics::load<Note, Type>(                               \
            address, order, __builtin_return_address(0));                                          \
    }                                                                                              \
    HOOK void __tsan_atomic##bits##_store(volatile Type* address, Type value, int order)           \
    {                                                                                              \
        vellum::collector::values::atomics::store<Note, Type>(                                     \
            address, value, order, __builtin_return_address(0));                                   \
    }                                                                                              \
    HOOK Type __tsan_atomic##bits##_exchange(volatile Type* address, Type value, int order)        \
    {                                                                                              \
        return vellum::collector::values::atomics::exchange<Note, Type>(                           \
            address, value, order, __builtin_return_address(0));                                   \
    }                                                                                              \
    HOOK int __tsan_atomic##bits##_compare_exchange_strong(                                        \
        volatile Type* address, Type* expected, Type value, int order, int failure)                \
    {                                                                                              \
        return vellum::collector::values::atomics::compareExchange<Note, Type>(                    \
            address, expected, value, order, failure, __builtin_return_address(0));                \
    }                                                                                              \
    HOOK int __tsan_atomic##bits##_compare_exchange_weak(                                          \
        volatile Type* address, Type* expected, Type value, int order, int failure)                \
    {                                                                                              \
        return vellum::collector::values::atomics::compareExchange<Note, Type>(                    \
            address, expected, value, order, failure, __builtin_return_address(0));                \
    }                                                                                              \
    HOOK Type __tsan_atomic##bits##_compare_exchange_val(                                          \
        volatile Type* address, Type expected, Type value, int order, int failure)                 \
    {                                                                                              \
        vellum::collector::values::atomics::compareExchange<Note, Type>(                           \
            address, &expected, value, order, failure, __builtin_return_address(0));               \
        return expected;                                                                           \
    }                                                                                              \
    VELLUM_DEFINE_FETCH(HOOK, Note, bits, Type, add, before + operand)                             \
    VELLUM_DEFINE_FETCH(HOOK, Note, bits, Type, sub, before - operand)                             \
    VELLUM_DEFINE_FETCH(HOOK, Note, bits, Type, and, before& operand)                              \
    VELLUM_DEFINE_FETCH(HOOK, Note, bits, Type, or, before | operand)                              \
    VELLUM_DEFINE_FETCH(HOOK, Note, bits, Type, xor, before ^ operand)                             \
    VELLUM_DEFINE_FETCH(HOOK, Note, bits, Type, nand, ~(before & operand))

/// X(bits, Type, …) for each size.
#define VELLUM_ATOMIC_SIZES(HOOK, Note)                                                            \
    VELLUM_DEFINE_ATOMICS(HOOK, Note, 8, std::uint8_t)                                             \
    VELLUM_DEFINE_ATOMICS(HOOK, Note, 16, std::uint16_t)                                           \
    VELLUM_DEFINE_ATOMICS(HOOK, Note, 32, std::uint32_t)                                           \
    VELLUM_DEFINE_ATOMICS(HOOK, Note, 64, std::uint64_t)
