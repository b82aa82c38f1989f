#include "common/base/process_memory.h"

#include <fcntl.h>
#include <malloc.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <mutex>

namespace vellum {

std::uint64_t residentBytes()
{
    // Asked often, and where memory is short: without a stream and its buffers.
    const int file = ::open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return 0;
    }
    std::array<char, 128> text{};
    const auto size = ::read(file, text.data(), text.size() - 1);
    ::close(file);
    if (size <= 0) {
        return 0;
    }
    // All pages, those in RAM, and of these those of files.
    char* at = text.data();
    (void)std::strtoul(at, &at, 10);
    const unsigned long resident = std::strtoul(at, &at, 10);
    const unsigned long ofFiles = std::strtoul(at, &at, 10);
    return std::uint64_t{resident - ofFiles} * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

void returnFreeMemory()
{
#ifdef __GLIBC__
    // One at a time: where another allocator stands before glibc's own, as under a sanitizer, this is the
    // first that glibc's hears of. Two threads that come first together both enter themselves as the owner
    // of its one arena, and glibc ends the process when the second of them ends.
    static std::mutex one;
    const std::scoped_lock lock(one);
    ::malloc_trim(0);
#endif
}

}  // namespace vellum
