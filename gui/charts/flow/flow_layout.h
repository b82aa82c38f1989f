#pragma once

#include <QByteArray>
#include <QPointF>
#include <QPolygonF>
#include <QRectF>
#include <QSizeF>

#include <cstddef>
#include <optional>
#include <vector>

namespace vellum::gui::charts {

/// A graph without its meaning.
///
/// Units    Logical pixels.
struct FlowShape {
    struct Edge {
        std::size_t from = 0;  ///< places in `vertices`
        std::size_t to = 0;
    };
    std::vector<QSizeF> vertices;
    std::vector<Edge> edges;
};

/// Where its vertices and edges lie. What flows goes down.
///
/// Units    Logical pixels, y downwards.
struct FlowLayout {
    std::vector<QPointF> centers;
    std::vector<QPolygonF> edges;  ///< 1 + 3 n points of n cubic Bézier curves, from first to last
    QRectF bounds;
};

/// Layers by the longest path, edges that close a circle left out of account; in each layer vertices lie beside those that they
/// are joined with, as far as four sweeps find it.
///
/// Cost     O((V + E) log V).
[[nodiscard]] FlowLayout layeredLayout(const FlowShape& shape);

/// What `dot -Tplain` reads. An edge has its number for a colour, as dot may write edges in any order.
[[nodiscard]] QByteArray dotInput(const FlowShape& shape);

/// What it writes then; nothing if that is not the whole graph.
[[nodiscard]] std::optional<FlowLayout> readPlain(const QByteArray& plain, const FlowShape& shape);

}  // namespace vellum::gui::charts
