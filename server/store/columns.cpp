#include "server/store/columns.h"

#include <sys/mman.h>

#include <bit>
#include <cstdint>

namespace vellum::server::store {

void adviseHugePages(void* data, std::size_t bytes)
{
    constexpr std::size_t kPage = 4096;
    constexpr std::size_t kWorthwhile = std::size_t(2) << 20U;
    if (bytes < kWorthwhile) {
        return;
    }
    const auto begin = std::bit_cast<std::uintptr_t>(data);
    const std::uintptr_t first = (begin + kPage - 1) / kPage * kPage;
    const std::uintptr_t last = (begin + bytes) / kPage * kPage;
    // Only a hint: where it is refused the pages are small ones.
    static_cast<void>(::madvise(std::bit_cast<void*>(first), last - first, MADV_HUGEPAGE));
}

}  // namespace vellum::server::store
