#pragma once

#include "collector/writer/spool.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

namespace vellum::collector::writer {

/// Which threads were the team of which parallel region of OpenMP, in one process. Found before any event is written, since a
/// team's members say so each in a file of its own.
///
/// Layout   A team is the numbers of its locations, by the threads' numbers in the team. Parallel regions with the same
///          threads in the same order have the same team.
/// Odd case A thread whose records were lost is missing in its team. Numbers of parallel regions above their count are
///          unknown: only a damaged spool has them.
/// Size     16 bytes for each parallel region. Two readings of all records.
/// Threads  Owner thread.
class OpenMpTeams {
public:
    OpenMpTeams() = default;
    explicit OpenMpTeams(std::span<const SpooledLocation> locations);

    /// \param region  its number. \return the team's place in teams(); nothing where nobody was in it
    [[nodiscard]] std::optional<std::size_t> teamOf(std::uint64_t region) const;

    /// When all were through; 0 where that is not known.
    [[nodiscard]] std::uint64_t endOf(std::uint64_t region) const;

    /// The team of a thread outside of all parallel regions.
    [[nodiscard]] std::size_t alone(std::uint32_t location);

    [[nodiscard]] const std::vector<std::vector<std::uint32_t>>& teams() const { return m_teams; }

private:
    /// Teams are the nodes of a tree: a child has one thread more. The root is nobody.
    using Node = std::uint32_t;
    struct Member {
        Node others = 0;
        std::uint32_t thread = 0;
        std::uint32_t location = 0;
    };
    struct Region {
        std::uint64_t end = 0;
        Node node = 0;
    };

    [[nodiscard]] const Region* find(std::uint64_t region) const;
    void readRegions(std::span<const SpooledLocation> locations);
    void readMembers(std::span<const SpooledLocation> locations);
    [[nodiscard]] Node with(Node others, std::uint32_t thread, std::uint32_t location);
    std::size_t teamOfNode(Node node);

    std::vector<Region> m_regions;  ///< by number, from 1 on
    std::vector<Member> m_members;  ///< by node; the first is the root
    std::map<std::tuple<Node, std::uint32_t, std::uint32_t>, Node> m_nodes;
    std::map<Node, std::size_t> m_teamOfNode;
    std::vector<std::vector<std::uint32_t>> m_teams;
};

}  // namespace vellum::collector::writer
