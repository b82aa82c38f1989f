#include "collector/measurement/auto_filter.h"

#include "collector/measurement/clock.h"
#include "collector/measurement/function_numbers.h"
#include "collector/measurement/lifecycle.h"
#include "collector/measurement/spool_file.h"

#include <sys/mman.h>

#include <cstddef>

namespace vellum::collector::measurement {

AutoFilter* autoFilter = nullptr;
LeftOutTable* leftOutTable = nullptr;

namespace {

/// The first reading of both clocks.
struct Instant {
    std::uint64_t tick = 0;
    std::uint64_t nanoseconds = 0;
};
constinit Instant firstReading;

/// Zeros, which the types that are put there begin with.
template <typename Type>
Type* mapZeros()
{
    void* const memory = ::mmap(
        nullptr,
        sizeof(Type),
        PROT_READ | PROT_WRITE,
        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
        -1,
        0);
    return memory == MAP_FAILED ? nullptr : static_cast<Type*>(memory);
}

}  // namespace

void AutoFilter::decide(std::uint64_t number, std::uint64_t visits, std::uint64_t ticks) const
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
    AutoFilter* const filter = mapZeros<AutoFilter>();
    void* const table = filter != nullptr && spoolPath(path, kLeftOutFile)
                            ? mapFilePart(path, 0, sizeof(LeftOutTable), Touch::WhenUsed)
                            : nullptr;
    if (table == nullptr) {
        return false;
    }
    filter->leastVisits = process.config.autoFilterVisits;
    firstReading = {.tick = readClock(process.config.clock), .nanoseconds = readMonotonic()};
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

WindowReview* makeReview()
{
    return mapZeros<WindowReview>();
}

void freeReview(WindowReview* review)
{
    if (review != nullptr) {
        ::munmap(review, sizeof *review);
    }
}

void compareClocks()
{
    const std::uint64_t ticks = readClock(process.config.clock) - firstReading.tick;
    const std::uint64_t nanoseconds = readMonotonic() - firstReading.nanoseconds;
    if (nanoseconds == 0) {
        return;
    }
    const double perNanosecond = static_cast<double>(ticks) / static_cast<double>(nanoseconds);
    const double most = perNanosecond * static_cast<double>(process.config.autoFilterNs);
    __atomic_store_n(&autoFilter->mostTicks, static_cast<std::uint64_t>(most), __ATOMIC_RELAXED);
}

}  // namespace vellum::collector::measurement
