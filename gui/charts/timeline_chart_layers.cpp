// What lies over the master timeline's rows: collectives, markers; input and output in timeline_chart_io.cpp.

#include "gui/charts/gesture_sizes.h"
#include "gui/charts/overlaid_text.h"
#include "gui/charts/timeline_chart.h"
#include "gui/data/time_text.h"
#include "gui/data/wording.h"
#include "gui/painters/layer_painter.h"
#include "gui/theme/theme.h"

#include <QMenu>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>

namespace vellum::gui::charts {

using models::Layer;

namespace {

constexpr double kNarrowPx = 4;     ///< a collective below that may join a burst
constexpr double kBurstGapPx = 3;   ///< from the one before it
constexpr double kMarkerGapPx = 8;  ///< markers closer than this are one sign
constexpr double kMarkerSizePx = 8;
constexpr double kEdgeReachPx = 3;  ///< of an outline

struct LayerName {
    Layer layer;
    const char* setting;
    const char* text;
    const char* inUndo;  ///< "hide …", "show …"
};
constexpr std::array kNames = {
    LayerName{
        .layer = Layer::Messages,
        .setting = "messages",
        .text = QT_TRANSLATE_NOOP("vellum::gui::charts::TimelineChart", "&Messages"),
        .inUndo = QT_TRANSLATE_NOOP("vellum::gui::charts::TimelineChart", "messages")},
    LayerName{
        .layer = Layer::OneSided,
        .setting = "oneSided",
        .text = QT_TRANSLATE_NOOP(
            "vellum::gui::charts::TimelineChart", "&One-sided operations and copies"),
        .inUndo = QT_TRANSLATE_NOOP(
            "vellum::gui::charts::TimelineChart", "one-sided operations and copies")},
    LayerName{
        .layer = Layer::Collectives,
        .setting = "collectives",
        .text = QT_TRANSLATE_NOOP("vellum::gui::charts::TimelineChart", "&Collectives"),
        .inUndo = QT_TRANSLATE_NOOP("vellum::gui::charts::TimelineChart", "collectives")},
    LayerName{
        .layer = Layer::Markers,
        .setting = "markers",
        .text = QT_TRANSLATE_NOOP("vellum::gui::charts::TimelineChart", "Mar&kers and instants"),
        .inUndo = QT_TRANSLATE_NOOP("vellum::gui::charts::TimelineChart", "markers and instants")},
    LayerName{
        .layer = Layer::Io,
        .setting = "io",
        .text = QT_TRANSLATE_NOOP("vellum::gui::charts::TimelineChart", "&I/O operations"),
        .inUndo = QT_TRANSLATE_NOOP("vellum::gui::charts::TimelineChart", "I/O operations")},
    LayerName{
        .layer = Layer::Values,
        .setting = "values",
        .text = QT_TRANSLATE_NOOP("vellum::gui::charts::TimelineChart", "&Redundancy of values"),
        .inUndo = QT_TRANSLATE_NOOP("vellum::gui::charts::TimelineChart", "redundancy of values")}};

QColor colorOf(MarkerSeverity severity)
{
    const theme::Theme& theme = theme::currentTheme();
    switch (severity) {
    case MarkerSeverity::High:
        return theme.error;
    case MarkerSeverity::Medium:
        return theme.refining;
    case MarkerSeverity::Low:
        return theme.good;
    case MarkerSeverity::None:
        break;
    }
    return theme.ink;
}

/// One and many of what the trace has: written on it, recorded in it, or both.
std::pair<QString, QString> markWords(const query::TraceInfo& info)
{
    const auto tr = [](const char* text) { return TimelineChart::tr(text); };
    if (!models::hasInstants(info)) {
        return {tr("marker"), tr("markers")};
    }
    return info.markers > 0 ? std::pair(tr("mark"), tr("marks"))
                            : std::pair(tr("instant"), tr("instants"));
}

/// How high the sign of so many is, of which one would be \p single, where there is \p room.
double markerHeight(std::uint64_t count, double single, double room)
{
    constexpr double kGrowth = 0.16;  // of a single one, for twice as many
    return std::clamp(
        single * (1 + kGrowth * std::log2(static_cast<double>(count))),
        single,
        std::max(single, room));
}

/// Durations may say more than ticks can.
Tick endOf(const Marker& marker)
{
    const auto room = static_cast<std::uint64_t>(std::numeric_limits<Tick>::max())
                      - static_cast<std::uint64_t>(marker.tick);
    return marker.duration > room ? std::numeric_limits<Tick>::max()
                                  : marker.tick + static_cast<Tick>(marker.duration);
}

/// Whether \p point lies on a side of \p box.
bool isOnEdge(const QRectF& box, QPointF point, double reach)
{
    const QRectF outer = box.adjusted(-reach, -reach, reach, reach);
    const QRectF inner = box.adjusted(reach, reach, -reach, -reach);
    return outer.contains(point) && !(inner.isValid() && inner.contains(point));
}

}  // namespace

// ---- What is chosen -------------------------------------------------------------------------

void TimelineChart::fillMenu(QMenu& menu)
{
    for (const LayerName& name : kNames) {
        QAction* action = menu.addAction(tr(name.text));
        action->setCheckable(true);
        action->setChecked(m_layers.isShown(name.layer));
        action->setEnabled(m_layers.has(name.layer));
        connect(action, &QAction::triggered, this, [this, &name](bool isOn) {
            recordChoice(
                (isOn ? tr("show %1") : tr("hide %1")).arg(tr(name.inUndo)),
                [this, &name, isOn] { m_layers.setShown(name.layer, isOn); });
        });
    }
    menu.addSeparator();
    fillGroupingMenu(*menu.addMenu(tr("&Group rows by")));
}

void TimelineChart::toggleRedundancy()
{
    const bool isOn = !m_layers.isShown(Layer::Values);
    recordChoice(
        isOn ? tr("show redundancy of values") : tr("hide redundancy of values"),
        [this, isOn] { m_layers.setShown(Layer::Values, isOn); });
}

QVariantMap TimelineChart::settings() const
{
    QVariantMap settings = groupingSettings();
    for (const LayerName& name : kNames) {
        settings.insert(QLatin1String(name.setting), m_layers.isShown(name.layer));
    }
    return settings;
}

void TimelineChart::applySettings(const QVariantMap& settings)
{
    for (const LayerName& name : kNames) {
        const QVariant value = settings.value(QLatin1String(name.setting));
        if (value.isValid()) {
            m_layers.setShown(name.layer, value.toBool());
        }
    }
    applyGroupingSettings(settings);
}

QString TimelineChart::layerSentence() const
{
    QString text;
    const auto add =
        [&](std::uint64_t shown, std::uint64_t count, const QString& one, const QString& many) {
            if (count > 0) {
                text +=
                    QStringLiteral(" · ")
                    + (shown < count ? tr("first %1 of %2 %3")
                                           .arg(data::grouped(shown), data::grouped(count), many)
                                     : data::counted(count, one, many));
            }
        };
    if (const query::Events* known = m_layers.oneSided()) {
        const QString copies =
            known->count > known->events.size()
                ? tr("first %1 one-sided operations").arg(data::grouped(m_transfers.size()))
                : data::counted(
                    m_transfers.size(), tr("one-sided operation"), tr("one-sided operations"));
        text += m_transfers.empty() ? QString() : QStringLiteral(" · ") + copies;
    }
    if (const query::Collectives* known = m_layers.collectives()) {
        add(known->collectives.size(), known->count, tr("collective"), tr("collectives"));
    }
    if (const query::Markers* known = m_layers.markers()) {
        const auto [one, many] = markWords(m_model.trace().info);
        add(known->markers.size(), known->count, one, many);
    }
    if (const query::Io* known = m_layers.io()) {
        const std::uint64_t count = known->totals.operations();
        add(count, count, tr("I/O operation"), tr("I/O operations"));
    }
    text += redundancySentence();
    return text;
}

// ---- Places ---------------------------------------------------------------------------------

void TimelineChart::makeShapes()
{
    m_shapes.clear();
    if (const query::Collectives* known = m_layers.collectives()) {
        addCollectives(*known);
    }
    if (const query::Io* known = m_layers.io()) {
        addIo(*known);
    }
    if (const query::Markers* known = m_layers.markers()) {
        addMarkers(*known);
    }
}

std::vector<std::pair<int, int>> TimelineChart::stretchesOf(const query::Collective& collective)
{
    const auto known = m_stretches.find(collective.communicator);
    if (known != m_stretches.end()) {
        return known->second;
    }
    const std::vector<LocationRef>& members = m_layers.membersOf(collective);
    std::set<int> rows;
    for (const LocationRef member : members) {
        const int row = rowOf(member, collective.communicator);
        if (row >= 0) {
            rows.insert(row);
        }
    }
    std::vector<std::pair<int, int>> stretches;
    for (const int row : rows) {
        // Open parents stand for what is below them: they part nobody.
        const auto isParted = [&] {
            return std::ranges::any_of(
                m_rows.begin() + stretches.back().second + 1,
                m_rows.begin() + row,
                [](const models::Row& one) { return !one.foldable || one.folded; });
        };
        if (!stretches.empty() && !isParted()) {
            stretches.back().second = row;
        } else {
            stretches.emplace_back(row, row);
        }
    }
    if (collective.members > 1) {  // else each location has the communicator for itself
        m_stretches[collective.communicator] = stretches;
    }
    return stretches;
}

/// Those of one communicator that stand too close to be told apart become a burst, or all of the picture
/// would be outlines.
void TimelineChart::addCollectives(const query::Collectives& answer)
{
    const double ratio = viewport()->devicePixelRatioF();
    const QRect canvas = deviceCanvas();
    const geometry::TimeScale at = scale();
    std::map<std::pair<CommRef, int>, std::size_t> last;  // by communicator and first row
    for (std::size_t i = 0; i < answer.collectives.size(); ++i) {
        const query::Collective& one = answer.collectives[i];
        const auto stretches = stretchesOf(one);
        const double begin = at.xOf(one.range.begin);
        const double end = at.xOf(one.range.end);
        if (stretches.empty() || begin > canvas.width() || end < 0) {
            continue;
        }
        const double left = canvas.left() + std::max(-9.0, begin);
        const double right = canvas.left() + std::min(canvas.width() + 9.0, end);
        const auto [entry, isNew] =
            last.try_emplace({one.communicator, stretches.front().first}, m_shapes.size());
        LayerShape* before = isNew ? nullptr : &m_shapes[entry->second];
        const bool isNarrow = right - left < kNarrowPx * ratio;
        if (before != nullptr && isNarrow
            && (before->count > 1 || before->boxes.front().width() < kNarrowPx * ratio)
            && left - before->boxes.front().right() < kBurstGapPx * ratio) {
            ++before->count;
            before->range.end = std::max(before->range.end, one.range.end);
            for (QRectF& box : before->boxes) {
                box.setRight(std::max(box.right(), right));
            }
            continue;
        }
        entry->second = m_shapes.size();
        LayerShape shape{.layer = Layer::Collectives, .index = i, .range = one.range};
        for (const auto& [first, until] : stretches) {
            const double top = std::round(rowTop(first) * ratio);
            const double bottom = std::round(rowBottom(until) * ratio) - 1;
            shape.boxes.emplace_back(QPointF(left, top), QPointF(right, bottom));
        }
        m_shapes.push_back(std::move(shape));
    }
}

int TimelineChart::rowOf(const Marker& marker) const
{
    if (marker.scope == MarkerScope::Location) {
        return firstRowOf(LocationRef(marker.scopeRef));
    }
    if (marker.scope == MarkerScope::LocationGroup) {
        for (const Location& location : m_model.trace().definitions->locations) {
            if (location.group.value() == marker.scopeRef) {
                return firstRowOf(location.ref);
            }
        }
    }
    return -1;
}

void TimelineChart::addMarkers(const query::Markers& answer)
{
    const double ratio = viewport()->devicePixelRatioF();
    const QRect canvas = deviceCanvas();
    const geometry::TimeScale at = scale();
    std::map<int, std::size_t> last;  // by row
    for (std::size_t i = 0; i < answer.markers.size(); ++i) {
        const Marker& one = answer.markers[i];
        const double x = at.xOf(one.tick);
        if (x > canvas.width()) {
            continue;
        }
        const int row = rowOf(one);
        const double top = row < 0 ? 0 : std::round(rowTop(row) * ratio);
        const double height = row < 0 ? kMarkerSizePx * ratio
                                      : std::min(kMarkerSizePx * ratio, rowHeight() * ratio * 0.6);
        const Tick end = endOf(one);
        const double until = one.duration > 0 ? std::min(at.xOf(end), canvas.width() + 9.0) : x;
        const double left = canvas.left() + std::max(-9.0, x);
        const auto [entry, isNew] = last.try_emplace(row, m_shapes.size());
        LayerShape* before = isNew ? nullptr : &m_shapes[entry->second];
        if (before != nullptr && left - before->boxes.front().left() < kMarkerGapPx * ratio) {
            ++before->count;
            before->range.end = std::max(before->range.end, end);
            const double room = row < 0 ? 2 * height : (rowBottom(row) - rowTop(row) - 2) * ratio;
            before->boxes.front().setHeight(markerHeight(before->count, height, room));
            continue;
        }
        entry->second = m_shapes.size();
        m_shapes.push_back(
            {.layer = Layer::Markers,
             .index = i,
             .range = {.begin = one.tick, .end = end},
             .column = row < 0 ? 1U : 0U,
             .boxes = {
                 QRectF(left, top + ratio, std::max(0.0, canvas.left() + until - left), height)}});
    }
}

// ---- Painting -------------------------------------------------------------------------------

QColor TimelineChart::colorOf(const LayerShape& shape) const
{
    const query::Markers* markers = m_layers.markers();
    if (shape.layer == Layer::Markers && markers != nullptr) {
        const MarkerDefinition* kind =
            m_model.trace().definitions->find(markers->markers[shape.index].marker);
        return charts::colorOf(kind != nullptr ? kind->severity : MarkerSeverity::None);
    }
    return theme::currentTheme().messageLine;
}

void TimelineChart::paintShape(
    QPainter& painter, const LayerShape& shape, const QColor& color, double ratio) const
{
    const QRectF& box = shape.boxes.front();
    switch (shape.layer) {
    case Layer::Collectives:
        painters::paintOutline(
            painter, {.boxes = shape.boxes, .isBurst = shape.count > 1}, color, ratio);
        break;
    case Layer::Markers:
        painters::paintMarker(
            painter,
            {.tip = box.bottomLeft(),
             .size = box.height(),
             .until = box.right(),
             .color = color,
             .isSeveral = shape.count > 1,
             .bottom = shape.column == 1 ? double(deviceCanvas().height()) : 0},
            ratio);
        break;
    case Layer::Io:
        painters::paintIo(
            painter,
            {.base = QPointF(box.center().x(), box.bottom()),
             .size = box.height(),
             .isSingle = shape.count == 1},
            color,
            ratio);
        break;
    case Layer::Messages:
    case Layer::OneSided:
    case Layer::Values:
        break;
    }
}

void TimelineChart::paintShapes(QPainter& painter, double ratio) const
{
    for (const LayerShape& shape : m_shapes) {
        paintShape(painter, shape, colorOf(shape), ratio);
    }
}

/// What the pointer is on, and what is selected.
void TimelineChart::paintChosenShapes(QPainter& painter, double ratio)
{
    const QColor accent = theme::currentTheme().accent;
    const LayerShape* under = m_hovered && m_drag == Drag::None ? shapeAt(*m_hovered) : nullptr;
    if (under != nullptr) {
        paintShape(painter, *under, accent, ratio);
    }
    const auto& selected = m_selection.overlaid();
    bool isSeen = false;
    for (const LayerShape& shape : m_shapes) {
        if (selected && shape.count == 1 && overlaidOf(shape, shape.range.begin) == *selected) {
            paintShape(painter, shape, accent, 2 * ratio);
            isSeen = true;
        }
    }
    paintChosenIo(painter, ratio, isSeen);
}

// ---- Gestures -------------------------------------------------------------------------------

/// Signs are above outlines, and of outlines the edges are what can be pointed at.
const TimelineChart::LayerShape* TimelineChart::shapeAt(QPoint position) const
{
    const double ratio = viewport()->devicePixelRatioF();
    const QPointF point = QPointF(position) * ratio;
    const double reach = kEdgeReachPx * ratio;
    const auto isHit = [&](const LayerShape& shape) {
        if (shape.layer == Layer::Collectives) {
            return std::ranges::any_of(
                shape.boxes, [&](const QRectF& box) { return isOnEdge(box, point, reach); });
        }
        const QRectF& sign = shape.boxes.front();
        const double left = shape.layer == Layer::Markers ? sign.height() / 2 : 0;
        const double width = std::max(sign.width(), sign.height());
        return QRectF(sign.left() - left, sign.top(), width, sign.height()).contains(point);
    };
    const auto hit = std::find_if(m_shapes.rbegin(), m_shapes.rend(), isHit);
    return hit == m_shapes.rend() ? nullptr : &*hit;
}

std::optional<models::Overlaid> TimelineChart::overlaidOf(const LayerShape& shape, Tick tick) const
{
    if (shape.layer == Layer::Io) {
        const auto sums = m_ioSums.find({static_cast<int>(shape.index), shape.column});
        if (sums == m_ioSums.end() || shape.index >= m_rows.size()) {
            return std::nullopt;
        }
        return models::IoMark{
            .row = m_rows[shape.index].name, .range = shape.range, .numbers = sums->second};
    }
    if (const query::Markers* known = m_layers.markers();
        known != nullptr && shape.layer == Layer::Markers) {
        return known->markers[shape.index];
    }
    const query::Collectives* known = m_layers.collectives();
    if (known == nullptr || shape.layer != Layer::Collectives) {
        return std::nullopt;
    }
    // Of a burst those of the same communicator follow the first.
    const query::Collective* nearest = &known->collectives[shape.index];
    const auto away = [tick](const query::Collective& one) {
        return std::abs(static_cast<double>(one.range.begin) - static_cast<double>(tick));
    };
    std::uint64_t left = shape.count;
    for (std::size_t i = shape.index; i < known->collectives.size() && left > 0; ++i) {
        const query::Collective& one = known->collectives[i];
        if (one.communicator == nearest->communicator) {
            --left;
            nearest = away(one) < away(*nearest) ? &one : nearest;
        }
    }
    return *nearest;
}

QString TimelineChart::textOf(const LayerShape& shape, Tick tick) const
{
    const auto what = overlaidOf(shape, tick);
    const Definitions& definitions = *m_model.trace().definitions;
    QString text = what ? sentenceOf(*what, definitions) : QString();
    if (shape.count == 1 || shape.layer == Layer::Io) {
        return text;
    }
    const QString many =
        shape.layer == Layer::Markers ? markWords(m_model.trace().info).second : tr("collectives");
    return tr("%1, among them %2").arg(data::counted(shape.count, QString(), many), text);
}

bool TimelineChart::hoverShape(QPoint position, Tick tick)
{
    const LayerShape* shape = shapeAt(position);
    const models::OneSided* transfer = shape == nullptr ? transferAt(position) : nullptr;
    if (shape == nullptr && transfer == nullptr) {
        return false;
    }
    m_tip = transfer != nullptr ? sentenceOf(*transfer, *m_model.trace().definitions)
                                : textOf(*shape, tick);
    emit pathHovered(
        data::instantText(tick, m_model.trace().definitions->clock) + QStringLiteral("   ")
        + m_tip);
    return true;
}

bool TimelineChart::clickOnShape(QPoint position, bool zooms)
{
    const LayerShape* shape = shapeAt(position);
    auto what = shape != nullptr ? overlaidOf(*shape, tickAt(position.x())) : std::nullopt;
    TickRange range = shape != nullptr ? shape->range : TickRange();
    const models::OneSided* transfer = what ? nullptr : transferAt(position);
    if (transfer != nullptr) {
        what = *transfer;
        range = transfer->range;
    }
    if (!what) {
        return false;
    }
    m_selection.selectOverlaid(*what);
    if (const auto* mark = std::get_if<models::IoMark>(&*what);
        mark != nullptr && shape != nullptr) {
        askForEnds(*mark, m_rows[shape->index]);
    }
    if (zooms) {
        m_view.showRange(zoomedTo(range, m_view.range()), tr("zoom to selection"));
    }
    return true;
}

}  // namespace vellum::gui::charts
