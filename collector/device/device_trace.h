#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
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
            "cuda_graph_node",
            "source_device",
            "destination_device"};
    case WorkKind::Set:
        return {"bytes", "memory", "value", "cuda_graph", "cuda_graph_node"};
    case WorkKind::Synchronisation:
        // The stream that waits, and the one on which the event was recorded.
        return {"event", "stream", "event_stream"};
    case WorkKind::Migration:
    case WorkKind::Contention:
        // `devices` has a bit for each that wants the pages, `cpu` is 1 if the CPU does.
        return {
            "bytes", "address", "cause", "source_device", "destination_device", "devices", "cpu"};
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

/// Why pages of managed memory moved or were mapped.
enum class Cause : std::uint8_t {
    Unknown,
    User,
    Coherence,
    Prefetch,
    Eviction,
    AccessCounters,
    Thrashing,
    Policy,
    OutOfMemory,
};

/// The word for the value at \p place of `Work::values`, where it has one; empty for a number.
[[nodiscard]] constexpr std::string_view wordOf(
    WorkKind kind, std::size_t place, std::uint64_t value)
{
    constexpr std::array<std::string_view, 9> kCauses = {
        "unknown",
        "user",
        "coherence",
        "prefetch",
        "eviction",
        "access counters",
        "thrashing",
        "policy",
        "out of memory"};
    constexpr std::array<std::string_view, 5> kAccesses = {
        "unknown", "read", "write", "atomic", "prefetch"};
    const bool isOfPages = kind == WorkKind::Migration || kind == WorkKind::Contention;
    if (isOfPages && valueNames(kind).at(place) == "cause") {
        return kCauses.at(value < kCauses.size() ? value : 0);
    }
    if (kind == WorkKind::Fault && valueNames(kind).at(place) == "access") {
        return kAccesses.at(value < kAccesses.size() ? value : 0);
    }
    return {};
}

struct Work {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;  ///< not before `begin`
    WorkKind kind = WorkKind::Kernel;
    std::uint32_t name = 0;         ///< in DeviceTrace::names
    std::uint32_t correlation = 0;  ///< of the call that asked for it; 0 none
    std::uint32_t peer = 0;         ///< of a copy to or from another context: that one; 0 none
    bool isFromPeer = false;        ///< the bytes come from there
    std::array<std::uint64_t, 11> values{};
    std::uint64_t launch = 0;  ///< of a kernel: see launch_keys.h; 0 none
    std::uint32_t counted =
        0;  ///< of a kernel: its row, from 1 on, in what was counted of its context; 0 none
};

/// Whether the value at \p place is written; devices of a copy are numbered from 0.
[[nodiscard]] constexpr bool isWritten(const Work& work, std::size_t place)
{
    constexpr std::size_t kDevicesOfCopy = 6;
    return place < alwaysWritten(work.kind) || work.values.at(place) != 0
           || (work.kind == WorkKind::Copy && work.peer != 0 && place >= kDevicesOfCopy);
}

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
    std::string name;   ///< "memory in use"
    std::string unit;   ///< "B", "#"
    std::string owner;  ///< "memory pool 1": what of the device it belongs to; empty: the device
    std::uint32_t device = 0;
    std::vector<DeviceSample> samples;  ///< by time
};

/// A part of a device that a program has made a context of its own.
struct GreenContext {
    std::uint32_t parent = 0;
    std::uint32_t multiprocessors = 0;
};

/// What the program, or a tool in it, has called the work behind a correlation.
struct ExternalId {
    std::uint32_t kind = 0;  ///< as CUPTI numbers those who give such numbers
    std::uint64_t id = 0;
};

/// When something may have happened: what a device's record says outside of it is no time.
struct TimeBounds {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};

struct CountedMetric {
    std::string name;  ///< as CUPTI has it: "dram__bytes.sum"
    std::string unit;  ///< as CUPTI has it: "byte"; empty for a plain number

    friend bool operator==(const CountedMetric&, const CountedMetric&) = default;
};

/// What was counted of a context's kernels.
struct CountedKernels {
    std::vector<CountedMetric> metrics;
    std::vector<double> values;  ///< one for each metric, row after row; NaN where it is not known

    /// \param counted  of a kernel, not 0
    [[nodiscard]] std::span<const double> valuesOf(std::uint32_t counted) const
    {
        return std::span(values).subspan((counted - 1) * metrics.size(), metrics.size());
    }
};

/// What a device counted in regular intervals.
struct SampledDevice {
    struct Span {
        std::uint64_t begin = 0;
        std::uint64_t end = 0;

        friend bool operator==(const Span&, const Span&) = default;
    };
    std::vector<CountedMetric> metrics;
    std::vector<Span> spans;  ///< each behind the one before
    std::vector<double>
        values;  ///< one for each metric, sample after sample; NaN where it is not known

    [[nodiscard]] std::span<const double> valuesOf(std::size_t sample) const
    {
        return std::span(values).subspan(sample * metrics.size(), metrics.size());
    }
};

struct DeviceTrace {
    std::vector<std::string> names;            ///< of works; kernels' as the linker has them
    std::map<RowKey, std::vector<Work>> rows;  ///< each by begin
    std::vector<DeviceCounter> counters;
    std::map<std::uint32_t, std::string> deviceNames;
    std::map<std::uint32_t, std::string> deviceUuids;  ///< 32 hexadecimal digits
    std::map<std::uint32_t, std::uint32_t> contextDevices;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::string>
        streamNames;  ///< by context, stream
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::int32_t>
        streamPriorities;  ///< by context, stream, where it is not 0; lower ones come first
    std::map<std::uint32_t, GreenContext> greenContexts;
    std::map<std::uint32_t, std::string> deviceLabels;   ///< names that the program gave
    std::map<std::uint32_t, std::string> contextLabels;  ///< names that the program gave
    std::map<std::uint32_t, ExternalId> externalIds;     ///< by correlation
    std::map<std::uint64_t, std::string> functions;      ///< of CUDA's interfaces, by cudaSubject()
    std::map<std::uint32_t, CountedKernels> countedKernels;  ///< by context
    std::map<std::uint32_t, SampledDevice> sampledDevices;   ///< by device
    std::uint32_t replayPasses =
        0;  ///< how often each kernel ran so that it was counted; 0: none was
    std::vector<std::string> unavailable;  ///< sentences: what, and why
    std::uint64_t dropped = 0;             ///< records that the library had no room for
    std::uint64_t refusedBuffers = 0;      ///< how often it was given none
    std::uint64_t untimed = 0;             ///< records left out since their times are none
    std::uint64_t unknown = 0;             ///< records of kinds that this version does not know
    std::uint64_t damagedBytes = 0;        ///< of the file, behind the last whole block

    [[nodiscard]] bool isEmpty() const { return rows.empty() && counters.empty(); }
};

}  // namespace vellum::collector::device
