#include "gui/charts/picture_export.h"

#include "gui/charts/chart_frame.h"
#include "gui/data/group_names.h"
#include "gui/theme/region_colors.h"

#include <QAbstractScrollArea>
#include <QBuffer>
#include <QCoreApplication>
#include <QEvent>
#include <QFileInfo>
#include <QFont>
#include <QFontMetrics>
#include <QImage>
#include <QPainter>
#include <QSvgGenerator>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <utility>
#include <vector>

namespace vellum::gui::charts {

namespace {

Error cannotWrite(const QString& file)
{
    return {
        .kind = ErrorKind::Unavailable,
        .message = "'" + file.toStdString() + "' cannot be written"};
}

/// While it lives, a chart and what is above it are painted in another theme.
class PaintedIn {
public:
    PaintedIn(const theme::Theme& theme, std::vector<QWidget*> widgets)
        : m_before(theme::currentTheme())
        , m_widgets(std::move(widgets))
    {
        change(theme, theme.palette());
    }
    ~PaintedIn() { change(m_before, {}); }
    PaintedIn(const PaintedIn&) = delete;
    PaintedIn& operator=(const PaintedIn&) = delete;

private:
    /// Charts keep what they painted until they hear that it is to look otherwise.
    void change(const theme::Theme& theme, const QPalette& palette)
    {
        theme::setCurrentTheme(theme);
        for (QWidget* widget : m_widgets) {
            widget->setPalette(palette);
            QEvent changed(QEvent::PaletteChange);
            QCoreApplication::sendEvent(widget, &changed);
        }
    }

    theme::Theme m_before;
    std::vector<QWidget*> m_widgets;
};

constexpr double kPageRatio = 2;  // for screens with small pixels
constexpr int kMarginPx = 10;
constexpr double kPrintRatio = 3;              // letters are sharp on paper
constexpr double kDotsPerMetre = 96 / 0.0254;  // of what is drawn at ratio 1
constexpr QSize kSwatch(18, 12);

/// Trace and legend, line by line in the width of a chart.
class CaptionLines {
public:
    CaptionLines(const Caption* caption, const QFont& font, int width)
        : m_caption(caption)
        , m_font(font)
        , m_metrics(font)
        , m_width(width)
    {
        QPoint at(kMarginPx, caption != nullptr ? kMarginPx + lineHeight() : 0);
        for (std::size_t i = 0; caption != nullptr && i < caption->legend.size(); ++i) {
            const int room = kSwatch.width() + kMarginPx
                             + m_metrics.horizontalAdvance(caption->legend[i].second);
            if (at.x() > kMarginPx && at.x() + room > width) {
                at = {kMarginPx, at.y() + lineHeight()};
            }
            m_places.push_back(at);
            at.rx() += room + 2 * kMarginPx;
        }
        m_height = caption == nullptr ? 0
                   : m_places.empty() ? at.y() + kMarginPx
                                      : m_places.back().y() + lineHeight() + kMarginPx;
    }

    [[nodiscard]] int height() const { return m_height; }

    void paint(QPainter& painter, int top) const
    {
        if (m_caption == nullptr) {
            return;
        }
        painter.save();
        painter.translate(0, top);
        painter.setFont(m_font);
        painter.setPen(theme::currentTheme().ink);
        const QRect line(kMarginPx, kMarginPx, m_width - 2 * kMarginPx, lineHeight());
        painter.drawText(
            line,
            Qt::AlignVCenter,
            m_metrics.elidedText(m_caption->trace, Qt::ElideMiddle, line.width()));
        for (std::size_t i = 0; i < m_places.size(); ++i) {
            const auto& [group, name] = m_caption->legend[i];
            const QPoint place = m_places[i];
            const QRect swatch(place + QPoint(0, (lineHeight() - kSwatch.height()) / 2), kSwatch);
            painter.fillRect(swatch, theme::groupColor(group));
            if (theme::showsCues()) {
                painter.fillRect(
                    swatch, theme::cueBrush(theme::cueOf(group), theme::groupColor(group)));
            }
            const int left = place.x() + kSwatch.width() + kMarginPx / 2;
            painter.drawText(
                QRect(left, place.y(), m_width - left, lineHeight()), Qt::AlignVCenter, name);
        }
        painter.restore();
    }

private:
    [[nodiscard]] int lineHeight() const { return m_metrics.height() + 4; }

    const Caption* m_caption;
    QFont m_font;
    QFontMetrics m_metrics;
    int m_width;
    int m_height = 0;
    std::vector<QPoint> m_places;
};

void render(QPainter& painter, TimeRuler& ruler, ChartDock& dock, const CaptionLines& caption)
{
    ruler.render(&painter, {}, {}, QWidget::DrawChildren);
    const int headerTop = ruler.height();
    dock.header().render(&painter, {0, headerTop}, {}, {});  // its children are buttons
    const int top = headerTop + dock.header().height();
    // Not the chart: a scroll bar would be in the picture.
    QWidget* viewport = dock.chart().viewport();
    viewport->render(&painter, viewport->pos() + QPoint(0, top), {}, {});
    caption.paint(painter, top + dock.chart().height());
}

using Paint = std::function<void(QPainter&)>;

DrawnPicture asPixels(const Paint& paint, QSize size)
{
    QImage image(size * kPageRatio, QImage::Format_RGB32);
    image.setDevicePixelRatio(kPageRatio);
    image.fill(theme::currentTheme().window);
    QPainter painter(&image);
    paint(painter);
    painter.end();
    DrawnPicture picture{.size = size, .bytes = {}, .isSvg = false};
    QBuffer file(&picture.bytes);
    file.open(QIODevice::WriteOnly);
    image.save(&file, "PNG");
    return picture;
}

DrawnPicture draw(const Paint& paint, QSize size, qsizetype mostSvgBytes)
{
    DrawnPicture picture{.size = size, .bytes = {}, .isSvg = true};
    if (mostSvgBytes > 0) {
        QBuffer file(&picture.bytes);
        QSvgGenerator svg;
        svg.setOutputDevice(&file);
        svg.setSize(size);
        svg.setViewBox(QRect({}, size));
        QPainter painter(&svg);
        painter.fillRect(QRect({}, size), theme::currentTheme().window);
        paint(painter);
        painter.end();
    }
    return mostSvgBytes > 0 && picture.bytes.size() <= mostSvgBytes ? picture
                                                                    : asPixels(paint, size);
}

}  // namespace

Caption captionOf(const QString& trace, const Definitions& definitions)
{
    std::set<FunctionGroup> groups;
    for (const Region& region : definitions.regions) {
        groups.insert(region.group);
    }
    const data::GroupNames names = data::groupNames(definitions);
    Caption caption{.trace = trace, .legend = {}};
    for (const FunctionGroup group : groups) {
        caption.legend.emplace_back(group, data::nameOf(names, group));
    }
    return caption;
}

Result<void> exportPicture(
    TimeRuler& ruler,
    ChartDock& dock,
    const QString& file,
    const theme::Theme& theme,
    const Caption* caption)
{
    const PaintedIn painted(theme, {&ruler, &dock.header(), &dock.chart()});
    const QString suffix = QFileInfo(file).suffix().toLower();
    const CaptionLines below(caption, dock.font(), dock.chart().width());
    const QSize size(
        dock.chart().width(),
        ruler.height() + dock.header().height() + dock.chart().height() + below.height());
    if (suffix == QLatin1String("png")) {
        const double screen = dock.chart().devicePixelRatioF();
        const double ratio = caption != nullptr ? std::max(screen, kPrintRatio) : screen;
        QImage image(size * ratio, QImage::Format_RGB32);
        image.setDevicePixelRatio(ratio);
        image.fill(theme::currentTheme().window);
        QPainter painter(&image);
        render(painter, ruler, dock, below);
        painter.end();
        // Afterwards: fonts in points would grow with them, once more than with the ratio.
        const int dotsPerMetre = static_cast<int>(std::lround(kDotsPerMetre * ratio));
        image.setDotsPerMeterX(dotsPerMetre);
        image.setDotsPerMeterY(dotsPerMetre);
        return image.save(file) ? Result<void>() : Result<void>(cannotWrite(file));
    }
    if (suffix == QLatin1String("svg")) {
        QSvgGenerator svg;
        svg.setFileName(file);
        svg.setSize(size);
        svg.setViewBox(QRect({}, size));
        svg.setTitle(dock.chart().title());
        svg.setDescription(dock.chart().sentence());
        QPainter painter;
        if (!painter.begin(&svg)) {
            return cannotWrite(file);
        }
        painter.fillRect(QRect({}, size), theme::currentTheme().window);
        render(painter, ruler, dock, below);
        return painter.end() ? Result<void>() : Result<void>(cannotWrite(file));
    }
    return Error{
        .kind = ErrorKind::InvalidArgument,
        .message = "'" + file.toStdString() + "' does not end in .png or .svg"};
}

DrawnPicture drawChart(
    TimeRuler& ruler,
    ChartDock& dock,
    const theme::Theme& theme,
    int blankAtLeft,
    qsizetype mostSvgBytes)
{
    const PaintedIn painted(theme, {&ruler, &dock.header(), &dock.chart()});
    const CaptionLines none(nullptr, dock.font(), dock.chart().width());
    const QSize size(
        blankAtLeft + dock.chart().width(),
        ruler.height() + dock.header().height() + dock.chart().height());
    const auto paint = [&](QPainter& painter) {
        painter.translate(blankAtLeft, 0);
        render(painter, ruler, dock, none);
    };
    return draw(paint, size, mostSvgBytes);
}

DrawnPicture drawArea(QAbstractScrollArea& area, const theme::Theme& theme, qsizetype mostSvgBytes)
{
    const PaintedIn painted(theme, {&area});
    return draw(
        [&](QPainter& painter) { area.viewport()->render(&painter, {}, {}, {}); },
        area.viewport()->size(),
        mostSvgBytes);
}

}  // namespace vellum::gui::charts
