#include "common/trace/device_work.h"
#include "server/reader/nsys/table_reader.h"

#include <array>
#include <map>
#include <string>

namespace vellum::server::reader::nsys {

namespace {

using tracks::bits;
using tracks::ExtraRecord;
using tracks::Track;

constexpr RegionNature kKernel{Paradigm::Cuda, RegionRole::Kernel, FunctionGroup::Kernel};
constexpr RegionNature kCollective{Paradigm::Cuda, RegionRole::Kernel, FunctionGroup::Mpi};
constexpr RegionNature kCopy{Paradigm::Cuda, RegionRole::DataTransfer, FunctionGroup::Copy};
/// No call of its own: the thread's, which waits as long, is in CUPTI_ACTIVITY_KIND_RUNTIME.
constexpr RegionNature kSync{Paradigm::Cuda, RegionRole::TaskWait, FunctionGroup::Synchronisation};

/// A number of the file as an enumerator; none that fits is one that no name stands for.
template <typename Enum>
Enum enumerator(std::int64_t number)
{
    constexpr std::int64_t kNone = 0xff;
    return static_cast<Enum>(number >= 0 && number < kNone ? number : kNone);
}

void readKernels(TableReader& reader)
{
    constexpr std::string_view kTable = "CUPTI_ACTIVITY_KIND_KERNEL";
    reader.scan(
        kTable,
        {"start",
         "end",
         "globalPid",
         "deviceId",
         "contextId",
         "streamId",
         "correlationId",
         "demangledName",
         "shortName",
         "gridX",
         "gridY",
         "gridZ",
         "blockX",
         "blockY",
         "blockZ",
         "registersPerThread",
         "staticSharedMemory",
         "dynamicSharedMemory",
         "graphId",
         "graphNodeId"},
        [&](const Row& row) {
            Track& track = reader.device(row, TrackKind::Stream, 2);
            const std::string_view full = reader.name(row, 7);
            const std::string_view name = full.empty() ? reader.name(row, 8) : full;
            const std::uint32_t region = reader.result().regions.intern(
                name, isCollectiveKernel(name) ? kCollective : kKernel);
            track.hasDeviceWork = true;
            const ExtraRecord extra = track.add(
                event_kind::kDeviceKernel,
                {bits(row.number(6)),
                 bits(row.number(9)),
                 bits(row.number(10)),
                 bits(row.number(11)),
                 bits(row.number(12)),
                 bits(row.number(13)),
                 bits(row.number(14)),
                 bits(row.number(15)),
                 bits(row.number(16)) + bits(row.number(17))});
            reader.addSpan(
                kTable,
                row,
                track,
                region,
                track.carry(
                    extra,
                    carriedIds(reader, row, {{18, kGraphAttribute}, {19, kGraphNodeAttribute}})));
        });
}

/// The words of the export itself for kinds of copies that this version does not know.
std::map<std::int64_t, std::string> newerCopyKinds(TableReader& reader)
{
    std::map<std::int64_t, std::string> kinds;
    reader.scan("ENUM_CUDA_MEMCPY_OPER", {"id", "label"}, [&](const Row& row) {
        const auto id = row.integer(0);
        if (id && *id > std::int64_t(CopyKind::UnifiedDeviceToDevice) && !row.text(1).empty()) {
            kinds.try_emplace(*id, row.text(1));
        }
    });
    return kinds;
}

void readCopies(TableReader& reader)
{
    const std::map<std::int64_t, std::string> newer = newerCopyKinds(reader);
    constexpr std::string_view kTable = "CUPTI_ACTIVITY_KIND_MEMCPY";
    reader.scan(
        kTable,
        {"start",
         "end",
         "globalPid",
         "deviceId",
         "contextId",
         "streamId",
         "correlationId",
         "bytes",
         "copyKind",
         "srcKind",
         "dstKind",
         "graphNodeId"},
        [&](const Row& row) {
            Track& track = reader.device(row, TrackKind::Stream, 2);
            track.hasDeviceWork = true;
            const auto known = newer.find(row.number(8));
            const std::string name = known != newer.end()
                                         ? "Memcpy " + known->second
                                         : copyName(
                                             enumerator<CopyKind>(row.number(8)),
                                             enumerator<MemoryKind>(row.number(9)),
                                             enumerator<MemoryKind>(row.number(10)));
            const ExtraRecord extra = track.add(
                event_kind::kDeviceCopy,
                {bits(row.number(6)),
                 bits(row.number(7)),
                 bits(row.number(8)),
                 bits(row.number(9)),
                 bits(row.number(10))});
            reader.addSpan(
                kTable,
                row,
                track,
                reader.result().regions.intern(name, kCopy),
                track.carry(extra, carriedIds(reader, row, {{11, kGraphNodeAttribute}})));
        });
    constexpr std::string_view kSets = "CUPTI_ACTIVITY_KIND_MEMSET";
    reader.scan(
        kSets,
        {"start",
         "end",
         "globalPid",
         "deviceId",
         "contextId",
         "streamId",
         "correlationId",
         "bytes",
         "memKind",
         "graphNodeId"},
        [&](const Row& row) {
            Track& track = reader.device(row, TrackKind::Stream, 2);
            track.hasDeviceWork = true;
            const ExtraRecord extra = track.add(
                event_kind::kDeviceSet,
                {bits(row.number(6)), bits(row.number(7)), bits(row.number(8))});
            reader.addSpan(
                kSets,
                row,
                track,
                reader.result().regions.intern("Memset", kCopy),
                track.carry(extra, carriedIds(reader, row, {{9, kGraphNodeAttribute}})));
        });
}

void readSynchronisation(TableReader& reader)
{
    constexpr std::string_view kTable = "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION";
    constexpr std::array<const char*, 5> kNames = {
        "Synchronization", "Event Sync", "Stream Wait Event", "Stream Sync", "Context Sync"};
    reader.scan(
        kTable,
        {"start",
         "end",
         "globalPid",
         "deviceId",
         "contextId",
         "streamId",
         "correlationId",
         "syncType",
         "eventSyncId"},
        [&](const Row& row) {
            Track& track = reader.synchronisation(row, 2);
            const std::uint64_t type = bits(row.number(7));
            const char* name = kNames.at(type < kNames.size() ? type : 0);
            const ExtraRecord extra =
                track.add(event_kind::kDeviceSync, {bits(row.number(6)), bits(row.number(8))});
            reader.addSpan(kTable, row, track, reader.result().regions.intern(name, kSync), extra);
        });
}

}  // namespace

void readDevices(TableReader& reader)
{
    readKernels(reader);
    readCopies(reader);
    readGraphs(reader);
    readSynchronisation(reader);
}

}  // namespace vellum::server::reader::nsys
