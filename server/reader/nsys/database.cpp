#include "server/reader/nsys/database.h"

#include "server/reader/wording.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sqlite3.h>
#include <system_error>
#include <utility>

namespace vellum::server::reader::nsys {

namespace {

struct Finalize {
    void operator()(sqlite3_stmt* statement) const { ::sqlite3_finalize(statement); }
};
using Statement = std::unique_ptr<sqlite3_stmt, Finalize>;

Statement prepare(sqlite3* handle, const std::string& sql)
{
    sqlite3_stmt* statement = nullptr;
    ::sqlite3_prepare_v2(handle, sql.c_str(), -1, &statement, nullptr);
    return Statement(statement);
}

/// A name as SQL quotes it.
std::string quotedName(std::string_view name)
{
    std::string text = "\"";
    for (const char c : name) {
        text += c;
        if (c == '"') {
            text += c;
        }
    }
    return text + '"';
}

/// A path as a part of a URI.
std::string escaped(const std::string& path)
{
    constexpr std::string_view kPlain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.~/";
    std::string text;
    for (const char c : path) {
        if (kPlain.find(c) != std::string_view::npos) {
            text += c;
        } else {
            std::array<char, 4> code = {};
            std::snprintf(code.data(), code.size(), "%%%02X", static_cast<unsigned char>(c));
            text += code.data();
        }
    }
    return text;
}

/// Nothing in the file runs, and nothing in it makes us allocate without end.
void restrict(sqlite3* handle)
{
    ::sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    ::sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    ::sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    ::sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
    ::sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, nullptr);
    constexpr int kMostBytes = 64 << 20;  // of one value
    ::sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, kMostBytes);
    ::sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0);
    ::sqlite3_exec(handle, "PRAGMA cell_size_check=ON", nullptr, nullptr, nullptr);
}

/// Whether the file has a write-ahead log: what SQLite would make beside it on opening.
bool isLogged(const std::filesystem::path& path)
{
    constexpr std::size_t kReadVersion = 19;  // the byte of the header that says so
    constexpr char kWriteAhead = 2;
    std::array<char, kReadVersion + 1> header = {};
    std::ifstream file(path, std::ios::binary);
    file.read(header.data(), header.size());
    return file && header.back() == kWriteAhead;
}

/// How long the header says that the file is; 0 where it does not.
std::uint64_t claimedBytes(const std::filesystem::path& path)
{
    constexpr std::size_t kPageSizeAt = 16;  // two bytes, the highest first; 1: 65,536
    constexpr std::size_t kPagesAt = 28;     // four
    std::array<char, kPagesAt + 4> header = {};
    std::ifstream file(path, std::ios::binary);
    if (!file.read(header.data(), header.size())) {
        return 0;
    }
    const auto numberAt = [&](std::size_t place, std::size_t bytes) {
        std::uint64_t number = 0;
        for (std::size_t i = 0; i < bytes; ++i) {
            number = number << 8U | static_cast<unsigned char>(header.at(place + i));
        }
        return number;
    };
    const std::uint64_t page = numberAt(kPageSizeAt, 2);
    return (page == 1 ? 65'536 : page) * numberAt(kPagesAt, 4);
}

/// The number that a text is, if it is nothing else.
template <typename Number>
std::optional<Number> numberIn(std::string_view text)
{
    Number number = 0;
    const char* const end = text.data() + text.size();
    const auto [last, error] = std::from_chars(text.data(), end, number);
    return !text.empty() && error == std::errc() && last == end ? std::optional(number)
                                                                : std::nullopt;
}

Error failure(const std::filesystem::path& path, std::uint64_t bytes, int code, const char* words)
{
    if (code == SQLITE_BUSY || code == SQLITE_LOCKED) {
        return {
            .kind = ErrorKind::ResourceExhausted,
            .message = quoted(path) + " (" + bytesText(bytes)
                       + ") is locked: another program is writing it"};
    }
    if (code == SQLITE_NOTADB) {
        return {
            .kind = ErrorKind::DataLoss,
            .message =
                quoted(path) + " (" + bytesText(bytes) + ") is encrypted or no SQLite database"};
    }
    if (const std::uint64_t claimed = claimedBytes(path);
        code == SQLITE_CORRUPT && claimed > bytes) {
        return {
            .kind = ErrorKind::DataLoss,
            .message = quoted(path) + " (" + bytesText(bytes)
                       + ") is cut off: it says of itself that it has " + bytesText(claimed)};
    }
    return {
        .kind = ErrorKind::DataLoss,
        .message = quoted(path) + " (" + bytesText(bytes) + ") cannot be read as a database ("
                   + words + ")"};
}

}  // namespace

std::optional<std::int64_t> Row::integer(int column) const
{
    const int type = ::sqlite3_column_type(m_statement, column);
    if (type == SQLITE_TEXT) {
        return numberIn<std::int64_t>(text(column));
    }
    if (type != SQLITE_INTEGER && type != SQLITE_FLOAT) {
        return std::nullopt;
    }
    return ::sqlite3_column_int64(m_statement, column);
}

std::optional<double> Row::real(int column) const
{
    const int type = ::sqlite3_column_type(m_statement, column);
    if (type == SQLITE_TEXT) {
        return numberIn<double>(text(column));
    }
    if (type != SQLITE_INTEGER && type != SQLITE_FLOAT) {
        return std::nullopt;
    }
    return ::sqlite3_column_double(m_statement, column);
}

std::optional<std::int64_t> Row::optional(int column) const
{
    const auto number = integer(column);
    if (!number && ::sqlite3_column_type(m_statement, column) != SQLITE_NULL) [[unlikely]] {
        note(column);
    }
    return number;
}

std::optional<double> Row::optionalReal(int column) const
{
    const auto number = real(column);
    if (!number && ::sqlite3_column_type(m_statement, column) != SQLITE_NULL) [[unlikely]] {
        note(column);
    }
    return number;
}

std::int64_t Row::needed(int column) const
{
    const auto number = integer(column);
    if (!number) [[unlikely]] {
        note(column);
    }
    return number.value_or(0);
}

void Row::note(int column) const
{
    const auto index = static_cast<std::size_t>(column);
    if (index < m_there.size() && m_there.test(index)) {
        m_noted.set(index);
    }
}

std::string Row::shown(int column) const
{
    constexpr std::size_t kMostBytes = 80;
    switch (::sqlite3_column_type(m_statement, column)) {
    case SQLITE_NULL:
        return "nothing";
    case SQLITE_BLOB:
        return "a blob of "
               + bytesText(static_cast<std::uint64_t>(::sqlite3_column_bytes(m_statement, column)));
    default:
        return "'" + std::string(text(column).substr(0, kMostBytes)) + "'";
    }
}

bool Row::hasBytes(int column) const
{
    return ::sqlite3_column_type(m_statement, column) != SQLITE_NULL
           && ::sqlite3_column_bytes(m_statement, column) > 0;
}

std::string_view Row::text(int column) const
{
    const unsigned char* text = ::sqlite3_column_text(m_statement, column);
    const int length = ::sqlite3_column_bytes(m_statement, column);
    if (text == nullptr) {
        return {};
    }
    return {reinterpret_cast<const char*>(text), static_cast<std::size_t>(length)};  // NOLINT
}

void Database::Close::operator()(sqlite3* handle) const
{
    ::sqlite3_close_v2(handle);
}

Database::Database(Handle handle, std::uint64_t bytes) : m_handle(std::move(handle)), m_bytes(bytes)
{
}

Result<Database::Handle> Database::openHandle(
    const std::filesystem::path& path, const char* options)
{
    std::error_code error;
    const std::uint64_t bytes = std::filesystem::file_size(path, error);
    const std::string absolute = std::filesystem::absolute(path, error).string();
    sqlite3* raw = nullptr;
    int code = ::sqlite3_open_v2(
        ("file:" + escaped(absolute) + options).c_str(),
        &raw,
        SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE,
        nullptr);
    Handle handle(raw);
    if (code == SQLITE_OK) {
        restrict(raw);
        code = ::sqlite3_exec(raw, "SELECT count(*) FROM sqlite_master", nullptr, nullptr, nullptr);
    }
    if (code != SQLITE_OK) {
        return failure(path, bytes, code & 0xff, raw != nullptr ? ::sqlite3_errmsg(raw) : "");
    }
    return handle;
}

Result<Database::Handle> Database::openLogged(const std::filesystem::path& path)
{
    std::error_code error;
    const auto besides = [&](const char* end) {
        return std::filesystem::path(path.string() + end);
    };
    const std::uint64_t logged = std::filesystem::file_size(besides("-wal"), error);
    if (error || logged == 0) {  // all is in the file itself, and nobody has it open
        return openHandle(path, "?immutable=1");
    }
    if (std::filesystem::exists(besides("-shm"), error)) {
        return openHandle(path, "?mode=ro&readonly_shm=1");
    }
    // SQLite would make the missing file beside the user's: let it do so beside a copy.
    std::string folder = (std::filesystem::temp_directory_path(error) / "vellum-XXXXXX").string();
    if (::mkdtemp(folder.data()) == nullptr) {
        return openHandle(path, "?immutable=1");
    }
    const std::filesystem::path copy = std::filesystem::path(folder) / "export";
    const bool isWhole = std::filesystem::copy_file(path, copy, error)
                         && std::filesystem::copy_file(
                             besides("-wal"), std::filesystem::path(copy.string() + "-wal"), error);
    Result<Handle> handle =
        isWhole ? openHandle(copy, "?mode=ro") : openHandle(path, "?immutable=1");
    std::filesystem::remove_all(folder, error);  // what is open stays readable
    return handle;
}

Result<Database> Database::open(const std::filesystem::path& path)
{
    std::error_code error;
    const std::uint64_t bytes = std::filesystem::file_size(path, error);
    Result<Handle> handle = isLogged(path) ? openLogged(path) : openHandle(path, "?mode=ro");
    if (!handle.isOk() && handle.error().kind != ErrorKind::ResourceExhausted) {
        // A journal that was left behind asks for writing, unless one promises that nobody writes.
        if (Result<Handle> frozen = openHandle(path, "?immutable=1"); frozen.isOk()) {
            handle = std::move(frozen);
        }
    }
    if (!handle.isOk()) {
        return handle.error();
    }
    Database database(std::move(handle).value(), bytes);
    if (const auto wrong = database.readEntries()) {
        return failure(path, bytes, SQLITE_CORRUPT, wrong->c_str());
    }
    return database;
}

std::optional<std::string> Database::readEntries()
{
    const Statement statement = prepare(
        m_handle.get(),
        "SELECT name, type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' FROM sqlite_master "
        "WHERE type IN ('table', 'view') ORDER BY name");
    int code = SQLITE_ERROR;
    while (statement && (code = ::sqlite3_step(statement.get())) == SQLITE_ROW) {
        const Row row(statement.get());
        m_entries.push_back({.name = std::string(row.text(0)), .isTable = row.number(1) != 0});
    }
    return code == SQLITE_DONE ? std::nullopt
                               : std::optional(std::string(::sqlite3_errmsg(m_handle.get())));
}

bool Database::hasTable(std::string_view name) const
{
    return std::ranges::any_of(
        m_entries, [name](const Entry& entry) { return entry.isTable && entry.name == name; });
}

std::vector<std::string> Database::columnsThat(
    std::string_view table, const std::function<bool(std::int64_t hidden)>& fit) const
{
    constexpr int kHidden = 6;
    std::vector<std::string> columns;
    const Statement statement =
        prepare(m_handle.get(), "PRAGMA table_xinfo(" + quotedName(table) + ")");
    while (statement && ::sqlite3_step(statement.get()) == SQLITE_ROW) {
        const Row row(statement.get());
        if (fit(row.number(kHidden))) {
            columns.emplace_back(row.text(1));
        }
    }
    return columns;
}

std::vector<std::string> Database::columnsOf(std::string_view table) const
{
    constexpr std::int64_t kStored = 3;
    return columnsThat(table, [](std::int64_t hidden) { return hidden == 0 || hidden == kStored; });
}

std::vector<std::string> Database::computedColumnsOf(std::string_view table) const
{
    constexpr std::int64_t kComputed = 2;
    return columnsThat(table, [](std::int64_t hidden) { return hidden == kComputed; });
}

std::optional<std::string> Database::scan(
    std::string_view table,
    std::span<const std::string_view> columns,
    const std::function<bool(const Row&)>& take) const
{
    if (!hasTable(table)) {
        return std::nullopt;
    }
    const std::vector<std::string> there = columnsOf(table);
    std::string sql = "SELECT ";
    Row::Columns present;
    std::size_t place = 0;
    for (const std::string_view column : columns) {
        const bool isThere = std::ranges::find(there, column) != there.end();
        if (isThere && place < present.size()) {
            present.set(place);
        }
        ++place;
        sql += (sql.size() > 7 ? ", " : "") + (isThere ? quotedName(column) : "NULL");
    }
    const Statement statement =
        prepare(m_handle.get(), sql + " FROM " + quotedName(table) + " NOT INDEXED");
    if (!statement) {
        return std::string(::sqlite3_errmsg(m_handle.get()));
    }
    Row row(statement.get(), present);
    for (;;) {
        row.forget();
        const int code = ::sqlite3_step(statement.get());
        if (code == SQLITE_DONE) {
            return std::nullopt;
        }
        if (code != SQLITE_ROW) {
            return std::string(::sqlite3_errmsg(m_handle.get()));
        }
        if (!take(row)) {
            return std::nullopt;
        }
    }
}

/// The number that \p sql gives.
std::uint64_t Database::ask(const std::string& sql) const
{
    const Statement statement = prepare(m_handle.get(), sql);
    const bool isThere = statement && ::sqlite3_step(statement.get()) == SQLITE_ROW;
    const std::int64_t number = isThere ? Row(statement.get()).number(0) : 0;
    return static_cast<std::uint64_t>(std::max<std::int64_t>(number, 0));
}

std::uint64_t Database::countRows(std::string_view table) const
{
    return ask("SELECT count(*) FROM " + quotedName(table));
}

std::uint64_t Database::lastRowNumber(std::string_view table) const
{
    return ask("SELECT max(rowid) FROM " + quotedName(table));
}

}  // namespace vellum::server::reader::nsys
