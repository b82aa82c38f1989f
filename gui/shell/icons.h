#pragma once

#include <QIcon>

namespace vellum::gui::shell {

enum class Icon {
    Open,
    Undo,
    Redo,
    Summary,
    Details,
    Legend,
    MasterTimeline,
    ProcessTimeline,
    SummaryTimeline,
    CounterTimeline,
    Radar,
    IoTimeline,
    MessageSummary,
    Matrix,
    Table,
    FlameGraph,
    ValueFlow,
    Source,
};

/// A line drawing in the theme's ink, sharp at every scale; it follows the theme.
[[nodiscard]] QIcon makeIcon(Icon icon);

}  // namespace vellum::gui::shell
