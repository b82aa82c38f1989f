#pragma once

#include "common/base/result.h"

#include <bitset>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace vellum::server::reader::nsys {

/// The present row of a scan, by the places of the columns that were asked for.
///
/// Threads  One.
class Row {
public:
    using Columns = std::bitset<64>;  ///< the first of those that were asked for

    explicit Row(sqlite3_stmt* statement, const Columns& there = {})
        : m_statement(statement)
        , m_there(there)
    {
    }

    /// Nothing where the value is NULL, its column is not in the table, or it is no integer, not
    /// even one written as text.
    [[nodiscard]] std::optional<std::int64_t> integer(int column) const;
    [[nodiscard]] std::optional<double> real(int column) const;

    // The same, noting what is neither NULL nor a number.
    [[nodiscard]] std::optional<std::int64_t> optional(int column) const;
    [[nodiscard]] std::optional<double> optionalReal(int column) const;
    /// With 0 for nothing.
    [[nodiscard]] std::int64_t number(int column) const { return optional(column).value_or(0); }
    /// With 0 for nothing, which is noted too where the table has the column.
    [[nodiscard]] std::int64_t needed(int column) const;

    /// Remembers that a value cannot be used.
    void note(int column) const;
    /// The columns that were noted since the row became the present one.
    [[nodiscard]] const Columns& noted() const { return m_noted; }
    void forget() { m_noted.reset(); }
    /// A value in a sentence: "'abc'", "a blob of 3 bytes", "nothing".
    [[nodiscard]] std::string shown(int column) const;

    /// Whether there is a text or blob of any length.
    [[nodiscard]] bool hasBytes(int column) const;
    /// Empty for NULL; valid until the next row.
    [[nodiscard]] std::string_view text(int column) const;

private:
    sqlite3_stmt* m_statement;
    Columns m_there;
    mutable Columns m_noted;  ///< who reads a value says by that what it has to be
};

/// An SQLite file that nobody trusts: opened for reading only, without triggers, views or
/// extensions, and without leaving anything beside it.
///
/// Threads  One.
class Database {
public:
    /// Errors   notFound, dataLoss: cannot be opened or is no database; resourceExhausted: another
    ///          program holds it locked. The sentence names the file.
    [[nodiscard]] static Result<Database> open(const std::filesystem::path& path);

    /// Whether there is a table (no view) of that name.
    [[nodiscard]] bool hasTable(std::string_view name) const;

    /// Names of all tables and, marked so, of views.
    struct Entry {
        std::string name;
        bool isTable = true;
    };
    [[nodiscard]] const std::vector<Entry>& entries() const { return m_entries; }

    /// Hands over \p columns of every row of \p table in the order of the file; a column that the
    /// table lacks is NULL in every row. No rows where there is no such table.
    ///
    /// \param take  false ends the scan
    /// \return what is wrong with the file, in SQLite's words, or nothing
    std::optional<std::string> scan(
        std::string_view table,
        std::span<const std::string_view> columns,
        const std::function<bool(const Row&)>& take) const;

    /// In the order of the table; without those that are computed when they are read.
    [[nodiscard]] std::vector<std::string> columnsOf(std::string_view table) const;
    /// Those (GENERATED ALWAYS … VIRTUAL), which are not read: whatever an expression of the file would do.
    [[nodiscard]] std::vector<std::string> computedColumnsOf(std::string_view table) const;

    /// How many rows a table has; 0 where that cannot be told. Reads all of its leaves.
    [[nodiscard]] std::uint64_t countRows(std::string_view table) const;
    /// The same as far as rows are numbered and none was removed; takes no time.
    [[nodiscard]] std::uint64_t lastRowNumber(std::string_view table) const;

    /// Bytes of the file's pages.
    [[nodiscard]] std::uint64_t bytes() const { return m_bytes; }

private:
    struct Close {
        void operator()(sqlite3* handle) const;
    };
    using Handle = std::unique_ptr<sqlite3, Close>;

    Database(Handle handle, std::uint64_t bytes);
    [[nodiscard]] static Result<Handle> openHandle(
        const std::filesystem::path& path, const char* options);
    /// One with a write-ahead log, so that no file is made beside it.
    [[nodiscard]] static Result<Handle> openLogged(const std::filesystem::path& path);
    /// By what SQLite says of how a column hides: 0 not, 1 of a virtual table, 2 computed, 3 computed and stored.
    [[nodiscard]] std::vector<std::string> columnsThat(
        std::string_view table, const std::function<bool(std::int64_t hidden)>& fit) const;
    [[nodiscard]] std::uint64_t ask(const std::string& sql) const;
    [[nodiscard]] std::optional<std::string> readEntries();

    Handle m_handle;
    std::uint64_t m_bytes;
    std::vector<Entry> m_entries;
};

}  // namespace vellum::server::reader::nsys
