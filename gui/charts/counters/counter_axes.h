#pragma once

#include "gui/charts/chart_frame.h"
#include "gui/charts/counter_chart.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <vector>

namespace vellum::gui::charts {

/// Gives the counter charts of several traces one axis of values, where they show the same: counters of the same names and
/// unit. Each chart says for itself whether it takes part (`CounterChart::setSharesAxis`).
///
/// The axis reaches from the least to the greatest value that any of them would begin and end at alone.
/// Threads  GUI thread.
class CounterAxes : public QObject {
    Q_OBJECT

public:
    explicit CounterAxes(QObject* parent = nullptr);

    /// Its counter charts, also those that are opened later. It may go away at any time.
    void add(ChartFrame& frame);

private:
    struct Member {
        QPointer<ChartFrame> frame;
        QPointer<CounterChart> chart;
    };

    void findCharts();
    void findChartsOf(ChartFrame& frame);
    void share();

    std::vector<QPointer<ChartFrame>> m_frames;
    std::vector<Member> m_charts;
    QTimer m_shareSoon;  ///< gathers the changes of one event
};

}  // namespace vellum::gui::charts
