#pragma once

#include "common/trace/definitions.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vellum::compare {

// Which process of one run belongs to which of another, and with it which location to which, where the two have other names or
// other numbers of processes.

/// The words of MapBy, in its order.
inline constexpr std::string_view kMapByWords[] = {"likely", "rank", "name", "fold"};

enum class MapBy : std::uint8_t {
    Likely =
        0,  ///< locations of the same whole name, then the first to the first of those that are left
    Rank = 1,  ///< the first process to the first, and so on
    Name = 2,  ///< processes of the same name, and no others
    Fold =
        3,  ///< neighbours of the run with more processes to one of the other: of 8 beside 4 the first two to the first
};

/// What the user says of one process.
struct MapEdit {
    std::string a;
    std::string b;  ///< empty: it belongs to none

    friend bool operator==(const MapEdit&, const MapEdit&) = default;
};

/// A rule, and the processes that do not follow it.
struct ProcessMap {
    MapBy by = MapBy::Likely;
    std::vector<MapEdit> edits;  ///< by names of processes; of one process of A the last counts

    friend bool operator==(const ProcessMap&, const ProcessMap&) = default;
};

/// Reads "rank", or a rule with edits behind it: "fold; rank 3 = rank 1; rank 4 =", each of A to one of B, or to none.
///
/// \return nothing: no such rule, or an edit without a name or without a "="
[[nodiscard]] std::optional<ProcessMap> parseProcessMap(std::string_view text);
/// What `parseProcessMap` reads as the same.
[[nodiscard]] std::string textOf(const ProcessMap& map);

/// The processes of a run with their locations; accelerators' contexts are processes, too, but never belong to one that is none.
struct RunProcesses {
    struct Process {
        std::string name;
        bool isAccelerator = false;
    };
    struct Place {
        std::size_t process = 0;  ///< place in `processes`
        std::string name;         ///< of the location
        std::string whole;        ///< "rank 0 · Master thread"
    };
    std::vector<Process>
        processes;  ///< location groups that have locations, in the order of the definitions
    std::vector<Place> places;  ///< by location
    static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
    std::vector<std::size_t> ofGroup;  ///< by location group: place in `processes`, or kNone
};
[[nodiscard]] RunProcesses processesOf(const Definitions& definitions);

/// At least one of the two is there.
struct MappedPair {
    std::optional<std::size_t> a;
    std::optional<std::size_t> b;

    friend bool operator==(const MappedPair&, const MappedPair&) = default;
};

/// Processes that belong together; where one is folded it stands in several pairs. By A's order, then by B's; what only B has behind
/// them.
///
/// Likely   As by name, then the first to the first of those that are left.
[[nodiscard]] std::vector<MappedPair> mapProcesses(
    const RunProcesses& a, const RunProcesses& b, const ProcessMap& map);

/// Locations that belong together, among \p ofA and \p ofB: places in `places`, ascending. In processes that belong together locations of the same
/// name do, then the first to the first of those that are left.
[[nodiscard]] std::vector<MappedPair> mapLocations(
    const RunProcesses& a,
    std::span<const std::size_t> ofA,
    const RunProcesses& b,
    std::span<const std::size_t> ofB,
    const ProcessMap& map);

}  // namespace vellum::compare
