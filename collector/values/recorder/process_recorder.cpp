// Where recording values begins and ends in a process.
#include "collector/values/recorder/process_recorder.h"

#include "collector/measurement/spool_file.h"
#include "collector/sources/bridge/bridge.h"
#include "collector/values/recorder/thread_recorder.h"

#include <pthread.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>

namespace vellum::collector::values {

constinit ProcessRecorder processRecorder;

namespace {

// Other keys' destructors may still run instrumented code: ours asks to be called again until the last round.
extern "C" void vellumValuesThreadEnds(void* rounds);

pthread_key_t threadEndKey = 0;

void askForRound(std::uintptr_t round)
{
    // The key's value is a small number that never is a pointer.
    ::pthread_setspecific(
        threadEndKey, reinterpret_cast<void*>(round));  // NOLINT(performance-no-int-to-ptr)
}

void vellumValuesThreadEnds(void* rounds)
{
    const auto done = reinterpret_cast<std::uintptr_t>(rounds);
    if (done + 1 < PTHREAD_DESTRUCTOR_ITERATIONS) {
        askForRound(done + 1);
        return;
    }
    const measurement::RecursionGuard guard(threadRecorder.busy);
    if (guard.entered()) {
        threadRecorder.close();
    }
}

constinit bool isStarted = false;

void start()
{
    processRecorder.control = nullptr;
    processRecorder.folder = vellum_collector_folder();
    char path[PATH_MAX];
    if (processRecorder.folder == nullptr || !filePath(path, kControlFile)) {
        return;
    }
    void* const memory = measurement::mapFilePart(path, 0, kRingBytesBefore);
    if (memory == nullptr) {
        return;
    }
    auto* const control = static_cast<ControlBlock*>(memory);
    __atomic_store_n(&control->magic, kValuesMagic, __ATOMIC_RELEASE);
    processRecorder.control = control;
}

void onForkChild()
{
    if (processRecorder.control == nullptr) {
        return;
    }
    const int error = errno;
    start();
    threadRecorder.forget();
    errno = error;
}

__attribute__((constructor(102))) void onLoad()
{
    ensureStarted();
}

__attribute__((destructor(102))) void onUnload()
{
    withRecorder([](ThreadRecorder& recorder) { recorder.complete(); });
}

}  // namespace

void ensureStarted()
{
    // No thread can be there yet: it would have to come out of an initialiser of a library before ours.
    if (isStarted || std::getenv(kEnvValues) == nullptr) {  // NOLINT(concurrency-mt-unsafe)
        return;
    }
    isStarted = true;
    const measurement::RecursionGuard guard(threadRecorder.busy);
    ::pthread_key_create(&threadEndKey, vellumValuesThreadEnds);
    start();
    if (processRecorder.control != nullptr) {
        // After the collector's own handler, which it needs: handlers of the child run in the order of their making.
        ::pthread_atfork(nullptr, nullptr, onForkChild);
    }
}

bool filePath(char (&path)[PATH_MAX], const char* file)
{
    const int length = std::snprintf(path, sizeof path, "%s/%s", processRecorder.folder, file);
    return length > 0 && static_cast<std::size_t>(length) < sizeof path;
}

void askForEndOfThread()
{
    askForRound(1);
}

}  // namespace vellum::collector::values
