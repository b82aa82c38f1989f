#pragma once

#include "collector/writer/clock_map.h"
#include "collector/writer/region_filter.h"
#include "common/base/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace vellum::collector::writer {

/// How the recording clock relates to seconds and to the wall clock.
struct ClockCalibration {
    std::uint64_t ticksPerSecond = 1'000'000'000;
    std::uint64_t anchorTick = 0;
    std::uint64_t anchorRealtimeNs = 0;  ///< wall clock at anchorTick, ns since 1970
};

/// What one rank of an MPI program left behind.
struct RankSpool {
    std::filesystem::path spool;
    std::uint32_t rank = 0;  ///< as its launcher knows it
    std::string node;        ///< the host's name
    std::uint32_t mainPid = 0;
    std::uint64_t mainEndTick = 0;  ///< 0: not observed
    std::uint64_t ticksPerSecond = 1'000'000'000;
};

struct ArchiveRequest {
    std::filesystem::path spool;
    std::filesystem::path directory;  ///< of the archive
    ClockCalibration clock;           ///< of ranks: that of rank 0
    std::uint32_t mainPid = 0;        ///< the process whose end was observed…
    std::uint64_t mainEndTick = 0;    ///< …and when; 0: it was not
    std::vector<RankSpool> ranks;     ///< by rank; then `spool` and the main process are theirs
    std::vector<std::string> notes;   ///< further sentences for ArchiveSummary::unavailable
    RegionFilter filter;
    std::vector<std::pair<std::string, std::string>> properties;  ///< further ones of the archive
    /// Of a program that still runs: what is at or behind this tick is not read, so that all passes see the same. 0: all is.
    std::uint64_t cutTick = 0;
    double nanosecondsPerEvent = 0;  ///< what a hook takes, about
    std::uint64_t lastNs = 0;        ///< only what happened in the last nanoseconds; 0: all
    std::string maxSize;             ///< what was to be the most, as one reads it; empty: no limit
    std::string
        autoFilter;   ///< the rule by which functions were left out, as one reads it; empty: none
    bool mpi = true;  ///< false: ranks are not expected to say anything of MPI
    bool openMp = false;    ///< true: say why a process that has OpenMP has none of it here
    bool functions = true;  ///< false: only what the thread library and the program itself report
};

/// What was left out of one function by `--auto-filter`, in all processes together.
struct LeftOutRegion {
    std::string name;
    std::string mangled;         ///< the linker's name
    std::uint64_t tick = 0;      ///< when it was left out first, in the archive's time
    std::uint64_t recorded = 0;  ///< visits until then, about
    std::uint64_t ticks = 0;     ///< in these
    std::uint64_t visits = 0;    ///< left out
    std::size_t processes = 0;   ///< in which it was left out
};

struct ArchiveSummary {
    /// Where a recorded thread lies in the archive.
    struct Thread {
        std::uint32_t rank = 0;   ///< whose spool it is in; 0 where there are no ranks
        std::string process;      ///< its folder below the spool
        std::uint32_t index = 0;  ///< of its location there
        std::uint64_t location = 0;
        ClockMap clock{};  ///< from its ticks to those of the archive
    };

    std::size_t processes = 0;
    std::size_t ranks = 0;  ///< those of them that are ranks of MPI
    std::size_t locations = 0;
    std::size_t regions = 0;
    std::uint64_t events = 0;
    std::uint64_t samples = 0;     ///< those of the events that are
    std::uint64_t lostEvents = 0;  ///< of a recording that stopped: those after that
    std::uint64_t stopTick = 0;    ///< when it stopped for the archive's size; 0: it did not
    std::uint64_t firstTick = 0;   ///< of the archive
    std::uint64_t flushes = 0;     ///< of threads' buffers
    double overhead = 0;  ///< an estimate: the share of the threads' time that recording took
    std::uint64_t repairedLeaves = 0;      ///< regions that ended without saying so
    std::uint64_t unmatchedLeaves = 0;     ///< left out: the region was not open
    std::uint32_t spoolError = 0;          ///< errno of the first event that could not be stored
    std::vector<LeftOutRegion> leftOut;    ///< most visits first
    std::vector<std::string> unavailable;  ///< sentences: what was not recorded, and why
    std::uint32_t kernelPasses =
        0;  ///< how often each kernel ran so that it was counted; 0: none was
    std::uint64_t droppedRecords = 0;  ///< of devices: by CUPTI, which had no room
    std::uint64_t refusedBuffers = 0;  ///< how often it was given no room
    std::uint64_t untimedRecords = 0;  ///< of devices: left out, since their times are none
    std::uint64_t unknownRecords = 0;  ///< of devices: of kinds that this version does not know
    std::uint64_t earlyWork = 0;   ///< of devices: that begins before the call that asked for it
    std::uint64_t earliestNs = 0;  ///< how much earlier, at most
    std::vector<Thread> threads;
    std::uint64_t damagedBytes = 0;  ///< of what devices recorded
};

/// Turns what recorded processes left behind into one OTF2 archive: a location group per process, a
/// location per thread that has events. Ranks of MPI come in their order, in the time of rank 0's clock.
///
/// Exact    Within a location time never goes back (the clock promises it; a break is levelled), enter
///          and leave nest, every region is closed: by its own leave, when its frame is found gone, or
///          when its thread or process ended.
/// Errors   NotFound: nothing was recorded, and no archive is made. ResourceExhausted: it cannot be
///          written.
[[nodiscard]] Result<ArchiveSummary> buildArchive(const ArchiveRequest& request);

}  // namespace vellum::collector::writer
