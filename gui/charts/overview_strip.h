#pragma once

#include "gui/models/request_slot.h"
#include "gui/models/search_model.h"
#include "gui/models/timeline_model.h"
#include "gui/models/view_history.h"

#include <QPixmap>
#include <QWidget>

#include <memory>
#include <vector>

namespace vellum::gui::charts {

/// The whole run in small: exact shares of time by function group, and a frame where the charts are. What
/// filters leave out, locations and functions, has no share.
///
/// Mouse    Dragging the frame pans, an edge of it zooms, beside it shows what is dragged over; the
///          wheel zooms; a double click shows the full range.
class OverviewStrip : public QWidget {
    Q_OBJECT

public:
    OverviewStrip(
        data::DataSource& source,
        std::shared_ptr<const data::Trace> trace,
        models::ViewHistory& view,
        QWidget* parent = nullptr);

    [[nodiscard]] models::Exactness exactness() const;
    void refresh();
    /// Whose hits are marked; must live as long as this.
    void setSearch(const models::SearchModel* search);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    enum class Drag { None, Frame, LeftEdge, RightEdge, New };

    [[nodiscard]] QRect inside() const;
    [[nodiscard]] int columnsWanted() const;
    [[nodiscard]] QRect frame() const;
    [[nodiscard]] Drag dragAt(int x) const;
    [[nodiscard]] Tick tickAt(double x) const;
    [[nodiscard]] double xOf(Tick tick) const;
    void ask();
    void take(const std::shared_ptr<const query::Answer>& answer, const query::Request& request);
    void render();
    void paintHits(QPainter& painter);
    [[nodiscard]] std::vector<LocationRef> shownLocations() const;

    std::shared_ptr<const data::Trace> m_trace;
    models::ViewHistory& m_view;
    models::RequestSlot m_slot;
    std::vector<LocationRef> m_locations;  ///< those that can be in a region; empty: all
    std::shared_ptr<const models::FilterSet> m_filters;  ///< that were asked with; null: none
    std::shared_ptr<const query::SummaryTimeline> m_summary;
    query::SummaryTimelineRequest m_summaryRequest;  ///< what it answers
    const models::SearchModel* m_search = nullptr;
    bool m_isOfOldFilters = false;  ///< the picture; a better one is on its way
    bool m_failed = false;
    QPixmap m_picture;
    bool m_pictureIsStale = true;
    Drag m_drag = Drag::None;
    Tick m_pressedTick = 0;
    TickRange m_pressedRange;
    std::uint64_t m_gesture = std::uint64_t{1} << 32U;  ///< apart from the charts' numbers
};

}  // namespace vellum::gui::charts
