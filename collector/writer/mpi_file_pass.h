#pragma once

#include "collector/measurement/spool_format.h"
#include "collector/writer/io_pass.h"
#include "collector/writer/mpi_world.h"
#include "collector/writer/otf2_archive.h"

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>

namespace vellum::collector::writer {

[[nodiscard]] constexpr bool isMpiFile(measurement::EventKind kind)
{
    return kind >= measurement::EventKind::MpiFileOpen
           && kind <= measurement::EventKind::MpiFileDelete;
}

/// Writes what ranks did with files of MPI, beside what IoPass writes of those of the system.
///
/// Layout   Ranks that opened a file together share its handle.
/// Threads  Owner thread.
class MpiFilePass {
public:
    MpiFilePass(Otf2Archive& archive, IoPass& files, const MpiWorld& world)
        : m_archive(archive)
        , m_files(files)
        , m_world(world)
    {
    }

    /// \param operand  the latest MpiOperand of the location
    /// \return whether it was written; else its file is not known
    bool take(
        const measurement::EventRecord& record,
        const measurement::EventRecord& operand,
        std::uint64_t tick,
        const SpooledMpi& rank);

private:
    using HandleRef = IoDefinitions::HandleRef;
    /// Communicator, owner where it is MPI_COMM_SELF, count.
    using Key = std::tuple<Otf2Archive::CommunicatorRef, std::uint32_t, std::uint32_t>;

    [[nodiscard]] std::optional<HandleRef> handleOf(const SpooledMpi& rank, std::uint32_t number);
    void writeDeletion(const SpooledMpi& rank, std::uint32_t number, std::uint64_t tick);
    void write(
        const measurement::EventRecord& record,
        const measurement::EventRecord& operand,
        std::uint64_t tick,
        HandleRef handle,
        const SpooledMpi& rank);

    Otf2Archive& m_archive;
    IoPass& m_files;
    const MpiWorld& m_world;
    std::map<Key, HandleRef> m_handles;
};

}  // namespace vellum::collector::writer
