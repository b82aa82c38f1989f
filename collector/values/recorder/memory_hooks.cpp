// Functions of the C library that move or set memory for the program: what they do is what a loop would have done. And
// those after which memory is gone, or belongs to others: a pending store must be read back before.
#include "collector/sources/hook.h"
#include "collector/values/recorder/process_recorder.h"
#include "collector/values/recorder/thread_recorder.h"

#include <dlfcn.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

using namespace vellum::collector::values;  // NOLINT(google-build-using-namespace): hooks only
using vellum::collector::sources::nextFunction;

namespace {

using Copy = void*(void*, const void*, std::size_t);
using Set = void*(void*, int, std::size_t);

std::uint64_t number(const volatile void* pointer)
{
    return reinterpret_cast<std::uint64_t>(pointer);
}

// Before the library's own functions are found: by bytes. Never by a loop that the compiler takes for memcpy.
// NOLINTBEGIN(modernize-loop-convert)
void copyBytes(volatile unsigned char* to, const volatile unsigned char* from, std::size_t bytes)
{
    if (number(to) - number(from) >= bytes) {
        for (std::size_t i = 0; i < bytes; ++i) {
            to[i] = from[i];
        }
    } else {
        for (std::size_t i = bytes; i-- > 0;) {
            to[i] = from[i];
        }
    }
}

void setBytes(volatile unsigned char* to, int value, std::size_t bytes)
{
    for (std::size_t i = 0; i < bytes; ++i) {
        to[i] = static_cast<unsigned char>(value);
    }
}
// NOLINTEND(modernize-loop-convert)

constinit Copy* realCopy = nullptr;  // the library's memmove: right for all of them
constinit Set* realSet = nullptr;

__attribute__((constructor(102))) void findRealFunctions()
{
    realCopy = nextFunction<Copy>("memmove");
    realSet = nextFunction<Set>("memset");
}

void copyReally(void* to, const void* from, std::size_t bytes)
{
    if (realCopy != nullptr) {
        realCopy(to, from, bytes);
    } else {
        copyBytes(
            static_cast<volatile unsigned char*>(to),
            static_cast<const volatile unsigned char*>(from),
            bytes);
    }
}

void setReally(void* to, int value, std::size_t bytes)
{
    if (realSet != nullptr) {
        realSet(to, value, bytes);
    } else {
        setBytes(static_cast<volatile unsigned char*>(to), value, bytes);
    }
}

/// The thread has recorded something, and no hook of ours is the caller.
bool isRecorded()
{
    return !threadRecorder.busy && threadRecorder.hasRing();
}

/// Calls \p use with offset and length of parts that a pending store can hold; from the end where \p backwards.
template <typename Use>
void forParts(std::size_t bytes, bool backwards, Use use)
{
    constexpr std::size_t kPart = PendingStore::kOldBytes;
    for (std::size_t done = 0; done < bytes;) {
        const std::size_t length = std::min(kPart, bytes - done);
        use(backwards ? bytes - done - length : done, length);
        done += length;
    }
}

void* copyRecorded(void* to, const void* from, std::size_t bytes, const void* site)
{
    if (!isRecorded()) {
        copyReally(to, from, bytes);
        return to;
    }
    withRecorder([&](ThreadRecorder& recorder) {
        const bool backwards = number(to) - number(from) < bytes;  // the end would be overwritten
        forParts(bytes, backwards, [&](std::size_t at, std::size_t length) {
            recorder.read(number(from) + at, length, number(site), kOfMemory);
            recorder.write(number(to) + at, length, number(site), kOfMemory);
            copyReally(static_cast<char*>(to) + at, static_cast<const char*>(from) + at, length);
            recorder.complete();
        });
    });
    return to;
}

void* setRecorded(void* to, int value, std::size_t bytes, const void* site)
{
    if (!isRecorded()) {
        setReally(to, value, bytes);
        return to;
    }
    withRecorder([&](ThreadRecorder& recorder) {
        forParts(bytes, false, [&](std::size_t at, std::size_t length) {
            recorder.write(number(to) + at, length, number(site), kOfMemory);
            setReally(static_cast<char*>(to) + at, value, length);
            recorder.complete();
        });
    });
    return to;
}

void completeStore()
{
    if (isRecorded()) {
        withRecorder([](ThreadRecorder& recorder) { recorder.complete(); });
    }
}

}  // namespace

#define VELLUM_SITE __builtin_return_address(0)

VELLUM_HOOK void* memcpy(void* dest, const void* src, std::size_t n) noexcept
{
    return copyRecorded(dest, src, n, VELLUM_SITE);
}
VELLUM_HOOK void* memmove(void* dest, const void* src, std::size_t n) noexcept
{
    return copyRecorded(dest, src, n, VELLUM_SITE);
}
VELLUM_HOOK void* mempcpy(void* dest, const void* src, std::size_t n) noexcept
{
    copyRecorded(dest, src, n, VELLUM_SITE);
    return static_cast<char*>(dest) + n;
}
VELLUM_HOOK void* memset(void* s, int c, std::size_t n) noexcept
{
    return setRecorded(s, c, n, VELLUM_SITE);
}

// With _FORTIFY_SOURCE; the library checks, and ends the program where the check fails.
// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming)
VELLUM_HOOK void* __memcpy_chk(void* to, const void* from, std::size_t bytes, std::size_t room)
{
    using Checked = void*(void*, const void*, std::size_t, std::size_t);
    return bytes > room ? nextFunction<Checked>("__memcpy_chk")(to, from, bytes, room)
                        : copyRecorded(to, from, bytes, VELLUM_SITE);
}
VELLUM_HOOK void* __memmove_chk(void* to, const void* from, std::size_t bytes, std::size_t room)
{
    using Checked = void*(void*, const void*, std::size_t, std::size_t);
    return bytes > room ? nextFunction<Checked>("__memmove_chk")(to, from, bytes, room)
                        : copyRecorded(to, from, bytes, VELLUM_SITE);
}
VELLUM_HOOK void* __memset_chk(void* to, int value, std::size_t bytes, std::size_t room)
{
    using Checked = void*(void*, int, std::size_t, std::size_t);
    return bytes > room ? nextFunction<Checked>("__memset_chk")(to, value, bytes, room)
                        : setRecorded(to, value, bytes, VELLUM_SITE);
}
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)

// The system's headers name parameters __so. NOLINTBEGIN(readability-inconsistent-declaration-parameter-name)
VELLUM_HOOK int munmap(void* address, std::size_t bytes) noexcept
{
    using Function = int(void*, std::size_t);
    static constinit Function* next = nullptr;
    if (next == nullptr) {
        next = nextFunction<Function>("munmap");
    }
    completeStore();
    return next(address, bytes);
}

VELLUM_HOOK int mprotect(void* address, std::size_t bytes, int protection) noexcept
{
    using Function = int(void*, std::size_t, int);
    static constinit Function* next = nullptr;
    if (next == nullptr) {
        next = nextFunction<Function>("mprotect");
    }
    completeStore();
    return next(address, bytes, protection);
}

VELLUM_HOOK int dlclose(void* library) noexcept
{
    completeStore();
    return nextFunction<int(void*)>("dlclose")(library);
}

VELLUM_HOOK int pthread_mutex_unlock(pthread_mutex_t* mutex) noexcept
{
    using Function = int(pthread_mutex_t*);
    static constinit Function* next = nullptr;
    if (next == nullptr) {
        next = nextFunction<Function>("pthread_mutex_unlock");
    }
    completeStore();
    return next(mutex);
}

VELLUM_HOOK int sem_post(sem_t* semaphore) noexcept
{
    completeStore();
    return nextFunction<int(sem_t*)>("sem_post")(semaphore);
}

// Behind these another thread may free what this one stored to.

VELLUM_HOOK int pthread_rwlock_unlock(pthread_rwlock_t* lock) noexcept
{
    completeStore();
    return nextFunction<int(pthread_rwlock_t*)>("pthread_rwlock_unlock")(lock);
}

VELLUM_HOOK int pthread_spin_unlock(pthread_spinlock_t* lock) noexcept
{
    completeStore();
    return nextFunction<int(pthread_spinlock_t*)>("pthread_spin_unlock")(lock);
}

VELLUM_HOOK int pthread_barrier_wait(pthread_barrier_t* barrier) noexcept
{
    completeStore();
    return nextFunction<int(pthread_barrier_t*)>("pthread_barrier_wait")(barrier);
}

VELLUM_HOOK int pthread_create(
    pthread_t* thread,
    const pthread_attr_t* attributes,
    void* (*run)(void*),
    void* argument) noexcept
{
    using Function = int(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
    completeStore();
    return nextFunction<Function>("pthread_create")(thread, attributes, run, argument);
}

// Of OpenMP's runtimes, where the program has one: only such a program calls them.
#define VELLUM_OPENMP_HOOK(name)                                                                   \
    VELLUM_HOOK void name()                                                                        \
    {                                                                                              \
        completeStore();                                                                           \
        nextFunction<void()>(#name)();                                                             \
    }
VELLUM_OPENMP_HOOK(GOMP_barrier)
VELLUM_OPENMP_HOOK(GOMP_critical_end)
VELLUM_OPENMP_HOOK(GOMP_loop_end)
VELLUM_OPENMP_HOOK(GOMP_sections_end)
#undef VELLUM_OPENMP_HOOK

// NOLINTNEXTLINE(bugprone-reserved-identifier,readability-identifier-naming): as LLVM's runtime has it
VELLUM_HOOK void __kmpc_barrier(void* place, std::int32_t thread)
{
    completeStore();
    nextFunction<void(void*, std::int32_t)>("__kmpc_barrier")(place, thread);
}

// Ways out of the process that run no destructors of libraries.
VELLUM_HOOK __attribute__((noreturn)) void _exit(int status)
{
    completeStore();
    nextFunction<void(int)>("_exit")(status);
    __builtin_unreachable();
}
VELLUM_HOOK __attribute__((noreturn)) void _Exit(int status) noexcept
{
    completeStore();
    nextFunction<void(int)>("_Exit")(status);
    __builtin_unreachable();
}
VELLUM_HOOK __attribute__((noreturn)) void quick_exit(int status) noexcept
{
    completeStore();
    nextFunction<void(int)>("quick_exit")(status);
    __builtin_unreachable();
}
VELLUM_HOOK __attribute__((noreturn)) void abort() noexcept
{
    completeStore();
    nextFunction<void()>("abort")();
    __builtin_unreachable();
}
// NOLINTEND(readability-inconsistent-declaration-parameter-name)
