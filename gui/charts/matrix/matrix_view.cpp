#include "gui/charts/matrix/matrix_view.h"

#include <algorithm>
#include <cmath>

namespace vellum::gui::charts {

namespace {

/// Past any screen, and far inside of an int.
int pixelOf(double place)
{
    constexpr double kFar = 1e6;
    return static_cast<int>(std::floor(std::clamp(place, -kFar, kFar)));
}

}  // namespace

int MatrixAxis::firstPixel(double cell) const
{
    return pixelOf((cell - begin) * pixels / length);
}

int MatrixAxis::endPixel(double cell) const
{
    return std::max(firstPixel(cell) + 1, firstPixel(cell + 1));
}

void MatrixAxis::zoom(double factor, double anchor, double count)
{
    const double share = (anchor - begin) / length;
    length = std::clamp(length * factor, std::min(1.0, count), count);
    begin = anchor - share * length;
    clamp(count);
}

void MatrixAxis::pan(double cells, double count)
{
    begin += cells;
    clamp(count);
}

void MatrixAxis::clamp(double count)
{
    length = std::clamp(length, std::min(1.0, count), std::max(1.0, count));
    begin = std::clamp(begin, 0.0, std::max(0.0, count - length));
}

}  // namespace vellum::gui::charts
