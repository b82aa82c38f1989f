#pragma once

#include "common/trace/definitions.h"

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace vellum::server::match {

/// Which location a rank of a communicator means.
///
/// Exact    Rules: docs/semantics.md, "Messages". Works out each communicator once, when it is
///          first asked for.
/// Threads  One; the arguments must outlive it.
class Communicators {
public:
    /// \param leftOut  locations that the definitions lack because nobody wants to see them
    Communicators(const Definitions& definitions, const std::unordered_set<LocationRef>& leftOut)
        : m_definitions(definitions)
        , m_leftOut(leftOut)
    {
    }

    /// Whether that location is one that was left out.
    [[nodiscard]] bool isLeftOut(CommRef comm, std::uint32_t rank, LocationIndex me);

    /// The location that \p rank means in a record of \p me; undefined where it means none.
    [[nodiscard]] LocationIndex locationOf(CommRef comm, std::uint32_t rank, LocationIndex me);

    /// Whether each location has one of its own.
    [[nodiscard]] bool isSelf(CommRef comm);
    /// How many members it has, those of both sides and those that were left out; 0 if it is not defined.
    [[nodiscard]] std::uint64_t memberCount(CommRef comm);
    [[nodiscard]] bool isMember(CommRef comm, LocationIndex me);

private:
    struct Side {
        bool isSelf = false;                                       ///< rank 0 is whoever asks
        std::optional<std::unordered_set<LocationIndex>> members;  ///< once somebody has asked
        std::vector<LocationIndex> ranks;
        std::unordered_set<std::uint32_t> leftOut;  ///< ranks whose location was left out
    };
    struct Sides {
        Side* group = nullptr;
        Side* remote = nullptr;                     ///< inter-communicators only
        std::unordered_set<LocationIndex> members;  ///< of `group`, where `remote` is
    };

    const Sides& sidesOf(CommRef comm);
    const Side* sideSeenBy(LocationIndex me, CommRef comm);
    Side* sideOf(GroupRef ref);
    [[nodiscard]] static bool isIn(Side* side, LocationIndex me);
    [[nodiscard]] Side makeSide(const Group& group) const;
    [[nodiscard]] const Group* worldOf(Paradigm paradigm) const;

    const Definitions& m_definitions;
    const std::unordered_set<LocationRef>& m_leftOut;
    std::unordered_map<CommRef, Sides> m_sides;
    std::unordered_map<GroupRef, Side> m_groups;
};

}  // namespace vellum::server::match
