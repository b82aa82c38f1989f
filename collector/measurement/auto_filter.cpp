#include "collector/measurement/auto_filter.h"

#include "collector/measurement/clock.h"
#include "collector/measurement/function_numbers.h"
#include "collector/measurement/lifecycle.h"
#include "collector/measurement/own_memory.h"
#include "collector/measurement/spool_file.h"

namespace vellum::collector::measurement {

AutoFilter* autoFilter = nullptr;
LeftOutTable* leftOutTable = nullptr;

void AutoFilter::decide(std::uint64_t number, std::uint64_t visits, std::uint64_t ticks)
{
    leaveOut(
        *leftOutTable,
        functionTable,
        number,
        {.address = functionTable[number] & ~kLeftOutMark,
         .tick = readClock(process.config.clock),
         .visits = visits,
         .ticks = ticks});
}

bool openLeftOut(char (&path)[PATH_MAX])
{
    if (process.config.autoFilterVisits == 0 || leftOutTable != nullptr) {
        return true;
    }
    auto* const filter = mapZeros<AutoFilter>();
    void* const table = filter != nullptr && spoolPath(path, kLeftOutFile)
                            ? mapFilePart(path, 0, sizeof(LeftOutTable), Touch::WhenUsed)
                            : nullptr;
    if (table == nullptr) {
        return false;
    }
    filter->leastVisits = process.config.autoFilterVisits;
    // Two threads may both come here: they map the same file, and one's sums are lost.
    __atomic_store_n(&leftOutTable, static_cast<LeftOutTable*>(table), __ATOMIC_RELEASE);
    __atomic_store_n(&autoFilter, filter, __ATOMIC_RELEASE);
    return true;
}

void forgetLeftOut()
{
    autoFilter = nullptr;
    leftOutTable = nullptr;
}

}  // namespace vellum::collector::measurement
