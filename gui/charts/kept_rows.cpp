#include "gui/charts/kept_rows.h"

#include <QRectF>

#include <algorithm>
#include <cmath>

namespace vellum::gui::charts {

namespace {

/// The pixels of a scale that a range covers, half-open.
std::pair<int, int> coveredBy(TickRange range, const geometry::TimeScale& scale)
{
    const auto pixel = [&](Tick tick) {
        const double x = std::clamp(scale.xOf(tick), 0.0, static_cast<double>(scale.widthPx));
        return static_cast<int>(std::lround(x));
    };
    return {pixel(range.begin), pixel(range.end)};
}

/// The pixels beside some, to both sides of them.
std::vector<std::pair<int, int>> beside(std::pair<int, int> covered, int widthPx)
{
    if (covered.first >= covered.second) {
        return {{0, widthPx}};
    }
    std::vector<std::pair<int, int>> parts;
    if (covered.first > 0) {
        parts.emplace_back(0, covered.first);
    }
    if (covered.second < widthPx) {
        parts.emplace_back(covered.second, widthPx);
    }
    return parts;
}

}  // namespace

bool KeptRows::isOf(const RowsLook& look, std::uint64_t answers, TickRange range) const
{
    return !m_newest.pixels.isNull() && m_newest.answers == answers && m_newest.range == range
           && m_newest.look == look;
}

bool KeptRows::hasWhole() const
{
    return !m_ofWhole.pixels.isNull() && m_ofWhole.look == m_newest.look;
}

QPixmap& KeptRows::renew(const RowsLook& look, std::uint64_t answers, TickRange range)
{
    const bool isWhole = m_newest.range == m_whole && m_newest.look == look;
    if (isWhole && range != m_whole && !m_newest.pixels.isNull()) {
        std::swap(m_ofWhole, m_newest);
    }
    if (m_ofWhole.look != look) {
        m_ofWhole = {};
    }
    if (m_newest.pixels.size() != look.size) {
        m_newest.pixels = QPixmap(look.size);
    }
    m_newest.look = look;
    m_newest.answers = answers;
    m_newest.range = range;
    return m_newest.pixels;
}

void KeptRows::clear()
{
    m_newest = {};
    m_ofWhole = {};
}

void KeptRows::paint(QPainter& painter, QPoint at, const geometry::TimeScale& scale) const
{
    const std::pair<int, int> covered = coveredBy(m_newest.range, scale);
    if (covered.first < covered.second) {
        paintPart(painter, m_newest, at, scale, covered);
    }
    if (hasWhole()) {
        for (const auto& part : beside(covered, scale.widthPx)) {
            paintPart(painter, m_ofWhole, at, scale, part);
        }
    }
}

std::vector<std::pair<int, int>> KeptRows::gaps(const geometry::TimeScale& scale) const
{
    return hasWhole() ? std::vector<std::pair<int, int>>()
                      : beside(coveredBy(m_newest.range, scale), scale.widthPx);
}

/// \param part  of the scale's pixels, to be covered with what the picture has of them
void KeptRows::paintPart(
    QPainter& painter,
    const Picture& picture,
    QPoint at,
    const geometry::TimeScale& scale,
    std::pair<int, int> part)
{
    const int width = part.second - part.first;
    const int height = picture.pixels.height();
    const geometry::TimeScale from{.range = picture.range, .widthPx = picture.pixels.width()};
    const double shift = from.xOf(scale.range.begin);
    const QPoint place = at + QPoint(part.first, 0);
    if (scale.range.length() == picture.range.length()) {
        // Whole pixels: a picture that only moves stays as sharp as it is.
        const int moved = part.first + static_cast<int>(std::lround(shift));
        const int left = std::clamp(moved, 0, std::max(0, from.widthPx - width));
        painter.drawPixmap(place, picture.pixels, QRect(left, 0, width, height));
        return;
    }
    const double stretch = static_cast<double>(scale.range.length())
                           / static_cast<double>(std::max<Tick>(1, picture.range.length()));
    constexpr double kLeast = 1e-4;  // of no width at all a painter would take all there is
    const auto sourceOf = [&](int x, double most) {
        return std::clamp(shift + x * stretch, 0.0, std::max(0.0, most));
    };
    const double left = sourceOf(part.first, from.widthPx - kLeast);
    const double right = std::max(left + kLeast, sourceOf(part.second, from.widthPx));
    painter.drawPixmap(
        QRectF(place, QSizeF(width, height)),
        picture.pixels,
        QRectF(left, 0, right - left, height));
}

}  // namespace vellum::gui::charts
