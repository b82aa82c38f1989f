#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace vellum {

// What the payload of the device kinds (event_kinds.h) means. The numbers are those of Nsight
// Systems' exports (ENUM_CUDA_MEMCPY_OPER, ENUM_CUDA_MEM_KIND).

enum class CopyKind : std::uint8_t {
    Unknown = 0,
    HostToDevice = 1,
    DeviceToHost = 2,
    HostToArray = 3,
    ArrayToHost = 4,
    ArrayToArray = 5,
    ArrayToDevice = 6,
    DeviceToArray = 7,
    DeviceToDevice = 8,
    HostToHost = 9,
    PeerToPeer = 10,
    // Pages of unified memory that the driver moved: no call asked for them.
    UnifiedHostToDevice = 11,
    UnifiedDeviceToHost = 12,
    UnifiedDeviceToDevice = 13,
};

/// Whether a copy of this kind is one that no call launches.
[[nodiscard]] constexpr bool isMigration(CopyKind kind)
{
    return kind >= CopyKind::UnifiedHostToDevice && kind <= CopyKind::UnifiedDeviceToDevice;
}

enum class MemoryKind : std::uint8_t {
    Pageable = 0,
    Pinned = 1,
    Device = 2,
    Array = 3,
    Managed = 4,
    DeviceStatic = 5,
    ManagedStatic = 6,
    Unknown = 7,
};

/// What a name like "Memcpy HtoD (Pageable -> Device)" or "Memset (Device)" says.
struct CopyName {
    CopyKind kind = CopyKind::Unknown;
    MemoryKind source = MemoryKind::Unknown;
    MemoryKind destination = MemoryKind::Unknown;  ///< of a set: the memory that is set
};

/// What is not in \p name stays unknown.
[[nodiscard]] CopyName parseCopyName(std::string_view name);

/// The name that parseCopyName takes apart; unknown parts are "?".
[[nodiscard]] std::string copyName(CopyKind kind, MemoryKind source, MemoryKind destination);

/// "Pageable", "Device", …; "?" for what is unknown.
[[nodiscard]] std::string_view name(MemoryKind kind);

/// Whether a kernel of that name moves data between ranks: NCCL's, RCCL's, HCCL's.
[[nodiscard]] bool isCollectiveKernel(std::string_view name);

}  // namespace vellum
