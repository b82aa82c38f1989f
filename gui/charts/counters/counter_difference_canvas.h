#pragma once

#include "gui/geometry/counter_geometry.h"
#include "gui/models/counter_differences.h"

#include <QString>
#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

namespace vellum::gui::charts {

/// By how much a counter is higher or lower in the second of two traces, over the first one's time: a curve about zero for each
/// location, with the band between the least and the greatest difference of a pixel.
///
/// A single curve is orange and above zero where B is higher, blue and below it where B is lower; several have colours of their own,
/// as in the counter timeline.
///
/// Mouse    Where the pointer is, what is said; a double click chooses that instant.
/// Keys     Left and Right go to where a difference changes, Home and End to the first and last, Enter chooses.
/// Cost     A paint replays bars that are laid out when the time, the size or the numbers are others.
class CounterDifferenceCanvas final : public QWidget {
    Q_OBJECT

public:
    using Result = models::CounterDifferences::Result;

    explicit CounterDifferenceCanvas(QWidget* parent = nullptr);

    /// Null: there is nothing to show.
    void setResult(std::shared_ptr<const Result> result);
    /// What of the first trace's time is seen.
    void setRange(TickRange range);
    /// Where that is, in pixels from the left edge: below the charts of the first trace.
    void setTimePlace(int left, int width);
    void setEmptyText(const QString& text);
    /// The letters of the two, for sentences.
    void setLetters(const QString& a, const QString& b);

    /// What is drawn of each curve, in device pixels from the left edge of the time.
    struct CurveBars {
        std::vector<geometry::CounterBar> inA;
        std::vector<geometry::CounterBar> inB;
        std::vector<geometry::CounterBar> difference;
    };
    [[nodiscard]] const std::vector<CurveBars>& bars() const { return m_bars; }
    /// What the height stands for: all differences that are seen, and zero.
    [[nodiscard]] geometry::CounterExtent extent() const;
    /// "rank 0 · main: 150 W in A, 250 W in B: +100 W", of all curves; \p x in device pixels of the time.
    [[nodiscard]] QString textAt(int x) const;
    /// Goes to the greatest difference that is seen, whichever way it goes, and chooses it; nothing: there is none.
    void goToGreatest();
    /// Chooses where keys, or a click, have gone to; nothing where they have not.
    void goToCursor();
    /// In device pixels of the time.
    [[nodiscard]] std::optional<int> cursor() const { return m_cursor; }

signals:
    /// Of what is under the pointer, or at the cursor; empty: nothing is.
    void hovered(const QString& text);
    /// In the first trace's time.
    void tickChosen(vellum::Tick tick);
    void menuWanted(QPoint globalPosition);
    /// So many columns are wanted.
    void columnsChanged(int columns);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void layOut();
    [[nodiscard]] geometry::TimeScale scale() const;
    [[nodiscard]] std::optional<int> xOf(QPoint position) const;
    [[nodiscard]] QString changeText(double difference) const;
    [[nodiscard]] QString curveText(std::size_t curve, int x) const;
    void moveCursor(int key);
    void setCursorAt(int x);
    void choose(int x);
    void paintCurves(QPainter& painter, const QRect& area, double ratio) const;
    void paintNames(QPainter& painter, const QRect& area) const;

    std::shared_ptr<const Result> m_result;
    TickRange m_range;
    int m_left = 0;
    int m_width = 0;
    QString m_emptyText;
    QString m_a = QStringLiteral("A");
    QString m_b = QStringLiteral("B");
    std::vector<CurveBars> m_bars;
    std::optional<int> m_cursor;
};

}  // namespace vellum::gui::charts
