#include "server/reader/nsys/export_collector.h"

#include "common/base/narrow.h"
#include "server/reader/nsys/table_reader.h"
#include "server/reader/wording.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace vellum::server::reader::nsys {

StringRef TextBook::intern(std::string_view text)
{
    if (const auto found = m_refs.find(text); found != m_refs.end()) {
        return found->second;
    }
    const StringRef ref(narrow<std::uint32_t>(m_texts.size()));
    m_texts.push_back({.ref = ref, .text = std::string(text)});
    m_refs.emplace(std::string(text), ref);
    return ref;
}

std::vector<StringDefinition> TextBook::take()
{
    m_refs.clear();
    return std::exchange(m_texts, {});
}

AttributeRef AttributeBook::intern(std::string_view name, ValueType type)
{
    auto& refs = m_refs[type];
    if (const auto found = refs.find(name); found != refs.end()) {
        return found->second;
    }
    const AttributeRef ref(narrow<std::uint32_t>(m_attributes.size()));
    m_attributes.push_back(
        {.ref = ref, .name = std::string(name), .description = {}, .type = type});
    refs.emplace(std::string(name), ref);
    return ref;
}

bool AttributeBook::knows(std::string_view name, ValueType type) const
{
    const auto refs = m_refs.find(type);
    return refs != m_refs.end() && refs->second.contains(name);
}

std::vector<Attribute> AttributeBook::take()
{
    m_refs.clear();
    return std::exchange(m_attributes, {});
}

namespace {

constexpr std::string_view kEnumerations = "ENUM_";

}  // namespace

bool isAboutTheExport(std::string_view table)
{
    return table.starts_with(kEnumerations) || table.starts_with("sqlite_")
           || table == "EXPORT_META_DATA";
}

namespace {

/// Columns of tables, counted.
struct NamedColumns {
    std::string names;
    std::uint64_t count = 0;

    void add(const std::string& table, const std::string& column)
    {
        names.append(names.empty() ? "" : ", ").append(table).append(".").append(column);
        ++count;
    }
};

/// Columns that are not there, of tables that are, and columns that nobody asked for.
void reportColumns(TableReader& reader)
{
    NamedColumns missing;
    NamedColumns unread;
    NamedColumns computed;
    const auto isAmong = [](const std::vector<std::string>& columns, const std::string& column) {
        return std::ranges::find(columns, column) != columns.end();
    };
    for (const auto& [table, asked] : reader.asked()) {
        const std::vector<std::string> there = reader.database().columnsOf(table);
        const std::vector<std::string> notRun = reader.database().computedColumnsOf(table);
        for (const std::string& column : asked) {
            if (!isAmong(there, column)) {
                (isAmong(notRun, column) ? computed : missing).add(table, column);
            }
        }
        for (const std::string& column : there) {
            if (!asked.contains(column)) {
                unread.add(table, column);
            }
        }
    }
    tracks::Findings& findings = reader.result().findings;
    findings.addMany("column-missing", query::Severity::Info, missing.count, [&] {
        return "columns that some exports have and this one has not, so that what they say was not "
               "recorded: "
               + missing.names;
    });
    findings.addMany("column-not-read", query::Severity::Warning, computed.count, [&] {
        return "columns that are computed when they are read (GENERATED … VIRTUAL), and nothing in "
               "the file is run: they are taken for empty; copy their tables to have them (CREATE "
               "TABLE … AS SELECT …): "
               + computed.names;
    });
    findings.addMany("column-left-out", query::Severity::Info, unread.count, [&] {
        return "columns that this version does not read: " + unread.names;
    });
}

/// Tables that nobody asked for: what they say is not in the trace.
void reportUnread(TableReader& reader)
{
    std::string names;
    std::uint64_t count = 0;
    std::uint64_t enumerations = 0;
    for (const Database::Entry& entry : reader.database().entries()) {
        const bool isRead = std::ranges::find(reader.result().rows, entry.name, &TableRows::first)
                            != reader.result().rows.end();
        const bool isEnumeration = entry.isTable && entry.name.starts_with(kEnumerations);
        enumerations += isEnumeration && !isRead ? 1U : 0U;
        if (entry.isTable && !isRead && !isAboutTheExport(entry.name)) {
            const std::uint64_t rows = reader.database().countRows(entry.name);
            names += (names.empty() ? "" : ", ") + entry.name + " " + numberText(rows);
            count += rows;
        }
    }
    reader.result().findings.addMany("table-left-out", query::Severity::Info, count, [&] {
        return "rows of tables that this version does not read, by table: " + names;
    });
    reader.result().findings.addMany(
        "enumeration-left-out", query::Severity::Info, enumerations, [&] {
            return countText(enumerations, "table", "tables")
                   + " of words for numbers (ENUM_…) are not read: the words used are those of "
                     "the schema that is known here";
        });
}

}  // namespace

CollectedExport collect(const Database& database, const GoOn& goOn)
{
    TableReader reader(database, goOn);
    readIdentity(reader);
    readDevices(reader);
    readCalls(reader);
    readMpi(reader);
    readRanges(reader);
    readSampling(reader);
    readCounters(reader);
    reportUnread(reader);
    reportColumns(reader);
    return std::move(reader.result());
}

}  // namespace vellum::server::reader::nsys
