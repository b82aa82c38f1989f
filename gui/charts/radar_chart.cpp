#include "gui/charts/radar_chart.h"

#include "common/base/number_text.h"
#include "common/query/limits.h"
#include "gui/charts/device_pixels.h"
#include "gui/data/group_names.h"
#include "gui/data/wording.h"
#include "gui/geometry/counter_geometry.h"
#include "gui/theme/scales.h"
#include "gui/theme/theme.h"

#include <QFontMetrics>
#include <QLinearGradient>
#include <QLocale>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

namespace vellum::gui::charts {

namespace {

constexpr int kLeastRowPx = 4;
constexpr std::size_t kMostRows = 2'048;  ///< in one question; more are said to be left out

bool hasTimeOrVisits(const query::SummaryRow& row)
{
    return !row.series.empty()
           || std::ranges::any_of(row.visits, [](std::uint32_t visits) { return visits > 0; });
}

}  // namespace

RadarChart::RadarChart(const ChartContext& context, QWidget* parent)
    : TimeChart(context, parent)
    , m_catalogue(*context.counters)
    , m_model(context.source, context.trace->id, context.view)
    , m_rowsSlot(context.source, context.trace->id)
{
    setAccessibleName(title());
    connect(&m_catalogue, &models::CounterCatalogue::changed, this, [this] {
        if (isCounter()) {
            chooseRows();
        }
    });
    connect(&m_model, &models::PictureModel::changed, this, &RadarChart::takePicture);
    connect(&context.selection, &models::Selection::changed, this, [this] {
        if (m_followsHighlight && !m_isChosen) {
            chooseByItself();
        }
    });
    m_rowsSlot.setHandler([this](const auto& answer, const Error&) { onRows(answer); });
    m_catalogue.want();
    chooseByItself();
    chooseRows();
}

// ---- What is shown --------------------------------------------------------------------------

/// What stands out in other charts; else what traces of this kind are looked at for.
void RadarChart::chooseByItself()
{
    What what = m_what;
    const auto& highlight = context().selection.highlight();
    const auto visitsOf = [this](FunctionGroup group) {
        const auto index = static_cast<std::size_t>(group);
        const auto& visits = trace().info.visitsOf;
        return index < visits.size() ? visits[index] : 0;
    };
    if (highlight && highlight->by == query::GroupBy::FunctionGroup) {
        what = {
            .kind = What::Kind::Group, .group = static_cast<FunctionGroup>(highlight->key.value)};
    } else if (highlight && highlight->by == query::GroupBy::Region) {
        const Region* region = trace().definitions->find(RegionRef(highlight->key.value));
        if (region != nullptr) {
            what = {.kind = What::Kind::Function, .name = QString::fromStdString(region->name)};
        }
    } else if (!m_taken) {
        for (const FunctionGroup group :
             {FunctionGroup::Kernel, FunctionGroup::Mpi, FunctionGroup::Application}) {
            if (visitsOf(group) > 0) {
                what = {.kind = What::Kind::Group, .group = group};
            }
            if (visitsOf(group) > 0) {
                break;
            }
        }
    }
    if (what != m_what) {
        m_what = what;
        chooseRows();
    }
}

void RadarChart::setWhat(const What& what)
{
    m_isChosen = true;
    m_what = what;
    forgetSize();
    chooseRows();
}

bool RadarChart::setWhat(const QString& name)
{
    for (std::size_t i = 0; i < kFunctionGroupCount; ++i) {
        const auto group = static_cast<FunctionGroup>(i);
        if (name.compare(data::text(vellum::name(group)), Qt::CaseInsensitive) == 0) {
            setWhat({.kind = What::Kind::Group, .group = group});
            return true;
        }
    }
    const std::string bytes = name.toStdString();
    const auto& definitions = *trace().definitions;
    if (std::ranges::find(definitions.metricMembers, bytes, &MetricMember::name)
        != definitions.metricMembers.end()) {
        setWhat({.kind = What::Kind::Counter, .name = name});
        return true;
    }
    const What function{.kind = What::Kind::Function, .name = name};
    if (regionsOf(function).empty()) {
        return false;
    }
    setWhat(function);
    return true;
}

void RadarChart::setFollowsHighlight(bool follows)
{
    m_followsHighlight = follows;
    if (follows) {
        m_isChosen = false;
        chooseByItself();
    }
}

void RadarChart::setCurve(Curve curve)
{
    m_curve = curve;
    m_taken.reset();
    updateScroll();
    takePicture();
    emit sizeHintChanged();
}

RadarChart::Time& RadarChart::timeOfWhat()
{
    return m_what.kind == What::Kind::Group ? m_groupTime : m_functionTime;
}

bool RadarChart::isInclusive() const
{
    const Time time = m_what.kind == What::Kind::Group ? m_groupTime : m_functionTime;
    return !isCounter() && time == Time::Inclusive;
}

void RadarChart::setTime(Time time)
{
    if (!isCounter() && timeOfWhat() != time) {
        timeOfWhat() = time;
        forgetSize();
        chooseRows();
    }
}

/// Of a counter the locations that have samples, else those that can be in a function.
void RadarChart::chooseRows()
{
    std::vector<LocationRef> rows;
    m_unit.clear();
    if (isCounter()) {
        for (const query::CounterRow& row : m_catalogue.rows()) {
            const MetricMember* metric = trace().definitions->find(row.metric);
            const bool isIt =
                metric != nullptr && QString::fromStdString(metric->name) == m_what.name;
            if (isIt && std::ranges::find(rows, row.location) == rows.end()) {
                rows.push_back(row.location);
                m_unit = metric->unit;
            }
        }
    } else {
        for (const Location& location : trace().definitions->locations) {
            if (location.type != LocationType::Metric) {
                rows.push_back(location.ref);
            }
        }
    }
    std::erase_if(rows, [this](LocationRef location) { return !filters().shows(location); });
    rows.resize(std::min(rows.size(), kMostRows));
    m_rowsSlot.reset();
    const auto request =
        isCounter() || m_showsAll ? std::nullopt : requestOf(rows, trace().info.range, 1);
    m_candidates = std::move(rows);
    if (request) {
        m_rowsSlot.ask(*request);
    }
    setRows(request ? std::vector<LocationRef>() : m_candidates);
}

/// Which of the candidates are in the function at all.
void RadarChart::onRows(const std::shared_ptr<const query::Answer>& answer)
{
    const auto* shares = answer ? std::get_if<query::SummaryTimeline>(answer.get()) : nullptr;
    std::vector<LocationRef> rows;
    for (std::size_t i = 0; i < m_candidates.size(); ++i) {
        const bool isUnknown = shares == nullptr || i >= shares->rows.size();
        if (isUnknown || hasTimeOrVisits(shares->rows[i])) {
            rows.push_back(m_candidates[i]);
        }
    }
    setRows(std::move(rows));
}

void RadarChart::setShowsAll(bool showsAll)
{
    m_showsAll = showsAll;
    forgetSize();
    chooseRows();
}

void RadarChart::setRows(std::vector<LocationRef> rows)
{
    m_rows = std::move(rows);
    m_grid.reset();
    m_taken.reset();
    findScale();
    updateScroll();
    ask();
    if (!m_rows.empty()) {
        announceSize();
    }
}

void RadarChart::findScale()
{
    m_least = 0;
    m_most = 1;
    if (!isCounter()) {
        return;
    }
    double most = 0;
    for (const query::CounterRow& row : m_catalogue.rows()) {
        const MetricMember* metric = trace().definitions->find(row.metric);
        if (metric == nullptr || QString::fromStdString(metric->name) != m_what.name) {
            continue;
        }
        for (const query::CounterPoint& point : row.points) {
            m_least = std::min(m_least, point.min);
            most = std::max(most, point.max);
        }
    }
    m_most = most > m_least ? most : m_least + 1;
}

std::vector<query::Key> RadarChart::keys() const
{
    if (m_what.kind == What::Kind::Group) {
        return {{.value = static_cast<std::uint32_t>(m_what.group)}};
    }
    return regionsOf(m_what);
}

/// Those of that name; if there are none, those with it in their names.
std::vector<query::Key> RadarChart::regionsOf(const What& what) const
{
    std::vector<query::Key> same;
    std::vector<query::Key> like;
    const std::string name = what.name.toStdString();
    for (const Region& region : trace().definitions->regions) {
        const query::Key key{.value = static_cast<std::uint32_t>(region.ref.value())};
        if (region.name == name && same.size() < query::kMaxKeys) {
            same.push_back(key);
        } else if (region.name.find(name) != std::string::npos && like.size() < query::kMaxKeys) {
            like.push_back(key);
        }
    }
    return same.empty() && !name.empty() ? like : same;
}

/// Inclusive time is exclusive time as if nothing else had been recorded: then what is called below is the
/// caller's, and a function that calls itself counts once.
std::optional<query::Request> RadarChart::requestOf(
    const std::vector<LocationRef>& rows, TickRange window, std::uint32_t columns) const
{
    query::SummaryTimelineRequest request{
        .window = window,
        .columns = columns,
        .rows = {},
        .by = m_what.kind == What::Kind::Group ? query::GroupBy::FunctionGroup
                                               : query::GroupBy::Region,
        .keys = keys()};
    if (request.keys.empty() || rows.empty()) {
        return std::nullopt;
    }
    for (const LocationRef location : rows) {
        request.rows.push_back({location});
    }
    if (isInclusive()) {
        query::VisitFilter only;
        for (const query::Key key : request.keys) {
            if (m_what.kind == What::Kind::Group) {
                only.groups |= maskOf(static_cast<FunctionGroup>(key.value));
            } else {
                only.regions.emplace_back(key.value);
            }
        }
        request.filter.visits.push_back(std::move(only));
        // The fewest series: all that is left is wanted.
        request.by = query::GroupBy::FunctionGroup;
        request.keys.clear();
        request.visits = true;
    }
    return request;
}

void RadarChart::ask()
{
    m_model.setQuestion(
        [this](TickRange window, std::uint32_t columns) -> std::optional<query::Request> {
            if (m_rows.empty()) {
                return std::nullopt;
            }
            if (isCounter()) {
                query::CountersRequest request{
                    .scope = {.window = window, .locations = m_rows}, .columns = columns};
                request.metric = m_what.name.toStdString();
                return request;
            }
            return requestOf(m_rows, window, columns);
        });
}

models::Exactness RadarChart::exactness() const
{
    if (m_rowsSlot.isBusy()) {
        return models::Exactness::Refining;
    }
    if (isCounter() && !m_catalogue.isKnown()) {
        return m_catalogue.errorText().isEmpty() ? models::Exactness::Refining
                                                 : models::Exactness::Failed;
    }
    return m_model.exactness();
}

QString RadarChart::errorText() const
{
    return isCounter() && !m_catalogue.errorText().isEmpty() ? m_catalogue.errorText()
                                                             : m_model.errorText();
}

void RadarChart::refresh()
{
    m_catalogue.refresh();
    m_model.refresh();
}

// ---- Places and words -----------------------------------------------------------------------

int RadarChart::curveHeight() const
{
    return m_curve == Curve::None ? fontMetrics().height() + 6 : 4 * fontMetrics().height();
}

int RadarChart::wholeRowHeight() const
{
    return (m_rowsAs == RowsAs::Lines ? 2 : 1) * fontMetrics().height() + 4;
}

int RadarChart::rowHeight() const
{
    const int rows = std::max(1, static_cast<int>(m_rows.size()));
    const int fitting = (viewport()->height() - curveHeight()) / rows;
    return std::clamp(fitting, kLeastRowPx, wholeRowHeight());
}

int RadarChart::contentHeight() const
{
    return curveHeight() + static_cast<int>(m_rows.size()) * rowHeight();
}

QSize RadarChart::sizeHint() const
{
    const int rows = std::clamp(static_cast<int>(m_rows.size()), 2, 14);
    return {600, curveHeight() + rows * wholeRowHeight()};
}

int RadarChart::mostHeight() const
{
    return curveHeight() + static_cast<int>(m_rows.size()) * wholeRowHeight() + 2;
}

int RadarChart::rowAt(int y) const
{
    const int inRows = yInContent(y) - curveHeight();
    const int row = inRows < 0 ? -1 : inRows / rowHeight();
    return row < static_cast<int>(m_rows.size()) ? row : -1;
}

QRect RadarChart::rowRect(LocationRef location) const
{
    const auto row = static_cast<int>(std::ranges::find(m_rows, location) - m_rows.begin());
    const QRect canvas = canvasRect();
    return {
        canvas.left(),
        curveHeight() + row * rowHeight() - yInContent(0),
        canvas.width(),
        rowHeight()};
}

QString RadarChart::whatText() const
{
    return m_what.kind == What::Kind::Group
               ? data::nameOf(data::groupNames(*trace().definitions), m_what.group)
           : m_what.kind == What::Kind::Function ? data::shortName(m_what.name.toStdString())
                                                 : m_what.name;
}

QString RadarChart::sentence() const
{
    const QString locations = data::counted(m_rows.size(), tr("location"), tr("locations"))
                              + filteredBy({models::Filter::Kind::OnlyLocations});
    if (isCounter()) {
        return tr("%1 of %2").arg(whatText(), locations)
               + (m_unit.empty() ? QString()
                                 : QStringLiteral(" · ") + QString::fromStdString(m_unit));
    }
    return (isInclusive() ? tr("share of inclusive time in %1 · %2")
                          : tr("share of exclusive time in %1 · %2"))
        .arg(whatText(), locations);
}

QString RadarChart::valueText(double value) const
{
    return isCounter() ? QString::fromStdString(quantityText(value, m_unit))
                       : QStringLiteral("%1 %").arg(QLocale::c().toString(100 * value, 'g', 3));
}

QString RadarChart::textAt(QPoint position) const
{
    const Tick tick = tickAt(position.x());
    const int row = rowAt(position.y());
    const QString instant = instantText(position) + QStringLiteral("   ");
    if (row < 0) {
        const auto value = curveAt(tick);
        const QString of = m_curve == Curve::Sum ? tr("sum") : tr("average");
        return instant + (value ? of + QStringLiteral(" = ") + valueText(*value) : QString());
    }
    const LocationRef location = m_rows[static_cast<std::size_t>(row)];
    const auto value = valueAt(location, tick);
    const auto place = placeOf(location, tick);
    const bool isMoment = value && *value == 0 && !isCounter() && place && m_grid->hasAny(*place);
    return instant + locationName(location) + QStringLiteral(" › ") + whatText()
           + QStringLiteral(" = ") + (value ? valueText(*value) : tr("no sample"))
           + (isMoment ? tr(" (a call without length)") : QString());
}

QString RadarChart::tipAt(QPoint position) const
{
    if (m_rows.empty()) {
        return {};
    }
    if (canvasRect().contains(position)) {
        return textAt(position);
    }
    const int row = rowAt(position.y());
    return row < 0 ? tr("%1 to %2").arg(valueText(m_least), valueText(m_most))
                   : locationName(m_rows[static_cast<std::size_t>(row)]);
}

void RadarChart::clickAt(QPoint position, bool isDouble)
{
    const int row = rowAt(position.y());
    if (isDouble && row >= 0) {
        emit processWanted(m_rows[static_cast<std::size_t>(row)]);
    }
}

// ---- Painting -------------------------------------------------------------------------------

void RadarChart::paintLayer(QPainter& painter, const Layout& layout)
{
    const theme::Theme& theme = theme::currentTheme();
    painter.fillRect(layout.labels, theme.window);
    painter.fillRect(layout.canvas, theme.panel);
    if (m_rows.empty()) {
        const bool looksUp = m_rowsSlot.isBusy() || (isCounter() && !m_catalogue.isKnown());
        paintWord(
            painter,
            layout,
            looksUp ? tr("Rows are looked up…")
                    : tr("No location that is shown has any of %1.").arg(whatText()));
        return;
    }
    if (m_grid && m_grid->ground != theme.panel) {
        paintImage(*m_grid);
    }
    paintRows(painter, layout);
    // What is scrolled away goes below the scale and its curve.
    const int head = layout.of(curveHeight());
    painter.fillRect(QRect(0, 0, layout.labels.width(), head), theme.window);
    painter.fillRect(QRect(layout.canvas.left(), 0, layout.canvas.width(), head), theme.panel);
    paintScale(painter, layout);
    paintCurve(painter, layout);
    painter.fillRect(0, head - 1, layout.canvas.right() + 1, 1, theme.line);
}

/// What the colours mean, or from where to where the lines go, in the label column.
void RadarChart::paintScale(QPainter& painter, const Layout& layout) const
{
    const theme::Theme& theme = theme::currentTheme();
    painter.setFont(DevicePixels(layout.ratio).font(font(), 0.92));
    const QFontMetrics metrics(painter.font());
    const QString low = m_least == 0 && isCounter() ? QStringLiteral("0") : valueText(m_least);
    const QString high = valueText(m_most);
    const int top = (layout.of(curveHeight()) - metrics.height()) / 2;
    const int lowWidth = metrics.horizontalAdvance(low);
    const int highWidth = metrics.horizontalAdvance(high);
    const int left = layout.of(12) + lowWidth + layout.of(6);
    const int right = layout.labels.width() - layout.of(8) - highWidth - layout.of(6);
    painter.setPen(theme.mutedInk);
    if (right <= left || drawsLines()) {
        paintLabelText(
            painter,
            QRect(0, top, layout.labels.width(), metrics.height()),
            tr("%1 to %2").arg(low, high),
            layout);
        return;
    }
    painter.drawText(
        QRect(layout.of(12), top, lowWidth + 2, metrics.height()), Qt::AlignVCenter, low);
    painter.drawText(
        QRect(right + layout.of(6), top, highWidth + 2, metrics.height()), Qt::AlignVCenter, high);
    const QRect bar(left, top + metrics.height() / 4, right - left, metrics.height() / 2);
    QLinearGradient gradient(bar.topLeft(), bar.topRight());
    constexpr int kStops = 17;
    for (int i = 0; i <= kStops; ++i) {
        const double share = static_cast<double>(i) / kStops;
        gradient.setColorAt(share, theme::heatColor(share));
    }
    painter.fillRect(bar, gradient);
}

void RadarChart::paintCurve(QPainter& painter, const Layout& layout) const
{
    if (m_curve == Curve::None || !m_grid) {
        return;
    }
    const theme::Theme& theme = theme::currentTheme();
    const geometry::TimeScale at = scale();
    const Columns columns{.range = m_grid->window, .count = m_grid->columns};
    const int head = layout.of(curveHeight()) - layout.of(4);
    const int line = std::max(1, layout.of(1.2));
    const double most = curveMost();
    painter.setFont(DevicePixels(layout.ratio).font(font(), 0.92));
    const QFontMetrics metrics(painter.font());
    const int said = layout.of(1) + metrics.height();  // above the curve, never over it
    painter.setClipRect(layout.canvas);
    int lastY = -1;
    for (std::int64_t i = 0; i < m_grid->columns; ++i) {
        const double value = m_grid->curve[static_cast<std::size_t>(i)];
        if (std::isnan(value)) {
            lastY = -1;
            continue;
        }
        const int left = layout.canvas.left() + geometry::pixelOfBoundary(i, columns, at);
        const int right = layout.canvas.left() + geometry::pixelOfBoundary(i + 1, columns, at);
        const double share = std::clamp((value - m_least) / (most - m_least), 0.0, 1.0);
        const int y = head - static_cast<int>(std::lround(share * (head - line - said)));
        painter.fillRect(left, y, right - left, head - y + layout.of(3), theme.counter);
        painter.fillRect(left, y - line, right - left, line, theme.counterLine);
        if (lastY >= 0 && std::abs(lastY - y) > line) {
            painter.fillRect(
                left, std::min(y, lastY) - line, line, std::abs(y - lastY), theme.counterLine);
        }
        lastY = y;
    }
    painter.setClipping(false);
    painter.setPen(theme.mutedInk);
    const QString name = m_curve == Curve::Sum ? tr("sum, up to %1").arg(valueText(most))
                                               : tr("average, up to %1").arg(valueText(most));
    const int width = metrics.horizontalAdvance(name) + layout.of(8);
    const QRect place(layout.canvas.right() - width, layout.of(1), width, metrics.height());
    painter.drawText(place, Qt::AlignCenter, name);
}

}  // namespace vellum::gui::charts
