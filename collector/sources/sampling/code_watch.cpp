#include "collector/sources/sampling/code_watch.h"

#include "collector/measurement/lifecycle.h"
#include "collector/measurement/module_list.h"
#include "collector/sources/hook.h"
#include "collector/sources/sampling/sampler.h"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <array>
#include <atomic>

namespace vellum::collector::sampling {

namespace {

/// Libraries that are written down, by the loader's own descriptions of them. One that finds no place is
/// written down again with each sample in it, which costs time and is right.
constexpr std::size_t kPlaces = 64;
constinit std::array<std::atomic<const link_map*>, kPlaces> known;

bool isKnown(const link_map* library)
{
    return std::any_of(known.begin(), known.end(), [library](const auto& place) {
        return place.load(std::memory_order_relaxed) == library;
    });
}

void remember(const link_map* library)
{
    for (std::atomic<const link_map*>& place : known) {
        const link_map* none = nullptr;
        if (place.compare_exchange_strong(none, library)) {
            return;
        }
    }
}

void forgetAll()
{
    for (std::atomic<const link_map*>& place : known) {
        place = nullptr;
    }
}

/// The library at an address, without the locks of dladdr(). Null where the C library cannot say (before glibc 2.35).
const link_map* libraryAt(std::uint64_t address)
{
#ifdef DLFO_STRUCT_HAS_EH_COUNT
    dl_find_object found{};
    // NOLINTNEXTLINE(performance-no-int-to-ptr): the program counter is a number
    return ::_dl_find_object(reinterpret_cast<void*>(address), &found) == 0 ? found.dlfo_link_map
                                                                            : nullptr;
#else
    (void)address;
    return nullptr;
#endif
}

}  // namespace

void noteCodeAt(std::uint64_t address)
{
    const link_map* const library = libraryAt(address);
    if (library == nullptr || isKnown(library) || _r_debug.r_state != r_debug::RT_CONSISTENT) {
        return;
    }
    // Somebody may be loading another one: hooks of functions shall look again.
    const bool wasStale = measurement::process.modulesStale;
    measurement::noteModules();
    measurement::process.modulesStale = wasStale;
    remember(library);
}

}  // namespace vellum::collector::sampling

using namespace vellum::collector;  // NOLINT(google-build-using-namespace): hooks only

/// What is unloaded must have been written down.
// The name of the parameter is ours. NOLINTNEXTLINE(readability-inconsistent-declaration-parameter-name)
VELLUM_HOOK int dlclose(void* library) noexcept
{
    static auto* const kNext = sources::nextFunction<int(void*)>("dlclose");
    if (sampling::isSampling()) {
        measurement::noteModules();
        sampling::forgetAll();
    }
    return kNext(library);
}
