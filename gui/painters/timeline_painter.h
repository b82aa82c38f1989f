#pragma once

#include "common/trace/definitions.h"
#include "gui/data/group_names.h"
#include "gui/geometry/time_axis.h"
#include "gui/geometry/timeline_geometry.h"

#include <QColor>
#include <QFont>
#include <QLineF>
#include <QPainter>
#include <QRect>
#include <QRegion>
#include <QStaticText>
#include <QString>

#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace vellum::gui::painters {

// All coordinates are device pixels: the caller has scaled the painter so that one unit is one
// pixel, and lines of width 1 are never blurred.

struct BarStyle;

/// What bars of a function look like, reckoned once for all rows that are painted together: with one theme, one
/// font, one ground, one highlight and the same functions.
class BarLooks {
public:
    /// Pixels.
    struct Ink {
        QRgb bar = 0;  ///< premultiplied
        QRgb edge = 0;
        FunctionGroup group = FunctionGroup::Unknown;
    };
    struct Label {
        QString name;
        int width = 0;
        QStaticText text;
        QColor ink;
    };

    // Valid until the next call. Bars with the look of shares have neither.
    [[nodiscard]] const Ink& inkOf(const geometry::Bar& bar, const BarStyle& style);
    /// Empty where the function is not known.
    [[nodiscard]] const Label& labelOf(const geometry::Bar& bar, const BarStyle& style);

private:
    /// Of a function, or of the group of one.
    using LookKey = std::uint64_t;
    static LookKey lookKey(const geometry::Bar& bar)
    {
        return bar.key.value | (static_cast<LookKey>(bar.look) << 32U);
    }

    struct Near {
        LookKey key = ~LookKey{0};
        Ink ink;
    };
    static constexpr std::size_t kNear = 256;

    /// Most rows have few functions: these are found without a hash.
    std::vector<Near> m_near = std::vector<Near>(kNear);
    std::unordered_map<LookKey, Ink> m_inks;
    std::unordered_map<LookKey, Label> m_labels;
};

/// What bars are painted with.
struct BarStyle {
    const Definitions* definitions = nullptr;
    const data::GroupNames* groupNames =
        nullptr;  ///< null: of labels, which are of functions alone then
    /// If set, all other bars step back: a region by its reference or all of a function group.
    std::optional<query::Key> highlighted;
    query::GroupBy highlightedBy = query::GroupBy::Region;
    /// If set, others than these step back.
    const std::unordered_set<RegionRef>* functions = nullptr;
    /// Copies and sets stand in the lower half of the row, so that they are told from kernels.
    bool copiesAreLow = false;
    QFont font;            ///< its size in device pixels
    int labelFromPx = 44;  ///< a bar narrower than this has no label
    int edgeFromPx = 3;    ///< a bar narrower than this has no edge
    int cueFromPx = 12;    ///< a row lower than this has no patterns
    QColor ground;         ///< painted where there is no bar; invalid: what is there shows through
    BarLooks* looks = nullptr;  ///< kept from row to row; null: of this row alone
};

/// One row of bars, with labels where they fit (with an ellipsis, where nearly).
///
/// \param area  of the row's bars; x = 0 of the geometry is the area's left edge
void paintBars(
    QPainter& painter,
    const std::vector<geometry::Bar>& bars,
    const QRect& area,
    const BarStyle& style);

/// The bars without the labels, and these alone: bars can be stretched, text cannot. Of the labels it is said
/// where they stand, so that lines can go around them. Where bars have the look of shares, only the ground is painted.
void paintBareBars(
    QPainter& painter,
    const std::vector<geometry::Bar>& bars,
    const QRect& area,
    const BarStyle& style);
QRegion paintBarLabels(
    QPainter& painter,
    const std::vector<geometry::Bar>& bars,
    const QRect& area,
    const BarStyle& style);

/// Bars with the look of shares while these are not known: the part of the winner's group from below, the rest in a
/// faint grey.
void paintUnstacked(
    QPainter& painter,
    const std::vector<geometry::Bar>& bars,
    const QRect& area,
    const BarStyle& style);

/// What does not stand out has the colour it would have, as faint as this.
inline constexpr float kSteppedBack = 0.28F;

/// One folded row: shares by function group, stacked from below.
void paintShares(QPainter& painter, const std::vector<geometry::ShareBar>& bars, const QRect& area);

/// Shares in colours of their own, stacked from below.
struct ShareLook {
    QColor color;
    FunctionGroup group =
        FunctionGroup::Unknown;  ///< whose pattern it has, where patterns are shown
};
void paintShares(
    QPainter& painter,
    const std::vector<geometry::ShareBar>& bars,
    const QRect& area,
    const std::function<ShareLook(query::Key)>& lookOf);

/// Whether it writes shapes and letters, no pixels: SVG and PDF.
[[nodiscard]] bool isVector(const QPainter& painter);

/// Message lines with a dot at the receiving end. Where they crowd they are faint, lose their dots, and one in
/// so many stands for all, so that the colours below stay what they are. Light ones have a dark seam. Says which are drawn.
std::vector<bool> paintMessages(
    QPainter& painter, const std::vector<QLineF>& lines, double scale, const QColor& color);

/// The ruler: labels, major and minor ticks at the bottom.
///
/// \param taken  where no label may stand
void paintAxis(
    QPainter& painter,
    const geometry::TimeAxis& axis,
    const QRect& area,
    const QFont& font,
    const QRectF& taken = {});

}  // namespace vellum::gui::painters
