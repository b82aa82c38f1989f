// What the stubs of a program compiled for values call while it is recorded.
#include "collector/sources/hook.h"
#include "collector/values/hook_table.h"
#include "collector/values/recorder/process_recorder.h"
#include "collector/values/recorder/thread_recorder.h"

namespace vellum::collector::values {

namespace {

std::uint64_t number(const volatile void* pointer)
{
    return reinterpret_cast<std::uint64_t>(pointer);
}

template <std::size_t bytes>
void onRead(const void* address, void* site)
{
    withRecorder(
        [&](ThreadRecorder& recorder) { recorder.read(number(address), bytes, number(site)); });
}

template <std::size_t bytes>
void onWrite(const void* address, void* site)
{
    withRecorder(
        [&](ThreadRecorder& recorder) { recorder.write(number(address), bytes, number(site)); });
}

void onReadRange(const void* address, std::size_t bytes, void* site)
{
    withRecorder([&](ThreadRecorder& recorder) {
        recorder.read(number(address), bytes, number(site), kOfMemory);
    });
}

void onWriteRange(const void* address, std::size_t bytes, void* site)
{
    withRecorder([&](ThreadRecorder& recorder) {
        recorder.write(number(address), bytes, number(site), kOfMemory);
    });
}

void onEnter(void* caller, void* function, std::uint64_t frame)
{
    withRecorder(
        [&](ThreadRecorder& recorder) { recorder.enter(number(caller), number(function), frame); });
}

void onLeave()
{
    withRecorder([](ThreadRecorder& recorder) { recorder.leave(); });
}

void onAtomicBegin()
{
    withRecorder([](ThreadRecorder& recorder) { recorder.complete(); });
}

void onAtomicRead(const volatile void* address, std::size_t bytes, std::uint64_t value, void* site)
{
    withRecorder([&](ThreadRecorder& recorder) {
        recorder.wasRead(number(address), bytes, value, number(site), kAtomic);
    });
}

void onAtomicWrite(
    const volatile void* address,
    std::size_t bytes,
    std::uint64_t value,
    std::uint64_t old,
    void* site)
{
    withRecorder([&](ThreadRecorder& recorder) {
        recorder.written(number(address), bytes, value, old, number(site), kAtomic);
    });
}

void onAtomicUpdate(
    const volatile void* address,
    std::size_t bytes,
    std::uint64_t value,
    std::uint64_t old,
    void* site)
{
    withRecorder([&](ThreadRecorder& recorder) {
        recorder.written(number(address), bytes, value, old, number(site), kAtomic | kReadsOld);
    });
}

constexpr HookTable kHooks = {
    .read = {onRead<1>, onRead<2>, onRead<4>, onRead<8>, onRead<16>},
    .write = {onWrite<1>, onWrite<2>, onWrite<4>, onWrite<8>, onWrite<16>},
    .readRange = onReadRange,
    .writeRange = onWriteRange,
    .enter = onEnter,
    .leave = onLeave,
    .atomicBegin = onAtomicBegin,
    .atomicRead = onAtomicRead,
    .atomicUpdate = onAtomicUpdate,
    .atomicWrite = onAtomicWrite,
};

}  // namespace

}  // namespace vellum::collector::values

/// See kHookTableName. NOLINTNEXTLINE(readability-identifier-naming)
VELLUM_HOOK const vellum::collector::values::HookTable* vellum_values_hooks(unsigned version)
{
    using namespace vellum::collector::values;  // NOLINT(google-build-using-namespace): hooks only
    ensureStarted();
    return version == kHookTableVersion && processRecorder.control != nullptr ? &kHooks : nullptr;
}
