#include "gui/app/opening.h"

#include "common/query/selection_words.h"
#include "gui/shell/layouts.h"
#include "gui/shell/trace_view.h"

namespace vellum::gui::app {

namespace {

Error badOption(const char* option, const QString& text, const std::string& why)
{
    return {
        ErrorKind::InvalidArgument, std::string(option) + " '" + text.toStdString() + "': " + why};
}

struct Place {
    LocationRef location;
    Tick tick = 0;
};

/// "LOC@TIME".
Result<Place> parsePlace(const char* option, const QString& text, const data::Trace& trace)
{
    const Definitions& definitions = *trace.definitions;
    const qsizetype at = text.lastIndexOf(QLatin1Char('@'));
    const auto tick = parseTick(text.mid(at + 1).toStdString(), definitions.clock);
    if (at < 0 || !tick) {
        return badOption(option, text, "is not LOC@TIME, for instance 0@1.25s");
    }
    if (!trace.info.range.contains(*tick)) {
        const auto instant = [&](Tick one) { return formatInstant(one, definitions.clock); };
        return badOption(
            option,
            text,
            "the trace lasts from " + instant(trace.info.range.begin) + " to "
                + instant(trace.info.range.end));
    }
    const auto location = query::selectLocation(text.left(at).toStdString(), definitions);
    if (!location.isOk()) {
        return badOption(option, text, location.error().message);
    }
    return Place{.location = location.value(), .tick = *tick};
}

Result<void> applyWindow(const QString& text, shell::TraceView& view)
{
    const ClockProperties& clock = view.trace().definitions->clock;
    const QStringList sides = text.split(QLatin1Char(':'));
    TickRange range = view.history().whole();
    bool isGood = sides.size() == 2;
    const auto read = [&](const QString& side, Tick& to) {
        if (!side.isEmpty()) {
            const auto tick = parseTick(side.toStdString(), clock);
            isGood = isGood && tick.has_value();
            to = tick.value_or(to);
        }
    };
    if (isGood) {
        read(sides[0], range.begin);
        read(sides[1], range.end);
    }
    if (!isGood || range.intersected(view.history().whole()).isEmpty()) {
        return badOption("--window", text, "is not A:B inside the trace, for instance 1.2s:1.3s");
    }
    view.history().showRange(range.intersected(view.history().whole()), QObject::tr("window"));
    return {};
}

}  // namespace

Result<void> applyOptions(const Options& options, shell::TraceView& view)
{
    VELLUM_RETURN_IF_ERROR(shell::layouts::checkChoices(options.charts, view.trace()));
    view.applyLayout(options.layout.isEmpty() ? options.charts : options.layout);
    if (!options.window.isEmpty()) {
        VELLUM_RETURN_IF_ERROR(applyWindow(options.window, view));
    }
    if (!options.select.isEmpty()) {
        const auto place = parsePlace("--select", options.select, view.trace());
        if (!place.isOk()) {
            return place.error();
        }
        view.goTo(place.value().location, place.value().tick);
    }
    if (!options.selectMessage.isEmpty()) {
        const auto place = parsePlace("--select-message", options.selectMessage, view.trace());
        if (!place.isOk()) {
            return place.error();
        }
        view.goToMessage(place.value().location, place.value().tick);
    }
    return {};
}

Options optionsOf(const Options& options, std::size_t number)
{
    Options own = options;
    if (options.compare && number > 0) {
        own.window.clear();
        own.select.clear();
        own.selectMessage.clear();
    }
    return own;
}

Error missing(const Options& options)
{
    if (!options.select.isEmpty()) {
        return badOption("--select", options.select, "no function is active there");
    }
    return badOption(
        "--select-message",
        options.selectMessage,
        "no message is sent there from then on, in the window");
}

}  // namespace vellum::gui::app
