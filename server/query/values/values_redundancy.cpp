#include "common/query/values_redundancy.h"

#include "common/base/number_text.h"
#include "common/query/limits.h"
#include "common/time/columns.h"
#include "server/query/registry.h"
#include "server/query/values/values_in_scope.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

namespace vellum::server::query {

using vellum::query::ValuePattern;
using vellum::query::ValuesRedundancy;
using vellum::query::ValuesRedundancyQuestion;
using vellum::query::ValuesRedundancyRow;

namespace {

/// What one operation moved.
struct Moved {
    std::uint64_t bytes = 0;
    std::uint64_t redundant = 0;
    unsigned rank = ~0U;  ///< of its badge
    ValuePattern pattern = ValuePattern::None;
};

std::unordered_map<std::uint64_t, Moved> movedBy(const FileInScope& file)
{
    std::unordered_map<std::uint64_t, Moved> all;
    file.forEach<sidecar::AccessRecord>([&](const sidecar::AccessRecord& access) {
        if (file.contains(access.op)) {
            Moved& moved = all[access.op];
            moved.bytes += access.bytes;
            moved.redundant += redundantBytes(access);
        }
    });
    file.forEach<sidecar::PatternRecord>([&](const sidecar::PatternRecord& record) {
        const auto found = all.find(record.op);
        const unsigned rank = sidecar::badgeRank(record);
        if (found != all.end() && rank < found->second.rank) {
            found->second.rank = rank;
            found->second.pattern = patternOf(record.pattern);
        }
    });
    return all;
}

/// How many of \p bytes that lie evenly over \p range were moved before \p tick.
std::uint64_t before(std::uint64_t bytes, TickRange range, Tick tick)
{
    __extension__ using Wide = unsigned __int128;
    const Tick done = std::clamp(tick, range.begin, range.end) - range.begin;
    return static_cast<std::uint64_t>(
        static_cast<Wide>(bytes) * static_cast<std::uint64_t>(done)
        / static_cast<std::uint64_t>(range.length()));
}

/// The rows of one answer, by location's place and column.
class Spreading {
public:
    Spreading(const TableCall& call, std::uint32_t columns)
        : m_trace(call.trace)
        , m_columns{.range = call.scope.window, .count = columns}
    {
    }

    /// What the operations of a side-car moved.
    Result<void> addAll(const FileInScope& file)
    {
        for (const auto& [op, moved] : movedBy(file)) {
            const ValueProfile::Operation* operation = file.profile().operation(op);
            if (operation != nullptr && operation->isJoined) {
                add(*operation, moved);
            }
            if (m_cells.size() > vellum::query::kMaxItems) {
                return Error{
                    .kind = ErrorKind::ResourceExhausted,
                    .message = "more than " + grouped(vellum::query::kMaxItems)
                               + " columns of locations moved bytes: ask for fewer columns"};
            }
        }
        return {};
    }

    void add(const ValueProfile::Operation& operation, const Moved& moved)
    {
        const TickRange window = m_columns.range;
        const Tick begin = std::max(operation.range.begin, window.begin);
        const Tick last = std::min(operation.range.end, window.end) - 1;
        if (begin > last) {
            return;
        }
        const std::int64_t end = m_columns.columnOf(last);
        for (std::int64_t column = m_columns.columnOf(begin); column <= end; ++column) {
            const Tick from = std::max(m_columns.boundary(column), window.begin);
            const Tick to = std::min(m_columns.boundary(column + 1), window.end);
            const auto part = [&](std::uint64_t bytes) {
                return before(bytes, operation.range, to) - before(bytes, operation.range, from);
            };
            Cell& cell = m_cells[{operation.location.value(), static_cast<std::uint32_t>(column)}];
            cell.row.movedBytes += part(moved.bytes);
            cell.row.redundantBytes += part(moved.redundant);
            cell.row.quality = std::min(cell.row.quality, operation.quality);
            if (moved.rank < cell.rank) {
                cell.rank = moved.rank;
                cell.row.pattern = moved.pattern;
            }
        }
    }

    [[nodiscard]] std::vector<ValuesRedundancyRow> rows() const
    {
        std::vector<ValuesRedundancyRow> rows;
        for (const auto& [key, cell] : m_cells) {
            if (cell.row.movedBytes > 0) {
                rows.push_back(cell.row);
                rows.back().location = m_trace.definitions.locations[key.first].ref;
                rows.back().column = key.second;
            }
        }
        return rows;
    }

private:
    struct Cell {
        ValuesRedundancyRow row{.quality = 3};
        unsigned rank = ~0U;
    };

    const store::TraceStore& m_trace;
    Columns m_columns;
    std::map<std::pair<std::uint64_t, std::uint32_t>, Cell> m_cells;
};

Result<ValuesRedundancy> valuesRedundancy(
    const TableCall& call, const ValuesRedundancyQuestion& question)
{
    const auto scope = ValuesInScope::of(call);
    VELLUM_RETURN_IF_ERROR(scope);
    VELLUM_RETURN_IF_ERROR(checkColumns(question.columns));
    Spreading spread(call, question.columns);
    for (const FileInScope& file : scope.value().files()) {
        VELLUM_RETURN_IF_ERROR(spread.addAll(file));
    }
    return ValuesRedundancy{
        .columns = question.columns,
        .operations = scope.value().operations(),
        .lostAccesses = scope.value().lostAccesses(),
        .valuesOf = scope.value().otherRun(),
        .rows = spread.rows()};
}

}  // namespace

// NOLINTNEXTLINE(cppcoreguidelines-interfaces-global-init): of the question only its address
extern constinit const TableQuery kValuesRedundancy{
    .question = &ValuesRedundancyQuestion::kSchema,
    .purpose = "bytes moved and bytes that were there already, by location and column of time",
    .held = Held::ByHead,
    .filters = Filtered::None,
    .answer = &Answerer<&valuesRedundancy>::answer};

}  // namespace vellum::server::query
