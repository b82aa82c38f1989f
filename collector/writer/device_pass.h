#pragma once

#include "collector/device/device_trace.h"
#include "collector/writer/archive_contents.h"
#include "collector/writer/otf2_archive.h"
#include "collector/writer/region_table.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace vellum::collector::writer {

/// The calls of a process, by correlation.
struct DeviceCalls {
    /// A call that is part of another has a correlation of its own: inner → outer.
    std::unordered_map<std::uint32_t, std::uint32_t> outer;
    struct Caller {
        Otf2Archive::LocationRef location = 0;
        std::uint64_t begin = 0;
    };
    std::unordered_map<std::uint32_t, Caller> callers;
};

/// Work that seems to begin before it was asked for: the device's clock is fitted to ours, and no fit is exact.
struct EarlyWork {
    std::uint64_t count = 0;
    std::uint64_t mostTicks = 0;
};

/// Writes what devices did for a process: a location group of accelerators per context, a location per stream
/// and per lane of it, and metric locations.
///
/// Odd case Work whose region the filter leaves out is not written.
/// Threads  Owner thread.
class DevicePass {
public:
    DevicePass(Otf2Archive& archive, RegionTable& regions, ArchiveContents& contents)
        : m_archive(archive)
        , m_regions(regions)
        , m_contents(contents)
    {
    }

    /// \param process  the group of the process, which is there already
    void write(
        const device::DeviceTrace& trace,
        Otf2Archive::GroupRef process,
        std::uint32_t pid,
        const DeviceCalls& calls);

    /// The group of the latest process's device with that UUID; the process's own if it did not use it.
    [[nodiscard]] Otf2Archive::GroupRef groupOfDevice(
        const device::DeviceTrace& trace, const std::string& uuid) const;

    /// Copies that were written as transfers, too.
    [[nodiscard]] std::uint64_t transfers() const { return m_transfers; }
    /// Of all processes so far.
    [[nodiscard]] const EarlyWork& early() const { return m_early; }

private:
    using GroupRef = Otf2Archive::GroupRef;

    void writeRow(const device::RowKey& key, const std::vector<device::Work>& works);
    void writeLane(
        const std::string& name, const device::RowKey& key, const std::vector<device::Work>& works);
    void writeWork(const device::Work& work);
    void findCounts(const device::RowKey& key);
    void gatherAttributes(const device::Work& work);
    void countEarly(const device::Work& work);
    [[nodiscard]] std::uint32_t callOf(const device::Work& work) const;
    void findContexts();
    [[nodiscard]] std::optional<Otf2Archive::LocationRef> partnerOf(const device::Work& work) const;
    [[nodiscard]] bool beginTransfer(const device::Work& work);
    void writeCounter(const device::DeviceCounter& counter);
    void writeSamples(std::uint32_t device, const device::SampledDevice& sampled);
    [[nodiscard]] GroupRef groupOf(const device::RowKey& key);
    [[nodiscard]] GroupRef groupOf(std::uint32_t device, std::uint32_t context);
    [[nodiscard]] std::uint32_t firstContextOf(std::uint32_t device) const;
    [[nodiscard]] std::string groupName(std::uint32_t device, std::uint32_t context) const;
    [[nodiscard]] std::string rowName(const device::RowKey& key) const;

    Otf2Archive& m_archive;
    RegionTable& m_regions;
    ArchiveContents& m_contents;
    const device::DeviceTrace* m_trace = nullptr;
    const DeviceCalls* m_calls = nullptr;
    std::uint64_t m_transfers = 0;
    EarlyWork m_early;
    Otf2Archive::LocationRef m_location = 0;                           ///< that is being written
    std::map<std::uint32_t, Otf2Archive::LocationRef> m_firstStreams;  ///< by context
    GroupRef m_process = 0;
    std::uint32_t m_pid = 0;
    std::map<std::pair<std::uint32_t, std::uint32_t>, GroupRef> m_groups;  ///< by device, context
    std::vector<Otf2Archive::Attribute> m_attributes;
    const device::CountedKernels* m_counted = nullptr;  ///< of the row that is being written
    Otf2Archive::MetricRef m_countedSet = 0;
    std::vector<double> m_noCounts;
};

}  // namespace vellum::collector::writer
