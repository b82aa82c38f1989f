#include "gui/charts/process_chart.h"

#include "common/query/limits.h"
#include "common/query/selection_words.h"
#include "gui/charts/device_pixels.h"
#include "gui/data/wording.h"
#include "gui/painters/timeline_painter.h"
#include "gui/theme/theme.h"

#include <QFontMetrics>
#include <QInputDialog>
#include <QMenu>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace vellum::gui::charts {

namespace {

constexpr std::uint32_t kMostLevels = 200;  ///< nobody reads more
constexpr std::uint64_t kMostMessages = 5'000;
constexpr int kMostInMenu = 40;
constexpr double kMarkReachPx = 5;

constexpr QLatin1String kLocation("location");
constexpr QLatin1String kMode("mode");
constexpr QLatin1String kExclusive("exclusive");

/// The one that says most: the first thread of the first process.
LocationRef firstLocation(const Definitions& definitions)
{
    const auto canCall = [](const Location& location) {
        return location.type != LocationType::Metric;
    };
    const auto& all = definitions.locations;
    auto found = std::ranges::find(all, LocationType::CpuThread, &Location::type);
    if (found == definitions.locations.end()) {
        found = std::ranges::find_if(definitions.locations, canCall);
    }
    return found == definitions.locations.end() ? LocationRef::undefined() : found->ref;
}

}  // namespace

ProcessChart::ProcessChart(const ChartContext& context, QWidget* parent)
    : TimeChart(context, parent)
    , m_location(firstLocation(*context.trace->definitions))
    , m_model(context.source, context.trace->id, context.view)
    , m_messages(context.source, context.trace->id, context.view)
    , m_clickSlot(context.source, context.trace->id)
{
    setAccessibleName(tr("Process timeline"));
    m_clickSlot.setHandler([this](const auto& answer, const Error&) { onDetail(answer); });
    connect(&m_model, &models::PictureModel::changed, this, &ProcessChart::takePicture);
    connect(&m_messages, &models::PictureModel::changed, this, [this] {
        invalidate();
        emit changed();
    });
    connect(&context.selection, &models::Selection::changed, this, &ProcessChart::followSelection);
    connect(&context.selection, &models::Selection::wentTo, this, [this](LocationRef location) {
        if (m_followsSelection) {
            show(location);
        }
    });
    ask();
    followSelection();
}

// ---- What is asked --------------------------------------------------------------------------

void ProcessChart::ask()
{
    m_model.setQuestion(
        [this](TickRange window, std::uint32_t columns) -> std::optional<query::Request> {
            if (trace().definitions->find(m_location) == nullptr) {
                return std::nullopt;
            }
            return query::TimelineRequest{
                .scope = {.window = window, .locations = {m_location}},
                .columns = columns,
                .levels = kMostLevels,
                .exclusiveOnly = m_exclusiveOnly};
        });
    m_messages.setQuestion(
        [this](TickRange window, std::uint32_t) -> std::optional<query::Request> {
            if (trace().info.messages == 0 || trace().definitions->find(m_location) == nullptr) {
                return std::nullopt;
            }
            return query::MessagesRequest{
                .scope =
                    {.window = window,
                     .locations = {m_location},
                     .filter = filters().records(models::Filter::Kind::Messages)},
                .limit = kMostMessages};
        });
}

void ProcessChart::show(LocationRef location)
{
    if (location != m_location && trace().definitions->find(location) != nullptr) {
        m_location = location;
        m_levels = 1;
        m_clickSlot.reset();
        ask();
    }
}

void ProcessChart::setLocation(LocationRef location)
{
    m_followsSelection = false;
    show(location);
}

void ProcessChart::setFollowsSelection(bool follows)
{
    m_followsSelection = follows;
    followSelection();
}

void ProcessChart::followSelection()
{
    if (m_followsSelection && context().selection.visit()) {
        show(context().selection.visit()->location);
    }
}

void ProcessChart::setExclusiveOnly(bool exclusiveOnly)
{
    if (exclusiveOnly != m_exclusiveOnly) {
        m_exclusiveOnly = exclusiveOnly;
        ask();
    }
}

void ProcessChart::setColumns(int columns)
{
    m_model.setColumns(columns);
    m_messages.setColumns(columns);
}

models::Exactness ProcessChart::exactness() const
{
    return std::max(m_model.exactness(), m_messages.exactness());
}

QString ProcessChart::errorText() const
{
    return m_model.errorText().isEmpty() ? m_messages.errorText() : m_model.errorText();
}

void ProcessChart::refresh()
{
    m_model.refresh();
    m_messages.refresh();
}

const query::Messages* ProcessChart::messages() const
{
    return m_messages.picture() != nullptr ? m_messages.picture()->as<query::Messages>() : nullptr;
}

void ProcessChart::takePicture()
{
    std::uint32_t deepest = m_levels;
    for (const models::Picture* picture : {m_model.picture(), m_model.whole()}) {
        const auto* answer = picture != nullptr ? picture->as<query::Timeline>() : nullptr;
        if (answer != nullptr && !answer->rows.empty()) {
            deepest = std::max(deepest, answer->rows.back().level);
        }
    }
    const bool isDeeper = deepest != m_levels;
    m_levels = deepest;
    updateScroll();  // also of one that was deeper before
    // Once: charts that move while one clicks through threads take the bar from under the pointer.
    if (isDeeper && !std::exchange(m_isSized, true)) {
        emit sizeHintChanged();
    }
    invalidate();
    emit changed();
}

// ---- Menu and settings ----------------------------------------------------------------------

QString ProcessChart::sentence() const
{
    const QString name = locationName(m_location);
    QString text = (name.isEmpty() ? tr("no location") : name) + QStringLiteral(" · ")
                   + (m_exclusiveOnly ? tr("call levels, exclusive only") : tr("call levels"));
    if (const query::Messages* known = messages(); known != nullptr && known->count > 0) {
        text +=
            QStringLiteral(" · ")
            + (known->messages.size() < known->count
                   ? tr("first %1 of %2 messages")
                         .arg(data::grouped(known->messages.size()), data::grouped(known->count))
                   : data::counted(
                       static_cast<std::uint64_t>(std::ranges::count_if(
                           known->messages, [this](const auto& one) { return isShown(one); })),
                       tr("message"),
                       tr("messages")));
    }
    return text;
}

void ProcessChart::fillMenu(QMenu& menu)
{
    fillLocations(*menu.addMenu(tr("&Location")));
    const auto add = [&](const QString& text, bool isOn, auto run) {
        QAction* action = menu.addAction(text);
        action->setCheckable(true);
        action->setChecked(isOn);
        connect(action, &QAction::triggered, this, run);
    };
    add(tr("&Follow the selection"), m_followsSelection, [this](bool on) {
        setFollowsSelection(on);
    });
    add(tr("&Exclusive time only"), m_exclusiveOnly, [this](bool on) { setExclusiveOnly(on); });
}

void ProcessChart::fillLocations(QMenu& menu)
{
    const auto& locations = trace().definitions->locations;
    const auto here = std::ranges::find(locations, m_location, &Location::ref);
    const auto place = static_cast<int>(here - locations.begin());
    const int count = static_cast<int>(locations.size());
    const int first = std::clamp(place - kMostInMenu / 2, 0, std::max(0, count - kMostInMenu));
    for (int i = first; i < std::min(count, first + kMostInMenu); ++i) {
        const LocationRef ref = locations[static_cast<std::size_t>(i)].ref;
        QString text = locationName(ref);
        text.replace(QLatin1Char('&'), QLatin1String("&&"));
        QAction* action = menu.addAction(text, this, [this, ref] { setLocation(ref); });
        action->setCheckable(true);
        action->setChecked(ref == m_location);
    }
    if (count > kMostInMenu) {
        menu.addSeparator();
        menu.addAction(tr("&Another of %1…").arg(data::grouped(locations.size())), this, [this] {
            chooseLocation();
        });
    }
}

void ProcessChart::chooseLocation()
{
    auto* dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Location of the process timeline"));
    dialog->setLabelText(tr("A name, a reference number or path/with/*:"));
    connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString& text) {
        const auto found = query::selectLocations(text.toStdString(), *trace().definitions);
        if (found.isOk() && !found.value().empty()) {
            setLocation(found.value().front());
        }
    });
    dialog->open();
}

QVariantMap ProcessChart::settings() const
{
    QVariantMap settings{{kMode, m_exclusiveOnly ? QString(kExclusive) : QString()}};
    if (!m_followsSelection) {
        settings.insert(kLocation, QString::number(m_location.value()));
    }
    return settings;
}

void ProcessChart::applySettings(const QVariantMap& settings)
{
    const QString location = settings.value(kLocation).toString();
    if (!location.isEmpty()) {
        const auto found = query::selectLocations(location.toStdString(), *trace().definitions);
        if (found.isOk() && !found.value().empty()) {
            setLocation(found.value().front());
        }
    }
    setExclusiveOnly(settings.value(kMode).toString() == kExclusive);
}

// ---- Places ---------------------------------------------------------------------------------

QSize ProcessChart::sizeHint() const
{
    const int levels = std::clamp(static_cast<int>(m_levels), 4, 12);
    return {600, messageHeight() + levels * levelHeight() + 2};
}

int ProcessChart::messageHeight() const
{
    return trace().info.messages > 0 ? fontMetrics().height() : 0;
}

int ProcessChart::contentHeight() const
{
    return messageHeight() + static_cast<int>(m_levels) * levelHeight() + 2;
}

QRect ProcessChart::levelRect(std::uint32_t level) const
{
    const QRect canvas = canvasRect();
    const int top = messageHeight() + static_cast<int>(level - 1) * levelHeight();
    return {canvas.left(), top - yInContent(0), canvas.width(), levelHeight()};
}

std::uint32_t ProcessChart::levelAt(int y) const
{
    const int inLevels = yInContent(y) - messageHeight();
    const int level = inLevels < 0 ? 0 : inLevels / levelHeight() + 1;
    return level <= static_cast<int>(m_levels) ? static_cast<std::uint32_t>(level) : 0;
}

const std::vector<geometry::Bar>& ProcessChart::barsOf(std::uint32_t level) const
{
    static const std::vector<geometry::Bar> kNone;
    return level >= 1 && level <= m_bars.size() ? m_bars[level - 1] : kNone;
}

// ---- Gestures -------------------------------------------------------------------------------

const query::Message* ProcessChart::messageAt(QPoint position) const
{
    const query::Messages* known = messages();
    if (known == nullptr || yInContent(position.y()) >= messageHeight()) {
        return nullptr;
    }
    const geometry::TimeScale at = scale();
    const double x = xInCanvas(position.x());
    double best = kMarkReachPx * viewport()->devicePixelRatioF();
    const query::Message* nearest = nullptr;
    for (const query::Message& message : known->messages) {
        const Tick tick = message.sender == m_location ? message.send : message.receive;
        const double away = std::abs(at.xOf(tick) - x);
        if (away <= best && isShown(message)) {
            best = away;
            nearest = &message;
        }
    }
    return nearest;
}

void ProcessChart::clickAt(QPoint position, bool isDouble)
{
    if (!canvasRect().contains(position)) {
        return;
    }
    m_clickSlot.reset();
    if (const query::Message* message = messageAt(position)) {
        context().selection.selectMessage(*message);
        if (isDouble) {
            zoomTo(
                {.begin = std::min(message->send, message->receive),
                 .end = std::max(message->send, message->receive) + 1});
        }
        return;
    }
    m_clickedLevel = levelAt(position.y());
    m_zoomsAfterClick = isDouble;
    if (m_clickedLevel == 0) {
        context().selection.clear();
        return;
    }
    m_clickSlot.ask(query::DetailRequest{.location = m_location, .tick = tickAt(position.x())});
}

void ProcessChart::onDetail(const std::shared_ptr<const query::Answer>& answer)
{
    const auto* detail = answer ? std::get_if<query::VisitDetail>(answer.get()) : nullptr;
    if (detail == nullptr || detail->location != m_location) {
        return;
    }
    if (detail->stack.size() < m_clickedLevel) {
        context().selection.clear();
        return;
    }
    const query::DetailLevel& level = detail->stack[m_clickedLevel - 1];
    context().selection.selectVisit(
        {.location = m_location,
         .region = level.region,
         .visit = level.visit,
         .depth = m_clickedLevel});
    if (m_zoomsAfterClick) {
        zoomTo(level.visit);
    }
}

void ProcessChart::zoomTo(TickRange range)
{
    const models::ViewHistory::Within within(context().view, title());
    const Tick margin = std::max<Tick>(5, range.length());
    context().view.showRange(
        {.begin = range.begin - margin, .end = range.end + margin}, tr("zoom to selection"));
}

QString ProcessChart::textAt(QPoint position) const
{
    QString text = instantText(position) + QStringLiteral("   ");
    if (const query::Message* message = messageAt(position)) {
        const bool sends = message->sender == m_location;
        return text
               + (sends ? tr("sends %1 to %2, tag %3") : tr("receives %1 from %2, tag %3"))
                     .arg(
                         data::counted(message->bytes, tr("byte"), tr("bytes")),
                         locationName(sends ? message->receiver : message->sender))
                     .arg(message->tag);
    }
    text += locationName(m_location);
    const std::uint32_t level = levelAt(position.y());
    const int x = static_cast<int>(std::floor(xInCanvas(position.x())));
    for (std::uint32_t i = 1; i <= level; ++i) {
        const auto bar = geometry::barAt(barsOf(i), x);
        const Region* region = bar ? trace().definitions->find(RegionRef(bar->key.value)) : nullptr;
        if (region != nullptr) {
            text += QStringLiteral(" › ") + QString::fromStdString(region->name.substr(0, 120));
        }
    }
    return text;
}

QString ProcessChart::tipAt(QPoint position) const
{
    const int x = static_cast<int>(std::floor(xInCanvas(position.x())));
    const auto bar = geometry::barAt(barsOf(levelAt(position.y())), x);
    const Region* region = bar ? trace().definitions->find(RegionRef(bar->key.value)) : nullptr;
    return region != nullptr ? QString::fromStdString(region->name.substr(0, 300)) : QString();
}

// ---- Painting -------------------------------------------------------------------------------

void ProcessChart::makeBars()
{
    m_bars.assign(m_levels, {});
    const geometry::TimeScale to = scale();
    const auto of = [&](const models::Picture* picture, std::uint32_t level) {
        const auto* answer = picture != nullptr ? picture->as<query::Timeline>() : nullptr;
        return answer != nullptr && level <= answer->rows.size() ? geometry::makeBars(
                   answer->rows[level - 1], {.range = answer->window, .count = answer->columns}, to)
                                                                 : std::vector<geometry::Bar>();
    };
    const models::Picture* newest = m_model.picture();
    const bool reaches = newest != nullptr && newest->window.intersected(to.range) == to.range;
    for (std::uint32_t level = 1; level <= m_levels; ++level) {
        auto& bars = m_bars[level - 1];
        bars = of(newest, level);
        if (newest != nullptr && !reaches && m_model.whole() != nullptr) {
            bars = geometry::surrounded(bars, of(m_model.whole(), level), newest->window, to);
        }
    }
}

void ProcessChart::paintLayer(QPainter& painter, const Layout& layout)
{
    const theme::Theme& theme = theme::currentTheme();
    makeBars();
    painter.fillRect(layout.labels, theme.window);
    painter.fillRect(layout.canvas, theme.panel);
    paintLevels(painter, layout);
    if (messageHeight() > 0) {
        paintMessages(painter, layout);
    }
    if (trace().definitions->find(m_location) == nullptr) {
        paintWord(painter, layout, tr("This trace has no location that can be in a function."));
    } else if (trace().info.visits == 0) {
        paintWord(painter, layout, data::noVisitSentence(trace().info));
    } else if (isBare()) {
        paintWord(painter, layout, tr("This location is in no function in this window."));
    }
}

void ProcessChart::paintLevels(QPainter& painter, const Layout& layout) const
{
    const theme::Theme& theme = theme::currentTheme();
    painters::BarStyle style{
        .definitions = trace().definitions.get(),
        .font = painter.font(),
        .labelFromPx = layout.of(44),
        .edgeFromPx = layout.of(3)};
    if (const auto& highlight = context().selection.highlight()) {
        style.highlighted = highlight->key;
        style.highlightedBy = highlight->by;
    }
    style.functions = filters().functions();
    const int gap = layout.of(1);
    for (std::uint32_t level = 1; level <= m_levels; ++level) {
        const QRect row = levelRect(level);
        const int top = layout.of(row.top());
        const int bottom = layout.of(row.top() + row.height());
        if (bottom <= 0 || top >= layout.canvas.height()) {
            continue;
        }
        const QRect area(layout.canvas.left(), top, layout.canvas.width(), bottom - top);
        painters::paintBars(painter, barsOf(level), area.adjusted(0, gap, 0, -gap), style);
        painter.setFont(style.font);
        painter.setPen(theme.mutedInk);
        const QRect label(0, top, layout.labels.width() - layout.of(8), bottom - top);
        painter.drawText(label, Qt::AlignVCenter | Qt::AlignRight, QString::number(level));
        if (level == 1) {
            paintLabelText(painter, label.adjusted(0, 0, -layout.of(30), 0), tr("level"), layout);
        }
    }
}

/// A triangle up for what is sent, down for what is received; where they crowd, a bar as high as they
/// are many.
void ProcessChart::paintMessages(QPainter& painter, const Layout& layout) const
{
    const theme::Theme& theme = theme::currentTheme();
    const int height = layout.of(messageHeight());
    const int top = -layout.scrolled;
    if (top + height <= 0) {
        return;
    }
    painter.setPen(theme.mutedInk);
    paintLabelText(painter, QRect(0, top, layout.labels.width(), height), tr("messages"), layout);
    const query::Messages* known = messages();
    if (known == nullptr) {
        return;
    }
    const geometry::TimeScale at = scale();
    const int cell = std::max(1, layout.of(4));
    const auto cells = static_cast<std::size_t>(layout.canvas.width() / cell) + 1;
    std::vector<std::pair<int, int>> counts(cells);  // sent, received
    for (const query::Message& message : known->messages) {
        const bool sends = message.sender == m_location;
        const double x = at.xOf(sends ? message.send : message.receive);
        if (x >= 0 && x < layout.canvas.width() && isShown(message)) {
            auto& [sent, received] =
                counts[static_cast<std::size_t>(x) / static_cast<std::size_t>(cell)];
            ++(sends ? sent : received);
        }
    }
    painter.save();
    painter.setClipRect(layout.canvas);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.messageLine);
    const double half = height / 2.0;
    const auto mark = [&](double x, int count, bool sends) {
        // A single one is a small triangle; many are a larger one, growing as their logarithm.
        const double size = std::min(half - 1, layout.of(2.5) + layout.of(1.2) * std::log2(count));
        const double base = top + half + (sends ? -1 : 1);
        const double tip = sends ? base - size : base + size;
        painter.drawPolygon(QPolygonF({{x - size * 0.7, base}, {x + size * 0.7, base}, {x, tip}}));
    };
    for (std::size_t i = 0; i < cells; ++i) {
        const double x = layout.canvas.left() + (static_cast<double>(i) + 0.5) * cell;
        if (counts[i].first > 0) {
            mark(x, counts[i].first, true);
        }
        if (counts[i].second > 0) {
            mark(x, counts[i].second, false);
        }
    }
    painter.restore();
}

void ProcessChart::paintMarks(QPainter& painter, const Layout& layout)
{
    const theme::Theme& theme = theme::currentTheme();
    const geometry::TimeScale at = scale();
    const auto xOf = [&](Tick tick) {
        return layout.canvas.left()
               + static_cast<int>(
                   std::clamp(at.xOf(tick), -9.0, double(layout.canvas.width()) + 9));
    };
    const int pen = layout.of(2);
    if (const auto& visit = context().selection.visit();
        visit && visit->location == m_location && visit->depth <= m_levels) {
        const QRect row = levelRect(visit->depth);
        const int left = xOf(visit->visit.begin);
        const int top = layout.of(row.top());
        painter.setPen(QPen(theme.accent, pen, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
        painter.setBrush(theme.selection);
        painter.drawRect(
            left,
            top + pen / 2,
            std::max(pen, xOf(visit->visit.end) - left),
            layout.of(row.top() + row.height()) - top - pen);
    }
    const auto& message = context().selection.message();
    if (message && messageHeight() > 0) {
        for (const auto& [location, tick] :
             {std::pair(message->sender, message->send),
              std::pair(message->receiver, message->receive)}) {
            if (location == m_location) {
                painter.fillRect(
                    xOf(tick) - pen / 2,
                    -layout.scrolled,
                    pen,
                    layout.of(messageHeight()),
                    theme.accent);
            }
        }
    }
    if (hovered()) {
        const std::uint32_t level = levelAt(hovered()->y());
        const int x = static_cast<int>(std::floor(xInCanvas(hovered()->x())));
        if (const auto bar = geometry::barAt(barsOf(level), x)) {
            const QRect row = levelRect(level);
            const int top = layout.of(row.top());
            painter.setPen(theme.accent);
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(
                layout.canvas.left() + bar->begin,
                top,
                std::max(1, bar->width() - 1),
                layout.of(row.top() + row.height()) - top - 1);
        }
    }
}

}  // namespace vellum::gui::charts
