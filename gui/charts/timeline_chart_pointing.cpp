// What is under the pointer of TimelineChart: asked for, said, and selected by a click.

#include "common/time/columns.h"
#include "gui/charts/timeline_chart.h"
#include "gui/data/group_names.h"
#include "gui/data/time_text.h"
#include "gui/data/wording.h"
#include "gui/models/function_shares.h"

#include <QLocale>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <utility>

namespace vellum::gui::charts {

namespace {

constexpr double kMessageReachPx = 4;

/// "\n12.5 % of main": of the visit at \p depth, which is in another one.
QString shareOfCaller(
    const query::VisitDetail& detail, std::size_t depth, const Definitions& definitions)
{
    const query::DetailLevel& visit = detail.stack[depth - 1];
    const query::DetailLevel& caller = detail.stack[depth - 2];
    const Region* region = definitions.find(caller.region);
    if (region == nullptr || caller.visit.isEmpty()) {
        return {};
    }
    const double share = 100.0 * static_cast<double>(visit.visit.length())
                         / static_cast<double>(caller.visit.length());
    return TimelineChart::tr("\n%1 % of %2")
        .arg(
            QLocale::c().toString(share, 'f', 1),
            data::cut(data::shortName(region->name), data::kMostOfNameInLine));
}

models::SelectedVisit visitAt(const query::VisitDetail& detail, std::uint32_t depth)
{
    const query::DetailLevel& level = detail.stack[depth - 1];
    return {
        .location = detail.location, .region = level.region, .visit = level.visit, .depth = depth};
}

}  // namespace

void TimelineChart::clickAt(QPoint position, bool zooms)
{
    m_clickSlot.reset();
    m_clickLongest.reset();
    m_zoomAfterClick = false;
    const auto arrow = std::ranges::find_if(
        m_edgeArrows, [position](const EdgeArrow& one) { return one.place.contains(position); });
    if (arrow != m_edgeArrows.end()) {
        const EdgeArrow there = *arrow;
        emit placeWanted(there.location, there.tick);
        return;
    }
    if (clickOnBurst(position, zooms)) {
        return;
    }
    if (const query::Message* message = messageAt(position)) {
        m_selection.selectMessage(*message);
        if (zooms) {
            zoomToSelection();
        }
        return;
    }
    if (clickOnShape(position, zooms)) {
        return;
    }
    const int row = rowAt(position.y());
    if (row < 0 || m_rows[static_cast<std::size_t>(row)].kind != models::RowKind::Location) {
        m_selection.clear();
        return;
    }
    m_zoomAfterClick = zooms;
    m_chosenKey = m_rows[static_cast<std::size_t>(row)].key;
    m_chosenRow = row;
    const LocationRef location = m_rows[static_cast<std::size_t>(row)].locations.front();
    const Tick tick = tickAt(position.x());
    m_clickedPixel = {.begin = tick, .end = std::max(tick + 1, tickAt(position.x() + 1))};
    m_clickSlot.ask(query::DetailRequest{.location = location, .tick = tick});
}

void TimelineChart::connectPointing()
{
    m_hoverSlot.setHandler([this](const auto& answer, const Error&) {
        if (answer) {
            onHovered(*answer);
        }
    });
    m_clickSlot.setHandler([this](const auto& answer, const Error&) {
        const auto* detail = answer ? std::get_if<query::VisitDetail>(answer.get()) : nullptr;
        if (detail != nullptr) {
            onClicked(*detail);
        }
    });
    m_hoverLongest.setHandler([this](const std::optional<models::LongestVisit::Found>& found) {
        if (found && m_tellsUnder) {
            tellVisit(*found, false);
        }
    });
    m_clickLongest.setHandler([this](const std::optional<models::LongestVisit::Found>& found) {
        if (found) {
            selectClicked(found->visit);
        } else {
            m_selection.clear();
        }
    });
}

/// Nothing where what is shown is not, or not yet, of this view.
std::optional<TimelineChart::Shown> TimelineChart::shownAt(LocationRef location, Tick tick) const
{
    const models::RowPicture* picture = m_model.pictureOf(location);
    if (picture == nullptr || picture->timeline->window != m_view.range()
        || !picture->timeline->window.contains(tick)) {
        return std::nullopt;
    }
    const Columns columns{.range = picture->timeline->window, .count = picture->timeline->columns};
    const std::int64_t column = columns.columnOf(tick);
    const std::vector<query::TimelineRun>& runs = picture->runs().runs;
    const auto after =
        std::ranges::upper_bound(runs, column, {}, [](const query::TimelineRun& run) {
            return std::int64_t{run.firstColumn};
        });
    return after == runs.begin()
               ? std::nullopt
               : std::optional(Shown{.pixel = columns.column(column), .run = *std::prev(after)});
}

RegionRef TimelineChart::functionAt(QPoint position) const
{
    const auto location = canvasRect().contains(position) ? locationAt(position.y()) : std::nullopt;
    const auto shown =
        location ? shownAt(*location, scale().tickAt(xInCanvas(position.x()))) : std::nullopt;
    return shown ? shown->region() : RegionRef::undefined();
}

/// What is meant is what the pixel shows: that function's visit at the very instant, or else its longest in the pixel.
void TimelineChart::onClicked(const query::VisitDetail& detail)
{
    const std::optional<Shown> shown = shownAt(detail.location, detail.tick);
    const bool showsFunction = shown && shown->region().isDefined();
    const auto depth = showsFunction ? models::depthOf(detail.stack, shown->region())
                                     : static_cast<std::uint32_t>(detail.stack.size());
    if (depth > 0) {
        selectClicked(visitAt(detail, depth));
        return;
    }
    m_clickLongest.ask(
        {.location = detail.location,
         .pixel = shown ? shown->pixel : m_clickedPixel,
         .region = shown ? shown->region() : RegionRef::undefined()});
}

void TimelineChart::selectClicked(const models::SelectedVisit& visit)
{
    m_selection.selectVisit(visit);
    if (std::exchange(m_zoomAfterClick, false)) {
        zoomToSelection();
    }
}

const query::Message* TimelineChart::messageAt(QPoint position) const
{
    if (!m_drawnOf || !m_layers.isShown(models::Layer::Messages)) {
        return nullptr;
    }
    // Where more than a few lines pass, none stands out and the bar below is what is meant.
    constexpr int kMostInReach = 4;
    const double ratio = viewport()->devicePixelRatioF();
    const double reach = kMessageReachPx * ratio;
    const query::Message* nearest = nullptr;
    double best = reach;
    int inReach = 0;
    for (const std::size_t place : m_drawnMessages) {
        const query::Message& message = m_drawnOf->messages[place];
        const QLineF line = lineOf(message);
        const double away =
            line.isNull() ? reach + 1 : geometry::distance(line, QPointF(position) * ratio);
        inReach += away <= reach ? 1 : 0;
        if (away <= best) {
            best = away;
            nearest = &message;
        }
    }
    return inReach > kMostInReach ? nullptr : nearest;
}

/// "12.5 ms   rank 3 · Master thread › main › MPI_Recv"
QString TimelineChart::pathSentence(
    LocationRef location, Tick tick, std::span<const RegionRef> path) const
{
    const Definitions& definitions = *m_model.trace().definitions;
    QString text = data::instantText(tick, definitions.clock) + QStringLiteral("   ");
    if (const Location* known = definitions.find(location)) {
        text += models::qualifiedName(definitions, *known);
    }
    for (const RegionRef region : path) {
        text += QStringLiteral(" › ") + nameOf(region);
    }
    text += redundancyText(location, tick);
    return text;
}

/// Nothing of a function that is not defined.
QString TimelineChart::nameOf(RegionRef region) const
{
    const Region* known = m_model.trace().definitions->find(region);
    return known != nullptr ? data::cut(known->name, data::kMostOfNameInPath) : QString();
}

void TimelineChart::onHovered(const query::Answer& answer)
{
    if (const auto* tree = std::get_if<query::CallTree>(&answer)) {
        takeSamples(*tree);
        return;
    }
    const auto* detail = std::get_if<query::VisitDetail>(&answer);
    if (detail == nullptr) {
        return;
    }
    m_under = *detail;
    if (m_drag == Drag::Range) {
        continueDrag(m_lastAt);  // an edge may be known better now
    }
    tellUnder();
}

/// The function that the pixel shows: as it is called at the very instant, or else in its longest visit in the pixel.
void TimelineChart::tellUnder()
{
    m_hoverLongest.reset();
    m_tellsUnder = true;
    const query::VisitDetail& under = *m_under;
    const std::optional<Shown> shown = shownAt(under.location, under.tick);
    const bool showsFunction = shown && shown->region().isDefined();
    const auto depth = showsFunction ? models::depthOf(under.stack, shown->region())
                                     : static_cast<std::uint32_t>(under.stack.size());
    if (depth > 0) {
        std::vector<RegionRef> path;
        for (std::size_t i = 0; i < depth; ++i) {
            path.push_back(under.stack[i].region);
        }
        tellVisit({.visit = visitAt(under, depth), .path = std::move(path)}, true);
        return;
    }
    std::vector<RegionRef> path;
    if (showsFunction) {
        path.push_back(shown->region());  // until more is known
        m_hoverLongest.ask(
            {.location = under.location,
             .pixel = shown->pixel,
             .region = shown->region(),
             .asksForPath = true});
    }
    const bool showsNone = shown && !showsFunction;
    emit pathHovered(
        pathSentence(under.location, under.tick, path)
        + (showsNone ? tr("   in no function") : QString()));
    if (!showsFunction) {
        askForSamples(under.location, under.tick);
    }
}

/// \param isUnderPointer  false: the longest of the pixel
void TimelineChart::tellVisit(const models::LongestVisit::Found& found, bool isUnderPointer)
{
    const Definitions& definitions = *m_model.trace().definitions;
    const models::SelectedVisit& visit = found.visit;
    const QString longest = isUnderPointer ? QString() : tr("longest in this pixel");
    emit pathHovered(
        pathSentence(visit.location, m_under->tick, found.path)
        + (isUnderPointer ? QString() : QStringLiteral("   ") + longest));
    const Region* region = definitions.find(visit.region);
    const Location* location = definitions.find(visit.location);
    m_tip = tr("%1\n%2\nbegins %3, lasts %4")
                .arg(
                    region != nullptr ? data::tipName(region->name) : QString(),
                    location != nullptr ? models::qualifiedName(definitions, *location) : QString(),
                    data::instantText(visit.visit.begin, definitions.clock),
                    data::durationText(visit.visit.length(), definitions.clock));
    if (!isUnderPointer) {
        m_tip += QStringLiteral(", ") + longest;
    } else if (visit.depth > 1) {
        m_tip += shareOfCaller(*m_under, visit.depth, definitions);
    }
    m_tip += sharesOfPixel(visit);
    showTipSoon();
}

QString TimelineChart::sharesOfPixel(const models::SelectedVisit& visit) const
{
    const std::optional<Shown> shown = shownAt(visit.location, m_under->tick);
    const Region* region = m_model.trace().definitions->find(visit.region);
    if (!shown || shown->region() != visit.region || region == nullptr || shown->run.missing <= 0) {
        return {};
    }
    return tr("\nin this pixel: %1")
        .arg(data::sharesText(
            shown->time(),
            data::cut(data::shortName(region->name), data::kMostOfNameInLine),
            data::nameOf(m_groupNames, region->group)));
}

/// Where the pointer rested before the answer came.
void TimelineChart::showTipSoon()
{
    if (m_hovered && m_drag == Drag::None && !m_tipTimer.isActive()) {
        QToolTip::showText(viewport()->mapToGlobal(*m_hovered + QPoint(12, 16)), m_tip, this);
    }
}

void TimelineChart::hover(QPoint position)
{
    if (!canvasRect().contains(position)) {
        leaveHover();
        return;
    }
    m_hovered = position;
    m_tellsUnder = false;
    m_hoverLongest.reset();
    const Tick tick = tickAt(position.x());
    emit pointerMoved(tick);
    m_tip.clear();
    QToolTip::hideText();
    m_tipTimer.start();
    const int row = rowAt(position.y());
    if (hoverBurst(position, tick) || hoverMessage(position, tick) || hoverShape(position, tick)
        || hoverCounter(row, position, tick)) {
        m_hoverSlot.reset();
    } else if (
        row >= 0 && m_rows[static_cast<std::size_t>(row)].kind == models::RowKind::Location) {
        m_hoverSlot.ask(query::DetailRequest{
            .location = m_rows[static_cast<std::size_t>(row)].locations.front(), .tick = tick});
    } else if (!hoverStack(row, tick)) {
        m_hoverSlot.reset();
        emit pathHovered(data::instantText(tick, m_model.trace().definitions->clock));
    }
    viewport()->update();
}

bool TimelineChart::hoverStack(int row, Tick tick)
{
    if (row < 0 || m_rows[static_cast<std::size_t>(row)].kind == models::RowKind::Location) {
        return false;
    }
    m_hoverSlot.reset();
    const models::Row& what = m_rows[static_cast<std::size_t>(row)];
    const models::SummaryPicture* picture = m_model.summaryOf(what.key);
    if (picture == nullptr || !picture->timeline->window.contains(tick)) {
        return false;
    }
    const Columns columns{.range = picture->timeline->window, .count = picture->timeline->columns};
    const std::int64_t place = columns.columnOf(tick);
    const TickRange column = columns.column(place);
    const auto whole =
        static_cast<double>(column.length()) * static_cast<double>(picture->of->size());
    if (whole <= 0) {
        return false;
    }
    const auto shares = models::sharesOf(picture->shares(), static_cast<std::size_t>(place));
    const Definitions& definitions = *m_model.trace().definitions;
    const auto line = [&](const QString& name, double time) {
        return QStringLiteral("%1 %2 %").arg(
            name, QLocale::c().toString(100 * time / whole, 'f', 1));
    };
    QStringList lines;
    double inNone = whole;
    double standing = 0;
    for (const models::GroupShare& share : shares) {
        lines << line(data::nameOf(m_groupNames, share.group), static_cast<double>(share.time));
        inNone -= static_cast<double>(share.time);
        standing += static_cast<double>(share.standing);
    }
    if (inNone > 0) {
        lines << line(tr("in no function"), inNone);
    }
    const QString name = nameOf(what);
    emit pathHovered(
        data::instantText(tick, definitions.clock) + QStringLiteral("   ") + name
        + QStringLiteral(": ") + lines.join(QStringLiteral(", ")));
    if (picture->functions) {
        lines << line(tr("what stands out"), standing);
    }
    m_tip = tr("%1, %2, %3 from %4\n%5")
                .arg(
                    name,
                    data::counted(picture->of->size(), tr("location"), tr("locations")),
                    data::durationText(column.length(), definitions.clock),
                    data::instantText(column.begin, definitions.clock),
                    lines.join(QLatin1Char('\n')));
    return true;
}

bool TimelineChart::hoverCounter(int row, QPoint position, Tick tick)
{
    if (row < 0 || m_rows[static_cast<std::size_t>(row)].kind != models::RowKind::Location) {
        return false;
    }
    const LocationRef ref = m_rows[static_cast<std::size_t>(row)].locations.front();
    if (!m_model.showsCounters(ref) || counterOf(ref).isEmpty()) {
        return false;
    }
    const CounterView& counter = counterOf(ref);
    const Definitions& definitions = *m_model.trace().definitions;
    const Location* location = definitions.find(ref);
    QString text = data::instantText(tick, definitions.clock);
    text += QStringLiteral("   ");
    if (location != nullptr && !location->name.empty()) {
        text += QString::fromStdString(location->name) + QStringLiteral(" › ");
    }
    text += counter.valueText(static_cast<int>(std::floor(xInCanvas(position.x()))));
    emit pathHovered(text);
    m_tip = counter.description();
    return true;
}

void TimelineChart::hoverAgain()
{
    if (m_hovered && m_drag == Drag::None) {
        hover(viewport()->mapFromGlobal(m_pointer));
    }
}

void TimelineChart::leaveHover()
{
    m_saidBurst = 0;
    if (m_hovered) {
        m_hovered.reset();
        m_tipTimer.stop();
        m_tellsUnder = false;
        m_hoverSlot.reset();
        m_hoverLongest.reset();
        emit pointerMoved(std::nullopt);
        emit pathHovered({});
        viewport()->update();
    }
}

}  // namespace vellum::gui::charts
