#pragma once

#include "common/time/tick_range.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <cstdint>
#include <vector>

class QMouseEvent;

namespace vellum::gui::models {
class ViewHistory;
}  // namespace vellum::gui::models

namespace vellum::gui::charts {

/// How something goes on that was let go in motion: slower and slower, until it stands.
struct Glide {
    double speed = 0;  ///< at first, pixels a millisecond; its sign is the direction

    /// How far it has come, pixels.
    [[nodiscard]] double after(double milliseconds) const;
    /// Slower than anybody sees.
    [[nodiscard]] bool isOver(double milliseconds) const;
};

/// A pan goes on when it is let go in motion, and slows down; any key, click or turn of the wheel in the program
/// stops it, and whoever else moves the view. What it does belongs to the pan: they are undone together.
///
/// Threads  GUI thread.
class Fling : public QObject {
    Q_OBJECT

public:
    explicit Fling(models::ViewHistory& view, QObject* parent = nullptr);

    /// Whether the user wants things to move by themselves; if not, `letGo` does nothing.
    void setOn(bool isOn);
    [[nodiscard]] bool isMoving() const { return m_timer.isActive(); }

    /// The pan begins.
    void begin();
    /// The pointer was moved.
    void track(const QMouseEvent& event);
    /// The pan ended, \p widthPx logical pixels being the visible range. Its steps are changes of \p chart, and of
    /// the pan's \p gesture.
    void letGo(const QMouseEvent& event, int widthPx, const QString& chart, std::uint64_t gesture);
    void stop();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Sample {
        double x = 0;
        std::uint64_t time = 0;  ///< milliseconds, as events have it
    };

    void step();

    models::ViewHistory& m_view;
    bool m_isOn = true;
    std::vector<Sample> m_samples;  ///< of the pan, the newest last
    Glide m_glide;
    TickRange m_from;     ///< when it was let go
    TickRange m_reached;  ///< by the last step
    double m_ticksPerPx = 0;
    QString m_chart;
    std::uint64_t m_gesture = 0;
    QTimer m_timer;
    QElapsedTimer m_since;
};

}  // namespace vellum::gui::charts
