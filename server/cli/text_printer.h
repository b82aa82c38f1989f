#pragma once

#include "common/query/answers.h"
#include "common/time/columns.h"
#include "common/trace/definitions.h"
#include "common/trace/group_names.h"
#include "server/cli/naming.h"
#include "server/cli/printing.h"
#include "server/cli/table_output.h"
#include "server/cli/text_table.h"

#include <ostream>
#include <string>
#include <vector>

namespace vellum::server::cli {

/// One function per kind of answer. Names stand in the last column: they may be long.
class TextPrinter {
public:
    TextPrinter(std::ostream& out, const Printing& printing)
        : m_out(out)
        , m_printing(printing)
        , m_definitions(*printing.trace.definitions)
        , m_clock(m_definitions.clock)
        , m_locations(m_definitions)
        , m_groupNames(groupNames(m_definitions))
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
        head();
        writeTableAsText(m_out, m_printing, answer);
    }

private:
    [[nodiscard]] std::string span(Tick ticks) const { return formatDuration(ticks, m_clock); }
    [[nodiscard]] std::string instant(Tick tick) const { return formatInstant(tick, m_clock); }
    /// \p count is not 0. Of coarse clocks a mean may lie well between two ticks: it is made of thousandths.
    [[nodiscard]] std::string mean(Tick sum, std::uint64_t count) const;

    [[nodiscard]] TextTable tableOf(std::vector<TextTable::Column> columns) const
    {
        return TextTable(std::move(columns), m_printing.cancel);
    }
    void head() const;
    void report(const std::vector<vellum::query::ImportReportEntry>& entries) const;
    void reportPlaces(const std::vector<vellum::query::ImportReportEntry>& entries) const;
    void recorded(const vellum::query::TraceInfo& info) const;
    void machine() const;
    void timelineRow(
        TextTable& table,
        const Columns& columns,
        const vellum::query::TimelineRow& row,
        const std::string& name,
        std::uint64_t locations,
        vellum::query::GroupBy by);
    /// Of a function, or of a group as people call it.
    [[nodiscard]] std::string nameOf(std::uint32_t key, vellum::query::GroupBy by) const;
    void printBursts(const vellum::query::Messages& messages);
    void note(std::uint64_t shown, std::uint64_t count, const char* what) const;

    /// The cells that profiles and call trees share.
    template <typename Row>
    [[nodiscard]] std::vector<std::string> times(const Row& row, Tick whole) const;

    std::ostream& m_out;
    const Printing& m_printing;
    const Definitions& m_definitions;
    const ClockProperties& m_clock;
    LocationLabels m_locations;
    GroupNames m_groupNames;
};

}  // namespace vellum::server::cli
