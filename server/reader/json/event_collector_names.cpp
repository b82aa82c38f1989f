#include "server/reader/json/event_collector.h"
#include "server/reader/json/kept_text.h"
#include "server/reader/wording.h"

#include <utility>

namespace vellum::server::reader::json {

namespace {

using query::Severity;

/// A container's process 1 has the number of GPU 1: then it is labelled twice.
void takeLabels(Process& process, std::string labels)
{
    if (labels == "CPU") {
        process.isHost = true;
        return;
    }
    process.isDevice = process.isDevice || labels.starts_with("GPU");
    process.labels = std::move(labels);
}

}  // namespace

void EventCollector::takeMetadata(const JsonEvent& event)
{
    const std::string_view what = bare(event.name);
    Process& process = m_trace.processes[processAt(event.pid)];
    if (what == "process_name") {
        takeName(process.name, "process", event);
    } else if (what == "process_labels") {
        takeLabels(process, keptText(event.at(Argument::Labels), m_trace.findings));
    } else if (what == "process_sort_index") {
        process.sortIndex = takeSortIndex(event);
        process.hasSortIndex = true;
    } else if (what == "thread_name") {
        takeName(m_trace.tracks[trackAt(event.pid, event.tid)].name, "thread", event);
    } else if (what == "thread_sort_index") {
        m_trace.tracks[trackAt(event.pid, event.tid)].sortIndex = takeSortIndex(event);
    } else {
        m_metadataLeftOut.add(what);
    }
}

std::int64_t EventCollector::takeSortIndex(const JsonEvent& event)
{
    ArgumentNumbers numbers(event);
    const std::uint64_t index = numbers.at(Argument::SortIndex);
    reportUnusable(event, numbers, 0, nullptr);
    return static_cast<std::int64_t>(index);
}

/// The last name wins, as with every reader of the format.
void EventCollector::takeName(std::string& name, const char* what, const JsonEvent& event)
{
    std::string said = keptText(event.at(Argument::Name), m_trace.findings);
    if (said.empty()) {
        m_metadataLeftOut.add(std::string(what) + "_name without a name");
        return;
    }
    if (!name.empty() && name != said) {
        m_trace.findings.add("second-name", Severity::Info, [&] {
            return std::string(what) + " " + shown(event.pid)
                   + (event.tid.empty() ? "" : ", " + shown(event.tid)) + " is called '"
                   + name.substr(0, kMostShown) + "' and then " + shown(event.at(Argument::Name))
                   + ": the last name is kept";
        });
    }
    name = std::move(said);
}

void EventCollector::takeHeader(std::string_view key, Raw value)
{
    constexpr std::size_t kMostBytes = std::size_t(1) << 20U;
    constexpr std::string_view kNone = "[]{}null";
    if ((key == "samples" || key == "stackFrames") && kNone.find(value) == std::string_view::npos) {
        m_trace.findings.add("header-left-out", Severity::Info, [&] {
            return "'" + std::string(key) + "' beside the list of events ("
                   + bytesText(value.size())
                   + " of the text) are samples of call stacks, which this version does not show";
        });
        return;
    }
    if (value.size() > kMostBytes) {
        m_trace.findings.add("header-left-out", Severity::Info, [&] {
            return "'" + textOf(key) + "' beside the list of events is " + bytesText(value.size())
                   + " long and left out";
        });
        return;
    }
    const auto made = m_trace.headers.try_emplace(textOf(key), value);
    const auto& known = made.first;
    if (!made.second && known->second != value) {
        m_trace.findings.add("second-header", Severity::Info, [&] {
            return "'" + known->first
                   + "' stands twice beside the list of events: the last is kept";
        });
        known->second = std::string(value);
    }
}

void EventCollector::reportLeftOut()
{
    constexpr std::size_t kMostNamed = 40;
    const auto report = [&](const char* kind, const KeyCounts& counts, const char* what) {
        m_trace.findings.addMany(kind, Severity::Info, counts.all(), [&] {
            return std::string(what) + " and are left out: " + counts.text(kMostNamed);
        });
    };
    report("argument-unwanted", m_argumentsUnwanted, "arguments are not wanted (--no-arguments)");
    report("argument-left-out", m_argumentsLeftOut, "arguments are too long or too many");
    report(
        "member-left-out",
        m_membersLeftOut,
        "members of events beside their arguments have no place in the event model");
    report(
        "metadata-left-out", m_metadataLeftOut, "metadata events have no place in the event model");
}

}  // namespace vellum::server::reader::json
