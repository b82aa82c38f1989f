#pragma once

#include "collector/writer/mpi_spool.h"
#include "collector/writer/otf2_archive.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace vellum::collector::writer {

class MpiWorld;

/// The RMA windows of all ranks together, and the groups of ranks that synchronise them.
///
/// Layout   A window's reference in the archive is its place, by communicator, then in the order in which they were made. Those
///          of MPI_COMM_SELF are each rank's own. Groups follow on those of the communicators.
/// Exact    The same whatever the order in which ranks are added.
/// Threads  Owner thread.
class MpiWindows {
public:
    using Ref = Otf2Archive::WindowRef;

    void add(const SpooledMpi& rank);
    /// After the last one. \param world  which knows all communicators
    void finish(const MpiWorld& world);

    /// \param number  the rank's own one. Nothing where it is unknown
    [[nodiscard]] std::optional<Ref> find(
        const MpiWorld& world, const SpooledMpi& rank, std::uint32_t number) const;
    /// Its place in groups(); nothing where it is unknown.
    [[nodiscard]] std::optional<std::uint32_t> findGroup(
        const SpooledMpi& rank, std::uint32_t number) const;

    [[nodiscard]] const std::vector<Otf2Archive::Window>& windows() const { return m_windows; }
    /// Ranks of MPI_COMM_WORLD.
    [[nodiscard]] const std::vector<std::vector<std::uint64_t>>& groups() const { return m_groups; }

private:
    /// Communicator, owner where it is MPI_COMM_SELF, count.
    using Key = std::tuple<Otf2Archive::CommunicatorRef, std::uint32_t, std::uint32_t>;

    [[nodiscard]] static std::optional<Key> keyOf(
        const MpiWorld& world, const SpooledMpi& rank, const SpooledMpi::Window& window);

    std::vector<SpooledMpi> m_ranks;  ///< those with windows, until finish()
    std::map<Key, Ref> m_refs;
    std::map<std::vector<std::uint64_t>, std::uint32_t> m_places;
    std::vector<Otf2Archive::Window> m_windows;
    std::vector<std::vector<std::uint64_t>> m_groups;
};

}  // namespace vellum::collector::writer
