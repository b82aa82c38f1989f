#pragma once

#include "gui/geometry/counter_geometry.h"
#include "gui/models/timeline_model.h"

#include <QCoreApplication>
#include <QString>

#include <vector>

namespace vellum::gui::charts {

/// What a row of a metric location shows: the first metric it has samples of.
struct CounterView {
    Q_DECLARE_TR_FUNCTIONS(vellum::gui::charts::CounterView)

public:
    QString metric;
    std::string unit;
    QStringList others;  ///< names of further metrics, not drawn
    geometry::CounterExtent extent;
    std::vector<geometry::CounterBar> bars;

    [[nodiscard]] bool isEmpty() const { return metric.isEmpty(); }

    /// "0 … 12.3 GiB/s"; "0 W" where nothing else was sampled.
    [[nodiscard]] QString rangeText() const;

    /// At a pixel: "power = 130 W", "power = 130 W (121 W … 140 W)", "power: no sample".
    [[nodiscard]] QString valueText(int x) const;

    /// For a tool tip: the metric, its range, the others.
    [[nodiscard]] QString description() const;
};

/// Empty until something is known.
[[nodiscard]] CounterView makeCounterView(
    const models::TimelineModel& model, LocationRef location, const geometry::TimeScale& scale);

}  // namespace vellum::gui::charts
