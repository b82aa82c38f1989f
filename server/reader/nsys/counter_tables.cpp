#include "common/base/narrow.h"
#include "server/reader/nsys/table_reader.h"

#include <bit>
#include <map>
#include <utility>

namespace vellum::server::reader::nsys {

namespace {

using tracks::bits;
using tracks::kTypeDouble;
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
            members[{row.number(0), row.number(1)}] = number;
            types[row.number(0)] = std::string(row.text(2));
            reader.result().metrics.push_back(
                {.ref = MetricMemberRef(number), .name = std::string(row.text(3))});
        });
    constexpr std::string_view kTable = "GPU_METRICS";
    reader.scan(kTable, {"timestamp", "typeId", "metricId", "value"}, [&](const Row& row) {
        const auto at = row.integer(0);
        const auto member = members.find({row.number(1), row.number(2)});
        if (member == members.end() || !reader.checkTime(kTable, at)) {
            return;
        }
        reader.note(*at, *at);
        Track& track = reader.result().tracks[{
            .group = {.kind = GroupKind::Metrics}, .kind = TrackKind::Metric, .id = row.number(1)}];
        track.isMetric = true;
        track.name = types[row.number(1)];
        const double value = row.real(3).value_or(0);
        track.points.push_back(
            {.at = *at,
             .record = track.add(
                 event_kind::kMetric,
                 {member->second, kTypeDouble, std::bit_cast<std::uint64_t>(value)})});
    });
}

void readMemory(TableReader& reader)
{
    constexpr std::string_view kTable = "CUDA_GPU_MEMORY_USAGE_EVENTS";
    reader.scan(
        kTable,
        {"start", "globalPid", "deviceId", "contextId", "address", "bytes", "memoryOperationType"},
        [&](const Row& row) {
            const auto at = row.integer(0);
            if (!reader.checkTime(kTable, at)) {
                return;
            }
            reader.note(*at, *at);
            Track& track = reader.device(row, TrackKind::Memory, 1);
            const bool isRelease = row.number(6) == 1;
            const std::int64_t bytes = isRelease ? -row.number(5) : row.number(5);
            track.points.push_back(
                {.at = *at,
                 .record = track.add(
                     event_kind::kMemoryUse,
                     {1, bits(row.number(2)), bits(row.number(4)), bits(bytes), 0, 0})});
        });
}

}  // namespace

void readCounters(TableReader& reader)
{
    readMetrics(reader);
    readMemory(reader);
}

}  // namespace vellum::server::reader::nsys
