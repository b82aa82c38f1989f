#pragma once

#include "gui/geometry/counter_geometry.h"

#include <QColor>
#include <QFont>
#include <QPainter>
#include <QRect>
#include <QString>

#include <string>
#include <vector>

namespace vellum::gui::painters {

// All coordinates are device pixels, as in timeline_painter.h.

/// One counter: filled from 0 to its values, lighter between the least and the largest of a pixel, with
/// a line on top.
///
/// \param area  x = 0 of the geometry is its left edge
void paintCounter(
    QPainter& painter,
    const std::vector<geometry::CounterBar>& bars,
    const geometry::CounterExtent& extent,
    const QRect& area,
    double ratio);

/// How a counter's values are joined.
enum class CurveStyle : std::uint8_t {
    Steps,  ///< each holds until the next
    Line,   ///< straight from one to the next
    Area,   ///< steps, filled from 0
};

/// One of several curves: the band between the least and the largest value of a pixel, faint, and a
/// line at the value.
///
/// \param extent  what the height of \p area stands for
void paintCurve(
    QPainter& painter,
    const std::vector<geometry::CounterBar>& bars,
    const geometry::CounterExtent& extent,
    const QRect& area,
    const QColor& color,
    CurveStyle style,
    double ratio);

/// Where an axis of values is, and what it stands for.
struct ValueAxis {
    QRect labels;  ///< numbers end at its right edge
    QRect area;    ///< lines go through
    geometry::CounterExtent extent;
    std::string unit;
};

/// Thin lines with their numbers beside them, in the font of \p painter.
/// \return the width of the widest number
int paintValueAxis(QPainter& painter, const ValueAxis& axis);

/// \p text ("0 … 12.3 GiB/s") at the right end of \p area, where there is room for it.
/// \return where it stands; empty where it does not
QRect paintCounterRange(
    QPainter& painter, const QString& text, const QRect& area, const QFont& font, double ratio);

}  // namespace vellum::gui::painters
