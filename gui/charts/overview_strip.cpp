#include "gui/charts/overview_strip.h"

#include "gui/charts/device_pixels.h"
#include "gui/geometry/timeline_geometry.h"
#include "gui/models/function_shares.h"
#include "gui/painters/timeline_painter.h"
#include "gui/theme/theme.h"

#include <QEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

namespace vellum::gui::charts {

namespace {

std::uint32_t columnsAsked(int columns)
{
    return static_cast<std::uint32_t>(std::max(1, columns));
}

constexpr int kEdgePx = 5;
constexpr int kLeastFramePx = 6;

}  // namespace

OverviewStrip::OverviewStrip(
    data::DataSource& source,
    std::shared_ptr<const data::Trace> trace,
    models::ViewHistory& view,
    QWidget* parent)
    : QWidget(parent)
    , m_trace(std::move(trace))
    , m_view(view)
    , m_slot(source, m_trace->id)
{
    // Metric locations are in no region: they would press the picture flat.
    for (const Location& location : m_trace->definitions->locations) {
        if (location.type != LocationType::Metric) {
            m_locations.push_back(location.ref);
        }
    }
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setMouseTracking(true);
    setAccessibleName(tr("Overview of the whole run"));
    setToolTip(tr("The whole run. Drag the frame to move, its edges to zoom; double-click: all"));
    connect(&view, &models::ViewHistory::changed, this, [this] {
        if (m_filters != m_view.state().filters) {
            m_filters = m_view.state().filters;
            m_isOfOldFilters = true;
            m_pictureIsStale = true;
            ask();
        }
        update();
    });
    m_slot.setHandler([this](const auto& answer, const Error& error) {
        m_failed = answer == nullptr && error.kind != ErrorKind::Cancelled;
        if (answer != nullptr) {
            take(answer, m_slot.answered());
            m_isOfOldFilters = m_slot.isBusy();
            ask();
        }
        update();
    });
    m_slot.setProvisionalHandler([this](const auto& answer) {
        if (m_summary == nullptr) {
            take(answer, m_slot.asked());
            update();
        }
    });
}

/// The answer to \p request is what is shown from now on.
void OverviewStrip::take(
    const std::shared_ptr<const query::Answer>& answer, const query::Request& request)
{
    const auto* summary = std::get_if<query::SummaryTimeline>(answer.get());
    const auto* asked = std::get_if<query::SummaryTimelineRequest>(&request);
    if (summary != nullptr && asked != nullptr) {
        m_summary = std::shared_ptr<const query::SummaryTimeline>(answer, summary);
        m_summaryRequest = *asked;
        m_pictureIsStale = true;
    }
}

std::vector<LocationRef> OverviewStrip::shownLocations() const
{
    std::vector<LocationRef> shown = m_locations;
    std::erase_if(
        shown, [this](LocationRef location) { return m_filters && !m_filters->shows(location); });
    return shown;
}

QSize OverviewStrip::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 80, fontMetrics().height() + 10};
}

QSize OverviewStrip::minimumSizeHint() const
{
    return {80, fontMetrics().height() + 10};
}

QRect OverviewStrip::inside() const
{
    return rect().adjusted(1, 1, -1, -1);
}

int OverviewStrip::columnsWanted() const
{
    const auto pixels = std::lround(inside().width() * devicePixelRatioF());
    // No more than there are ticks: columns without one would stay empty.
    return static_cast<int>(std::min<Tick>(pixels, m_view.whole().length()));
}

models::Exactness OverviewStrip::exactness() const
{
    if (m_failed) {
        return models::Exactness::Failed;
    }
    const bool current = m_summary && m_summary->exact && !m_slot.isBusy() && !m_isOfOldFilters
                         && static_cast<int>(m_summary->columns) == columnsWanted();
    const bool hasRoom = isVisible() && columnsWanted() > 0;
    return current || !hasRoom ? models::Exactness::Exact : models::Exactness::Refining;
}

void OverviewStrip::refresh()
{
    m_summary.reset();
    ask();
}

void OverviewStrip::ask()
{
    const int columns = columnsWanted();
    const bool isKnown =
        m_summary && static_cast<int>(m_summary->columns) == columns && !m_isOfOldFilters;
    std::vector<LocationRef> shown = shownLocations();
    if (shown.empty() && !m_locations.empty()) {
        m_slot.reset();
        m_summary = std::make_shared<const query::SummaryTimeline>(
            query::SummaryTimeline{.window = m_view.whole(), .columns = columnsAsked(columns)});
        m_isOfOldFilters = false;
        return;  // an empty row would stand for all
    }
    if (columns > 0 && !isKnown) {
        m_slot.ask(
            models::requestOfShares(
                {.window = m_view.whole(),
                 .columns = columnsAsked(columns),
                 .rows = {std::move(shown)}},
                m_view.filters()),
            m_summary == nullptr);
    }
}

void OverviewStrip::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_pictureIsStale = true;
    ask();
}

void OverviewStrip::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    m_pictureIsStale = true;
}

void OverviewStrip::render()
{
    const double ratio = devicePixelRatioF();
    m_picture = QPixmap(inside().size() * ratio);
    m_picture.fill(theme::currentTheme().panel);
    if (m_summary && !m_summary->rows.empty()) {
        QPainter painter(&m_picture);
        const auto bars = geometry::makeShareBars(
            models::shownShares(
                m_summary->rows.front(),
                m_summaryRequest,
                query::GroupBy::FunctionGroup,
                m_view.filters(),
                *m_trace->definitions),
            {.range = m_summary->window, .count = m_summary->columns},
            {.range = m_view.whole(), .widthPx = std::max(1, m_picture.width())});
        painters::paintShares(painter, bars, m_picture.rect());
    }
    m_pictureIsStale = false;
}

void OverviewStrip::setSearch(const models::SearchModel* search)
{
    m_search = search;
    connect(search, &models::SearchModel::marksChanged, this, qOverload<>(&OverviewStrip::update));
}

/// A tick for each pixel that holds the begin of a hit.
void OverviewStrip::paintHits(QPainter& painter)
{
    if (m_search == nullptr) {
        return;
    }
    const std::vector<Tick>& begins = m_search->begins();
    auto next = begins.begin();
    while (next != begins.end()) {
        const int x = static_cast<int>(std::floor(xOf(*next)));
        painter.fillRect(x, inside().top(), 1, 4, theme::currentTheme().accent);
        next = std::lower_bound(std::next(next), begins.end(), tickAt(x + 1));
    }
}

double OverviewStrip::xOf(Tick tick) const
{
    const geometry::TimeScale scale{
        .range = m_view.whole(), .widthPx = std::max(1, inside().width())};
    return inside().left() + scale.xOf(tick);
}

Tick OverviewStrip::tickAt(double x) const
{
    const geometry::TimeScale scale{
        .range = m_view.whole(), .widthPx = std::max(1, inside().width())};
    return scale.tickAt(x - inside().left());
}

QRect OverviewStrip::frame() const
{
    const int left = static_cast<int>(std::floor(xOf(m_view.range().begin)));
    const int right = static_cast<int>(std::ceil(xOf(m_view.range().end)));
    const int grow = std::max(0, kLeastFramePx - (right - left)) / 2;
    return {left - grow, 0, right - left + 2 * grow, height()};
}

void OverviewStrip::paintEvent(QPaintEvent* /*event*/)
{
    const theme::Theme& theme = theme::currentTheme();
    if (m_pictureIsStale || m_picture.size() != inside().size() * devicePixelRatioF()) {
        render();
    }
    QPainter painter(this);
    painter.fillRect(rect(), theme.line);
    painter.save();
    painter.translate(inside().topLeft());
    painter.scale(1 / devicePixelRatioF(), 1 / devicePixelRatioF());
    painter.drawPixmap(0, 0, m_picture);
    painter.restore();

    paintHits(painter);
    QColor veil = theme.window;
    veil.setAlphaF(0.55F);
    const QRect shown = frame();
    painter.fillRect(QRect(0, 0, shown.left(), height()), veil);
    painter.fillRect(QRect(shown.right() + 1, 0, width() - shown.right(), height()), veil);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.accent, 1.6));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(QRectF(shown).adjusted(0.8, 0.8, -0.8, -0.8), 3, 3);
}

OverviewStrip::Drag OverviewStrip::dragAt(int x) const
{
    const QRect shown = frame();
    if (std::abs(x - shown.left()) <= kEdgePx) {
        return Drag::LeftEdge;
    }
    if (std::abs(x - shown.right()) <= kEdgePx) {
        return Drag::RightEdge;
    }
    const bool whole = m_view.range() == m_view.whole();
    return shown.contains(x, height() / 2) && !whole ? Drag::Frame : Drag::New;
}

void OverviewStrip::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton) {
        m_drag = dragAt(static_cast<int>(event->position().x()));
        m_pressedTick = tickAt(event->position().x());
        m_pressedRange = m_view.range();
        ++m_gesture;
    }
}

void OverviewStrip::mouseMoveEvent(QMouseEvent* event)
{
    const Tick tick = tickAt(event->position().x());
    TickRange next = m_pressedRange;
    switch (m_drag) {
    case Drag::None: {
        const Drag would = dragAt(static_cast<int>(event->position().x()));
        setCursor(
            would == Drag::Frame ? Qt::OpenHandCursor
            : would == Drag::New ? Qt::ArrowCursor
                                 : Qt::SizeHorCursor);
        return;
    }
    case Drag::Frame:
        next.begin += tick - m_pressedTick;
        next.end += tick - m_pressedTick;
        m_view.showRange(next, tr("pan"), m_gesture);
        return;
    case Drag::LeftEdge:
        next.begin = std::min(tick, next.end - models::ViewHistory::kMinimumTicks);
        break;
    case Drag::RightEdge:
        next.end = std::max(tick, next.begin + models::ViewHistory::kMinimumTicks);
        break;
    case Drag::New:
        next = {.begin = std::min(tick, m_pressedTick), .end = std::max(tick, m_pressedTick)};
        if (std::abs(xOf(tick) - xOf(m_pressedTick)) < kEdgePx) {
            return;
        }
        break;
    }
    m_view.showRange(next.intersected(m_view.whole()), tr("zoom"), m_gesture);
}

void OverviewStrip::mouseReleaseEvent(QMouseEvent* /*event*/)
{
    m_drag = Drag::None;
}

void OverviewStrip::mouseDoubleClickEvent(QMouseEvent* /*event*/)
{
    m_view.showWhole();
}

void OverviewStrip::wheelEvent(QWheelEvent* event)
{
    constexpr double kStep = 0.8;
    const double notches = event->angleDelta().y() / 120.0;
    m_view.zoomAbout(tickAt(event->position().x()), std::pow(kStep, notches), m_gesture);
    event->accept();
}

}  // namespace vellum::gui::charts
