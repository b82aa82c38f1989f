#include "gui/charts/time_chart.h"

#include "gui/charts/device_pixels.h"
#include "gui/charts/gesture_sizes.h"
#include "gui/data/time_text.h"
#include "gui/theme/theme.h"

#include <QElapsedTimer>
#include <QEvent>
#include <QFontMetrics>
#include <QLoggingCategory>
#include <QPaintEngine>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

// NOLINTNEXTLINE: Qt's macro makes a static function
Q_LOGGING_CATEGORY(chartPaintTimes, "vellum.paint", QtWarningMsg)

namespace vellum::gui::charts {

int TimeChart::Layout::of(double logical) const
{
    return static_cast<int>(std::lround(logical * ratio));
}

TimeChart::TimeChart(const ChartContext& context, QWidget* parent)
    : Chart(parent)
    , m_context(context)
    , m_bar(new SelectionBar(viewport()))
    , m_filters(context.view.state().filters)
    , m_fling(context.view)
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    m_gestureEnd.setSingleShot(true);
    m_gestureEnd.setInterval(kGestureGapMs);
    connect(&m_gestureEnd, &QTimer::timeout, this, [this] { ++m_gesture; });
    connect(&context.view, &models::ViewHistory::changed, this, [this] {
        if (m_context.view.state().filters != m_filters) {
            m_filters = m_context.view.state().filters;
            filtersChanged();
            emit changed();  // the header says what is filtered
        }
        invalidate();
    });
    connect(this, &Chart::changed, this, &TimeChart::sayAgain);
    connect(m_bar, &SelectionBar::chosen, this, &TimeChart::barChosen);
    connect(&context.selection, &models::Selection::changed, this, [this] {
        if (!m_context.selection.area()) {
            m_bar->hide();
        }
        invalidate();
    });
}

// ---- Layout ---------------------------------------------------------------------------------

QRect TimeChart::canvasRect() const
{
    const QSize size = viewport()->size();
    return {labelWidth(), 0, std::max(0, size.width() - labelWidth()), size.height()};
}

TimeChart::Layout TimeChart::layout() const
{
    Layout layout{.ratio = viewport()->devicePixelRatioF()};
    const QRect canvas = canvasRect();
    const int left = layout.of(canvas.left());
    const int height = layout.of(canvas.height());
    layout.canvas = {left, 0, layout.of(canvas.left() + canvas.width()) - left, height};
    layout.labels = {0, 0, left, height};
    layout.scrolled = layout.of(verticalScrollBar()->value());
    return layout;
}

geometry::TimeScale TimeChart::scale() const
{
    return {.range = m_context.view.range(), .widthPx = std::max(1, layout().canvas.width())};
}

double TimeChart::xInCanvas(double x) const
{
    return x * viewport()->devicePixelRatioF() - layout().canvas.left();
}

Tick TimeChart::tickAt(double x) const
{
    return scale().tickAt(xInCanvas(x));
}

int TimeChart::yInContent(int y) const
{
    return y + verticalScrollBar()->value();
}

void TimeChart::updateScroll()
{
    const int height = viewport()->height();
    const int before = scrollBarWidth();
    verticalScrollBar()->setRange(0, std::max(0, contentHeight() - height));
    verticalScrollBar()->setPageStep(std::max(1, height));
    verticalScrollBar()->setSingleStep(fontMetrics().height());
    if (scrollBarWidth() != before) {
        updateMargin();
    }
}

void TimeChart::updateLayout()
{
    updateScroll();
    setColumns(layout().canvas.width());
    invalidate();
}

void TimeChart::resizeEvent(QResizeEvent* event)
{
    Chart::resizeEvent(event);
    updateLayout();
}

void TimeChart::scrollContentsBy(int /*dx*/, int /*dy*/)
{
    invalidate();
}

void TimeChart::changeEvent(QEvent* event)
{
    Chart::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange
        || event->type() == QEvent::StyleChange) {
        updateLayout();
    }
}

// ---- Painting -------------------------------------------------------------------------------

void TimeChart::invalidate()
{
    m_layerIsStale = true;
    viewport()->update();
}

void TimeChart::paintMarks(QPainter& /*painter*/, const Layout& /*layout*/) {}

void TimeChart::paintEvent(QPaintEvent* /*event*/)
{
    const Layout places = layout();
    const QSize size = viewport()->size() * places.ratio;
    if (m_layerIsStale || m_layer.size() != size) {
        QElapsedTimer timer;
        timer.start();
        m_layer = QPixmap(size);
        QPainter painter(&m_layer);
        paintAll(painter, places);
        m_layerIsStale = false;
        qCDebug(chartPaintTimes) << title() << timer.nsecsElapsed() / 1000 << "µs";
    }
    QPainter painter(viewport());
    painter.scale(1 / places.ratio, 1 / places.ratio);
    if (isFinerThan(painter, *viewport())) {
        paintAll(painter, places);
    } else {
        painter.drawPixmap(0, 0, m_layer);
    }
    // Qt's SVG knows no clipping: what is selected would run over the labels.
    if (painter.paintEngine()->type() != QPaintEngine::SVG) {
        paintOverlay(painter, places);
    }
}

/// The layer with its ground and the labels' edge, by a painter that speaks device pixels.
void TimeChart::paintAll(QPainter& painter, const Layout& layout)
{
    const theme::Theme& theme = theme::currentTheme();
    const QSize size = viewport()->size() * layout.ratio;
    painter.fillRect(QRect({}, size), theme.panel);
    painter.setFont(DevicePixels(layout.ratio).font(font(), 0.95));
    paintLayer(painter, layout);
    painter.setClipping(false);
    painter.fillRect(layout.canvas.left() - 1, 0, 1, size.height(), theme.line);
}

void TimeChart::paintOverlay(QPainter& painter, const Layout& layout)
{
    const theme::Theme& theme = theme::currentTheme();
    const QRect& canvas = layout.canvas;
    painter.setClipRect(canvas);
    paintMarks(painter, layout);
    const geometry::TimeScale at = scale();
    const auto xOf = [&](Tick tick) {
        return canvas.left()
               + static_cast<int>(std::clamp(at.xOf(tick), -9.0, double(canvas.width()) + 9));
    };
    const auto range = m_drag == Drag::Range ? std::optional(draggedRange()) : dragged();
    if (range) {
        const int left = xOf(range->begin);
        const int right = xOf(range->end);
        painter.fillRect(left, 0, right - left, canvas.height(), theme.selection);
        painter.fillRect(left, 0, 1, canvas.height(), theme.accent);
        painter.fillRect(right, 0, 1, canvas.height(), theme.accent);
    } else {
        paintArea(painter, canvas);
    }
    if (const auto& instant = m_context.selection.instant();
        instant && m_context.view.range().contains(*instant)) {
        paintInstant(painter, {xOf(*instant), 0, 1, canvas.height()}, layout.ratio);
    }
    QColor line = theme.accent;
    line.setAlphaF(0.6F);
    if (m_hovered && m_drag != Drag::Pan) {
        painter.fillRect(
            static_cast<int>(std::floor(m_hovered->x() * layout.ratio)),
            0,
            1,
            canvas.height(),
            line);
    } else if (pointer()) {
        painter.fillRect(xOf(*pointer()), 0, 1, canvas.height(), line);
    }
    painter.setClipping(false);
    if (hasFocus()) {
        painter.fillRect(0, 0, layout.of(2), canvas.height(), theme.accent);
    }
}

/// What is selected: of some rows only, if they are not shown here, it is but a hint.
void TimeChart::paintArea(QPainter& painter, const QRect& canvas) const
{
    const auto& area = m_context.selection.area();
    if (!area) {
        return;
    }
    const theme::Theme& theme = theme::currentTheme();
    const geometry::TimeScale at = scale();
    const auto xOf = [&](Tick tick) {
        return canvas.left()
               + static_cast<int>(std::clamp(at.xOf(tick), -9.0, double(canvas.width()) + 9));
    };
    const int left = xOf(area->range.begin);
    const int right = xOf(area->range.end);
    if (!area->locations) {
        painter.fillRect(left, 0, right - left, canvas.height(), theme.selection);
    }
    painter.fillRect(left, 0, 1, canvas.height(), theme.accent);
    painter.fillRect(right, 0, 1, canvas.height(), theme.accent);
}

QString TimeChart::filteredBy(models::FilterSet::Kinds kinds) const
{
    const QString what = filters().sentence(*trace().definitions, kinds);
    return what.isEmpty() ? QString() : QStringLiteral(" · ") + what;
}

void TimeChart::paintWord(QPainter& painter, const Layout& layout, const QString& word) const
{
    painter.setFont(DevicePixels(layout.ratio).font(font()));
    // On a ground of its own: lines of the grid go around it, not through it.
    const int padding = layout.of(6);
    constexpr int kFlags = Qt::AlignCenter | Qt::TextWordWrap;
    const QRect text =
        painter.boundingRect(layout.canvas.adjusted(padding, 0, -padding, 0), kFlags, word);
    painter.fillRect(text.adjusted(-padding, 0, padding, 0), theme::currentTheme().panel);
    painter.setPen(theme::currentTheme().mutedInk);
    painter.drawText(text, kFlags, word);
}

void TimeChart::paintLabelText(
    QPainter& painter, const QRect& area, const QString& text, const Layout& layout)
{
    const QFontMetrics metrics(painter.font());
    const QRect inside = area.adjusted(layout.of(12), 0, -layout.of(8), 0);
    painter.drawText(
        inside,
        Qt::AlignVCenter | Qt::TextSingleLine,
        metrics.elidedText(text.left(512), Qt::ElideMiddle, inside.width()));
}

QString TimeChart::instantText(QPoint position) const
{
    return data::instantText(tickAt(position.x()), trace().definitions->clock);
}

QString TimeChart::locationName(LocationRef ref) const
{
    const Definitions& definitions = *trace().definitions;
    const Location* location = definitions.find(ref);
    if (location == nullptr) {
        return ref.isDefined() ? tr("location %1").arg(ref.value()) : QString();
    }
    const LocationGroup* group = definitions.find(location->group);
    if (group == nullptr || group->name.empty() || group->name == location->name) {
        return QString::fromStdString(location->name);
    }
    const QString process = QString::fromStdString(group->name);
    return location->name.empty()
               ? process
               : process + QStringLiteral(" · ") + QString::fromStdString(location->name);
}

QString TimeChart::tipAt(QPoint /*position*/) const
{
    return {};
}

}  // namespace vellum::gui::charts
