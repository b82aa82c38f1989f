#include "server/cli/run_query.h"

#include "server/cli/exit_status.h"
#include "server/cli/notes.h"
#include "server/cli/printing.h"
#include "server/cli/request_builder.h"
#include "server/cli/values/flow_dot.h"

#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace vellum::server::cli {

namespace {

Printing printingOf(const QueryOptions& options, OpenedTrace trace, TickRange window)
{
    trace.path = options.trace.name();  // the same from here and from a server
    return {
        .query = options.query,
        .trace = std::move(trace),
        .window = window,
        .by = options.by,
        .perLocation = options.perLocation,
        .present = options.present,
        .rows = options.rows};
}

void print(
    const QueryOptions& options,
    const Printing& printing,
    const vellum::query::Answer& answer,
    std::ostream& out)
{
    switch (options.format) {
    case Format::Json:
        return printJson(out, printing, answer);
    case Format::Csv:
        return printCsv(out, printing, answer);
    case Format::Text:
        return printText(out, printing, answer);
    case Format::Dot:
        if (const auto* table = std::get_if<vellum::query::Table>(&answer)) {
            if (const auto* flow = table->answer.as<vellum::query::ValuesFlow>()) {
                writeFlowAsDot(out, *flow);
            }
        }
        return;
    case Format::Svg:
        return;  // refused with the command line
    }
}

/// False of an answer by a server that does not look for what was asked.
bool knowsPresence(const QueryOptions& options, const vellum::query::Answer& answer)
{
    const auto* timeline = std::get_if<vellum::query::Timeline>(&answer);
    return timeline == nullptr || timeline->presenceClasses == options.present.size();
}

/// Of a list of locations those that were selected; none selected: all.
void keepSelected(const std::vector<LocationRef>& selected, vellum::query::Answer& answer)
{
    auto* counts = std::get_if<vellum::query::LocationCounts>(&answer);
    if (counts == nullptr || selected.empty()) {
        return;
    }
    vellum::query::LocationCounts kept;
    for (std::size_t i = 0, next = 0; i < counts->locations.size() && next < selected.size(); ++i) {
        if (counts->locations[i] == selected[next]) {  // both in definition order
            kept.locations.push_back(counts->locations[i]);
            kept.events.push_back(counts->events[i]);
            ++next;
        }
    }
    *counts = std::move(kept);
}

}  // namespace

int runQuery(
    const QueryOptions& options,
    QueryBackend& backend,
    std::ostream& out,
    const std::stop_token& cancel)
{
    const auto times = checkTimes(options);
    if (!times.isOk()) {
        return complainAbout(times.error(), kWrongUsage);
    }
    auto trace = backend.open(options.trace);
    if (!trace.isOk()) {
        return complainAbout(trace.error(), statusOfOpen(trace.error()));
    }
    const auto built = buildRequest(options, trace.value());
    if (!built.isOk()) {
        return complainAbout(built.error(), kWrongUsage);
    }
    auto answer = backend.ask(built.value().request);
    if (!answer.isOk()) {
        return complainAbout(answer.error(), statusOfAnswer(answer.error()));
    }
    if (!knowsPresence(options, answer.value())) {
        return complainAbout(
            {.kind = ErrorKind::Unimplemented,
             .message = "the server is older than --present and does not know it"},
            kServerUnreachable);
    }
    keepSelected(built.value().locations, answer.value());
    for (const std::string& note :
         {damageNote(options, trace.value().info.importReport),
          partNote(options, trace.value().info.importReport),
          placeNote(options, trace.value().info.importReport),
          scopeNote(options),
          serverNote(options),
          listNote(options.format, answer.value())}) {
        if (!note.empty()) {
            complain(note);
        }
    }
    Printing printing = printingOf(options, std::move(trace).value(), built.value().window);
    printing.cancel = cancel;
    printing.sets = built.value().sets;
    try {
        const std::string_view advice = options.format == Format::Text
                                            ? "as JSON or CSV it is written piece by piece"
                                            : "ask for less at a time";
        const auto printed = backend.withinMemory(advice, [&]() -> Result<void> {
            print(options, printing, answer.value(), out);
            return {};
        });
        if (!printed.isOk()) {
            return complainAbout(printed.error(), statusOfAnswer(printed.error()));
        }
    } catch (const OutputStopped&) {
        return cancel.stop_requested() ? kInterrupted : kAnswered;  // `out` says that it failed
    }
    return kAnswered;
}

}  // namespace vellum::server::cli
