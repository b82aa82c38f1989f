#pragma once

#include "collector/measurement/spool_format.h"
#include "collector/writer/archive_contents.h"
#include "collector/writer/otf2_archive.h"
#include "collector/writer/range_plan.h"
#include "collector/writer/region_table.h"
#include "collector/writer/spool.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace vellum::collector::writer {

/// What NVTX's ranges and marks become beside the rows of threads: rows of ranges that do not nest in calls, a row
/// of the process for ranges that are started and ended, and marks.
///
/// Threads  Owner thread.
class RangePass {
public:
    RangePass(Otf2Archive& archive, RegionTable& regions, ArchiveContents& contents)
        : m_archive(archive)
        , m_regions(regions)
        , m_contents(contents)
    {
    }

    void beginProcess(const SpooledProcess& process, Otf2Archive::GroupRef group);

    /// What a range or mark carries; valid until the next call.
    [[nodiscard]] std::span<const Otf2Archive::Attribute> attributesOf(
        std::uint32_t name, const RangePayload& payload);

    /// A start, an end or a mark, met on \p location; other records are ignored.
    void take(
        const measurement::EventRecord& record,
        const RangePayload& payload,
        Otf2Archive::LocationRef location);

    /// A value of a counter, as a metric of the location being written.
    void sample(const measurement::EventRecord& record, std::uint64_t tick);

    /// \param thread  name of the row that they do not fit in
    void writeBeside(const std::vector<RangeSpan>& spans, const std::string& thread);

    /// \param end  when ranges that nobody ended end
    void endProcess(std::uint64_t end);

    /// Of all processes, by time.
    [[nodiscard]] std::vector<Otf2Archive::Mark> takeMarks();

private:
    void writeRows(const std::vector<RangeSpan>& spans, const std::string& name);
    void addAttribute(std::string_view name, std::uint64_t value, Otf2Archive::AttributeType type);
    void addText(std::string_view name, const std::string& text);
    void addArguments(const SpooledRange& range);
    [[nodiscard]] std::string categoryOf(const SpooledRange& range) const;
    [[nodiscard]] const SpooledRange& rangeOf(std::uint32_t name) const;

    Otf2Archive& m_archive;
    RegionTable& m_regions;
    ArchiveContents& m_contents;
    const SpooledProcess* m_process = nullptr;
    Otf2Archive::GroupRef m_group = 0;
    std::map<std::uint64_t, RangeSpan> m_started;  ///< by the range's own number
    std::map<std::uint64_t, std::uint64_t> m_ended;
    std::vector<Otf2Archive::Mark> m_marks;
    std::vector<Otf2Archive::Attribute> m_attributes;
};

}  // namespace vellum::collector::writer
