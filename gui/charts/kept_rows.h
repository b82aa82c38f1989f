#pragma once

#include "common/time/tick_range.h"
#include "gui/geometry/timeline_geometry.h"
#include "gui/models/filters.h"
#include "gui/models/selection.h"

#include <QPainter>
#include <QPixmap>
#include <QPoint>
#include <QSize>

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace vellum::gui::charts {

/// What the pixels of rows hang on, but for their time and the answers about it.
struct RowsLook {
    QSize size;  ///< of the canvas, in device pixels
    double ratio = 1;
    std::uint64_t arrangement = 0;  ///< counts which rows there are, and their order
    int scrolled = 0;
    int rowHeight = 0;
    int fixedRows = 0;
    bool fitsRows = false;
    std::optional<models::Highlight> highlight;
    std::shared_ptr<const models::FilterSet> filters;
    std::uint64_t style = 0;  ///< counts changes of theme, palette and font, and of what was found
    bool isDark = false;
    bool hasOwnColors = false;

    friend bool operator==(const RowsLook&, const RowsLook&) = default;
};

/// The rows of a master timeline as they were painted last, without text, to be shown shifted or stretched until
/// it is answered what they look like where the view has moved to.
///
/// Units    Device pixels of the canvas.
/// Exact    Shown in the range that they were painted for, pixel for pixel; else a pixel is that of the tick in
///          its middle, as far as it was painted.
/// Memory   Two pictures of the canvas: the newest, and that of the whole trace.
/// Threads  GUI thread.
class KeptRows {
public:
    explicit KeptRows(TickRange whole) : m_whole(whole) {}

    /// Whether the newest picture is the one that would be painted.
    ///
    /// \param answers  counts those that rows are painted from
    [[nodiscard]] bool isOf(const RowsLook& look, std::uint64_t answers, TickRange range) const;

    /// A picture to paint on, which will be the newest; valid until the next call.
    [[nodiscard]] QPixmap& renew(const RowsLook& look, std::uint64_t answers, TickRange range);

    /// Forgets all.
    void clear();

    /// Paints what is there of the newest picture, and beside it of that of the whole trace.
    ///
    /// \param at  the canvas' place
    void paint(QPainter& painter, QPoint at, const geometry::TimeScale& scale) const;

    /// Stretches of pixels, half-open, where there is nothing of either.
    [[nodiscard]] std::vector<std::pair<int, int>> gaps(const geometry::TimeScale& scale) const;

private:
    struct Picture {
        QPixmap pixels;
        RowsLook look;
        TickRange range;
        std::uint64_t answers = 0;
    };

    [[nodiscard]] bool hasWhole() const;
    static void paintPart(
        QPainter& painter,
        const Picture& picture,
        QPoint at,
        const geometry::TimeScale& scale,
        std::pair<int, int> part);

    TickRange m_whole;
    Picture m_newest;
    Picture m_ofWhole;
};

}  // namespace vellum::gui::charts
