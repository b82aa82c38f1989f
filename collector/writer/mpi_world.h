#pragma once

#include "collector/writer/clock_map.h"
#include "collector/writer/mpi_spool.h"
#include "collector/writer/mpi_windows.h"
#include "collector/writer/otf2_archive.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace vellum::collector::writer {

/// All ranks together: how many there are, which communicators they made, whose clock each keeps time with.
///
/// Layout   A communicator's reference in the archive is its place: MPI_COMM_WORLD, MPI_COMM_SELF, then the others by
///          their identities.
/// Exact    The same whatever the order in which ranks are added.
/// Odd case A rank that a communicator's list does not have is taken for one of MPI_COMM_WORLD.
/// Threads  Owner thread.
class MpiWorld {
public:
    using Ref = Otf2Archive::CommunicatorRef;

    /// \param ticksPerSecond  of its clock
    void add(const SpooledMpi& rank, std::uint64_t ticksPerSecond);
    /// After the last one.
    void finish();

    /// 0 where there is no MPI.
    [[nodiscard]] std::uint32_t size() const { return m_size; }
    [[nodiscard]] bool isRecorded(std::uint32_t rank) const { return m_ranks.contains(rank); }

    /// \param number  the rank's own one. Nothing where it is unknown
    [[nodiscard]] std::optional<Ref> find(const SpooledMpi& rank, std::uint32_t number) const;
    /// \param rank  of the communicator, as \p own, a rank of MPI_COMM_WORLD, knows it
    [[nodiscard]] std::uint32_t worldRank(
        Ref communicator, std::uint32_t rank, std::uint32_t own) const;
    [[nodiscard]] ClockMap clockOf(std::uint32_t rank) const;
    [[nodiscard]] bool hasSeveralClocks() const { return !m_compared.empty(); }
    [[nodiscard]] std::vector<Otf2Archive::Communicator> communicators() const;
    [[nodiscard]] const MpiWindows& windows() const { return m_windows; }
    /// Those that the archive has: none where there is no MPI.
    [[nodiscard]] Ref communicatorCount() const
    {
        return m_size == 0 ? 0 : static_cast<Ref>(communicators().size());
    }

private:
    struct Rank {
        std::uint64_t clock = 0;
        std::uint64_t ticksPerSecond = 0;
    };
    struct Made {
        Ref ref = 0;
        std::string name;
        std::vector<std::uint64_t> members;
        std::vector<std::uint64_t>
            users;  ///< who wrote it down, for where the members are not known
        std::optional<SpooledMpi::Identity> parent;
        std::vector<SpooledMpi::Dimension> grid;
    };

    std::uint32_t m_size = 0;
    MpiWindows m_windows;
    std::map<std::uint32_t, Rank> m_ranks;
    std::map<std::uint64_t, SpooledMpi> m_compared;  ///< by clock: who compared it with rank 0's
    std::map<SpooledMpi::Identity, Made> m_made;
    std::vector<const Made*> m_byRef;              ///< from the first that is not predefined on
    std::map<std::uint32_t, std::string> m_names;  ///< of the predefined ones
};

}  // namespace vellum::collector::writer
