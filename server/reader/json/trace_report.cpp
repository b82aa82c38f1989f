#include "server/reader/json/trace_report.h"

#include "server/reader/wording.h"

#include <cstddef>

namespace vellum::server::reader::json {

namespace {

using query::Severity;

void reportEvents(
    const PhaseCounts& phases,
    const DocumentOutcome& outcome,
    const std::string& path,
    store::ImportReport& report)
{
    std::string text;
    for (std::size_t i = 0; i < phases.size(); ++i) {
        if (phases.at(i) > 0) {
            const std::string phase = i == 0 ? "none" : std::string(1, static_cast<char>(i));
            text += (text.empty() ? "" : ", ") + phase + " " + numberText(phases.at(i));
        }
    }
    report.add(
        "json-events",
        Severity::Info,
        reader::quoted(path) + " holds " + countText(outcome.events, "event", "events")
            + (text.empty() ? "" : ", by phase: " + text),
        outcome.events);
}

void reportDamagedEvents(
    const DocumentOutcome& outcome, const std::string& path, store::ImportReport& report)
{
    if (outcome.damaged > outcome.tooLong) {
        report.add(
            "damaged-event",
            Severity::Error,
            reader::quoted(path) + ": no event can be read at byte "
                + numberText(outcome.firstDamaged) + " of the text",
            outcome.damaged - outcome.tooLong);
    }
    if (outcome.tooLong > 0) {
        report.add(
            "event-too-long",
            Severity::Error,
            reader::quoted(path) + ": the event at byte " + numberText(outcome.firstTooLong)
                + " of the text is longer than " + bytesText(DocumentOptions().windowBytes)
                + ": it is left out",
            outcome.tooLong);
    }
    if (outcome.brackets > 0) {
        report.add(
            "misplaced-bracket",
            Severity::Warning,
            reader::quoted(path) + ": before byte " + numberText(outcome.firstBracket)
                + " of the text a bracket ends the list of events, and more of them follow",
            outcome.brackets);
    }
}

void reportHeaders(
    const DocumentOutcome& outcome, const std::string& path, store::ImportReport& report)
{
    if (outcome.damagedHeaders > 0) {
        report.add(
            "damaged-header",
            Severity::Error,
            reader::quoted(path) + ": what stands beside the events cannot be read at byte "
                + numberText(outcome.firstDamagedHeader) + " of the text",
            outcome.damagedHeaders);
    }
    if (outcome.longHeaders > 0) {
        report.add(
            "header-too-long",
            Severity::Warning,
            reader::quoted(path) + ": what stands beside the events at byte "
                + numberText(outcome.firstLongHeader) + " of the text is longer than "
                + bytesText(DocumentOptions().windowBytes) + ": it is left out",
            outcome.longHeaders);
    }
}

void reportMended(
    const DocumentOutcome& outcome, const std::string& path, store::ImportReport& report)
{
    if (outcome.quotes > 0) {
        report.add(
            "unescaped-quote",
            Severity::Warning,
            reader::quoted(path) + ": the quote at byte " + numberText(outcome.firstQuote)
                + " of the text stands inside of a string without a backslash: it is taken for a "
                  "part of it",
            outcome.quotes);
    }
    if (outcome.commas > 0) {
        report.add(
            "misplaced-comma",
            Severity::Info,
            reader::quoted(path) + ": before byte " + numberText(outcome.firstComma)
                + " of the text a comma is missing or one too many",
            outcome.commas);
    }
}

void reportEnd(const DocumentOutcome& outcome, const std::string& path, store::ImportReport& report)
{
    if (outcome.isCutOff) {
        report.add(
            "truncated-file",
            Severity::Error,
            reader::quoted(path) + " is cut off after "
                + countText(outcome.events, "event", "events") + " and " + bytesText(outcome.bytes)
                + " of text");
    }
    if (outcome.hasMore && !outcome.isCutOff) {  // behind a cut is nothing
        report.add(
            "trailing-text",
            Severity::Warning,
            reader::quoted(path) + " goes on behind its end at byte " + numberText(outcome.bytes)
                + " of the text: what follows is left out");
    }
}

}  // namespace

void reportReading(
    const PhaseCounts& phases,
    const DocumentOutcome& outcome,
    const std::filesystem::path& path,
    store::ImportReport& report)
{
    reportEvents(phases, outcome, path.string(), report);
    reportDamagedEvents(outcome, path.string(), report);
    reportHeaders(outcome, path.string(), report);
    reportEnd(outcome, path.string(), report);
    reportMended(outcome, path.string(), report);
}

}  // namespace vellum::server::reader::json
