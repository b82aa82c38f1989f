#pragma once

#include "common/query/matrix_labels.h"
#include "gui/charts/matrix/matrix_cells.h"
#include "gui/charts/matrix/matrix_view.h"
#include "gui/charts/time_chart.h"
#include "gui/models/request_slot.h"
#include "gui/models/window_table.h"

#include <QImage>
#include <QString>
#include <QTimer>

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace vellum::gui::charts {

class AnswerTable;

/// The communication matrix: who sends how much to whom in the visible window, a coloured cell for each pair of
/// locations, location groups or system tree nodes. Senders are rows, receivers columns.
///
/// Exact    A pixel over several cells has the colour of the greatest of their values.
/// Mouse    The wheel zooms about the pointer, a drag pans or zooms as the navigation scheme has it, a click marks a
///          cell, a double click selects the longest message of the pair.
/// Keys     Arrows move the mark, Shift and arrows pan, + and - zoom, Home shows all, Enter as the double click, Escape
///          drops the mark, Ctrl+C copies the pairs.
class MatrixChart final : public Chart {
    Q_OBJECT

public:
    /// The longest message of a pair is looked for among so many.
    static constexpr std::uint64_t kMostMessages = 100'000;

    explicit MatrixChart(const ChartContext& context, QWidget* parent = nullptr);

    [[nodiscard]] QString title() const override { return tr("Communication matrix"); }
    [[nodiscard]] QString sentence() const override;
    [[nodiscard]] models::Exactness exactness() const override;
    [[nodiscard]] QString errorText() const override;
    void refresh() override { m_table.askAnew(); }
    void fillMenu(QMenu& menu) override;
    void fillZoomMenu(QMenu& menu) const override;
    [[nodiscard]] QVariantMap settings() const override;
    void applySettings(const QVariantMap& settings) override;
    [[nodiscard]] QVariantMap choices() const override;
    bool handleKey(const QKeyEvent& event) override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] int mostHeight() const override;

    [[nodiscard]] query::MatrixBy by() const { return m_by; }
    void setBy(query::MatrixBy by);
    [[nodiscard]] MatrixMetric metric() const { return m_metric; }
    void setMetric(MatrixMetric metric);
    /// Also rows and columns without any message.
    void setShowsIdle(bool shows);

    [[nodiscard]] const MatrixCells& cells() const { return m_cells; }
    /// What a row and column is called.
    [[nodiscard]] QString nameAt(std::size_t label) const;
    /// All that is known of a pair, for tip and status bar.
    [[nodiscard]] QString textOf(std::size_t row, std::size_t column) const;

    struct Place {
        std::size_t row = 0;
        std::size_t column = 0;

        friend bool operator==(const Place&, const Place&) = default;
    };
    [[nodiscard]] const std::optional<Place>& marked() const { return m_marked; }
    void mark(std::optional<Place> place);
    /// The cell at a point of the viewport; where it is over several, that which its colour is of.
    [[nodiscard]] std::optional<Place> placeAt(QPoint position) const;
    /// What of the viewport a cell covers.
    [[nodiscard]] QRect rectOf(Place place) const;

    // What of the cells is seen: axes in device pixels.
    [[nodiscard]] MatrixAxis columns() const;
    [[nodiscard]] MatrixAxis rows() const;
    [[nodiscard]] bool showsWhole() const { return !m_view; }

    void copyPairs();

signals:
    /// A row of the master timeline is to be seen.
    void locationWanted(vellum::LocationRef location);

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
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void updateLayout() override;

private:
    /// The seen part, in cells.
    struct View {
        double column = 0;
        double row = 0;
        double columns = 1;
        double rows = 1;
    };
    enum class Drag : std::uint8_t { None, Pressed, Pan, Zoom, LabelEdge };

    [[nodiscard]] query::Scope scope() const;
    void takeAnswer();
    void makeCells();
    void makeLabels();
    void keepPlaces(const std::vector<std::uint64_t>& before);
    void showMessage(Place place);
    void selectLongest(const query::Messages& messages);

    [[nodiscard]] QRect plotRect() const;
    [[nodiscard]] View view() const;
    void setView(const MatrixAxis& columns, const MatrixAxis& rows);
    void zoomAbout(double factor, QPointF position);
    void panBy(double columns, double rows);
    void showWhole();
    void bringIntoView(Place place);
    void beginZoom();
    void endZoom();
    [[nodiscard]] Place greatestAt(int x, int y) const;
    void zoomToDragged();
    void hover(QPoint position);
    bool moveMark(int rows, int columns);
    bool handlePlainKey(int key);
    void invalidate();

    void renewImage();
    void paintCells(QPainter& painter);
    void paintNumbers(QPainter& painter) const;
    void paintRowLabels(QPainter& painter) const;
    void paintColumnLabels(QPainter& painter) const;
    void paintCorner(QPainter& painter) const;
    void paintLegend(QPainter& painter) const;
    void paintMarks(QPainter& painter) const;
    [[nodiscard]] QString emptyWord() const;
    [[nodiscard]] QColor colorOf(double value) const;
    [[nodiscard]] QString valueText(double value) const;
    [[nodiscard]] int legendHeight() const;
    void measureHeader();

    ChartContext m_context;
    models::WindowTable m_table;
    models::RequestSlot m_messages;  ///< of a pair, for the longest of them
    query::MatrixBy m_by = query::MatrixBy::LocationGroup;
    MatrixMetric m_metric = MatrixMetric::Bytes;
    bool m_showsIdle = false;

    query::MatrixLabels m_labels;     ///< of all that the filters show
    models::LocationList m_labelsOf;  ///< what they were made of; null: all
    std::optional<query::MatrixBy> m_labelsBy;
    MatrixCells m_cells;
    std::optional<View> m_view;  ///< nothing: all
    std::optional<Place> m_marked;
    std::optional<Place> m_hovered;
    /// References of the sender and the receiver whose messages were asked for: places may be others when they come.
    std::optional<std::pair<std::uint64_t, std::uint64_t>> m_wanted;

    QImage m_image;  ///< of the plot, in device pixels
    bool m_imageIsStale = true;
    int m_headerHeight = 0;  ///< of the columns' labels

    Drag m_drag = Drag::None;
    QPoint m_pressedAt;
    QPoint m_lastAt;
    std::optional<QVariantMap> m_beforeZoom;  ///< choices, while a gesture zooms or pans
    QTimer m_zoomEnd;                         ///< steps closer than this are one gesture
    AnswerTable* m_pairs;                     ///< never seen: writes copies and files
    QString m_saveError;
};

}  // namespace vellum::gui::charts
