#pragma once

#include "collector/writer/clock_map.h"

#include <cstdint>
#include <filesystem>

namespace vellum::collector::writer {

/// The part of a recording that is in the archive: [from, until), ticks of one process.
struct TimeCut {
    std::uint64_t from = 0;
    std::uint64_t until = UINT64_MAX;
};

/// When the recording stopped since its archive would become too large, a tick of the spool's clock; UINT64_MAX if it did not.
[[nodiscard]] std::uint64_t stopTickOf(const std::filesystem::path& spool);

/// The first tick of a clock that is mapped to \p tick or behind it.
[[nodiscard]] std::uint64_t firstTickAt(const ClockMap& clock, std::uint64_t tick);

}  // namespace vellum::collector::writer
