#pragma once

#include "collector/measurement/spool_format.h"
#include "collector/values/analysis/process_source.h"
#include "collector/values/analysis/recording_lists.h"
#include "collector/values/analysis/value_analysis.h"
#include "collector/writer/clock_map.h"
#include "common/base/result.h"
#include "common/values/sidecar/records.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace vellum::collector::values {

/// Where a thread's location lies in the archive.
struct ArchiveLocation {
    std::string folder;       ///< of its process, below the spool
    std::uint32_t index = 0;  ///< in its process
    std::uint64_t reference = 0;
    writer::ClockMap clock{};  ///< from the thread's ticks to those of the archive
};

struct SideCarRequest {
    std::filesystem::path path;
    ::vellum::values::sidecar::Digest runId{};
    measurement::ClockKind clock = measurement::ClockKind::Monotonic;
    std::uint64_t endTick = 0;
    std::vector<ArchiveLocation> locations;
    bool isBeforeArchive = false;  ///< `locations` are not known: see `archive_links.h`
    std::vector<std::pair<std::string, std::string>> settings;
};

struct SideCarSummary {
    std::uint64_t operations = 0;
    std::uint64_t objects = 0;
    std::uint64_t patterns = 0;
    std::uint64_t lostRecords = 0;   ///< by threads that found no room, or signal handlers
    std::uint64_t lostAccesses = 0;  ///< that are in no row
    std::uint64_t lostItems = 0;     ///< accesses that are in no pattern
    std::uint64_t lostFlows = 0;     ///< reads and writes that are in no edge
    // Of programs whose pages are watched.
    std::string mechanism;  ///< empty: none is
    std::uint64_t unwatchedBlocks = 0;
    std::uint64_t unwatchedBytes = 0;
    std::uint64_t lostSlices = 0;
    std::uint64_t lostPageRuns = 0;
};

/// Analyses what a program reads and writes, while it runs, on a thread of its own; then writes the side-car.
///
/// Threads  Owner thread: made and stopped by the launcher; the analysis has no other shared state than the mapped rings.
class ValueCollection {
public:
    /// \param spool  is looked at again and again for processes
    ValueCollection(std::filesystem::path spool, Level level, measurement::ClockKind clock);
    ~ValueCollection();
    ValueCollection(const ValueCollection&) = delete;
    ValueCollection& operator=(const ValueCollection&) = delete;

    /// The program has ended: takes what is left in the rings, as it is now.
    void stop();

    /// After stop().
    /// Errors  as the writer says, with the file's name.
    [[nodiscard]] Result<SideCarSummary> write(const SideCarRequest& request);

private:
    void run(const std::stop_token& stop);
    void findProcesses();
    void addProcess(const std::filesystem::path& folder);
    bool drain();
    void finishProcesses();
    bool giveUpWaiting();

    std::filesystem::path m_spool;
    Level m_level;
    measurement::ClockKind m_clock;
    std::uint64_t m_window = 0;
    RecordingLists m_lists;
    ValueAnalysis m_analysis;
    std::vector<std::unique_ptr<ProcessSource>> m_processes;
    std::string m_failure;  ///< why the thread ended before it was stopped; read after stop()
    std::jthread m_thread;  ///< last: it uses the others
};

}  // namespace vellum::collector::values
