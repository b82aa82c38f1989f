#include "collector/writer/mpi_file_pass.h"

#include "collector/sources/mpi/functions.h"

namespace vellum::collector::writer {

using measurement::EventKind;
using measurement::EventRecord;

namespace {

/// Ranks number their operations each for itself, but share handles.
std::uint64_t numberOf(const SpooledMpi& rank, std::uint64_t operation)
{
    constexpr unsigned kOperationBits = 40;
    return std::uint64_t{rank.rank} << kOperationBits
           | (operation & ((std::uint64_t{1} << kOperationBits) - 1));
}

Otf2Archive::IoMode modeOf(mpi::FileAccess::Mode mode)
{
    switch (mode) {
    case mpi::FileAccess::Mode::Write:
        return Otf2Archive::IoMode::Write;
    case mpi::FileAccess::Mode::Flush:
        return Otf2Archive::IoMode::Flush;
    default:
        return Otf2Archive::IoMode::Read;
    }
}

}  // namespace

bool MpiFilePass::take(
    const EventRecord& record,
    const EventRecord& operand,
    std::uint64_t tick,
    const SpooledMpi& rank)
{
    const auto number = static_cast<std::uint32_t>(measurement::subjectOf(record));
    if (measurement::kindOf(record) == EventKind::MpiFileDelete) {
        writeDeletion(rank, number, tick);
        return true;
    }
    const std::optional<HandleRef> handle = handleOf(rank, number);
    if (handle) {
        write(record, operand, tick, *handle, rank);
    }
    return handle.has_value();
}

std::optional<MpiFilePass::HandleRef> MpiFilePass::handleOf(
    const SpooledMpi& rank, std::uint32_t number)
{
    const auto file = rank.files.find(number);
    const auto communicator =
        file == rank.files.end() ? std::nullopt : m_world.find(rank, file->second.communicator);
    if (!communicator) {
        return std::nullopt;
    }
    const std::uint32_t owner = *communicator == mpi::kSelf ? rank.rank : 0;
    const auto [known, isNew] =
        m_handles.try_emplace(Key(*communicator, owner, file->second.count));
    if (isNew) {
        known->second = m_files.addMpiHandle(
            {.flags = file->second.flags, .parent = {}, .communicator = communicator},
            file->second.name);
    }
    return known->second;
}

void MpiFilePass::writeDeletion(const SpooledMpi& rank, std::uint32_t number, std::uint64_t tick)
{
    if (const auto name = rank.deleted.find(number); name != rank.deleted.end()) {
        m_archive.deleteFile(tick, IoDefinitions::Paradigm::Mpi, m_files.addMpiFile(name->second));
    }
}

void MpiFilePass::write(
    const EventRecord& record,
    const EventRecord& operand,
    std::uint64_t tick,
    HandleRef handle,
    const SpooledMpi& rank)
{
    const std::uint64_t number = numberOf(rank, record.frame);
    const std::uint64_t first = measurement::subjectOf(operand);
    const mpi::FileAccess access = mpi::fileAccessOf(operand.frame);
    switch (measurement::kindOf(record)) {
    case EventKind::MpiFileOpen:
        return m_archive.createHandle(
            tick,
            handle,
            rank.files.at(static_cast<std::uint32_t>(measurement::subjectOf(record))).flags);
    case EventKind::MpiFileClose:
        return m_archive.destroyHandle(tick, handle);
    case EventKind::MpiFileBegin:
        return m_archive.beginIo(
            tick,
            handle,
            modeOf(access.mode),
            first,
            number,
            {.isCollective = access.isCollective, .isNonBlocking = access.isNonBlocking});
    case EventKind::MpiFileIssued:
        return m_archive.issueIo(tick, handle, number);
    case EventKind::MpiFileEnd:
        return m_archive.completeIo(tick, handle, first, number);
    default:
        return m_archive.seek(
            tick,
            handle,
            static_cast<std::int64_t>(record.frame),
            static_cast<int>(first),
            operand.frame);
    }
}

}  // namespace vellum::collector::writer
