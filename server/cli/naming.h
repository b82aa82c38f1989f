#pragma once

#include "common/query/answers.h"
#include "common/query/names.h"
#include "common/trace/definitions.h"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace vellum::server::cli {

using vellum::query::communicatorName;
using vellum::query::groupName;
using vellum::query::keyName;
using vellum::query::locationName;
using vellum::query::regionName;

/// The name of a row or column of a matrix.
[[nodiscard]] std::string labelName(
    const Definitions& definitions, std::uint64_t label, vellum::query::MatrixBy by);

/// What an I/O handle is called, with its file's name and its paradigm's; empty where the trace has none.
struct IoNames {
    std::string handle;
    std::string file;
    std::string paradigm;
};
[[nodiscard]] IoNames ioNames(const Definitions& definitions, IoHandleRef ref);

/// The definition; of an unknown metric one with a name in words.
[[nodiscard]] MetricMember metricOf(const Definitions& definitions, MetricMemberRef ref);

/// What people call each location: the shortest end of its path that no other location has, "rank 0/Master
/// thread" where there are many master threads. Where even whole paths are alike, with the reference.
///
/// Cost     All are made when the first is asked for: most answers name none of a million locations.
/// Threads  One.
class LocationLabels {
public:
    explicit LocationLabels(const Definitions& definitions) : m_definitions(definitions) {}

    [[nodiscard]] std::string of(LocationRef ref) const;

private:
    using Labels = std::unordered_map<std::uint64_t, std::string>;
    [[nodiscard]] Labels make() const;

    const Definitions& m_definitions;
    mutable std::optional<Labels> m_labels;
};

/// "location-group" …, as on the command line.
[[nodiscard]] const char* word(vellum::query::GroupBy by);
[[nodiscard]] const char* word(vellum::query::MatrixBy by);
[[nodiscard]] const char* word(vellum::query::Severity severity);

/// Ticks as a double of seconds; \p count of them share \p sum. 0 where there are none.
[[nodiscard]] double meanSeconds(Tick sum, std::uint64_t count, const ClockProperties& clock);

/// Whether more than half of a column of so many locations is left where so much of it is missing.
[[nodiscard]] bool hasMoreThanHalf(Tick missing, TickRange column, std::uint64_t locations);

/// The column's winner's part of it, which is that of so many locations; 0 where it has none or is empty.
[[nodiscard]] double shareOf(
    const vellum::query::TimelineRun& run, TickRange column, std::uint64_t locations = 1);

}  // namespace vellum::server::cli
