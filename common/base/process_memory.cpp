#include "common/base/process_memory.h"

#include <fcntl.h>
#include <malloc.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

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
    ::malloc_trim(0);
#endif
}

}  // namespace vellum
