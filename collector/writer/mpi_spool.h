#pragma once

#include "collector/writer/clock_fit.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace vellum::collector::writer {

/// What a process wrote down of MPI: the file kMpiFile of its folder (collector/sources/mpi/functions.h).
///
/// Errors   Lines that say nothing known are passed over; a line without an end was being written.
struct SpooledMpi {
    /// Who made a communicator: the same for all its members, and nobody else's.
    struct Identity {
        std::uint32_t root = 0;  ///< a rank of MPI_COMM_WORLD
        std::uint32_t count = 0;
        std::uint32_t copy = 0;  ///< of MPI_Comm_idup: which one of that communicator's

        // The check takes the comparison with 0 inside of <=> for a pointer. NOLINTNEXTLINE(modernize-use-nullptr)
        friend auto operator<=>(const Identity&, const Identity&) = default;
    };
    struct Communicator {
        Identity identity;
        std::uint32_t parent = 0;  ///< a number of this process
    };

    std::uint32_t rank = 0;
    std::uint32_t size = 0;
    std::uint64_t clock = 0;   ///< a name; equal ones are one clock
    std::uint64_t master = 0;  ///< the name of rank 0's
    ClockTries firstTries;     ///< empty but for one rank of each clock
    ClockTries lastTries;
    std::map<std::uint32_t, Communicator> communicators;  ///< by number
    std::map<std::uint32_t, std::vector<std::uint64_t>> members;
    std::map<std::uint32_t, std::string> names;
    struct Dimension {
        std::uint32_t size = 0;
        bool isPeriodic = false;
    };
    std::map<std::uint32_t, std::vector<Dimension>> grids;  ///< of communicators, by number
    struct Window {
        std::uint32_t communicator = 0;  ///< a number of this process
        std::uint32_t count = 0;         ///< which one of the communicator it is
        std::string name;
    };
    std::map<std::uint32_t, Window> windows;                     ///< by number
    std::map<std::uint32_t, std::vector<std::uint64_t>> groups;  ///< ranks, by number
    struct File {
        std::uint32_t communicator = 0;  ///< a number of this process
        std::uint32_t count = 0;         ///< which one of the communicator it is
        int flags = 0;                   ///< as open takes them
        std::string name;
    };
    std::map<std::uint32_t, File> files;           ///< by number
    std::map<std::uint32_t, std::string> deleted;  ///< names of files, by number
    std::uint64_t leftOut = 0;  ///< messages on communicators that are not followed
};

/// Nothing where the process is no rank.
[[nodiscard]] std::optional<SpooledMpi> readMpi(const std::filesystem::path& processFolder);

}  // namespace vellum::collector::writer
