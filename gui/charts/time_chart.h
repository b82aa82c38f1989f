#pragma once

#include "gui/charts/chart.h"
#include "gui/charts/fling.h"
#include "gui/charts/selection_bar.h"
#include "gui/data/data_source.h"
#include "gui/geometry/timeline_geometry.h"
#include "gui/models/counter_catalogue.h"
#include "gui/models/selection.h"
#include "gui/models/view_history.h"

#include <QPixmap>
#include <QPointer>
#include <QTimer>

#include <memory>
#include <optional>

class QPainter;

namespace vellum::gui::charts {

/// What the charts of one trace share.
struct ChartContext {
    data::DataSource& source;
    std::shared_ptr<const data::Trace> trace;
    models::ViewHistory& view;
    models::Selection& selection;
    models::CounterCatalogue* counters = nullptr;  ///< set by the frame
};

/// A chart beside the master timeline: its gestures, its layer of pixels, its labels' edge. What is drawn
/// comes from the class below.
///
/// Mouse    As the navigation scheme has it (navigation.h); what is dragged over is about time alone.
/// Keys     Arrows scroll where there is something to scroll, Escape drops a drag; all others are those of
///          the master timeline.
class TimeChart : public Chart {
    Q_OBJECT

public:
    explicit TimeChart(const ChartContext& context, QWidget* parent = nullptr);

    [[nodiscard]] QRect canvasRect() const;  ///< logical pixels of the viewport
    bool handleKey(const QKeyEvent& event) override;
    void fillZoomMenu(QMenu& menu) const override
    {
        fillTimeZoomMenu(menu, m_context.view, title());
    }
    void setFlings(bool flings) override;
    [[nodiscard]] const Fling& fling() const { return m_fling; }
    /// Gets the keys that mean nothing here.
    void setKeyTarget(Chart* target) { m_keyTarget = target; }

    /// What the status bar says of a point of the canvas.
    [[nodiscard]] virtual QString textAt(QPoint position) const = 0;
    /// All about it, for the tool tip; empty: none.
    [[nodiscard]] virtual QString tipAt(QPoint position) const;

signals:
    /// On the bar of a selection made here.
    void barChosen(vellum::gui::charts::SelectionBar::Choice choice);
    /// A location is to be shown in a process timeline.
    void processWanted(vellum::LocationRef location);

protected:
    /// Where to paint, in device pixels: the painter is scaled so that one unit is one.
    struct Layout {
        QRect labels;
        QRect canvas;
        double ratio = 1;
        int scrolled = 0;  ///< what is above the top edge

        [[nodiscard]] int of(double logical) const;
    };

    /// Paints labels and canvas, each on a filled ground. Called when something changed.
    virtual void paintLayer(QPainter& painter, const Layout& layout) = 0;
    /// Paints what is selected, over the layer.
    virtual void paintMarks(QPainter& painter, const Layout& layout);
    /// Of all that can be scrolled to, logical pixels; 0: nothing scrolls.
    [[nodiscard]] virtual int contentHeight() const { return 0; }
    /// The canvas has another width or scale; \p columns device pixels.
    virtual void setColumns(int columns) = 0;
    virtual void clickAt(QPoint position, bool isDouble);
    /// Other locations are to be shown, or other functions stand out.
    virtual void filtersChanged() {}

    [[nodiscard]] const std::optional<QPoint>& hovered() const { return m_hovered; }
    void invalidate();  ///< the layer is painted anew
    /// Chart's contentHeight is another.
    void updateScroll();
    void updateLayout() override;

    [[nodiscard]] const data::Trace& trace() const { return *m_context.trace; }
    [[nodiscard]] const models::FilterSet& filters() const { return m_context.view.filters(); }
    /// " · filtered: 4 of 10 locations", for the header; empty where nothing of \p kinds is.
    [[nodiscard]] QString filteredBy(models::FilterSet::Kinds kinds) const;
    [[nodiscard]] const ChartContext& context() const { return m_context; }
    [[nodiscard]] Layout layout() const;
    [[nodiscard]] geometry::TimeScale scale() const;  ///< of device pixels
    [[nodiscard]] double xInCanvas(double x) const;   ///< logical x to device x of the canvas
    [[nodiscard]] Tick tickAt(double x) const;        ///< of a logical x
    [[nodiscard]] int yInContent(int y) const;        ///< logical, scrolling counted in
    [[nodiscard]] QString instantText(QPoint position) const;  ///< "1.245864 s"
    /// "rank 3 · thread 1": with its process, where that says more; "location 7" where it has no
    /// definition, empty for none.
    [[nodiscard]] QString locationName(LocationRef ref) const;
    /// "No metric was recorded in this trace.", where there is nothing else.
    void paintWord(QPainter& painter, const Layout& layout, const QString& word) const;
    /// A line of text in the label column, elided in the middle.
    static void paintLabelText(
        QPainter& painter, const QRect& area, const QString& text, const Layout& layout);

    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    enum class Drag : std::uint8_t { None, Pressed, Range, Pan, LabelEdge };

    void paintAll(QPainter& painter, const Layout& layout);
    void paintOverlay(QPainter& painter, const Layout& layout);
    void hover(QPoint position);
    void leaveHover();
    void sayAgain();
    void paintArea(QPainter& painter, const QRect& canvas) const;
    void beginDrag(QMouseEvent& event, bool isOnCanvas);
    void dropDrag();
    void finishDrag();
    [[nodiscard]] TickRange draggedRange() const;
    void pan(double share);

    ChartContext m_context;
    QPixmap m_layer;
    bool m_layerIsStale = true;
    Drag m_drag = Drag::None;
    DragAction m_dragAction = DragAction::None;
    Tick m_anchor = 0;  ///< where the drag began, or the edge that stays
    SelectionBar* m_bar;
    std::shared_ptr<const models::FilterSet> m_filters;
    QPointer<Chart> m_keyTarget;
    Qt::MouseButton m_dragButton = Qt::NoButton;
    TickRange m_pressedRange;
    QPoint m_pressedAt;
    QPoint m_lastAt;
    std::optional<QPoint> m_hovered;
    std::uint64_t m_gesture = 1;
    Fling m_fling;
    QTimer m_gestureEnd;  ///< wheel steps closer than this are one gesture, undone together
};

}  // namespace vellum::gui::charts
