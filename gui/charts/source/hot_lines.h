#pragma once

#include "gui/models/source_lines.h"

#include <QWidget>

#include <vector>

namespace vellum::gui::charts {

/// A whole source as a strip: a mark where lines moved something, as wide as they moved of what the busiest line did,
/// in the colour of what was there already. A click goes there.
class HotLines final : public QWidget {
    Q_OBJECT

public:
    explicit HotLines(QWidget* parent = nullptr);

    void show(const std::vector<models::SourceLine>& lines);
    /// Rows [first, last] are on the screen.
    void setShown(int first, int last);

    [[nodiscard]] QSize sizeHint() const override;

signals:
    void rowWanted(int row);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    void want(int y);

    struct Mark {
        int row = 0;
        double length = 0;  ///< 0 … 1, of the busiest
        double share = 0;
    };
    std::vector<Mark> m_marks;
    int m_rows = 0;
    int m_first = 0;
    int m_last = 0;
};

}  // namespace vellum::gui::charts
