// Lines of one-sided operations and of copies between host and device over the master timeline's rows.

#include "gui/charts/timeline_chart.h"
#include "gui/painters/timeline_painter.h"
#include "gui/theme/region_colors.h"
#include "gui/theme/theme.h"

#include <algorithm>
#include <vector>

namespace vellum::gui::charts {

namespace {

constexpr double kReachPx = 4;
/// Where more than a few lines pass, none stands out and the bar below is what is meant.
constexpr int kMostInReach = 4;

}  // namespace

/// Null where one of its rows is not there.
QLineF TimelineChart::lineOf(const models::OneSided& one) const
{
    const RmaWindow* window = m_model.trace().definitions->find(one.window);
    const CommRef communicator = window != nullptr ? window->communicator : CommRef::undefined();
    return lineBetween(
        rowOf(one.from, communicator), one.range.begin, rowOf(one.to, communicator), one.range.end);
}

void TimelineChart::findTransfers()
{
    const query::Events* known = m_layers.oneSided();
    m_transfers = known != nullptr ? models::oneSidedOf(*known, *m_model.trace().definitions)
                                   : std::vector<models::OneSided>();
    // The records are of what is shown; a line needs both ends.
    const models::FilterSet& filters = m_view.filters();
    std::erase_if(m_transfers, [&filters](const models::OneSided& one) {
        return !filters.shows(one.from) || !filters.shows(one.to);
    });
}

void TimelineChart::paintTransfers(QPainter& painter, double ratio) const
{
    std::vector<QLineF> lines;
    const double height = viewport()->height() * ratio;
    for (const models::OneSided& one : m_transfers) {
        const QLineF line = lineOf(one);
        const bool isOnScreen =
            std::max(line.y1(), line.y2()) >= 0 && std::min(line.y1(), line.y2()) <= height;
        if (!line.isNull() && isOnScreen) {
            lines.push_back(line);
        }
    }
    painters::paintMessages(painter, lines, ratio, theme::currentTheme().transferLine);
}

const models::OneSided* TimelineChart::transferAt(QPoint position) const
{
    const double ratio = viewport()->devicePixelRatioF();
    const models::OneSided* nearest = nullptr;
    double best = kReachPx * ratio;
    int inReach = 0;
    for (const models::OneSided& one : m_transfers) {
        const QLineF line = lineOf(one);
        if (line.isNull()) {
            continue;
        }
        const double away = geometry::distance(line, QPointF(position) * ratio);
        inReach += away <= kReachPx * ratio ? 1 : 0;
        if (away <= best) {
            best = away;
            nearest = &one;
        }
    }
    return inReach > kMostInReach ? nullptr : nearest;
}

/// What the pointer is on, and what is selected.
void TimelineChart::paintChosenTransfers(QPainter& painter, double ratio) const
{
    const auto paint = [&](const models::OneSided& one, double width) {
        const QLineF line = lineOf(one);
        if (!line.isNull()) {
            painter.setPen(QPen(theme::currentTheme().accent, width * ratio));
            painter.drawLine(line);
        }
    };
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const bool isPointing = m_hovered && m_drag == Drag::None;
    const models::OneSided* under = isPointing ? transferAt(*m_hovered) : nullptr;
    if (under != nullptr) {
        paint(*under, 1);
    }
    const auto& overlaid = m_selection.overlaid();
    const auto* selected = overlaid ? std::get_if<models::OneSided>(&*overlaid) : nullptr;
    if (selected != nullptr) {
        paint(*selected, 2);
    }
    painter.restore();
}

}  // namespace vellum::gui::charts
