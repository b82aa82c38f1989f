// Where the vendor's library may lie: what is loaded already, what the loader finds, and the places of
// toolkits beside the libraries that the program has loaded.
#include "collector/sources/cuda/cupti_file.h"

#include <dlfcn.h>
#include <link.h>
#include <linux/limits.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

namespace vellum::collector::cuda {

namespace {

constexpr const char* kNames[] = {
    "libcupti.so.13", "libcupti.so.12", "libcupti.so.11.0", "libcupti.so"};

void* openIn(const char* folder, std::size_t length)
{
    for (const char* name : kNames) {
        char path[PATH_MAX];
        const int bytes =
            std::snprintf(path, sizeof path, "%.*s/%s", static_cast<int>(length), folder, name);
        if (bytes <= 0 || static_cast<std::size_t>(bytes) >= sizeof path) {
            continue;
        }
        if (void* library = ::dlopen(path, RTLD_NOW | RTLD_LOCAL)) {
            return library;
        }
    }
    return nullptr;
}

/// Beside the runtime library that the program uses: of a toolkit, or of Python's packages.
int lookBeside(dl_phdr_info* info, std::size_t /*size*/, void* found)
{
    const char* path = info->dlpi_name;
    const char* name = path == nullptr ? nullptr : std::strrchr(path, '/');
    if (name == nullptr || std::strncmp(name, "/libcudart.so", 13) != 0) {
        return 0;
    }
    constexpr const char* kRelative[] = {
        "", "/../extras/CUPTI/lib64", "/../../../extras/CUPTI/lib64", "/../../cuda_cupti/lib"};
    for (const char* relative : kRelative) {
        char folder[PATH_MAX];
        const int bytes = std::snprintf(
            folder, sizeof folder, "%.*s%s", static_cast<int>(name - path), path, relative);
        if (bytes > 0 && static_cast<std::size_t>(bytes) < sizeof folder) {
            std::snprintf(static_cast<char*>(found), PATH_MAX, "%s", folder);
            // Only one folder is kept; the first that holds the library wins below.
            if (void* library = openIn(folder, static_cast<std::size_t>(bytes))) {
                ::dlclose(library);
                return 1;
            }
            static_cast<char*>(found)[0] = '\0';
        }
    }
    return 0;
}

void* openBesideRuntime()
{
    char folder[PATH_MAX] = {};
    ::dl_iterate_phdr(lookBeside, folder);
    return folder[0] == '\0' ? nullptr : openIn(folder, std::strlen(folder));
}

void* openInToolkits()
{
    // The environment is read while the driver starts, in the thread that starts it.
    const char* home = std::getenv("CUDA_HOME");  // NOLINT(concurrency-mt-unsafe)
    for (const char* toolkit : {home, "/usr/local/cuda"}) {
        for (const char* relative : {"extras/CUPTI/lib64", "lib64", "lib"}) {
            char folder[PATH_MAX];
            const int bytes =
                toolkit == nullptr
                    ? 0
                    : std::snprintf(folder, sizeof folder, "%s/%s", toolkit, relative);
            if (bytes <= 0 || static_cast<std::size_t>(bytes) >= sizeof folder) {
                continue;
            }
            if (void* library = openIn(folder, static_cast<std::size_t>(bytes))) {
                return library;
            }
        }
    }
    return nullptr;
}

void* openLibrary()
{
    for (const char* name : kNames) {
        if (void* library = ::dlopen(name, RTLD_NOW | RTLD_LOCAL)) {
            return library;
        }
    }
    if (void* library = openBesideRuntime()) {
        return library;
    }
    return openInToolkits();
}

}  // namespace

void* openCupti(char* reason, std::size_t reasonBytes)
{
    // Read by whoever starts the library. NOLINTNEXTLINE(concurrency-mt-unsafe)
    const char* chosen = std::getenv("VELLUM_CUPTI_LIB");
    void* library = chosen != nullptr ? ::dlopen(chosen, RTLD_NOW | RTLD_LOCAL) : openLibrary();
    if (library == nullptr && chosen != nullptr) {
        std::snprintf(reason, reasonBytes, "VELLUM_CUPTI_LIB %s cannot be loaded", chosen);
    } else if (library == nullptr) {
        std::snprintf(
            reason,
            reasonBytes,
            "libcupti is not found; set VELLUM_CUPTI_LIB to the toolkit's libcupti.so");
    }
    return library;
}

}  // namespace vellum::collector::cuda
