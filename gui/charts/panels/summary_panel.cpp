#include "gui/charts/panels/summary_panel.h"

#include "gui/charts/elided_text.h"
#include "gui/data/time_text.h"
#include "gui/data/wording.h"
#include "gui/models/function_shares.h"
#include "gui/theme/region_colors.h"
#include "gui/theme/theme.h"

#include <QComboBox>
#include <QContextMenuEvent>
#include <QEvent>
#include <QHBoxLayout>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStringList>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>
#include <functional>
#include <utility>
#include <variant>

namespace vellum::gui::charts {

namespace {

constexpr QLatin1String kRows("rows");
constexpr QLatin1String kTimes("times");

/// Longer lists are cut: nobody scrolls through more, and search finds the rest.
constexpr std::size_t kMostItems = 2'000;
constexpr int kMargin = 10;  ///< beside the lines
constexpr int kGap = 6;      ///< between name, time and share
/// A tip is no page.
constexpr std::size_t kMostOfName = 1'000;

bool holdsMeasurement(
    const query::Profile& profile, query::GroupBy by, const Definitions& definitions)
{
    return std::ranges::any_of(profile.rows, [&](const query::ProfileRow& row) {
        return models::isMeasurement(row.key, by, definitions);
    });
}

SummaryBars::Item makeItem(
    const query::ProfileRow& row,
    query::GroupBy by,
    bool exclusive,
    Tick longest,
    Tick whole,
    const data::GroupNames& groups,
    const Definitions& definitions)
{
    const Tick time = exclusive ? row.exclusive : row.inclusive;
    SummaryBars::Item item{.key = row.key};
    if (by == query::GroupBy::FunctionGroup) {
        const auto group = static_cast<FunctionGroup>(row.key.value);
        item.name = data::nameOf(groups, group);
        item.color = theme::groupColor(group);
    } else if (const Region* region = definitions.find(RegionRef(row.key.value))) {
        item.name = data::shortName(region->name);
        item.wholeName = data::cut(region->name, kMostOfName);
        item.color = theme::regionColor(*region);
    }
    item.figure = data::durationText(time, definitions.clock);
    const double share =
        whole > 0 ? 100.0 * static_cast<double>(time) / static_cast<double>(whole) : 0;
    item.share = QStringLiteral("%1 %").arg(QLocale::c().toString(share, 'f', 1));
    item.tip =
        SummaryPanel::tr("%1 · exclusive %2, inclusive %3")
            .arg(
                data::counted(row.visits, SummaryPanel::tr("visit"), SummaryPanel::tr("visits")),
                data::durationText(row.exclusive, definitions.clock),
                data::durationText(row.inclusive, definitions.clock));
    item.part = longest > 0 ? static_cast<double>(time) / static_cast<double>(longest) : 0;
    if (models::isMeasurement(row.key, by, definitions)) {
        item.share.clear();
        item.tip +=
            QStringLiteral(". ")
            + SummaryPanel::tr(
                "The profiler's own time: no part of the shares, with bars on a scale of their own.");
    }
    return item;
}

}  // namespace

SummaryPanel::SummaryPanel(
    data::DataSource& source,
    std::shared_ptr<const data::Trace> trace,
    const models::ViewHistory& view,
    models::Selection& selection,
    QWidget* parent)
    : QWidget(parent)
    , m_trace(std::move(trace))
    , m_groupNames(data::groupNames(*m_trace->definitions))
    , m_alike(source, m_trace)
    , m_view(view)
    , m_selection(selection)
    , m_slot(source, m_trace->id)
    , m_header(new ChartHeader(tr("Function summary")))
    , m_by(new QComboBox)
    , m_time(new QComboBox)
    , m_bars(new SummaryBars)
{
    m_by->addItems({tr("Functions"), tr("Groups")});
    m_by->setAccessibleName(tr("Rows of the function summary"));
    m_time->addItems({tr("Exclusive time"), tr("Inclusive time")});
    m_time->setAccessibleName(tr("Time of the function summary"));
    auto* lists = new QHBoxLayout;
    lists->setContentsMargins(8, 4, 8, 4);
    lists->addWidget(m_by);
    lists->addWidget(m_time);
    lists->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_header);
    layout->addLayout(lists);
    layout->addWidget(m_bars, 1);

    connect(&m_alike, &models::AlikeNames::changed, this, &SummaryPanel::showProfile);
    m_slot.setHandler([this](const auto& answer, const Error& error) {
        const auto* profile = answer ? std::get_if<query::Profile>(answer.get()) : nullptr;
        if (profile != nullptr) {
            m_profile = std::shared_ptr<const query::Profile>(answer, profile);
            m_shownBy =
                m_by->currentIndex() == 0 ? query::GroupBy::Region : query::GroupBy::FunctionGroup;
            m_error.clear();
        } else if (error.kind != ErrorKind::Cancelled && !m_slot.isBusy()) {
            m_error = QString::fromStdString(error.message);
        }
        showProfile();
    });
    connect(&view, &models::ViewHistory::changed, this, [this] {
        if (scope() != m_asked || isOfNothing() != m_askedNothing) {
            ask();
        } else if (m_filters != m_view.state().filters) {
            showProfile();
        }
        m_filters = m_view.state().filters;
    });
    connect(m_by, &QComboBox::currentIndexChanged, this, [this, &selection] {
        selection.setHighlight(std::nullopt);
        m_profile.reset();
        m_slot.reset();  // rows of the one kind must not be taken for those of the other
        ask();
    });
    connect(m_time, &QComboBox::currentIndexChanged, this, &SummaryPanel::showProfile);
    m_choices = choices();
    connect(m_by, &QComboBox::activated, this, [this](int index) {
        recordChoice(index == 0 ? tr("by function") : tr("by function group"));
    });
    connect(m_time, &QComboBox::activated, this, [this](int index) {
        recordChoice(index == 0 ? tr("exclusive time") : tr("inclusive time"));
    });
    connect(m_bars, &SummaryBars::clicked, this, [this, &selection](query::Key key) {
        const models::Highlight wanted{.by = m_shownBy, .key = key};
        const bool isOn = selection.highlight() == wanted;
        selection.setHighlight(isOn ? std::nullopt : std::optional(wanted));
    });
    connect(m_bars, &SummaryBars::menuWanted, this, [this](query::Key key, QPoint position) {
        if (m_shownBy == query::GroupBy::Region) {
            emit functionMenuWanted(RegionRef(key.value), position);
        }
    });
    connect(&selection, &models::Selection::changed, this, [this, &selection] {
        const auto& highlight = selection.highlight();
        m_bars->setMarked(
            highlight && highlight->by == m_shownBy ? std::optional(highlight->key) : std::nullopt);
        if (scope() != m_asked || isOfNothing() != m_askedNothing) {
            ask();
        }
    });
    ask();
}

models::Exactness SummaryPanel::exactness() const
{
    if (!m_error.isEmpty()) {
        return models::Exactness::Failed;
    }
    return !m_slot.isBusy() && !m_alike.isBusy() && m_profile && m_asked == scope()
                   && m_askedNothing == isOfNothing()
               ? models::Exactness::Exact
               : models::Exactness::Refining;
}

void SummaryPanel::refresh()
{
    m_profile.reset();
    ask();
}

query::Scope SummaryPanel::scope() const
{
    if (!m_selection.statisticsAreOfArea()) {
        return {.window = m_view.range(), .locations = m_view.filters().scope()};
    }
    const models::Area& area = *m_selection.area();
    query::Scope scope{
        .window = area.range,
        .locations = area.locations ? *area.locations : m_view.filters().scope()};
    std::erase_if(scope.locations, [this](LocationRef location) {
        return !m_view.filters().shows(location);
    });
    return scope;
}

/// What nobody can ask for: no location at all would mean all of them.
bool SummaryPanel::isOfNothing() const
{
    const bool isOfRows = m_selection.statisticsAreOfArea() && m_selection.area()->locations;
    return scope().locations.empty() && (m_view.filters().hidesAll() || isOfRows);
}

QVariantMap SummaryPanel::choices() const
{
    return {{kRows, m_by->currentIndex()}, {kTimes, m_time->currentIndex()}};
}

void SummaryPanel::applyChoices(const QVariantMap& choices)
{
    m_by->setCurrentIndex(choices.value(kRows).toInt());
    m_time->setCurrentIndex(choices.value(kTimes).toInt());
    m_choices = this->choices();
}

void SummaryPanel::recordChoice(const QString& action)
{
    const QVariantMap before = std::exchange(m_choices, choices());
    if (before != m_choices) {
        emit chosen(action, before, m_choices);
    }
}

void SummaryPanel::ask()
{
    m_error.clear();
    m_asked = scope();
    m_askedNothing = isOfNothing();
    if (m_askedNothing) {
        m_slot.reset();
        m_profile = std::make_shared<const query::Profile>();
        showProfile();
        return;
    }
    m_slot.ask(query::ProfileRequest{
        .scope = m_asked,
        .by = m_by->currentIndex() == 0 ? query::GroupBy::Region : query::GroupBy::FunctionGroup});
    m_header->setExactness(exactness(), m_error);
    emit changed();
}

void SummaryPanel::showProfile()
{
    const Definitions& definitions = *m_trace->definitions;
    const bool exclusive = m_time->currentIndex() == 0;
    const std::size_t locations = isOfNothing()               ? 0
                                  : m_asked.locations.empty() ? definitions.locations.size()
                                                              : m_asked.locations.size();
    QString sentence = data::counted(locations, tr("location"), tr("locations"));
    if (m_selection.statisticsAreOfArea()) {
        sentence =
            tr("selected %1 · %2")
                .arg(data::durationText(m_asked.window.length(), definitions.clock), sentence);
    }
    if (m_view.filters().filtersFunctions()) {
        // First of all: a header that is too long loses its end.
        const QString functions =
            m_shownBy == query::GroupBy::Region
                ? m_view.filters().sentence(definitions, {models::Filter::Kind::Functions})
                : tr("all functions");
        sentence = functions + QStringLiteral(" · ") + sentence;
    }
    if (m_profile && holdsMeasurement(*m_profile, m_shownBy, definitions)) {
        sentence += tr(" · profiler last");
    }
    m_header->setSentence(sentence);
    m_header->setExactness(exactness(), m_error);
    if (m_profile) {
        showItems(exclusive);
    }
    emit changed();
}

/// By time, the longest first, and what is measurement behind all others.
void SummaryPanel::showItems(bool exclusive)
{
    const Definitions& definitions = *m_trace->definitions;
    auto rows = m_profile->rows;
    const auto timeOf = [exclusive](const query::ProfileRow& row) {
        return exclusive ? row.exclusive : row.inclusive;
    };
    const auto isOwn = [&](const query::ProfileRow& row) {
        return models::isMeasurement(row.key, m_shownBy, definitions);
    };
    std::ranges::stable_sort(rows, std::greater{}, timeOf);
    std::stable_partition(rows.begin(), rows.end(), std::not_fn(isOwn));
    Tick sum = 0;
    for (const query::ProfileRow& row : rows) {
        sum += isOwn(row) ? 0 : row.exclusive;
    }
    const bool isOfFunctions = m_shownBy == query::GroupBy::Region;
    if (isOfFunctions) {
        std::erase_if(rows, [this](const query::ProfileRow& row) {
            return !m_view.filters().standsOut(RegionRef(row.key.value));
        });
    }
    const auto firstOwn = std::ranges::find_if(rows, isOwn);
    std::vector<SummaryBars::Item> items;
    for (const query::ProfileRow& row : rows) {
        if (items.size() == kMostItems) {
            break;
        }
        const RegionRef region(row.key.value);
        // What was measured would hide in what it took to measure it, and a longer bar than the longest there is none.
        const Tick longest = timeOf(isOwn(row) ? *firstOwn : rows.front());
        items.push_back(
            makeItem(row, m_shownBy, exclusive, longest, sum, m_groupNames, definitions));
        if (isOfFunctions) {
            m_alike.want(region);
            items.back().note = m_alike.note(region);
        }
    }
    m_bars->setItems(
        std::move(items),
        isOfFunctions && m_view.filters().filtersFunctions()
            ? tr("None of the filtered functions is active in this window.")
            : tr("No function is active in this window."));
}

/// Lines have colours, which are others now.
void SummaryPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_profile) {
        showProfile();
    }
}

// ---- The list -------------------------------------------------------------------------------

SummaryBars::SummaryBars(QWidget* parent) : QAbstractScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Functions by time"));
}

int SummaryBars::itemHeight() const
{
    return fontMetrics().height() + 9;
}

void SummaryBars::updateScrollBar()
{
    const int whole = static_cast<int>(m_items.size()) * itemHeight();
    verticalScrollBar()->setRange(0, std::max(0, whole - viewport()->height()));
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(itemHeight());
}

void SummaryBars::setItems(std::vector<Item> items, const QString& emptyWord)
{
    m_emptyWord = emptyWord;
    m_items = std::move(items);
    updateScrollBar();
    viewport()->update();
}

void SummaryBars::setMarked(std::optional<query::Key> key)
{
    m_marked = key;
    viewport()->update();
}

void SummaryBars::resizeEvent(QResizeEvent* event)
{
    QAbstractScrollArea::resizeEvent(event);
    updateScrollBar();
}

SummaryBars::FigureWidths SummaryBars::figureWidths() const
{
    // Counts of ticks are longer than times.
    const auto longest =
        std::ranges::max_element(m_items, {}, [](const Item& item) { return item.figure.size(); });
    const int needed =
        longest != m_items.end() ? fontMetrics().horizontalAdvance(longest->figure) : 0;
    return {
        .share = fontMetrics().horizontalAdvance(QStringLiteral("100.0 %")),
        .figure = std::max(needed, fontMetrics().horizontalAdvance(QStringLiteral("0000.0 ms")))};
}

int SummaryBars::roomForNames() const
{
    const auto [share, figure] = figureWidths();
    return viewport()->width() - 2 * kMargin - share - figure - 2 * kGap;
}

QStringList SummaryBars::elidedNames(std::span<const Item> items) const
{
    QStringList names;
    for (const Item& item : items) {
        names.append(item.name);
    }
    names = elidedApart(
        names, {Qt::ElideRight, Qt::ElideMiddle, Qt::ElideLeft}, fontMetrics(), roomForNames());
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (!items[i].note.isEmpty()) {
            const auto place = static_cast<qsizetype>(i);
            const int room = roomForNames() - kGap - fontMetrics().horizontalAdvance(items[i].note);
            names[place] = fontMetrics().elidedText(names[place], Qt::ElideRight, room);
        }
    }
    return names;
}

const SummaryBars::Item* SummaryBars::itemAt(int y) const
{
    const int index = (y + verticalScrollBar()->value()) / itemHeight();
    const bool isOne = index >= 0 && index < static_cast<int>(m_items.size());
    return isOne ? &m_items[static_cast<std::size_t>(index)] : nullptr;
}

/// What has no room in a line: the whole name, and what is counted there.
bool SummaryBars::viewportEvent(QEvent* event)
{
    if (event->type() != QEvent::ToolTip) {
        return QAbstractScrollArea::viewportEvent(event);
    }
    const auto* help = static_cast<QHelpEvent*>(event);
    const Item* item = itemAt(help->pos().y());
    QToolTip::showText(
        help->globalPos(),
        item == nullptr
            ? QString()
            : QStringLiteral("<p>%1</p><p>%2</p>")
                  .arg(
                      (item->wholeName.isEmpty() ? item->name : item->wholeName).toHtmlEscaped(),
                      item->tip.toHtmlEscaped()),
        viewport());
    return true;
}

void SummaryBars::paintItem(
    QPainter& painter, const Item& item, const QString& name, const QRect& area)
{
    const theme::Theme& theme = theme::currentTheme();
    const QFontMetrics metrics(font());
    if (m_marked == item.key) {
        painter.fillRect(area, theme.selection);
    }
    const auto [shareWidth, figureWidth] = figureWidths();
    const int right = area.right() - kMargin;
    const QRect line(area.left() + kMargin, area.top() + 2, area.width(), metrics.height());
    painter.setPen(theme.mutedInk);
    painter.drawText(
        QRect(right - shareWidth, line.top(), shareWidth, line.height()),
        Qt::AlignRight,
        item.share);
    painter.setPen(theme.ink);
    const int figureLeft = right - shareWidth - kGap - figureWidth;
    painter.drawText(
        QRect(figureLeft, line.top(), figureWidth, line.height()), Qt::AlignRight, item.figure);
    // On the base line of the figures: letters of another font may be higher than this one's line.
    const int baseLine = line.top() + metrics.ascent();
    painter.drawText(line.left(), baseLine, name);
    if (!item.note.isEmpty()) {
        const int used = metrics.horizontalAdvance(name) + kGap;
        painter.setPen(theme.mutedInk);
        painter.drawText(
            line.left() + used,
            baseLine,
            metrics.elidedText(item.note, Qt::ElideRight, roomForNames() - used));
    }
    const int length = std::max(1, static_cast<int>(item.part * (right - line.left())));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(item.color);
    painter.drawRoundedRect(QRectF(line.left(), line.bottom() + 2, length, 3), 1.5, 1.5);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void SummaryBars::paintEvent(QPaintEvent* /*event*/)
{
    const theme::Theme& theme = theme::currentTheme();
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), theme.window);
    painter.setFont(font());
    const int height = itemHeight();
    const auto first = static_cast<std::size_t>(verticalScrollBar()->value() / height);
    const std::size_t most = static_cast<std::size_t>(viewport()->height() / height) + 2;
    const auto shown = std::span(m_items).subspan(
        std::min(first, m_items.size()),
        std::min(most, m_items.size() - std::min(first, m_items.size())));
    const QStringList names = elidedNames(shown);
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const int top = static_cast<int>(first + i) * height - verticalScrollBar()->value();
        paintItem(
            painter,
            shown[i],
            names[static_cast<qsizetype>(i)],
            QRect(0, top, viewport()->width(), height));
    }
    if (m_items.empty()) {
        painter.setPen(theme.mutedInk);
        painter.drawText(
            viewport()->rect().adjusted(12, 12, -12, -12),
            Qt::AlignTop | Qt::AlignHCenter | Qt::TextWordWrap,
            m_emptyWord);
    }
}

void SummaryBars::mousePressEvent(QMouseEvent* event)
{
    const Item* item = itemAt(static_cast<int>(event->position().y()));
    if (item != nullptr && event->button() == Qt::LeftButton) {
        emit clicked(item->key);
    }
}

void SummaryBars::contextMenuEvent(QContextMenuEvent* event)
{
    if (event->reason() == QContextMenuEvent::Keyboard) {
        if (m_marked) {
            emit menuWanted(*m_marked, viewport()->mapToGlobal(QPoint(itemHeight(), itemHeight())));
        }
    } else if (const Item* item = itemAt(event->pos().y())) {
        emit menuWanted(item->key, event->globalPos());
    }
}

void SummaryBars::keyPressEvent(QKeyEvent* event)
{
    const int step = event->key() == Qt::Key_Down ? 1 : event->key() == Qt::Key_Up ? -1 : 0;
    if (step == 0 || m_items.empty()) {
        QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    const auto found =
        std::ranges::find_if(m_items, [this](const Item& item) { return m_marked == item.key; });
    const auto last = static_cast<int>(m_items.size()) - 1;
    const int now = found == m_items.end() ? (step > 0 ? -1 : last + 1)
                                           : static_cast<int>(found - m_items.begin());
    const int next = std::clamp(now + step, 0, last);
    if (next != now) {
        emit clicked(m_items[static_cast<std::size_t>(next)].key);
    }
}

}  // namespace vellum::gui::charts
