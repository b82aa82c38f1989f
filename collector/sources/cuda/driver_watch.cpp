#include "collector/sources/cuda/driver_watch.h"

#include "collector/measurement/lifecycle.h"

#include <dlfcn.h>

#include <cstdlib>
#include <cstring>

namespace vellum::collector::cuda {

namespace {

constexpr const char* kDriver = "libcuda.so.1";

/// At the end of the process.
void sayWhatIsMissing()
{
    void* driver = ::dlopen(kDriver, RTLD_LAZY | RTLD_NOLOAD);
    measurement::noteUnavailable(
        driver == nullptr
            ? "source cuda: unavailable: the driver, libcuda.so.1, is not found"
            : "source cuda: unavailable: the driver, libcuda.so.1, has not started; there may be no device that it can use");
    if (driver != nullptr) {
        ::dlclose(driver);
    }
}

/// Another tool's place is said by the launcher.
bool isOurTurn()
{
    const char* injection = std::getenv("CUDA_INJECTION64_PATH");  // NOLINT(concurrency-mt-unsafe)
    return injection != nullptr && std::strstr(injection, "libvellum-collector") != nullptr;
}

}  // namespace

void expectDriver(const char* library)
{
    if (library == nullptr || std::strstr(library, "libcuda.so") == nullptr
        || !measurement::ensureStarted() || !measurement::process.config.cuda || !isOurTurn()) {
        return;
    }
    void (*nobody)() = nullptr;
    measurement::process.atEnd.compare_exchange_strong(nobody, sayWhatIsMissing);
}

void driverCame()
{
    measurement::process.hasDevices = true;
    void (*ours)() = sayWhatIsMissing;
    measurement::process.atEnd.compare_exchange_strong(ours, nullptr);
}

}  // namespace vellum::collector::cuda
