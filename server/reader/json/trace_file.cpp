#include "server/reader/json/trace_file.h"

#include "common/base/process_memory.h"
#include "server/reader/byte_stream.h"
#include "server/reader/json/document_reader.h"
#include "server/reader/json/trace_assembly.h"
#include "server/reader/read_ahead.h"
#include "server/reader/wording.h"

#include <functional>
#include <map>
#include <string>
#include <system_error>
#include <utility>

namespace vellum::server::reader::json {

namespace {

Error noEvents(
    const std::filesystem::path& path,
    const DocumentOutcome& outcome,
    const std::map<std::string, std::string>& headers,
    bool isPacked)
{
    std::error_code ignored;
    const std::string size =
        bytesText(std::filesystem::file_size(path, ignored)) + (isPacked ? ", packed" : "");
    const bool isNodes = headers.contains("nodes");
    std::string what = "is a JSON file (" + size + ") without trace events";
    if (outcome.isTooLong) {
        what = "is a JSON file in which at byte " + std::to_string(outcome.bytes)
               + " a value of more than " + bytesText(DocumentOptions().windowBytes)
               + " begins, which is not read, and no trace events stand before it";
    } else if (isNodes) {
        what = "is a PyTorch execution trace (JSON with nodes, " + size
               + "), not a trace with times: record one with torch.profiler";
    } else if (!outcome.hasEvents && headers.contains("ph")) {
        what = "is a JSON file (" + size
               + ") whose outermost object is itself an event, as in files of one object a "
                 "line: put '[' before the first and commas between them";
    } else if (outcome.tooLong > 0) {
        what = "is a JSON file (" + size + ") of which no event can be read: the one at byte "
               + std::to_string(outcome.firstTooLong) + " is longer than "
               + bytesText(DocumentOptions().windowBytes);
    } else if (outcome.hasEvents) {
        what = "is a JSON file (" + bytesText(outcome.bytes) + ") whose list of "
               + countText(outcome.events + outcome.damaged, "element", "elements")
               + " holds no trace event that can be read and has a phase ('ph')";
    }
    return {.kind = ErrorKind::InvalidArgument, .message = quoted(path) + " " + what};
}

Error givenUp(const std::filesystem::path& path)
{
    return {
        .kind = ErrorKind::Cancelled,
        .message = "the reading of " + quoted(path) + " was given up"};
}

/// What reading alone needs is gone afterwards.
DocumentOutcome collect(
    ByteStream& bytes,
    CollectedTrace& collected,
    bool withoutArguments,
    const std::function<bool()>& goOn)
{
    EventCollector collector(withoutArguments);
    DocumentOutcome outcome = DocumentReader(bytes, collector).read(goOn);
    collected = collector.finish();
    return outcome;
}

}  // namespace

Result<std::unique_ptr<EventSource>> openTraceFile(
    const std::filesystem::path& path, const OpenOptions& options)
{
    auto opened = openBytes(path);
    VELLUM_RETURN_IF_ERROR(opened);
    std::error_code ignored;
    const std::uint64_t total = std::filesystem::file_size(path, ignored);
    auto bytes = std::move(opened).value();
    constexpr std::uint64_t kWorthAThread = std::uint64_t(1) << 20U;
    if (bytes->isPacked() && total > kWorthAThread) {
        bytes = readAhead(std::move(bytes));
    }
    CollectedTrace collected;
    const auto isGivenUp = [&] {
        if (options.onProgress) {
            options.onProgress(bytes->filePosition(), total);
        }
        return options.giveUp.stop_requested();
    };
    DocumentOutcome outcome = collect(*bytes, collected, options.withoutArguments, [&] {
        return !isGivenUp() && !options.cancel.stop_requested();
    });
    if (options.giveUp.stop_requested()) {
        return givenUp(path);
    }
    const std::string& packing = bytes->error();
    const bool hasPhases = outcome.events > collected.phases[0];
    const bool isMeantEmpty =
        outcome.hasEvents && !outcome.isList && outcome.events + outcome.damaged == 0;
    if (!hasPhases && !isMeantEmpty && !outcome.isStopped) {
        Error error = noEvents(path, outcome, collected.headers, bytes->isPacked());
        error.message += packing.empty() ? "" : "; " + packing;
        return error;
    }
    outcome.isCutOff = outcome.isCutOff && packing.empty();  // one cut is one finding
    auto assembled = assemble(std::move(collected), outcome, path, [&] { return !isGivenUp(); });
    if (!assembled) {
        return givenUp(path);
    }
    returnFreeMemory();  // of the tables that only reading needs
    AssembledTrace& trace = *assembled;
    trace.head.isPrefix = outcome.isStopped;
    trace.head.bytesRead = bytes->filePosition();
    if (!packing.empty()) {
        trace.head.report.add(
            "truncated-file",
            query::Severity::Error,
            quoted(path) + ": " + packing + " after " + bytesText(outcome.bytes) + " of text");
    }
    if (bytes->trailing() > 0) {
        trace.head.report.add(
            "trailing-text",
            query::Severity::Warning,
            quoted(path) + " goes on behind the end of its packed data: "
                + bytesText(bytes->trailing()) + " are left out");
    }
    return tracks::TrackSet::makeSource(std::move(trace.head), std::move(trace.tracks));
}

}  // namespace vellum::server::reader::json
