#pragma once

#include "common/time/tick_range.h"
#include "common/trace/refs.h"
#include "gui/charts/navigation.h"
#include "gui/models/timeline_model.h"
#include "gui/models/view_history.h"

#include <QAbstractScrollArea>
#include <QString>
#include <QVariantMap>

#include <functional>
#include <optional>

class QKeyEvent;
class QMenu;

namespace vellum::gui::charts {

/// What a frame of charts holds: a picture over the time that all charts of a trace share, to the right
/// of a column of labels that is equally wide in all of them.
///
/// Units    Widths in logical pixels.
/// Threads  GUI thread; never waits.
class Chart : public QAbstractScrollArea {
    Q_OBJECT

public:
    using QAbstractScrollArea::QAbstractScrollArea;

    [[nodiscard]] virtual QString title() const = 0;
    /// What the numbers are of: "10 locations · exclusive time by function group".
    [[nodiscard]] virtual QString sentence() const = 0;
    [[nodiscard]] virtual models::Exactness exactness() const = 0;
    [[nodiscard]] virtual QString errorText() const = 0;
    /// Asks for everything again: after a server came back.
    virtual void refresh() = 0;

    /// More would stay empty.
    [[nodiscard]] virtual int mostHeight() const { return QWIDGETSIZE_MAX; }

    /// Adds the chart's own choices to the menu of its header.
    virtual void fillMenu(QMenu& menu);
    /// Likewise what takes back how far it is zoomed.
    virtual void fillZoomMenu(QMenu& menu) const = 0;
    /// The function that is drawn at \p position of the viewport; undefined where there is none, or several.
    [[nodiscard]] virtual RegionRef functionAt(QPoint position) const;
    /// What was chosen in that menu, for layouts that are kept; unknown and bad values change nothing.
    [[nodiscard]] virtual QVariantMap settings() const { return {}; }
    virtual void applySettings(const QVariantMap& settings);

    /// All that can be chosen in it, for undo: of any of these `applySettings` brings back just that.
    [[nodiscard]] virtual QVariantMap choices() const { return settings(); }
    /// Does what the user chose, and says so with `chosen` where the choices are others then. What programs choose
    /// goes without.
    void recordChoice(const QString& action, const std::function<void()>& change);

    /// Shows that location, where a chart is of one or some.
    virtual void showLocation(LocationRef location);

    /// Does what the chart does at this key; false if that is nothing.
    virtual bool handleKey(const QKeyEvent& event) = 0;

    /// Whose habits mouse and wheel follow.
    void setNavigation(NavigationScheme scheme) { m_navigation = scheme; }
    [[nodiscard]] NavigationScheme navigation() const { return m_navigation; }

    /// Whether a pan that is let go in motion goes on.
    virtual void setFlings(bool flings) { m_flings = flings; }
    [[nodiscard]] bool flings() const { return m_flings; }

    // Left and right edges, pointer and dragged range are those of all charts.

    [[nodiscard]] int labelWidth() const { return m_labelWidth; }
    void setLabelWidth(int width);
    /// Of the scroll bar, where there is one.
    [[nodiscard]] int scrollBarWidth() const;
    /// Of the scroll bar, whether there is one or not: a click that makes one come or go moves nothing.
    [[nodiscard]] int reservedWidth() const;
    /// What all charts leave free at the right, scroll bar included.
    void setRightMargin(int width);
    [[nodiscard]] int rightMargin() const { return m_rightMargin; }

    /// Where the pointer is in another chart.
    void setPointer(std::optional<Tick> tick);
    /// What is being dragged over in another chart.
    void setDragged(std::optional<TickRange> range);

signals:
    /// Picture, sentence or exactness are others.
    void changed();
    /// The user chose something that undo, which calls it \p action, takes back.
    void chosen(const QString& action, const QVariantMap& before, const QVariantMap& after);
    void labelWidthChanged();
    /// The user has given the labels another width: \p before is that which undo brings back.
    void labelWidthChosen(int before);
    /// The labels' edge was clicked twice: they are to be as wide as their words.
    void labelFitWanted();
    void sizeHintChanged();
    /// The scroll bar came or went.
    void marginChanged();
    void pointerMoved(std::optional<vellum::Tick> tick);
    void rangeDragged(std::optional<vellum::TickRange> range);
    /// What is under the pointer, for the status bar: "1.245864 s  rank 0 › main › jacobi".
    void pathHovered(const QString& text);
    /// This is to be sought, as if it had been typed into the find field.
    void findWanted(const QString& text);
    /// A right click, its row is marked by then; or the menu key.
    void menuWanted(QPoint globalPosition);

protected:
    /// What no chart does anything at: the menu key opens the menu where the pointer is, or at the labels' edge.
    void keyPressEvent(QKeyEvent* event) override;
    /// Clamps, lays out anew and tells the others.
    void dragLabelEdge(int width);
    /// Around all that one gesture of the user's does to that edge.
    void beginLabelDrag() { m_labelWidthBefore = labelWidth(); }
    void endLabelDrag();
    /// Called when labels or margins are others.
    virtual void updateLayout() = 0;
    /// To be called when the chart has got what its height hangs on. Only the first time does it get another
    /// height by itself: charts that move while one filters, or clicks through threads, take the bar from
    /// under the pointer.
    void announceSize();
    /// To be called when the user has chosen to see something else in it: then once more.
    void forgetSize() { m_isSized = false; }
    /// To be called when the scroll bar's range changed.
    void updateMargin();

    /// The line of an instant that was gone to, through all charts; dashed, so that none takes it for the pointer's.
    ///
    /// \param place  of one device pixel's width
    static void paintInstant(QPainter& painter, const QRect& place, double ratio);

    /// Adds what brings back the whole time.
    static void fillTimeZoomMenu(QMenu& menu, models::ViewHistory& view, const QString& chart);

    [[nodiscard]] const std::optional<Tick>& pointer() const { return m_pointer; }
    [[nodiscard]] const std::optional<TickRange>& dragged() const { return m_dragged; }

private:
    bool m_isSized = false;
    int m_labelWidth = fontMetrics().averageCharWidth() * 104 / 3;  ///< 208 at 100 %
    int m_labelWidthBefore = 0;                                     ///< the gesture that changes it
    int m_rightMargin = 0;
    NavigationScheme m_navigation = NavigationScheme::Vellum;
    bool m_flings = true;
    std::optional<Tick> m_pointer;
    std::optional<TickRange> m_dragged;
};

}  // namespace vellum::gui::charts
