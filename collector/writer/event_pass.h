#pragma once

#include "collector/device/device_decoder.h"
#include "collector/device/device_trace.h"
#include "collector/writer/archive_builder.h"
#include "collector/writer/archive_contents.h"
#include "collector/writer/causal_order.h"
#include "collector/writer/counter_pass.h"
#include "collector/writer/device_pass.h"
#include "collector/writer/device_sample_pass.h"
#include "collector/writer/io_pass.h"
#include "collector/writer/left_out.h"
#include "collector/writer/measurement_cost.h"
#include "collector/writer/mpi_pass.h"
#include "collector/writer/mpi_world.h"
#include "collector/writer/openmp_pass.h"
#include "collector/writer/otf2_archive.h"
#include "collector/writer/range_pass.h"
#include "collector/writer/range_plan.h"
#include "collector/writer/region_stack.h"
#include "collector/writer/region_table.h"
#include "collector/writer/sample_pass.h"
#include "collector/writer/spool.h"
#include "collector/writer/time_cut.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace vellum::collector::writer {

/// What sources wrote down that they could not record, in a spool.
[[nodiscard]] std::vector<std::string> readNotes(const std::filesystem::path& spool);

/// Writes one location after the other and keeps what the definitions need.
///
/// Threads  Owner thread.
class EventPass {
public:
    EventPass(
        const ArchiveRequest& request,
        const MpiWorld& world,
        const std::map<SpoolPlace, TimeFloors>& floors,
        Otf2Archive& archive)
        : m_request(request)
        , m_archive(archive)
        , m_world(world)
        , m_floors(floors)
        , m_regions(request.filter, request.functions)
        , m_ranges(archive, m_regions, m_contents)
        , m_devices(archive, m_regions, m_contents)
        , m_io(archive, m_contents)
        , m_mpi(archive, m_contents, m_io, world)
        , m_openMp(archive, world.communicatorCount())
        , m_counters(archive, m_contents)
        , m_deviceSamples(archive, m_contents)
        , m_samples(archive, m_regions)
        , m_leftOut(archive, m_regions, m_contents)
    {
    }

    /// The processes that follow are of \p part, which outlives them here.
    void beginPart(const RankSpool& part);
    /// \param fallbackEnd  when the process ended, if it did not note that itself
    void writeProcess(const SpooledProcess& process, std::uint64_t fallbackEnd);
    /// \param tick  of the archive's clock, when the recording stopped for its size; UINT64_MAX if it did not
    void setStop(std::uint64_t tick) { m_stop = tick; }
    void writeDefinitions();
    [[nodiscard]] ArchiveSummary summary() const;

private:
    void writeLocation(const SpooledProcess& process, const SpooledLocation& location);
    void writeRecords(RegionStack& stack, const SpooledLocation& location, const RangePlan& plan);
    [[nodiscard]] std::span<const TimeFloor> floorsOf(const SpooledLocation& location) const;
    void openAll(const RegionStack& stack);
    [[nodiscard]] std::uint64_t firstKept(const SpooledProcess& process) const;
    void writeStep(RegionStack& stack, const RangePlan::Step& step);
    void writeRecord(RegionStack& stack, const measurement::EventRecord& record);
    [[nodiscard]] std::string groupName(const SpooledProcess& process) const;
    [[nodiscard]] std::size_t nodeOf(const std::string& name);
    void writeDevices(const SpooledProcess& process, const device::DeviceTrace& devices);
    [[nodiscard]] device::TimeBounds boundsOf(const SpooledProcess& process) const;
    void writeProperties();
    void noteWhatIsMissing();
    void defineGroupsAndLocations();
    void noteMissingOpenMp(const SpooledProcess& process);
    [[nodiscard]] MeasurementCost::Sum cost() const;
    void noteUnavailable(const std::string& sentence);
    void enter(RegionKey region, std::span<const Otf2Archive::Attribute> attributes = {});
    void enter(RegionKey region, const measurement::EventRecord& record);
    void leave(const std::vector<RegionKey>& regions);
    void advanceTo(std::uint64_t tick);
    void writeSamples(std::uint64_t until);

    const ArchiveRequest& m_request;
    Otf2Archive& m_archive;
    const MpiWorld& m_world;
    const std::map<SpoolPlace, TimeFloors>& m_floors;
    const RankSpool* m_part = nullptr;
    RegionTable m_regions;
    ArchiveContents m_contents;
    RangePass m_ranges;
    DevicePass m_devices;
    IoPass m_io;
    MpiPass m_mpi;
    OpenMpPass m_openMp;
    CounterPass m_counters;
    DeviceSamplePass m_deviceSamples;
    SamplePass m_samples;
    LeftOutPass m_leftOut;
    MeasurementCost m_cost;
    std::string m_processFolder;
    Otf2Archive::GroupRef m_process = 0;  ///< being written
    DeviceCalls m_calls;                  ///< of the process being written
    std::uint64_t m_now = 0;              ///< of the location being written
    std::uint64_t m_endOfProcess = 0;
    TimeCut m_cut;                      ///< of the process being written
    std::uint64_t m_stop = UINT64_MAX;  ///< of the archive's clock
    ArchiveSummary m_summary;
};

}  // namespace vellum::collector::writer
