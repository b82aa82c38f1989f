#include "server/cli/compare/series_chart.h"

#include "common/base/number_text.h"
#include "common/time/clock_properties.h"
#include "common/trace/function_group.h"
#include "server/cli/compare/svg.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace vellum::server::cli {

namespace {

using compare::Series;
using compare::SeriesRow;
using compare::SeriesRun;
using Anchor = Svg::Anchor;

constexpr std::uint32_t kInk = 0x1c2127;
constexpr std::uint32_t kMutedInk = 0x626b76;
constexpr std::uint32_t kLine = 0xdfe2e6;
constexpr std::uint32_t kAccent = 0x2563c9;
constexpr std::uint32_t kGround = 0xffffff;

constexpr double kWidth = 960;
constexpr double kPanelTop = 64;
constexpr double kPanelHeight = 220;
constexpr double kBarsTop = 372;
constexpr double kBarsHeight = 220;
constexpr double kLegendWidth = 150;
constexpr double kListTop = 660;
constexpr double kListLine = 18;

struct Frame {
    double left = 0;
    double top = 0;
    double width = 0;
    double height = 0;
};

/// From numbers to pixels along one side, by themselves or by their logarithms.
class Scale {
public:
    Scale(double least, double most, double from, double to, bool isLogarithmic)
        : m_least(isLogarithmic ? std::log(least) : least)
        , m_most(isLogarithmic ? std::log(most) : most)
        , m_from(from)
        , m_to(to)
        , m_isLogarithmic(isLogarithmic)
    {
    }
    /// In the middle where all numbers are one.
    [[nodiscard]] double at(double value) const
    {
        const double own = m_isLogarithmic ? std::log(value) : value;
        const double part = m_most > m_least ? (own - m_least) / (m_most - m_least) : 0.5;
        return m_from + part * (m_to - m_from);
    }

private:
    double m_least;
    double m_most;
    double m_from;
    double m_to;
    bool m_isLogarithmic;
};

/// One point of a line: of a run that has both numbers.
struct Value {
    const SeriesRun* run = nullptr;
    double y = 0;
};

using ValueOfRun = double (*)(const SeriesRun&);

double lengthOf(const SeriesRun& run)
{
    return static_cast<double>(run.length);
}
double idealLengthOf(const SeriesRun& run)
{
    return run.idealLength;
}
double efficiencyOf(const SeriesRun& run)
{
    return run.efficiency;
}

std::vector<Value> valuesOf(const Series& series, ValueOfRun of)
{
    std::vector<Value> values;
    for (const SeriesRun& run : series.runs) {
        if (run.ranks > 0 && of(run) > 0) {  // of what is no number it is false
            values.push_back({.run = &run, .y = of(run)});
        }
    }
    return values;
}

std::string timeText(double ns)
{
    return formatDuration(static_cast<Tick>(std::llround(ns)), {});
}

std::string nameOf(const SeriesRun& run)
{
    return "run " + std::to_string(run.number) + ", " + grouped(run.ranks)
           + (run.ranks == 1 ? " rank" : " ranks");
}

/// 1, 2 and 5 times powers of ten from \p least to \p most, and the next ones around them.
std::vector<double> decadeMarks(double least, double most)
{
    std::vector<double> marks;
    const auto first = static_cast<int>(std::floor(std::log10(least)));
    const auto last = static_cast<int>(std::floor(std::log10(most)));
    for (int exponent = first; exponent <= last; ++exponent) {
        for (const double step : {1.0, 2.0, 5.0, 10.0}) {
            marks.push_back(step * std::pow(10, exponent));
        }
    }
    const auto begin = std::ranges::find_if(marks, [&](double mark) { return mark * 2.5 > least; });
    marks.erase(marks.begin(), begin);
    while (marks.size() > 2 && marks[marks.size() - 2] >= most) {
        marks.pop_back();
    }
    marks.erase(std::unique(marks.begin(), marks.end()), marks.end());
    return marks;
}

/// A diagram over ranks: its frame, marks of both axes, an ideal line and a measured one.
class RankPanel {
public:
    RankPanel(Svg& svg, Frame frame, const Series& series) : m_svg(svg), m_frame(frame)
    {
        for (const SeriesRun& run : series.runs) {
            if (run.ranks > 0) {
                m_ranks.push_back(static_cast<double>(run.ranks));
            }
        }
    }

    void title(const std::string& bold, const std::string& rest)
    {
        m_svg.text({m_frame.left, m_frame.top - 26}, bold, {.isBold = true});
        m_svg.text({m_frame.left, m_frame.top - 11}, rest, {.color = kMutedInk, .sizePx = 11});
    }
    /// \param where  of a mark's number
    void mark(double where, const std::string& text)
    {
        m_svg.line(
            {{m_frame.left, where}, {m_frame.left + m_frame.width, where}}, {.color = kLine});
        m_svg.text(
            {m_frame.left - 6, where + 4},
            text,
            {.anchor = Anchor::End, .color = kMutedInk, .sizePx = 11});
    }
    void ranks()
    {
        constexpr double kLeastDistance = 34;
        double last = -kLeastDistance;
        const double bottom = m_frame.top + m_frame.height;
        m_svg.line({{m_frame.left, bottom}, {m_frame.left + m_frame.width, bottom}}, {});
        for (const double rank : m_ranks) {
            const double x = scale().at(rank);
            if (x - last >= kLeastDistance) {
                m_svg.text(
                    {x, bottom + 16},
                    grouped(static_cast<std::uint64_t>(rank)),
                    {.anchor = Anchor::Middle, .color = kMutedInk, .sizePx = 11});
                last = x;
            }
        }
        m_svg.text(
            {m_frame.left + m_frame.width / 2, bottom + 34},
            m_ranks.empty() ? "no run has ranks" : "ranks",
            {.anchor = Anchor::Middle, .color = kMutedInk, .sizePx = 11});
    }
    void ideal(const std::vector<Value>& values, const Scale& y)
    {
        m_svg.line(points(values, y), {.color = kMutedInk, .widthPx = 1.5, .isDashed = true});
    }
    void measured(
        const std::vector<Value>& values, const Scale& y, std::string (*textOf)(double value))
    {
        m_svg.line(points(values, y), {.color = kAccent, .widthPx = 2});
        for (const Value& value : values) {
            m_svg.circle(
                pointOf(value, y), 3.5, kAccent, nameOf(*value.run) + ": " + textOf(value.y));
        }
    }

private:
    [[nodiscard]] Scale scale() const
    {
        constexpr double kMargin = 18;
        return {
            m_ranks.empty() ? 1 : m_ranks.front(),
            m_ranks.empty() ? 1 : m_ranks.back(),
            m_frame.left + kMargin,
            m_frame.left + m_frame.width - kMargin,
            true};
    }
    [[nodiscard]] SvgPoint pointOf(const Value& value, const Scale& y) const
    {
        return {scale().at(static_cast<double>(value.run->ranks)), y.at(value.y)};
    }
    [[nodiscard]] std::vector<SvgPoint> points(
        const std::vector<Value>& values, const Scale& y) const
    {
        std::vector<SvgPoint> points;
        points.reserve(values.size());
        for (const Value& value : values) {
            points.push_back(pointOf(value, y));
        }
        return points;
    }

    Svg& m_svg;
    Frame m_frame;
    std::vector<double> m_ranks;  ///< ascending, as runs are
};

void drawLengths(Svg& svg, const Series& series)
{
    const Frame frame{.left = 72, .top = kPanelTop, .width = 380, .height = kPanelHeight};
    RankPanel panel(svg, frame, series);
    panel.title("Length", "from begin to end of each run; dashed: ideal; both axes logarithmic");
    const auto lengths = valuesOf(series, lengthOf);
    const auto ideals = valuesOf(series, idealLengthOf);
    std::vector<double> all;
    for (const auto* values : {&lengths, &ideals}) {
        std::ranges::transform(*values, std::back_inserter(all), &Value::y);
    }
    if (!all.empty()) {
        const auto [least, most] = std::ranges::minmax(all);
        const auto marks = decadeMarks(least, most);
        const Scale y(
            std::min(least, marks.front()),
            std::max(most, marks.back()),
            frame.top + frame.height,
            frame.top,
            true);
        const double distance = frame.height / static_cast<double>(marks.size());
        const auto every = static_cast<std::size_t>(std::ceil(16 / distance));
        for (std::size_t i = 0; i < marks.size(); i += every) {
            panel.mark(y.at(marks[i]), timeText(marks[i]));
        }
        panel.ideal(ideals, y);
        panel.measured(lengths, y, timeText);
    }
    panel.ranks();
}

void drawEfficiency(Svg& svg, const Series& series)
{
    const Frame frame{.left = 548, .top = kPanelTop, .width = 380, .height = kPanelHeight};
    RankPanel panel(svg, frame, series);
    panel.title("Efficiency", "speed-up by ideal speed-up, beside the first run; dashed: ideal");
    const auto values = valuesOf(series, efficiencyOf);
    double most = 1;
    for (const Value& value : values) {
        most = std::max(most, value.y);
    }
    // Steps of which there are five at most: 25 %, 50 %, 100 %, …
    double step = 0.25;
    while (most / step > 5) {
        step *= 2;
    }
    const double top = std::ceil(most / step) * step;
    const Scale y(0, top, frame.top + frame.height, frame.top, false);
    const auto steps = static_cast<int>(std::lround(top / step));
    for (int i = 0; i <= steps; ++i) {
        panel.mark(y.at(i * step), percentText(i * step));
    }
    svg.line(
        {{frame.left, y.at(1)}, {frame.left + frame.width, y.at(1)}},
        {.color = kMutedInk, .widthPx = 1.5, .isDashed = true});
    panel.measured(values, y, percentText);
    panel.ranks();
}

FunctionGroup groupOf(const std::string& name)
{
    for (std::uint8_t i = 0; i < kFunctionGroupCount; ++i) {
        const auto group = static_cast<FunctionGroup>(i);
        if (vellum::name(group) == name) {
            return group;
        }
    }
    return FunctionGroup::Unknown;
}

/// In the order of function groups: the same in all pictures.
std::vector<const SeriesRow*> groupsInOrder(const Series& groups)
{
    std::vector<const SeriesRow*> rows;
    rows.reserve(groups.rows.size());
    for (const SeriesRow& row : groups.rows) {
        rows.push_back(&row);
    }
    std::ranges::sort(rows, {}, [](const SeriesRow* row) { return groupOf(row->name); });
    return rows;
}

/// The bar of one run, the first group at its bottom.
void drawBar(
    Svg& svg,
    const std::vector<const SeriesRow*>& groups,
    const SeriesRun& run,
    Frame bar,
    bool hasText)
{
    double bottom = bar.top + bar.height;
    for (const SeriesRow* group : groups) {
        const double share = group->runs[run.number - 1].share;
        if (!(share > 0)) {
            continue;
        }
        const double height = share * bar.height;
        bottom -= height;
        svg.rectangle(
            {bar.left, bottom},
            bar.width,
            height,
            colorOf(groupOf(group->name)),
            nameOf(run) + ", " + group->name + ": " + percentText(share));
        if (hasText && height >= 14) {
            svg.text(
                {bar.left + bar.width / 2, bottom + height / 2 + 4},
                percentText(share),
                {.anchor = Anchor::Middle, .color = 0x14181d, .sizePx = 11});
        }
    }
}

void drawShares(Svg& svg, const Series& groups)
{
    constexpr double kLeft = 72;
    constexpr double kLeastForText = 46;
    svg.text({kLeft, kBarsTop - 26}, "Function groups", {.isBold = true});
    svg.text(
        {kLeft, kBarsTop - 11},
        "share of the exclusive time on all locations; a bar for each run, its ranks below",
        {.color = kMutedInk, .sizePx = 11});
    auto rows = groupsInOrder(groups);
    const double slot =
        (kWidth - kLeft - 32 - kLegendWidth) / static_cast<double>(groups.runs.size());
    const double width = std::min(0.8 * slot, 90.0);
    const double bottom = kBarsTop + kBarsHeight;
    for (std::size_t i = 0; i < groups.runs.size(); ++i) {
        const SeriesRun& run = groups.runs[i];
        const double left = kLeft + slot * static_cast<double>(i) + (slot - width) / 2;
        drawBar(
            svg,
            rows,
            run,
            {.left = left, .top = kBarsTop, .width = width, .height = kBarsHeight},
            width >= kLeastForText);
        // Where bars are narrow, not each has room for its number.
        const auto every = static_cast<std::size_t>(std::ceil(34 / slot));
        if (i % every == 0) {
            svg.text(
                {left + width / 2, bottom + 16},
                grouped(run.ranks),
                {.anchor = Anchor::Middle, .color = kMutedInk, .sizePx = 11});
        }
    }
    svg.line({{kLeft, bottom}, {kWidth - 32 - kLegendWidth, bottom}}, {});
    double y = kBarsTop + 10;
    std::ranges::reverse(rows);  // as they lie on each other
    for (const SeriesRow* row : rows) {
        const double left = kWidth - kLegendWidth;
        svg.rectangle({left, y - 9}, 11, 11, colorOf(groupOf(row->name)));
        svg.text({left + 18, y}, row->name, {});
        y += kListLine;
    }
}

/// Both ends of a long path: it is the last part that tells runs apart.
std::string shortened(const std::string& path)
{
    constexpr std::size_t kMost = 110;
    constexpr std::size_t kBegin = 30;
    const auto isInside = [&](std::size_t i) {
        return (static_cast<unsigned char>(path[i]) & 0xc0U) == 0x80U;
    };
    if (path.size() <= kMost) {
        return path;
    }
    std::size_t begin = kBegin;
    std::size_t end = path.size() - (kMost - kBegin);
    while (begin > 0 && isInside(begin)) {
        --begin;
    }
    while (end < path.size() && isInside(end)) {
        ++end;
    }
    return path.substr(0, begin) + "…" + path.substr(end);
}

void drawRuns(Svg& svg, const Series& series)
{
    double y = kListTop;
    for (const SeriesRun& run : series.runs) {
        svg.text(
            {72, y},
            nameOf(run) + ", " + timeText(lengthOf(run)) + ": " + shortened(run.name),
            {.color = kMutedInk});
        y += kListLine;
    }
    const auto points = valuesOf(series, lengthOf).size();
    if (points < series.runs.size()) {
        const std::size_t without = series.runs.size() - points;
        svg.text(
            {72, y},
            grouped(without) + (without == 1 ? " run has" : " runs have")
                + " no ranks or no length, and no point in the diagrams",
            {});
    }
}

}  // namespace

std::string seriesChart(const Series& series, const Series& groups)
{
    const bool isStrong = series.scaling == compare::Scaling::Strong;
    const std::string title = std::to_string(series.runs.size()) + " runs, "
                              + (isStrong ? "the same work in all" : "the same work for each rank");
    const double height = kListTop + kListLine * static_cast<double>(series.runs.size() + 1);
    Svg svg(kWidth, height, title);
    svg.rectangle({0, 0}, kWidth, height, kGround);
    svg.text({12, 20}, title, {.color = kInk, .sizePx = 14, .isBold = true});
    drawLengths(svg, series);
    drawEfficiency(svg, series);
    drawShares(svg, groups);
    drawRuns(svg, series);
    return svg.take();
}

}  // namespace vellum::server::cli
