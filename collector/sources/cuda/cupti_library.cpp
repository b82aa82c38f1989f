// The functions of the vendor's library.
#include "collector/sources/cuda/cupti_file.h"
#include "collector/sources/cuda/cupti_interface.h"

#include <dlfcn.h>

#include <cstdio>

namespace vellum::collector::cuda {

namespace {

template <typename Function>
bool find(void* library, const char* name, Function*& place)
{
    place = reinterpret_cast<Function*>(::dlsym(library, name));
    return place != nullptr;
}

/// \return the first function that is missing, null if there is none
const char* resolve(void* library, CuptiInterface& cupti)
{
    const char* missing = nullptr;
    const auto need = [&](const char* name, auto& place) {
        if (!find(library, name, place) && missing == nullptr) {
            missing = name;
        }
    };
    need("cuptiGetVersion", cupti.getVersion);
    need("cuptiGetResultString", cupti.getResultString);
    need("cuptiSubscribe", cupti.subscribe);
    need("cuptiUnsubscribe", cupti.unsubscribe);
    need("cuptiEnableDomain", cupti.enableDomain);
    need("cuptiActivityRegisterCallbacks", cupti.registerCallbacks);
    need("cuptiActivityEnable", cupti.enableActivity);
    need("cuptiActivityFlushAll", cupti.flushAll);
    need("cuptiActivityGetNextRecord", cupti.nextRecord);
    need("cuptiActivityGetNumDroppedRecords", cupti.droppedRecords);
    find(library, "cuptiSubscribe_v2", cupti.subscribeNamed);
    find(library, "cuptiActivityRegisterTimestampCallback", cupti.registerTimestamp);
    find(library, "cuptiActivityFlushPeriod", cupti.flushPeriod);
    find(library, "cuptiActivityConfigureUnifiedMemoryCounter", cupti.configureUnifiedMemory);
    find(library, "cuptiGetContextId", cupti.contextId);
    find(library, "cuptiEnableCallback", cupti.enableCallback);
    find(library, "cuptiGetStreamIdEx", cupti.streamId);
    return missing;
}

}  // namespace

bool loadCupti(CuptiInterface& cupti, char* reason, std::size_t reasonBytes)
{
    void* library = openCupti(reason, reasonBytes);
    if (library == nullptr) {
        return false;
    }
    if (const char* missing = resolve(library, cupti)) {
        std::snprintf(reason, reasonBytes, "libcupti has no function %s", missing);
        return false;
    }
    return true;
}

}  // namespace vellum::collector::cuda
