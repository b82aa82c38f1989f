#include "collector/sources/sampling/code_watch.h"

#include "collector/measurement/module_list.h"
#include "collector/sources/hook.h"
#include "collector/sources/sampling/sampler.h"

#include <dlfcn.h>
#include <link.h>

#include <array>
#include <atomic>
#include <cstddef>

namespace vellum::collector::sampling {

namespace {

/// Libraries that are written down, by the loader's own descriptions of them. One that finds no place is
/// looked up again with each sample in it, which costs time and is right.
constexpr std::size_t kPlaces = 1024;
constinit std::array<std::atomic<const link_map*>, kPlaces> known;

/// Where the search for a library begins.
std::size_t placeOf(const link_map* library)
{
    constexpr unsigned kUsedBits = 54;  // the upper ten of the product
    return reinterpret_cast<std::uint64_t>(library) * 0x9E37'79B9'7F4A'7C15U >> kUsedBits;
}

/// Whether it is there, or was put into the first free place.
/// \param isToBeKept  false: only looks
bool find(const link_map* library, bool isToBeKept)
{
    const std::size_t first = placeOf(library);
    for (std::size_t i = 0; i < kPlaces; ++i) {
        std::atomic<const link_map*>& place = known.at((first + i) % kPlaces);
        const link_map* found = place.load(std::memory_order_relaxed);
        if (found == nullptr && (!isToBeKept || place.compare_exchange_strong(found, library))) {
            return isToBeKept;
        }
        if (found == library) {
            return true;
        }
    }
    return false;
}

bool isKnown(const link_map* library)
{
    return find(library, false);
}

void remember(const link_map* library)
{
    find(library, true);
}

void forgetAll()
{
    for (std::atomic<const link_map*>& place : known) {
        place.store(nullptr, std::memory_order_relaxed);
    }
}

}  // namespace

#ifdef DLFO_STRUCT_HAS_EH_COUNT
void noteCodeAt(std::uint64_t address)
{
    dl_find_object found{};
    // Without the locks of dladdr(). NOLINTNEXTLINE(performance-no-int-to-ptr): the program counter is a number
    if (::_dl_find_object(reinterpret_cast<void*>(address), &found) != 0) {
        return;
    }
    const link_map* const library = found.dlfo_link_map;
    if (!isKnown(library)
        && measurement::noteModule(
            library->l_name,
            library->l_addr,
            reinterpret_cast<std::uint64_t>(found.dlfo_map_start),
            reinterpret_cast<std::uint64_t>(found.dlfo_map_end))) {
        remember(library);
    }
}
#else
void noteCodeAt(std::uint64_t /*address*/) {}  // before glibc 2.35 the loader cannot be asked
#endif

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
    const int result = kNext(library);
    sampling::forgetAll();  // and those that a sample has met since
    return result;
}
