#pragma once

#include <QColor>
#include <QLineF>
#include <QPainter>
#include <QPointF>
#include <QRectF>

#include <cstdint>
#include <vector>

namespace vellum::gui::painters {

// Signs over the rows of a timeline: they are lines without a filling, so that no bar is hidden by them.
// All coordinates are device pixels.

/// A collective, or a burst of them: a box for each stretch of rows, joined at its left side.
struct Outline {
    std::vector<QRectF> boxes;  ///< from top to bottom
    bool isBurst = false;       ///< of several that stand too close to be told apart
};
void paintOutline(QPainter& painter, const Outline& outline, const QColor& color, double scale);

/// A marker: a triangle that points down to its place.
struct MarkerSign {
    QPointF tip;
    double size = 0;
    double until = 0;  ///< x where what it marks ends; its own x: it has no duration
    QColor color;
    bool isSeveral = false;
    double bottom = 0;  ///< not 0: a line leads down to it, as the marker is about all rows
};
void paintMarker(QPainter& painter, const MarkerSign& sign, double scale);

/// Operations of input and output: a triangle that stands on the bottom of its row. A single one is small
/// and has a dot; several grow with their number.
struct IoSign {
    QPointF base;  ///< the middle of its foot
    double size = 0;
    bool isSingle = true;
};
void paintIo(QPainter& painter, const IoSign& sign, const QColor& color, double scale);

/// What leads from one visit to another: a curve that leaves and arrives along the rows, with a head at its end.
void paintFlow(QPainter& painter, const QLineF& line, const QColor& color, double scale);

/// How high the triangle of so many operations is, at most \p room.
[[nodiscard]] double ioSize(std::uint64_t operations, double room, double scale);

}  // namespace vellum::gui::painters
