// Calls of the thread library that start threads or wait for them, and the names threads are given.
#include "collector/measurement/lifecycle.h"
#include "collector/measurement/location_list.h"
#include "collector/sources/hook.h"
#include "collector/sources/sampling/sampler.h"

#include <pthread.h>

using namespace vellum::collector;  // NOLINT(google-build-using-namespace): hooks only
using measurement::ApiRegion;
using sources::ApiVisit;

namespace {

bool isWanted()
{
    return measurement::process.phase == measurement::Phase::Active
           && measurement::process.config.threads;
}

/// Makes the thread, and has it sampled from its begin.
int createSampled(
    int (*create)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*),
    pthread_t* thread,
    const pthread_attr_t* attributes,
    sampling::ThreadFunction function,
    void* argument)
{
    void* const start = sampling::isSampling() ? sampling::wrapStart(function, argument) : nullptr;
    if (start == nullptr) {
        return create(thread, attributes, function, argument);
    }
    const int error = create(thread, attributes, sampling::runSampled, start);
    if (error != 0) {
        sampling::dropStart(start);
    }
    return error;
}

}  // namespace

// The system's headers name parameters __so. NOLINTBEGIN(readability-inconsistent-declaration-parameter-name)
VELLUM_HOOK int pthread_create(
    pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*), void* argument)
{
    static auto* const kNext = sources::nextFunction<decltype(pthread_create)>("pthread_create");
    if (!isWanted()) {
        return createSampled(kNext, thread, attributes, start, argument);
    }
    const ApiVisit visit(ApiRegion::ThreadCreate);
    return createSampled(kNext, thread, attributes, start, argument);
}

VELLUM_HOOK int pthread_join(pthread_t thread, void** result)
{
    static auto* const kNext = sources::nextFunction<decltype(pthread_join)>("pthread_join");
    if (!isWanted()) {
        return kNext(thread, result);
    }
    const ApiVisit visit(ApiRegion::ThreadJoin);
    return kNext(thread, result);
}

VELLUM_HOOK int pthread_barrier_wait(pthread_barrier_t* barrier)
{
    static auto* const kNext =
        sources::nextFunction<decltype(pthread_barrier_wait)>("pthread_barrier_wait");
    if (!isWanted()) {
        return kNext(barrier);
    }
    const ApiVisit visit(ApiRegion::BarrierWait);
    return kNext(barrier);
}

VELLUM_HOOK int pthread_setname_np(pthread_t thread, const char* name)
{
    static auto* const kNext =
        sources::nextFunction<decltype(pthread_setname_np)>("pthread_setname_np");
    const int result = kNext(thread, name);
    // Guarded, so that no hook of a signal handler waits for a lock that its own thread holds.
    const measurement::RecursionGuard guard(measurement::threadBuffer.busy);
    if (result == 0 && guard.entered()
        && measurement::process.phase == measurement::Phase::Active) {
        measurement::noteThreadName(thread, name);
    }
    return result;
}
// NOLINTEND(readability-inconsistent-declaration-parameter-name)
