#pragma once

#include "server/reader/nsys/table_reader.h"
#include "server/reader/tracks/track.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace vellum::server::reader::nsys {

/// Fields of NVTX payloads that an export has taken apart itself, `nsys export --dynamic-tables=all`: a table for each
/// schema, a row for each payload, a column for each field that is no array. An event may have several.
///
/// Exact    A field has the name that the program gave it, where NVTX_EXPORT_TRANSLATION says which one that is.
/// Limits   Columns behind the 63rd of a table are not read, and of names kMostNames are taken.
/// Threads  Immutable once read.
/// Source   SQLite Schema Reference of Nsight Systems 2026.4, schema 3.28.1.
class PayloadRows {
public:
    static constexpr std::size_t kMostNames = 4096;

    explicit PayloadRows(TableReader& reader);

    [[nodiscard]] bool empty() const { return m_values.empty(); }
    /// What the payloads of an event say, in the order of tables, rows and columns.
    [[nodiscard]] std::vector<tracks::Carried> of(std::int64_t event) const;

private:
    struct Value {
        std::int64_t event = 0;
        tracks::Carried carried;
    };

    /// By the name of a column.
    using Names = std::map<std::string, std::string, std::less<>>;

    void readTable(TableReader& reader, const std::string& table, const Names& names);
    void add(
        TableReader& reader,
        const std::string& table,
        std::int64_t event,
        std::string_view name,
        TypedValue value);

    std::vector<Value> m_values;  ///< by event
};

}  // namespace vellum::server::reader::nsys
