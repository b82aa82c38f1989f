#pragma once

#include "common/time/tick.h"

#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vellum::server::reader::nsys {

class TableReader;

/// Which rank a process is, and which communicator it means by a handle.
///
/// Exact    MPI_COMMUNICATORS says so, of a handle that was given to several in turn the last made
///          before. A handle that is not in it is MPI_COMM_WORLD if it is MPICH's number of that or
///          the only such handle of its process; else it is not known.
/// Threads  One.
class MpiRanks {
public:
    explicit MpiRanks(TableReader& reader) : m_reader(reader) {}

    /// Reads the ranks and communicators into the reader's result.
    ///
    /// \param tables  with the columns globalTid and commHandle
    void read(std::initializer_list<std::string_view> tables);

    [[nodiscard]] bool hasRank(std::int64_t process) const { return m_ranks.contains(process); }

    /// The number of the communicator among those of the result.
    [[nodiscard]] std::optional<std::uint32_t> communicator(
        std::int64_t process, std::int64_t handle, Tick at);

private:
    struct Made {
        Tick at = 0;
        std::uint32_t communicator = 0;
    };
    struct Rank {
        std::int64_t rank = 0;
        std::int64_t globalTid = 0;
        std::map<std::int64_t, std::vector<Made>> handles;  ///< in the order of time
        std::set<std::int64_t> unknown;                     ///< handles without a description
    };

    void readRanks();
    void readCommunicators();
    [[nodiscard]] std::uint32_t numberOf(const std::string& key, const std::string& name);
    void addMember(std::uint32_t communicator, std::int64_t place, std::int64_t globalTid);
    [[nodiscard]] std::uint32_t world();

    TableReader& m_reader;
    std::map<std::int64_t, Rank> m_ranks;  ///< by process
    std::map<std::string, std::uint32_t> m_numbers;
};

}  // namespace vellum::server::reader::nsys
