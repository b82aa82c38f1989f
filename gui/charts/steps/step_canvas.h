#pragma once

#include "gui/models/step_bars.h"

#include <QAbstractScrollArea>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace vellum::gui::charts {

/// How much longer or shorter each step took in the second of two runs: a row for each location, a box for each step, where it
/// is in the first run's time.
///
/// A box is orange where B takes longer, blue where it takes less, and without a colour below 2 %; a bar in it rises from its
/// middle where B takes longer and falls where it takes less, as far as that goes, up to twice or half: the colour is not needed.
/// Its text begins with the sign. What only A has is an empty frame. Steps narrower than a pixel are one box with their sum.
///
/// Mouse    A click selects, a double click chooses, the wheel scrolls rows.
/// Keys     Left and Right go to the step before and behind, Up and Down to the nearest of the row above and below, Home and End
///          to the first and last, Enter chooses.
/// Cost     A paint replays boxes that are laid out when the time, the size or the numbers are others.
class StepCanvas final : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit StepCanvas(QWidget* parent = nullptr);

    /// Null: there is nothing to show.
    void setComparison(std::shared_ptr<const compare::StepComparison> comparison);
    [[nodiscard]] const compare::StepComparison* comparison() const { return m_comparison.get(); }
    /// What of the first run's time is seen.
    void setRange(TickRange range);
    /// Where that is, in pixels from the left edge: below the charts of the first run; left of it are names.
    void setTimePlace(int left, int width);
    /// What is said where there are no boxes.
    void setEmptyText(const QString& text);
    /// The letters of the two, for sentences.
    void setLetters(const QString& a, const QString& b);

    [[nodiscard]] const std::vector<models::StepRow>& rows() const { return m_rows; }
    /// Of that row, as they are drawn.
    [[nodiscard]] const std::vector<models::StepBar>& barsOf(std::size_t row) const
    {
        return m_bars[row];
    }
    /// Where a bar of that row is, in pixels of the viewport.
    [[nodiscard]] QRect boxOf(std::size_t row, const models::StepBar& bar) const;
    /// The place of the selected step among the comparison's rows.
    [[nodiscard]] std::optional<std::size_t> selected() const { return m_selected; }
    void select(std::optional<std::size_t> step);
    /// "rank 0 · main: step 3 · 12.0 ms in A, 13.1 ms in B: +9.2 %".
    [[nodiscard]] QString textOf(const models::StepBar& bar) const;
    [[nodiscard]] int wholeHeight() const;

signals:
    /// Of what is under the pointer, or selected by a key; empty: nothing is.
    void hovered(const QString& text);
    /// Place among the comparison's rows.
    void stepChosen(std::size_t step);
    void menuWanted(QPoint globalPosition);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void layOut();
    [[nodiscard]] int rowHeight() const;
    [[nodiscard]] int topOf(std::size_t row) const;
    [[nodiscard]] std::optional<std::size_t> rowOf(std::size_t step) const;
    [[nodiscard]] const models::StepBar* barAt(QPoint position) const;
    [[nodiscard]] std::optional<std::size_t> neighbour(int key) const;
    void paintRow(QPainter& painter, std::size_t row) const;
    void paintBar(QPainter& painter, const QRect& box, const models::StepBar& bar) const;

    std::shared_ptr<const compare::StepComparison> m_comparison;
    TickRange m_range;
    int m_left = 0;
    int m_width = 0;
    QString m_emptyText;
    QString m_a = QStringLiteral("A");
    QString m_b = QStringLiteral("B");
    std::optional<std::size_t> m_selected;
    std::vector<models::StepRow> m_rows;
    std::vector<std::vector<models::StepBar>> m_bars;  ///< by row
};

}  // namespace vellum::gui::charts
