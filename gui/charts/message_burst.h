#pragma once

#include "common/time/tick_range.h"

#include <QLineF>
#include <QPointF>

#include <cstdint>
#include <set>

namespace vellum::gui::charts {

/// Many messages in a few pixels of a timeline: a circle, which dissolves as one zooms in.
struct MessageBurst {
    QPointF middle;     ///< device pixels of the viewport
    QLineF line;        ///< what is seen of one of them, likewise
    double radius = 0;  ///< likewise
    std::uint64_t count = 0;
    std::uint64_t bytes = 0;
    TickRange sends;
    TickRange receives;
    std::set<int> rows;  ///< of their ends
};

}  // namespace vellum::gui::charts
