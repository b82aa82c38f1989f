#include "collector/device/managed_memory.h"

#include <array>

namespace vellum::collector::device {

namespace {

using Counter = cuda::layout::UnifiedMemoryCounter;

/// What a record of unified memory counts.
enum class Managed : std::uint32_t {
    BytesToDevice = 1,
    BytesToHost = 2,
    HostFaults = 3,
    DeviceFaults = 4,
    Thrashing = 5,
    Throttling = 6,
    RemoteMap = 7,
    BytesBetweenDevices = 8,
};

/// By Managed, from 1 on.
constexpr std::array<ManagedMeaning, 8> kManaged = {{
    {"Managed memory HtoD", "managed memory moved to the device", "B", WorkKind::Migration, true},
    {"Managed memory DtoH", "managed memory moved to the host", "B", WorkKind::Migration, true},
    {"CPU page fault", "CPU page faults", "#", WorkKind::Fault, false},
    {"GPU page faults", "GPU page faults", "#", WorkKind::Fault, true},
    {"Thrashing", "thrashing of managed memory", "#", WorkKind::Contention, false},
    {"Throttling", "throttling of managed memory", "#", WorkKind::Contention, true},
    {"Remote map", "remote maps of managed memory", "#", WorkKind::Contention, false},
    {"Managed memory DtoD", "managed memory moved between devices", "B", WorkKind::Migration, true},
}};

/// Migrations and remote maps number their causes differently.
Cause causeOf(const Counter& counted)
{
    constexpr std::array kOfMigrations = {
        Cause::Unknown,
        Cause::User,
        Cause::Coherence,
        Cause::Prefetch,
        Cause::Eviction,
        Cause::AccessCounters};
    constexpr std::array kOfMaps = {
        Cause::Unknown,
        Cause::Coherence,
        Cause::Thrashing,
        Cause::Policy,
        Cause::OutOfMemory,
        Cause::Eviction};
    const auto at = [&](const auto& causes) {
        return counted.flags < causes.size() ? causes.at(counted.flags) : Cause::Unknown;
    };
    switch (static_cast<Managed>(counted.counterKind)) {
    case Managed::BytesToDevice:
    case Managed::BytesToHost:
    case Managed::BytesBetweenDevices:
        return at(kOfMigrations);
    case Managed::RemoteMap:
        return at(kOfMaps);
    default:
        return Cause::Unknown;
    }
}

}  // namespace

const ManagedMeaning* meaningOf(const Counter& counted)
{
    return counted.counterKind == 0 || counted.counterKind > kManaged.size()
               ? nullptr
               : &kManaged.at(counted.counterKind - 1);
}

std::uint32_t deviceOf(const Counter& counted)
{
    switch (static_cast<Managed>(counted.counterKind)) {
    case Managed::BytesToDevice:
    case Managed::BytesBetweenDevices:
        return counted.destinationId;
    case Managed::BytesToHost:
    case Managed::DeviceFaults:
    case Managed::Throttling:
        return counted.sourceId;
    default:
        return 0;
    }
}

std::uint64_t amountOf(const Counter& counted)
{
    const bool isSummed = static_cast<Managed>(counted.counterKind) == Managed::DeviceFaults
                          || kManaged.at(counted.counterKind - 1).kind == WorkKind::Migration;
    return isSummed ? counted.value : 1;
}

std::array<std::uint64_t, 11> managedValues(const Counter& counted)
{
    const auto kind = static_cast<Managed>(counted.counterKind);
    const WorkKind work = kManaged.at(counted.counterKind - 1).kind;
    if (work == WorkKind::Fault) {
        const bool isHost = kind == Managed::HostFaults;
        return {amountOf(counted), counted.address, counted.flags, isHost ? counted.value : 0};
    }
    // Of thrashing the source is a mask, too, of 32 devices at most.
    const bool isThrashing = kind == Managed::Thrashing;
    const bool isContended = isThrashing || kind == Managed::Throttling;
    return {
        counted.value,
        counted.address,
        static_cast<std::uint64_t>(causeOf(counted)),
        isThrashing ? 0 : counted.sourceId,
        counted.destinationId,
        isThrashing ? counted.processors[0] : 0,
        isContended ? counted.flags & 1U : 0};
}

}  // namespace vellum::collector::device
