#pragma once

#include "server/reader/event_source.h"
#include "server/reader/nsys/database.h"
#include "server/reader/nsys/region_book.h"
#include "server/reader/tracks/findings.h"
#include "server/reader/tracks/track.h"

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace vellum::server::reader::nsys {

/// Where a group of tracks stands: (kind, process, device, context), which is also their order.
enum class GroupKind : std::uint8_t { Process, Device, Cpus, Metrics };
struct GroupKey {
    GroupKind kind = GroupKind::Process;
    std::int64_t process = 0;  ///< globalPid
    std::int64_t device = 0;
    std::int64_t context = 0;

    // NOLINTNEXTLINE(modernize-use-nullptr): what clang-tidy 14 says of every such line
    friend auto operator<=>(const GroupKey&, const GroupKey&) = default;
};

/// A track inside its group, likewise in their order.
enum class TrackKind : std::uint8_t { Thread, Stream, Ranges, Sync, Memory, Overhead, Cpu, Metric };
struct TrackKey {
    GroupKey group;
    TrackKind kind = TrackKind::Thread;
    std::int64_t id = 0;

    // NOLINTNEXTLINE(modernize-use-nullptr): what clang-tidy 14 says of every such line
    friend auto operator<=>(const TrackKey&, const TrackKey&) = default;
};

/// Texts that carried values name, each once.
class TextBook {
public:
    [[nodiscard]] StringRef intern(std::string_view text);
    [[nodiscard]] std::vector<StringDefinition> take();

private:
    std::map<std::string, StringRef, std::less<>> m_refs;
    std::vector<StringDefinition> m_texts;
};

/// Attributes that records carry, one for each name and type.
class AttributeBook {
public:
    [[nodiscard]] AttributeRef intern(std::string_view name, ValueType type);
    [[nodiscard]] bool knows(std::string_view name, ValueType type) const;
    [[nodiscard]] std::string_view name(AttributeRef attribute) const
    {
        return m_attributes[attribute.value()].name;
    }
    [[nodiscard]] std::size_t size() const { return m_attributes.size(); }
    [[nodiscard]] std::vector<Attribute> take();

private:
    std::map<ValueType, std::map<std::string, AttributeRef, std::less<>>> m_refs;
    std::vector<Attribute> m_attributes;
};

/// A communicator of MPI as far as this file knows it.
struct CollectedCommunicator {
    std::string key;  ///< the same in the other files of the job
    std::string name;
    std::vector<std::int64_t> members;  ///< globalTid by rank; 0: in no process of this file
};

/// A table and how many rows of it were read.
using TableRows = std::pair<std::string, std::uint64_t>;

/// A name and a value of something that the file describes.
using Fact = std::pair<std::string, std::string>;

/// Everything of an export, sorted into tracks but not yet in time.
struct CollectedExport {
    std::map<TrackKey, tracks::Track> tracks;
    RegionBook regions;
    std::vector<MetricMember> metrics;
    std::vector<CallingContext> contexts;
    std::map<std::int64_t, std::string> processNames;       ///< by globalPid
    std::map<std::int64_t, std::string> threadNames;        ///< by globalTid
    std::set<std::int64_t> scheduled;                       ///< threads that ran on a CPU
    std::map<std::int64_t, std::string> deviceNames;        ///< by CUDA device
    std::map<std::int64_t, std::vector<Fact>> deviceFacts;  ///< likewise
    std::vector<Fact> machineFacts;
    std::set<std::int64_t> ranks;  ///< of MPI, that processes of this file are
    std::vector<CollectedCommunicator> communicators;
    TextBook texts;
    AttributeBook attributes;
    std::vector<TableRows> rows;  ///< of each table that was read
    tracks::Findings findings;
    std::string host;
    std::string schema;               ///< "3.25.0"; empty if the file does not say
    std::string product;              ///< of the writer
    std::int64_t sessionStartNs = 0;  ///< wall clock at time 0 of the file; 0 unknown
    Tick first = 0;
    Tick last = 0;
    bool hasTime = false;
    bool isStopped = false;
};

/// Told how much of all rows has been read, 0 … 1; false ends the reading.
using GoOn = std::function<bool(double share)>;

/// Reads all tables that we know; what is absent was not recorded.
///
/// \param goOn  asked now and then
[[nodiscard]] CollectedExport collect(const Database& database, const GoOn& goOn);

/// What an export holds beside what happened: names of enumerations, notes of the exporter.
[[nodiscard]] bool isAboutTheExport(std::string_view table);

}  // namespace vellum::server::reader::nsys
