#include "collector/writer/rma_pass.h"

#include "collector/sources/mpi/functions.h"

namespace vellum::collector::writer {

using measurement::EventKind;
using measurement::EventRecord;

bool RmaPass::take(
    const EventRecord& record,
    const EventRecord& operand,
    std::uint64_t tick,
    const SpooledMpi& rank)
{
    const EventKind kind = measurement::kindOf(record);
    if (kind == EventKind::RmaTarget) {
        m_target = record;
        return true;
    }
    if (kind == EventKind::RmaCollectiveBegin) {
        m_archive.beginWindowCall(tick);
        return true;
    }
    const auto number = static_cast<std::uint32_t>(measurement::subjectOf(record));
    const auto window = m_world.windows().find(m_world, rank, number);
    if (!window) {
        return false;
    }
    if (kind == EventKind::RmaGroupSync) {
        writeGroupSync(record.frame, tick, *window, rank);
    } else {
        write(record, operand, tick, *window);
    }
    return true;
}

void RmaPass::writeGroupSync(
    std::uint64_t frame, std::uint64_t tick, Otf2Archive::WindowRef window, const SpooledMpi& rank)
{
    const auto number = static_cast<std::uint32_t>(frame >> 32U);
    if (const auto place = m_world.windows().findGroup(rank, number)) {
        m_archive.syncWindowGroup(
            tick, window, m_world.communicatorCount() + *place, static_cast<bool>(frame & 1U));
    }
}

void RmaPass::write(
    const EventRecord& record,
    const EventRecord& operand,
    std::uint64_t tick,
    Otf2Archive::WindowRef window)
{
    const std::uint64_t number = record.frame;
    const auto upper = static_cast<std::uint32_t>(record.frame >> 32U);
    const bool isShared = (record.frame & 1U) != 0;
    const Otf2Archive::WindowOperation operation{
        .window = window,
        .partner = static_cast<std::uint32_t>(operand.frame >> 32U),
        .number = number};
    switch (measurement::kindOf(record)) {
    case EventKind::RmaWindowCreate:
        return m_archive.createWindow(tick, window);
    case EventKind::RmaWindowDestroy:
        return m_archive.destroyWindow(tick, window);
    case EventKind::RmaCollectiveEnd:
        return m_archive.endWindowCall(tick, window, static_cast<mpi::WindowCall>(number));
    case EventKind::RmaPut:
        return m_archive.put(tick, operation, measurement::subjectOf(operand));
    case EventKind::RmaGet:
        return m_archive.get(tick, operation, measurement::subjectOf(operand));
    case EventKind::RmaAtomic:
        return m_archive.atomic(
            tick,
            {.window = window,
             .partner = static_cast<std::uint32_t>(measurement::subjectOf(m_target)),
             .number = number},
            static_cast<mpi::Atomic>(m_target.frame),
            measurement::subjectOf(operand),
            operand.frame);
    case EventKind::RmaComplete:
        return m_archive.completeHere(tick, window, number);
    case EventKind::RmaCompleteRemote:
        return m_archive.completeThere(tick, window, number);
    case EventKind::RmaLockRequest:
        return m_archive.requestWindowLock(tick, window, upper, isShared);
    case EventKind::RmaLock:
        return m_archive.lockWindow(tick, window, upper, isShared);
    case EventKind::RmaUnlock:
        return m_archive.unlockWindow(tick, window, upper);
    default:
        return m_archive.syncWindowMemory(tick, window, static_cast<std::uint32_t>(number));
    }
}

}  // namespace vellum::collector::writer
