#include "gui/charts/message_summary_chart.h"

#include "gui/charts/elided_text.h"
#include "gui/data/transfer_text.h"
#include "gui/data/wording.h"
#include "gui/theme/theme.h"

#include <QActionGroup>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace vellum::gui::charts {

using query::MessageSummary;
using query::MessageSummaryBy;
using query::MessageSummaryQuestion;
using query::MessageSummaryRow;

namespace {

constexpr int kGap = 6;      ///< beside texts
constexpr int kInset = 3;    ///< above and below a bar
constexpr int kWhisker = 5;  ///< height of the ends of a line from least to greatest

constexpr std::array<const char*, 4> kBys = {"size", "size-class", "tag", "communicator"};
constexpr std::array<const char*, 5> kMetrics = {"count", "volume", "size", "duration", "rate"};

template <typename Words>
std::optional<int> placeOf(const Words& words, const QString& word)
{
    const auto found = std::ranges::find_if(
        words, [&word](const char* one) { return word == QLatin1String(one); });
    return found == words.end() ? std::nullopt
                                : std::optional(static_cast<int>(found - words.begin()));
}

}  // namespace

MessageSummaryChart::MessageSummaryChart(const ChartContext& context, QWidget* parent)
    : Chart(parent)
    , m_context(context)
    , m_table(context.source, context.trace->id, context.view, [this] { return scope(); })
{
    setAccessibleName(title());
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    connect(&m_table, &models::WindowTable::asked, this, &Chart::changed);
    connect(&m_table, &models::WindowTable::answered, this, &MessageSummaryChart::makeRows);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, viewport(), [this] {
        viewport()->update();
    });
    m_table.ask(table::Value::of(MessageSummaryQuestion{.by = m_by}));
}

// ---- What is asked and what is shown ---------------------------------------------------------

query::Scope MessageSummaryChart::scope() const
{
    const models::FilterSet& filters = m_context.view.filters();
    return filters.scopeOf(m_context.view.range(), models::Filter::Kind::Messages);
}

QString MessageSummaryChart::nameOf(std::uint64_t key) const
{
    switch (m_by) {
    case MessageSummaryBy::Size:
        return data::wholeBytesText(static_cast<double>(key));
    case MessageSummaryBy::SizeClass:
        return key == 0 ? tr("0 bytes")
                        : tr("from %1").arg(data::wholeBytesText(static_cast<double>(key)));
    case MessageSummaryBy::Tag:
        return tr("tag %1").arg(key);
    case MessageSummaryBy::Communicator:
        break;
    }
    const CommRef ref(static_cast<std::uint32_t>(key));
    return data::communicatorText(*m_context.trace->definitions, ref);
}

QString MessageSummaryChart::words(double value) const
{
    const ClockProperties& clock = m_context.trace->definitions->clock;
    switch (m_metric) {
    case Metric::Count:
        return data::grouped(static_cast<std::uint64_t>(value));
    case Metric::Volume:
    case Metric::Size:
        return data::wholeBytesText(value);
    case Metric::Duration:
        return data::ticksText(value, clock);
    case Metric::Rate:
        break;
    }
    return data::rateText(value, clock);
}

MessageSummaryChart::Row MessageSummaryChart::rowOf(const MessageSummaryRow& numbers) const
{
    Row row{.numbers = numbers, .name = nameOf(numbers.key)};
    const query::TransferSums& sums = numbers.sums;
    const auto set = [&row](double value, double least, double greatest) {
        row.value = value;
        row.least = least;
        row.greatest = greatest;
    };
    switch (m_metric) {
    case Metric::Count: {
        const auto count = static_cast<double>(sums.count);
        set(count, count, count);
        break;
    }
    case Metric::Volume: {
        const auto bytes = static_cast<double>(sums.bytes);
        set(bytes, bytes, bytes);
        break;
    }
    case Metric::Size:
        set(query::meanBytes(sums),
            static_cast<double>(sums.minBytes),
            static_cast<double>(sums.maxBytes));
        break;
    case Metric::Duration:
        set(query::meanDuration(sums),
            static_cast<double>(sums.minDuration),
            static_cast<double>(sums.maxDuration));
        break;
    case Metric::Rate:
        if (sums.rated > 0) {
            set(query::meanRate(sums), sums.minRate, sums.maxRate);
        }
        break;
    }
    row.figure = row.value ? words(*row.value) : tr("no rate");
    if (row.value && row.least != row.greatest) {
        row.figure = tr("%1  (%2 to %3)").arg(row.figure, words(row.least), words(row.greatest));
    }
    return row;
}

void MessageSummaryChart::makeRows()
{
    const auto* summary = m_table.as<MessageSummary>();
    m_rows.clear();
    m_longest = 0;
    if (summary != nullptr && summary->by == m_by) {
        for (const MessageSummaryRow& numbers : summary->rows) {
            m_rows.push_back(rowOf(numbers));
            m_longest = std::max(m_longest, m_rows.back().greatest);
        }
    }
    if (m_longestFirst) {
        std::ranges::stable_sort(
            m_rows, std::greater{}, [](const Row& row) { return row.value.value_or(-1); });
    }
    m_marked.reset();
    updateLayout();
    if (summary != nullptr) {
        announceSize();
    }
    viewport()->update();
    emit changed();
}

QString MessageSummaryChart::sentence() const
{
    static const std::array<QString, 4> kWords = {
        tr("by size"), tr("by size class"), tr("by tag"), tr("by communicator")};
    static const std::array<QString, 5> kOf = {
        tr("number"),
        tr("volume"),
        tr("size, mean and range"),
        tr("duration, mean and range"),
        tr("rate, mean and range")};
    std::uint64_t count = 0;
    std::uint64_t bytes = 0;
    for (const Row& row : m_rows) {
        count += row.numbers.sums.count;
        bytes += row.numbers.sums.bytes;
    }
    const QString messages = data::counted(count, tr("message"), tr("messages"));
    QStringList parts = {
        m_context.view.filters().sentence(
            *m_context.trace->definitions,
            {models::Filter::Kind::OnlyLocations, models::Filter::Kind::Messages}),
        QStringLiteral("%1 %2").arg(
            kOf.at(static_cast<std::size_t>(m_metric)), kWords.at(static_cast<std::size_t>(m_by))),
        tr("%1, %2").arg(messages, data::wholeBytesText(static_cast<double>(bytes)))};
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

QString MessageSummaryChart::textOf(const Row& row) const
{
    return tr("%1: %2").arg(
        row.name, data::messagesText(row.numbers.sums, m_context.trace->definitions->clock));
}

// ---- What can be chosen ------------------------------------------------------------------------

void MessageSummaryChart::setBy(MessageSummaryBy by)
{
    if (by != m_by) {
        m_by = by;
        forgetSize();
        m_table.askAnother(table::Value::of(MessageSummaryQuestion{.by = m_by}));
    }
}

void MessageSummaryChart::setMetric(Metric metric)
{
    m_metric = metric;
    makeRows();
}

void MessageSummaryChart::setLongestFirst(bool isFirst)
{
    m_longestFirst = isFirst;
    makeRows();
}

void MessageSummaryChart::fillMenu(QMenu& menu)
{
    const auto add = [&](QActionGroup* group, const QString& text, bool isOn, const auto& run) {
        QAction* action = menu.addAction(text);
        action->setCheckable(true);
        action->setChecked(isOn);
        action->setActionGroup(group);
        connect(action, &QAction::triggered, this, [this, text, run] {
            recordChoice(QString(text).remove(QLatin1Char('&')).toLower(), run);
        });
    };
    auto* by = new QActionGroup(&menu);
    const auto addBy = [&](const QString& text, MessageSummaryBy one) {
        add(by, text, one == m_by, [this, one] { setBy(one); });
    };
    addBy(tr("By &size"), MessageSummaryBy::Size);
    addBy(tr("By size c&lass"), MessageSummaryBy::SizeClass);
    addBy(tr("By &tag"), MessageSummaryBy::Tag);
    addBy(tr("By &communicator"), MessageSummaryBy::Communicator);
    menu.addSeparator();
    auto* metric = new QActionGroup(&menu);
    const auto addMetric = [&](const QString& text, Metric one) {
        add(metric, text, one == m_metric, [this, one] { setMetric(one); });
    };
    addMetric(tr("&Number of messages"), Metric::Count);
    addMetric(tr("&Volume"), Metric::Volume);
    addMetric(tr("Si&ze"), Metric::Size);
    addMetric(tr("&Duration"), Metric::Duration);
    addMetric(tr("&Rate"), Metric::Rate);
    menu.addSeparator();
    auto* order = new QActionGroup(&menu);
    add(order, tr("Smallest &key first"), !m_longestFirst, [this] { setLongestFirst(false); });
    add(order, tr("L&ongest bar first"), m_longestFirst, [this] { setLongestFirst(true); });
}

QVariantMap MessageSummaryChart::settings() const
{
    return {
        {QStringLiteral("by"), QLatin1String(kBys.at(static_cast<std::size_t>(m_by)))},
        {QStringLiteral("metric"), QLatin1String(kMetrics.at(static_cast<std::size_t>(m_metric)))},
        {QStringLiteral("order"), QLatin1String(m_longestFirst ? "bar" : "key")}};
}

void MessageSummaryChart::applySettings(const QVariantMap& settings)
{
    if (const auto by = placeOf(kBys, settings.value(QStringLiteral("by")).toString())) {
        setBy(static_cast<MessageSummaryBy>(*by));
    }
    if (const auto one = placeOf(kMetrics, settings.value(QStringLiteral("metric")).toString())) {
        setMetric(static_cast<Metric>(*one));
    }
    const QString order = settings.value(QStringLiteral("order")).toString();
    if (order == QLatin1String("bar") || order == QLatin1String("key")) {
        setLongestFirst(order == QLatin1String("bar"));
    }
}

// ---- Layout ------------------------------------------------------------------------------------

int MessageSummaryChart::rowHeight() const
{
    return fontMetrics().height() + 2 * kInset + 2;
}

QSize MessageSummaryChart::sizeHint() const
{
    const int rows = std::clamp(static_cast<int>(m_rows.size()), 3, 12);
    return {600, rows * rowHeight() + kInset};
}

int MessageSummaryChart::mostHeight() const
{
    const auto rows = static_cast<int>(std::clamp<std::size_t>(m_rows.size(), 3, 10'000));
    return rows * rowHeight() + kInset;
}

void MessageSummaryChart::updateLayout()
{
    const auto rows = static_cast<int>(std::min<std::size_t>(m_rows.size(), 1'000'000));
    const int height = viewport()->height();
    verticalScrollBar()->setPageStep(height);
    verticalScrollBar()->setSingleStep(rowHeight());
    verticalScrollBar()->setRange(0, std::max(0, rows * rowHeight() + kInset - height));
    updateMargin();
    viewport()->update();
}

std::optional<std::size_t> MessageSummaryChart::rowAt(QPoint position) const
{
    const int y = position.y() + verticalScrollBar()->value();
    const auto row = static_cast<std::size_t>(std::max(0, y) / rowHeight());
    return y >= 0 && row < m_rows.size() ? std::optional(row) : std::nullopt;
}

void MessageSummaryChart::resizeEvent(QResizeEvent* event)
{
    Chart::resizeEvent(event);
    updateLayout();
}

void MessageSummaryChart::changeEvent(QEvent* event)
{
    Chart::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange
        || event->type() == QEvent::StyleChange) {
        updateLayout();
    }
}

// ---- Painting ----------------------------------------------------------------------------------

void MessageSummaryChart::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(viewport());
    const theme::Theme& theme = theme::currentTheme();
    const QRect all = viewport()->rect();
    painter.fillRect(all, theme.panel);
    if (m_rows.empty()) {
        painter.setPen(theme.mutedInk);
        const bool isKnown = exactness() == models::Exactness::Exact;
        painter.drawText(
            all, Qt::AlignCenter, isKnown ? tr("No messages in this window.") : QString());
        return;
    }
    const int first = verticalScrollBar()->value() / rowHeight();
    for (auto i = static_cast<std::size_t>(first); i < m_rows.size(); ++i) {
        const int top = static_cast<int>(i) * rowHeight() - verticalScrollBar()->value();
        if (top >= all.bottom()) {
            break;
        }
        const QRect area(0, top, all.width(), rowHeight());
        if (m_marked == i) {
            painter.fillRect(area, theme.selection);
        }
        paintRow(painter, m_rows[i], area);
    }
    painter.setPen(theme.line);
    painter.drawLine(labelWidth() - 1, all.top(), labelWidth() - 1, all.bottom());
}

void MessageSummaryChart::paintRow(QPainter& painter, const Row& row, const QRect& area) const
{
    const theme::Theme& theme = theme::currentTheme();
    const QFontMetrics metrics = fontMetrics();
    const QRect label = area.adjusted(kGap, 0, labelWidth() - area.width() - kGap, 0);
    painter.setPen(theme.ink);
    painter.drawText(
        label,
        Qt::AlignVCenter | Qt::AlignLeft,
        metrics.elidedText(row.name, Qt::ElideMiddle, label.width()));
    // The figure stands behind the longest bar that there can be, so that figures line up with nothing cut.
    const int figure = metrics.horizontalAdvance(row.figure);
    const int left = labelWidth();
    const int room = std::max(0, area.width() - left - rightMargin());
    const int most = std::max(room / 4, room - figure - 3 * kGap);
    const auto lengthOf = [&](double value) {
        const double part = m_longest > 0 ? std::clamp(value / m_longest, 0.0, 1.0) : 0;
        return static_cast<int>(std::lround(part * most));
    };
    int end = left;
    if (row.value) {
        const int length = std::max(*row.value > 0 ? 1 : 0, lengthOf(*row.value));
        const QRect bar(left, area.top() + kInset, length, area.height() - 2 * kInset);
        painter.fillRect(bar, theme.series.front());
        end = left + length;
        if (row.least != row.greatest) {
            const int from = left + lengthOf(row.least);
            const int to = left + lengthOf(row.greatest);
            const int middle = area.center().y();
            painter.setPen(QPen(theme.ink, 1));
            painter.drawLine(from, middle, to, middle);
            painter.drawLine(from, middle - kWhisker, from, middle + kWhisker);
            painter.drawLine(to, middle - kWhisker, to, middle + kWhisker);
            end = std::max(end, to);
        }
    }
    painter.setPen(theme.mutedInk);
    const QRect text(end + kGap, area.top(), std::max(0, area.right() - end - kGap), area.height());
    painter.drawText(
        text,
        Qt::AlignVCenter | Qt::AlignLeft,
        metrics.elidedText(row.figure, Qt::ElideRight, text.width()));
}

// ---- Mouse and keys ----------------------------------------------------------------------------

void MessageSummaryChart::mark(std::optional<std::size_t> row)
{
    m_marked = row;
    if (row) {
        const int top = static_cast<int>(*row) * rowHeight();
        QScrollBar* bar = verticalScrollBar();
        bar->setValue(std::clamp(bar->value(), top + rowHeight() - viewport()->height(), top));
        emit pathHovered(textOf(m_rows[*row]));
    }
    viewport()->update();
}

void MessageSummaryChart::mousePressEvent(QMouseEvent* event)
{
    const auto row = rowAt(event->pos());
    mark(row == m_marked ? std::nullopt : row);
}

void MessageSummaryChart::mouseMoveEvent(QMouseEvent* event)
{
    const auto row = rowAt(event->pos());
    emit pathHovered(row ? textOf(m_rows[*row]) : QString());
}

void MessageSummaryChart::leaveEvent(QEvent* event)
{
    emit pathHovered(QString());
    Chart::leaveEvent(event);
}

void MessageSummaryChart::contextMenuEvent(QContextMenuEvent* event)
{
    emit menuWanted(event->globalPos());
}

bool MessageSummaryChart::viewportEvent(QEvent* event)
{
    if (event->type() != QEvent::ToolTip) {
        return Chart::viewportEvent(event);
    }
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto row = rowAt(help->pos());
    QToolTip::showText(
        help->globalPos(),
        row ? data::tipName(textOf(m_rows[*row]).toStdString()) : QString(),
        this);
    return true;
}

bool MessageSummaryChart::handleKey(const QKeyEvent& event)
{
    if (m_rows.empty()) {
        return false;
    }
    const std::size_t last = m_rows.size() - 1;
    switch (event.key()) {
    case Qt::Key_Down:
        mark(m_marked ? std::min(last, *m_marked + 1) : 0);
        return true;
    case Qt::Key_Up:
        mark(m_marked ? *m_marked - std::min<std::size_t>(*m_marked, 1) : last);
        return true;
    case Qt::Key_Home:
        mark(0);
        return true;
    case Qt::Key_End:
        mark(last);
        return true;
    case Qt::Key_Escape:
        if (m_marked) {
            mark(std::nullopt);
            return true;
        }
        return false;
    default:
        return false;
    }
}

void MessageSummaryChart::keyPressEvent(QKeyEvent* event)
{
    if (!handleKey(*event)) {
        Chart::keyPressEvent(event);
    }
}

}  // namespace vellum::gui::charts
