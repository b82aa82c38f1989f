#include "collector/sources/nvml/nvml_interface.h"

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <type_traits>

namespace vellum::collector::nvml {

namespace {

constexpr const char* kLibrary = "libnvidia-ml.so.1";

/// \return the first function that is missing, null if there is none
const char* resolve(void* library, NvmlInterface& nvml)
{
    const char* missing = nullptr;
    const auto need = [&](const char* name, auto& place) {
        place = reinterpret_cast<std::remove_reference_t<decltype(place)>>(::dlsym(library, name));
        if (place == nullptr && missing == nullptr) {
            missing = name;
        }
    };
    need("nvmlInit_v2", nvml.init);
    need("nvmlErrorString", nvml.errorString);
    need("nvmlDeviceGetCount_v2", nvml.count);
    need("nvmlDeviceGetHandleByIndex_v2", nvml.handle);
    need("nvmlDeviceGetUUID", nvml.uuid);
    need("nvmlDeviceGetName", nvml.name);
    need("nvmlDeviceGetPowerUsage", nvml.power);
    need("nvmlDeviceGetClockInfo", nvml.clock);
    need("nvmlDeviceGetTemperature", nvml.temperature);
    need("nvmlDeviceGetMemoryInfo", nvml.memory);
    need("nvmlDeviceGetUtilizationRates", nvml.utilization);
    return missing;
}

}  // namespace

bool loadNvml(NvmlInterface& nvml, char* reason, std::size_t reasonBytes)
{
    // Read once, by our own thread. NOLINTNEXTLINE(concurrency-mt-unsafe)
    const char* chosen = std::getenv("VELLUM_NVML_LIB");
    const char* path = chosen != nullptr ? chosen : kLibrary;
    void* library = ::dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        std::snprintf(reason, reasonBytes, "%s cannot be loaded", path);
        return false;
    }
    if (const char* missing = resolve(library, nvml)) {
        std::snprintf(reason, reasonBytes, "%s has no function %s", path, missing);
        return false;
    }
    return true;
}

}  // namespace vellum::collector::nvml
