#pragma once

#include "collector/sources/nvml/sample_format.h"
#include "collector/writer/archive_contents.h"
#include "collector/writer/otf2_archive.h"
#include "collector/writer/time_cut.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace vellum::collector::writer {

/// Writes what devices told of themselves: a metric location for each device, in the group of its first context.
///
/// Odd case A device that the process did not use is in the process's own group. A sample that is not later than the one before it
///          is left out.
/// Threads  Owner thread.
class DeviceSamplePass {
public:
    /// The group of the device with a UUID of 32 hexadecimal digits; \p process if it has none.
    using FindGroup = std::function<Otf2Archive::GroupRef(const std::string& uuid)>;

    DeviceSamplePass(Otf2Archive& archive, ArchiveContents& contents)
        : m_archive(archive)
        , m_contents(contents)
    {
    }

    /// \param folder  of a process; nothing is written where there are no samples in it
    void write(
        const std::filesystem::path& folder, const FindGroup& groupOf, const TimeCut& cut = {});

private:
    struct DeviceName {
        std::string uuid;
        std::string name;
    };

    void writeDevice(
        std::uint64_t device,
        const DeviceName& name,
        const std::vector<nvml::DeviceSample>& samples,
        const FindGroup& groupOf);

    Otf2Archive& m_archive;
    ArchiveContents& m_contents;
};

}  // namespace vellum::collector::writer
