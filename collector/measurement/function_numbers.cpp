#include "collector/measurement/function_numbers.h"

#include "collector/measurement/left_out.h"
#include "collector/measurement/lifecycle.h"
#include "collector/measurement/spool_file.h"

namespace vellum::collector::measurement {

std::uint64_t* functionTable = nullptr;

bool openFunctionTable(char (&path)[PATH_MAX])
{
    void* memory =
        spoolPath(path, kFunctionFile)
            ? mapFilePart(path, 0, words::kNumbers * sizeof(std::uint64_t), Touch::WhenUsed)
            : nullptr;
    // Two threads may both come here: they map the same file.
    if (memory != nullptr) {
        __atomic_store_n(&functionTable, static_cast<std::uint64_t*>(memory), __ATOMIC_RELEASE);
    }
    return memory != nullptr;
}

std::uint64_t findFunction(std::uint64_t address)
{
    constexpr unsigned kMostSteps = 64;
    std::uint64_t place = placeOfFunction(address);
    for (unsigned step = 0; step < kMostSteps; ++step) {
        std::uint64_t found = __atomic_load_n(functionTable + place, __ATOMIC_RELAXED);
        if (found == 0
            && __atomic_compare_exchange_n(
                functionTable + place,
                &found,
                address,
                false,
                __ATOMIC_ACQ_REL,
                __ATOMIC_RELAXED)) {
            return place;
        }
        if ((found & ~kLeftOutMark) == address) {
            return found == address ? place : kLeftOutNumber | place;
        }
        place = (place + 1) & (words::kNumbers - 1);
    }
    return kNoNumber;
}

}  // namespace vellum::collector::measurement
