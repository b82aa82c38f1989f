#pragma once

#include "common/base/result.h"
#include "common/mapped_file/mapping.h"
#include "server/store/trace_store.h"

#include <cstdint>
#include <filesystem>
#include <memory>

namespace vellum::server::index {

inline constexpr const char* kTablesName = "tables";

/// What a manifest knows of the file with messages, launches and collectives.
struct TablesPlace {
    std::uint64_t messages = 0;  ///< in entries
    std::uint64_t launches = 0;
    std::uint64_t collectives = 0;
    std::uint64_t bytes = 0;     ///< of the whole file
    std::uint64_t checksum = 0;  ///< of what follows its header

    friend bool operator==(const TablesPlace&, const TablesPlace&) = default;
};

/// Writes them, to a file that must not be there. All is on the disk when it returns.
///
/// Errors   unavailable: the sentence says which file and why.
[[nodiscard]] Result<TablesPlace> writeTables(
    const std::filesystem::path& path, std::uint64_t build, const store::TraceStore& trace);

/// The file, mapped.
///
/// Threads  Immutable.
class TableFile {
public:
    /// Only the header is read.
    ///
    /// Errors   As of mapped_file::Mapping::open. dataLoss: it is of another index, or not as long as \p place says.
    [[nodiscard]] static Result<TableFile> open(
        const std::filesystem::path& path, std::uint64_t build, const TablesPlace& place);

    /// Makes the tables of \p trace those in the file, which lives as long as they do.
    void layOver(store::TraceStore& trace) const;
    /// Reads all of it.
    [[nodiscard]] bool isAsWritten() const;
    /// As of mapped_file::Mapping::isLost.
    [[nodiscard]] bool isLost() const { return m_mapping->isLost(); }

private:
    TableFile(std::shared_ptr<const mapped_file::Mapping> mapping, const TablesPlace& place);

    std::shared_ptr<const mapped_file::Mapping> m_mapping;
    TablesPlace m_place;
};

}  // namespace vellum::server::index
