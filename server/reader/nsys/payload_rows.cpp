#include "server/reader/nsys/payload_rows.h"

#include "common/base/narrow.h"
#include "common/trace/values.h"
#include "server/reader/nsys/payload_decoder.h"
#include "server/reader/wording.h"

#include <algorithm>
#include <bit>
#include <set>
#include <utility>

namespace vellum::server::reader::nsys {

namespace {

using query::Severity;

constexpr std::string_view kEvent = "eventId";

/// Of a table the columns to read, the event's first.
std::vector<std::string> columnsOf(const TableReader& reader, const std::string& table)
{
    constexpr std::size_t kMostColumns = Row::Columns().size();
    std::vector<std::string> columns = reader.database().columnsOf(table);
    std::erase(columns, kEvent);
    columns.insert(columns.begin(), std::string(kEvent));
    columns.resize(std::min(columns.size(), kMostColumns));
    return columns;
}

/// Of type None where there is nothing. A text is interned.
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

/// An element of an array, in words.
std::string elementAt(const Row& row, int column)
{
    const auto number = row.integer(column);
    const auto real = row.real(column);
    if (real && !(number && static_cast<double>(*number) == *real)) {
        return textOf({.type = ValueType::Double, .bits = std::bit_cast<std::uint64_t>(*real)});
    }
    return number ? std::to_string(*number)
                  : std::string(row.text(column).substr(0, payload_limit::kMostText / 4));
}

}  // namespace

PayloadRows::PayloadRows(TableReader& reader)
{
    std::vector<PayloadTable> tables;
    for (const Database::Entry& entry : reader.database().entries()) {
        if (auto table = payloadTable(entry.name); table && entry.isTable) {
            tables.push_back(std::move(*table));
        }
    }
    m_links.read(reader);
    readNames(reader);
    for (const PayloadTable& table : tables) {
        if (table.array.empty()) {
            readTable(reader, table);
        } else {
            readArray(reader, table);
        }
    }
    std::ranges::stable_sort(m_values, {}, &Value::event);
}

/// What a field was called before its name was made one of a column; nothing of names that several became.
void PayloadRows::readNames(TableReader& reader)
{
    std::set<std::string, std::less<>> unclear;
    reader.scan("NVTX_EXPORT_TRANSLATION", {"originalName", "sanitizedName"}, [&](const Row& row) {
        const auto [known, isNew] = m_names.try_emplace(std::string(row.text(1)), row.text(0));
        if (!isNew && known->second != row.text(0)) {
            unclear.insert(known->first);
        }
    });
    for (const std::string& name : unclear) {
        m_names.erase(name);
    }
}

std::string_view PayloadRows::nameOf(std::string_view column) const
{
    const auto said = m_names.find(column);
    return said == m_names.end() ? column : std::string_view(said->second);
}

void PayloadRows::readTable(TableReader& reader, const PayloadTable& table)
{
    const std::vector<std::string> fields = columnsOf(reader, table.name);
    const std::vector<std::string_view> columns(fields.begin(), fields.end());
    reader.scan(table.name, TableReader::Columns(columns), [&](const Row& row) {
        const std::int64_t event = row.needed(0);
        for (std::size_t column = 1; column < columns.size(); ++column) {
            const TypedValue value = valueAt(reader, row, narrow<int>(column));
            if (value.type != ValueType::None) {
                add(reader, table, event, std::string(nameOf(columns[column])), value);
            }
        }
    });
}

/// An array is one text, as those of binary payloads are; where an element has several columns, one for each.
void PayloadRows::readArray(TableReader& reader, const PayloadTable& table)
{
    const std::vector<std::string> fields = columnsOf(reader, table.name);
    const std::vector<std::string_view> columns(fields.begin(), fields.end());
    std::map<std::pair<std::int64_t, std::size_t>, Elements> arrays;  // by event and column
    reader.scan(table.name, TableReader::Columns(columns), [&](const Row& row) {
        const std::int64_t event = row.needed(0);
        for (std::size_t column = 1; column < columns.size(); ++column) {
            Elements& of = arrays[{event, column}];
            if (of.count++ < payload_limit::kMostElements) {
                of.text.append(of.count == 1 ? "" : ", ")
                    .append(elementAt(row, narrow<int>(column)));
            }
        }
    });
    const std::string array(nameOf(table.array));
    for (const auto& [place, elements] : arrays) {
        const bool isWhole = elements.count <= payload_limit::kMostElements;
        const std::string text = "[" + elements.text + (isWhole ? "]" : ", …]");
        const std::string name =
            columns.size() == 2 ? array : array + "." + std::string(nameOf(columns[place.second]));
        add(reader,
            table,
            place.first,
            name,
            {.type = ValueType::String, .bits = reader.result().texts.intern(text).value()});
    }
}

void PayloadRows::add(
    TableReader& reader,
    const PayloadTable& table,
    std::int64_t event,
    const std::string& name,
    TypedValue value)
{
    std::string whole;
    const std::vector<PayloadLinks::Holder> holders = m_links.holdersOf(table.key);
    if (const auto* holder = m_links.holderFor(event, table.key, holders)) {
        for (const std::string& field : holder->fields) {
            whole.append(nameOf(field)).append(".");
        }
    }
    whole += name;
    AttributeBook& attributes = reader.result().attributes;
    if (attributes.size() < kMostNames || attributes.knows(whole, value.type)) {
        m_values.push_back(
            {.event = event, .carried = {attributes.intern(whole, value.type), value}});
        return;
    }
    reader.result().findings.add("nvtx-payload-shortened", Severity::Info, [&] {
        return "table " + table.name + " has more fields than are taken apart: " + whole;
    });
}

std::vector<tracks::Carried> PayloadRows::of(std::int64_t event)
{
    std::vector<tracks::Carried> carried;
    auto value = std::ranges::lower_bound(m_values, event, {}, &Value::event);
    for (; value != m_values.end() && value->event == event; ++value) {
        carried.push_back(value->carried);
        value->isTaken = true;
    }
    return carried;
}

void PayloadRows::reportLeft(TableReader& reader) const
{
    const auto left = std::ranges::find(m_values, false, &Value::isTaken);
    reader.result().findings.addMany(
        "nvtx-payload-without-event",
        Severity::Warning,
        static_cast<std::uint64_t>(std::ranges::count(m_values, false, &Value::isTaken)),
        [&] {
            return "a table of payloads has a field of event " + std::to_string(left->event)
                   + ", which is no range or mark of NVTX_EVENTS: it is left out";
        });
    for (const auto& [event, key] : m_links.all()) {
        if (std::ranges::binary_search(m_values, event, {}, &Value::event)) {
            continue;
        }
        reader.result().findings.add(
            "nvtx-payload-left-out", Severity::Warning, [number = event, schema = key.schema] {
                return "NVTX range or mark " + std::to_string(number) + " has a payload of schema "
                       + std::to_string(schema) + ", of which no table has a field";
            });
    }
}

}  // namespace vellum::server::reader::nsys
