#pragma once

#include "collector/writer/archive_builder.h"
#include "collector/writer/archive_contents.h"
#include "collector/writer/region_table.h"
#include "collector/writer/spool.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace vellum::collector::writer {

/// Says which functions are no longer recorded, from when on, and how many visits are missing.
///
/// Threads  Owner thread.
class LeftOutPass {
public:
    LeftOutPass(Otf2Archive& archive, RegionTable& regions, const ArchiveContents& contents)
        : m_archive(archive)
        , m_regions(regions)
        , m_contents(contents)
    {
    }

    /// \param firstLocation  of the process in the archive; its marks are put there
    void addProcess(const SpooledProcess& process, Otf2Archive::LocationRef firstLocation);

    [[nodiscard]] const std::vector<Otf2Archive::Mark>& marks() const { return m_marks; }
    void writeProperties(const std::string& rule, std::uint64_t ticksPerSecond);
    /// Most visits first.
    [[nodiscard]] std::vector<LeftOutRegion> functions() const;

private:
    Otf2Archive& m_archive;
    RegionTable& m_regions;
    const ArchiveContents& m_contents;
    std::map<RegionTable::Ref, LeftOutRegion> m_functions;
    std::vector<Otf2Archive::Mark> m_marks;
};

/// A Score-P filter file that leaves out \p functions from the begin.
[[nodiscard]] std::string filterFileOf(
    const std::vector<LeftOutRegion>& functions, std::uint64_t ticksPerSecond);

}  // namespace vellum::collector::writer
