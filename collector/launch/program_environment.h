#pragma once

#include "collector/launch/options.h"
#include "collector/measurement/spool_format.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

namespace vellum::collector::launch {

/// The injected library: beside the build's programs, or where it was installed.
[[nodiscard]] std::optional<std::filesystem::path> findCollector();

/// With commas between.
[[nodiscard]] std::string joined(const std::vector<std::string>& names);

[[nodiscard]] bool isWanted(const Options& options, std::string_view source);

/// What the program is told through its environment.
struct ProgramEnvironment {
    std::filesystem::path collector;
    std::filesystem::path spool;
    std::filesystem::path job;  ///< the spool of all ranks; empty: the program was started alone
    measurement::ClockKind clock = measurement::ClockKind::Monotonic;
    std::uint32_t ranks = 1;  ///< that share one archive
};

/// Whether libvellum-mpi.so goes into the program: where it is a rank of a job, or MPI was asked for by name.
[[nodiscard]] bool takesMpi(const Options& options, bool isRank);

/// Null where this installation has none. \param collector  beside it
[[nodiscard]] std::optional<std::filesystem::path> findMpiLibrary(
    const std::filesystem::path& collector);

/// To be called in the new process, before it becomes the command; there is no other thread.
void setEnvironment(const Options& options, const ProgramEnvironment& environment);

}  // namespace vellum::collector::launch
