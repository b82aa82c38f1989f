// What TimelineChart paints over its layer of rows: pointer, selection, drag and flows.

#include "gui/charts/device_pixels.h"
#include "gui/charts/timeline_chart.h"
#include "gui/painters/layer_painter.h"
#include "gui/theme/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <variant>

namespace vellum::gui::charts {

namespace {

/// On which sides of \p room what stretches from \p low to \p high is; 0 where some of it is inside.
int sideOf(double low, double high, double begin, double end)
{
    return high < begin ? -1 : low > end ? 1 : 0;
}

QPoint sidesOf(QPointF point, const QRectF& room)
{
    return {
        sideOf(point.x(), point.x(), room.left(), room.right()),
        sideOf(point.y(), point.y(), room.top(), room.bottom())};
}

}  // namespace

void TimelineChart::paintOverlay(QPainter& painter, double ratio)
{
    const theme::Theme& theme = theme::currentTheme();
    const QRect canvas = deviceCanvas();
    painter.setClipRect(canvas);
    paintSelection(painter, canvas, ratio);
    paintChosenShapes(painter, ratio);
    paintChosenTransfers(painter, ratio);
    paintFlows(painter, canvas, ratio);
    paintMembers(painter, canvas, ratio);
    paintRelated(painter, canvas, ratio);
    paintOthers(painter, canvas);
    paintHover(painter, canvas, ratio);
    if (m_drag == Drag::Range) {
        paintDragged(painter, canvas, ratio);
    } else {
        paintArea(painter, canvas, ratio);
    }
    painter.setClipping(false);
    paintRowMove(painter, ratio);
    paintEmptyWord(painter, ratio);
    if (hasFocus()) {
        painter.fillRect(0, 0, static_cast<int>(2 * ratio), canvas.height(), theme.accent);
    }
}

void TimelineChart::paintDragged(QPainter& painter, const QRect& canvas, double ratio)
{
    const theme::Theme& theme = theme::currentTheme();
    const geometry::TimeScale at = scale();
    const TickRange range = draggedRange();
    const int left = canvas.left() + static_cast<int>(at.xOf(range.begin));
    const int right = canvas.left() + static_cast<int>(at.xOf(range.end));
    QRect box(left, 0, right - left, canvas.height());
    if (const auto rows = draggedRows()) {
        box.setTop(static_cast<int>(std::lround(rowTop(rows->first) * ratio)));
        box.setBottom(static_cast<int>(std::lround(rowBottom(rows->second) * ratio)) - 1);
        painter.fillRect(box.left(), box.top(), box.width(), 1, theme.accent);
        painter.fillRect(box.left(), box.bottom(), box.width(), 1, theme.accent);
    }
    painter.fillRect(box, theme.selection);
    painter.fillRect(left, box.top(), 1, box.height(), theme.accent);
    painter.fillRect(right, box.top(), 1, box.height(), theme.accent);
}

void TimelineChart::paintArea(QPainter& painter, const QRect& canvas, double ratio)
{
    if (!m_selection.area()) {
        return;
    }
    const theme::Theme& theme = theme::currentTheme();
    const models::Area& area = *m_selection.area();
    const geometry::TimeScale at = scale();
    const int left =
        canvas.left() + static_cast<int>(std::clamp(at.xOf(area.range.begin), -9., 1e6));
    const int right =
        canvas.left() + static_cast<int>(std::clamp(at.xOf(area.range.end), -9., 1e6));
    // A tint over all that is on the screen would only take its colours away.
    const bool isAll =
        area.range.begin <= m_view.range().begin && area.range.end >= m_view.range().end;
    const auto paintPart = [&](int top, int height) {
        if (!isAll) {
            painter.fillRect(left, top, right - left, height, theme.selection);
        }
        painter.fillRect(left, top, 1, height, theme.accent);
        painter.fillRect(right, top, 1, height, theme.accent);
    };
    if (!area.locations) {
        paintPart(0, canvas.height());
        return;
    }
    bool wasInside = false;
    // Rows may have been folded or moved since: each row on the screen is looked up.
    for (const int row : rowsOnScreen()) {
        const int top = static_cast<int>(std::lround(rowTop(row) * ratio));
        const auto& locations = m_rows[static_cast<std::size_t>(row)].locations;
        const bool isInside = !locations.empty() && m_areaLocations.contains(locations.front())
                              && m_areaLocations.contains(locations.back());
        if (isInside) {
            paintPart(top, static_cast<int>(std::lround(rowBottom(row) * ratio)) - top);
        }
        if (isInside != wasInside) {
            painter.fillRect(left, top, right - left, 1, theme.accent);
        }
        wasInside = isInside;
    }
}

void TimelineChart::paintSelection(QPainter& painter, const QRect& canvas, double ratio)
{
    const theme::Theme& theme = theme::currentTheme();
    if (m_selection.message()) {
        const QLineF line = lineOf(*m_selection.message());
        if (!line.isNull()) {
            painter.save();
            painter.setRenderHint(QPainter::Antialiasing);
            painter.setPen(QPen(theme.accent, 3 * ratio));
            if (!hasFlows()) {  // else its curve is drawn
                painter.setClipRegion(QRegion(canvas) - m_texts);
                painter.drawLine(line);
                painter.setClipRect(canvas);
            }
            painter.setBrush(theme.accent);
            painter.drawEllipse(line.p1(), 3 * ratio, 3 * ratio);
            painter.drawEllipse(line.p2(), 3 * ratio, 3 * ratio);
            painter.restore();
        }
    }
    if (!m_selection.visit()) {
        return;
    }
    const int row = rowOf(m_selection.visit()->location);
    if (row < 0) {
        return;
    }
    const geometry::TimeScale at = scale();
    const TickRange visit = m_selection.visit()->visit;
    const int left = canvas.left() + static_cast<int>(std::clamp(at.xOf(visit.begin), -9.0, 1e6));
    const int right = canvas.left() + static_cast<int>(std::clamp(at.xOf(visit.end), -9.0, 1e6));
    const int top = static_cast<int>(std::lround(rowTop(row) * ratio));
    const int bottom = static_cast<int>(std::lround(rowBottom(row) * ratio));
    const int pen = std::max(1, static_cast<int>(std::lround(2 * ratio)));
    painter.save();
    painter.setPen(QPen(theme.accent, pen, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.setBrush(theme.selection);
    painter.drawRect(QRect(left, top + pen / 2, std::max(pen, right - left), bottom - top - pen));
    painter.restore();
}

/// Where the pointer is in another chart, and what is dragged over there.
void TimelineChart::paintOthers(QPainter& painter, const QRect& canvas) const
{
    const theme::Theme& theme = theme::currentTheme();
    const geometry::TimeScale at = scale();
    const auto xOf = [&](Tick tick) { return canvas.left() + static_cast<int>(at.xOf(tick)); };
    if (dragged()) {
        const int left = xOf(dragged()->begin);
        const int right = xOf(dragged()->end);
        painter.fillRect(left, 0, right - left, canvas.height(), theme.selection);
        painter.fillRect(left, 0, 1, canvas.height(), theme.accent);
        painter.fillRect(right, 0, 1, canvas.height(), theme.accent);
    }
    if (m_selection.instant() && m_view.range().contains(*m_selection.instant())) {
        paintInstant(
            painter,
            {xOf(*m_selection.instant()), 0, 1, canvas.height()},
            viewport()->devicePixelRatioF());
    }
    if (pointer() && !m_hovered) {
        QColor line = theme.accent;
        line.setAlphaF(0.6F);
        painter.fillRect(xOf(*pointer()), 0, 1, canvas.height(), line);
    }
}

void TimelineChart::paintHover(QPainter& painter, const QRect& canvas, double ratio)
{
    if (!m_hovered || m_drag == Drag::Pan) {
        return;
    }
    const theme::Theme& theme = theme::currentTheme();
    const int row = rowAt(m_hovered->y());
    if (row >= 0) {
        const int top = static_cast<int>(std::lround(rowTop(row) * ratio));
        const int bottom = static_cast<int>(std::lround(rowBottom(row) * ratio));
        QColor tint = theme.ink;
        tint.setAlphaF(0.03F);
        painter.fillRect(canvas.left(), top, canvas.width(), bottom - top, tint);
        const models::Row& what = m_rows[static_cast<std::size_t>(row)];
        if (what.kind == models::RowKind::Location) {
            const int x = static_cast<int>(std::floor(xInCanvas(m_hovered->x())));
            if (const auto bar = geometry::barAt(barsOf(what.locations.front()), x)) {
                painter.setPen(theme.accent);
                painter.setBrush(Qt::NoBrush);
                painter.drawRect(
                    canvas.left() + bar->begin,
                    top,
                    std::max(1, bar->width() - 1),
                    bottom - top - 1);
            }
        }
    }
    QColor line = theme.accent;
    line.setAlphaF(0.6F);
    const int x = static_cast<int>(std::floor(m_hovered->x() * ratio));
    painter.fillRect(x, 0, 1, canvas.height(), line);
}

/// Where a row that is dragged would go.
void TimelineChart::paintRowMove(QPainter& painter, double ratio)
{
    if (m_drag != Drag::RowMove || !m_dropAt) {
        return;
    }
    const int y = static_cast<int>(std::lround(m_dropAt->y * ratio));
    const int thick = static_cast<int>(std::lround(2 * ratio));
    painter.fillRect(0, y - thick / 2, deviceCanvas().left(), thick, theme::currentTheme().accent);
}

// ---- Flows ----------------------------------------------------------------------------------

bool TimelineChart::hasFlows() const
{
    return m_flows != nullptr && !(m_flows->away().empty() && m_flows->here().empty());
}

void TimelineChart::paintFlows(QPainter& painter, const QRect& canvas, double ratio)
{
    m_edgeArrows.clear();
    if (m_flows == nullptr) {
        return;
    }
    // More could not be told apart: then none stands out.
    constexpr std::size_t kMostDrawn = 40;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipRegion(QRegion(canvas) - m_texts);
    for (const auto* flows : {&m_flows->away(), &m_flows->here()}) {
        if (flows->size() <= kMostDrawn) {
            for (const models::Flow& flow : *flows) {
                paintFlow(painter, flow, canvas, ratio);
            }
        }
    }
    painter.restore();
}

void TimelineChart::paintFlow(
    QPainter& painter, const models::Flow& flow, const QRect& canvas, double ratio)
{
    const QLineF line = lineOf(flow);
    const QRectF room = QRectF(canvas).adjusted(0, fixedHeight() * ratio, 0, 0);
    const auto seen = line.isNull() ? std::nullopt : geometry::clipped(line, room);
    if (!seen) {
        paintPartnerArrow(painter, flow, canvas, ratio);
        return;
    }
    // A message has its own straight line already: the flow goes over that.
    const bool isMessage = flow.kind == models::Flow::Kind::Message;
    painter.setPen(QPen(theme::currentTheme().accent, (isMessage ? 2.4 : 1.6) * ratio));
    if (!isMessage && seen->p1() == line.p1() && seen->p2() == line.p2()) {
        painters::paintFlow(painter, line, theme::currentTheme().accent, ratio);
        return;
    }
    painter.drawLine(*seen);
    if (seen->p1() != line.p1()) {
        paintEdgeArrow(
            painter,
            seen->p1(),
            {.towards = sidesOf(line.p1(), room), .location = flow.from, .tick = flow.leaves},
            ratio);
    }
    if (seen->p2() != line.p2()) {
        paintEdgeArrow(
            painter,
            seen->p2(),
            {.towards = sidesOf(line.p2(), room), .location = flow.to, .tick = flow.arrives},
            ratio);
    } else {
        painter.setBrush(theme::currentTheme().accent);
        painter.drawEllipse(line.p2(), 2.5 * ratio, 2.5 * ratio);
    }
}

/// Nothing of the line is on the screen, but the selected visit is: an arrow on its row points to the other end.
void TimelineChart::paintPartnerArrow(
    QPainter& painter, const models::Flow& flow, const QRect& canvas, double ratio)
{
    const auto& visit = m_selection.visit();
    const TickRange range = m_view.range();
    if (!visit || visit->visit.begin >= range.end || visit->visit.end <= range.begin) {
        return;
    }
    const bool isFrom = flow.from == visit->location;
    const LocationRef partner = isFrom ? flow.to : flow.from;
    const Tick tick = isFrom ? flow.arrives : flow.leaves;
    const int row = rowOf(flow, visit->location);
    if (row < 0 || !m_rowOfLocation.contains(partner) || range.contains(tick)) {
        return;
    }
    const double y = (rowTop(row) + rowBottom(row)) * ratio / 2;
    if (y < 0 || y > canvas.height()) {
        return;
    }
    const bool isLater = tick >= range.end;
    const QLineF line = lineOf(flow);
    const QRectF room = QRectF(canvas).adjusted(0, fixedHeight() * ratio, 0, 0);
    const QPoint sides = sidesOf(isFrom ? line.p2() : line.p1(), room);
    paintEdgeArrow(
        painter,
        QPointF(isLater ? canvas.right() : canvas.left(), y),
        {.towards = {isLater ? 1 : -1, sides.y()}, .location = partner, .tick = tick},
        ratio);
}

/// When each member of the selected collective operation was in it, and how long it waited; those that are
/// not on the screen get an arrow at the edge.
void TimelineChart::paintMembers(QPainter& painter, const QRect& canvas, double ratio)
{
    const auto& selected = m_selection.overlaid();
    if (m_flows == nullptr || !selected || !std::holds_alternative<query::Collective>(*selected)) {
        return;
    }
    const theme::Theme& theme = theme::currentTheme();
    const models::CollectiveMembers& collective = m_flows->collective();
    const CommRef communicator = std::get<query::Collective>(*selected).communicator;
    const geometry::TimeScale at = scale();
    const auto xOf = [&](Tick tick) { return canvas.left() + std::clamp(at.xOf(tick), -9.0, 1e6); };
    const double top = fixedHeight() * ratio;
    constexpr float kShadeOfCurrent = 0.3F;
    for (std::size_t i = 0; i < collective.members().size(); ++i) {
        const query::CollectiveMember& member = collective.members()[i];
        const int row = rowOf(member.location, communicator);
        if (row < 0) {
            continue;
        }
        const QRectF box(
            QPointF(xOf(member.range.begin), std::round(rowTop(row) * ratio)),
            QPointF(
                std::max(xOf(member.range.end), xOf(member.range.begin) + 2 * ratio),
                std::round(rowBottom(row) * ratio) - 1));
        const bool isRowSeen =
            box.top() < canvas.bottom() && (row < m_fixedRows || box.bottom() > top);
        if (!isRowSeen || box.right() < canvas.left() || box.left() > canvas.right()) {
            const QPointF to(
                std::clamp<double>(box.left(), canvas.left(), canvas.right()),
                std::clamp<double>(box.center().y(), top, canvas.bottom()));
            const QPoint towards(
                sideOf(box.left(), box.right(), canvas.left(), canvas.right()),
                isRowSeen ? 0 : (box.top() >= canvas.bottom() ? 1 : -1));
            paintEdgeArrow(
                painter,
                to,
                {.towards = towards, .location = member.location, .tick = member.range.begin},
                ratio);
            continue;
        }
        const Tick wait = collective.waitOf(member);
        painter.fillRect(
            QRectF(box.topLeft(), QPointF(xOf(member.range.begin + wait), box.bottom())),
            theme.selection);
        const bool isCurrent = collective.current() == i;
        QColor shade = theme.accent;
        shade.setAlphaF(kShadeOfCurrent);
        painter.setBrush(isCurrent ? QBrush(shade) : QBrush(Qt::NoBrush));
        painter.setPen(QPen(theme.accent, (isCurrent ? 4 : 1) * ratio, Qt::SolidLine));
        painter.drawRect(box);
    }
}

/// The annotations around the selected work's launch, and the same operation of a collective library elsewhere.
void TimelineChart::paintRelated(QPainter& painter, const QRect& canvas, double ratio)
{
    if (m_flows == nullptr || !m_selection.visit()) {
        return;
    }
    const geometry::TimeScale at = scale();
    const auto xOf = [&](Tick tick) { return canvas.left() + std::clamp(at.xOf(tick), -9.0, 1e6); };
    painter.save();
    painter.setClipRect(canvas.adjusted(0, static_cast<int>(fixedHeight() * ratio), 0, 0));
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme::currentTheme().accent, ratio));
    const models::RelatedVisits& related = m_flows->related();
    for (const auto* visits : {&related.annotations(), &related.peers()}) {
        for (const models::SelectedVisit& visit : *visits) {
            const auto row = m_rowOfLocation.find(visit.location);
            if (row == m_rowOfLocation.end()) {
                continue;
            }
            const double left = xOf(visit.visit.begin);
            const double right = std::max(xOf(visit.visit.end), left + 2 * ratio);
            painter.setClipping(row->second >= m_fixedRows);
            painter.drawRect(QRectF(
                QPointF(left, std::round(rowTop(row->second) * ratio)),
                QPointF(right, std::round(rowBottom(row->second) * ratio) - 1)));
        }
    }
    painter.restore();
}

/// It points to where the partner is to be sought, not along the line: that may leave at the bottom nearly level.
///
/// \param edge   where the line leaves the screen
/// \param arrow  all but its place
void TimelineChart::paintEdgeArrow(QPainter& painter, QPointF edge, EdgeArrow arrow, double ratio)
{
    constexpr std::size_t kMostArrows = 24;
    constexpr int kMostBeside = 3;
    const double radius = 9 * ratio;
    const QRectF room =
        QRectF(deviceCanvas()).adjusted(radius, radius + fixedHeight() * ratio, -radius, -radius);
    QPointF centre(
        std::clamp(edge.x(), room.left(), std::max(room.left(), room.right())),
        std::clamp(edge.y(), room.top(), std::max(room.top(), room.bottom())));
    const auto placeOf = [radius, ratio](QPointF middle) {
        return QRectF(
                   (middle - QPointF(radius, radius)) / ratio,
                   QSizeF(2 * radius, 2 * radius) / ratio)
            .toAlignedRect();
    };
    const auto isFree = [&](QPointF middle) {
        return std::ranges::none_of(m_edgeArrows, [at = placeOf(middle)](const EdgeArrow& other) {
            return other.place.intersects(at);
        });
    };
    // Several of one row stand side by side, the first at the edge.
    const double inwards = (2 * radius + 2 * ratio) * (centre.x() > room.center().x() ? -1 : 1);
    for (int i = 0; i < kMostBeside && !isFree(centre); ++i) {
        centre.rx() += inwards;
    }
    const bool isKnown = std::ranges::any_of(m_edgeArrows, [&arrow](const EdgeArrow& other) {
        return other.location == arrow.location && other.tick == arrow.tick;
    });
    if (isKnown || !isFree(centre) || m_edgeArrows.size() == kMostArrows) {
        return;
    }
    const theme::Theme& theme = theme::currentTheme();
    painter.save();
    painter.setClipRect(deviceCanvas());  // over texts too
    painter.setPen(QPen(theme.panel, ratio));
    painter.setBrush(theme.accent);
    painter.drawEllipse(centre, radius, radius);
    painter.translate(centre);
    painter.rotate(-QLineF({}, arrow.towards).angle());
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.panel);
    painter.drawPolygon(QPolygonF(
        {QPointF(5 * ratio, 0), QPointF(-3 * ratio, -4 * ratio), QPointF(-3 * ratio, 4 * ratio)}));
    painter.restore();
    arrow.place = placeOf(centre);
    m_edgeArrows.push_back(arrow);
}

}  // namespace vellum::gui::charts
