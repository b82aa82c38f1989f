#pragma once

#include "common/query/answers.h"
#include "common/time/columns.h"
#include "common/trace/definitions.h"
#include "server/cli/csv_io.h"
#include "server/cli/output_guard.h"
#include "server/cli/printing.h"
#include "server/cli/table_output.h"
#include "server/cli/text_table.h"

#include <ostream>
#include <string>
#include <vector>

namespace vellum::server::cli {

/// One function per kind of answer; each writes a header and rows.
class CsvPrinter {
public:
    CsvPrinter(std::ostream& out, const Printing& printing)
        : m_out(out)
        , m_printing(printing)
        , m_definitions(*printing.trace.definitions)
        , m_clock(m_definitions.clock)
        , m_guard(printing.cancel)
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
    void operator()(const vellum::query::Collectives& collectives);
    void operator()(const vellum::query::CollectiveMembers& members);
    void operator()(const vellum::query::Io& io);
    void operator()(const vellum::query::Counters& counters);
    void operator()(const vellum::query::Markers& markers);
    void operator()(const vellum::query::Table& answer)
    {
        writeTableAsCsv(m_out, m_guard, m_definitions, answer);
    }

private:
    void line(const Cells& cells)
    {
        m_guard.poll(m_out);
        writeCsvLine(m_out, cells);
    }
    [[nodiscard]] std::string seconds(Tick ticks) const { return text(m_clock.toSeconds(ticks)); }
    void timelineRow(
        const Columns& columns,
        const vellum::query::TimelineRow& row,
        const RowSet* set,
        vellum::query::GroupBy by);

    /// Adds the cells that profiles and call trees share.
    template <typename Row>
    void addTimes(Cells& cells, const Row& row) const;

    std::ostream& m_out;
    const Printing& m_printing;
    const Definitions& m_definitions;
    const ClockProperties& m_clock;
    OutputGuard m_guard;
};

}  // namespace vellum::server::cli
