#pragma once

#include "gui/models/duration_distribution.h"

#include <QAbstractScrollArea>
#include <QColor>
#include <QRectF>
#include <QString>

#include <cstddef>
#include <memory>
#include <optional>

namespace vellum::gui::charts {

/// How long visits of one function take in two runs, on a logarithmic axis of time: a histogram of both, each as shares of its own
/// visits, or which share of them is shorter.
///
/// The first run is an area with a line in its tint, the second a dashed line in its own: colours are not needed. A stroke from top to
/// bottom, as the curve is drawn, is at the median of each.
///
/// Mouse    What is under the pointer is said; a click puts the cursor there.
/// Keys     Left and Right go from bin to bin, Home and End to the first and last, Space from histogram to shares and back.
/// Cost     A paint draws two lines of as many points as there are bins.
class DistributionCanvas final : public QAbstractScrollArea {
    Q_OBJECT

public:
    enum class Shows : std::uint8_t {
        Histogram = 0,
        Shorter = 1,  ///< the share of visits that are shorter
    };

    explicit DistributionCanvas(QWidget* parent = nullptr);

    /// Null: there is nothing to show.
    void setDistribution(std::shared_ptr<const compare::Distribution> distribution);
    [[nodiscard]] const compare::Distribution* distribution() const { return m_distribution.get(); }
    void setShows(Shows shows);
    [[nodiscard]] Shows shows() const { return m_shows; }
    /// The letters of the two, which choose their tints.
    void setLetters(const QString& a, const QString& b);
    void setEmptyText(const QString& text);

    /// Where a duration stands, in pixels of the viewport; \p ns > 0.
    [[nodiscard]] double xOf(double ns) const;
    /// Where a share stands; the greatest that is drawn is at the top.
    [[nodiscard]] double yOf(double share) const;
    /// The bin at that place; nothing: there is none.
    [[nodiscard]] std::optional<std::size_t> binAt(double x) const;
    /// "12.6 µs … 15.8 µs: 3.1 % of the visits in A (120), 2.0 % in B (90); shorter: 50.3 % in A, 61.0 % in B".
    [[nodiscard]] QString textOf(std::size_t bin) const;
    [[nodiscard]] std::optional<std::size_t> cursor() const { return m_cursor; }

signals:
    /// Of what is under the pointer, or at the cursor; empty: nothing is.
    void hovered(const QString& text);
    /// By the user.
    void showsChanged();
    void menuWanted(QPoint globalPosition);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    /// What is drawn of one run.
    struct Curve {
        double compare::DurationBin::*share;
        double compare::DurationBin::*upTo;
        double median = 0;
        QColor color;
        Qt::PenStyle style = Qt::SolidLine;
        QString letter;
    };

    [[nodiscard]] QRectF area() const;
    [[nodiscard]] double greatestShare() const;
    [[nodiscard]] Curve curveOf(bool isB) const;
    void paintAxes(QPainter& painter) const;
    void paintCurve(QPainter& painter, const Curve& curve, bool isFilled) const;
    void paintMedian(QPainter& painter, const Curve& curve, bool isBelow) const;
    void setCursorAt(std::size_t bin);

    std::shared_ptr<const compare::Distribution> m_distribution;
    Shows m_shows = Shows::Histogram;
    QString m_a = QStringLiteral("A");
    QString m_b = QStringLiteral("B");
    QString m_emptyText;
    std::optional<std::size_t> m_cursor;
};

}  // namespace vellum::gui::charts
