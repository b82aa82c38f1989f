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

FunctionGroup groupOf(query::Key key, const BarStyle& style)
{
    const Region* region = style.definitions->find(RegionRef(key.value));
    return region != nullptr ? region->group : FunctionGroup::Unknown;
}

QColor colorOf(const geometry::Bar& bar, const BarStyle& style)
{
    const Region* region = style.definitions->find(RegionRef(bar.key.value));
    QColor color = region != nullptr && bar.look == data::Look::Function
                       ? theme::regionColor(*region)
                       : theme::groupColor(groupOf(bar.key, style));
    if (!standsOut(bar.key, style)) {
        color.setAlphaF(kSteppedBack);
    }
    return color;
}

/// Both premultiplied.
QRgb over(QRgb above, QRgb below)
{
    const int through = 255 - qAlpha(above);
    const auto mixed = [through](int a, int b) { return a + (b * through + 127) / 255; };
    return qRgba(
        mixed(qRed(above), qRed(below)),
        mixed(qGreen(above), qGreen(below)),
        mixed(qBlue(above), qBlue(below)),
        mixed(qAlpha(above), qAlpha(below)));
}

/// \return where the text stands; empty where there is none
QRect paintLabel(
    QPainter& painter, const QRect& rect, const BarLooks::Label& label, const QFont& font)
{
    const QFontMetrics metrics(font);
    if (label.name.isEmpty() || metrics.ascent() + 2 > rect.height()) {
        return {};
    }
    const int padding = metrics.height() / 3;
    const QRect inside = rect.adjusted(padding, 0, -padding, 0);
    const int top = inside.top() + (inside.height() - metrics.height()) / 2;
    painter.setPen(label.ink);
    if (label.width <= inside.width()) {
        painter.drawStaticText(inside.left(), top, label.text);
    } else {
        painter.drawText(
            inside,
            Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
            metrics.elidedText(label.name, Qt::ElideRight, inside.width()));
    }
    const int width = std::min(label.width, inside.width());
    return {inside.left(), top, width, metrics.height()};
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
/// Lines over a pixel of which none has a seam: those of a crowd would cover the bars.
constexpr double kNoSeam = 0.5;
constexpr float kSeamOpacity = 0.6F;

/// How many lines lie over one pixel, on an average, column by column.
class Crowding {
public:
    Crowding(const std::vector<QLineF>& lines, double widthPx, double heightPx) : m_height(heightPx)
    {
        for (const QLineF& line : lines) {
            const auto [top, bottom] = heightsOf(line);
            for (int row = rowOf(top); top <= bottom && row <= rowOf(bottom); ++row) {
                // Near upright ones cover their column, slanted ones only a part of each of theirs.
                const double from = std::max(top, row * kRowPx);
                const double to = std::min(bottom, (row + 1) * kRowPx);
                const bool isFlat = line.dy() == 0;
                const int one = isFlat ? columnOf(line.x1()) : columnAt(line, from);
                const int other = isFlat ? columnOf(line.x2()) : columnAt(line, to);
                const int first = std::min(one, other);
                const int last = std::max(one, other);
                const double columns = last - first + 1.0;
                const double length = std::hypot((columns - 1) * kBlockPx, to - from);
                const double share = std::max(
                    widthPx * length / (columns * kBlockPx * kRowPx), widthPx / kBlockPx / columns);
                m_lines[row][first] += share;
                m_lines[row][last + 1] -= share;
            }
        }
        for (auto& [row, columns] : m_lines) {
            double sum = 0;
            for (auto& [column, lineCount] : columns) {
                sum += lineCount;
                lineCount = sum;
            }
        }
    }

    /// Row and column of where it is: at the middle of what is seen of it.
    [[nodiscard]] std::pair<int, int> placeOf(const QLineF& line) const
    {
        const auto [top, bottom] = heightsOf(line);
        const double middle = (top + bottom) / 2;
        return {rowOf(middle), columnAt(line, middle)};
    }

    /// At that place; at least what is nothing for the eye.
    [[nodiscard]] double at(const std::pair<int, int>& place) const
    {
        constexpr double kAlone = 0.05;
        const auto row = m_lines.find(place.first);
        if (row == m_lines.end()) {
            return kAlone;
        }
        const auto after = row->second.upper_bound(place.second);
        return after == row->second.begin() ? kAlone : std::max(kAlone, std::prev(after)->second);
    }

private:
    // Several pixels together: neighbours touch each other.
    static constexpr double kBlockPx = 8;
    static constexpr double kRowPx = 32;

    static int rowOf(double y) { return static_cast<int>(std::floor(y / kRowPx)); }
    static int columnAt(const QLineF& line, double y)
    {
        const double share = line.dy() == 0 ? 0.5 : (y - line.y1()) / line.dy();
        return columnOf(line.x1() + std::clamp(share, 0.0, 1.0) * line.dx());
    }
    static int columnOf(double x)
    {
        constexpr double kFarPx = 100'000;  // ends outside the chart may be anywhere
        return static_cast<int>(std::floor(std::clamp(x, -kFarPx, kFarPx) / kBlockPx));
    }
    [[nodiscard]] std::pair<double, double> heightsOf(const QLineF& line) const
    {
        return {
            std::max(0.0, std::min(line.y1(), line.y2())),
            std::min(m_height, std::max(line.y1(), line.y2()))};
    }

    double m_height;
    std::map<int, std::map<int, double>> m_lines;  ///< by row, then by column
};

}  // namespace

namespace {

/// A row's bars as pixels: one picture is painted in a tenth of the time of thousands of rectangles.
class BarPixels {
public:
    BarPixels(const QRect& area, const BarStyle& style)
        : m_style(style)
        , m_image(
              area.size(),
              style.ground.isValid() ? QImage::Format_RGB32 : QImage::Format_ARGB32_Premultiplied)
        , m_upper(
              static_cast<std::size_t>(area.width()),
              style.ground.isValid() ? style.ground.rgb() : qRgba(0, 0, 0, 0))
        , m_lower(style.copiesAreLow ? m_upper : std::vector<QRgb>())
    {
    }

    /// \param hasEdge  where it is wide enough for one
    void add(const geometry::Bar& bar, const BarLooks::Ink& ink, bool hasEdge)
    {
        const auto begin = static_cast<std::size_t>(std::max(bar.begin, 0));
        const auto end = std::min(static_cast<std::size_t>(std::max(bar.end, 0)), m_upper.size());
        if (begin >= end) {
            return;
        }
        if (m_lower.empty() || !isCopy(bar.key)) {
            fill(m_upper, begin, end, ink, hasEdge);
        }
        if (!m_lower.empty()) {
            fill(m_lower, begin, end, ink, hasEdge);
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

    static void fill(
        std::vector<QRgb>& line,
        std::size_t begin,
        std::size_t end,
        const BarLooks::Ink& ink,
        bool hasEdge)
    {
        line[begin] = hasEdge ? ink.edge : ink.bar;
        for (std::size_t x = begin + 1; x < end; ++x) {
            line[x] = ink.bar;
        }
    }

    const BarStyle& m_style;
    QImage m_image;
    std::vector<QRgb> m_upper;
    std::vector<QRgb> m_lower;  ///< empty: the same
};

/// What begins before the window does has its edge out there. Where a group is shown, its functions have none.
class Edges {
public:
    explicit Edges(const BarStyle& style) : m_style(style) {}

    /// \param bar  after all to its left
    /// \param group  the bar's
    [[nodiscard]] bool has(const geometry::Bar& bar, FunctionGroup group)
    {
        const bool isGroup = bar.look == data::Look::Group;
        const bool goesOn = isGroup && m_isGroup && m_end == bar.begin && m_group == group;
        m_isGroup = isGroup;
        m_group = group;
        m_end = bar.end;
        return !goesOn && bar.width() >= m_style.edgeFromPx && bar.begin > 0;
    }

private:
    const BarStyle& m_style;
    bool m_isGroup = false;  ///< the last one shows a group
    FunctionGroup m_group = FunctionGroup::Unknown;
    int m_end = -1;
};

void paintBarsAsShapes(
    QPainter& painter,
    const std::vector<geometry::Bar>& bars,
    const QRect& area,
    const BarStyle& style)
{
    Edges edges(style);
    for (const geometry::Bar& bar : bars) {
        if (bar.look == data::Look::Shares) {
            continue;
        }
        const QRect rect = rectOf(bar, area, style);
        const QColor color = colorOf(bar, style);
        painter.fillRect(rect, color);
        if (edges.has(bar, groupOf(bar.key, style))) {
            QColor edge = theme::edgeColor(color);
            edge.setAlpha(color.alpha());
            painter.fillRect(rect.left(), rect.top(), 1, rect.height(), edge);
        }
    }
}

theme::Cue cueOf(const geometry::Bar& bar, const BarStyle& style)
{
    const Region* region = style.definitions->find(RegionRef(bar.key.value));
    return region != nullptr && bar.look != data::Look::Shares ? theme::cueOf(region->group)
                                                               : theme::Cue::None;
}

/// Neighbours of one look are one stretch: there may be a bar for each pixel.
void paintCues(
    QPainter& painter,
    const std::vector<geometry::Bar>& bars,
    const QRect& area,
    const BarStyle& style)
{
    if (!theme::showsCues() || area.height() < style.cueFromPx) {
        return;
    }
    const auto paint = [&](const geometry::Bar& stretch) {
        if (stretch.width() > 0) {
            painter.fillRect(
                rectOf(stretch, area, style),
                theme::cueBrush(cueOf(stretch, style), colorOf(stretch, style)));
        }
    };
    geometry::Bar stretch;
    for (const geometry::Bar& bar : bars) {
        const bool goesOn = stretch.width() > 0 && bar.begin == stretch.end
                            && bar.key == stretch.key && bar.look == stretch.look;
        if (!goesOn) {
            paint(stretch);
            const bool hasCue = cueOf(bar, style) != theme::Cue::None;
            stretch = hasCue ? bar : geometry::Bar{};
        }
        stretch.end = stretch.width() > 0 ? bar.end : stretch.end;
    }
    paint(stretch);
}

/// What is labelled as one.
struct Labelled {
    geometry::Bar bar;
    bool isCrowd = false;  ///< of short bars, or of columns that show a group
};

/// Neighbours that have no room for a name each and are of one group, as one of the group where that has half of them.
std::vector<geometry::Bar> withGroups(const std::vector<Labelled>& bars, const BarStyle& style)
{
    std::vector<geometry::Bar> all;
    all.reserve(bars.size());
    bool mayGoOn = false;  // the last one
    for (const auto& [bar, isCrowd] : bars) {
        const bool mayJoin =
            isCrowd && bar.width() < style.labelFromPx && bar.look != data::Look::Shares;
        const bool joins = mayJoin && mayGoOn && all.back().end == bar.begin
                           && groupOf(all.back().key, style) == groupOf(bar.key, style);
        if (joins) {
            all.back().end = bar.end;
            all.back().time += bar.time;
            const data::Look look = data::lookOf(all.back().time);
            all.back().look = look == data::Look::Function ? data::Look::Group : look;
        } else {
            all.push_back(bar);
        }
        mayGoOn = mayJoin;
    }
    return all;
}

/// Many short visits of one function side by side look like one bar and are labelled like one; so are columns that show
/// the same group, whichever of its functions wins.
///
/// Exact    A crowd has the name of what has at least half of it.
std::vector<geometry::Bar> labelledBars(
    const std::vector<geometry::Bar>& bars, const BarStyle& style)
{
    std::vector<Labelled> all;
    all.reserve(bars.size());
    bool isMany = false;
    const auto end = [&] {
        // A single visit has its name, however little of its pixel it has.
        if (isMany) {
            all.back().bar.look = data::lookOf(all.back().bar.time);
        }
        isMany = false;
    };
    for (const geometry::Bar& bar : bars) {
        const bool isGroup = bar.look == data::Look::Group;
        const bool mayGoOn = isGroup || bar.width() < style.edgeFromPx;
        geometry::Bar* last =
            mayGoOn && !all.empty() && all.back().isCrowd ? &all.back().bar : nullptr;
        const bool goesOn = last != nullptr && last->end == bar.begin && last->look == bar.look
                            && (isGroup ? groupOf(last->key, style) == groupOf(bar.key, style)
                                        : last->key == bar.key);
        if (goesOn) {
            last->end = bar.end;
            last->time += bar.time;
            isMany = true;
        } else {
            end();
            all.push_back({.bar = bar, .isCrowd = mayGoOn});
        }
    }
    end();
    return withGroups(all, style);
}

}  // namespace

bool isVector(const QPainter& painter)
{
    const auto type = painter.paintEngine()->type();
    return type == QPaintEngine::SVG || type == QPaintEngine::Pdf;
}

const BarLooks::Ink& BarLooks::inkOf(const geometry::Bar& bar, const BarStyle& style)
{
    const LookKey key = lookKey(bar);
    Near& near = m_near[(bar.key.value ^ static_cast<std::uint32_t>(bar.look) << 7U) % kNear];
    if (near.key != key) {
        const auto [entry, isNew] = m_inks.try_emplace(key);
        if (isNew) {
            const QColor color = colorOf(bar, style);
            const QRgb ground = style.ground.isValid() ? style.ground.rgb() : qRgba(0, 0, 0, 0);
            const QRgb fill = over(qPremultiply(color.rgba()), ground);
            QColor edge = theme::edgeColor(color);
            edge.setAlpha(color.alpha());
            // An edge is painted over its bar; of one that has stepped back both let the ground through.
            entry->second = {
                .bar = fill,
                .edge = over(qPremultiply(edge.rgba()), fill),
                .group = groupOf(bar.key, style)};
        }
        near = {.key = key, .ink = entry->second};
    }
    return near.ink;
}

const BarLooks::Label& BarLooks::labelOf(const geometry::Bar& bar, const BarStyle& style)
{
    const auto [entry, isNew] = m_labels.try_emplace(lookKey(bar));
    Label& label = entry->second;
    const Region* region = isNew ? style.definitions->find(RegionRef(bar.key.value)) : nullptr;
    const bool isGroup = bar.look == data::Look::Group;
    const bool hasName =
        bar.look == data::Look::Function || (isGroup && style.groupNames != nullptr);
    if (region != nullptr && hasName) {
        label.name = isGroup ? data::nameOf(*style.groupNames, region->group)
                             : data::shortName(region->name);
        label.width = QFontMetrics(style.font).horizontalAdvance(label.name);
        label.text = QStaticText(label.name);
        label.text.setTextFormat(Qt::PlainText);
        label.ink = isGroup ? theme::currentTheme().barInk : theme::regionInk(*region);
    }
    return label;
}

void paintBars(
    QPainter& painter,
    const std::vector<geometry::Bar>& bars,
    const QRect& area,
    const BarStyle& style)
{
    paintBareBars(painter, bars, area, style);
    paintUnstacked(painter, bars, area, style);
    paintBarLabels(painter, bars, area, style);
}

void paintBareBars(
    QPainter& painter,
    const std::vector<geometry::Bar>& bars,
    const QRect& area,
    const BarStyle& style)
{
    if (area.isEmpty()) {
        return;
    }
    if (isVector(painter)) {  // shapes, no pixels
        if (style.ground.isValid()) {
            painter.fillRect(area, style.ground);
        }
        paintBarsAsShapes(painter, bars, area, style);
        paintCues(painter, bars, area, style);
        return;
    }
    BarLooks own;
    BarLooks& looks = style.looks != nullptr ? *style.looks : own;
    BarPixels pixels(area, style);
    Edges edges(style);
    for (const geometry::Bar& bar : bars) {
        if (bar.look != data::Look::Shares) {
            const BarLooks::Ink& ink = looks.inkOf(bar, style);
            pixels.add(bar, ink, edges.has(bar, ink.group));
        }
    }
    pixels.paint(painter, area.topLeft());
    paintCues(painter, bars, area, style);
}

QRegion paintBarLabels(
    QPainter& painter,
    const std::vector<geometry::Bar>& bars,
    const QRect& area,
    const BarStyle& style)
{
    QRegion texts;
    if (QFontMetrics(style.font).ascent() + 2 > area.height()) {
        return texts;
    }
    BarLooks own;
    BarLooks& looks = style.looks != nullptr ? *style.looks : own;
    const auto label = [&](const geometry::Bar& bar) {
        if (bar.width() >= style.labelFromPx && standsOut(bar.key, style)) {
            texts += paintLabel(
                painter, rectOf(bar, area, style), looks.labelOf(bar, style), style.font);
        }
    };
    painter.setFont(style.font);
    for (const geometry::Bar& bar : labelledBars(bars, style)) {
        label(bar);
    }
    return texts;
}

void paintUnstacked(
    QPainter& painter,
    const std::vector<geometry::Bar>& bars,
    const QRect& area,
    const BarStyle& style)
{
    QColor neutral = theme::groupColor(FunctionGroup::Unknown);
    neutral.setAlphaF(kSteppedBack);
    std::vector<geometry::ShareBar> parts;
    const double least = 2.0 / std::max(area.height(), 4);  // as little as it is, it is seen
    for (const geometry::Bar& bar : bars) {
        if (bar.look != data::Look::Shares || area.isEmpty()) {
            continue;
        }
        painter.fillRect(rectOf(bar, area, style), neutral);
        parts.push_back(
            {.begin = bar.begin,
             .end = bar.end,
             .key = bar.key,
             .low = 0,
             .high = std::max(
                 least,
                 static_cast<double>(bar.time.group) / static_cast<double>(bar.time.whole))});
    }
    paintShares(painter, parts, area, [&style](query::Key key) {
        const geometry::Bar group{.key = key, .look = data::Look::Group};
        return ShareLook{.color = colorOf(group, style), .group = groupOf(key, style)};
    });
}

void paintShares(QPainter& painter, const std::vector<geometry::ShareBar>& bars, const QRect& area)
{
    paintShares(painter, bars, area, [](query::Key key) {
        const auto group = static_cast<FunctionGroup>(key.value);
        return ShareLook{.color = theme::shareColor(group), .group = group};
    });
}

namespace {

/// Rows of pixels of a share, and how much of the one above them it covers: in a low row a rounded share would be told
/// from another one that is nearly the same.
struct ShareRows {
    int top = 0;
    int bottom = 0;
    double covered = 0;
};

ShareRows rowsOf(const geometry::ShareBar& bar, const QRect& area)
{
    constexpr double kSteps = 64;  // finer ones cannot be seen
    const auto away = [&area](double share) {
        return std::round(share * area.height() * kSteps) / kSteps;
    };
    const double high = away(bar.high);
    const double low = away(bar.low);
    if (high <= low) {
        return {};
    }
    const double whole = std::floor(high);
    const int base = area.bottom() + 1;
    return {
        .top = base - static_cast<int>(whole),
        .bottom = base - static_cast<int>(std::floor(low)),
        .covered = high - whole};
}

}  // namespace

void paintShares(
    QPainter& painter,
    const std::vector<geometry::ShareBar>& bars,
    const QRect& area,
    const std::function<ShareLook(query::Key)>& lookOf)
{
    struct Brushes {
        QColor color;
        QBrush cue;
    };
    const bool hasCues = theme::showsCues() && area.height() >= theme::kLeastCueHeight;
    std::unordered_map<std::uint32_t, Brushes> looks;  // looked up once each
    // From the top: of a pixel that a bar has a part of, the one above it has painted all.
    for (std::size_t i = bars.size(); i-- > 0;) {
        const geometry::ShareBar& bar = bars[i];
        const ShareRows rows = rowsOf(bar, area);
        if (rows.top >= rows.bottom && rows.covered <= 0) {
            continue;
        }
        const auto [entry, isNew] = looks.try_emplace(bar.key.value);
        Brushes& brushes = entry->second;
        if (isNew) {
            const ShareLook look = lookOf(bar.key);
            brushes.color = look.color;
            brushes.cue = hasCues ? theme::cueBrush(look.group, look.color) : QBrush();
        }
        const int left = area.left() + bar.begin;
        const QRect rect(left, rows.top, bar.end - bar.begin, rows.bottom - rows.top);
        painter.fillRect(rect, brushes.color);
        if (rows.covered > 0) {
            QColor part = brushes.color;
            part.setAlphaF(static_cast<float>(rows.covered) * part.alphaF());
            painter.fillRect(left, rows.top - 1, rect.width(), 1, part);
        }
        if (brushes.cue.style() != Qt::NoBrush) {
            painter.fillRect(rect, brushes.cue);
        }
    }
}

std::vector<bool> paintMessages(
    QPainter& painter, const std::vector<QLineF>& lines, double scale, const QColor& color)
{
    const double width = std::max(1.0, 1.2 * scale);
    const Crowding crowding(lines, width, painter.device()->height());
    const double radius = 2.2 * scale;
    std::map<std::pair<int, int>, double> drawn;  // lines wanted so far, by place
    // Bars are light in every theme: a light line has a dark seam, or it would end where a bar begins.
    const bool hasSeam = color.lightnessF() > 0.5F;
    QColor seam = theme::currentTheme().panel;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(color);
    std::vector<bool> isDrawn(lines.size(), true);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const QLineF& line = lines[i];
        const std::pair<int, int> place = crowding.placeOf(line);
        const double most = crowding.at(place);
        // Half a line to begin with: the only one here among slanted ones from elsewhere is seen.
        double& wanted = drawn.try_emplace(place, 0.5).first->second;
        const double before = std::floor(wanted);
        wanted += std::min(1.0, kMostLines / most);
        if (most > kMostLines && std::floor(wanted) == before) {
            isDrawn[i] = false;
            continue;  // fainter could not be painted; one in so many stands for all
        }
        if (hasSeam && most < kNoSeam) {
            const double room = (kNoSeam - most) / (kNoSeam - kMostLines);
            seam.setAlphaF(kSeamOpacity * static_cast<float>(std::min(1.0, room)));
            painter.setPen(QPen(seam, width + 2 * scale));
            painter.drawLine(line);
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
    return isDrawn;
}

void paintAxis(
    QPainter& painter,
    const geometry::TimeAxis& axis,
    const QRect& area,
    const QFont& font,
    const QRectF& taken)
{
    const theme::Theme& theme = theme::currentTheme();
    const QFontMetrics metrics(font);
    painter.setFont(font);
    int before = area.left() - 1;  // where the label before ends
    for (const geometry::AxisTick& tick : axis.ticks) {
        const int x = area.left() + static_cast<int>(std::floor(tick.x));
        const int length = std::max(tick.isMajor ? 4 : 2, area.height() / (tick.isMajor ? 3 : 7));
        if (x < area.left() || x > area.right()) {
            continue;
        }
        painter.fillRect(
            x, area.bottom() + 1 - length, 1, length, tick.isMajor ? theme.mutedInk : theme.line);
        if (!tick.label.isEmpty()) {
            const int width = metrics.horizontalAdvance(tick.label);
            const int gap = metrics.height() / 4;
            // Where a label would leave the axis it stands before its tick.
            const bool isLast = x + gap + width > area.right();
            const int left = isLast ? x - gap - width : x + gap;
            const bool isFree =
                taken.isEmpty() || left > taken.right() || left + width < taken.left();
            if (isFree && left > before + (isLast ? metrics.height() : 0)) {
                painter.setPen(theme.mutedInk);
                painter.drawText(left, area.top() + metrics.ascent() + 2, tick.label);
                before = left + width;
            }
        }
    }
}

}  // namespace vellum::gui::painters
