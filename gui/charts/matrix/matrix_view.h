#pragma once

namespace vellum::gui::charts {

/// Which of a row of cells lie on some pixels, along one axis.
///
/// Units    Positions in cells, fractions of them included: cell i is [i, i + 1).
/// Exact    Each cell has a pixel at least. Where cells are no smaller than a pixel, neighbours share none and leave none
///          out.
struct MatrixAxis {
    double begin = 0;   ///< what the first pixel begins with
    double length = 1;  ///< in cells, > 0
    int pixels = 1;     ///< that the length has, > 0

    [[nodiscard]] double perCell() const { return pixels / length; }
    [[nodiscard]] double positionAt(double pixel) const { return begin + pixel / perCell(); }
    /// The first pixel of a cell, and the one past its last; below 0 and past `pixels` where it is not seen.
    [[nodiscard]] int firstPixel(double cell) const;
    [[nodiscard]] int endPixel(double cell) const;

    /// Scaled by \p factor (< 1 zooms in) so that \p anchor stays where it is, inside of \p count cells and no less than
    /// one of them.
    void zoom(double factor, double anchor, double count);
    /// By so many cells, inside of \p count.
    void pan(double cells, double count);
    /// Moves and shortens it so that it lies inside.
    void clamp(double count);

    friend bool operator==(const MatrixAxis&, const MatrixAxis&) = default;
};

}  // namespace vellum::gui::charts
