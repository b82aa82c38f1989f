#pragma once

#include "common/time/clock_properties.h"
#include "gui/models/view_history.h"

#include <QFont>
#include <QRectF>
#include <QString>
#include <QWidget>

#include <optional>
#include <vector>

namespace vellum::gui::charts {

/// The time axis above the charts of a trace; shows the pointer's instant and the length of a range
/// while it is dragged. A double click shows the full range.
class TimeRuler : public QWidget {
    Q_OBJECT

public:
    TimeRuler(models::ViewHistory& view, ClockProperties clock, QWidget* parent = nullptr);

    /// The charts' common left edge and what lies right of them, in logical pixels.
    void setMargins(int left, int right);
    void setPointer(std::optional<Tick> tick);
    /// One that was gone to: it stays.
    void setInstant(std::optional<Tick> tick);
    void setDragged(std::optional<TickRange> range);
    struct Mark {
        TickRange range;  ///< empty: an instant
        QString text;
    };
    /// Little flags at notes; the tool tip has their text.
    void setMarks(std::vector<Mark> marks);
    /// What is selected, with its length; nothing is shown of it while one drags.
    void setSelected(std::optional<TickRange> range);
    /// Takes over the marks, the instant and the range that the other one shows.
    void showWhatIsOn(const TimeRuler& other);

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;

private:
    void paintMarks(QPainter& painter, const QRect& area, double ratio) const;
    void paintInstant(QPainter& painter, const QRect& area, double ratio) const;
    /// The length of a range, in a frame.
    struct Pill {
        QString text;
        QFont font;
        QRectF place;
    };
    [[nodiscard]] Pill pillOf(TickRange range, const QRect& area, const QFont& font) const;
    static void paintPill(QPainter& painter, const Pill& pill);

    models::ViewHistory& m_view;
    ClockProperties m_clock;
    int m_left = 0;
    int m_right = 0;
    std::optional<Tick> m_pointer;
    std::optional<TickRange> m_dragged;
    std::optional<TickRange> m_selected;
    std::optional<Tick> m_instant;
    QString m_cutBase;  ///< all of what the labels count from, where a part of it is shown
    std::vector<Mark> m_marks;
};

}  // namespace vellum::gui::charts
