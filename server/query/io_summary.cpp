#include "common/query/io_summary.h"

#include "common/table/merge.h"
#include "common/trace/event_kinds.h"
#include "server/query/made_in.h"
#include "server/query/record_judge.h"
#include "server/query/registry.h"
#include "server/query/tick_sum.h"
#include "server/query/transfer_sums.h"
#include "server/query/workers.h"
#include "server/store/io_operations.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace vellum::server::query {

using vellum::query::IoKind;
using vellum::query::IoSummary;
using vellum::query::IoSummaryBy;
using vellum::query::IoSummaryQuestion;
using vellum::query::IoSummaryRow;

namespace {

using Key = std::pair<std::uint64_t, IoKind>;
using Rows = std::map<Key, IoSummaryRow>;

/// The completed operations of one location that begin in the window.
class LocationSums {
public:
    LocationSums(const TableCall& call, IoSummaryBy by, const IoJudge& judge, LocationIndex place)
        : m_definitions(call.trace.definitions)
        , m_records(call.trace.at(place).records)
        , m_window(call.scope.window)
        , m_by(by)
        , m_judge(judge)
        , m_location(m_definitions.locations[place.value()].ref)
    {
    }

    void run(const std::optional<std::vector<bool>>& kept)
    {
        for (const store::IoOperation& operation : store::ioOperationsOf(m_records).operations) {
            if (m_window.contains(m_records.time[operation.begin])
                && m_records.kind[operation.end] == event_kind::kIoOperationComplete
                && isKept(kept, operation.begin)) {
                addOperation(operation);
            }
        }
    }
    [[nodiscard]] const Rows& rows() const { return m_rows; }

private:
    void addOperation(const store::IoOperation& operation)
    {
        const store::Words begin = m_records.payloadOf(operation.begin);
        const IoHandleRef handle(static_cast<std::uint32_t>(begin[0]));
        if (!m_judge.keepsAll()
            && !m_judge.keeps(IoFacts::ofOperation(handle, begin[1], begin[2]))) {
            return;
        }
        const std::uint64_t said = m_records.payloadOf(operation.end)[1];
        const std::uint64_t bytes = said == std::numeric_limits<std::uint64_t>::max() ? 0 : said;
        const auto kind = static_cast<IoKind>(
            std::min<std::uint64_t>(begin[1], static_cast<std::uint64_t>(IoKind::Other)));
        const Tick duration =
            subtractTicks(m_records.time[operation.end], m_records.time[operation.begin]);
        add(m_rows[{keyOf(handle, bytes), kind}].sums, bytes, duration);
    }
    [[nodiscard]] std::uint64_t keyOf(IoHandleRef handle, std::uint64_t bytes) const
    {
        switch (m_by) {
        case IoSummaryBy::File: {
            const IoHandle* found = m_definitions.find(handle);
            return found == nullptr ? IoFileRef::undefined().value() : found->file.value();
        }
        case IoSummaryBy::Location:
            return m_location.value();
        case IoSummaryBy::SizeClass:
            return std::bit_floor(bytes);
        case IoSummaryBy::Operation:
            break;
        }
        return 0;
    }

    const Definitions& m_definitions;
    const store::RecordTable& m_records;
    TickRange m_window;
    IoSummaryBy m_by;
    const IoJudge& m_judge;
    LocationRef m_location;
    Rows m_rows;
};

void putInOrder(IoSummary& summary)
{
    std::ranges::sort(summary.rows, {}, [](const IoSummaryRow& row) {
        return std::pair(row.key, row.operation);
    });
}

Result<IoSummary> ioSummary(const TableCall& call, const IoSummaryQuestion& question)
{
    const IoJudge judge(call.trace.definitions, call.filter.io);
    const MadeIn madeIn(call.trace, call.filter.visits);
    const auto& locations = call.scope.locations;
    std::vector<IoSummary> parts(locations.size());
    VELLUM_RETURN_IF_ERROR(forEach(locations.size(), call.options, [&](std::size_t i) {
        StopPoll poll(call.options);
        LocationSums sums(call, question.by, judge, locations[i]);
        sums.run(madeIn.keptRecords(locations[i], poll));
        for (const auto& [key, row] : sums.rows()) {
            parts[i].rows.push_back(row);
            parts[i].rows.back().key = key.first;
            parts[i].rows.back().operation = key.second;
        }
    }));
    IoSummary answer{.by = question.by};
    for (const IoSummary& part : parts) {
        table::merge(IoSummary::kSchema, &answer, &part);
    }
    putInOrder(answer);
    return answer;
}

}  // namespace

// NOLINTNEXTLINE(cppcoreguidelines-interfaces-global-init): of the question only its address
extern constinit const TableQuery kIoSummary{
    .question = &IoSummaryQuestion::kSchema,
    .purpose = "input and output by operation, file, location or size",
    .held = Held::ByLocations,
    .filters = Filtered::Io,
    .answer = &Answerer<&ioSummary>::answer,
    .order = [](void* answer) { putInOrder(*static_cast<IoSummary*>(answer)); }};

}  // namespace vellum::server::query
