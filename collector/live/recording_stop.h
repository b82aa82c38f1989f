#pragma once

#include <cstdint>
#include <filesystem>

namespace vellum::collector::live {

/// Stops the recording of a program that runs on, at \p tick of its clock: in the way of measurement/space_budget.h, each thread
/// when its window is full. What was stored after that tick is not read.
///
/// \return false where the program has no such file yet, or there is none that can be written
[[nodiscard]] bool stopRecording(const std::filesystem::path& spool, std::uint64_t tick);

}  // namespace vellum::collector::live
