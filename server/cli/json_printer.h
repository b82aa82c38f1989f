#pragma once

#include "common/query/answers.h"
#include "common/time/columns.h"
#include "common/trace/definitions.h"
#include "server/cli/json_operations.h"
#include "server/cli/json_writer.h"
#include "server/cli/printing.h"
#include "server/cli/table_output.h"

#include <functional>
#include <ostream>
#include <string>
#include <vector>

namespace vellum::server::cli {

/// One function per kind of answer; each writes the value of `result`.
class JsonPrinter {
public:
    JsonPrinter(JsonWriter& json, const Printing& printing)
        : m_json(json)
        , m_printing(printing)
        , m_definitions(*printing.trace.definitions)
        , m_clock(m_definitions.clock)
    {
    }

    void operator()(const vellum::query::TraceInfo& info);
    void operator()(const vellum::query::LocationCounts& counts);
    void operator()(const vellum::query::Profile& profile);
    void operator()(const vellum::query::CallTree& tree);
    void operator()(const vellum::query::Timeline& timeline);
    void operator()(const vellum::query::SummaryTimeline& summary);
    void operator()(const vellum::query::Messages& messages);
    void operator()(const vellum::query::Matrix& matrix);
    void operator()(const vellum::query::SearchHits& hits);
    void operator()(const vellum::query::Events& events);
    void operator()(const vellum::query::VisitDetail& detail);
    void operator()(const vellum::query::Launches& launches);
    void operator()(const vellum::query::Collectives& collectives)
    {
        writeOperations(m_json, m_definitions, collectives);
    }
    void operator()(const vellum::query::CollectiveMembers& members)
    {
        writeOperations(m_json, m_definitions, members);
    }
    void operator()(const vellum::query::Io& io) { writeOperations(m_json, m_definitions, io); }
    void operator()(const vellum::query::Counters& counters);
    void operator()(const vellum::query::Markers& markers);
    void operator()(const vellum::query::Table& answer)
    {
        writeTable(m_json, m_definitions, answer);
    }

    void window(TickRange range);

private:
    [[nodiscard]] double seconds(Tick ticks) const { return m_clock.toSeconds(ticks); }
    void counts(const vellum::query::TraceInfo& info);
    void definitionCounts();
    void machine();
    void parent(SystemTreeNodeRef ref);
    void properties();
    template <typename Counts>
    void byKind(const char* key, const Counts& counts);
    void report(const std::vector<vellum::query::ImportReportEntry>& entries);
    template <typename Row>
    void times(const Row& row);
    void profileKey(const vellum::query::ProfileRow& row);
    void location(const char* key, LocationRef ref);
    void counterColumns(const vellum::query::CounterRow& row, std::uint32_t columns);
    void present(std::uint64_t mask);
    void columns(
        const Columns& columns,
        const vellum::query::TimelineRow& row,
        std::uint64_t locations,
        vellum::query::GroupBy by);
    void grid(
        const char* key,
        const vellum::query::Matrix& matrix,
        const std::function<void(const vellum::query::MatrixCell&)>& cell);
    void labels(const char* key, const vellum::query::Matrix& matrix, bool names);

    JsonWriter& m_json;
    const Printing& m_printing;
    const Definitions& m_definitions;
    const ClockProperties& m_clock;
};

}  // namespace vellum::server::cli
