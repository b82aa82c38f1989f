#include "collector/live/recording_stop.h"

#include "collector/measurement/space_budget.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace vellum::collector::live {

using measurement::SpaceBudget;

bool stopRecording(const std::filesystem::path& spool, std::uint64_t tick)
{
    const int file =
        ::open((spool / measurement::kSpaceFile).c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    struct stat status = {};
    const bool isWhole = file >= 0 && ::fstat(file, &status) == 0
                         && status.st_size >= static_cast<off_t>(sizeof(SpaceBudget));
    void* const memory =
        isWhole ? ::mmap(nullptr, sizeof(SpaceBudget), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
                : MAP_FAILED;
    if (file >= 0) {
        ::close(file);
    }
    if (memory == MAP_FAILED) {
        return false;
    }
    std::uint64_t never = 0;
    __atomic_compare_exchange_n(
        &static_cast<SpaceBudget*>(memory)->stopTick,
        &never,
        tick,
        false,
        __ATOMIC_ACQ_REL,
        __ATOMIC_RELAXED);
    ::munmap(memory, sizeof(SpaceBudget));
    return true;
}

}  // namespace vellum::collector::live
