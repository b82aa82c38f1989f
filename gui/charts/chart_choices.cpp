#include "gui/charts/chart_choices.h"

#include "common/query/questions.h"
#include "common/query/selection_words.h"
#include "common/trace/function_group.h"
#include "gui/charts/matrix/matrix_metric.h"
#include "gui/data/wording.h"

#include <QFileInfo>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace vellum::gui::charts {

namespace {

constexpr std::size_t kMostNamed = 5;

/// "A, B, C and 12 more".
std::string some(std::vector<std::string> names)
{
    std::ranges::sort(names);
    names.erase(std::unique(names.begin(), names.end()), names.end());
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), kMostNamed); ++i) {
        text.append(i == 0 ? "" : ", ")
            .append(data::cut(names[i], data::kMostOfNameInLine).toStdString());
    }
    if (names.size() > kMostNamed) {
        text.append(" and ").append(std::to_string(names.size() - kMostNamed)).append(" more");
    }
    return text;
}

std::vector<std::string> counters(const Definitions& definitions)
{
    std::vector<std::string> names;
    names.reserve(definitions.metricMembers.size());
    for (const MetricMember& member : definitions.metricMembers) {
        names.push_back(member.name);
    }
    return names;
}

std::vector<std::string> groups()
{
    std::vector<std::string> names;
    for (std::size_t i = 0; i < kFunctionGroupCount; ++i) {
        names.emplace_back(vellum::name(static_cast<FunctionGroup>(i)));
    }
    return names;
}

/// Those that a visit of the trace is in.
std::vector<std::string> groupsOf(const data::Trace& trace)
{
    std::vector<std::string> names = groups();
    std::vector<std::string> own;
    for (std::size_t i = 0; i < std::min(names.size(), trace.info.visitsOf.size()); ++i) {
        if (trace.info.visitsOf[i] > 0) {
            own.push_back(std::move(names[i]));
        }
    }
    return own;
}

bool has(const std::vector<std::string>& names, const std::string& name)
{
    return std::ranges::find(names, name) != names.end();
}

bool isGroup(const QString& what)
{
    const auto names = groups();
    return std::ranges::any_of(names, [&what](const std::string& name) {
        return what.compare(QString::fromStdString(name), Qt::CaseInsensitive) == 0;
    });
}

/// Says what file lacks what, and \p instead.
Result<void> lacks(
    const data::Trace& trace,
    const QString& kind,
    const QString& what,
    const std::string& noun,
    const std::string& instead)
{
    return Error{
        .kind = ErrorKind::NotFound,
        .message = "--charts " + kind.toStdString() + "=" + what.toStdString() + ": "
                   + QFileInfo(trace.path).fileName().toStdString() + " has no " + noun + " '"
                   + what.toStdString() + "'" + instead};
}

Result<void> checkCounter(const QString& what, const data::Trace& trace)
{
    const auto names = counters(*trace.definitions);
    if (has(names, what.toStdString())) {
        return {};
    }
    const std::string instead =
        names.empty() ? " and no other counter either" : ", but " + some(names);
    return lacks(trace, QStringLiteral("counter"), what, "counter", instead);
}

Result<void> checkRadar(const QString& what, const data::Trace& trace)
{
    const std::string name = what.toStdString();
    const auto& regions = trace.definitions->regions;
    const bool isFunction = std::ranges::any_of(regions, [&name](const Region& region) {
        return region.name.find(name) != std::string::npos;
    });
    const auto names = counters(*trace.definitions);
    if (isFunction || isGroup(what) || has(names, name)) {
        return {};
    }
    std::vector<std::string> functions;
    functions.reserve(regions.size());
    for (const Region& region : regions) {
        functions.push_back(region.name);
    }
    return lacks(
        trace,
        QStringLiteral("radar"),
        what,
        "group, function or counter",
        ", but the groups " + some(groupsOf(trace))
            + (functions.empty() ? "" : ", the functions " + some(std::move(functions)))
            + (names.empty() ? "" : ", the counters " + some(names)));
}

Result<void> checkLocation(const QString& what, const data::Trace& trace)
{
    const auto found = query::selectLocation(what.toStdString(), *trace.definitions);
    if (found.isOk()) {
        return {};
    }
    if (found.error().kind != ErrorKind::NotFound) {
        return Error{
            .kind = found.error().kind,
            .message = "--charts process=" + what.toStdString() + ": " + found.error().message};
    }
    std::vector<std::string> names;
    names.reserve(trace.definitions->locations.size());
    for (const Location& location : trace.definitions->locations) {
        names.push_back(location.name);
    }
    return lacks(trace, QStringLiteral("process"), what, "location", ", but " + some(names));
}

}  // namespace

Result<void> checkChoice(const QString& kind, const QString& what, const data::Trace& trace)
{
    if (kind == QLatin1String("counter")) {
        return checkCounter(what, trace);
    }
    if (kind == QLatin1String("radar")) {
        return checkRadar(what, trace);
    }
    if (kind == QLatin1String("process")) {
        return checkLocation(what, trace);
    }
    const bool isIoBy = what == QLatin1String("file") || what == QLatin1String("location")
                        || what == QLatin1String("tree");
    if (kind == QLatin1String("io") && !isIoBy) {
        return Error{
            .kind = ErrorKind::InvalidArgument,
            .message = "--charts io=" + what.toStdString() + " is none of file, location and tree"};
    }
    if (kind == QLatin1String("messages")
        && !QStringList{"size", "size-class", "tag", "communicator"}.contains(what)) {
        return Error{
            .kind = ErrorKind::InvalidArgument,
            .message = "--charts messages=" + what.toStdString()
                       + " is none of size, size-class, tag and communicator"};
    }
    if (kind == QLatin1String("matrix") && !matrixMetricOf(what)) {
        std::string words;
        for (const char* word : kMatrixMetricWords) {
            words.append(words.empty() ? "" : ", ").append(word);
        }
        return Error{
            .kind = ErrorKind::InvalidArgument,
            .message = "--charts matrix=" + what.toStdString() + " is none of " + words};
    }
    if (kind == QLatin1String("table") && query::findTableQuestion(what.toStdString()) == nullptr) {
        std::string names;
        for (const table::Schema* question : query::tableQuestions()) {
            names += (names.empty() ? "" : ", ") + std::string(question->name);
        }
        return Error{
            .kind = ErrorKind::InvalidArgument,
            .message = "--charts table=" + what.toStdString() + " is none of " + names};
    }
    const bool isBy = what == QLatin1String("group") || what == QLatin1String("function");
    if (kind == QLatin1String("summary") && !isBy) {
        return Error{
            .kind = ErrorKind::InvalidArgument,
            .message = "--charts summary=" + what.toStdString() + " is neither group nor function"};
    }
    return {};
}

}  // namespace vellum::gui::charts
