#include "common/base/process_memory.h"

#include <malloc.h>
#include <unistd.h>

#include <fstream>

namespace vellum {

std::uint64_t residentBytes()
{
    std::ifstream file("/proc/self/statm");
    std::uint64_t total = 0;
    std::uint64_t resident = 0;
    std::uint64_t ofFiles = 0;
    file >> total >> resident >> ofFiles;
    return (resident - ofFiles) * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

void returnFreeMemory()
{
#ifdef __GLIBC__
    ::malloc_trim(0);
#endif
}

}  // namespace vellum
