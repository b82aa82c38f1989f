#include "gui/charts/counters/counter_axes.h"

#include <algorithm>
#include <optional>

namespace vellum::gui::charts {

CounterAxes::CounterAxes(QObject* parent) : QObject(parent)
{
    m_shareSoon.setSingleShot(true);
    connect(&m_shareSoon, &QTimer::timeout, this, &CounterAxes::share);
}

void CounterAxes::add(ChartFrame& frame)
{
    m_frames.emplace_back(&frame);
    connect(&frame, &ChartFrame::chartsChanged, this, &CounterAxes::findCharts);
    findCharts();
}

void CounterAxes::findCharts()
{
    for (const Member& known : m_charts) {
        if (known.chart != nullptr) {
            disconnect(known.chart, &CounterChart::axisChanged, this, nullptr);
        }
    }
    m_charts.clear();
    for (const auto& frame : m_frames) {
        if (frame != nullptr) {
            findChartsOf(*frame);
        }
    }
    m_shareSoon.start(0);
}

void CounterAxes::findChartsOf(ChartFrame& frame)
{
    for (ChartDock* dock : frame.docks()) {
        if (auto* chart = qobject_cast<CounterChart*>(&dock->chart())) {
            m_charts.push_back({.frame = &frame, .chart = chart});
            connect(chart, &CounterChart::axisChanged, this, [this] { m_shareSoon.start(0); });
        }
    }
}

void CounterAxes::share()
{
    std::erase_if(m_charts, [](const Member& one) { return one.chart == nullptr; });
    for (const Member& one : m_charts) {
        std::optional<geometry::CounterExtent> shared;
        bool hasOthers = false;
        for (const Member& other : m_charts) {
            if (!other.chart->showsLike(*one.chart)) {
                continue;
            }
            hasOthers = hasOthers || other.frame != one.frame;
            if (one.chart->sharesAxis() && other.chart->sharesAxis()) {
                const geometry::CounterExtent own = other.chart->ownExtent();
                shared = shared ? geometry::CounterExtent{
                                      .least = std::min(shared->least, own.least),
                                      .most = std::max(shared->most, own.most)}
                                : own;
            }
        }
        one.chart->setSharedExtent(hasOthers, hasOthers ? shared : std::nullopt);
    }
}

}  // namespace vellum::gui::charts
