#include "gui/charts/counter_chart.h"

#include "common/base/number_text.h"
#include "common/query/selection_words.h"
#include "gui/charts/device_pixels.h"
#include "gui/charts/elided_text.h"
#include "gui/data/wording.h"
#include "gui/theme/theme.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

namespace vellum::gui::charts {

namespace {

constexpr std::size_t kMostByItself = 4;  ///< locations, where nobody chose any

bool isSame(const query::CounterRow& a, const query::CounterRow& b)
{
    return a.location == b.location && a.recordedAs == b.recordedAs && a.metric == b.metric;
}

QColor colorOf(std::size_t color)
{
    const auto& series = theme::currentTheme().series;
    return series[color % series.size()];
}

}  // namespace

CounterChart::CounterChart(const ChartContext& context, QWidget* parent)
    : TimeChart(context, parent)
    , m_catalogue(*context.counters)
    , m_model(context.source, context.trace->id, context.view)
{
    setAccessibleName(title());
    connect(&m_catalogue, &models::CounterCatalogue::changed, this, &CounterChart::choose);
    connect(&m_model, &models::PictureModel::changed, this, [this] {
        makeBars();
        invalidate();
        emit changed();
        emit axisChanged();
    });
    m_catalogue.want();
    choose();
}

QSize CounterChart::sizeHint() const
{
    return {600, fontMetrics().height() * 7};
}

// ---- What is shown --------------------------------------------------------------------------

QString CounterChart::metricName(const query::CounterRow& row) const
{
    const MetricMember* metric = trace().definitions->find(row.metric);
    return metric != nullptr ? QString::fromStdString(metric->name) : QString();
}

std::string CounterChart::unitOf(const query::CounterRow& row) const
{
    const MetricMember* metric = trace().definitions->find(row.metric);
    return metric != nullptr ? metric->unit : std::string();
}

void CounterChart::choose()
{
    const std::vector<Curve> before = std::exchange(m_curves, {});
    m_leftOut = 0;
    m_unit.clear();
    const auto rows = m_catalogue.rows();
    // A layout of another trace may name what this one has not.
    const bool hasAny = std::ranges::any_of(
        rows, [this](const query::CounterRow& row) { return m_metrics.contains(metricName(row)); });
    if (!hasAny && !rows.empty()) {
        m_metrics = {metricName(rows.front())};
    }
    std::set<LocationRef> byItself;
    for (const query::CounterRow& row : rows) {
        if (!m_metrics.contains(metricName(row)) || !filters().shows(row.location)) {
            continue;
        }
        if (m_locations.empty()) {
            if (byItself.size() == kMostByItself && !byItself.contains(row.location)) {
                continue;
            }
            byItself.insert(row.location);
        } else if (std::ranges::find(m_locations, row.location) == m_locations.end()) {
            continue;
        }
        if (m_curves.empty()) {
            m_unit = unitOf(row);
        }
        if (unitOf(row) != m_unit) {
            continue;  // it would need an axis of its own
        }
        if (m_curves.size() == kMostCurves) {
            ++m_leftOut;
            continue;
        }
        m_curves.push_back({.known = row});
    }
    // In the order in which they were chosen, and so with the colours that they had when a trace is opened again.
    std::ranges::stable_sort(m_curves, {}, [this](const Curve& curve) {
        return m_metrics.indexOf(metricName(curve.known));
    });
    colorCurves(before);
    nameCurves();
    ask();
    emit axisChanged();
}

/// Those that were there \p before keep their colour; the others get the first that is free.
void CounterChart::colorCurves(const std::vector<Curve>& before)
{
    std::set<std::size_t> taken;
    std::vector<Curve*> fresh;
    for (Curve& curve : m_curves) {
        const auto same = std::ranges::find_if(
            before, [&curve](const Curve& one) { return isSame(one.known, curve.known); });
        if (same == before.end() || !taken.insert(same->color).second) {
            fresh.push_back(&curve);
        } else {
            curve.color = same->color;
        }
    }
    std::size_t next = 0;
    for (Curve* curve : fresh) {
        while (!taken.insert(next).second) {
            ++next;
        }
        curve->color = next;
    }
}

/// What all curves have in common is said in the sentence, or nowhere.
void CounterChart::nameCurves()
{
    const Definitions& definitions = *trace().definitions;
    const auto partsOf = [&](const Curve& curve) {
        const Location* location = definitions.find(curve.known.location);
        const LocationGroup* group =
            location != nullptr ? definitions.find(location->group) : nullptr;
        std::array parts{
            metricName(curve.known),
            group != nullptr ? QString::fromStdString(group->name) : QString(),
            location != nullptr ? QString::fromStdString(location->name) : QString(),
            recordedFor(curve.known.recordedAs)};
        // A process and its only thread often have one name.
        for (std::size_t i = 2; i < parts.size(); ++i) {
            const auto before = parts.begin() + static_cast<std::ptrdiff_t>(i);
            if (std::find(parts.begin() + 1, before, parts[i]) != before) {
                parts[i].clear();
            }
        }
        return parts;
    };
    std::array<std::set<QString>, 4> all;
    for (const Curve& curve : m_curves) {
        const auto parts = partsOf(curve);
        for (std::size_t i = 0; i < parts.size(); ++i) {
            all[i].insert(parts[i]);
        }
    }
    for (Curve& curve : m_curves) {
        const auto parts = partsOf(curve);
        QStringList words;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (all[i].size() > 1 && !parts[i].isEmpty()) {
                words.append(parts[i]);
            }
        }
        curve.name = words.isEmpty() ? parts[0] : words.join(QStringLiteral(" · "));
    }
}

/// What a metric is about, where that is not the location that recorded it: a device's context, a node.
QString CounterChart::recordedFor(MetricRef recordedAs) const
{
    const Definitions& definitions = *trace().definitions;
    const auto instance =
        std::ranges::find(definitions.metricInstances, recordedAs, &MetricInstance::ref);
    if (instance == definitions.metricInstances.end()) {
        return {};
    }
    const auto nameOf = [](const auto* found) {
        return found != nullptr ? QString::fromStdString(found->name) : QString();
    };
    const auto small = static_cast<std::uint32_t>(instance->scopeRef);
    switch (instance->scope) {
    case MetricScope::Location:
        return nameOf(definitions.find(LocationRef(instance->scopeRef)));
    case MetricScope::LocationGroup:
        return nameOf(definitions.find(LocationGroupRef(small)));
    case MetricScope::SystemTreeNode:
        return nameOf(definitions.find(SystemTreeNodeRef(small)));
    case MetricScope::Group:
        return nameOf(definitions.find(GroupRef(small)));
    }
    return {};
}

void CounterChart::ask()
{
    m_model.setQuestion(
        [this](TickRange window, std::uint32_t columns) -> std::optional<query::Request> {
            if (m_curves.empty()) {
                return std::nullopt;
            }
            query::CountersRequest request{.scope = {.window = window}, .columns = columns};
            std::set<QString> metrics;
            for (const Curve& curve : m_curves) {
                metrics.insert(metricName(curve.known));
                if (std::ranges::find(request.scope.locations, curve.known.location)
                    == request.scope.locations.end()) {
                    request.scope.locations.push_back(curve.known.location);
                }
            }
            if (metrics.size() == 1) {
                request.metric = metrics.begin()->toStdString();
            }
            return request;
        });
}

void CounterChart::setMetrics(const QStringList& names)
{
    m_metrics = names;
    choose();
}

void CounterChart::setLocations(std::vector<LocationRef> locations)
{
    m_locations = std::move(locations);
    choose();
}

void CounterChart::showLocation(LocationRef location)
{
    setLocations({location});
}

void CounterChart::setFitsWindow(bool fits)
{
    m_fitsWindow = fits;
    invalidate();
    emit axisChanged();
}

void CounterChart::setStartsAtZero(bool starts)
{
    m_startsAtZero = starts;
    invalidate();
    emit axisChanged();
}

void CounterChart::setStyle(std::optional<painters::CurveStyle> style)
{
    m_style = style;
    makeBars();
    invalidate();
}

painters::CurveStyle CounterChart::styleOf(const query::CounterRow& row) const
{
    if (m_style) {
        return *m_style;
    }
    const MetricMember* metric = trace().definitions->find(row.metric);
    // Only a value of its own at an instant says something of the way to the next one.
    if (metric != nullptr && metric->mode == MetricMode::AbsolutePoint) {
        return painters::CurveStyle::Line;
    }
    return m_curves.size() == 1 ? painters::CurveStyle::Area : painters::CurveStyle::Steps;
}

models::Exactness CounterChart::exactness() const
{
    if (!m_catalogue.errorText().isEmpty()) {
        return models::Exactness::Failed;
    }
    return m_catalogue.isKnown() ? m_model.exactness() : models::Exactness::Refining;
}

QString CounterChart::errorText() const
{
    return m_catalogue.errorText().isEmpty() ? m_model.errorText() : m_catalogue.errorText();
}

void CounterChart::refresh()
{
    m_catalogue.refresh();
    m_model.refresh();
}

void CounterChart::makeBars()
{
    const geometry::TimeScale to = scale();
    for (Curve& curve : m_curves) {
        const MetricMember* metric = trace().definitions->find(curve.known.metric);
        const bool isLine = styleOf(curve.known) == painters::CurveStyle::Line;
        const auto hold = metric == nullptr || isLine ? geometry::CounterHold::None
                                                      : geometry::holdOf(metric->mode);
        const auto barsOf = [&](const models::Picture* picture) {
            const auto* answer = picture != nullptr ? picture->as<query::Counters>() : nullptr;
            if (answer == nullptr) {
                return std::vector<geometry::CounterBar>();
            }
            const auto row = std::ranges::find_if(
                answer->rows, [&curve](const auto& one) { return isSame(one, curve.known); });
            return row == answer->rows.end()
                       ? std::vector<geometry::CounterBar>()
                       : geometry::makeCounterBars(
                           *row, hold, {.range = answer->window, .count = answer->columns}, to);
        };
        const models::Picture* newest = m_model.picture();
        curve.bars = barsOf(newest);
        if (newest != nullptr && newest->window.intersected(to.range) != to.range) {
            curve.bars =
                geometry::surrounded(curve.bars, barsOf(m_model.whole()), newest->window, to);
        }
    }
}

// ---- Words ----------------------------------------------------------------------------------

QString CounterChart::sentence() const
{
    if (m_curves.empty()) {
        return m_catalogue.isKnown() ? tr("nothing to show") : tr("counters are looked up");
    }
    QString text = m_metrics.join(QStringLiteral(", "));
    std::set<LocationRef> locations;
    for (const Curve& curve : m_curves) {
        locations.insert(curve.known.location);
    }
    text += QStringLiteral(" · ")
            + (locations.size() == 1
                   ? locationName(*locations.begin())
                   : data::counted(locations.size(), tr("location"), tr("locations")));
    if (m_leftOut > 0) {
        text += tr(" · the first %1 of %2").arg(m_curves.size()).arg(m_curves.size() + m_leftOut);
    }
    text += filteredBy({models::Filter::Kind::OnlyLocations});
    const MetricMember* metric = trace().definitions->find(m_curves.front().known.metric);
    if (metric != nullptr) {
        const std::string_view mode = vellum::name(metric->mode);
        text += QStringLiteral(" · ") + data::text(mode);
    }
    if (!m_unit.empty()) {
        text += QStringLiteral(" · ") + QString::fromStdString(m_unit);
    }
    if (m_shared) {
        text += tr(" · one axis for all traces");
    }
    return text;
}

QString CounterChart::word() const
{
    if (!m_catalogue.isKnown()) {
        return {};
    }
    return m_catalogue.rows().empty()
               ? tr("No counter was recorded in this trace. Score-P records some with "
                    "SCOREP_METRIC_PAPI or SCOREP_METRIC_RUSAGE, the PyTorch profiler with "
                    "profile_memory, Nsight Systems with --gpu-metrics-devices.")
               : tr("None of the chosen locations recorded %1.").arg(m_metrics.join(", "));
}

QString CounterChart::valueText(const Curve& curve, int x) const
{
    const auto bar = geometry::barAt(curve.bars, x);
    if (!bar) {
        return tr("no sample");
    }
    QString text = QString::fromStdString(quantityText(bar->value, m_unit));
    if (bar->min != bar->max) {
        text += tr(" (%1 … %2)")
                    .arg(
                        QString::fromStdString(quantityText(bar->min, m_unit)),
                        QString::fromStdString(quantityText(bar->max, m_unit)));
    }
    return text;
}

QString CounterChart::textAt(QPoint position) const
{
    constexpr std::size_t kMostInLine = 6;
    QStringList values;
    const int x = static_cast<int>(std::floor(xInCanvas(position.x())));
    for (const Curve& curve : m_curves) {
        if (values.size() == static_cast<qsizetype>(kMostInLine)) {
            values.append(QStringLiteral("…"));
            break;
        }
        values.append(curve.name + QStringLiteral(" = ") + valueText(curve, x));
    }
    return instantText(position) + QStringLiteral("   ") + values.join(QStringLiteral("  ·  "));
}

QString CounterChart::tipAt(QPoint position) const
{
    if (m_curves.empty()) {
        return {};
    }
    if (!canvasRect().contains(position)) {
        constexpr std::size_t kMostNames = 30;
        QStringList names;  // whole: beside the strokes there is room for a part of them
        for (std::size_t i = 0; i < std::min(kMostNames, m_curves.size()); ++i) {
            names.append(m_curves[i].name.left(300));
        }
        return names.join(QLatin1Char('\n'));
    }
    QStringList lines = {instantText(position) + QStringLiteral("  ") + m_metrics.join(", ")};
    const int x = static_cast<int>(std::floor(xInCanvas(position.x())));
    for (const Curve& curve : m_curves) {
        lines.append(curve.name + QStringLiteral("  ") + valueText(curve, x));
    }
    return lines.join(QLatin1Char('\n'));
}

// ---- Painting -------------------------------------------------------------------------------

QRect CounterChart::plot(const QRect& canvas, double ratio)
{
    const int above = static_cast<int>(std::lround(6 * ratio));
    return canvas.adjusted(0, std::min(above, canvas.height() / 4), 0, 0);
}

void CounterChart::paintLayer(QPainter& painter, const Layout& layout)
{
    const theme::Theme& theme = theme::currentTheme();
    painter.fillRect(layout.labels, theme.window);
    painter.fillRect(layout.canvas, theme.panel);
    makeBars();
    if (m_curves.empty()) {
        paintWord(painter, layout, word());
        return;
    }
    paintAxis(painter, layout);
    painter.setClipRect(layout.canvas);
    const QRect area = plot(layout.canvas, layout.ratio);
    const geometry::CounterExtent shown = extent();
    for (const Curve& curve : m_curves) {
        painters::paintCurve(
            painter,
            curve.bars,
            shown,
            area,
            colorOf(curve.color),
            styleOf(curve.known),
            layout.ratio);
    }
    painter.setClipping(false);
}

/// One below the other, each with a stroke in the colour of its curve, as far as there is room.
void CounterChart::paintNames(QPainter& painter, const Layout& layout, int right) const
{
    const theme::Theme& theme = theme::currentTheme();
    const QFontMetrics metrics(painter.font());
    const int left = layout.of(8);
    const int stroke = layout.of(10);
    const int step = metrics.height() + layout.of(1);
    QStringList names;
    for (std::size_t i = 0;
         i < m_curves.size() && layout.of(4) + static_cast<int>(i) * step < layout.labels.height();
         ++i) {
        names.append(m_curves[i].name);
    }
    const QStringList shown = elidedApart(
        names,
        {Qt::ElideRight, Qt::ElideMiddle},
        metrics,
        std::max(0, right - left - stroke - layout.of(5)));
    for (std::size_t i = 0; i < m_curves.size(); ++i) {
        const int top = layout.of(4) + static_cast<int>(i) * step;
        const QRect text(
            left + stroke + layout.of(5), top, right - left - stroke, metrics.height());
        const bool isLast = top + 2 * step > layout.labels.height() && i + 1 < m_curves.size();
        if (top + step > layout.labels.height() || text.width() < layout.of(24)) {
            break;
        }
        painter.setPen(theme.mutedInk);
        if (isLast) {
            painter.drawText(text, Qt::AlignVCenter, tr("and %1 more").arg(m_curves.size() - i));
            break;
        }
        painter.fillRect(
            left,
            text.center().y() - layout.of(1),
            stroke,
            layout.of(2.5),
            colorOf(m_curves[i].color));
        painter.drawText(
            text, Qt::AlignVCenter | Qt::TextSingleLine, shown[static_cast<qsizetype>(i)]);
    }
}

}  // namespace vellum::gui::charts
