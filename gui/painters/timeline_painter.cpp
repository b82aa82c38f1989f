#include "gui/painters/timeline_painter.h"

#include "gui/data/wording.h"
#include "gui/theme/region_colors.h"
#include "gui/theme/theme.h"

#include <QFontMetrics>
#include <QImage>
#include <QPaintEngine>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <unordered_map>
#include <utility>

namespace vellum::gui::painters {

namespace {

constexpr float kSteppedBack = 0.28F;

bool standsOut(query::Key key, const BarStyle& style)
{
    if (style.functions != nullptr && !style.functions->contains(RegionRef(key.value))) {
        return false;
    }
    if (!style.highlighted) {
        return true;
    }
    if (style.highlightedBy == query::GroupBy::Region) {
        return key == *style.highlighted;
    }
    const Region* region = style.definitions->find(RegionRef(key.value));
    return region != nullptr
           && static_cast<std::uint32_t>(region->group) == style.highlighted->value;
}

/// Colours of the regions of one row, looked up once each.
class ColorCache {
public:
    explicit ColorCache(const BarStyle& style) : m_style(style) {}

    QColor of(query::Key key)
    {
        const auto [entry, isNew] = m_colors.try_emplace(key.value);
        if (isNew) {
            const Region* region = m_style.definitions->find(RegionRef(key.value));
            entry->second = region != nullptr ? theme::regionColor(*region)
                                              : theme::groupColor(FunctionGroup::Unknown);
            if (!standsOut(key, m_style)) {
                entry->second.setAlphaF(kSteppedBack);
            }
        }
        return entry->second;
    }

private:
    const BarStyle& m_style;
    std::unordered_map<std::uint32_t, QColor> m_colors;
};

void paintLabel(
    QPainter& painter, const geometry::Bar& bar, const QRect& rect, const BarStyle& style)
{
    const Region* region = style.definitions->find(RegionRef(bar.key.value));
    const QFontMetrics metrics(style.font);
    if (region == nullptr || metrics.ascent() + 2 > rect.height()) {
        return;
    }
    const int padding = metrics.height() / 3;
    const QRect inside = rect.adjusted(padding, 0, -padding, 0);
    const QString text =
        metrics.elidedText(data::shortName(region->name), Qt::ElideRight, inside.width());
    painter.setPen(theme::regionInk(*region));
    painter.drawText(inside, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, text);
}

QRect rectOf(const geometry::Bar& bar, const QRect& area, const BarStyle& style)
{
    QRect rect(area.left() + bar.begin, area.top(), bar.width(), area.height());
    const Region* region =
        style.copiesAreLow ? style.definitions->find(RegionRef(bar.key.value)) : nullptr;
    if (region != nullptr && region->group == FunctionGroup::Copy) {
        rect.setTop(area.top() + area.height() / 2);
    }
    return rect;
}

/// All lines over a pixel together cover so much of it.
constexpr double kCrowdOpacity = 0.1;
/// Over a pixel: one line in five pixels can still be told from the next. More are thinned out; a haze of all
/// of them would darken the bars and look like none.
constexpr double kMostLines = 0.2;
constexpr double kRoomForDots = 0.1;

/// How many lines lie over one pixel, on an average, column by column.
class Crowding {
public:
    Crowding(const std::vector<QLineF>& lines, double widthPx)
    {
        for (const QLineF& line : lines) {
            // Near upright ones cover their column, slanted ones only a part of each of theirs.
            const auto [first, last] = columnsOf(line);
            const double share = widthPx / static_cast<double>(last - first + 1);
            add(first, share);
            add(last + 1, -share);
        }
        double sum = 0;
        for (auto& [column, lineCount] : m_lines) {
            sum += lineCount;
            lineCount = sum;
        }
    }

    static int columnOf(const QLineF& line) { return block(line.center().x()); }

    /// Where it is, at its middle; at least what is nothing for the eye.
    [[nodiscard]] double of(const QLineF& line) const
    {
        constexpr double kAlone = 0.05;
        const auto after = m_lines.upper_bound(columnOf(line));
        return after == m_lines.begin() ? kAlone : std::max(kAlone, std::prev(after)->second);
    }

private:
    // Several pixels together: neighbours touch each other.
    static constexpr int kBlockPx = 8;

    static int block(double x) { return static_cast<int>(std::floor(x / kBlockPx)); }
    static std::pair<int, int> columnsOf(const QLineF& line)
    {
        constexpr double kFarPx = 100'000;  // ends outside the chart may be anywhere
        const double left = std::clamp(std::min(line.x1(), line.x2()), -kFarPx, kFarPx);
        const double right = std::clamp(std::max(line.x1(), line.x2()), -kFarPx, kFarPx);
        return {block(left), block(right)};
    }
    void add(int column, double lines) { m_lines[column] += lines / kBlockPx; }

    std::map<int, double> m_lines;
};

}  // namespace

namespace {

/// A row's bars as pixels: one picture is painted in a tenth of the time of thousands of rectangles.
class BarPixels {
public:
    BarPixels(const QRect& area, const BarStyle& style)
        : m_style(style)
        , m_image(area.size(), QImage::Format_ARGB32_Premultiplied)
        , m_upper(static_cast<std::size_t>(area.width()))
        , m_lower(style.copiesAreLow ? m_upper.size() : 0)
    {
    }

    /// The pixels of a colour and of its edge.
    struct Ink {
        QRgb bar = 0;
        QRgb edge = 0;
    };
    static Ink inkOf(const QColor& color)
    {
        const QRgb bar = qPremultiply(color.rgba());
        return {.bar = bar, .edge = edgeOver(color, bar)};
    }

    void add(const geometry::Bar& bar, const Ink& ink)
    {
        const auto begin = static_cast<std::size_t>(std::max(bar.begin, 0));
        const auto end = std::min(static_cast<std::size_t>(std::max(bar.end, 0)), m_upper.size());
        if (begin >= end) {
            return;
        }
        const bool isLow = !m_lower.empty() && isCopy(bar.key);
        // What begins before the window does has its edge out there.
        const bool hasEdge = bar.width() >= m_style.edgeFromPx && bar.begin > 0;
        for (std::vector<QRgb>* line : {isLow ? nullptr : &m_upper, &m_lower}) {
            if (line != nullptr && !line->empty()) {
                std::fill(
                    line->begin() + static_cast<std::ptrdiff_t>(begin),
                    line->begin() + static_cast<std::ptrdiff_t>(end),
                    ink.bar);
                if (hasEdge) {
                    (*line)[begin] = ink.edge;
                }
            }
        }
    }

    void paint(QPainter& painter, QPoint at)
    {
        const int middle = m_lower.empty() ? m_image.height() : m_image.height() / 2;
        for (int y = 0; y < m_image.height(); ++y) {
            const std::vector<QRgb>& line = y < middle ? m_upper : m_lower;
            std::memcpy(m_image.scanLine(y), line.data(), line.size() * sizeof(QRgb));
        }
        painter.drawImage(at, m_image);
    }

private:
    [[nodiscard]] bool isCopy(query::Key key) const
    {
        const Region* region = m_style.definitions->find(RegionRef(key.value));
        return region != nullptr && region->group == FunctionGroup::Copy;
    }

    /// An edge is painted over its bar; of one that has stepped back both let the ground through.
    static QRgb edgeOver(const QColor& color, QRgb below)
    {
        QColor edge = theme::edgeColor(color);
        edge.setAlpha(color.alpha());
        const QRgb above = qPremultiply(edge.rgba());
        const int through = 255 - qAlpha(above);
        const auto over = [&](int a, int b) { return a + (b * through + 127) / 255; };
        return qRgba(
            over(qRed(above), qRed(below)),
            over(qGreen(above), qGreen(below)),
            over(qBlue(above), qBlue(below)),
            over(qAlpha(above), qAlpha(below)));
    }

    const BarStyle& m_style;
    QImage m_image;
    std::vector<QRgb> m_upper;
    std::vector<QRgb> m_lower;  ///< empty: the same
};

void paintBarsAsShapes(
    QPainter& painter,
    const std::vector<geometry::Bar>& bars,
    const QRect& area,
    const BarStyle& style)
{
    ColorCache colors(style);
    for (const geometry::Bar& bar : bars) {
        const QRect rect = rectOf(bar, area, style);
        const QColor color = colors.of(bar.key);
        painter.fillRect(rect, color);
        if (bar.width() >= style.edgeFromPx && bar.begin > 0) {
            QColor edge = theme::edgeColor(color);
            edge.setAlpha(color.alpha());
            painter.fillRect(rect.left(), rect.top(), 1, rect.height(), edge);
        }
    }
}

void paintBarLabels(
    QPainter& painter,
    const std::vector<geometry::Bar>& bars,
    const QRect& area,
    const BarStyle& style)
{
    painter.setFont(style.font);
    // Many short visits of one function side by side look like one bar and are labelled like one.
    geometry::Bar crowd;
    const auto labelCrowd = [&] {
        if (crowd.width() >= style.labelFromPx && standsOut(crowd.key, style)) {
            const QRect rect = rectOf(crowd, area, style);
            paintLabel(painter, crowd, rect, style);
        }
        crowd = {};
    };
    for (const geometry::Bar& bar : bars) {
        const bool isShort = bar.width() < style.edgeFromPx;
        if (!isShort || bar.key != crowd.key || bar.begin != crowd.end) {
            labelCrowd();
        }
        if (isShort) {
            crowd = {
                .begin = crowd.width() > 0 ? crowd.begin : bar.begin,
                .end = bar.end,
                .key = bar.key};
        }
        if (bar.width() >= style.labelFromPx && standsOut(bar.key, style)) {
            paintLabel(painter, bar, rectOf(bar, area, style), style);
        }
    }
    labelCrowd();
}

bool isVector(const QPainter& painter)
{
    const auto type = painter.paintEngine()->type();
    return type == QPaintEngine::SVG || type == QPaintEngine::Pdf;
}

}  // namespace

void paintBars(
    QPainter& painter,
    const std::vector<geometry::Bar>& bars,
    const QRect& area,
    const BarStyle& style)
{
    if (area.isEmpty()) {
        return;
    }
    if (isVector(painter)) {  // shapes, no pixels
        paintBarsAsShapes(painter, bars, area, style);
    } else {
        ColorCache colors(style);
        BarPixels pixels(area, style);
        std::unordered_map<std::uint32_t, BarPixels::Ink> inks;
        for (const geometry::Bar& bar : bars) {
            const auto [ink, isNew] = inks.try_emplace(bar.key.value);
            if (isNew) {
                ink->second = BarPixels::inkOf(colors.of(bar.key));
            }
            pixels.add(bar, ink->second);
        }
        pixels.paint(painter, area.topLeft());
    }
    if (QFontMetrics(style.font).ascent() + 2 <= area.height()) {
        paintBarLabels(painter, bars, area, style);
    }
}

void paintShares(
    QPainter& painter,
    const std::vector<geometry::ShareBar>& bars,
    const QRect& area,
    const ShareStyle& style)
{
    const auto colorOf = [&style](query::Key key) {
        if (style.by == query::GroupBy::FunctionGroup) {
            return theme::groupColor(static_cast<FunctionGroup>(key.value));
        }
        const Region* region = style.definitions->find(RegionRef(key.value));
        QColor color = region != nullptr ? theme::groupColor(region->group)
                                         : theme::groupColor(FunctionGroup::Unknown);
        if (style.functions != nullptr && !style.functions->contains(RegionRef(key.value))) {
            color.setAlphaF(kSteppedBack);
        }
        return color;
    };
    paintShares(painter, bars, area, std::function<QColor(query::Key)>(colorOf));
}

void paintShares(
    QPainter& painter,
    const std::vector<geometry::ShareBar>& bars,
    const QRect& area,
    const std::function<QColor(query::Key)>& colorOf)
{
    const double height = area.height();
    std::unordered_map<std::uint32_t, QColor> colors;  // looked up once each
    for (const geometry::ShareBar& bar : bars) {
        const int top = area.bottom() + 1 - static_cast<int>(std::lround(bar.high * height));
        const int bottom = area.bottom() + 1 - static_cast<int>(std::lround(bar.low * height));
        if (top >= bottom) {
            continue;
        }
        const auto [color, isNew] = colors.try_emplace(bar.key.value);
        if (isNew) {
            color->second = colorOf(bar.key);
        }
        painter.fillRect(
            area.left() + bar.begin, top, bar.end - bar.begin, bottom - top, color->second);
    }
}

void paintMessages(QPainter& painter, const std::vector<QLineF>& lines, double scale)
{
    const double width = std::max(1.0, 1.2 * scale);
    const Crowding crowding(lines, width);
    const QColor color = theme::currentTheme().messageLine;
    const double radius = 2.2 * scale;
    std::unordered_map<int, double> drawn;  // lines wanted so far, by column
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(color);
    for (const QLineF& line : lines) {
        const double most = crowding.of(line);
        // Half a line to begin with: the only one here among slanted ones from elsewhere is seen.
        double& wanted = drawn.try_emplace(Crowding::columnOf(line), 0.5).first->second;
        const double before = std::floor(wanted);
        wanted += std::min(1.0, kMostLines / most);
        if (most > kMostLines && std::floor(wanted) == before) {
            continue;  // fainter could not be painted; one in so many stands for all
        }
        QColor faint = color;
        const double opacity = 1 - std::pow(1 - kCrowdOpacity, 1 / std::min(most, kMostLines));
        faint.setAlphaF(color.alphaF() * static_cast<float>(opacity));
        painter.setPen(QPen(faint, width));
        painter.drawLine(line);
        if (most < kRoomForDots) {
            painter.setPen(Qt::NoPen);
            painter.drawEllipse(line.p2(), radius, radius);
        }
    }
    painter.restore();
}

void paintAxis(
    QPainter& painter, const geometry::TimeAxis& axis, const QRect& area, const QFont& font)
{
    const theme::Theme& theme = theme::currentTheme();
    const QFontMetrics metrics(font);
    painter.setFont(font);
    const int major = std::max(4, area.height() / 3);
    const int minor = std::max(2, area.height() / 7);
    for (const geometry::AxisTick& tick : axis.ticks) {
        const int x = area.left() + static_cast<int>(std::floor(tick.x));
        const int length = tick.isMajor ? major : minor;
        if (x < area.left() || x > area.right()) {
            continue;
        }
        painter.fillRect(
            x, area.bottom() + 1 - length, 1, length, tick.isMajor ? theme.mutedInk : theme.line);
        if (!tick.label.isEmpty()) {
            const int width = metrics.horizontalAdvance(tick.label);
            const int left = x + metrics.height() / 4;
            if (left + width <= area.right()) {
                painter.setPen(theme.mutedInk);
                painter.drawText(left, area.top() + metrics.ascent() + 2, tick.label);
            }
        }
    }
}

}  // namespace vellum::gui::painters
