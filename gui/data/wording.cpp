#include "gui/data/wording.h"

#include "common/trace/event_kinds.h"
#include "gui/data/template_folding.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <string>

namespace vellum::gui::data {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("vellum::gui::data", text);
}

/// What a megabyte of template arguments is cut to: no label is longer.
constexpr std::size_t kLongest = 512;

/// Where the parameter list that ends the name begins: its opening parenthesis' match is the last
/// one. npos if the name does not end in one, or is nothing else.
std::size_t parameterList(std::string_view name)
{
    constexpr std::string_view kConst = " const";
    if (name.ends_with(kConst)) {
        name.remove_suffix(kConst.size());
    }
    if (!name.ends_with(')')) {
        return std::string_view::npos;
    }
    int depth = 0;
    for (std::size_t i = name.size(); i-- > 0;) {
        depth += name[i] == ')' ? 1 : name[i] == '(' ? -1 : 0;
        if (depth == 0) {
            // operator()() keeps its own pair; "(x)" alone is no signature; " (" is prose.
            const bool isSignature = i > 0 && name[i - 1] != ' ';
            return isSignature ? i : std::string_view::npos;
        }
    }
    return std::string_view::npos;
}

}  // namespace

std::string_view beginOf(std::string_view utf8, std::size_t most)
{
    constexpr unsigned kMostOfLetter = 4;
    if (utf8.size() <= most) {
        return utf8;
    }
    const auto isInLetter = [utf8](std::size_t at) {
        return (static_cast<unsigned char>(utf8[at]) & 0xc0U) == 0x80U;
    };
    std::size_t end = most;
    while (end > 0 && most - end < kMostOfLetter && isInLetter(end)) {
        --end;
    }
    return utf8.substr(0, isInLetter(end) ? most : end);  // or it is no UTF-8
}

QString cut(std::string_view utf8, std::size_t most)
{
    const std::string_view begin = beginOf(utf8, most);
    return begin.size() < utf8.size() ? text(begin) + QStringLiteral("…") : text(begin);
}

QString cut(const QString& text, qsizetype most)
{
    if (text.size() <= most) {
        return text;
    }
    const bool isInLetter = most > 0 && text[most].isLowSurrogate();
    return text.left(isInLetter ? most - 1 : most) + QStringLiteral("…");
}

QString tipName(std::string_view name)
{
    constexpr std::size_t kMost = 1'000;
    constexpr qsizetype kLine = 100;
    static const QRegularExpression kSeam(QStringLiteral("[ ,;:<>()/_]"));
    QString rest = cut(name, kMost);
    QString lines;
    while (rest.size() > kLine) {
        const qsizetype seam = rest.lastIndexOf(kSeam, kLine - 1) + 1;
        const qsizetype whole = rest[kLine].isLowSurrogate() ? kLine - 1 : kLine;
        const qsizetype end = seam > kLine / 2 ? seam : whole;
        lines += rest.left(end) + QLatin1Char('\n');
        rest.remove(0, end);
    }
    return lines + rest;
}

QString locationText(const Definitions& definitions, LocationRef ref)
{
    const Location* location = definitions.find(ref);
    if (location == nullptr) {
        return tr("location %1").arg(ref.value());
    }
    const LocationGroup* group = definitions.find(location->group);
    return group == nullptr ? text(location->name)
                            : text(group->name) + QStringLiteral(" · ") + text(location->name);
}

QString communicatorText(const Definitions& definitions, CommRef ref)
{
    const Communicator* communicator = definitions.find(ref);
    if (communicator != nullptr && !communicator->name.empty()) {
        return text(communicator->name);
    }
    const Group* group = communicator == nullptr ? nullptr : definitions.find(communicator->group);
    const Paradigm paradigm = group == nullptr ? Paradigm::Unknown : group->paradigm;
    const FunctionGroup kind = functionGroupOf(paradigm, RegionRole::Function, {});
    if (kind == FunctionGroup::OpenMp) {
        return tr("%1 team %2").arg(text(name(paradigm))).arg(ref.value());
    }
    if (kind == FunctionGroup::DeviceApi) {
        return tr("%1 group %2").arg(text(name(paradigm))).arg(ref.value());
    }
    const Communicator* parent =
        communicator == nullptr ? nullptr : definitions.find(communicator->parent);
    return parent == nullptr || parent->name.empty()
               ? tr("communicator %1").arg(ref.value())
               : tr("communicator %1 of %2").arg(ref.value()).arg(text(parent->name));
}

QString shortName(std::string_view name)
{
    constexpr std::string_view kAnonymous = "(anonymous namespace)::";
    const std::size_t parameters = parameterList(name);
    std::string text(name.substr(0, parameters));
    for (auto at = text.find(kAnonymous); at != std::string::npos; at = text.find(kAnonymous)) {
        text.erase(at, kAnonymous.size());
    }
    const std::string_view whole = text;
    return cut(
        foldTemplates(parameters == std::string_view::npos ? whole : withoutReturnType(whole)),
        kLongest);
}

ImportErrors importErrors(const query::TraceInfo& info)
{
    ImportErrors errors;
    for (const query::ImportReportEntry& entry : info.importReport) {
        if (entry.severity == query::Severity::Error) {
            if (errors.example.isEmpty()) {
                errors.example = QString::fromStdString(entry.example);
            }
            errors.count += entry.count;
        } else if (entry.severity == query::Severity::Warning) {
            errors.warnings += entry.count;
        }
    }
    return errors;
}

std::uint64_t countOf(const query::TraceInfo& info, EventKind kind)
{
    const auto found =
        std::ranges::find(info.eventsByKind, infoOf(kind).name, &query::KindCount::kind);
    return found == info.eventsByKind.end() ? 0 : found->count;
}

QString noVisitSentence(const query::TraceInfo& info)
{
    const bool isPart =
        std::ranges::any_of(info.importReport, [](const query::ImportReportEntry& entry) {
            return entry.kind == "window-loaded" || entry.kind == "location-left-out";
        });
    if (isPart || !info.complete) {
        return tr("No function is in the part of this trace that was loaded.");
    }
    if (info.events == 0) {
        const QString why = importErrors(info).example;
        return why.isEmpty()
                   ? tr("This trace holds no events: its event files are missing or empty.")
                   : tr("No event of this trace could be read: %1.").arg(why);
    }
    const std::uint64_t samples = countOf(info, event_kind::kCallingContextSample);
    QString only;
    if (info.metricSamples > 0 || samples == 0) {
        only = counted(info.metricSamples, tr("metric sample"), tr("metric samples"));
    }
    if (samples > 0) {
        only += (only.isEmpty() ? QString() : tr(" and "))
                + counted(samples, tr("CPU sample"), tr("CPU samples"));
    }
    return tr("No function was recorded in this trace, only %1.").arg(only);
}

bool hasOnlySamplesBesideCalls(const query::TraceInfo& info)
{
    static constexpr std::array kOthers{
        event_kind::kEnter,
        event_kind::kLeave,
        event_kind::kMetric,
        event_kind::kCallingContextSample};
    return countOf(info, event_kind::kCallingContextSample) > 0
           && std::ranges::all_of(info.eventsByKind, [](const query::KindCount& count) {
                  return std::ranges::any_of(kOthers, [&count](EventKind kind) {
                      return count.kind == infoOf(kind).name;
                  });
              });
}

QString noVisitWord(const query::TraceInfo& info, std::uint64_t events, bool isWholeTrace)
{
    if (events == 0) {
        return tr("nothing was recorded here");
    }
    const QString word =
        hasOnlySamplesBesideCalls(info)
            ? tr("samples only: %1").arg(grouped(events))
            : tr("no function, %1").arg(counted(events, tr("record"), tr("records")));
    return isWholeTrace ? word : tr("%1 in the whole trace").arg(word);
}

QString patternText(query::ValuePattern pattern)
{
    const auto place = static_cast<std::size_t>(pattern);
    const bool isKnown =
        pattern != query::ValuePattern::None && place < std::size(query::kValuePatternWords);
    return isKnown ? text(query::kValuePatternWords[place]).replace(u'-', u' ') : QString();
}

QString traceTitle(const QString& path)
{
    // Archives are all called traces.otf2: the folder tells them apart.
    const QFileInfo file(path);
    const bool plain = file.fileName() == QLatin1String("traces.otf2");
    return plain ? QFileInfo(file.absolutePath()).fileName() : file.fileName();
}

QString otherRunText(std::string_view trace)
{
    return trace.empty() ? QString() : tr("from another run (%1)").arg(traceTitle(text(trace)));
}

}  // namespace vellum::gui::data
