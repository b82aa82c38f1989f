#include "server/cli/values/join_command.h"

#include "common/base/number_text.h"
#include "common/command_line/checked_options.h"
#include "server/cli/exit_status.h"
#include "server/cli/json_writer.h"
#include "server/cli/options.h"
#include "server/cli/text_table.h"
#include "server/import/importer.h"
#include "server/join/value_join.h"

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>

namespace vellum::server::cli {

namespace {

struct JoinOptions {
    std::string values;
    std::string times;
    Format format = Format::Text;
};

/// The exit status of a command line that was answered already.
std::optional<int> parse(int argc, const char* const* argv, JoinOptions& options)
{
    CLI::App app(
        "Lays the values of one run of a program over the times of another, which did not look at\n"
        "values and so took its own time. Writes NAME.vps beside the second trace.",
        "vellum-query values join");
    app.add_option("VALUES", options.values, "the trace of the run that looked at values")
        ->required();
    app.add_option("TIMES", options.times, "the trace of the other run of the same program")
        ->required();
    command_line::addChoice<Format>(
        app,
        "--format",
        options.format,
        {{"text", Format::Text}, {"json", Format::Json}},
        "text is for people, json is stable")
        ->type_name("text|json");
    app.footer(
        "Calls are compared in their order, thread by thread. Values beside the second trace that\n"
        "an earlier join put there are replaced, others are left alone.\n"
        "Exit status: 0 joined; 1 nothing can be joined; 2 wrong usage; 3 a trace cannot be read.");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) {
            return app.exit(error);
        }
        complainOfUsage(command_line::mistakeOf(app, error));
        return kWrongUsage;
    }
    return std::nullopt;
}

void printAsText(std::ostream& out, const JoinOptions& options, const join::ValueJoin& joined)
{
    const join::JoinCounts& counts = joined.counts;
    out << "values of " << printable(options.values) << " lie beside " << printable(options.times)
        << " now:";
    for (const auto& file : joined.files) {
        out << ' ' << printable(file.filename().string());
    }
    out << "\noperations: " << grouped(counts.exact) << " exact, " << grouped(counts.shifted)
        << " shifted, " << grouped(counts.byFunction) << " by function alone, "
        << grouped(counts.unmatched) << " not found\n";
}

void printAsJson(std::ostream& out, const JoinOptions& options, const join::ValueJoin& joined)
{
    JsonWriter json(out);
    json.beginObject();
    json.member("schema", std::string("vellum/1"));
    json.member("query", std::string("values join"));
    json.key("result");
    json.beginObject();
    json.member("values", options.values);
    json.member("times", options.times);
    json.key("files");
    json.beginList();
    for (const auto& file : joined.files) {
        json.string(file.string());
    }
    json.endList();
    json.member("exact", joined.counts.exact);
    json.member("shifted", joined.counts.shifted);
    json.member("by_function", joined.counts.byFunction);
    json.member("unmatched", joined.counts.unmatched);
    json.endObject();
    json.endObject();
}

/// Null where it cannot be read, which is said.
std::shared_ptr<const store::TraceStore> tracePart(const std::string& path)
{
    auto trace = import::importTrace(path, {.withRows = false});
    if (!trace.isOk()) {
        complain(trace.error().message);
        return nullptr;
    }
    return std::move(trace).value();
}

}  // namespace

int joinCommand(int argc, const char* const* argv, std::ostream& out)
{
    JoinOptions options;
    if (const auto status = parse(argc, argv, options)) {
        return *status;
    }
    const auto values = tracePart(options.values);
    const auto times = values == nullptr ? nullptr : tracePart(options.times);
    if (times == nullptr) {
        return kTraceUnreadable;
    }
    const auto joined = join::joinValues(*values, *times);
    if (!joined.isOk()) {
        complain(joined.error().message);
        return joined.error().kind == ErrorKind::DataLoss ? kTraceUnreadable : kCheckFailed;
    }
    options.format == Format::Json ? printAsJson(out, options, joined.value())
                                   : printAsText(out, options, joined.value());
    return kAnswered;
}

}  // namespace vellum::server::cli
