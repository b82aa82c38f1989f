#pragma once

#include "collector/writer/otf2_archive.h"
#include "collector/writer/region_table.h"
#include "collector/writer/sample_file.h"
#include "collector/writer/spool.h"
#include "collector/writer/stack_walk.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace vellum::collector::writer {

/// What samples become: calling contexts, one for each call path of functions that was met, and an event each.
///
/// Exact    A path begins at `main`, or at the function that a thread was made to run: what the system and the collector
///          put below is left out, as are the collector's own functions and those that the filter excludes. One
///          whose begin was not found begins with the region "(cut stack)". Without any function left,
///          the sample is counted and not written. One that was taken while its thread waited ends with the
///          region "(off-CPU)".
/// Threads  Owner thread.
class SamplePass {
public:
    SamplePass(Otf2Archive& archive, RegionTable& regions) : m_archive(archive), m_regions(regions)
    {
    }

    /// After the region table's setProcess().
    void beginProcess(const SpooledProcess& process);
    /// The samples that follow are of \p location, which outlives them here.
    void beginLocation(const SpooledLocation& location);

    /// Of the sample that comes next in the location.
    [[nodiscard]] std::optional<std::uint64_t> nextTick() const;
    /// Writes it at \p tick.
    void writeNext(std::uint64_t tick);

    struct Counts {
        std::uint64_t written = 0;
        std::uint64_t offCpu = 0;      ///< of these, taken while the thread waited
        std::uint64_t lost = 0;        ///< could not be stored
        std::uint64_t merged = 0;      ///< interrupts that came with another
        std::uint64_t cut = 0;         ///< begin with "(cut stack)"
        std::uint64_t noFunction = 0;  ///< not written
    };
    [[nodiscard]] const Counts& counts() const { return m_counts; }
    /// Sentences: what could not be sampled, and why.
    [[nodiscard]] const std::vector<std::string>& unavailable() const { return m_unavailable; }

    /// After the regions.
    void writeDefinitions();
    void writeProperties();

private:
    using ContextRef = Otf2Archive::ContextRef;
    static constexpr ContextRef kNoContext = UINT32_MAX;

    struct Frame {
        RegionTable::Ref region = RegionTable::kExcluded;
        bool isOwn = false;     ///< of the collector
        bool isSystem = false;  ///< of the C library, which starts programs and threads
        bool isStart = false;   ///< of what runs before `main`, as far as its name says
        bool isMain = false;    ///< the program's begin
    };
    struct Context {
        RegionTable::Ref region = 0;
        ContextRef parent = kNoContext;
        std::uint32_t depth = 1;
    };
    /// One file of the location's samples, at its next.
    struct Stream {
        SampleReader reader;
        Otf2Archive::GeneratorRef generator = 0;
        bool isOffCpu = false;
        ContextRef context = kNoContext;  ///< of its last sample
        bool isCut = false;               ///< the same
    };
    struct Generator {
        sampling::InterruptKind kind = sampling::InterruptKind::None;
        std::uint64_t periodNs = 0;
        std::uint64_t samples = 0;
        std::uint64_t interrupts = 0;
    };

    [[nodiscard]] const Frame& frameAt(std::uint64_t address, std::uint64_t tick);
    [[nodiscard]] Frame resolve(
        const SpooledModule* module, std::uint64_t address, std::uint64_t tick);
    [[nodiscard]] std::string_view regionName(const Frame& frame) const;
    [[nodiscard]] static bool isStart(const Frame& frame, std::string_view name);
    [[nodiscard]] bool findPath(const StackWalk::Result& stack, std::uint64_t tick);
    [[nodiscard]] std::vector<Stream>::const_iterator nextStream() const;
    void findContext(Stream& stream);
    [[nodiscard]] ContextRef contextOf(bool isCut);
    [[nodiscard]] ContextRef childOf(ContextRef parent, RegionTable::Ref region);
    [[nodiscard]] std::uint32_t unwindDistance(ContextRef from, ContextRef to) const;
    [[nodiscard]] Otf2Archive::GeneratorRef generatorOf(const sampling::SampleHeader& header);
    void noteUnavailable(const sampling::SampleHeader& header);

    Otf2Archive& m_archive;
    RegionTable& m_regions;
    const SpooledProcess* m_process = nullptr;
    StackWalk m_walk;
    using FramesByAddress = std::unordered_map<std::uint64_t, Frame>;
    /// Of the process, by file; those of all files are under null where no two lay at one place.
    std::unordered_map<const SpooledModule*, FramesByAddress> m_frames;
    std::vector<Stream> m_streams;         ///< those that have one
    std::vector<RegionTable::Ref> m_path;  ///< of the sample, the innermost function first
    ContextRef m_before = kNoContext;      ///< of the location
    std::vector<Context> m_contexts;
    std::map<std::pair<ContextRef, RegionTable::Ref>, ContextRef> m_children;
    std::vector<Generator> m_generators;
    Counts m_counts;
    std::vector<std::string> m_unavailable;
};

}  // namespace vellum::collector::writer
