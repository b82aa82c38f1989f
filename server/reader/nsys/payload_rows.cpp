#include "server/reader/nsys/payload_rows.h"

#include "common/base/narrow.h"

#include <algorithm>
#include <bit>
#include <set>

namespace vellum::server::reader::nsys {

namespace {

constexpr std::string_view kEvent = "eventId";

/// Whether \p table has the fields of a schema: the prefix, and the numbers of process, domain and schema. Those
/// of a schema's arrays have a name behind them.
bool isOfSchema(std::string_view table)
{
    constexpr std::string_view kPrefix = "DYNAMIC_NVTXPAYLOAD_DATATYPE_";
    constexpr std::string_view kDigits = "0123456789";
    if (!table.starts_with(kPrefix)) {
        return false;
    }
    table.remove_prefix(kPrefix.size());
    for (int numbers = 0; numbers < 3; ++numbers) {
        const std::size_t end = std::min(table.find_first_not_of(kDigits), table.size());
        const bool isLast = numbers == 2;
        if (end == 0 || (end == table.size()) != isLast || (!isLast && table[end] != '_')) {
            return false;
        }
        table.remove_prefix(isLast ? end : end + 1);
    }
    return true;
}

/// What a field was called before its name was made one of a column; nothing of names that several became.
std::map<std::string, std::string, std::less<>> readNames(TableReader& reader)
{
    std::map<std::string, std::string, std::less<>> names;
    std::set<std::string, std::less<>> unclear;
    reader.scan("NVTX_EXPORT_TRANSLATION", {"originalName", "sanitizedName"}, [&](const Row& row) {
        const auto [known, isNew] = names.try_emplace(std::string(row.text(1)), row.text(0));
        if (!isNew && known->second != row.text(0)) {
            unclear.insert(known->first);
        }
    });
    for (const std::string& name : unclear) {
        names.erase(name);
    }
    return names;
}

TypedValue valueAt(TableReader& reader, const Row& row, int column)
{
    const auto number = row.integer(column);
    const auto real = row.real(column);
    // SQLite gives the integer part of any number.
    if (real && !(number && static_cast<double>(*number) == *real)) {
        return {.type = ValueType::Double, .bits = std::bit_cast<std::uint64_t>(*real)};
    }
    if (number) {
        return {.type = ValueType::Int64, .bits = tracks::bits(*number)};
    }
    if (row.hasBytes(column)) {
        return {
            .type = ValueType::String,
            .bits = reader.result().texts.intern(row.text(column)).value()};
    }
    return {};
}

}  // namespace

PayloadRows::PayloadRows(TableReader& reader)
{
    std::vector<std::string> tables;
    for (const Database::Entry& entry : reader.database().entries()) {
        if (entry.isTable && isOfSchema(entry.name)) {
            tables.push_back(entry.name);
        }
    }
    if (tables.empty()) {
        return;
    }
    const Names names = readNames(reader);
    for (const std::string& table : tables) {
        readTable(reader, table, names);
    }
    std::ranges::stable_sort(m_values, {}, &Value::event);
}

void PayloadRows::readTable(TableReader& reader, const std::string& table, const Names& names)
{
    constexpr std::size_t kMostColumns = Row::Columns().size();
    std::vector<std::string> fields = reader.database().columnsOf(table);
    std::erase(fields, kEvent);
    fields.resize(std::min(fields.size(), kMostColumns - 1));
    std::vector<std::string_view> columns{kEvent};
    columns.insert(columns.end(), fields.begin(), fields.end());
    reader.scan(table, TableReader::Columns(columns), [&](const Row& row) {
        const std::int64_t event = row.needed(0);
        for (std::size_t column = 1; column < columns.size(); ++column) {
            const TypedValue value = valueAt(reader, row, narrow<int>(column));
            const auto said = names.find(columns[column]);
            if (value.type != ValueType::None) {
                add(reader,
                    table,
                    event,
                    said == names.end() ? columns[column] : std::string_view(said->second),
                    value);
            }
        }
    });
}

void PayloadRows::add(
    TableReader& reader,
    const std::string& table,
    std::int64_t event,
    std::string_view name,
    TypedValue value)
{
    AttributeBook& attributes = reader.result().attributes;
    if (attributes.size() < kMostNames || attributes.knows(name, value.type)) {
        m_values.push_back({event, {attributes.intern(name, value.type), value}});
        return;
    }
    reader.result().findings.add("nvtx-payload-shortened", query::Severity::Info, [&] {
        std::string sentence = "table ";
        sentence.append(table).append(" has more fields than are taken apart: ").append(name);
        return sentence;
    });
}

std::vector<tracks::Carried> PayloadRows::of(std::int64_t event) const
{
    std::vector<tracks::Carried> carried;
    auto value = std::ranges::lower_bound(m_values, event, {}, &Value::event);
    for (; value != m_values.end() && value->event == event; ++value) {
        carried.push_back(value->carried);
    }
    return carried;
}

}  // namespace vellum::server::reader::nsys
