// Where messages crowd in a few pixels TimelineChart shows a circle for them all: counted, said, zoomed into.

#include "common/query/limits.h"
#include "gui/charts/timeline_chart.h"
#include "gui/data/time_text.h"
#include "gui/data/wording.h"
#include "gui/theme/theme.h"

#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>
#include <utility>

namespace vellum::gui::charts {

namespace {

constexpr double kBurstCellPx = 20;          ///< wide and high, where circles are few
constexpr double kMostBurstCellPx = 320;     ///< where they are very many
constexpr double kMostCovered = 0.05;        ///< of the rows, by circles
constexpr std::uint64_t kFewestInBurst = 6;  ///< fewer lines can be told apart

/// The more messages the larger, to where circles would touch.
double radiusOf(std::uint64_t count, double ratio)
{
    constexpr double kLeast = 3;
    constexpr double kMost = 8.5;
    const double grown = kLeast + 1.3 * std::log10(static_cast<double>(count));
    return std::min(kMost, grown) * ratio;
}

TickRange with(const TickRange& range, const TickRange& other)
{
    return {.begin = std::min(range.begin, other.begin), .end = std::max(range.end, other.end)};
}

/// \p middle of the line of the message, in device pixels.
void addTo(MessageBurst& burst, const query::Messages& messages, std::size_t index, QPointF middle)
{
    const query::Message& message = messages.messages[index];
    query::MessageBurst all{
        .count = 1,
        .bytes = message.bytes,
        .lastSend = message.send,
        .firstReceive = message.receive,
        .lastReceive = message.receive};
    if (!messages.bursts.empty()) {
        all = messages.bursts[index];
    }
    const TickRange sends{.begin = message.send, .end = all.lastSend + 1};
    const TickRange receives{.begin = all.firstReceive, .end = all.lastReceive + 1};
    burst.sends = burst.count == 0 ? sends : with(burst.sends, sends);
    burst.receives = burst.count == 0 ? receives : with(burst.receives, receives);
    burst.count += all.count;
    burst.bytes += all.bytes;
    const double weight = static_cast<double>(all.count) / static_cast<double>(burst.count);
    burst.middle += (middle - burst.middle) * weight;
}

}  // namespace

/// Each row has its own messages, but folded ones, for which the locations below them stand together. Of rows by
/// communicator each has those of its communicator.
std::optional<models::TimelineModel::MessageRows> TimelineChart::messageRows() const
{
    models::TimelineModel::MessageRows rows;
    const models::RowGrouping* grouping = m_view.state().grouping.get();
    const bool isByCommunicator =
        grouping != nullptr && grouping->by == models::RowsBy::Communicator;
    if (m_isBanded && !isByCommunicator) {
        for (const models::Row& row : m_rows) {
            rows.sets.push_back(row.locations);
        }
        return rows;
    }
    std::map<int, std::vector<LocationRef>> sets;
    for (const auto& [location, row] : m_rowOfLocation) {
        sets[row].push_back(location);
    }
    bool isPlain = m_view.filters().shown() == nullptr && !isByCommunicator;
    for (auto& [row, locations] : sets) {
        std::ranges::sort(locations);
        isPlain = isPlain && locations.size() == 1;
        rows.sets.push_back(std::move(locations));
    }
    if (isPlain) {
        return models::TimelineModel::MessageRows();
    }
    if (isByCommunicator) {
        rows.communicators.assign(rows.sets.size(), CommRef::undefined());
        std::size_t named = m_rowOfLocation.size();
        for (models::CommunicatorRows::Ends& ends : m_communicatorRows.ends()) {
            named += ends.locations.size();
            rows.communicators.push_back(ends.communicator);
            rows.sets.push_back(std::move(ends.locations));
        }
        return named > query::kMaxSelectedLocations ? std::nullopt : std::optional(std::move(rows));
    }
    return rows;
}

/// Squares begin where the trace does, so that a pan leaves them as they are; they are as large as it takes for circles
/// to leave the rows to be seen.
void TimelineChart::makeBursts()
{
    m_bursts.clear();
    const auto messages = m_model.messages();
    if (!messages || !m_layers.isShown(models::Layer::Messages)) {
        return;
    }
    const double ratio = viewport()->devicePixelRatioF();
    const QRect canvas = deviceCanvas();
    const double room = static_cast<double>(canvas.width()) * canvas.height();
    const auto areCrowded = [&] {
        double covered = 0;
        for (const MessageBurst& burst : m_bursts) {
            covered += M_PI * burst.radius * burst.radius;
        }
        return covered > kMostCovered * room;
    };
    double cell = kBurstCellPx;
    do {
        m_bursts = burstsIn(*messages, cell * ratio);
        cell *= 2;
    } while (areCrowded() && cell <= kMostBurstCellPx);
    moveBesideTexts();
}

/// One for each square of so many device pixels in which there are enough messages.
std::vector<MessageBurst> TimelineChart::burstsIn(
    const query::Messages& messages, double cell) const
{
    const double ratio = viewport()->devicePixelRatioF();
    const double left = deviceCanvas().left() + scale().xOf(m_view.whole().begin);
    const double top = fixedHeight() * ratio - verticalScrollBar()->value() * ratio;
    const QRectF room = QRectF(deviceCanvas()).adjusted(0, fixedHeight() * ratio, 0, 0);
    std::map<std::pair<std::int64_t, std::int64_t>, MessageBurst> cells;
    for (std::size_t i = 0; i < messages.messages.size(); ++i) {
        const QLineF line = lineOf(messages.messages[i]);
        const auto seen = line.isNull() ? std::nullopt : geometry::clipped(line, room);
        if (!seen) {
            continue;
        }
        const QPointF middle = seen->center();
        const auto column = static_cast<std::int64_t>(std::floor((middle.x() - left) / cell));
        const auto row = static_cast<std::int64_t>(std::floor((middle.y() - top) / cell));
        MessageBurst& burst = cells[{column, row}];
        burst.line = burst.count == 0 ? *seen : burst.line;
        addTo(burst, messages, i, middle);
        const query::Message& message = messages.messages[i];
        burst.rows.insert(rowOf(message.sender, message.communicator));
        burst.rows.insert(rowOf(message.receiver, message.communicator));
    }
    std::vector<MessageBurst> bursts;
    for (auto& [place, burst] : cells) {
        if (burst.count >= kFewestInBurst) {
            burst.radius = radiusOf(burst.count, ratio);
            bursts.push_back(std::move(burst));
        }
    }
    return bursts;
}

/// As few circles as can be lie on names; those between the same rows are in one line.
void TimelineChart::moveBesideTexts()
{
    const auto at = [](const MessageBurst& burst, double share) {
        const bool isUpwards = burst.line.dy() < 0;
        return burst.middle + burst.line.pointAt(isUpwards ? 1 - share : share)
               - burst.line.center();
    };
    const auto isOnText = [&](const MessageBurst& burst, double share) {
        const QPointF reach(burst.radius + 1, burst.radius + 1);
        const QPointF middle = at(burst, share);
        return m_texts.intersects(QRectF(middle - reach, middle + reach).toAlignedRect());
    };
    std::map<std::set<int>, std::vector<MessageBurst*>> betweenRows;
    for (MessageBurst& burst : m_bursts) {
        betweenRows[burst.rows].push_back(&burst);
    }
    for (const auto& [rows, bursts] : betweenRows) {
        double best = 0.5;
        auto fewest = static_cast<std::ptrdiff_t>(bursts.size()) + 1;
        for (const double share : {0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8}) {
            const auto covered = std::ranges::count_if(
                bursts, [&](const MessageBurst* burst) { return isOnText(*burst, share); });
            if (covered < fewest) {
                fewest = covered;
                best = share;
            }
        }
        for (MessageBurst* burst : bursts) {
            burst->middle = at(*burst, best);
        }
    }
}

/// Other ones may be below the pointer that rests.
void TimelineChart::sayBurstAgain()
{
    const MessageBurst* burst = m_hovered ? burstAt(*m_hovered) : nullptr;
    if (m_saidBurst != (burst == nullptr ? 0 : burst->count)) {
        m_hoverSoon.start(0);
    }
}

void TimelineChart::paintBursts(QPainter& painter, double ratio) const
{
    const theme::Theme& theme = theme::currentTheme();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.messageLine, 1.4 * ratio));
    painter.setBrush(theme.panel);
    for (const MessageBurst& burst : m_bursts) {
        painter.drawEllipse(burst.middle, burst.radius, burst.radius);
    }
    painter.restore();
}

const MessageBurst* TimelineChart::burstAt(QPoint position) const
{
    const QPointF at = QPointF(position) * viewport()->devicePixelRatioF();
    const auto hit = std::ranges::find_if(m_bursts, [at](const MessageBurst& burst) {
        return std::hypot(burst.middle.x() - at.x(), burst.middle.y() - at.y()) <= burst.radius;
    });
    return hit == m_bursts.end() ? nullptr : &*hit;
}

bool TimelineChart::hoverBurst(QPoint position, Tick tick)
{
    const MessageBurst* burst = burstAt(position);
    m_saidBurst = burst == nullptr ? 0 : burst->count;
    if (burst == nullptr) {
        return false;
    }
    const ClockProperties& clock = m_model.trace().definitions->clock;
    const auto range = [&clock](const TickRange& ticks) {
        return tr("%1 to %2")
            .arg(data::instantText(ticks.begin, clock), data::instantText(ticks.end - 1, clock));
    };
    const QString what =
        tr("%1 messages, %2 bytes").arg(data::grouped(burst->count), data::grouped(burst->bytes));
    emit pathHovered(data::instantText(tick, clock) + QStringLiteral("   ") + what);
    m_tip = tr("%1\nsent %2\nreceived %3\nzoom in to tell them apart")
                .arg(what, range(burst->sends), range(burst->receives));
    return true;
}

/// What a click would select.
bool TimelineChart::hoverMessage(QPoint position, Tick tick)
{
    const query::Message* message = messageAt(position);
    if (message == nullptr) {
        return false;
    }
    const Definitions& definitions = *m_model.trace().definitions;
    const QString what = tr("message from %1 to %2")
                             .arg(
                                 data::locationText(definitions, message->sender),
                                 data::locationText(definitions, message->receiver));
    const QString size =
        tr("%1 bytes, tag %2").arg(data::grouped(message->bytes), QString::number(message->tag));
    emit pathHovered(
        data::instantText(tick, definitions.clock) + QStringLiteral("   ") + what
        + QStringLiteral(", ") + size);
    m_tip = tr("%1\n%2\nsent %3\nreceived %4")
                .arg(
                    what,
                    size,
                    data::instantText(message->send, definitions.clock),
                    data::instantText(message->receive, definitions.clock));
    return true;
}

/// Selects when and between which rows they are; a double click shows that.
bool TimelineChart::clickOnBurst(QPoint position, bool zooms)
{
    const MessageBurst* burst = burstAt(position);
    if (burst == nullptr) {
        return false;
    }
    auto locations = std::make_shared<std::vector<LocationRef>>();
    for (const int row : burst->rows) {
        const auto& all = m_rows[static_cast<std::size_t>(row)].locations;
        locations->insert(locations->end(), all.begin(), all.end());
    }
    const TickRange range = with(burst->sends, burst->receives);
    if (zooms) {
        const models::ViewHistory::Within within(m_view, title());
        m_view.showRange(range, tr("zoom to messages"));
        return true;
    }
    m_selection.selectArea(
        {.range = range, .locations = std::move(locations), .rows = burst->rows.size()});
    return true;
}

}  // namespace vellum::gui::charts
