#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vellum::collector::device {

/// What a device did for one process.
///
/// Units    Ticks of the recording clock; bytes.
/// Source   CUPTI's activity records (collector/sources/cuda).
enum class WorkKind : std::uint8_t {
    Kernel,
    Graph,  ///< a launch of a whole graph, where its nodes are not recorded
    Copy,
    Set,
    Synchronisation,  ///< somebody waits for the device, or a stream for an event
    Migration,        ///< pages of managed memory move
    Fault,            ///< pages of managed memory are not where they are needed
    Contention,  ///< several processors want pages of managed memory: thrashing and its relatives
    Compilation,
    Overhead,  ///< the tracing's or the driver's own time
};
inline constexpr std::size_t kWorkKinds = 10;

/// The names of `Work::values` from the first on, as the server's event records have them; `bytes` and
/// what comes after it in a list are 0 where the record does not say them.
[[nodiscard]] constexpr std::array<std::string_view, 12> valueNames(WorkKind kind)
{
    switch (kind) {
    case WorkKind::Kernel:
        return {
            "grid_x",
            "grid_y",
            "grid_z",
            "block_x",
            "block_y",
            "block_z",
            "registers_per_thread",
            "shared_memory",
            "local_memory_per_thread",
            "cuda_graph",
            "cuda_graph_node"};
    case WorkKind::Graph:
        return {"cuda_graph"};
    case WorkKind::Copy:
        return {
            "bytes",
            "copy_kind",
            "source_memory",
            "destination_memory",
            "cuda_graph",
            "cuda_graph_node"};
    case WorkKind::Set:
        return {"bytes", "memory", "value", "cuda_graph", "cuda_graph_node"};
    case WorkKind::Synchronisation:
        return {"event"};
    case WorkKind::Migration:
    case WorkKind::Contention:
        return {"bytes", "address", "cause", "source_device", "destination_device"};
    case WorkKind::Fault:
        return {"faults", "address", "access", "program_counter"};
    case WorkKind::Compilation:
    case WorkKind::Overhead:
        break;
    }
    return {};
}

/// How many of the names belong to every record of the kind; the others are only written when they are
/// not 0.
[[nodiscard]] constexpr std::size_t alwaysWritten(WorkKind kind)
{
    switch (kind) {
    case WorkKind::Kernel:
        return 8;
    case WorkKind::Copy:
        return 4;
    case WorkKind::Set:
    case WorkKind::Migration:
    case WorkKind::Contention:
        return 2;
    case WorkKind::Fault:
    case WorkKind::Graph:
        return 1;
    default:
        return 0;
    }
}

struct Work {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;  ///< not before `begin`
    WorkKind kind = WorkKind::Kernel;
    std::uint32_t name = 0;         ///< in DeviceTrace::names
    std::uint32_t correlation = 0;  ///< of the call that asked for it; 0 none
    std::array<std::uint64_t, 11> values{};
};

/// Where a row belongs. Rows are ordered by it.
struct RowKey {
    enum class Kind : std::uint8_t { Stream, Synchronisation, UnifiedMemory, Process };

    std::uint32_t device = 0;
    std::uint32_t context = 0;
    Kind kind = Kind::Stream;
    std::uint32_t stream = 0;

    // The check takes the comparison with 0 inside of <=> for a pointer. NOLINTNEXTLINE(modernize-use-nullptr)
    friend auto operator<=>(const RowKey&, const RowKey&) = default;
};

struct DeviceSample {
    std::uint64_t tick = 0;
    std::int64_t value = 0;
};

/// A quantity of a device over time, by its changes.
struct DeviceCounter {
    std::string name;  ///< "memory in use"
    std::string unit;  ///< "B", "#"
    std::uint32_t device = 0;
    std::vector<DeviceSample> samples;  ///< by time
};

struct DeviceTrace {
    std::vector<std::string> names;            ///< of works; kernels' as the linker has them
    std::map<RowKey, std::vector<Work>> rows;  ///< each by begin
    std::vector<DeviceCounter> counters;
    std::map<std::uint32_t, std::string> deviceNames;
    std::map<std::uint32_t, std::uint32_t> contextDevices;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::string>
        streamNames;                                 ///< by context, stream
    std::map<std::uint64_t, std::string> functions;  ///< of CUDA's interfaces, by cudaSubject()
    std::vector<std::string> unavailable;            ///< sentences: what, and why
    std::uint64_t dropped = 0;                       ///< records that the library had no room for
    std::uint64_t refusedBuffers = 0;                ///< how often it was given none
    std::uint64_t untimed = 0;       ///< records left out since their times are none
    std::uint64_t unknown = 0;       ///< records of kinds that this version does not know
    std::uint64_t damagedBytes = 0;  ///< of the file, behind the last whole block

    [[nodiscard]] bool isEmpty() const { return rows.empty() && counters.empty(); }
};

}  // namespace vellum::collector::device
