// The axis of a CounterChart: how far it reaches alone, and with the charts of other traces.

#include "gui/charts/counter_chart.h"
#include "gui/charts/device_pixels.h"

#include <QPainter>

#include <algorithm>

namespace vellum::gui::charts {

void CounterChart::setSharesAxis(bool shares)
{
    m_sharesAxis = shares;
    emit axisChanged();
}

/// Those that have curves, in the order of their names.
QStringList CounterChart::shownMetrics() const
{
    QStringList names;
    for (const Curve& curve : m_curves) {
        names.append(metricName(curve.known));
    }
    names.removeDuplicates();
    names.sort();
    return names;
}

bool CounterChart::showsLike(const CounterChart& other) const
{
    return !m_curves.empty() && m_unit == other.m_unit && shownMetrics() == other.shownMetrics();
}

void CounterChart::setSharedExtent(bool hasOthers, std::optional<geometry::CounterExtent> extent)
{
    if (hasOthers != m_hasOthers || extent != m_shared) {
        m_hasOthers = hasOthers;
        m_shared = extent;
        invalidate();
        emit changed();
    }
}

geometry::CounterExtent CounterChart::ownExtent() const
{
    std::optional<geometry::CounterExtent> extent;
    const auto include = [&extent](double value) {
        if (!extent) {
            extent = {.least = value, .most = value};
        }
        extent->least = std::min(extent->least, value);
        extent->most = std::max(extent->most, value);
    };
    for (const Curve& curve : m_curves) {
        if (m_fitsWindow) {
            for (const geometry::CounterBar& bar : curve.bars) {
                include(bar.min);
                include(bar.max);
            }
        } else {
            for (const query::CounterPoint& point : curve.known.points) {
                include(point.min);
                include(point.max);
            }
        }
    }
    if (m_startsAtZero) {
        include(0);
    }
    return extent.value_or(geometry::CounterExtent{});
}

void CounterChart::paintAxis(QPainter& painter, const Layout& layout) const
{
    painter.setFont(DevicePixels(layout.ratio).font(font(), 0.92));
    const int right = layout.labels.right() - layout.of(8);
    const int widest = painters::paintValueAxis(
        painter,
        {.labels = QRect(0, layout.labels.top(), right, layout.labels.height()),
         .area = plot(layout.canvas, layout.ratio),
         .extent = extent(),
         .unit = m_unit});
    paintNames(painter, layout, right - widest - layout.of(8));
}

}  // namespace vellum::gui::charts
