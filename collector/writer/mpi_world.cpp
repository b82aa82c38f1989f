#include "collector/writer/mpi_world.h"

#include "collector/sources/mpi/functions.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace vellum::collector::writer {

namespace {

constexpr MpiWorld::Ref kPredefined = 2;

}  // namespace

void MpiWorld::add(const SpooledMpi& rank, std::uint64_t ticksPerSecond)
{
    m_size = std::max(m_size, rank.size);
    m_windows.add(rank);
    m_ranks[rank.rank] = {.clock = rank.clock, .ticksPerSecond = ticksPerSecond};
    if (!rank.firstTries.empty()) {
        m_compared.emplace(rank.clock, rank);
    }
    for (const auto& [number, communicator] : rank.communicators) {
        Made& made = m_made[communicator.identity];
        made.users.push_back(rank.rank);
        if (const auto members = rank.members.find(number); members != rank.members.end()) {
            made.members = members->second;
        }
        if (const auto name = rank.names.find(number); name != rank.names.end()) {
            made.name = name->second;
        }
        if (const auto grid = rank.grids.find(number); grid != rank.grids.end()) {
            made.grid = grid->second;
        }
        const auto parent = rank.communicators.find(communicator.parent);
        if (parent != rank.communicators.end()) {
            made.parent = parent->second.identity;
        }
    }
    for (const std::uint32_t number : {mpi::kWorld, mpi::kSelf}) {
        if (const auto name = rank.names.find(number); name != rank.names.end()) {
            m_names.try_emplace(number, name->second);
        }
    }
}

void MpiWorld::finish()
{
    Ref next = kPredefined;
    for (auto& [identity, made] : m_made) {
        made.ref = next++;
        m_byRef.push_back(&made);
        if (made.members.empty()) {
            std::ranges::sort(made.users);
            made.members = made.users;
        }
    }
    m_windows.finish(*this);
}

std::optional<MpiWorld::Ref> MpiWorld::find(const SpooledMpi& rank, std::uint32_t number) const
{
    if (number < kPredefined) {
        return number;
    }
    const auto communicator = rank.communicators.find(number);
    if (communicator == rank.communicators.end()) {
        return std::nullopt;
    }
    // A rank that still runs may have made it since it was looked at.
    const auto made = m_made.find(communicator->second.identity);
    return made == m_made.end() ? std::nullopt : std::optional(made->second.ref);
}

std::uint32_t MpiWorld::worldRank(Ref communicator, std::uint32_t rank, std::uint32_t own) const
{
    if (communicator == mpi::kSelf) {
        return own;
    }
    if (communicator < kPredefined) {
        return rank;
    }
    const std::vector<std::uint64_t>& members = m_byRef.at(communicator - kPredefined)->members;
    return rank < members.size() ? static_cast<std::uint32_t>(members[rank]) : rank;
}

ClockMap MpiWorld::clockOf(std::uint32_t rank) const
{
    const auto known = m_ranks.find(rank);
    const auto master = m_ranks.find(0);
    if (known == m_ranks.end() || master == m_ranks.end()
        || known->second.clock == master->second.clock) {
        return {};
    }
    const auto compared = m_compared.find(known->second.clock);
    if (compared == m_compared.end()) {
        return {};
    }
    return fitClock(
        compared->second.firstTries,
        compared->second.lastTries,
        known->second.ticksPerSecond,
        master->second.ticksPerSecond);
}

std::vector<Otf2Archive::Communicator> MpiWorld::communicators() const
{
    std::vector<Otf2Archive::Communicator> all;
    const auto nameOf = [this](std::uint32_t number, const char* usual) {
        const auto name = m_names.find(number);
        return name == m_names.end() ? std::string(usual) : name->second;
    };
    Otf2Archive::Communicator world{.name = nameOf(mpi::kWorld, "MPI_COMM_WORLD")};
    world.members.resize(m_size);
    std::iota(world.members.begin(), world.members.end(), 0);
    all.push_back(std::move(world));
    all.push_back({.name = nameOf(mpi::kSelf, "MPI_COMM_SELF"), .isSelf = true});
    for (const auto& [identity, made] : m_made) {
        const auto parent = made.parent ? m_made.find(*made.parent) : m_made.end();
        std::string usual =
            "communicator " + std::to_string(identity.root) + "." + std::to_string(identity.count);
        if (identity.copy != 0) {
            usual.append(".").append(std::to_string(identity.copy));
        }
        all.push_back(
            {.name = made.name.empty() ? usual : made.name,
             .members = made.members,
             .parent = parent == m_made.end() ? Ref{mpi::kWorld} : parent->second.ref,
             .grid = made.grid});
    }
    return all;
}

}  // namespace vellum::collector::writer
