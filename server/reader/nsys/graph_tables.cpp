#include "server/reader/nsys/table_reader.h"

#include <string>

namespace vellum::server::reader::nsys {

namespace {

using tracks::bits;
using tracks::ExtraRecord;
using tracks::Track;

constexpr RegionNature kWholeGraph{Paradigm::Cuda, RegionRole::Kernel, FunctionGroup::Kernel};
constexpr RegionNature kCreation{Paradigm::Cuda, RegionRole::Code, FunctionGroup::DeviceApi};

constexpr RegionNature kHostWait{
    Paradigm::Cuda, RegionRole::TaskWait, FunctionGroup::Synchronisation};

constexpr std::string_view kExecAttribute = "cuda_graph_exec";

/// Graphs that were recorded as one piece of work each, not node by node.
void readExecutions(TableReader& reader)
{
    constexpr std::string_view kTable = "CUPTI_ACTIVITY_KIND_GRAPH_TRACE";
    reader.scan(
        kTable,
        {"start",
         "end",
         "globalPid",
         "deviceId",
         "contextId",
         "streamId",
         "correlationId",
         "graphId",
         "graphExecId"},
        [&](const Row& row) {
            Track& track = reader.device(row, TrackKind::Stream, 2);
            track.hasDeviceWork = true;
            const std::string name = "CUDA graph " + std::to_string(row.number(7));
            const ExtraRecord extra =
                track.add(event_kind::kDeviceKernel, {bits(row.number(6)), 0, 0, 0, 0, 0, 0, 0, 0});
            reader.addSpan(
                kTable,
                row,
                track,
                reader.result().regions.intern(name, kWholeGraph),
                track.carry(
                    extra, carriedIds(reader, row, {{7, kGraphAttribute}, {8, kExecAttribute}})));
        });
}

/// What a thread made of graphs: a visit where it took time, else an instant. Its first four columns
/// are start, end, globalTid and nameId.
void addCreation(
    TableReader& reader,
    std::string_view table,
    std::string_view otherName,
    const Row& row,
    std::initializer_list<IdColumn> ids)
{
    Track& track = reader.thread(row.needed(2));
    const std::string_view said = reader.name(row, 3);
    const std::uint32_t region =
        reader.result().regions.intern(said.empty() ? otherName : said, kCreation);
    const auto begin = row.integer(0);
    const auto end = row.integer(1);
    if (begin && end && *begin != *end) {
        reader.addSpan(table, row, track, region, track.carry(0, carriedIds(reader, row, ids)));
    } else if (reader.checkTime(table, begin, &track)) {
        reader.note(*begin, *begin);
        const ExtraRecord record =
            track.carry(track.add(event_kind::kInstant, {region}), carriedIds(reader, row, ids));
        track.points.push_back({.at = *begin, .record = record});
    }
}

void readNodes(TableReader& reader)
{
    constexpr std::string_view kTable = "CUDA_GRAPH_NODE_EVENTS";
    reader.scan(
        kTable,
        {"start", "end", "globalTid", "nameId", "graphNodeId", "originalGraphNodeId"},
        [&](const Row& row) {
            addCreation(
                reader,
                kTable,
                "CUDA graph node",
                row,
                {{4, kGraphNodeAttribute}, {5, "cuda_graph_original_node"}});
        });
}

void readCreations(TableReader& reader)
{
    constexpr std::string_view kTable = "CUDA_GRAPH_EVENTS";
    reader.scan(
        kTable,
        {"start", "end", "globalTid", "nameId", "graphId", "originalGraphId", "graphExecId"},
        [&](const Row& row) {
            addCreation(
                reader,
                kTable,
                "CUDA graph",
                row,
                {{4, kGraphAttribute}, {5, "cuda_graph_original"}, {6, kExecAttribute}});
        });
}

/// Where a stream waits for a function on the host, of a node of a graph or of cudaLaunchHostFunc; and that function.
void readHostFunctions(TableReader& reader)
{
    constexpr std::string_view kWaits = "CUPTI_ACTIVITY_KIND_GRAPH_HOST_NODE_AND_HOST_LAUNCH";
    reader.scan(
        kWaits,
        {"start",
         "end",
         "globalPid",
         "deviceId",
         "contextId",
         "streamId",
         "correlationId",
         "graphNodeId",
         "graphId"},
        [&](const Row& row) {
            Track& track = reader.device(row, TrackKind::Stream, 2);
            track.hasDeviceWork = true;
            const char* name = row.number(7) == 0 ? "Host Launch" : "Graph Host Node";
            const ExtraRecord extra = track.add(event_kind::kDeviceSync, {bits(row.number(6)), 0});
            reader.addSpan(
                kWaits,
                row,
                track,
                reader.result().regions.intern(name, kHostWait),
                track.carry(
                    extra,
                    carriedIds(reader, row, {{7, kGraphNodeAttribute}, {8, kGraphAttribute}})));
        });
    constexpr std::string_view kFunctions = "CUDA_HOST_CALLBACK";
    reader.scan(
        kFunctions, {"start", "end", "globalTid", "correlationId", "nameId"}, [&](const Row& row) {
            Track& track = reader.thread(row.needed(2));
            const std::string_view said = reader.name(row, 4);
            reader.addSpan(
                kFunctions,
                row,
                track,
                reader.result().regions.intern(
                    said.empty() ? "CUDA host function" : said, kCreation),
                track.carry(0, carriedIds(reader, row, {{3, "cuda_correlation"}})));
        });
}

}  // namespace

void readGraphs(TableReader& reader)
{
    readExecutions(reader);
    readNodes(reader);
    readCreations(reader);
    readHostFunctions(reader);
}

}  // namespace vellum::server::reader::nsys
