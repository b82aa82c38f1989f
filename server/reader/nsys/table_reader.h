#pragma once

#include "server/reader/nsys/database.h"
#include "server/reader/nsys/export_collector.h"

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace vellum::server::reader::nsys {

/// What the readers of all tables need: rows, strings, tracks, and an eye on times.
///
/// Threads  One.
class TableReader {
public:
    using Take = std::function<void(const Row&)>;
    using Columns = std::span<const std::string_view>;

    /// \param goOn  asked now and then with how much of the rows has been read, 0 … 1; false ends the reading
    TableReader(const Database& database, const GoOn& goOn);

    /// Hands over the rows of a table, or none where there is no such table.
    void scan(std::string_view table, Columns columns, const Take& take);
    void scan(
        std::string_view table, std::initializer_list<std::string_view> columns, const Take& take)
    {
        scan(table, Columns(columns.begin(), columns.end()), take);
    }

    /// The text of StringIds; empty if there is none.
    [[nodiscard]] std::string_view string(std::optional<std::int64_t> id) const;
    /// What a column names: the text of StringIds, or its own where it holds one. Reports a number that
    /// StringIds has not.
    [[nodiscard]] std::string_view name(const Row& row, int column);
    void addString(std::int64_t id, std::string_view text) { m_strings.emplace(id, text); }

    /// The track of a host thread.
    tracks::Track& thread(std::int64_t globalTid);
    /// The track of device work whose columns globalPid, deviceId, contextId, streamId begin at
    /// \p firstColumn.
    tracks::Track& device(const Row& row, TrackKind kind, int firstColumn);
    /// The track of what waits for the device of such columns. A context is one device's alone: that on
    /// which the context has streams, whatever the row says of the device.
    ///
    /// Precondition: kernels, copies and sets have been read.
    tracks::Track& synchronisation(const Row& row, int firstColumn);

    /// Whether a slice without an end is a finding, or something that the caller knows to mean.
    enum class End : std::uint8_t { Needed, MayBeMissing };
    /// A slice of a table whose first two columns are start and end; false if it has no time.
    bool addSpan(
        std::string_view table,
        const Row& row,
        tracks::Track& track,
        std::uint32_t region,
        tracks::ExtraRecord extra = 0,
        End needed = End::Needed);

    /// Stretches the trace's time to hold these.
    void note(Tick begin, Tick end);
    /// Whether a row can be shown at that time; reports it if not.
    [[nodiscard]] bool checkTime(
        std::string_view table,
        std::optional<std::int64_t> time,
        const tracks::Track* track = nullptr);

    [[nodiscard]] const Database& database() const { return m_database; }

    /// The columns that were asked for, by table.
    using Asked = std::map<std::string, std::set<std::string, std::less<>>, std::less<>>;
    [[nodiscard]] const Asked& asked() const { return m_asked; }

    /// What has been gathered so far.
    [[nodiscard]] CollectedExport& result() { return m_result; }

private:
    void checkView(std::string_view table);
    void reportNoted(std::string_view table, Columns columns, const Row& row);
    [[nodiscard]] GroupKey withStreams(const GroupKey& said) const;
    [[nodiscard]] std::optional<Tick> endOf(
        std::string_view table,
        Tick begin,
        std::optional<std::int64_t> end,
        const tracks::Track& track);
    /// "row 12 of TABLE", the one that is being read.
    [[nodiscard]] std::string placeIn(std::string_view table) const;
    [[nodiscard]] double share(std::string_view table) const;

    CollectedExport m_result;
    const Database& m_database;
    const GoOn& m_goOn;
    std::map<std::string, std::uint64_t, std::less<>>
        m_expected;  ///< rows, by table; of all that may be read
    std::uint64_t m_allExpected = 0;
    std::uint64_t m_passed = 0;  ///< of these, in tables that have been read
    Asked m_asked;
    std::string m_table;      ///< that is being read
    std::uint64_t m_row = 0;  ///< of the table that is being read, from 1
    std::unordered_map<std::int64_t, std::string> m_strings;
    std::map<GroupKey, GroupKey> m_waitedFor;    ///< of a group as rows say it: where it stands
    std::set<std::string, std::less<>> m_views;  ///< that were looked for
};

/// The process part of a globalTid.
[[nodiscard]] std::int64_t processOf(std::int64_t globalTid);
inline constexpr unsigned kTidBits = 24;  ///< of a globalTid; globalPid is the rest
/// The numbers that the system gave a process and a thread, of a globalTid; the process's of a globalPid, too.
[[nodiscard]] constexpr std::int64_t tidOf(std::int64_t globalTid)
{
    return globalTid & ((std::int64_t(1) << kTidBits) - 1);
}
[[nodiscard]] constexpr std::int64_t pidOf(std::int64_t global)
{
    return tidOf(global >> kTidBits);
}

/// The numbers in these columns as attributes of these names. One that is 0 or not there is none.
struct IdColumn {
    int column = 0;
    std::string_view attribute;
};
[[nodiscard]] std::vector<tracks::Carried> carriedIds(
    TableReader& reader, const Row& row, std::initializer_list<IdColumn> columns);
inline constexpr std::string_view kGraphAttribute = "cuda_graph";
inline constexpr std::string_view kGraphNodeAttribute = "cuda_graph_node";

// Each reads the tables of its subject; what is absent was not recorded.
void readIdentity(TableReader& reader);  ///< first: names that others use
void readDevices(TableReader& reader);
void readGraphs(TableReader& reader);  ///< of readDevices
void readCalls(TableReader& reader);
void readMpi(TableReader& reader);
void readRanges(TableReader& reader);
void readSampling(TableReader& reader);
void readCounters(TableReader& reader);

}  // namespace vellum::server::reader::nsys
