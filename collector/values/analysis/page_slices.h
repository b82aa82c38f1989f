#pragma once

#include "collector/measurement/spool_format.h"
#include "collector/values/analysis/page_reader.h"
#include "collector/values/analysis/page_records.h"
#include "collector/values/analysis/process_source.h"
#include "collector/values/analysis/recording_lists.h"
#include "collector/values/analysis/ring_reader.h"
#include "collector/values/page_format.h"
#include "common/values/snapshots.h"

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace vellum::collector::values {

/// Follows the watched pages of one process: cuts its time into slices, and compares at the end of each what was written
/// with what was there before.
///
/// Exact    Whole pages within a block or variable are looked at: parts of pages at its ends may be written for others. A page
///          counts as unchanged if it was written and none of its bytes is another one; where some changed, how many of
///          the others were written is not known, and none is called unchanged.
/// Races    Threads run on. What is written while a page is read is found by asking once more: such a page is of
///          state Unknown, and the slice after does not compare with it.
/// Size     Copies of what is watched, at most kMostCopied for each process.
/// Threads  One owner.
class PageSlices : public ProcessSource {
public:
    static constexpr std::uint64_t kMostCopied = std::uint64_t{4} << 30U;

    struct Process {
        pid_t pid = 0;
        std::uint32_t number = 0;
        measurement::ClockKind clock = measurement::ClockKind::Monotonic;
        std::uint64_t ticksPerSlice = 0;
    };

    PageSlices(
        std::filesystem::path folder,
        std::vector<std::filesystem::path> parents,
        const Process& process,
        RecordingLists& lists);

    void look() override;
    bool drain() override;
    bool giveUpWaiting() override { return false; }
    void end() override;
    [[nodiscard]] CodeMap& code() override { return m_code; }
    [[nodiscard]] const std::filesystem::path& folder() const override { return m_folder; }

private:
    using Interval = ::vellum::values::Interval;

    /// A block or variable that is there now.
    struct Area {
        std::uint64_t object = 0;
        Interval pages;                 ///< addresses of the whole pages in it
        std::vector<bool> isWritten{};  ///< of each: it was seen to be written before
        bool isNamed = false;
    };
    using Areas = std::map<std::uint64_t, Area>;  ///< by the object's first byte

    /// Whose end a slice is.
    struct Owner {
        SliceOwner kind = SliceOwner::None;
        std::uint64_t subject = 0;
        std::uint32_t location = 0;
    };

    [[nodiscard]] bool open();
    bool takeEvents();
    void takeEvent(const BlockEvent& event);
    void addBlock(const BlockEvent& event);
    void addVariables(const BlockEvent& event);
    void addArea(ValueObject object);
    void dropOverlapping(Interval bytes, std::uint64_t tick);
    Areas::iterator drop(Areas::iterator area, std::uint64_t tick);
    [[nodiscard]] std::uint32_t contextOf(const BlockEvent& event);
    void endSlice(const Owner& owner);
    [[nodiscard]] std::vector<WrittenObject> compare();
    void comparePages(Area& area, std::uint64_t base, Interval part, WrittenObject& written);
    void markTorn(const Area& area, std::uint64_t base, Interval piece, WrittenObject& written);
    void answer();
    [[nodiscard]] std::uint32_t functionOf(const Owner& owner);
    void nameBlocks();
    void nameBlocksBy(Interval segment);

    std::filesystem::path m_folder;
    Process m_process;
    RecordingLists& m_lists;
    CodeMap m_code;
    ContextTree m_contexts;
    PageRecords m_records;
    std::unique_ptr<SharedFile> m_file;
    PageHeader* m_header = nullptr;
    BlockEvent* m_events = nullptr;
    std::optional<PageReader> m_reader;
    Areas m_areas;
    std::vector<Interval> m_segments;  ///< writable memory of modules
    ::vellum::values::Snapshots m_snapshots{kMostCopied};
    std::vector<std::byte> m_buffer;
    std::uint64_t m_sliceBegin = 0;
    std::uint64_t m_timeSlice = 0;  ///< no slice ends by itself before
    std::uint32_t m_slices = 0;
    bool m_hasNameless = false;
};

}  // namespace vellum::collector::values
