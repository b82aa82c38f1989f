#include "server/cli/values/verify_command.h"

#include "common/base/number_text.h"
#include "common/command_line/checked_options.h"
#include "common/values/sidecar/digest_text.h"
#include "common/values/sidecar/reader.h"
#include "common/values/sidecar/record_table.h"
#include "common/values/sidecar/verify.h"
#include "server/cli/csv_io.h"
#include "server/cli/json_writer.h"
#include "server/cli/options.h"
#include "server/cli/text_table.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vellum::server::cli {

namespace {

using values::sidecar::ChunkPlace;
using values::sidecar::Finding;
using values::sidecar::RecordShape;
using values::sidecar::SideCar;

struct VerifyOptions {
    std::vector<std::string> files;
    Format format = Format::Text;
};

/// What there is of one type.
struct TypeCount {
    std::string_view name;
    std::uint64_t chunks = 0;
    std::uint64_t records = 0;
};

std::vector<TypeCount> typeCounts(const SideCar& sideCar)
{
    std::vector<TypeCount> counts;
    for (const RecordShape& shape : values::sidecar::recordShapes()) {
        TypeCount count{.name = shape.name};
        for (const ChunkPlace& chunk : sideCar.chunks()) {
            count.chunks += chunk.head.type == shape.type ? 1U : 0U;
            count.records += chunk.head.type == shape.type ? chunk.head.count : 0U;
        }
        if (count.chunks > 0) {
            counts.push_back(count);
        }
    }
    return counts;
}

bool isDamaged(const std::vector<Finding>& findings)
{
    return std::ranges::any_of(findings, values::sidecar::isDamage, &Finding::kind);
}

std::string_view severity(const Finding& finding)
{
    return isDamage(finding.kind) ? "error" : "note";
}

void printAsText(std::ostream& out, const SideCar& sideCar, const std::vector<Finding>& findings)
{
    TextTable types({
        {.title = "records of type"},
        {.title = "chunks", .align = TextTable::Align::Right},
        {.title = "records", .align = TextTable::Align::Right},
    });
    for (const TypeCount& count : typeCounts(sideCar)) {
        types.add({std::string(count.name), grouped(count.chunks), grouped(count.records)});
    }
    types.printAligned(out);
    out << '\n';
    for (const Finding& finding : findings) {
        out << severity(finding) << ' ' << name(finding.kind) << ": " << grouped(finding.count)
            << '\n';
        for (const std::string& example : finding.examples) {
            out << "  " << printable(example) << '\n';
        }
        if (finding.count > finding.examples.size()) {
            out << "  and " << grouped(finding.count - finding.examples.size()) << " more\n";
        }
    }
    out << (isDamaged(findings) ? "damaged" : "sound")
        << (sideCar.isFinished() ? "\n" : ", not finished\n");
}

void printAsJson(std::ostream& out, const SideCar& sideCar, const std::vector<Finding>& findings)
{
    JsonWriter json(out);
    json.beginObject();
    json.member("schema", std::string("vellum/1"));
    json.member("query", std::string("values verify"));
    json.key("trace");
    json.beginObject();
    json.member("path", sideCar.path().string());
    json.member("format", std::string("value side-car"));
    json.endObject();
    json.key("result");
    json.beginObject();
    json.member("version", sideCar.head().version);
    json.member("run_id", values::sidecar::textOf(sideCar.head().runId));
    json.member("sound", !isDamaged(findings));
    json.member("finished", sideCar.isFinished());
    json.key("records");
    json.beginList(true);
    for (const TypeCount& count : typeCounts(sideCar)) {
        json.beginObject();
        json.member("type", std::string(count.name));
        json.member("chunks", count.chunks);
        json.member("records", count.records);
        json.endObject();
    }
    json.endList();
    json.key("findings");
    json.beginList(true);
    for (const Finding& finding : findings) {
        json.beginObject();
        json.member("kind", std::string(name(finding.kind)));
        json.member("severity", std::string(severity(finding)));
        json.member("count", finding.count);
        json.key("examples");
        json.beginList();
        for (const std::string& example : finding.examples) {
            json.string(example);
        }
        json.endList();
        json.endObject();
    }
    json.endList();
    json.endObject();
    json.endObject();
}

void printAsCsv(std::ostream& out, const std::vector<Finding>& findings)
{
    for (const Finding& finding : findings) {
        for (const std::string& example : finding.examples) {
            writeCsvLine(
                out,
                {std::string(name(finding.kind)),
                 std::string(severity(finding)),
                 text(finding.count),
                 example});
        }
    }
}

void print(
    const VerifyOptions& options,
    std::ostream& out,
    const SideCar& sideCar,
    const std::vector<Finding>& findings)
{
    switch (options.format) {
    case Format::Text:
        return printAsText(out, sideCar, findings);
    case Format::Json:
        return printAsJson(out, sideCar, findings);
    case Format::Csv:
        return printAsCsv(out, findings);
    case Format::Dot:
    case Format::Svg:
        break;  // no choice here
    }
}

/// The exit status of a command line that was answered already.
std::optional<int> parse(int argc, const char* const* argv, VerifyOptions& options)
{
    CLI::App app(
        "Reads value side-cars and tells what is wrong with them.", "vellum-query values verify");
    app.add_option(
           "FILE", options.files, "the side-car, NAME.vps; several are told of one after the other")
        ->required();
    command_line::addChoice<Format>(
        app,
        "--format",
        options.format,
        {{"text", Format::Text}, {"json", Format::Json}, {"csv", Format::Csv}},
        "text is for people, json and csv are stable")
        ->type_name("text|json|csv");
    app.footer("Exit status: 0 sound; 1 damaged, the findings tell how; 2 wrong usage; 3 it is no\n"
               "side-car that can be read. Of several files the largest.");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) {
            return app.exit(error);
        }
        complainOfUsage(command_line::mistakeOf(app, error));
        return kWrongUsage;
    }
    if (options.files.size() > 1 && options.format != Format::Text) {
        complainOfUsage("--format json and csv are for one file");
        return kWrongUsage;
    }
    return std::nullopt;
}

int verifyFile(const std::string& file, const VerifyOptions& options, std::ostream& out)
{
    const auto sideCar = SideCar::open(file);
    if (!sideCar.isOk()) {
        complain(sideCar.error().message);
        return kTraceUnreadable;
    }
    const auto findings = values::sidecar::verify(*sideCar.value());
    if (sideCar.value()->isLost()) {
        complain("'" + file + "' was changed while it was read");
        return kTraceUnreadable;
    }
    if (options.files.size() > 1 && options.format == Format::Text) {
        out << (file == options.files.front() ? "" : "\n") << printable(file) << ":\n";
    }
    print(options, out, *sideCar.value(), findings);
    return isDamaged(findings) ? kCheckFailed : kAnswered;
}

}  // namespace

int verifyCommand(int argc, const char* const* argv, std::ostream& out)
{
    VerifyOptions options;
    if (const auto status = parse(argc, argv, options)) {
        return *status;
    }
    if (options.format == Format::Csv) {
        writeCsvLine(out, {"kind", "severity", "count", "example"});
    }
    int status = kAnswered;
    for (const std::string& file : options.files) {
        status = std::max(status, verifyFile(file, options, out));
    }
    return status;
}

}  // namespace vellum::server::cli
