#include "server/reader/nsys/table_reader.h"

namespace vellum::server::reader::nsys {

namespace {

using tracks::bits;
using tracks::ExtraRecord;
using tracks::Track;

constexpr RegionNature kApi{Paradigm::Cuda, RegionRole::Wrapper, FunctionGroup::DeviceApi};
constexpr RegionNature kOs{Paradigm::OperatingSystem, RegionRole::Wrapper, FunctionGroup::Io};
constexpr RegionNature kThreads{
    Paradigm::OperatingSystem, RegionRole::Wrapper, FunctionGroup::OpenMp};
constexpr RegionNature kLibrary{Paradigm::Cuda, RegionRole::Wrapper, FunctionGroup::DeviceApi};
constexpr RegionNature kOverhead{
    Paradigm::MeasurementSystem, RegionRole::Artificial, FunctionGroup::Measurement};

/// "cudaLaunchKernel_v7000" without the version; "cuMemAlloc_v2" keeps its own.
std::string_view withoutVersion(std::string_view name)
{
    const std::size_t mark = name.rfind("_v");
    constexpr std::size_t kDigits = 4;
    const bool isVersion =
        mark != std::string_view::npos && name.size() >= mark + 2 + kDigits
        && name.find_first_not_of("0123456789", mark + 2) == std::string_view::npos;
    return isVersion ? name.substr(0, mark) : name;
}

void readApi(TableReader& reader)
{
    constexpr std::string_view kTable = "CUPTI_ACTIVITY_KIND_RUNTIME";
    reader.scan(
        kTable, {"start", "end", "globalTid", "correlationId", "nameId"}, [&](const Row& row) {
            Track& track = reader.thread(row.needed(2));
            const std::uint32_t region =
                reader.result().regions.intern(withoutVersion(reader.name(row, 4)), kApi);
            const std::uint64_t correlation = bits(row.number(3));
            const ExtraRecord extra =
                correlation == 0 ? 0 : track.add(event_kind::kDeviceLaunch, {correlation});
            reader.addSpan(kTable, row, track, region, extra);
        });
}

void readOsRuntime(TableReader& reader)
{
    constexpr std::string_view kTable = "OSRT_API";
    reader.scan(kTable, {"start", "end", "globalTid", "nameId"}, [&](const Row& row) {
        const std::string_view name = reader.name(row, 3);
        const bool isThreads = name.starts_with("pthread_") || name.starts_with("sem_");
        reader.addSpan(
            kTable,
            row,
            reader.thread(row.needed(2)),
            reader.result().regions.intern(name, isThreads ? kThreads : kOs));
    });
}

void readLibraries(TableReader& reader)
{
    for (const char* table : {"CUDNN_EVENTS", "CUBLAS_EVENTS"}) {
        reader.scan(table, {"start", "end", "globalTid", "nameId"}, [&](const Row& row) {
            reader.addSpan(
                table,
                row,
                reader.thread(row.needed(2)),
                reader.result().regions.intern(reader.name(row, 3), kLibrary));
        });
    }
}

void readOverhead(TableReader& reader)
{
    for (const char* table : {"PROFILER_OVERHEAD", "CUPTI_ACTIVITY_KIND_OVERHEAD"}) {
        reader.scan(table, {"start", "end", "globalTid", "nameId"}, [&](const Row& row) {
            const GroupKey group{.kind = GroupKind::Process, .process = processOf(row.needed(2))};
            const std::string_view name = reader.name(row, 3);
            reader.addSpan(
                table,
                row,
                reader.result().tracks[{.group = group, .kind = TrackKind::Overhead, .id = 0}],
                reader.result().regions.intern(
                    name.empty() ? "profiler overhead" : name, kOverhead));
        });
    }
}

}  // namespace

void readCalls(TableReader& reader)
{
    readApi(reader);
    readOsRuntime(reader);
    readLibraries(reader);
    readOverhead(reader);
}

}  // namespace vellum::server::reader::nsys
