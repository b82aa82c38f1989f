#pragma once

#include "common/trace/enums.h"

#include <cstdint>
#include <string_view>

namespace vellum {

/// What a region is, to the eye: the groups that have a colour of their own. The order is that of
/// legends and of ties; the numbers go over the wire, so that a new one comes last.
enum class FunctionGroup : std::uint8_t {
    Application = 0,
    Mpi = 1,     ///< and SHMEM, GASPI, UPC
    OpenMp = 2,  ///< and all other thread paradigms
    DeviceApi = 3,
    Kernel = 4,
    Copy = 5,
    Io = 6,
    Annotation = 7,
    Memory = 8,
    Measurement = 9,
    Unknown = 10,
    Synchronisation =
        11,  ///< what a device's profiler says of somebody's waiting, beside the call that waits
};
inline constexpr std::uint8_t kFunctionGroupCount = 12;

/// A set of groups: bit i stands for the group with number i.
using FunctionGroupMask = std::uint32_t;

[[nodiscard]] constexpr FunctionGroupMask maskOf(FunctionGroup group)
{
    return FunctionGroupMask{1} << static_cast<unsigned>(group);
}

/// The group of a region, from what its definition says. First rule that fits; the table stands in
/// docs/semantics.md.
[[nodiscard]] FunctionGroup functionGroupOf(
    Paradigm paradigm, RegionRole role, std::string_view sourceFile);

/// "Application", "MPI", "OpenMP", "Device API", "Kernel", "Copy", "I/O", …: in JSON and legends.
[[nodiscard]] std::string_view name(FunctionGroup group);

/// The colour that it is drawn in, on light and dark grounds alike: 0xRRGGBB. Chosen so that any two differ for people who
/// see red, green or blue differently, too; dark ink is read on all of them.
[[nodiscard]] std::uint32_t colorOf(FunctionGroup group);

}  // namespace vellum
