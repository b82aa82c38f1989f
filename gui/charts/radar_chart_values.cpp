// What RadarChart's rows are made of: values of columns, their sum or mean, their pixels.

#include "gui/charts/radar_chart.h"
#include "gui/geometry/counter_geometry.h"
#include "gui/theme/scales.h"
#include "gui/theme/theme.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

namespace vellum::gui::charts {

namespace {

constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();

}  // namespace

bool RadarChart::Grid::hasAny(std::size_t place) const
{
    return values[place] > 0 || (!visits.empty() && visits[place] > 0);
}

void RadarChart::takePicture()
{
    const models::Picture* picture = m_model.widest();
    if (picture != nullptr && picture->answer != m_taken) {
        m_taken = picture->answer;
        m_grid = gridOf(*picture);
    }
    invalidate();
    emit changed();
}

RadarChart::Grid RadarChart::gridOf(const models::Picture& picture) const
{
    Grid grid{.window = picture.window, .columns = picture.columns};
    grid.values.assign(m_rows.size() * picture.columns, kNoValue);
    if (const auto* shares = picture.as<query::SummaryTimeline>()) {
        fillShares(grid, *shares);
    } else if (const auto* counters = picture.as<query::Counters>()) {
        fillCounters(grid, *counters);
    }
    sumUp(grid);
    paintImage(grid);
    return grid;
}

void RadarChart::fillShares(Grid& grid, const query::SummaryTimeline& answer) const
{
    const Columns columns{.range = answer.window, .count = answer.columns};
    grid.visits.assign(isInclusive() ? grid.values.size() : 0, 0);
    for (std::size_t row = 0; row < std::min(m_rows.size(), answer.rows.size()); ++row) {
        if (const auto& visits = answer.rows[row].visits; !grid.visits.empty()) {
            const auto first = static_cast<std::ptrdiff_t>(row * answer.columns);
            std::ranges::copy(visits, grid.visits.begin() + first);
        }
        double* values = grid.values.data() + row * answer.columns;
        std::fill(values, values + answer.columns, 0.0);
        for (const query::SummarySeries& series : answer.rows[row].series) {
            for (std::size_t i = 0; i < series.exclusive.size(); ++i) {
                const Tick length = columns.column(static_cast<std::int64_t>(i)).length();
                values[i] += length > 0 ? static_cast<double>(series.exclusive[i])
                                              / static_cast<double>(length)
                                        : 0;
            }
        }
    }
}

void RadarChart::fillCounters(Grid& grid, const query::Counters& answer) const
{
    std::unordered_map<LocationRef, std::size_t> places;
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
        places.emplace(m_rows[row], row);
    }
    const Columns columns{.range = answer.window, .count = answer.columns};
    const geometry::TimeScale scale{
        .range = answer.window, .widthPx = static_cast<int>(answer.columns)};
    for (const query::CounterRow& row : answer.rows) {
        const MetricMember* metric = trace().definitions->find(row.metric);
        const auto place = places.find(row.location);
        if (metric == nullptr || place == places.end()) {
            continue;
        }
        double* values = grid.values.data() + place->second * answer.columns;
        for (const geometry::CounterBar& bar :
             geometry::makeCounterBars(row, geometry::holdOf(metric->mode), columns, scale)) {
            std::fill(values + bar.begin, values + bar.end, bar.value);
        }
    }
}

void RadarChart::sumUp(Grid& grid) const
{
    const auto columns = static_cast<std::size_t>(grid.columns);
    grid.curve.assign(columns, kNoValue);
    if (m_curve == Curve::None) {
        return;
    }
    for (std::size_t column = 0; column < columns; ++column) {
        double sum = 0;
        std::size_t count = 0;
        for (std::size_t row = 0; row < m_rows.size(); ++row) {
            const double value = grid.values[row * columns + column];
            if (!std::isnan(value)) {
                sum += value;
                ++count;
            }
        }
        if (count > 0) {
            grid.curve[column] = m_curve == Curve::Sum ? sum : sum / static_cast<double>(count);
        }
    }
}

void RadarChart::paintImage(Grid& grid) const
{
    const auto columns = static_cast<int>(grid.columns);
    grid.image = QImage(columns, static_cast<int>(m_rows.size()), QImage::Format_ARGB32);
    grid.image.fill(Qt::transparent);
    grid.ground = theme::currentTheme().panel;
    // Looked up, not mixed, for each pixel.
    constexpr int kColors = 256;
    std::vector<QRgb> colors;
    colors.reserve(kColors);
    for (int i = 0; i < kColors; ++i) {
        colors.push_back(theme::heatColor(i / (kColors - 1.0)).rgb());
    }
    for (int row = 0; row < grid.image.height(); ++row) {
        auto* line = reinterpret_cast<QRgb*>(grid.image.scanLine(row));
        const auto first = static_cast<std::size_t>(row) * static_cast<std::size_t>(columns);
        for (int x = 0; x < columns; ++x) {
            const std::size_t place = first + static_cast<std::size_t>(x);
            const double value = grid.values[place];
            // No time in the function is no colour: the shortest call stands out.
            if (std::isnan(value) || (!isCounter() && !grid.hasAny(place))) {
                continue;
            }
            const double share = std::clamp((value - m_least) / (m_most - m_least), 0.0, 1.0);
            line[x] = colors[static_cast<std::size_t>(std::lround(share * (kColors - 1)))];
        }
    }
}

std::optional<std::size_t> RadarChart::placeOf(LocationRef location, Tick tick) const
{
    const auto row = std::ranges::find(m_rows, location);
    if (!m_grid || row == m_rows.end() || !m_grid->window.contains(tick)) {
        return std::nullopt;
    }
    const Columns columns{.range = m_grid->window, .count = m_grid->columns};
    return static_cast<std::size_t>(
        (row - m_rows.begin()) * m_grid->columns + columns.columnOf(tick));
}

std::optional<double> RadarChart::valueAt(LocationRef location, Tick tick) const
{
    const auto place = placeOf(location, tick);
    if (!place || std::isnan(m_grid->values[*place])) {
        return std::nullopt;
    }
    return m_grid->values[*place];
}

std::optional<double> RadarChart::curveAt(Tick tick) const
{
    if (!m_grid || !m_grid->window.contains(tick)) {
        return std::nullopt;
    }
    const Columns columns{.range = m_grid->window, .count = m_grid->columns};
    const double value = m_grid->curve[static_cast<std::size_t>(columns.columnOf(tick))];
    return std::isnan(value) ? std::nullopt : std::optional(value);
}

double RadarChart::curveMost() const
{
    if (m_curve != Curve::Sum || !m_grid) {
        return m_most;
    }
    double most = m_most;
    for (const double value : m_grid->curve) {
        most = std::isnan(value) ? most : std::max(most, value);
    }
    return most;
}

}  // namespace vellum::gui::charts
