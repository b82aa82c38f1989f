#pragma once

#include "server/reader/nsys/payload_links.h"
#include "server/reader/nsys/table_reader.h"
#include "server/reader/tracks/track.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace vellum::server::reader::nsys {

/// Fields of NVTX payloads that an export has taken apart itself, `nsys export --dynamic-tables=all`: a table for each
/// schema, a row for each payload, a column for each field that is no array, and a table for each array, a row for each
/// element. An event may have several.
///
/// Exact    A field has the name that the program gave it, where NVTX_EXPORT_TRANSLATION says which one that is; that of a
///          schema within another is "outer.inner"; of an event's second payload of a schema "payload 2.field".
/// Limits   Columns behind the 63rd of a table are not read, of names kMostNames are taken, of arrays
///          payload_limit::kMostElements.
/// Threads  One.
/// Source   SQLite Schema Reference of Nsight Systems 2026.4, schema 3.28.1.
class PayloadRows {
public:
    static constexpr std::size_t kMostNames = 4096;

    explicit PayloadRows(TableReader& reader);

    [[nodiscard]] bool empty() const { return m_values.empty() && m_links.empty(); }
    /// What the payloads of an event say, in the order of tables, rows and columns.
    [[nodiscard]] std::vector<tracks::Carried> of(std::int64_t event);
    /// Once all events were asked for: payloads of none, and schemas that an event has without a field of them.
    void reportLeft(TableReader& reader) const;

private:
    struct Value {
        std::int64_t event = 0;
        tracks::Carried carried;
        bool isTaken = false;
    };
    /// By the name of a column.
    using Names = std::map<std::string, std::string, std::less<>>;
    /// The elements of an event's array, in words.
    struct Elements {
        std::size_t count = 0;
        std::string text;
    };

    void readNames(TableReader& reader);
    [[nodiscard]] std::string_view nameOf(std::string_view column) const;
    void readTable(TableReader& reader, const PayloadTable& table);
    void readArray(TableReader& reader, const PayloadTable& table);
    void add(
        TableReader& reader,
        const PayloadTable& table,
        std::int64_t event,
        const std::string& name,
        TypedValue value);

    Names m_names;
    PayloadLinks m_links;
    std::vector<Value> m_values;  ///< by event
};

}  // namespace vellum::server::reader::nsys
