#pragma once

#include "collector/measurement/spool_format.h"
#include "collector/writer/mpi_world.h"
#include "collector/writer/otf2_archive.h"

#include <cstdint>

namespace vellum::collector::writer {

[[nodiscard]] constexpr bool isRma(measurement::EventKind kind)
{
    return kind >= measurement::EventKind::RmaWindowCreate
           && kind <= measurement::EventKind::RmaSync;
}

/// Writes what ranks did with RMA windows: operations, their completion, synchronisation.
///
/// Threads  Owner thread.
class RmaPass {
public:
    RmaPass(Otf2Archive& archive, const MpiWorld& world) : m_archive(archive), m_world(world) {}

    /// \param operand  the latest MpiOperand of the location
    /// \return whether it was written; else its window is not known
    bool take(
        const measurement::EventRecord& record,
        const measurement::EventRecord& operand,
        std::uint64_t tick,
        const SpooledMpi& rank);

private:
    void write(
        const measurement::EventRecord& record,
        const measurement::EventRecord& operand,
        std::uint64_t tick,
        Otf2Archive::WindowRef window);
    void writeGroupSync(
        std::uint64_t frame,
        std::uint64_t tick,
        Otf2Archive::WindowRef window,
        const SpooledMpi& rank);

    Otf2Archive& m_archive;
    const MpiWorld& m_world;
    measurement::EventRecord m_target;
};

}  // namespace vellum::collector::writer
