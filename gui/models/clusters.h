#pragma once

#include "common/query/answers.h"
#include "common/trace/definitions.h"
#include "gui/models/row_groups.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace vellum::gui::models {

/// How one location spent its time: the share of each region in all the time it was in any.
struct LocationShares {
    LocationRef location;
    std::vector<std::pair<std::uint32_t, double>>
        shares;  ///< by key ascending, each > 0; they add up to 1
};

/// From a profile by location; those without time are left out. In the order of the profile.
[[nodiscard]] std::vector<LocationShares> sharesOf(const query::Profile& profile);

/// The share of time that two locations spend differently: half the sum of all differences, 0 to 1.
[[nodiscard]] double distanceOf(const LocationShares& one, const LocationShares& other);

struct ClusterOptions {
    double alike = 0.1;     ///< locations whose distance is at most this may share a cluster
    std::size_t most = 64;  ///< clusters, 1 to kMostLeaders; the closest ones become one
};

inline constexpr std::uint32_t kMostLeaders = 64;

struct Cluster {
    std::size_t representative = 0;    ///< the place of the member that is closest to their mean
    std::vector<std::size_t> members;  ///< places, ascending

    friend bool operator==(const Cluster&, const Cluster&) = default;
};

/// Puts locations into clusters by likeness. Equal input gives equal clusters.
///
/// Rule     In the order given, a location whose distance to all leaders is more than `alike` becomes a
///          leader itself; where they are more than kMostLeaders, all begins anew with twice the distance.
///          Each location belongs to its nearest leader, the first of several. While clusters are more
///          than `most`, the two whose means are closest become one (the first two of several), their mean
///          weighted by their members. The largest cluster comes first, of equal ones that with the first
///          member.
/// Cost     O(n · kMostLeaders · regions of a location), at most eight times; never n².
[[nodiscard]] std::vector<Cluster> clustered(
    const std::vector<LocationShares>& locations, const ClusterOptions& options = {});

/// A group for each cluster: "Cluster 1 (512 of 1,024 like rank 0)"; at last those that are in no region.
///
/// \param all  the locations that were looked at
[[nodiscard]] RowGrouping groupedByLikeness(
    const Definitions& definitions,
    const std::vector<LocationRef>& all,
    const query::Profile& profile,
    const ClusterOptions& options);

}  // namespace vellum::gui::models
