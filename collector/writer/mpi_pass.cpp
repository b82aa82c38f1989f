#include "collector/writer/mpi_pass.h"

#include "collector/sources/mpi/functions.h"

#include <array>
#include <string>

namespace vellum::collector::writer {

using measurement::EventKind;
using measurement::EventRecord;

namespace {

/// OTF2's numbers of mpi::Collective.
constexpr std::array<std::uint8_t, 17> kOperations = {
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 16, 14, 15};

bool beginsMpi(const EventRecord& record)
{
    const auto function = static_cast<mpi::Function>(measurement::subjectOf(record));
    return measurement::kindOf(record) == EventKind::MpiEnter
           && (function == mpi::Function::Init || function == mpi::Function::Init_thread);
}

Otf2Archive::Collective collectiveOf(
    const EventRecord& record,
    const EventRecord& operand,
    Otf2Archive::CommunicatorRef communicator)
{
    const std::uint64_t operation = record.frame >> 32U;
    return {
        .operation = operation < kOperations.size() ? kOperations.at(operation) : std::uint8_t{0},
        .communicator = communicator,
        .root = static_cast<std::uint32_t>(record.frame),
        .sentBytes = measurement::subjectOf(operand),
        .receivedBytes = operand.frame};
}

}  // namespace

void MpiPass::beginProcess(const SpooledMpi* rank)
{
    m_rank = rank;
    m_leftOut += rank == nullptr ? 0 : rank->leftOut;
}

void MpiPass::take(const EventRecord& record, std::uint64_t tick, Otf2Archive::LocationRef location)
{
    if (m_rank == nullptr) {
        return;
    }
    const EventKind kind = measurement::kindOf(record);
    if (beginsMpi(record)) {
        m_locations[m_rank->rank] = location;
    } else if (kind == EventKind::MpiOperand) {
        m_operand = record;
    } else if (kind == EventKind::MpiRequest) {
        m_request = measurement::subjectOf(record);
    } else if (isRma(kind)) {
        m_leftOut += m_rma.take(record, m_operand, tick, *m_rank) ? 0U : 1U;
    } else if (isMpiFile(kind)) {
        m_leftOut += m_files.take(record, m_operand, tick, *m_rank) ? 0U : 1U;
    } else if (isMpiData(kind)) {
        const auto number = static_cast<std::uint32_t>(measurement::subjectOf(record));
        if (const auto communicator = m_world.find(*m_rank, number)) {
            writeMessage(record, tick, *communicator);
        } else {
            ++m_leftOut;
        }
    }
}

void MpiPass::writeMessage(
    const EventRecord& record, std::uint64_t tick, Otf2Archive::CommunicatorRef communicator)
{
    const Otf2Archive::Message message{
        .communicator = communicator,
        .partner = static_cast<std::uint32_t>(m_operand.frame >> 32U),
        .tag = static_cast<std::uint32_t>(m_operand.frame),
        .bytes = measurement::subjectOf(m_operand)};
    switch (measurement::kindOf(record)) {
    case EventKind::MpiSend:
        return m_archive.send(tick, message);
    case EventKind::MpiReceive:
        return m_archive.receive(tick, message);
    case EventKind::MpiIsend:
        return m_archive.beginSend(tick, message, record.frame);
    case EventKind::MpiIsendComplete:
        return m_archive.endSend(tick, record.frame);
    case EventKind::MpiIreceiveRequest:
        return m_archive.beginReceive(tick, record.frame);
    case EventKind::MpiIreceive:
        return m_archive.endReceive(tick, message, record.frame);
    case EventKind::MpiRequestCancelled:
        return m_archive.cancel(tick, record.frame);
    case EventKind::MpiCollectiveBegin:
        return m_archive.beginCollective(tick);
    case EventKind::MpiCollectiveRequest:
        return m_archive.beginCollective(tick, record.frame);
    case EventKind::MpiCollectiveComplete:
        return m_archive.endCollective(
            tick, collectiveOf(record, m_operand, communicator), m_request);
    default:
        return m_archive.endCollective(tick, collectiveOf(record, m_operand, communicator));
    }
}

void MpiPass::addMissingRanks()
{
    for (std::uint32_t rank = 0; rank < m_world.size(); ++rank) {
        if (m_locations.contains(rank)) {
            continue;
        }
        const auto location = static_cast<Otf2Archive::LocationRef>(m_contents.locations.size());
        m_archive.beginLocation(location);
        m_contents.groups.push_back(
            {.name = "MPI Rank " + std::to_string(rank) + " (not recorded)"});
        m_contents.locations.push_back(
            {.name = "main",
             .events = m_archive.endLocation(),
             .group = static_cast<Otf2Archive::GroupRef>(m_contents.groups.size() - 1)});
        m_locations[rank] = location;
    }
}

void MpiPass::writeDefinitions()
{
    if (m_world.size() == 0) {
        return;
    }
    std::vector<Otf2Archive::LocationRef> ranks;
    for (const auto& [rank, location] : m_locations) {
        ranks.push_back(location);
    }
    m_archive.defineCommunicators(ranks, m_world.communicators());
    m_archive.defineWindows(m_world.windows().windows(), m_world.windows().groups());
}

}  // namespace vellum::collector::writer
