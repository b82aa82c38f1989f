#include "collector/writer/time_cut.h"

#include "collector/measurement/space_budget.h"

#include <fstream>

namespace vellum::collector::writer {

std::uint64_t stopTickOf(const std::filesystem::path& spool)
{
    measurement::SpaceBudget budget;
    std::ifstream in(spool / measurement::kSpaceFile, std::ios::binary);
    in.read(reinterpret_cast<char*>(&budget), sizeof budget);
    return in && budget.stopTick != 0 ? budget.stopTick : UINT64_MAX;
}

std::uint64_t firstTickAt(const ClockMap& clock, std::uint64_t tick)
{
    if (tick == UINT64_MAX) {
        return tick;
    }
    // Maps are monotonic, and ticks far below 2^62.
    std::uint64_t low = 0;
    std::uint64_t high = std::uint64_t{1} << 62U;
    while (low < high) {
        const std::uint64_t middle = low + (high - low) / 2;
        if (clock(middle) < tick) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

}  // namespace vellum::collector::writer
