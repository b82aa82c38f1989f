#pragma once

#include "collector/measurement/spool_format.h"
#include "collector/writer/archive_contents.h"
#include "collector/writer/io_pass.h"
#include "collector/writer/mpi_file_pass.h"
#include "collector/writer/mpi_world.h"
#include "collector/writer/otf2_archive.h"
#include "collector/writer/rma_pass.h"

#include <cstdint>
#include <map>
#include <optional>

namespace vellum::collector::writer {

[[nodiscard]] constexpr bool isMpiData(measurement::EventKind kind)
{
    return kind >= measurement::EventKind::MpiOperand && kind <= measurement::EventKind::MpiRequest;
}

/// Writes what ranks did with MPI beside the visits of its functions: messages, collective operations, communicators.
///
/// Odd case A rank's location is that which called MPI_Init: to it messages go, whichever thread receives them.
/// Threads  Owner thread.
class MpiPass {
public:
    MpiPass(Otf2Archive& archive, ArchiveContents& contents, IoPass& files, const MpiWorld& world)
        : m_archive(archive)
        , m_contents(contents)
        , m_world(world)
        , m_rma(archive, world)
        , m_files(archive, files, world)
    {
    }

    /// \param rank  null: the process is none
    void beginProcess(const SpooledMpi* rank);

    /// Notes where MPI was begun; writes data. \param tick  not before that of the event before
    void take(
        const measurement::EventRecord& record,
        std::uint64_t tick,
        Otf2Archive::LocationRef location);

    /// Ranks that nobody recorded get a location without events: ranks of communicators are counted with them.
    void addMissingRanks();
    void writeDefinitions();

    /// Sends, receives and operations that were left out, since their communicators are not followed or not known.
    [[nodiscard]] std::uint64_t leftOut() const { return m_leftOut; }

private:
    void writeMessage(
        const measurement::EventRecord& record,
        std::uint64_t tick,
        Otf2Archive::CommunicatorRef communicator);

    Otf2Archive& m_archive;
    ArchiveContents& m_contents;
    const MpiWorld& m_world;
    RmaPass m_rma;
    MpiFilePass m_files;
    const SpooledMpi* m_rank = nullptr;
    measurement::EventRecord m_operand;
    std::uint64_t m_request = 0;
    std::map<std::uint32_t, Otf2Archive::LocationRef> m_locations;  ///< by rank
    std::uint64_t m_leftOut = 0;
};

}  // namespace vellum::collector::writer
