#include "gui/charts/summary_chart.h"

#include "gui/charts/device_pixels.h"
#include "gui/data/wording.h"
#include "gui/models/function_shares.h"
#include "gui/painters/timeline_painter.h"
#include "gui/theme/region_colors.h"
#include "gui/theme/theme.h"

#include <QActionGroup>
#include <QFontMetrics>
#include <QLocale>
#include <QMenu>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <tuple>

namespace vellum::gui::charts {

using query::GroupBy;

SummaryChart::SummaryChart(const ChartContext& context, QWidget* parent)
    : TimeChart(context, parent)
    , m_groupNames(data::groupNames(*context.trace->definitions))
    , m_model(context.source, context.trace->id, context.view)
{
    setAccessibleName(title());
    for (const Location& location : trace().definitions->locations) {
        if (location.type != LocationType::Metric) {
            m_locations.push_back(location.ref);
        }
    }
    filtersChanged();
    connect(&m_model, &models::PictureModel::changed, this, &SummaryChart::takePicture);
    ask();
}

QSize SummaryChart::sizeHint() const
{
    return {600, fontMetrics().height() * 10};
}

void SummaryChart::ask()
{
    m_model.setQuestion(
        [this](TickRange window, std::uint32_t columns) -> std::optional<query::Request> {
            auto shown = shownLocations();
            if (shown.empty()) {
                return std::nullopt;
            }
            return models::requestOfShares(
                {.window = window, .columns = columns, .rows = {std::move(shown)}, .by = m_by},
                filters());
        });
}

std::vector<LocationRef> SummaryChart::shownLocations() const
{
    std::vector<LocationRef> shown = m_locations;
    std::erase_if(shown, [this](LocationRef location) { return !filters().shows(location); });
    return shown;
}

void SummaryChart::filtersChanged()
{
    m_count = shownLocations().size();
    m_taken.reset();  // the same answer may look otherwise now
    takePicture();
}

std::optional<SummaryChart::Stack> SummaryChart::stackOf(const models::Picture* picture) const
{
    const auto* answer = picture != nullptr ? picture->as<query::SummaryTimeline>() : nullptr;
    const auto* asked = picture != nullptr
                            ? std::get_if<query::SummaryTimelineRequest>(&picture->request)
                            : nullptr;
    if (answer == nullptr || asked == nullptr || answer->rows.empty()) {
        return std::nullopt;
    }
    Stack stack{
        .window = answer->window,
        .columns = answer->columns,
        .row = models::shownShares(
            answer->rows.front(), *asked, m_by, filters(), *trace().definitions)};
    if (m_by == GroupBy::Region) {
        // Functions of a group lie together, the longest at the bottom.
        std::map<std::uint32_t, std::tuple<std::size_t, Tick, std::uint32_t>> places;
        for (const query::SummarySeries& series : stack.row.series) {
            const Region* region = trace().definitions->find(RegionRef(series.key.value));
            const auto group = region != nullptr ? static_cast<std::size_t>(region->group) : 0;
            const Tick sum =
                std::accumulate(series.exclusive.begin(), series.exclusive.end(), Tick{0});
            places[series.key.value] = {group, -sum, series.key.value};
        }
        std::ranges::sort(stack.row.series, {}, [&places](const query::SummarySeries& series) {
            return places.at(series.key.value);
        });
        models::putMeasurementLast(stack.row, m_by, *trace().definitions);
    }
    return stack;
}

bool SummaryChart::isEmpty(const Stack& stack)
{
    return std::ranges::all_of(stack.row.series, [](const query::SummarySeries& series) {
        return std::ranges::all_of(series.exclusive, [](Tick ticks) { return ticks == 0; });
    });
}

void SummaryChart::takePicture()
{
    const models::Picture* picture = m_model.picture();
    const auto answer = picture != nullptr ? picture->answer : nullptr;
    if (answer != m_taken || !answer) {
        m_taken = answer;
        m_stack = stackOf(picture);
        m_whole = m_model.whole() == nullptr          ? std::nullopt
                  : m_model.whole()->answer == answer ? m_stack
                                                      : stackOf(m_model.whole());
    }
    invalidate();
    emit changed();
}

void SummaryChart::setBy(GroupBy by)
{
    if (by != m_by) {
        m_by = by;
        m_stack.reset();
        m_whole.reset();
        ask();
    }
}

void SummaryChart::setCountsLocations(bool counts)
{
    m_countsLocations = counts;
    invalidate();
    emit changed();
}

QString SummaryChart::sentence() const
{
    const QString locations = data::counted(m_count, tr("location"), tr("locations"));
    const QString text =
        tr("exclusive time of %1 by %2")
            .arg(locations, m_by == GroupBy::Region ? tr("function") : tr("function group"));
    const auto& definitions = *trace().definitions;
    using Kind = models::Filter::Kind;
    const bool isOfAll = filters().filtersFunctions()
                         && filters().functions()->size() > models::kMostFunctionsOfShares
                         && m_by == GroupBy::FunctionGroup;
    // First of all: a header that is too long loses its end.
    QStringList parts = {
        isOfAll ? filters().sentence(definitions, {Kind::OnlyLocations})
                : filters().sentence(definitions, {Kind::OnlyLocations, Kind::Functions}),
        isOfAll ? tr("all functions") : QString(),
        text};
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

void SummaryChart::fillMenu(QMenu& menu)
{
    const auto add = [&](QActionGroup* group, const QString& text, bool isOn, const auto& run) {
        QAction* action = menu.addAction(text);
        action->setCheckable(true);
        action->setChecked(isOn);
        group->addAction(action);
        connect(action, &QAction::triggered, this, run);
    };
    auto* by = new QActionGroup(&menu);
    add(by, tr("By function &group"), m_by == GroupBy::FunctionGroup, [this] {
        recordChoice(tr("by function group"), [this] { setBy(GroupBy::FunctionGroup); });
    });
    add(by, tr("By &function"), m_by == GroupBy::Region, [this] {
        recordChoice(tr("by function"), [this] { setBy(GroupBy::Region); });
    });
    menu.addSeparator();
    auto* axis = new QActionGroup(&menu);
    add(axis, tr("Axis in &per cent"), !m_countsLocations, [this] {
        recordChoice(tr("axis in per cent"), [this] { setCountsLocations(false); });
    });
    add(axis, tr("Axis in &locations"), m_countsLocations, [this] {
        recordChoice(tr("axis in locations"), [this] { setCountsLocations(true); });
    });
}

QVariantMap SummaryChart::settings() const
{
    return {
        {QStringLiteral("by"), m_by == GroupBy::Region ? "function" : "group"},
        {QStringLiteral("axis"), m_countsLocations ? "locations" : "share"}};
}

void SummaryChart::applySettings(const QVariantMap& settings)
{
    const QString by = settings.value(QStringLiteral("by")).toString();
    if (!by.isEmpty()) {
        setBy(by == QLatin1String("function") ? GroupBy::Region : GroupBy::FunctionGroup);
    }
    const QString axis = settings.value(QStringLiteral("axis")).toString();
    if (!axis.isEmpty()) {
        setCountsLocations(axis == QLatin1String("locations"));
    }
}

// ---- What stands where ----------------------------------------------------------------------

std::vector<SummaryChart::Share> SummaryChart::sharesAt(Tick tick) const
{
    std::vector<Share> shares;
    for (const auto* stack : {&m_stack, &m_whole}) {
        if (!stack->has_value() || !(*stack)->window.contains(tick)) {
            continue;
        }
        const Columns columns{.range = (*stack)->window, .count = (*stack)->columns};
        const std::int64_t column = columns.columnOf(tick);
        const double whole = static_cast<double>(columns.column(column).length())
                             * static_cast<double>((*stack)->row.locations);
        for (const query::SummarySeries& series : (*stack)->row.series) {
            const auto ticks = series.exclusive[static_cast<std::size_t>(column)];
            if (ticks > 0 && whole > 0) {
                shares.push_back({.key = series.key, .share = static_cast<double>(ticks) / whole});
            }
        }
        break;
    }
    return shares;
}

QRect SummaryChart::plot(const QRect& canvas, double ratio)
{
    // Room for half a label above 100 %.
    const int above = static_cast<int>(std::lround(4 * ratio));
    return canvas.adjusted(0, std::min(above, canvas.height() / 4), 0, 0);
}

std::optional<SummaryChart::Share> SummaryChart::shareAt(QPoint position) const
{
    const Layout places = layout();
    const QRect area = plot(places.canvas, places.ratio);
    const double height = (area.bottom() + 1 - position.y() * places.ratio) / area.height();
    double low = 0;
    for (const Share& share : sharesAt(tickAt(position.x()))) {
        if (height >= low && height < low + share.share) {
            return share;
        }
        low += share.share;
    }
    return std::nullopt;
}

QString SummaryChart::nameOf(query::Key key) const
{
    if (m_by == GroupBy::FunctionGroup) {
        return data::nameOf(m_groupNames, static_cast<FunctionGroup>(key.value));
    }
    const Region* region = trace().definitions->find(RegionRef(key.value));
    return region != nullptr ? data::shortName(region->name) : QString();
}

QColor SummaryChart::colorOf(query::Key key) const
{
    const auto& highlight = context().selection.highlight();
    const Region* region =
        m_by == GroupBy::Region ? trace().definitions->find(RegionRef(key.value)) : nullptr;
    QColor color = theme::shareColor(groupOf(key));
    if (region != nullptr && region->group != FunctionGroup::Measurement) {
        color = theme::regionColor(*region);
    }
    const bool isOfGroup = highlight && highlight->by == GroupBy::FunctionGroup && region != nullptr
                           && static_cast<std::uint32_t>(region->group) == highlight->key.value;
    const bool isIt = highlight && highlight->by == m_by && highlight->key == key;
    // A highlight of another kind than is stacked here says nothing about it.
    const bool concerns = highlight && (highlight->by == m_by || m_by == GroupBy::Region);
    if (concerns && !isIt && !isOfGroup) {
        color.setAlphaF(0.28F);
    } else if (isIt || isOfGroup) {
        color.setAlphaF(1);  // also what is pale by itself
    }
    return color;
}

FunctionGroup SummaryChart::groupOf(query::Key key) const
{
    if (m_by == GroupBy::FunctionGroup) {
        return static_cast<FunctionGroup>(key.value);
    }
    const Region* region = trace().definitions->find(RegionRef(key.value));
    return region != nullptr ? region->group : FunctionGroup::Unknown;
}

QString SummaryChart::quantityOf(double share) const
{
    return m_countsLocations
               ? tr("%1 of %2 locations")
                     .arg(
                         QLocale::c().toString(share * static_cast<double>(m_count), 'f', 2),
                         data::grouped(m_count))
               : QStringLiteral("%1 %").arg(QLocale::c().toString(100 * share, 'f', 1));
}

bool SummaryChart::isOfProfiler(const Share& share) const
{
    return models::isMeasurement(share.key, m_by, *trace().definitions);
}

RegionRef SummaryChart::functionAt(QPoint position) const
{
    const auto share = m_by == GroupBy::Region && canvasRect().contains(position)
                           ? shareAt(position)
                           : std::nullopt;
    return share ? RegionRef(share->key.value) : RegionRef::undefined();
}

QString SummaryChart::textAt(QPoint position) const
{
    const auto share = shareAt(position);
    const QString what =
        share ? nameOf(share->key) + QStringLiteral(" · ") + quantityOf(share->share)
                    + (isOfProfiler(*share) ? tr(" · the profiler's own") : QString())
        : filters().filtersFunctions() ? tr("in no function that the filters leave")
                                       : tr("in no function");
    return instantText(position) + QStringLiteral("   ") + what;
}

QString SummaryChart::tipAt(QPoint position) const
{
    constexpr std::size_t kMostLines = 12;
    auto shares = sharesAt(tickAt(position.x()));
    if (shares.empty() || !canvasRect().contains(position)) {
        return {};
    }
    std::ranges::stable_sort(shares, std::greater{}, &Share::share);
    std::stable_partition(
        shares.begin(), shares.end(), [this](const Share& share) { return !isOfProfiler(share); });
    QStringList lines = {instantText(position)};
    for (const Share& share : shares) {
        if (lines.size() > static_cast<qsizetype>(kMostLines)) {
            lines.append(tr("and %1 more").arg(shares.size() - kMostLines));
            break;
        }
        lines.append(nameOf(share.key) + QStringLiteral("  ") + quantityOf(share.share));
    }
    return lines.join(QLatin1Char('\n'));
}

void SummaryChart::clickAt(QPoint position, bool /*isDouble*/)
{
    if (!canvasRect().contains(position)) {
        return;
    }
    const auto share = shareAt(position);
    const auto wanted =
        share ? std::optional(models::Highlight{.by = m_by, .key = share->key}) : std::nullopt;
    models::Selection& selection = context().selection;
    selection.setHighlight(selection.highlight() == wanted ? std::nullopt : wanted);
}

// ---- Painting -------------------------------------------------------------------------------

void SummaryChart::paintLayer(QPainter& painter, const Layout& layout)
{
    const theme::Theme& theme = theme::currentTheme();
    painter.fillRect(layout.labels, theme.window);
    painter.fillRect(layout.canvas, theme.panel);
    const QRect area = plot(layout.canvas, layout.ratio);
    const geometry::TimeScale to = scale();
    const auto paint = [&](const Stack& stack) {
        painters::paintShares(
            painter,
            geometry::makeShareBars(stack.row, {.range = stack.window, .count = stack.columns}, to),
            area,
            [this](query::Key key) {
                return painters::ShareLook{.color = colorOf(key), .group = groupOf(key)};
            });
    };
    painter.setClipRect(layout.canvas);
    const bool reaches = m_stack && m_stack->window.intersected(to.range) == to.range;
    if (m_whole && !reaches) {
        paint(*m_whole);
    }
    if (m_stack) {
        if (!reaches) {
            // Where the newest picture does not reach, that of the whole trace fills in.
            const auto x = [&](Tick tick) {
                return static_cast<int>(
                    std::lround(std::clamp(to.xOf(tick), 0.0, double(to.widthPx))));
            };
            const int left = area.left() + x(m_stack->window.begin);
            const int right = area.left() + x(m_stack->window.end);
            painter.fillRect(left, area.top(), right - left, area.height(), theme.panel);
        }
        paint(*m_stack);
    }
    painter.setClipping(false);
    paintAxis(painter, layout);
    const bool isBlank = reaches && m_stack && filters().filtersFunctions() && isEmpty(*m_stack)
                         && exactness() == models::Exactness::Exact;
    if (!m_locations.empty() && m_count == 0) {
        paintWord(
            painter, layout, tr("The filters leave no row. Remove one of them above, or undo."));
    } else if (m_locations.empty()) {
        paintWord(painter, layout, tr("This trace has no location that can be in a function."));
    } else if (trace().info.visits == 0) {
        paintWord(painter, layout, data::noVisitSentence(trace().info));
    } else if (isBlank) {
        paintWord(painter, layout, tr("No time in the filtered functions in this window."));
    }
}

void SummaryChart::paintAxis(QPainter& painter, const Layout& layout) const
{
    const theme::Theme& theme = theme::currentTheme();
    const QRect area = plot(layout.canvas, layout.ratio);
    painter.setFont(DevicePixels(layout.ratio).font(font(), 0.92));
    const QFontMetrics metrics(painter.font());
    const int right = layout.labels.right() - layout.of(8);
    QColor line = theme.mutedInk;
    line.setAlphaF(0.25F);
    const bool hasMiddle = area.height() > 4 * metrics.height();
    for (const double share : {0.0, 0.5, 1.0}) {
        if (share == 0.5 && !hasMiddle) {
            continue;
        }
        const int y = area.bottom() + 1 - static_cast<int>(std::lround(share * area.height()));
        if (share > 0) {
            painter.fillRect(area.left(), y, area.width(), 1, line);
        }
        const double locations = share * static_cast<double>(m_count);
        const QString text = share == 0 ? QStringLiteral("0")
                             : m_countsLocations
                                 ? QLocale(QLocale::English).toString(locations, 'g', 12)
                                 : QStringLiteral("%1 %").arg(100 * share);
        const int top = std::clamp(
            y - metrics.height() / 2, 0, std::max(0, layout.labels.height() - metrics.height()));
        painter.setPen(theme.mutedInk);
        painter.drawText(
            QRect(0, top, right, metrics.height()), Qt::AlignRight | Qt::AlignVCenter, text);
    }
}

}  // namespace vellum::gui::charts
