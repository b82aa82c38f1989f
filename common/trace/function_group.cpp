#include "common/trace/function_group.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>

namespace vellum {

namespace {

FunctionGroup groupOfParadigm(Paradigm paradigm)
{
    switch (paradigm) {
    case Paradigm::MeasurementSystem:
    case Paradigm::Hardware:
        return FunctionGroup::Measurement;
    case Paradigm::Cuda:
    case Paradigm::Hmpp:
    case Paradigm::OpenAcc:
    case Paradigm::OpenCl:
    case Paradigm::Hip:
        return FunctionGroup::DeviceApi;
    case Paradigm::Mpi:
    case Paradigm::Gaspi:
    case Paradigm::Upc:
    case Paradigm::Shmem:
        return FunctionGroup::Mpi;
    case Paradigm::OpenMp:
    case Paradigm::Pthread:
    case Paradigm::OmpSs:
    case Paradigm::WinThread:
    case Paradigm::QtThread:
    case Paradigm::AceThread:
    case Paradigm::TbbThread:
    case Paradigm::Mtapi:
        return FunctionGroup::OpenMp;
    case Paradigm::User:
    case Paradigm::Compiler:
    case Paradigm::Sampling:
    case Paradigm::None:
    case Paradigm::Kokkos:
    case Paradigm::Python:
        return FunctionGroup::Application;
    case Paradigm::PyTorch:
    case Paradigm::Nvtx:
        return FunctionGroup::Annotation;
    case Paradigm::OperatingSystem:
        return FunctionGroup::Io;
    case Paradigm::Unknown:
        break;
    }
    return FunctionGroup::Unknown;
}

bool isMemoryRole(RegionRole role)
{
    return role == RegionRole::Allocate || role == RegionRole::Deallocate
           || role == RegionRole::Reallocate;
}

struct NamedColor {
    std::string_view group;
    std::uint32_t color = 0;
};

constexpr NamedColor kPalette[] = {
#include "group_palette.inc"
};
constexpr std::uint32_t kNoColor = 0x757d87;  // a grey, for a group that the palette has not

/// Of a number that is no group's, the place of Unknown.
std::size_t placeOf(FunctionGroup group)
{
    const auto place = static_cast<std::size_t>(group);
    return place < kFunctionGroupCount ? place : static_cast<std::size_t>(FunctionGroup::Unknown);
}

}  // namespace

FunctionGroup functionGroupOf(Paradigm paradigm, RegionRole role, std::string_view sourceFile)
{
    // Score-P marks device work by a made-up file name; OTF2 3.0 has no role for it.
    if (role == RegionRole::Kernel || sourceFile == "CUDA_KERNEL"
        || sourceFile == "OPENCL_KERNEL") {
        return FunctionGroup::Kernel;
    }
    // Nor has it a paradigm for NVTX: our recorder marks its ranges likewise.
    if (sourceFile == "NVTX_RANGE") {
        return FunctionGroup::Annotation;
    }
    if (role == RegionRole::DataTransfer) {
        return FunctionGroup::Copy;
    }
    if (role == RegionRole::FileIo || role == RegionRole::FileIoMetadata) {
        return FunctionGroup::Io;
    }
    // What a device's profiler says of somebody's waiting: the call that waits is there beside it.
    if ((paradigm == Paradigm::Cuda || paradigm == Paradigm::Hip) && role == RegionRole::TaskWait) {
        return FunctionGroup::Synchronisation;
    }
    const FunctionGroup byParadigm = groupOfParadigm(paradigm);
    // Likewise the time that Score-P takes to write down what a device's profiler told it.
    if (byParadigm == FunctionGroup::DeviceApi && role == RegionRole::Artificial
        && sourceFile.ends_with("_FLUSH")) {
        return FunctionGroup::Measurement;
    }
    const bool plain =
        byParadigm == FunctionGroup::Application || byParadigm == FunctionGroup::Unknown;
    return plain && isMemoryRole(role) ? FunctionGroup::Memory : byParadigm;
}

std::string_view name(FunctionGroup group)
{
    constexpr std::array<std::string_view, kFunctionGroupCount> kNames = {
        "Application",
        "MPI",
        "OpenMP",
        "Device API",
        "Kernel",
        "Copy",
        "I/O",
        "Annotation",
        "Memory",
        "Measurement",
        "Unknown",
        "Synchronisation"};
    return kNames.at(placeOf(group));
}

std::uint32_t colorOf(FunctionGroup group)
{
    const auto* const found = std::ranges::find(kPalette, name(group), &NamedColor::group);
    return found == std::end(kPalette) ? kNoColor : found->color;
}

}  // namespace vellum
