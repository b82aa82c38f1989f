#pragma once

#include "collector/sources/mpi/function_list.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace vellum::collector::mpi {

/// What a function of MPI is for, as OTF2's region roles have it.
enum class Role : std::uint8_t {
    Other,
    PointToPoint,
    Barrier,
    OneToAll,
    AllToOne,
    AllToAll,
    OtherCollective,
    OneSided,
    FileIo,
    FileMetadata
};

/// A function by its number in the spool. Names are MPI's, without `MPI_`.
enum class Function : std::uint16_t {
#define VELLUM_MPI_NUMBER(name, role) name,
    VELLUM_MPI_OWN(VELLUM_MPI_NUMBER) VELLUM_MPI_PLAIN(VELLUM_MPI_NUMBER)
#undef VELLUM_MPI_NUMBER
};

struct FunctionInfo {
    const char* name = nullptr;
    Role role = Role::Other;
};

/// By number.
inline constexpr auto kFunctions = std::to_array<FunctionInfo>({
#define VELLUM_MPI_INFO(name, role) {"MPI_" #name, Role::role},
    VELLUM_MPI_OWN(VELLUM_MPI_INFO) VELLUM_MPI_PLAIN(VELLUM_MPI_INFO)
#undef VELLUM_MPI_INFO
});

/// Collective operations whose data are recorded.
enum class Collective : std::uint8_t {
    Barrier,
    Bcast,
    Gather,
    Gatherv,
    Scatter,
    Scatterv,
    Allgather,
    Allgatherv,
    Alltoall,
    Alltoallv,
    Alltoallw,
    Allreduce,
    Reduce,
    ReduceScatter,
    ReduceScatterBlock,
    Scan,
    Exscan
};

/// What all ranks of a window do together.
enum class WindowCall : std::uint8_t { Create, CreateAndAllocate, Destroy, DestroyAndFree, Fence };

/// One-sided operations that read and write at once, or add to what is there.
enum class Atomic : std::uint8_t { Accumulate, FetchAndAccumulate, CompareAndSwap };

/// Where a lock or a synchronisation is of all ranks of a window.
inline constexpr std::uint32_t kAllRanks = UINT32_MAX;

/// What an operation on a file does, in the frame of its operand.
struct FileAccess {
    enum class Mode : std::uint8_t { Read, Write, Flush } mode = Mode::Read;
    bool isCollective = false;
    bool isNonBlocking = false;
};

[[nodiscard]] constexpr std::uint64_t pack(const FileAccess& access)
{
    return static_cast<std::uint64_t>(access.mode) | (access.isCollective ? 4U : 0U)
           | (access.isNonBlocking ? 8U : 0U);
}
[[nodiscard]] constexpr FileAccess fileAccessOf(std::uint64_t word)
{
    return {
        .mode = static_cast<FileAccess::Mode>(word & 3U),
        .isCollective = (word & 4U) != 0,
        .isNonBlocking = (word & 8U) != 0};
}

/// The root of an operation that has none.
inline constexpr std::uint32_t kNoRoot = UINT32_MAX;

/// Numbers that a process gives its communicators.
inline constexpr std::uint32_t kWorld = 0;
inline constexpr std::uint32_t kSelf = 1;

/// What the file `mpi` in a process's folder says, beside what its threads record.
///
/// Layout   Lines of text, numbers decimal:
///          `rank RANK SIZE`                 of MPI_COMM_WORLD; the first line
///          `clock NAME MASTER`              whose clock it keeps time with, and whose rank 0 does
///          `sync N BEGIN MASTER END`        a try of the N-th comparison of clocks, 0 or 1: between two ticks of its own
///                                           clock that of rank 0 said MASTER
///          `comm NUMBER ROOT COUNT PARENT COPY`  a communicator that it made: ROOT, the world rank of its rank 0, made it
///                                           as its COUNT-th; the same two on all members. PARENT: a NUMBER. COPY:
///                                           of MPI_Comm_idup, ROOT and COUNT are the parent's and this says which of
///                                           its copies it is, from 1 on; else 0
///          `members NUMBER RANK…`           their world ranks in order, by rank 0 of the communicator alone
///          `name NUMBER TEXT`               as the program calls it
///          `grid NUMBER (SIZE PERIODIC)…`   a communicator with a Cartesian topology, PERIODIC 0 or 1; by its rank 0 alone
///          `window NUMBER COMM COUNT`       an RMA window, the COUNT-th one made of the communicator COMM, from 0 on
///          `window-name NUMBER TEXT`        as the program calls it
///          `group NUMBER RANK…`             world ranks that synchronise a window
///          `file NUMBER COMM COUNT FLAGS PATH`  the COUNT-th file that was opened on the communicator COMM, from 0 on;
///                                           FLAGS as open has them
///          `deleted NUMBER PATH`            a file that was deleted by name
///          `left-out MESSAGES`              on communicators that are not followed
inline constexpr const char* kMpiFile = "mpi";

/// The folder of the job's spool, in which each rank's launcher has one named kRankPrefix and the rank.
inline constexpr const char* kEnvJob = "VELLUM_MPI_JOB";
inline constexpr const char* kRankPrefix = "rank-";
/// A file beside them, with the rank behind it: of each process that follows MPI.
inline constexpr const char* kBegunPrefix = "begun-";

/// A symbolic link in the job's spool, to kWhole where all ranks of MPI_COMM_WORLD are recorded and may therefore
/// exchange messages of ours, else to kPart. Who makes it first decides for all.
inline constexpr const char* kModeLink = "mode";
inline constexpr const char* kWhole = "whole";
inline constexpr const char* kPart = "part";

}  // namespace vellum::collector::mpi
