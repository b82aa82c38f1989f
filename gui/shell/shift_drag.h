#pragma once

#include "gui/models/time_link.h"

#include <QObject>
#include <QPoint>
#include <QString>

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

class QWidget;

namespace vellum::gui::shell {

class TraceView;

/// Moves a trace against the others by the mouse: by its name, or with Alt by its charts.
///
/// Where it would stand so that something of it meets what it belongs to in the other trace, within a few pixels, it stands just
/// so. All of one drag is one step of undo. Traces that are not coupled, or as long as each other, do not move.
/// Threads  GUI thread.
class ShiftDrag : public QObject {
    Q_OBJECT

public:
    /// A zero of the moved trace at which it meets another one.
    struct Snap {
        Tick zero = 0;
        QString where;  ///< "step 3"
        Tick tick = 0;  ///< of the moved trace, where the two meet

        friend bool operator==(const Snap&, const Snap&) = default;
    };
    /// Of the trace that is moved, beside the one that stays. Asked once a drag.
    using SnapsOf = std::function<std::vector<Snap>(TraceView& moved, TraceView& stays)>;
    /// Which of the others stays where it is; null: there is none.
    using StaysOf = std::function<TraceView*(const TraceView& moved)>;

    ShiftDrag(models::TimeLink& link, StaysOf staysOf, SnapsOf snapsOf, QObject* parent = nullptr);

    /// \param withAlt  only with this key: else the widget has a use of its own for a drag
    void watch(QWidget& widget, TraceView& view, bool withAlt);

    /// More of them, of the drag that is under way; without one nothing.
    void addSnaps(const std::vector<Snap>& snaps);

    /// Where \p moved stands so that its \p tick is where \p other of \p stays is.
    [[nodiscard]] static Tick zeroAt(
        const models::TimeLink& link,
        const models::ViewHistory& moved,
        Tick tick,
        const models::ViewHistory& stays,
        Tick other);

signals:
    /// A drag has begun: \p position is in the widget that was watched with Alt, else nothing.
    void grabbed(TraceView& moved, TraceView& stays, std::optional<QPoint> position);
    /// Where \p view stands now; null: it meets nothing there.
    void moved(TraceView& view, const Snap* at);
    /// It was let go.
    void dropped();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Watched {
        QWidget* widget = nullptr;
        TraceView* view = nullptr;
        bool withAlt = false;
    };

    bool begin(const Watched& watched, QPoint position, int x);
    [[nodiscard]] const Snap* nearest(Tick zero) const;
    void moveTo(int x);

    models::TimeLink& m_link;
    StaysOf m_staysOf;
    SnapsOf m_snapsOf;
    std::vector<Watched> m_watched;
    TraceView* m_view = nullptr;  ///< that is moved now
    TraceView* m_stays = nullptr;
    std::vector<Snap> m_snaps;  ///< by zero
    int m_from = 0;             ///< on the screen
    bool m_isMoving = false;    ///< it is more than a click
    Tick m_zero = 0;            ///< before
    double m_ticksPerPixel = 0;
    std::uint64_t m_gesture = 0;
};

}  // namespace vellum::gui::shell
