#include "collector/sources/cuda/driver_watch.h"

#include "collector/measurement/lifecycle.h"

#include <dlfcn.h>
#include <link.h>
#include <sys/auxv.h>

#include <atomic>
#include <cstdlib>
#include <cstring>

namespace vellum::collector::cuda {

namespace {

constexpr const char* kDriver = "libcuda.so.1";

std::atomic<bool> programAsked = false;

/// Of the file that \p address is in; null if there is none.
const void* baseOf(const void* address)
{
    Dl_info info{};
    return ::dladdr(address, &info) == 0 ? nullptr : info.dli_fbase;
}

bool isOfProgram(const void* caller)
{
    // NOLINTNEXTLINE(performance-no-int-to-ptr): as the kernel hands it over
    const void* base = baseOf(reinterpret_cast<const void*>(::getauxval(AT_ENTRY)));
    return base != nullptr && baseOf(caller) == base;
}

int findRuntime(dl_phdr_info* info, std::size_t /*size*/, void* /*unused*/)
{
    return info->dlpi_name != nullptr && std::strstr(info->dlpi_name, "/libcudart") != nullptr ? 1
                                                                                               : 0;
}

/// At the end of the process.
void sayWhatIsMissing()
{
    if (!programAsked && ::dl_iterate_phdr(findRuntime, nullptr) == 0) {
        return;
    }
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

void expectDriver(const char* library, const void* caller)
{
    // Once the driver has started us, CUPTI asks for it, too.
    if (library == nullptr || std::strstr(library, "libcuda.so") == nullptr
        || measurement::process.hasDevices || !measurement::ensureStarted()
        || !measurement::process.config.cuda || !isOurTurn()) {
        return;
    }
    programAsked = programAsked || isOfProgram(caller);
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
