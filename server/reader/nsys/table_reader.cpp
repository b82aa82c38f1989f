#include "server/reader/nsys/table_reader.h"

#include "server/reader/wording.h"

#include <algorithm>

namespace vellum::server::reader::nsys {

using query::Severity;
using tracks::bits;
using tracks::ExtraRecord;
using tracks::kFarthest;
using tracks::Track;

namespace {

constexpr std::uint64_t kRowsPerQuestion = 4096;

}  // namespace

std::int64_t processOf(std::int64_t globalTid)
{
    return static_cast<std::int64_t>(bits(globalTid) >> kTidBits << kTidBits);
}

std::vector<tracks::Carried> carriedIds(
    TableReader& reader, const Row& row, std::initializer_list<IdColumn> columns)
{
    std::vector<tracks::Carried> carried;
    for (const IdColumn& id : columns) {
        if (const std::uint64_t number = bits(row.number(id.column)); number != 0) {
            carried.push_back(
                {reader.result().attributes.intern(id.attribute, ValueType::UInt64),
                 {.type = ValueType::UInt64, .bits = number}});
        }
    }
    return carried;
}

TableReader::TableReader(const Database& database, const GoOn& goOn)
    : m_database(database)
    , m_goOn(goOn)
{
    for (const Database::Entry& entry : database.entries()) {
        if (entry.isTable && !isAboutTheExport(entry.name)) {
            const std::uint64_t rows = database.lastRowNumber(entry.name);
            // Whoever numbers rows as he likes must not make the sum run over.
            constexpr std::uint64_t kMost = std::uint64_t(1) << 40U;
            m_expected.emplace(entry.name, std::min(rows, kMost));
            m_allExpected += std::min(rows, kMost);
        }
    }
}

/// How much of all rows has been read.
double TableReader::share(std::string_view table) const
{
    const auto found = m_expected.find(table);  // not there: this is its second time
    const std::uint64_t here = found == m_expected.end() ? 0 : std::min(m_row, found->second);
    return m_allExpected == 0
               ? 1
               : static_cast<double>(m_passed + here) / static_cast<double>(m_allExpected);
}

std::string TableReader::placeIn(std::string_view table) const
{
    return "row " + numberText(m_row) + " of " + std::string(table);
}

void TableReader::scan(std::string_view table, Columns columns, const Take& take)
{
    if (m_result.isStopped) {
        return;
    }
    if (!m_database.hasTable(table)) {
        checkView(table);
        return;
    }
    m_row = 0;
    m_table = table;
    m_asked[m_table].insert(columns.begin(), columns.end());
    const auto wrong = m_database.scan(table, columns, [&](const Row& row) {
        ++m_row;
        take(row);
        if (row.noted().any()) [[unlikely]] {
            reportNoted(table, columns, row);
        }
        if (m_row % kRowsPerQuestion == 0 && !m_goOn(share(table))) {
            m_result.isStopped = true;
        }
        return !m_result.isStopped;
    });
    const std::uint64_t rows = m_row;
    if (const auto expected = m_expected.find(table); expected != m_expected.end()) {
        m_passed += expected->second;
        m_expected.erase(expected);
    }
    const auto known = std::ranges::find(m_result.rows, table, &TableRows::first);
    if (known == m_result.rows.end()) {
        m_result.rows.emplace_back(table, rows);
    } else {
        known->second = rows;  // read once more, for something else
    }
    if (wrong) {
        m_result.findings.add("damaged-table", Severity::Error, [&] {
            return "table " + std::string(table) + " ends in an error after " + numberText(rows)
                   + " rows (" + *wrong + ")";
        });
    }
}

void TableReader::reportNoted(std::string_view table, Columns columns, const Row& row)
{
    for (std::size_t i = 0; i < std::min(columns.size(), row.noted().size()); ++i) {
        const auto sentence = [&] {
            return placeIn(table) + " has " + row.shown(static_cast<int>(i)) + " for "
                   + std::string(columns[i])
                   + ", which is no number that can be used there: it is taken for 0 or left out";
        };
        m_result.findings.addMany(
            "unusable-value", Severity::Warning, row.noted().test(i) ? 1 : 0, sentence);
    }
}

/// Says that a view stands where a table was looked for.
void TableReader::checkView(std::string_view table)
{
    const bool isView = std::ranges::any_of(
        m_database.entries(), [&](const Database::Entry& entry) { return entry.name == table; });
    if (isView && m_views.emplace(table).second) {
        m_result.findings.add("view-not-read", Severity::Warning, [&] {
            return std::string(table) + " is a view or virtual table, not a table: it is left out";
        });
    }
}

void TableReader::note(Tick begin, Tick end)
{
    m_result.first = m_result.hasTime ? std::min(m_result.first, begin) : begin;
    m_result.last = m_result.hasTime ? std::max(m_result.last, end) : end;
    m_result.hasTime = true;
}

bool TableReader::checkTime(
    std::string_view table, std::optional<std::int64_t> time, const Track* track)
{
    if (time && *time > -kFarthest && *time < kFarthest) {
        return true;
    }
    const auto sentence = [&] {
        return placeIn(table) + " has "
               + (time ? "the time " + std::to_string(*time) + " ns"
                       : std::string("no usable time"));
    };
    m_result.findings.add("event-without-time", Severity::Error, sentence, track);
    return false;
}

std::optional<Tick> TableReader::endOf(
    std::string_view table, Tick begin, std::optional<std::int64_t> end, const Track& track)
{
    if (!end) {
        return std::nullopt;
    }
    if (*end < begin || *end > kFarthest) {
        const auto sentence = [&] {
            return placeIn(table) + " begins at " + std::to_string(begin) + " ns and ends at "
                   + std::to_string(*end) + " ns: it is kept without length";
        };
        m_result.findings.add("unusable-duration", Severity::Warning, sentence, &track);
        return begin;
    }
    return end;
}

std::string_view TableReader::string(std::optional<std::int64_t> id) const
{
    const auto found = id ? m_strings.find(*id) : m_strings.end();
    return found == m_strings.end() ? std::string_view() : std::string_view(found->second);
}

std::string_view TableReader::name(const Row& row, int column)
{
    const auto id = row.integer(column);
    if (!id) {
        return row.text(column);
    }
    // Where there are no names at all that is said once.
    if (!m_strings.empty() && !m_strings.contains(*id)) {
        m_result.findings.add("undefined-string", Severity::Warning, [&] {
            return placeIn(m_table) + " is named by text " + std::to_string(*id)
                   + ", which StringIds does not have";
        });
    }
    return string(id);
}

Track& TableReader::thread(std::int64_t globalTid)
{
    const GroupKey group{.kind = GroupKind::Process, .process = processOf(globalTid)};
    return m_result.tracks[{.group = group, .kind = TrackKind::Thread, .id = globalTid}];
}

Track& TableReader::device(const Row& row, TrackKind kind, int firstColumn)
{
    const GroupKey group{
        .kind = GroupKind::Device,
        .process = row.needed(firstColumn),
        .device = row.needed(firstColumn + 1),
        .context = row.needed(firstColumn + 2)};
    const std::int64_t id = kind == TrackKind::Stream ? row.needed(firstColumn + 3) : 0;
    return m_result.tracks[{.group = group, .kind = kind, .id = id}];
}

Track& TableReader::synchronisation(const Row& row, int firstColumn)
{
    const GroupKey said{
        .kind = GroupKind::Device,
        .process = row.needed(firstColumn),
        .device = row.number(firstColumn + 1),
        .context = row.needed(firstColumn + 2)};
    auto known = m_waitedFor.find(said);
    if (known == m_waitedFor.end()) {
        known = m_waitedFor.emplace(said, withStreams(said)).first;
    }
    return m_result.tracks[{.group = known->second, .kind = TrackKind::Sync, .id = 0}];
}

/// Of a process and a context the device that has streams, if there is but one; else as it was said.
GroupKey TableReader::withStreams(const GroupKey& said) const
{
    std::set<GroupKey> found;
    for (const auto& [key, track] : m_result.tracks) {
        if (key.kind == TrackKind::Stream && key.group.process == said.process
            && key.group.context == said.context) {
            found.insert(key.group);
        }
    }
    return found.size() == 1 ? *found.begin() : said;
}

bool TableReader::addSpan(
    std::string_view table,
    const Row& row,
    Track& track,
    std::uint32_t region,
    ExtraRecord extra,
    End needed)
{
    const auto begin = row.integer(0);
    if (!checkTime(table, begin, &track)) {
        return false;
    }
    const auto said = row.integer(1);
    if (!said && needed == End::Needed) {
        const auto sentence = [&] {
            return placeIn(table) + " begins at " + std::to_string(*begin)
                   + " ns and has no end: it is kept without length";
        };
        m_result.findings.add("unusable-duration", Severity::Warning, sentence, &track);
    }
    const Tick end = endOf(table, *begin, said, track).value_or(*begin);
    note(*begin, end);
    track.spans.push_back({.begin = *begin, .end = end, .region = region, .extra = extra});
    return true;
}

}  // namespace vellum::server::reader::nsys
