#include "common/base/narrow.h"
#include "common/trace/device_work.h"
#include "server/reader/nsys/table_reader.h"

#include <algorithm>
#include <bit>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace vellum::server::reader::nsys {

namespace {

using query::Severity;
using tracks::bits;
using tracks::kTypeDouble;
using tracks::kTypeInt64;
using tracks::Track;

void readMetrics(TableReader& reader)
{
    std::map<std::pair<std::int64_t, std::int64_t>, std::uint32_t> members;
    std::map<std::int64_t, std::string> types;
    reader.scan(
        "TARGET_INFO_GPU_METRICS",
        {"typeId", "metricId", "typeName", "metricName"},
        [&](const Row& row) {
            const auto number = narrow<std::uint32_t>(reader.result().metrics.size());
            members[{row.needed(0), row.needed(1)}] = number;
            types[row.number(0)] = std::string(row.text(2));
            // The hardware counts between two samples: a value is of the time since the one before.
            reader.result().metrics.push_back(
                {.ref = MetricMemberRef(number),
                 .name = std::string(row.text(3)),
                 .mode = MetricMode::AbsoluteLast,
                 .valueType = ValueType::Double});
        });
    constexpr std::string_view kTable = "GPU_METRICS";
    reader.scan(kTable, {"timestamp", "typeId", "metricId", "value"}, [&](const Row& row) {
        const auto at = row.integer(0);
        const auto member = members.find({row.number(1), row.number(2)});
        if (member == members.end()) {
            reader.result().findings.add("metric-without-name", Severity::Warning, [&] {
                return "a row of GPU_METRICS is of metric " + std::to_string(row.number(2))
                       + " of type " + std::to_string(row.number(1))
                       + ", which TARGET_INFO_GPU_METRICS does not name: it is left out";
            });
            return;
        }
        const auto value = row.real(3);
        if (!value) {
            reader.result().findings.add("metric-without-value", Severity::Warning, [&] {
                return "a row of GPU_METRICS, of metric " + std::to_string(row.number(2))
                       + " of type " + std::to_string(row.number(1))
                       + ", has no number for value: it is left out";
            });
            return;
        }
        if (!reader.checkTime(kTable, at)) {
            return;
        }
        reader.note(*at, *at);
        Track& track = reader.result().tracks[{
            .group = {.kind = GroupKind::Metrics}, .kind = TrackKind::Metric, .id = row.number(1)}];
        track.isMetric = true;
        track.name = types[row.number(1)];
        track.points.push_back(
            {.at = *at,
             .record = track.add(
                 event_kind::kMetric,
                 {member->second, kTypeDouble, std::bit_cast<std::uint64_t>(*value)})});
    });
}

/// One allocation or release.
struct MemoryChange {
    Tick at = 0;
    Track* track = nullptr;
    std::int64_t kind = 0;
    std::int64_t address = 0;
    std::int64_t bytes = 0;
    bool isRelease = false;
};

/// What is in use of each kind of memory of each device, as the rows of allocations say.
class MemoryInUse {
public:
    explicit MemoryInUse(TableReader& reader) : m_reader(reader) {}

    void add(const MemoryChange& change) { m_changes.push_back(change); }

    /// Adds the sums to the tracks, in the order of time.
    void finish()
    {
        std::ranges::stable_sort(m_changes, {}, &MemoryChange::at);
        for (const MemoryChange& change : m_changes) {
            if (change.isRelease) {
                release(change);
            } else {
                allocate(change);
            }
        }
    }

private:
    struct Block {
        std::int64_t bytes = 0;
        std::int64_t kind = 0;
    };

    void allocate(const MemoryChange& change)
    {
        std::int64_t before = 0;
        if (change.address != 0) {
            Block& block = m_live[{change.track, change.address}];
            before = block.bytes;  // of one whose release nobody recorded
            block = {.bytes = change.bytes, .kind = change.kind};
        }
        addTo(change, change.kind, change.bytes - before);
    }
    void release(const MemoryChange& change)
    {
        if (change.address == 0) {  // the file has no addresses: only the numbers are left
            return addTo(change, change.kind, -change.bytes);
        }
        const auto block = m_live.extract({change.track, change.address});
        if (!block.empty()) {
            return addTo(change, block.mapped().kind, -block.mapped().bytes);
        }
        m_reader.result().findings.add("release-without-allocation", Severity::Info, [&] {
            return std::to_string(change.bytes) + " bytes of device memory are released at "
                   + std::to_string(change.at)
                   + " ns that were allocated before the recording: no counter has them";
        });
    }
    void addTo(const MemoryChange& change, std::int64_t kind, std::int64_t bytes)
    {
        std::int64_t& sum = m_sums[{change.track, kind}];
        sum = sumOf(sum, bytes);
        change.track->points.push_back(
            {.at = change.at,
             .record =
                 change.track->add(event_kind::kMetric, {metricOf(kind), kTypeInt64, bits(sum)})});
    }

    /// Of numbers that anybody may have written.
    static std::int64_t sumOf(std::int64_t a, std::int64_t b)
    {
        return static_cast<std::int64_t>(bits(a) + bits(b));
    }

    std::uint32_t metricOf(std::int64_t kind)
    {
        std::vector<MetricMember>& metrics = m_reader.result().metrics;
        const auto next = narrow<std::uint32_t>(metrics.size());
        const auto [found, isNew] = m_metrics.try_emplace(kind, next);
        if (isNew) {
            constexpr std::int64_t kLast = 7;
            const auto known = static_cast<MemoryKind>(kind >= 0 && kind < kLast ? kind : kLast);
            metrics.push_back(
                {.ref = MetricMemberRef(next),
                 .name = "memory in use (" + std::string(name(known)) + ")",
                 .unit = "B",
                 .description = "allocated and not yet released since the recording began",
                 .mode = MetricMode::AbsoluteNext,
                 .valueType = ValueType::Int64});
        }
        return found->second;
    }

    TableReader& m_reader;
    std::vector<MemoryChange> m_changes;
    std::map<std::pair<Track*, std::int64_t>, Block> m_live;         ///< by address
    std::map<std::pair<Track*, std::int64_t>, std::int64_t> m_sums;  ///< by kind
    std::map<std::int64_t, std::uint32_t> m_metrics;                 ///< by kind
};

void readMemory(TableReader& reader)
{
    constexpr std::string_view kTable = "CUDA_GPU_MEMORY_USAGE_EVENTS";
    MemoryInUse inUse(reader);
    reader.scan(
        kTable,
        {"start",
         "globalPid",
         "deviceId",
         "contextId",
         "address",
         "bytes",
         "memoryOperationType",
         "memKind"},
        [&](const Row& row) {
            const auto at = row.integer(0);
            if (!reader.checkTime(kTable, at)) {
                return;
            }
            const auto operation = row.integer(6).value_or(-1);
            if (operation < 0 || operation > 1 || row.needed(5) < 0) {
                reader.result().findings.add("unusable-allocation", Severity::Warning, [&] {
                    return "a row of " + std::string(kTable) + " at " + std::to_string(*at)
                           + " ns is operation " + std::to_string(operation) + " of "
                           + std::to_string(row.number(5))
                           + " bytes, neither an allocation nor a release: it is left out";
                });
                return;
            }
            reader.note(*at, *at);
            Track& track = reader.device(row, TrackKind::Memory, 1);
            const bool isRelease = operation == 1;
            constexpr std::int64_t kMostBytes = std::int64_t(1) << 61U;
            const std::int64_t bytes = std::clamp<std::int64_t>(row.number(5), 0, kMostBytes);
            track.points.push_back(
                {.at = *at,
                 .record = track.add(
                     event_kind::kMemoryUse,
                     {1,
                      bits(row.number(2)),
                      bits(row.number(4)),
                      bits(isRelease ? -bytes : bytes),
                      0,
                      0})});
            inUse.add(
                {.at = *at,
                 .track = &track,
                 .kind = row.optional(7).value_or(std::int64_t(MemoryKind::Device)),
                 .address = row.number(4),
                 .bytes = bytes,
                 .isRelease = isRelease});
        });
    inUse.finish();
}

}  // namespace

void readCounters(TableReader& reader)
{
    readMetrics(reader);
    readMemory(reader);
}

}  // namespace vellum::server::reader::nsys
