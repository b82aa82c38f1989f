#pragma once

#include "common/base/result.h"
#include "common/trace/definitions.h"
#include "server/reader/event_batch.h"
#include "server/store/import_report.h"
#include "server/store/location_builder.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace vellum::server::reader {

/// Where the events of one location are.
struct LocationFile {
    bool exists = false;
    std::uint64_t bytes = 0;
    std::string name;  ///< for sentences
};

/// One of the files that are a trace together.
struct TracePart {
    std::size_t firstLocation = 0;
    std::string path;
};

/// For formats that are read whole before a location is known.
struct OpenOptions {
    /// Called now and then by the opening thread with bytes of the file.
    std::function<void(std::uint64_t done, std::uint64_t total)> onProgress;
    std::stop_token cancel;  ///< asked for: what was read is opened, and `isPrefix` set
    /// Asked for: opening may end in `Cancelled` at once, with nothing kept; who asks asks for `cancel` too.
    std::stop_token giveUp{};
    bool withoutArguments = false;  ///< those that are no members of their records are not kept
};

/// What an opened trace says before any of its events has been read.
struct TraceHead {
    std::string format;
    Definitions definitions;
    std::vector<Marker> markers;      ///< by tick
    store::ImportReport report;       ///< what was wrong with the definitions
    std::vector<LocationFile> files;  ///< parallel to the locations
    std::vector<TracePart> parts;  ///< in the order of their locations; none: it is one file alone
    /// Parallel to the communicators, or empty: one text for all files of a job that know some of a
    /// communicator's members; empty for those of a file alone.
    std::vector<std::string> sharedCommunicators;
    bool isPrefix = false;        ///< opening was cancelled; the locations hold what was read
    std::uint64_t bytesRead = 0;  ///< of the file, by the opening
    /// Of a partial source: locations whose events are not asked for.
    std::unordered_set<LocationRef> leftOut;
    /// Of those, some that are there all the same: work that is asked for may have been launched by calls of
    /// theirs, and these calls are all that is wanted of them.
    std::unordered_set<LocationRef> launchers;
};

/// How the reading of one location ended.
struct ReadOutcome {
    enum class End { Complete, Stopped, Failed };
    End end = End::Complete;
    std::string error;                  ///< the library's words where it failed
    std::uint64_t derived = 0;          ///< records that are in no file: samples of derived metrics
    std::uint64_t ticksOutOfRange = 0;  ///< records that were moved, beyond 2^61 ticks
    bool localDefinitionsAreMissing = false;
    std::string localDefinitionsError;  ///< empty if they could be read
};

/// Takes batches of one location in file order; false stops the reading.
using BatchSink = std::function<bool(const EventBatch&)>;

/// Told how many records have been added since it was told last; false stops the reading.
///
/// \param isFull  the builder takes no more: what comes after is left out
using GoOn = std::function<bool(std::uint64_t records, bool isFull)>;

/// Reads the events of some locations of a trace.
///
/// Threads  One; several readers of one source may work at the same time.
class EventReader {
public:
    EventReader() = default;
    EventReader(const EventReader&) = delete;
    EventReader& operator=(const EventReader&) = delete;
    virtual ~EventReader() = default;

    /// Hands over all records of \p location, which must be one of the reader's own.
    virtual ReadOutcome read(LocationIndex location, const BatchSink& sink) = 0;

    /// Adds them to \p builder instead, where \p goOn is asked now and then. Some readers can do that without
    /// batches.
    virtual ReadOutcome readInto(
        LocationIndex location, store::LocationBuilder& builder, const GoOn& goOn);
};

/// A reader that holds nothing: each location is read by one call of a function.
class FunctionReader final : public EventReader {
public:
    using Read = std::function<ReadOutcome(LocationIndex, const BatchSink&)>;

    explicit FunctionReader(Read read) : m_read(std::move(read)) {}
    ReadOutcome read(LocationIndex location, const BatchSink& sink) override
    {
        return m_read(location, sink);
    }

private:
    Read m_read;
};

/// A trace with its definitions read.
///
/// Threads  Immutable but for `takeDefinitions`: const methods from any thread.
class EventSource {
public:
    EventSource() = default;
    EventSource(const EventSource&) = delete;
    EventSource& operator=(const EventSource&) = delete;
    virtual ~EventSource() = default;

    [[nodiscard]] virtual const TraceHead& head() const = 0;

    /// A reader for \p own, whose event files exist. A source must outlive its readers.
    [[nodiscard]] virtual Result<std::unique_ptr<EventReader>> makeReader(
        std::span<const LocationIndex> own) const = 0;

    /// Hands the definitions over where they need not be copied: the last that is asked for, for afterwards
    /// nothing can be read, and the head may have none.
    [[nodiscard]] virtual Definitions takeDefinitions() { return head().definitions; }
};

}  // namespace vellum::server::reader
