#pragma once

#include <cstdint>
#include <string_view>

namespace vellum {

// The numbers are OTF2's (3.0); traces from newer libraries may carry larger ones, which are kept
// as they are and named "unknown".

enum class LocationType : std::uint8_t {
    Unknown = 0,
    CpuThread = 1,
    AcceleratorStream = 2,
    Metric = 3
};

enum class LocationGroupType : std::uint8_t { Unknown = 0, Process = 1, Accelerator = 2 };

enum class GroupType : std::uint8_t {
    Unknown = 0,
    Locations = 1,
    Regions = 2,
    Metric = 3,
    CommLocations = 4,
    CommGroup = 5,
    CommSelf = 6,
};

enum class Paradigm : std::uint8_t {
    Unknown = 0,
    User = 1,
    Compiler = 2,
    OpenMp = 3,
    Mpi = 4,
    Cuda = 5,
    MeasurementSystem = 6,
    Pthread = 7,
    Hmpp = 8,
    OmpSs = 9,
    Hardware = 10,
    Gaspi = 11,
    Upc = 12,
    Shmem = 13,
    WinThread = 14,
    QtThread = 15,
    AceThread = 16,
    TbbThread = 17,
    OpenAcc = 18,
    OpenCl = 19,
    Mtapi = 20,
    Sampling = 21,
    None = 22,
    Hip = 23,
    Kokkos = 24,
    // Ours, for traces of other formats.
    PyTorch = 64,
    Python = 65,
    Nvtx = 66,
    OperatingSystem = 67,
};

enum class RegionRole : std::uint8_t {
    Unknown = 0,
    Function = 1,
    Wrapper = 2,
    Loop = 3,
    Code = 4,
    Parallel = 5,
    Sections = 6,
    Section = 7,
    Workshare = 8,
    Single = 9,
    SingleSblock = 10,
    Master = 11,
    Critical = 12,
    CriticalSblock = 13,
    Atomic = 14,
    Barrier = 15,
    ImplicitBarrier = 16,
    Flush = 17,
    Ordered = 18,
    OrderedSblock = 19,
    Task = 20,
    TaskCreate = 21,
    TaskWait = 22,
    CollOneToAll = 23,
    CollAllToOne = 24,
    CollAllToAll = 25,
    CollOther = 26,
    FileIo = 27,
    PointToPoint = 28,
    Rma = 29,
    DataTransfer = 30,
    Artificial = 31,
    ThreadCreate = 32,
    ThreadWait = 33,
    TaskUntied = 34,
    Allocate = 35,
    Deallocate = 36,
    Reallocate = 37,
    FileIoMetadata = 38,
    Kernel = 40,  ///< not in OTF2 3.0: what Score-P 9 writes for HIP kernels
};

/// Names as they stand in JSON and on the screen: "CPU thread", "MPI", "OpenMP"….
[[nodiscard]] std::string_view name(LocationType type);
[[nodiscard]] std::string_view name(LocationGroupType type);
[[nodiscard]] std::string_view name(Paradigm paradigm);

}  // namespace vellum
