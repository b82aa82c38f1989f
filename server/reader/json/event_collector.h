#pragma once

#include "server/reader/json/async_slices.h"
#include "server/reader/json/carried_words.h"
#include "server/reader/json/json_event.h"
#include "server/reader/json/key_counts.h"
#include "server/reader/json/region_table.h"
#include "server/reader/tracks/findings.h"
#include "server/reader/tracks/track.h"

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace vellum::server::reader::json {

/// What metadata events say of a pid.
struct Process {
    std::string pid;
    std::string name;
    std::string labels;          ///< but for "CPU"
    bool isHost = false;         ///< the file labels it "CPU"
    bool isDevice = false;       ///< the file labels it "GPU …", or its name says so
    bool isNamedDevice = false;  ///< only its name says that it is a device
    std::int64_t sortIndex = 0;
    bool hasSortIndex = false;
};

/// The values of one counter.
struct Series {
    std::string name;
    std::string unit;
};

/// Events of each phase, by its character; 0: of none.
using PhaseCounts = std::array<std::uint64_t, 256>;

/// Everything of a file, sorted into tracks but not yet in time.
struct CollectedTrace {
    std::deque<Process> processes;
    std::deque<tracks::Track> tracks;
    RegionTable regions;
    std::vector<Series> metrics;                 ///< by their numbers
    CarriedWords words;                          ///< what slices carry
    std::map<std::string, std::string> headers;  ///< the outermost object's members, as texts
    tracks::Findings findings;
    PhaseCounts phases = {};
    Tick first = 0;  ///< of all events with a time; 0 if there is none
    Tick last = 0;   ///< end of the last slice or event
    bool hasTime = false;
    bool hasNamedDevices = false;  ///< what is a device's is known by names
};

/// Takes the events of one file and sorts them into tracks.
///
/// Threads  One.
class EventCollector final : public EventSink {
public:
    /// \param withoutArguments  those that are no members of their records are counted and not kept
    explicit EventCollector(bool withoutArguments = false) : m_withoutArguments(withoutArguments) {}

    void take(const JsonEvent& event) override;
    void takeHeader(std::string_view key, Raw value) override;

    /// Hands everything over; the collector is done with then.
    [[nodiscard]] CollectedTrace finish();

private:
    /// An allocation of a profiler that did not yet say how much there is in all.
    struct MemoryChange {
        Tick at = 0;
        std::size_t track = 0;
        std::uint32_t metric = 0;
        std::int64_t bytes = 0;
    };
    struct CachedTrack {
        std::string pid;
        std::string tid;
        std::size_t track = 0;
        bool isUsed = false;
    };

    void takeTimed(char phase, const JsonEvent& event);
    void countLeftOut(char phase, const JsonEvent& event);
    void reportNoArguments(const JsonEvent& event);
    void reportUnusable(
        const JsonEvent& event,
        const ArgumentNumbers& numbers,
        Tick at,
        const tracks::Track* track);
    void takeSlice(const JsonEvent& event, Tick begin);
    void takeEdge(const JsonEvent& event, Tick at, bool isBegin);
    void takeInstant(const JsonEvent& event, Tick at);
    void takeMemory(const JsonEvent& event, Tick at);
    void addSample(std::size_t track, Tick at, std::uint32_t metric, double value);
    void sumMemory();
    void leaveOut(char phase, const JsonEvent& event);
    void takeFlow(char phase, const JsonEvent& event, Tick at);
    void takeBoundFlow(const JsonEvent& event, tracks::Track& track, Tick at);
    [[nodiscard]] tracks::ExtraRecord flowRecord(
        tracks::Track& track, EventKind kind, Raw id, Raw category);
    void takeCounter(const JsonEvent& event, Tick at);
    void takeAsync(char phase, const JsonEvent& event, Tick at);
    void takeMetadata(const JsonEvent& event);
    std::int64_t takeSortIndex(const JsonEvent& event);
    void takeName(std::string& name, const char* what, const JsonEvent& event);
    void takeSeries(const JsonEvent& event, std::size_t track, const std::string& name, Tick at);
    void reportLeftOut();
    void pairAll();
    void note(Tick begin, Tick end);
    [[nodiscard]] tracks::ExtraRecord withArguments(
        tracks::Track& track,
        tracks::ExtraRecord record,
        const JsonEvent& event,
        ArgumentSet members);
    void carryCategory(EventClass kind, const JsonEvent& event);
    [[nodiscard]] std::uint32_t metricOf(std::string name, const char* unit);
    [[nodiscard]] Tick durationOf(const JsonEvent& event, Tick begin, const tracks::Track& track);
    /// The track of an event, where there is one already: what is left out makes none.
    [[nodiscard]] const tracks::Track* knownTrack(const JsonEvent& event) const;
    [[nodiscard]] static tracks::ExtraRecord extraOf(
        tracks::Track& track, EventClass kind, const JsonEvent& event, ArgumentNumbers& numbers);

    [[nodiscard]] std::size_t processAt(Raw pid);
    [[nodiscard]] std::size_t trackAt(Raw pid, Raw tid);
    /// A track that no tid stands for: a counter's or an async category's.
    /// Beside a stream: an annotation that spans the gaps between its kernels must not fill them.
    std::size_t annotationTrackAt(Raw pid, Raw tid);
    [[nodiscard]] std::size_t namedTrackAt(Raw pid, std::string_view prefix, std::string name);

    CollectedTrace m_trace;
    std::unordered_map<std::string, std::size_t> m_processes;
    std::map<std::pair<std::size_t, std::string>, std::size_t> m_tracks;
    std::map<std::size_t, std::size_t> m_annotations;  ///< of a track: that of its annotations
    std::array<CachedTrack, 64> m_cache;
    std::unordered_map<std::string, std::uint32_t> m_metrics;
    AsyncSlices m_async;
    std::vector<MemoryChange> m_memory;
    std::vector<tracks::Carried> m_carried;  ///< by the record that is being made
    bool m_withoutArguments = false;
    KeyCounts m_argumentsUnwanted;
    KeyCounts m_argumentsLeftOut;
    KeyCounts m_membersLeftOut;
    KeyCounts m_metadataLeftOut;
};

}  // namespace vellum::server::reader::json
