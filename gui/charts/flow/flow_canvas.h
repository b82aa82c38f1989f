#pragma once

#include "common/query/values_flow.h"
#include "gui/charts/flow/flow_layout.h"

#include <QPainterPath>
#include <QString>
#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

namespace vellum::gui::charts {

/// A value-flow graph on the screen: memories are boxes, what does something an ellipse. How much of what an edge writes was there
/// already is said by its colour and by its line: whole, dash and dot, dashes, dots.
///
/// Mouse    The wheel zooms about the pointer, a drag pans, a click selects, a double click shows all of the graph.
/// Keys     Arrows go to the next vertex in their direction, + and - zoom, 0 shows all, Home selects the first.
/// Cost     A paint draws what is visible; of the rest it looks at one rectangle each.
class FlowCanvas final : public QWidget {
    Q_OBJECT

public:
    explicit FlowCanvas(QWidget* parent = nullptr);

    /// What a layout is made of, as this canvas writes names.
    [[nodiscard]] FlowShape shapeOf(const query::ValuesFlow& flow) const;

    /// \param layout    of `shapeOf(*flow)`
    /// \param keepsView  the graph is the same, laid out better; else all of it is shown
    void show(std::shared_ptr<const query::ValuesFlow> flow, FlowLayout layout, bool keepsView);
    void clear();

    [[nodiscard]] const query::ValuesFlow* flow() const { return m_flow.get(); }
    [[nodiscard]] const FlowLayout& layoutShown() const { return m_layout; }
    /// A place in the flow's vertices.
    [[nodiscard]] std::optional<std::size_t> selected() const { return m_selected; }
    void select(std::optional<std::size_t> vertex);
    /// Functions of this region are marked.
    void setMarked(RegionRef region);

    [[nodiscard]] double zoom() const { return m_zoom; }
    void zoomBy(double factor, QPointF around);
    void showAll();

    /// Where the vertex is drawn, in pixels of the widget.
    [[nodiscard]] QRectF boxOf(std::size_t vertex) const;
    [[nodiscard]] std::optional<std::size_t> vertexAt(QPointF position) const;
    [[nodiscard]] std::optional<std::size_t> edgeAt(QPointF position) const;
    [[nodiscard]] static QString textOf(const query::ValuesFlowVertex& vertex);
    [[nodiscard]] static QString textOf(const query::ValuesFlowEdge& edge);

signals:
    /// The user selected another vertex, or none.
    void selectedByUser();
    /// What is under the pointer.
    void hovered(const QString& text);
    void menuWanted(QPoint globalPosition);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    [[nodiscard]] QString nameOf(const query::ValuesFlowVertex& vertex) const;
    [[nodiscard]] QRectF sceneBox(std::size_t vertex) const;
    [[nodiscard]] QPointF toScene(QPointF position) const { return (position - m_origin) / m_zoom; }
    [[nodiscard]] QString textAt(QPointF position) const;
    void selectByUser(std::optional<std::size_t> vertex);
    void bringIntoView(std::size_t vertex);
    [[nodiscard]] std::optional<std::size_t> nextTowards(QPointF direction) const;
    void paintEdge(QPainter& painter, std::size_t number) const;
    void paintVertex(QPainter& painter, std::size_t number) const;
    void paintObject(QPainter& painter, std::size_t number) const;
    void paintLegend(QPainter& painter) const;

    std::shared_ptr<const query::ValuesFlow> m_flow;
    FlowLayout m_layout;
    FlowShape m_shape;
    std::vector<QPainterPath> m_paths;  ///< of edges
    std::vector<QPolygonF> m_lines;     ///< the paths in straight pieces
    std::vector<QRectF> m_reaches;      ///< of edges: what they may paint on
    double m_mostBytes = 1;             ///< of an edge
    std::optional<std::size_t> m_selected;
    RegionRef m_marked;
    double m_zoom = 1;
    QPointF m_origin;        ///< where the scene's 0, 0 is
    bool m_showsAll = true;  ///< nobody has zoomed or panned
    std::optional<QPointF> m_pressed;
    bool m_isPanning = false;
};

}  // namespace vellum::gui::charts
