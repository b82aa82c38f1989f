#pragma once

#include "collector/measurement/left_out.h"
#include "collector/measurement/spool_format.h"
#include "collector/writer/mpi_spool.h"
#include "collector/writer/python_spool.h"
#include "collector/writer/record_reader.h"
#include "collector/writer/region_stack.h"
#include "collector/writer/sample_file.h"
#include "common/base/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace vellum::collector::writer {

/// The addresses of a process's functions, by number.
using FunctionTable = std::shared_ptr<const std::vector<std::uint64_t>>;

/// The events of one thread, mapped from its spool file.
///
/// Threads  Owner thread. The thread recorded may still be running: what it stores after the opening
///          may or may not be seen.
class SpooledLocation {
public:
    SpooledLocation(const std::filesystem::path& file, FunctionTable functions);
    ~SpooledLocation();
    SpooledLocation(SpooledLocation&& other) noexcept;
    SpooledLocation& operator=(SpooledLocation&&) = delete;
    SpooledLocation(const SpooledLocation&) = delete;
    SpooledLocation& operator=(const SpooledLocation&) = delete;

    /// Copied at the opening.
    [[nodiscard]] const measurement::LocationHeader& header() const { return m_header; }
    /// Neither events nor samples.
    [[nodiscard]] bool isEmpty() const;
    /// Visits that this thread left out, by the entries of the file `leftout`; none if nothing could be left out.
    [[nodiscard]] std::span<const measurement::LeftOutCount> leftOutCounts() const;
    /// From the first record on; valid as long as the location.
    [[nodiscard]] RecordReader read() const;
    /// All at once.
    [[nodiscard]] std::vector<measurement::EventRecord> readAll() const;
    /// Of the first record or sample, 0 if there is none.
    [[nodiscard]] std::uint64_t firstTick() const;
    /// Of the last record or sample, 0 if there is none. Takes a reading.
    [[nodiscard]] std::uint64_t lastTick() const;

    /// Nothing at or behind \p tick is there any more.
    void endAt(std::uint64_t tick);

    /// Null: there is no such file.
    void addSamples(std::shared_ptr<const SampleFile> samples)
    {
        if (samples != nullptr) {
            m_samples.push_back(std::move(samples));
        }
    }
    /// Those that were taken while it ran, and those while it waited, as far as there are any.
    [[nodiscard]] const std::vector<std::shared_ptr<const SampleFile>>& samples() const
    {
        return m_samples;
    }

private:
    void* m_memory = nullptr;
    std::size_t m_bytes = 0;
    measurement::LocationHeader m_header;
    FunctionTable m_functions;
    std::span<const std::uint64_t> m_words;
    std::uint64_t m_until = UINT64_MAX;
    std::vector<std::shared_ptr<const SampleFile>> m_samples;
};

/// A file loaded into a recorded process.
struct SpooledModule {
    std::uint64_t tick = 0;  ///< when it was seen first
    std::uint64_t base = 0;
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::string path;
};

/// Adds what the file `modules` of a process says so far.
void readModules(const std::filesystem::path& file, std::vector<SpooledModule>& modules);

/// The file at an address: the one seen last before the event, else the first seen after it, since a library may be
/// met before it is written down. Null where there is none.
[[nodiscard]] const SpooledModule* moduleAt(
    const std::vector<SpooledModule>& modules, std::uint64_t address, std::uint64_t tick);

/// Whether one place held several files at different times.
[[nodiscard]] bool anyOverlap(const std::vector<SpooledModule>& modules);

/// A region that the program defined itself.
struct SpooledRegion {
    std::string name;
    std::string file;
    std::uint32_t line = 0;
};

/// A function that was no longer recorded from some moment on.
struct SpooledLeftOut {
    std::uint64_t address = 0;
    std::uint64_t tick = 0;
    std::uint64_t recorded = 0;  ///< visits until then, about
    std::uint64_t ticks = 0;     ///< in these
    std::uint64_t visits = 0;    ///< left out, of all threads
};

/// What a range or mark of NVTX is called.
struct SpooledRange {
    std::uint32_t domain = 0;    ///< 0 the default one
    std::uint32_t category = 0;  ///< 0 none
    std::uint32_t color = 0;     ///< 0xFFRRGGBB; 0 none
    std::string text;
};

/// One program image that ran in a process.
struct SpooledProcess {
    measurement::ProcessHeader header;
    std::string directory;               ///< its name below the spool
    std::vector<SpooledModule> modules;  ///< those of the parent first, if it was forked
    std::map<std::uint32_t, SpooledRegion> regions;
    std::map<std::uint32_t, SpooledPythonFunction> pythonFunctions;
    std::map<std::uint32_t, SpooledRange> ranges;
    std::map<std::uint32_t, std::string> rangeDomains;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::string> rangeCategories;  ///< by domain
    std::map<std::uint32_t, std::string>
        threadNames;                         ///< given through NVTX, by number of the thread
    std::vector<SpooledLocation> locations;  ///< by index
    std::vector<SpooledLeftOut> leftOut;     ///< in the order of the decisions
    std::optional<SpooledMpi> mpi;           ///< of a rank
    bool hasCounters = false;                ///< its file `counters` has a sample

    /// Nothing at or behind \p tick is there any more.
    void endAt(std::uint64_t tick);

    /// When the recording of all stopped, in this clock; UINT64_MAX if it did not.
    std::uint64_t until = UINT64_MAX;

    /// The regions that the parent's thread had open when it forked this process.
    std::vector<RegionStack::Entry> openAtFork;
};

/// Adds what the file `regions` of a process says so far, by handle.
void readRegions(
    const std::filesystem::path& file, std::map<std::uint32_t, SpooledRegion>& regions);

/// Reads a spool folder; processes are ordered by start.
///
/// Errors   A damaged or half-written file is left out: it can only be one whose process was killed while
///          it made the file, before the first event. NotFound if the folder is not there.
[[nodiscard]] Result<std::vector<SpooledProcess>> readSpool(const std::filesystem::path& folder);

}  // namespace vellum::collector::writer
