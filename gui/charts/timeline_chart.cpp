#include "gui/charts/timeline_chart.h"

#include "gui/data/wording.h"

#include <QEvent>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace vellum::gui::charts {

namespace {

using data::counted;
using data::grouped;

constexpr int kGestureGapMs = 400;
constexpr int kTipDelayMs = 400;

}  // namespace

TimelineChart::TimelineChart(
    data::DataSource& source,
    models::TimelineModel& model,
    models::ViewHistory& view,
    models::Selection& selection,
    QWidget* parent)
    : QAbstractScrollArea(parent)
    , m_model(model)
    , m_view(view)
    , m_selection(selection)
    , m_hoverSlot(source, model.trace().id)
    , m_clickSlot(source, model.trace().id)
    , m_labelWidth(fontMetrics().averageCharWidth() * 30)
    , m_bar(new SelectionBar(viewport()))
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Master timeline"));
    viewport()->setMouseTracking(true);
    viewport()->setContextMenuPolicy(Qt::PreventContextMenu);  // a right drag zooms
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);

    m_gestureEnd.setSingleShot(true);
    m_gestureEnd.setInterval(kGestureGapMs);
    connect(&m_gestureEnd, &QTimer::timeout, this, [this] { ++m_gesture; });
    m_tipTimer.setSingleShot(true);
    m_tipTimer.setInterval(kTipDelayMs);

    m_hoverSlot.setHandler([this](const auto& answer, const Error&) { onDetail(answer, false); });
    m_clickSlot.setHandler([this](const auto& answer, const Error&) { onDetail(answer, true); });
    connect(&view, &models::ViewHistory::changed, this, [this] {
        m_bar->hide();
        updateRows();
        invalidate();
    });
    connect(m_bar, &SelectionBar::chosen, this, &TimelineChart::onBar);
    connect(&model, &models::TimelineModel::changed, this, &TimelineChart::invalidate);
    connect(&selection, &models::Selection::changed, this, [this] {
        if (!m_selection.area()) {
            m_bar->hide();
        }
        m_areaLocations.clear();
        if (m_selection.area() && m_selection.area()->locations) {
            const auto& locations = *m_selection.area()->locations;
            m_areaLocations.insert(locations.begin(), locations.end());
        }
        invalidate();
    });
    updateRows();
}

// ---- Layout ---------------------------------------------------------------------------------

int TimelineChart::rightMargin() const
{
    return verticalScrollBar()->isVisible() ? verticalScrollBar()->width() : 0;
}

int TimelineChart::rowHeight() const
{
    const int whole = fontMetrics().height() + 6;
    // Few rows take some of the room that would be left empty.
    const int rows = std::max(1, static_cast<int>(m_rows.size()));
    const int natural = std::max(whole, std::min(whole * 8 / 5, viewport()->height() / rows));
    return std::max(1, natural * m_view.state().rowHeightPercent / 100);
}

QRect TimelineChart::canvasRect() const
{
    const QSize size = viewport()->size();
    return {m_labelWidth, 0, std::max(0, size.width() - m_labelWidth), size.height()};
}

QRect TimelineChart::deviceCanvas() const
{
    const double ratio = viewport()->devicePixelRatioF();
    const QRect canvas = canvasRect();
    const int left = static_cast<int>(std::lround(canvas.left() * ratio));
    const int right = static_cast<int>(std::lround((canvas.left() + canvas.width()) * ratio));
    return {left, 0, right - left, static_cast<int>(std::lround(canvas.height() * ratio))};
}

geometry::TimeScale TimelineChart::scale() const
{
    return {.range = m_view.range(), .widthPx = std::max(1, deviceCanvas().width())};
}

double TimelineChart::xInCanvas(double x) const
{
    return x * viewport()->devicePixelRatioF() - deviceCanvas().left();
}

Tick TimelineChart::tickAt(double x) const
{
    return scale().tickAt(xInCanvas(x));
}

int TimelineChart::rowTop(int row) const
{
    return row * rowHeight() - verticalScrollBar()->value();
}

int TimelineChart::rowAt(int y) const
{
    const int row = (y + verticalScrollBar()->value()) / rowHeight();
    return y >= 0 && row < static_cast<int>(m_rows.size()) ? row : -1;
}

std::optional<QRect> TimelineChart::rowRect(LocationRef location) const
{
    const auto found = m_rowOfLocation.find(location);
    if (found == m_rowOfLocation.end()) {
        return std::nullopt;
    }
    return QRect(m_labelWidth, rowTop(found->second), canvasRect().width(), rowHeight());
}

void TimelineChart::updateRows()
{
    m_rows = models::visibleRows(*m_model.trace().definitions, m_view.state().folded);
    m_rowOfLocation.clear();
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        // Open parents come before their rows: what is below overwrites them.
        for (const LocationRef location : m_rows[i].locations) {
            m_rowOfLocation[location] = static_cast<int>(i);
        }
    }
    updateScreen();
}

void TimelineChart::updateScreen()
{
    const int height = viewport()->height();
    const int whole = static_cast<int>(m_rows.size()) * rowHeight();
    verticalScrollBar()->setRange(0, std::max(0, whole - height));
    verticalScrollBar()->setPageStep(std::max(1, height));
    verticalScrollBar()->setSingleStep(rowHeight());

    std::vector<models::Row> onScreen;
    for (int row = std::max(0, rowAt(0)); row < static_cast<int>(m_rows.size()); ++row) {
        if (rowTop(row) >= height) {
            break;
        }
        onScreen.push_back(m_rows[static_cast<std::size_t>(row)]);
    }
    m_model.setScreen(scale().widthPx, std::move(onScreen));
    invalidate();
    hoverAgain();
}

void TimelineChart::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    updateScreen();
    emit labelWidthChanged();
}

void TimelineChart::scrollContentsBy(int /*dx*/, int /*dy*/)
{
    updateScreen();
}

void TimelineChart::changeEvent(QEvent* event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange
        || event->type() == QEvent::StyleChange) {
        updateRows();
    }
}

QString TimelineChart::sentence() const
{
    const auto& definitions = *m_model.trace().definitions;
    QString text = counted(definitions.locations.size(), tr("location"), tr("locations"))
                   + tr(" · colour = function on top of the stack");
    if (const auto messages = m_model.messages()) {
        text +=
            messages->messages.size() < messages->count
                ? tr(" · first %1 of %2 messages")
                      .arg(grouped(messages->messages.size()), grouped(messages->count))
                : QStringLiteral(" · ") + counted(messages->count, tr("message"), tr("messages"));
    }
    return text;
}

}  // namespace vellum::gui::charts
