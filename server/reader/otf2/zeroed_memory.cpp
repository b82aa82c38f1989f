#include "server/reader/otf2/zeroed_memory.h"

#include <malloc.h>

#include <cstddef>
#include <mutex>

namespace vellum::server::reader::otf2 {

namespace {

struct Living {
    std::mutex mutex;
    std::size_t count = 0;
};

Living& living()
{
    static Living all;
    return all;
}

/// The allocator writes the complement of this byte. To be called by whoever holds the lock.
void setPattern(int byte)
{
    static_cast<void>(::mallopt(M_PERTURB, byte));  // NOLINT(concurrency-mt-unsafe)
}

}  // namespace

ZeroedMemory::ZeroedMemory()
{
    const std::lock_guard lock(living().mutex);
    if (living().count++ == 0) {
        setPattern(0xff);
    }
}

ZeroedMemory::~ZeroedMemory()
{
    const std::lock_guard lock(living().mutex);
    if (--living().count == 0) {
        setPattern(0);
    }
}

}  // namespace vellum::server::reader::otf2
