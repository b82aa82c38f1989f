#pragma once

#include "common/trace/definitions.h"
#include "gui/models/filters.h"

#include <QString>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace vellum::gui::models {

/// What the rows of a chart are put together by.
enum class RowsBy : std::uint8_t {
    SystemTree,
    Communicator,
    LocationType,
    Likeness,  ///< of their profiles: clusters
};

/// Locations that stand below one row, and for which that row stands when it is folded.
struct RowGroup {
    std::uint32_t number =
        0;  ///< no other group of the same kind has it: what folding is remembered by
    QString name;
    LocationList locations;              ///< never null, each once, in the order of their rows
    bool startsFolded = false;           ///< it is folded unless its key is among the folded ones
    std::vector<CommRef> communicators;  ///< that it stands for, all of the same members
    LocationRef representative;  ///< of a cluster: what all the others are like; else undefined

    friend bool operator==(const RowGroup&, const RowGroup&) = default;
};

/// How the rows of a chart are put together. Immutable once shared.
///
/// Exact    Each location has a row in every group it is in, and at least one in all, but where only
///          representatives are shown. What is in one of the user's own groups is in no other.
struct RowGrouping {
    RowsBy by = RowsBy::SystemTree;
    std::vector<RowGroup> groups;      ///< of that kind; of the system tree there are none
    std::vector<RowGroup> own;         ///< the user's; they stand first
    bool onlyRepresentatives = false;  ///< a row for each cluster, that of its representative
    std::uint64_t leftOut = 0;         ///< communicators that have no group: there are too many
    bool isOfWindow = false;  ///< likeness in the window that was shown, not in the whole trace
    std::uint32_t mostClusters = 0;  ///< that likeness was asked for

    friend bool operator==(const RowGrouping&, const RowGrouping&) = default;
};

/// At most so many members are put below communicators, all of them counted; further ones are left out.
inline constexpr std::size_t kMostMembersOfGroups = 1'000'000;

/// A group for each communicator of two or more members in the order of their ranks, with all locations of their
/// processes where each has a process to itself. Communicators of the same members share one. At last what is
/// in none.
[[nodiscard]] RowGrouping groupedByCommunicator(
    const Definitions& definitions, std::size_t mostMembers = kMostMembersOfGroups);

/// CPU threads, streams of devices, metrics and what is none of them, where there are any.
[[nodiscard]] RowGrouping groupedByType(const Definitions& definitions);

/// Whether there is more than one row to tell apart by that.
[[nodiscard]] bool canGroupBy(const Definitions& definitions, RowsBy by);

/// \p now with another group of the user's own, of \p locations, which leave his others; those without any
/// location left are gone. \p now may be null.
[[nodiscard]] std::shared_ptr<const RowGrouping> withOwnGroup(
    const RowGrouping* now, const QString& name, std::vector<LocationRef> locations);

/// \p now without those of the user's own groups that have one of \p locations; null where nothing is left to
/// be said.
[[nodiscard]] std::shared_ptr<const RowGrouping> withoutOwnGroups(
    const RowGrouping& now, const std::vector<LocationRef>& locations);

/// \p groups in place of what the rows were put together by; the user's own stay. Null for the system tree
/// without any.
[[nodiscard]] std::shared_ptr<const RowGrouping> groupedAnew(
    const RowGrouping* now, RowGrouping groups);

/// What a location is called beside those of other processes: "rank 0 · Master thread".
[[nodiscard]] QString qualifiedName(const Definitions& definitions, const Location& location);

/// How many locations a process has.
using ProcessSizes = std::unordered_map<LocationGroupRef, std::size_t>;

/// Likewise, but a process's only thread has that one's name alone: "rank 0".
[[nodiscard]] QString shortestName(
    const Definitions& definitions, const Location& location, const ProcessSizes& sizes);

}  // namespace vellum::gui::models
