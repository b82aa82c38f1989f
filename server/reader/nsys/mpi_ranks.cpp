#include "server/reader/nsys/mpi_ranks.h"

#include "common/base/narrow.h"
#include "server/reader/nsys/table_reader.h"

#include <algorithm>

namespace vellum::server::reader::nsys {

namespace {

/// More ranks than any machine has: who says so writes nonsense.
constexpr std::int64_t kMostRanks = std::int64_t(1) << 24U;

constexpr std::int64_t kWorldOfMpich = 0x4400'0000;

}  // namespace

void MpiRanks::read(std::initializer_list<std::string_view> tables)
{
    readRanks();
    readCommunicators();
    for (const std::string_view table : tables) {
        m_reader.scan(table, {"globalTid", "commHandle"}, [&](const Row& row) {
            // What is no number is said when the table is read for its calls.
            const auto rank = m_ranks.find(processOf(row.integer(0).value_or(0)));
            const std::int64_t handle = row.integer(1).value_or(0);
            constexpr std::size_t kEnough = 2;  // to know that none of them is the only one
            if (rank != m_ranks.end() && !rank->second.handles.contains(handle)
                && rank->second.unknown.size() < kEnough) {
                rank->second.unknown.insert(handle);
            }
        });
    }
}

void MpiRanks::readRanks()
{
    constexpr std::string_view kTable = "MPI_RANKS";
    m_reader.scan(kTable, {"globalTid", "rank"}, [&](const Row& row) {
        const std::int64_t rank = row.integer(1).value_or(-1);
        if (rank >= 0 && rank < kMostRanks) {
            const auto [found, isNew] =
                m_ranks.try_emplace(processOf(row.needed(0)), Rank{.rank = rank});
            if (isNew) {
                found->second.globalTid = row.number(0);
                m_reader.result().ranks.insert(rank);
            }
        } else {
            row.note(1);
        }
    });
}

void MpiRanks::readCommunicators()
{
    m_reader.scan(
        "MPI_COMMUNICATORS",
        {"rank", "timestamp", "commHandle", "localRank", "size", "groupRoot", "groupRootUid"},
        [&](const Row& row) {
            const auto own = std::ranges::find_if(m_ranks, [&](const auto& entry) {
                return entry.second.rank == row.integer(0).value_or(-1);
            });
            const std::int64_t place = row.integer(3).value_or(-1);
            const std::int64_t size = row.needed(4);
            if (!row.integer(0)) {
                row.note(0);
            } else if (place < 0 || place >= size) {
                row.note(3);
            } else if (size > kMostRanks) {
                row.note(4);
            }
            if (own == m_ranks.end() || place < 0 || place >= size || size > kMostRanks) {
                return;
            }
            // Handles are each process's own; the root's number of it is everybody's.
            const std::string key = std::to_string(row.number(5)) + "."
                                    + std::to_string(row.number(6)) + "." + std::to_string(size);
            const std::uint32_t number =
                numberOf(key, "communicator of " + std::to_string(size) + ", " + key);
            addMember(number, size - 1, 0);
            addMember(number, place, own->second.globalTid);
            own->second.handles[row.number(2)].push_back(
                {.at = row.number(1), .communicator = number});
        });
    for (auto& [process, rank] : m_ranks) {
        for (auto& [handle, made] : rank.handles) {
            std::ranges::stable_sort(made, {}, &Made::at);
        }
    }
}

std::uint32_t MpiRanks::numberOf(const std::string& key, const std::string& name)
{
    std::vector<CollectedCommunicator>& all = m_reader.result().communicators;
    const auto [found, isNew] = m_numbers.try_emplace(key, narrow<std::uint32_t>(all.size()));
    if (isNew) {
        all.push_back({.key = key, .name = name, .members = {}});
    }
    return found->second;
}

/// \param globalTid  0 where the member is not in this file
void MpiRanks::addMember(std::uint32_t communicator, std::int64_t place, std::int64_t globalTid)
{
    std::vector<std::int64_t>& members = m_reader.result().communicators[communicator].members;
    const auto at = static_cast<std::size_t>(place);
    members.resize(std::max(members.size(), at + 1), 0);
    members[at] = globalTid == 0 ? members[at] : globalTid;
}

std::uint32_t MpiRanks::world()
{
    const bool isNew = !m_numbers.contains("world");
    const std::uint32_t number = numberOf("world", "MPI_COMM_WORLD");
    if (isNew) {
        for (const auto& [process, rank] : m_ranks) {
            addMember(number, rank.rank, rank.globalTid);
        }
    }
    return number;
}

std::optional<std::uint32_t> MpiRanks::communicator(
    std::int64_t process, std::int64_t handle, Tick at)
{
    const Rank& rank = m_ranks.at(process);
    const auto known = rank.handles.find(handle);
    if (known != rank.handles.end()) {
        const std::vector<Made>& made = known->second;
        const auto after = std::ranges::upper_bound(made, at, {}, &Made::at);
        return after == made.begin() ? made.front().communicator : std::prev(after)->communicator;
    }
    const bool isOnly = rank.unknown.size() == 1;
    return isOnly || handle == kWorldOfMpich ? std::optional(world()) : std::nullopt;
}

}  // namespace vellum::server::reader::nsys
